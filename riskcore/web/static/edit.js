// Setting up a position by hand: whose every territory is and with how many armies, who holds which card, whose turn it is.

import { openDialog } from "./dialog.js";
import { h, sentence } from "./dom.js";

/** @param {import("./link.js").Link} link @param {any} about @param {(words: string) => void} say */
export async function editPosition(link, about, say) {
  const { position, error } = await link.ask("position");
  if (error) return say(sentence(error));
  const owners = about.names.map((/** @type {string} */ name, /** @type {number} */ owner) => [String(owner), name]);
  const select = (/** @type {string} */ label, /** @type {string[][]} */ options, /** @type {string} */ value) =>
    h("select", { "aria-label": label }, ...options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)));
  const places = Object.keys(position.owners).map((name) => {
    const owner = select(`owner of ${name}`, owners, String(position.owners[name]));
    const armies = h("input", { type: "number", min: 1, value: position.armies[name], "aria-label": `armies on ${name}` });
    return { name, owner, armies, row: h("div", { class: "place" }, h("span", {}, name), owner, armies) };
  });
  const piles = [["deck", "deck"], ["discard", "discard pile"], ...owners];
  const cards = about.deck.map((/** @type {[string, number]} */ [sign, territory], /** @type {number} */ index) => {
    const holder = Object.entries(position.hands).find(([, hand]) => hand.includes(index))?.[0] ?? (position.discard.includes(index) ? "discard" : "deck");
    const name = territory < 0 ? "wild card" : `${about.board.territories[territory]}, ${sign}`;
    const where = select(`where the card ${name} is`, piles, holder);
    return { index, where, row: h("div", { class: "place" }, h("span", {}, name), where) };
  });
  const player = select("whose turn it is", owners.slice(0, about.players), String(position.player));
  const phase = select("step of the turn", about.phases.map((/** @type {string} */ name) => [name, name]), position.phase);
  const dialog = openDialog(
    "Set up the position",
    h(
      "div",
      { class: "sheet" },
      h("p", {}, "Turn of ", player, " at ", phase),
      h("details", { open: true }, h("summary", {}, "Territories"), h("div", { class: "places" }, ...places.map((each) => each.row))),
      h("details", {}, h("summary", {}, "Cards"), h("div", { class: "places" }, ...cards.map((/** @type {any} */ each) => each.row))),
    ),
    h("footer", {}, h("p", { class: "verdict", id: "edit-verdict", role: "status" }, "The game as it was stays a branch."), h("button", { type: "button", class: "move", onclick: () => go() }, "Play on from this")),
  );

  async function go() {
    const at = (/** @type {string} */ pile) => cards.filter((/** @type {any} */ each) => each.where.value === pile).map((/** @type {any} */ each) => each.index);
    const hands = Object.fromEntries(owners.map((/** @type {[string, string]} */ [owner]) => [owner, at(owner)]).filter((/** @type {[string, number[]]} */ [, hand]) => hand.length));
    const deck = [...position.deck.filter((/** @type {number} */ card) => at("deck").includes(card)), ...at("deck").filter((/** @type {number} */ card) => !position.deck.includes(card))];
    const edited = {
      ...position,
      owners: Object.fromEntries(places.map((each) => [each.name, Number(each.owner.value)])),
      armies: Object.fromEntries(places.map((each) => [each.name, Number(each.armies.value)])),
      hands,
      deck,
      discard: at("discard"),
      player: Number(player.value),
      phase: phase.value,
    };
    const answer = await link.ask("edit", { position: edited });
    if (answer.error) dialog.querySelector("#edit-verdict").textContent = answer.error;
    else dialog.close();
  }
}
