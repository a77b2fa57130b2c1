// Several people at one screen: nobody sees anything until the one who decides has it.

import { at, fill, h, sentence } from "./dom.js";

/** @param {string} name @param {string} words what is decided @param {() => void} reveal */
export function drawCurtain(name, words, reveal) {
  const button = () => h("button", { type: "button", class: "move", "data-key": "reveal", onclick: reveal }, `I am ${name}`);
  fill(at("ask"), h("h2", {}, `${name}: ${words}`), h("p", {}, "This is decided in secret."), button());
  const cover = at("curtain");
  const own = button();
  cover.hidden = false;
  fill(cover, h("div", { role: "alertdialog", "aria-label": "Pass the device" }, h("h2", {}, `Pass the device to ${name}`), h("p", {}, sentence(words)), own));
  own.focus();
}
