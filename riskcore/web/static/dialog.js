// The one dialog: a title, a way out, and whatever a tool puts in.

import { at, fill, h } from "./dom.js";

/** @param {string} title @param {...Node} children */
export function openDialog(title, ...children) {
  const dialog = at("dialog");
  fill(dialog, h("div", { class: "bar" }, h("h2", { id: "dialog-title" }, title), h("button", { type: "button", "data-key": "close", onclick: () => dialog.close() }, "Close")), ...children);
  if (!dialog.open) dialog.showModal();
  return dialog;
}
