// Who would win, over the whole game: bands as wide as each player's chance, under which the slider runs.

import { h, make } from "./dom.js";
import { mark, tone } from "./owners.js";

const WIDE = 600;
const HIGH = 60;
const MOST = 300; // positions drawn; more would be narrower than a dot

/**
 * @param {number[]} line @param {Map<number, number[]>} chances in thousandths, by position
 * @param {any} about @param {number} at the place in the line that is looked at @param {(place: number) => void} look
 */
export function drawRibbon(line, chances, about, at, look) {
  const known = latest(line, chances);
  if (!known.some((each) => each)) return null;
  const last = Math.max(1, line.length - 1);
  const step = Math.max(1, Math.ceil(line.length / MOST));
  const places = known.map((_, place) => place).filter((place) => known[place] && (place % step === 0 || place === last));
  const players = /** @type {number[]} */ (known[places[0]]).length;
  const svg = make("svg", { class: "ribbon", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": words(known[at], about.names) });
  const below = places.map(() => 0);
  for (let player = 0; player < players; player += 1) {
    const lower = [...below];
    for (const [number, place] of places.entries()) below[number] += /** @type {number[]} */ (known[place])[player] / 1000;
    const point = (/** @type {number[]} */ heights) => (/** @type {number} */ place, /** @type {number} */ number) => `${((WIDE * place) / last).toFixed(1)} ${(HIGH * heights[number]).toFixed(1)}`;
    const there = places.map(point(lower));
    const back = places.map(point(below)).reverse();
    svg.append(make("path", { d: `M ${there.join(" L ")} L ${back.join(" L ")} Z`, "data-owner": tone(about, player) }));
  }
  svg.append(make("line", { x1: (WIDE * at) / last, x2: (WIDE * at) / last, y1: 0, y2: HIGH }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    look(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return h("div", { class: "ribbon-place" }, svg, ...labels(about, known[at], at / last));
}

/** The chances at every place of a line; where nothing new is known, those from before. @param {number[]} line @param {Map<number, number[]>} chances */
function latest(line, chances) {
  /** @type {number[] | undefined} */
  let found;
  return line.map((node) => (found = chances.get(node) ?? found));
}

/** The marks of all who have room for one, beside the line. @param {any} about @param {number[] | undefined} chances @param {number} at from 0 to 1 */
function labels(about, chances, at) {
  let below = 0;
  const beside = at > 0.5 ? `right: ${100 - 100 * at}%` : `left: ${100 * at}%`;
  return (chances ?? []).map((each, player) => {
    const middle = below + each / 2;
    below += each;
    return each < 180 ? null : h("span", { class: "ribbon-mark", "data-owner": tone(about, player), style: `top: ${middle / 10}%; ${beside}`, "aria-hidden": "true" }, `${mark(about, player)} ${Math.round(each / 10)} %`);
  });
}

/** @param {number[] | undefined} chances @param {string[]} names */
function words(chances, names) {
  const told = (chances ?? []).map((each, player) => `${names[player]} ${Math.round(each / 10)} %`);
  return `Who would win: ${told.join(", ")}`;
}
