// What may still be picked in a decision. Knows no rule: only kinds of moves, their fields and the legal answers.

/**
 * @typedef {{name: string, domain: string, low: number | null, high: number | null}} Field
 * @typedef {{kind: string, about: string, more: string, order: boolean, fields: Field[], answers: any[]}} Kind
 * @typedef {{seat: number, phase: string, words: string, secret: boolean, held: boolean, kinds: Kind[], curtain?: boolean}} Decision
 * @typedef {{domain: string, value: any}} Pick
 */

export const NUMBERS = ["count", "dice", "die"];
export const PLACES = ["territory"];
export const SETS = ["cards", "territories"];

/** @param {any} a @param {any} b */
const same = (a, b) => (Array.isArray(a) ? Array.isArray(b) && a.length === b.length && a.every((each, i) => each === b[i]) : a === b);

/**
 * The legal answers after some picks; null if these picks do not belong to the kind.
 * @param {Kind} kind @param {Pick[]} picks @returns {any[] | null}
 */
export function follow(kind, picks) {
  let branch = kind.answers;
  for (const [number, pick] of picks.entries()) {
    const field = kind.fields[number];
    if (!field || field.domain !== pick.domain) return null;
    if (number === kind.fields.length - 1) {
      return values(branch, field.domain, true).some((value) => same(value, pick.value)) ? [[]] : null;
    }
    const found = branch.find((entry) => same(entry[0], pick.value));
    if (!found) return null;
    branch = found[1];
  }
  return branch;
}

/**
 * The values at a branch, ranges written out.
 * @param {any[]} branch @param {string} domain @param {boolean} last whether it is the last field
 */
export function values(branch, domain, last) {
  if (!last) return branch.map((entry) => entry[0]);
  if (!NUMBERS.includes(domain)) return branch;
  return branch.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, step) => low + step));
}

/**
 * Orders are not listed: they may be given wherever the move before them with the same first fields may be made.
 * @param {Decision} decision @returns {Kind[]}
 */
export function kindsOf(decision) {
  return decision.kinds.map((kind) => {
    if (!kind.order) return kind;
    const model = decision.kinds.find((other) => !other.order && other.fields.length > 1 && shared(other, kind) > 0);
    if (!model) return { ...kind, answers: [] };
    const depth = shared(model, kind);
    const rest = kind.fields.slice(depth);
    return { ...kind, answers: cut(model.answers, depth, rest) };
  });
}

/** @param {Kind} model @param {Kind} kind */
function shared(model, kind) {
  let depth = 0;
  while (depth < model.fields.length && model.fields[depth].name === kind.fields[depth]?.name) depth += 1;
  return depth;
}

/** @param {any[]} branch @param {number} depth @param {Field[]} rest @returns {any[]} */
function cut(branch, depth, rest) {
  if (depth > 0) return branch.map((entry) => [entry[0], cut(entry[1] ?? [], depth - 1, rest)]);
  const [field, ...more] = rest;
  const low = field.low ?? 0;
  return more.length ? [[low, cut([], 0, more)]] : [[low, low]];
}

/**
 * Which values the next pick may have, by domain.
 * @param {Decision} decision @param {Pick[]} picks @returns {Map<string, Set<any>>}
 */
export function open(decision, picks) {
  /** @type {Map<string, Set<any>>} */
  const found = new Map();
  for (const kind of kindsOf(decision)) {
    const branch = follow(kind, picks);
    const field = kind.fields[picks.length];
    if (!branch || !field) continue;
    const set = found.get(field.domain) ?? new Set();
    for (const value of values(branch, field.domain, picks.length === kind.fields.length - 1)) set.add(value);
    found.set(field.domain, set);
  }
  return found;
}

/**
 * All ways to finish a kind after some picks, or null if there are more than a few.
 * @param {Kind} kind @param {Pick[]} picks @param {number} most @returns {any[][] | null}
 */
export function endings(kind, picks, most) {
  const branch = follow(kind, picks);
  if (!branch) return [];
  /** @type {any[][]} */
  const found = [];
  /** @param {any[]} rest @param {number} depth @param {any[]} way @returns {boolean} */
  const walk = (rest, depth, way) => {
    if (depth === kind.fields.length) {
      found.push(way);
      return found.length <= most;
    }
    const last = depth === kind.fields.length - 1;
    if (last) return values(rest, kind.fields[depth].domain, true).every((value) => walk([], depth + 1, [...way, value]));
    return rest.every((entry) => walk(entry[1], depth + 1, [...way, entry[0]]));
  };
  if (picks.length === kind.fields.length) return [[]];
  return walk(branch, picks.length, []) ? found : null;
}

/**
 * A move to ask the rules about, although it is not legal: what was picked, and anything for the rest.
 * @param {Kind} kind @param {Pick[]} picks @param {number[][]} neighbours
 */
export function guess(kind, picks, neighbours) {
  const picked = picks.map((pick) => pick.value);
  const rest = kind.fields.slice(picks.length).map((field) => {
    if (PLACES.includes(field.domain)) return neighbours[picked[picked.length - 1]]?.[0] ?? 0;
    if (SETS.includes(field.domain)) return [];
    return field.domain === "text" ? "" : Math.max(field.low ?? 0, 0);
  });
  return [kind.kind, ...picked, ...rest];
}

/** What is asked, so that one knows when it is asked again. @param {any} position */
export const asked = ({ decision, view }) => JSON.stringify([decision?.seat, decision?.phase, view.turn]);

/**
 * The territories of the move before, if they may be picked again: many attacks take several battles.
 * @param {any} position @param {{asked: string, picks: Pick[]}} made @returns {Pick[]}
 */
export function again(position, made) {
  const { decision } = position;
  if (!decision || decision.curtain || made.asked !== asked(position)) return [];
  return kindsOf(decision).some((kind) => follow(kind, made.picks)) ? made.picks : [];
}

/** The territories that a move names, in order. @param {Decision | null} decision @param {any[]} move @returns {number[]} */
export function placesOf(decision, move) {
  const kind = decision?.kinds.find((each) => each.kind === move[0]);
  return (kind?.fields ?? []).flatMap((field, step) => (PLACES.includes(field.domain) ? [move[step + 1]] : []));
}

/** Whether a kind of move leads from one territory to another. @param {Kind} kind */
export const goesFrom = ({ fields, answers }) => answers.length > 0 && [0, 1].every((step) => PLACES.includes(fields[step]?.domain));
