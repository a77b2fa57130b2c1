// The hand: cards to look at and, where a decision asks for some, to pick.

import { follow, kindsOf, values } from "./choice.js";
import { fill, h, sentence } from "./dom.js";

const SIGNS = { infantry: "♟", cavalry: "♞", artillery: "♜", wild: "✶" };

/**
 * @param {HTMLElement} place @param {any} about @param {any} view
 * @param {import("./choice.js").Decision | null} decision @param {import("./choice.js").Pick[]} picks @param {number[]} chosen
 * @param {{toggle: (card: number) => void, send: (move: any[]) => void}} hear
 */
export function showHand(place, about, view, decision, picks, chosen, hear) {
  const hand = view.player === null ? [] : view.hands[view.player];
  const asked = decision && !decision.curtain ? asking(decision, picks) : [];
  const may = (/** @type {number} */ card) => asked.some(({ sets }) => sets.some((set) => set.includes(card) && chosen.every((each) => set.includes(each))));
  const cards = hand.map((/** @type {number} */ index) => {
    const [sign, territory] = about.deck[index];
    const name = territory < 0 ? "Wild" : about.board.territories[territory];
    const picked = chosen.includes(index);
    const open = asked.length > 0 && (picked || may(index));
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "card", "aria-pressed": asked.length ? String(picked) : false, disabled: !open, "data-key": `card-${index}`, "data-card": index, onclick: () => hear.toggle(index) },
        h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[/** @type {keyof typeof SIGNS} */ (sign)] ?? "•"),
        h("span", {}, name),
        h("small", {}, sentence(sign)),
      ),
    );
  });
  const ready = asked.filter(({ sets }) => sets.some((set) => set.length === chosen.length && set.every((each) => chosen.includes(each))));
  fill(
    place,
    h("h2", {}, hand.length ? `Your cards (${hand.length})` : "Your cards: none"),
    hand.length ? h("ul", { class: "cards" }, ...cards) : null,
    ...ready.filter(({ last }) => last).map(({ kind }) => {
      const cards = kind.fields[picks.length].domain === "cards" ? sorted(asked, kind, chosen) : chosen[0];
      return h("button", { type: "button", class: "move", "data-key": `hand-${kind.kind}`, title: kind.about, onclick: () => hear.send([kind.kind, ...picks.map((pick) => pick.value), cards]) }, sentence(kind.kind));
    }),
  );
  if (view.player === null) place.replaceChildren();
}

/** @param {any[]} asked @param {any} kind @param {number[]} chosen */
const sorted = (asked, kind, chosen) => asked.find((each) => each.kind === kind).sets.find((/** @type {number[]} */ set) => set.length === chosen.length && set.every((each) => chosen.includes(each)));

/** The kinds that ask for cards now, with the sets of cards that they take. @param {import("./choice.js").Decision} decision @param {import("./choice.js").Pick[]} picks */
function asking(decision, picks) {
  /** @type {{kind: import("./choice.js").Kind, sets: number[][], last: boolean}[]} */
  const found = [];
  for (const kind of kindsOf(decision)) {
    const branch = follow(kind, picks);
    const field = kind.fields[picks.length];
    if (!branch || !field || !["card", "cards"].includes(field.domain)) continue;
    const last = picks.length === kind.fields.length - 1;
    const all = values(branch, field.domain, last);
    found.push({ kind, last, sets: field.domain === "cards" ? all : all.map((card) => [card]) });
  }
  return found;
}
