// The continents: what each brings, and who has come how far in it. Pointing at one lets it stand out on the map.

import { counted, fill, h } from "./dom.js";
import { mark, tone } from "./owners.js";

export class Continents {
  /** @param {HTMLElement} place @param {any} about @param {(continent: number) => void} light */
  constructor(place, about, light) {
    this.about = about;
    const { continents, continent_of, bonuses } = about.board;
    this.members = continents.map((/** @type {string} */ _, /** @type {number} */ continent) => [...continent_of.keys()].filter((territory) => continent_of[territory] === continent));
    this.holders = continents.map(() => h("span", { class: "holder" }));
    this.chips = continents.map((/** @type {string} */ name, /** @type {number} */ continent) => {
      const lit = () => light(continent);
      const dark = () => light(-1);
      return h("button", { type: "button", class: "continent", onpointerenter: lit, onpointerleave: dark, onfocus: lit, onblur: dark }, `${name} `, h("strong", {}, bonuses[continent]), " ", this.holders[continent]);
    });
    fill(place, ...this.chips.map((/** @type {HTMLElement} */ chip) => h("li", {}, chip)));
  }

  /** @param {any} view */
  show(view) {
    const { board, names } = this.about;
    for (const [continent, members] of this.members.entries()) {
      /** @type {Map<number, number>} */
      const held = new Map();
      for (const territory of members) {
        const owner = view.owner[territory];
        if (owner >= 0) held.set(owner, (held.get(owner) ?? 0) + 1);
      }
      const [[first, most] = [-1, 0], ...others] = [...held].sort((a, b) => b[1] - a[1]);
      const whole = most === members.length;
      const told = [...held].sort((a, b) => b[1] - a[1]).map(([owner, count]) => `${names[owner]} ${count}`);
      const chip = this.chips[continent];
      chip.title = `${board.continents[continent]}: ${counted(board.bonuses[continent], "army", "armies")} for all ${members.length}. ${told.join(", ")}`;
      chip.toggleAttribute("data-whole", whole);
      if (whole) chip.dataset.owner = tone(this.about, first);
      else delete chip.dataset.owner;
      const leads = first >= 0 && others[0]?.[1] !== most;
      this.holders[continent].textContent = leads ? `${mark(this.about, first)}${whole ? "" : ` ${most}/${members.length}`}` : "";
    }
  }
}
