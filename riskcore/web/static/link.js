// The web socket: it says who we are, comes back when the connection is lost, and matches answers to questions.

export class Link {
  /**
   * @param {string} token
   * @param {(message: any) => void} hear positions and the like
   * @param {(up: boolean, words: string) => void} changed whether the server is there
   */
  constructor(token, hear, changed) {
    this.token = token;
    this.hear = hear;
    this.changed = changed;
    this.number = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    this.pause = 250;
    this.gone = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/play`);
    this.socket.onopen = () => this.socket?.send(this.token);
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "answer") {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    } else if (message.type === "goodbye") {
      this.gone = true;
      this.changed(false, message.error);
    } else {
      this.pause = 250;
      if (message.type === "about") this.changed(true, "");
      this.hear(message);
    }
  }

  lost() {
    for (const settle of this.waiting.values()) settle({ error: "the connection was lost" });
    this.waiting.clear();
    if (this.gone) return;
    this.changed(false, "The connection is lost; trying again …");
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(4000, this.pause * 1.6);
  }

  /**
   * Ask for something; the answer has an `error` if it was refused.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  ask(type, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ error: "the server is not there" });
    this.number += 1;
    const id = this.number;
    this.socket.send(JSON.stringify({ type, id, ...fields }));
    return new Promise((settle) => this.waiting.set(id, settle));
  }
}
