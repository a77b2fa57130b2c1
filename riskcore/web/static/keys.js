// For who uses the keyboard: the focus goes on where something is to be picked, set or pressed.

import { at } from "./dom.js";

let used = false; // rather than a mouse or a finger

document.addEventListener("pointerdown", () => (used = false), true);
document.addEventListener("keydown", () => (used = true), true);

/** Redraw what is asked; the focus does not get lost with a button that is gone. @param {() => void} draw */
export function keepingFocus(draw) {
  const place = at("ask");
  const inside = used && place.contains(document.activeElement);
  draw();
  const lost = document.activeElement === place || !place.contains(document.activeElement);
  if (inside && lost) (target() ?? place.querySelector("input") ?? document.querySelector("[data-legal]:not([data-picked])") ?? place.querySelector(".move:not(.never)") ?? place).focus();
}

/** From the map to the buttons, as soon as all is picked there. */
export function fromMap() {
  if (used && document.querySelector("[data-picked]") && !target()) at("ask").querySelector("input, .move:not(.never, .quiet)")?.focus();
}

/** @returns {any} */
const target = () => document.querySelector("[data-target]");
