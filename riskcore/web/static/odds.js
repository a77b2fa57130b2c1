// The exact odds of an attack, or of a campaign of several.

import { h } from "./dom.js";

/**
 * How likely an army takes a territory, or several on the way to it; the map shows that way.
 * @param {import("./link.js").Link} link @param {import("./board.js").Board} board @param {number} source @param {number} target
 */
export async function odds(link, board, source, target) {
  const { territories } = board.map;
  const answer = await link.ask("odds", { source, target });
  if (answer.win === undefined) return null;
  board.mark(answer.path);
  const left = answer.left === null ? "" : `, with ${answer.left.toFixed(1)} armies left on average`;
  const names = answer.path.map((/** @type {number} */ each) => territories[each]).join(", then ");
  return h("span", {}, `${territories[source]} takes ${names} in ${(100 * answer.win).toFixed(1)} of 100 tries${left}.`);
}
