// The designer's tools: take back, let a bot decide, the pace of bots, the rules, and copies of the game.

import { openDialog } from "./dialog.js";
import { at, fill, h, sentence } from "./dom.js";
import { editPosition } from "./edit.js";
import { NewGame } from "./newgame.js";
import { openGame } from "./open.js";

const PACES = [
  ["step by step", ""],
  ["slow", 1.2],
  ["calm", 0.35],
  ["fast", 0.08],
  ["at once", 0],
];

const COPIES = [
  ["", "Copy …"],
  ["command", "the command line"],
  ["position", "the position"],
  ["scenario", "a scenario file"],
  ["save", "the whole game"],
  ["variant", "the variant"],
  ["link", "a link to look on"],
];

export class Tools {
  /** @param {import("./link.js").Link} link @param {any} about @param {(words: string) => void} say @param {(move: any[]) => void} draw */
  constructor(link, about, say, draw) {
    this.link = link;
    this.draw = draw;
    this.about = about;
    this.say = say;
    /** @type {any} */
    this.position = null;
    /** @type {Map<number, any>} */
    this.nodes = new Map();
    /** @type {number[]} */
    this.line = [];
    /** @type {number | null} */
    this.shown = null;
    this.build();
  }

  build() {
    const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", "data-key": key, title: label, onclick: act }, words);
    this.undo = button("undo", "Undo", "Take back", () => this.go(this.before()));
    this.redo = button("redo", "Redo", "Again", () => this.go(this.after()));
    this.pace = h("select", { id: "pace", "aria-label": "Pace of the bots", onchange: () => this.link.ask("pace", { pace: this.pace.value === "" ? null : Number(this.pace.value) }) }, ...PACES.map(([words, value]) => h("option", { value }, words)));
    this.steps = button("step", "Step", "One move of a bot", () => this.link.ask("step"));
    this.skips = button("skip", "Skip", "On to the next decision of a person, at once", () => this.link.ask("skip"));
    /** @type {string[]} */
    const names = this.about.bots;
    const who = h("select", { id: "adviser", "aria-label": "Bot to ask" }, ...names.map((/** @type {string} */ name) => h("option", { selected: name === "planner" || (name === "greedy" && !names.includes("planner")) }, name)));
    /** @type {any[]} */
    this.advice = [who, button("why", "What would it do?", "What would this bot do here, and why", () => this.ask(who.value, false)), button("auto", "Let it play this", "Let this bot decide here", () => this.ask(who.value, true))];
    const copies = h("select", { id: "copy", "aria-label": "Copy", onchange: () => this.copy(copies) }, ...COPIES.map(([value, words]) => h("option", { value }, words)));
    const more = [
      button("new", "New game", "Another variant, other rules, other seats", () => this.another()),
      button("edit", "Set up", "Set up the position by hand", () => editPosition(this.link, this.about, this.say)),
      button("open", "Open", "A position, a save, a log or a scenario file", () => openGame(this.link)),
      copies,
    ];
    const group = (/** @type {string} */ label, /** @type {string} */ shown, /** @type {any[]} */ parts) =>
      h("div", { role: "group", "aria-label": label, class: "group" }, shown ? h("span", { class: "label", "aria-hidden": "true" }, shown) : null, ...parts);
    this.pacing = group("Bots", "Bots", [this.pace, this.steps, this.skips]);
    const groups = [group("Back and forth", "", [this.undo, this.redo]), this.pacing, group("Advice", "Ask", this.advice), group("Games", "", more)];
    fill(at("tools"), ...(this.about.host ? groups : []));
  }

  /** Ask which game is to be played next. */
  another() {
    new NewGame(this.link, this.about, this.position).open();
  }

  /** @param {any} position @param {Map<number, any>} nodes @param {any} past @param {number[]} line */
  show(position, nodes, past, line) {
    this.position = position;
    this.shown = past ? past.node : null; // an earlier position that is looked at
    this.nodes = nodes;
    this.line = line;
    this.pacing.hidden = position.seats.every((/** @type {any} */ seat) => seat.who === "you" || seat.who === "friend");
    this.pace.value = String(position.pace ?? "");
    this.undo.disabled = this.before() === undefined;
    this.redo.disabled = this.after() === undefined;
    const mine = Boolean(position.decision) && !past;
    for (const each of this.advice) each.disabled = !mine;
  }

  /** What lets bots go on that wait. @param {any} position */
  onward(position) {
    const ask = (/** @type {string} */ type, /** @type {string} */ words) => h("button", { type: "button", class: "move", "data-key": type, onclick: () => this.link.ask(type) }, words);
    return [position.paused && position.pace !== null ? ask("resume", "Let the bots go on") : null, ask("step", "One move"), ask("skip", "On to the next decision")];
  }

  /** The last position at which a person decided. */
  before() {
    const own = this.position.own;
    const here = this.line.indexOf(this.position.here);
    for (let step = here; step > 0; step -= 1) {
      const node = this.nodes.get(this.line[step]);
      if (node && (own.includes(node.mover) || own.length === 0)) return node.parent;
    }
    return undefined;
  }

  /** The next position at which a person decided, or the last one. */
  after() {
    const own = this.position.own;
    const rest = this.line.slice(this.line.indexOf(this.position.here) + 1);
    const next = rest.findIndex((number) => number !== rest[0] && (own.length === 0 || own.includes(this.nodes.get(number)?.mover)));
    return next < 0 ? rest[rest.length - 1] : rest[next - 1];
  }

  /** @param {number | undefined} node */
  async go(node) {
    if (node !== undefined) await this.link.ask("go", { node });
  }

  /** @param {string} bot @param {boolean} play */
  async ask(bot, play) {
    const answer = await this.link.ask("ask", { bot, at: this.position.here, play });
    if (answer.error) this.say(answer.error);
    else if (!play) {
      this.say(`${sentence(bot)} would choose: ${answer.words}. ${answer.why}`);
      this.draw(answer.move);
    }
  }

  /** @param {any} choice */
  async copy(choice) {
    const what = choice.value;
    choice.value = "";
    const answer = await this.link.ask("copy", { what, node: this.shown });
    if (answer.error) return this.say(sentence(answer.error));
    const text = what === "link" ? `${location.origin}${location.pathname}#${answer.text}` : answer.text;
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (done) this.say("Copied.");
    else openDialog("Copy this", h("pre", { tabindex: "0", class: "sheet" }, text));
  }
}
