// The branches of a game as a small tree; a click looks at the end of a branch.

import { h, make } from "./dom.js";

const WIDE = 300;
const HIGH = 18;

/**
 * @param {Map<number, any>} nodes @param {number[]} line @param {number} here
 * @param {(node: number) => void} look
 */
export function drawTree(nodes, line, here, look) {
  const ends = [...nodes.values()].filter((node) => !children(nodes).has(node.n)).map((node) => node.n);
  if (ends.length < 2) return null;
  const main = line[line.length - 1];
  const order = [main, ...ends.filter((end) => end !== main)].slice(0, 12);
  const deepest = Math.max(...order.map((end) => depth(nodes, end)));
  const x = (/** @type {number} */ node) => 8 + (WIDE - 16) * (depth(nodes, node) / Math.max(1, deepest));
  /** @type {Map<number, number>} */
  const row = new Map();
  const svg = make("svg", { class: "tree", viewBox: `0 0 ${WIDE} ${HIGH * order.length}`, role: "group", "aria-label": "Branches of the game" });
  for (const [number, end] of order.entries()) {
    const y = HIGH * number + HIGH / 2;
    let fork = end;
    while (fork !== undefined && !row.has(fork)) {
      row.set(fork, y);
      fork = nodes.get(fork)?.parent;
    }
    const from = row.get(fork) ?? y;
    const start = nodes.has(fork) ? x(fork) : x(0);
    svg.append(make("path", { d: `M ${start} ${from} L ${start} ${y} L ${x(end)} ${y}`, class: number ? "side" : "main" }));
    const dot = make("circle", { cx: x(end), cy: y, r: 5, tabindex: "0", role: "button", "aria-label": `End of branch ${number + 1}, after ${depth(nodes, end)} moves` });
    dot.addEventListener("click", () => look(end));
    dot.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") look(end);
    });
    svg.append(dot);
  }
  svg.append(make("circle", { cx: x(here), cy: row.get(here) ?? HIGH / 2, r: 3, class: "here" }));
  return h("div", { class: "branches" }, svg);
}

/** @type {WeakMap<Map<number, any>, {size: number, parents: Set<number>}>} */
const known = new WeakMap();

/** The positions that something follows. @param {Map<number, any>} nodes */
function children(nodes) {
  let found = known.get(nodes);
  if (!found || found.size !== nodes.size) {
    found = { size: nodes.size, parents: new Set([...nodes.values()].map((node) => node.parent)) };
    known.set(nodes, found);
  }
  return found.parents;
}

/** @param {Map<number, any>} nodes @param {number} node */
const depth = (nodes, node) => nodes.get(node)?.depth ?? 0;
