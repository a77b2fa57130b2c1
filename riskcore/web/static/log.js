// The game so far: a slider over its positions, and what happened in words.

import { fill, h } from "./dom.js";
import { named } from "./owners.js";

/** @typedef {{n: number, parent: number, mover: number, round: number, turn: number, player: number, story: [number, number, string][], causes: [string, string[], number[]][], events: any[][]}} Node */

const MOST = 400; // entries on the page; earlier ones are reached with the slider

export class Log {
  /** @param {HTMLElement} place @param {any} about @param {(node: number) => void} look */
  constructor(place, about, look) {
    this.place = place;
    this.about = about;
    this.look = look;
    /** @type {number[]} */
    this.shown = [];
    this.heading = "";
    this.atEnd = true;
    place.onscroll = () => (this.atEnd = place.scrollTop + place.clientHeight > place.scrollHeight - 60);
    new ResizeObserver(() => this.toEnd()).observe(place);
  }

  /** Show the last entry, unless somebody reads an earlier one. */
  toEnd() {
    if (this.atEnd) this.place.scrollTop = this.place.scrollHeight;
  }

  /** @param {Map<number, Node>} nodes @param {number[]} line @param {number} here */
  show(nodes, line, here) {
    const told = line.slice(Math.max(0, line.length - MOST));
    const kept = this.shown[0] === told[0] && this.shown.length <= told.length && this.shown[this.shown.length - 1] === told[this.shown.length - 1];
    if (!kept) {
      fill(this.place);
      this.heading = "";
      this.shown = [];
    }
    for (const number of told.slice(this.shown.length)) this.add(/** @type {Node} */ (nodes.get(number)));
    this.shown = told;
    this.mark(here);
    this.atEnd ||= !kept;
    this.toEnd();
  }

  /** More that happened at a position, after what others decided in secret. @param {Node} node */
  more(node) {
    if (this.shown[this.shown.length - 1] === node.n) this.add(node);
    else this.shown = [];
  }

  /** @param {Node} node */
  add(node) {
    for (const [number, [player, round, words]] of node.story.entries()) {
      const heading = `${player}:${round}`;
      if (heading !== this.heading) {
        this.heading = heading;
        const name = player < 0 ? "Set-up" : named(this.about, player);
        this.place.append(h("h3", {}, round ? `Round ${round} · ${name}` : "Set-up"));
      }
      this.place.append(h("button", { type: "button", class: "line", "data-node": node.n, onclick: () => this.look(node.n) }, words));
      const next = node.story[number + 1];
      if (next?.[0] === player && next[1] === round) continue; // the rules at work stand at the end of a turn's part
      const cited = node.causes.filter(([, , turn]) => turn[0] === player && turn[1] === round).map(([rule, ids]) => [rule, ...ids].join(" "));
      if (cited.length) this.place.lastElementChild?.append(h("small", { class: "cited" }, ` ${[...new Set(cited)].join(" · ")}`));
    }
  }

  /** @param {number} here */
  mark(here) {
    this.place.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = [...this.place.querySelectorAll(".line")].reverse().find((each) => Number(/** @type {HTMLElement} */ (each).dataset.node) === here);
    line?.setAttribute("aria-current", "step");
  }
}
