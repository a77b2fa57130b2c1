// Who plays, and what everybody knows about them.

import { MARKS } from "./board.js";
import { fill, h } from "./dom.js";

/** @param {HTMLElement} place @param {any} about @param {any} position */
export function showPlayers(place, about, position) {
  const { view, seats, income } = position;
  const rows = about.names.map((/** @type {string} */ name, /** @type {number} */ owner) => {
    const places = view.owner.filter((/** @type {number} */ each) => each === owner).length;
    const armies = view.owner.reduce((/** @type {number} */ sum, /** @type {number} */ each, /** @type {number} */ place) => sum + (each === owner ? view.armies[place] : 0), 0);
    const seat = seats?.[owner];
    const who = !seat ? "" : seat.who === "you" ? "you" : seat.who;
    const turn = view.turn_player === owner && view.turn > 0 && !view.outcome;
    return h(
      "tr",
      { "aria-current": turn, class: view.alive[owner] ? false : "out" },
      h("th", { scope: "row" }, h("span", { class: "mark", "data-owner": owner % MARKS.length, "aria-hidden": "true" }, MARKS[owner % MARKS.length]), ` ${name}`, who ? h("small", {}, ` ${who}`) : null, turn ? h("span", { class: "visually-hidden" }, ", to play") : null),
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
    knownTo(about, view),
  );
}

/** What rules keep for a player or for all, as they name it. @param {any} about @param {any} view */
function knownTo(about, view) {
  const rows = Object.entries(view.data).flatMap(([name, value]) => {
    const own = Array.isArray(value) && value.length >= about.players && view.player !== null ? value[view.player] : null;
    const words = texts(own ?? value).map((each) => (about.words[each] ? `${each}: ${about.words[each]}` : each));
    return words.length ? [h("dt", {}, name.replaceAll("-", " ")), h("dd", {}, words.join("; "))] : [];
  });
  return rows.length ? h("dl", { class: "known" }, ...rows) : null;
}

/** @param {any} value @returns {string[]} */
function texts(value) {
  if (typeof value === "string") return [value];
  if (value && typeof value === "object") return Object.values(value).flatMap(texts);
  return [];
}

