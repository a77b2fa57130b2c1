// The whole game as a slider; arrow keys step. The host may go back for good, and play on from anywhere.

import { fill, h } from "./dom.js";
import { drawRibbon } from "./ribbon.js";
import { drawTree } from "./tree.js";

/** The positions from the first one to the end of a branch. @param {Map<number, any>} nodes @param {number} tip @returns {number[]} */
export function lineTo(nodes, tip) {
  const line = [];
  for (let node = nodes.get(tip); node; node = nodes.get(node.parent)) line.push(node.n);
  return line.reverse();
}

export class Timeline {
  /** @param {HTMLElement} place @param {any} about @param {import("./link.js").Link} link @param {(node: number) => void} look */
  constructor(place, about, link, look) {
    this.place = place;
    this.about = about;
    this.link = link;
    this.look = look;
    /** @type {number[]} */
    this.line = [];
    this.at = 0;
    this.here = 0;
    this.slider = h("input", { type: "range", id: "slider", min: 0, max: 0, "aria-label": "Position of the game", oninput: () => this.look(this.line[Number(this.slider.value)]) });
    this.label = h("output", { for: "slider" });
    this.back = h("button", { type: "button", class: "small", "aria-label": "One move back", onclick: () => this.step(-1) }, "◀");
    this.on = h("button", { type: "button", class: "small", "aria-label": "One move on", onclick: () => this.step(1) }, "▶");
    this.ribbon = h("div", { class: "wide" });
    this.tree = h("div", { class: "wide" });
    fill(place, this.ribbon, this.back, this.slider, this.on, this.label, this.tree);
  }

  /** @param {number[]} line @param {Map<number, any>} nodes @param {any} position @param {any} past @param {Map<number, number[]>} chances */
  show(line, nodes, position, past, chances) {
    this.line = line;
    this.here = position.here;
    this.at = Math.max(0, line.indexOf(past ? past.node : position.here));
    this.slider.max = String(line.length - 1);
    this.slider.value = String(this.at);
    const node = nodes.get(line[this.at]);
    const words = node?.round ? `round ${node.round}` : "set-up";
    this.slider.setAttribute("aria-valuetext", `move ${this.at} of ${line.length - 1}, ${words}`);
    this.label.textContent = `${this.at}/${line.length - 1}`;
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === line.length - 1;
    fill(this.ribbon, drawRibbon(line, chances, this.about, this.at, (place) => this.look(line[place])));
    fill(this.tree, drawTree(nodes, line, line[this.at], this.look));
  }

  /** @param {number} by */
  step(by) {
    const next = this.line[this.at + by];
    if (next !== undefined) this.look(next);
  }

  /** What may be done at an earlier position. @param {number} node */
  choices(node) {
    const here = this.about.host ? h("button", { type: "button", class: "move", "data-key": "fork", onclick: () => this.link.ask("go", { node }) }, "Play on from here") : null;
    const back = h("button", { type: "button", class: "move quiet", "data-key": "return", onclick: () => this.look(this.here) }, "Return to the game");
    return [here, back];
  }
}
