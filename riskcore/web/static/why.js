// Why something may not be done, and which rules were at work.

import { fill, h, sentence } from "./dom.js";

/** A rule that was at work: its name, the printed rules that it cites, and what it says. @param {[string, string[], string]} cause */
export const causeOf = ([rule, ids, words]) => [h("strong", {}, [rule, ...ids].join(" ")), words ? ` ${words}` : ""];

/** A refusal, with the rule behind it. @param {HTMLElement} place @param {any} answer @param {string} [kind] */
export function refuse(place, answer, kind) {
  const said = kind ? `${sentence(kind)}: ${answer.refusal}` : sentence(answer.refusal);
  fill(place, h("span", {}, `${said.replace(/\.$/, "")}. `), answer.cause ? h("span", { class: "cause" }, ...causeOf(answer.cause)) : null);
}
