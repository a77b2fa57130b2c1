// Who plays, and what everybody knows about them.

import { fill, h } from "./dom.js";
import { mark, named, tone } from "./owners.js";

/** @param {HTMLElement} place @param {any} about @param {any} position */
export function showPlayers(place, about, position) {
  const { view, seats, income, kept } = position;
  const rows = about.names.map((/** @type {string} */ name, /** @type {number} */ owner) => {
    const places = view.owner.filter((/** @type {number} */ each) => each === owner).length;
    const armies = view.owner.reduce((/** @type {number} */ sum, /** @type {number} */ each, /** @type {number} */ place) => sum + (each === owner ? view.armies[place] : 0), 0);
    const seat = seats?.[owner];
    const who = !seat ? "" : seat.who === "you" ? "you" : seat.who;
    const turn = view.turn_player === owner && view.turn > 0 && !view.outcome;
    return h(
      "tr",
      { "aria-current": turn, class: view.alive[owner] ? false : "out" },
      h("th", { scope: "row" }, h("span", { class: "mark", "data-owner": tone(about, owner), "aria-hidden": "true" }, mark(about, owner)), ` ${name}`, who ? h("small", {}, ` ${who}`) : null, turn ? h("span", { class: "visually-hidden" }, ", to play") : null),
      h("td", {}, places),
      h("td", {}, armies),
      h("td", {}, view.hands[owner].length),
      h("td", {}, owner < about.players ? income[owner] : ""),
    );
  });
  const heads = ["Player", "Land", "Armies", "Cards", "Income"];
  const titles = ["", "territories held", "armies on the board", "cards in hand", "armies at the start of a turn, without cards"];
  fill(
    place,
    h("table", {}, h("caption", { class: "visually-hidden" }, "Players"), h("thead", {}, h("tr", {}, ...heads.map((head, number) => h("th", { scope: "col", title: titles[number] }, head)))), h("tbody", {}, ...rows)),
    knownTo(about, kept),
  );
}

/** What rules keep, as far as the viewer knows it. @param {any} about @param {{name: string, owner: number, words: string}[]} kept */
function knownTo(about, kept) {
  const rows = [...new Set(kept.map(({ name }) => name))].flatMap((name) => [
    h("dt", {}, name.replaceAll("-", " ")),
    ...kept.filter((fact) => fact.name === name).map(({ owner, words }) => h("dd", {}, owner < 0 ? "" : `${named(about, owner)}: `, words)),
  ]);
  return rows.length ? h("dl", { class: "known" }, ...rows) : null;
}
