// Battles: the dice of both sides as they lie, and which battle they belong to.

import { h, make } from "./dom.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** One die; without a face if it is not thrown yet. @param {number} face @param {string} side */
export function die(face, side) {
  const svg = make("svg", { class: `die ${side}`, viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(make("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }));
  for (const place of PIPS[face] ?? []) svg.append(make("circle", { cx: 6 + 6 * (place % 3), cy: 6 + 6 * Math.floor(place / 3), r: 2.4 }));
  return svg;
}

/** The dice of one side. @param {number[]} faces @param {number} count how many, where they are not thrown yet @param {string} side */
function dice(faces, count, side) {
  const all = faces.length ? faces : Array.from({ length: count }, () => 0);
  const told = faces.length ? `${side} rolls ${faces.join(", ")}` : `${side}: ${count} dice`;
  return all.length ? h("span", { class: "dice", role: "img", "aria-label": told }, ...all.map((face) => die(face, side))) : null;
}

/**
 * A battle in a line. @param {string[]} territories
 * @param {{source: number, target: number, attack: number[], defence: number[], dice?: number[], lost?: number, killed?: number}} battle
 */
export function battleLine(territories, { source, target, attack, defence, dice: [attackers, defenders] = [0, 0], lost, killed }) {
  const losses = lost === undefined ? "" : ` ${territories[source]} loses ${lost}, ${territories[target]} ${killed}.`;
  return h("span", { class: "battle" }, `${territories[source]} → ${territories[target]} `, dice(attack, attackers, "attacker"), " ", dice(defence, defenders, "defender"), losses);
}

/** The face of a die by its place: the attacker's first. @param {any} battle @param {number} place @returns {[number, string]} */
export const faceAt = (battle, place) => (place < battle.attack.length ? [battle.attack[place], "attacker"] : [battle.defence[place - battle.attack.length] ?? 0, "defender"]);
