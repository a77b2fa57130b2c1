// What the decision asks for and cannot be shown on the map: buttons, steppers, dice, names, and a form for the rest.

import { battleLine, die, faceAt } from "./battle.js";
import { NUMBERS, endings, follow, guess, kindsOf, values } from "./choice.js";
import { counted, fill, h, sentence } from "./dom.js";
import { named } from "./owners.js";

const FEW = 8;

/**
 * @typedef {import("./choice.js").Decision} Decision
 * @typedef {import("./choice.js").Kind} Kind
 * @typedef {import("./choice.js").Pick} Pick
 */

export class Controls {
  /**
   * @param {HTMLElement} place
   * @param {any} about
   * @param {{send: (move: any[]) => void, pick: (pick: Pick) => void, clear: () => void, why: (move: any[]) => void}} hear
   */
  constructor(place, about, hear) {
    this.place = place;
    this.about = about;
    this.hear = hear;
    /** @type {Map<string, number>} what steppers stand at */
    this.numbers = new Map();
    /** @type {Map<string, string>} what limits of orders stand at, by name */
    this.limits = new Map();
    /** @type {any} */
    this.battle = null;
    /** @type {(() => void) | null} */
    this.main = null;
    /** @type {Map<string, string[]>} what is to be picked on the table, and for which kinds of moves */
    this.waiting = new Map();
  }

  /** @param {Decision} decision @param {Pick[]} picks @param {string} title @param {any} battle that is being fought */
  show(decision, picks, title, battle) {
    this.main = null;
    this.battle = battle;
    this.waiting.clear();
    const rows = kindsOf(decision).map((kind) => this.row(decision, kind, picks));
    const hints = [...this.waiting].map(([asked, kinds]) => h("p", { class: "todo" }, `${sentence(asked)} to `, h("strong", {}, kinds.join(" or ")), "."));
    const chosen = picks.map((pick) => this.value(pick.domain, pick.value)).join(" → ");
    fill(
      this.place,
      h("h2", {}, title),
      battle ? h("p", {}, battleLine(this.about.board.territories, battle)) : null,
      chosen ? h("p", { class: "picks" }, chosen, " ", h("button", { type: "button", "data-key": "clear", class: "quiet", onclick: () => this.hear.clear() }, "Pick again")) : null,
      h("div", { class: "kinds" }, ...hints, ...rows),
    );
  }

  /** Do what Enter does: the first thing that is ready. */
  confirm() {
    this.main?.();
  }

  /** @param {Decision} decision @param {Kind} kind @param {Pick[]} picks */
  row(decision, kind, picks) {
    if (kind.answers.length === 0) return kind.order ? null : this.never(kind);
    const branch = follow(kind, picks);
    if (branch === null) return kind.fields.length ? null : this.aside(kind);
    const left = kind.fields.slice(picks.length);
    if (left.length === 0) return this.button(kind, picks, [], this.title(kind));
    if (kind.order && left.every((field) => field.domain === "count")) return this.order(kind, picks, left);
    const few = endings(kind, picks, FEW);
    if (few && (few.length === 1 ? picks.length > 0 || !onTable(left[0]) : left.every((field) => !onTable(field) && field.domain !== "count"))) {
      if (left.length === 1 && left[0].domain === "dice") few.reverse(); // most people roll all they may
      return h("div", { class: "few" }, ...few.map((rest) => this.button(kind, picks, rest, this.ending(kind, picks, rest, few.length > 1), this.drawn(kind, rest))));
    }
    if (left.length === 1 && NUMBERS.includes(left[0].domain)) return this.stepper(kind, picks, branch);
    if (onTable(left[0])) {
      const asked = asks(left[0]);
      const most = few ? 0 : highest(branch, kind.fields.length - picks.length, kind.fields[kind.fields.length - 1].domain);
      this.waiting.set(asked, [...(this.waiting.get(asked) ?? []), most > 1 ? `${kind.kind} up to ${most}` : kind.kind]);
      return null;
    }
    return values(branch, left[0].domain, left.length === 1).length > FEW ? this.list(kind, picks, branch) : this.choices(kind, picks, branch);
  }

  /** The die that a move ends with, as it lies on the table. @param {Kind} kind @param {any[]} rest */
  drawn(kind, rest) {
    const last = kind.fields[kind.fields.length - 1];
    return this.battle?.attack.length && last?.domain === "die" ? die(...faceAt(this.battle, rest[rest.length - 1])) : null;
  }

  /** What follows is picked elsewhere: one button for each of a few values. @param {Kind} kind @param {Pick[]} picks @param {any[]} branch */
  choices(kind, picks, branch) {
    const { domain, name } = kind.fields[picks.length];
    const button = (/** @type {any} */ value) =>
      h("button", { type: "button", class: "move", title: kind.about, "data-key": `${kind.kind}-${value}`, onclick: () => this.hear.pick({ domain, value }) }, `${this.title(kind)}: ${this.value(domain, value, name)} …`);
    return h("div", { class: "few" }, ...values(branch, domain, false).map(button));
  }

  /** An order: a button, and steppers for its limits, which may be left as they are. @param {Kind} kind @param {Pick[]} picks @param {import("./choice.js").Field[]} left */
  order(kind, picks, left) {
    const steps = left.map((field) => {
      const id = `order-${field.name}`;
      const least = field.low ?? 0;
      const input = h("input", { id, type: "number", min: least, max: field.high, value: this.limits.get(field.name) ?? "", placeholder: least < -999 ? "any" : least, inputmode: "numeric", "data-key": id, onchange: () => this.limits.set(field.name, input.value) });
      const by = (/** @type {number} */ step) => {
        input.value = String(Math.max(least, (input.value === "" ? Math.max(least, 0) : Number(input.value)) + step));
        this.limits.set(field.name, input.value);
      };
      const small = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ step) => h("button", { type: "button", class: "small", "aria-label": label, "data-key": `${id}${sign}`, onclick: () => by(step) }, sign);
      const words = field.name.replaceAll("_", " ");
      const get = () => Math.max(least, Math.floor(input.value === "" ? least : Number(input.value) || 0));
      return { get, row: h("div", { class: "stepper" }, h("label", { for: id }, words), small("−", `fewer: ${words}`, -1), input, small("+", `more: ${words}`, 1)) };
    });
    const act = () => this.hear.send([kind.kind, ...picks.map((pick) => pick.value), ...steps.map(({ get }) => get())]);
    this.main ??= act;
    const limits = h("details", { class: "limits", open: this.limits.size > 0 }, h("summary", { "data-key": `${kind.kind}-limits` }, "Limits"), h("p", { class: "todo" }, kind.more), ...steps.map(({ row }) => row));
    return h("div", { class: "few" }, h("button", { type: "button", class: "move", title: kind.about, "data-key": kind.kind, onclick: act }, this.title(kind)), limits);
  }

  /** @param {Kind} kind */
  title(kind) {
    return sentence(kind.kind);
  }

  /** @param {Kind} kind @param {Pick[]} picks @param {any[]} rest @param {boolean} several */
  ending(kind, picks, rest, several) {
    if (!several || kind.order) return this.title(kind);
    const words = rest.map((value, step) => {
      const field = kind.fields[picks.length + step];
      return field.domain === "dice" ? counted(value, "die", "dice") : this.value(field.domain, value, field.name);
    });
    return `${this.title(kind)}: ${words.join(", ")}`;
  }

  /** A value in words. @param {string} domain @param {any} value @param {string} [name] */
  value(domain, value, name = "") {
    const { board, deck } = this.about;
    const card = (/** @type {number} */ index) => (deck[index][1] < 0 ? "wild card" : `${board.territories[deck[index][1]]} (${deck[index][0]})`);
    if (domain === "territory") return board.territories[value];
    if (domain === "territories") return value.map((/** @type {number} */ each) => board.territories[each]).join(", ");
    if (domain === "owner") return named(this.about, value);
    if (domain === "card") return card(value);
    if (domain === "cards") return value.map(card).join(", ");
    if (domain === "die") return `die ${value + 1}`;
    return name ? `${name} ${value}` : String(value);
  }

  /** @param {Kind} kind @param {Pick[]} picks @param {any[]} rest @param {string} words @param {Node | null} drawing */
  button(kind, picks, rest, words, drawing = null) {
    const move = [kind.kind, ...picks.map((pick) => pick.value), ...rest];
    const act = () => this.hear.send(move);
    this.main ??= act;
    return h("button", { type: "button", "data-key": `${kind.kind}:${JSON.stringify(rest)}`, class: "move", title: kind.about, onclick: act }, words, drawing ? " " : null, drawing);
  }

  /** What can be done whatever is picked. @param {Kind} kind */
  aside(kind) {
    return h("button", { type: "button", "data-key": `${kind.kind}:[]`, class: "move quiet", title: kind.about, onclick: () => this.hear.send([kind.kind]) }, this.title(kind));
  }

  /** A kind that is not legal now: grey, and it says why. @param {Kind} kind */
  never(kind) {
    const ask = () => this.hear.why(guess(kind, [], this.about.board.neighbours));
    return h("button", { type: "button", class: "move never", "aria-disabled": "true", "data-key": kind.kind, title: kind.about, onclick: ask, onfocus: ask }, this.title(kind));
  }

  /** @param {Kind} kind @param {Pick[]} picks @param {any[]} branch */
  stepper(kind, picks, branch) {
    const field = kind.fields[picks.length];
    const all = values(branch, field.domain, true);
    const key = JSON.stringify([kind.kind, picks]);
    const low = all[0];
    const high = all[all.length - 1];
    const kept = this.numbers.get(key);
    let number = kept !== undefined && all.includes(kept) ? kept : high;
    const id = `step-${kind.kind.replaceAll(" ", "-")}`;
    const input = h("input", { id, type: "number", min: low, max: high, value: number, inputmode: "numeric", "data-key": id, onchange: () => to(Number(input.value)), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && act() });
    const to = (/** @type {number} */ wanted) => {
      number = all.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), high);
      this.numbers.clear();
      this.numbers.set(key, number);
      input.value = String(number);
    };
    const act = () => {
      to(Number(input.value));
      this.hear.send([kind.kind, ...picks.map((pick) => pick.value), number]);
    };
    this.main ??= act;
    const small = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ wanted) =>
      h("button", { type: "button", class: "small", "aria-label": label, "data-key": `${id}${sign}`, onclick: () => to(wanted()) }, sign);
    return h(
      "div",
      { class: "stepper" },
      h("label", { for: id }, field.name.replaceAll("_", " ")),
      small("−", `fewer ${field.name}`, () => number - 1),
      input,
      small("+", `more ${field.name}`, () => number + 1),
      h("span", { class: "range" }, `${low} to ${high}`),
      h("button", { type: "button", class: "move", title: kind.about, "data-key": `${id}-do`, onclick: act }, this.title(kind)),
    );
  }

  /** Anything else: one of a list. @param {Kind} kind @param {Pick[]} picks @param {any[]} branch */
  list(kind, picks, branch) {
    const field = kind.fields[picks.length];
    const last = picks.length === kind.fields.length - 1;
    const all = values(branch, field.domain, last);
    const id = `list-${kind.kind.replaceAll(" ", "-")}`;
    const select = h("select", { id, "data-key": id }, ...all.map((value, step) => h("option", { value: step }, this.value(field.domain, value))));
    const act = () => {
      const value = all[Number(select.value)];
      if (last) this.hear.send([kind.kind, ...picks.map((pick) => pick.value), value]);
      else this.hear.pick({ domain: field.domain, value });
    };
    return h(
      "div",
      { class: "stepper" },
      h("label", { for: id }, field.name.replaceAll("_", " ")),
      select,
      h("button", { type: "button", class: "move", title: kind.about, "data-key": `${id}-do`, onclick: act }, last ? this.title(kind) : "Choose"),
    );
  }
}

/** Whether a field is picked on the map or in the hand. @param {import("./choice.js").Field} field */
const onTable = (field) => ["territory", "territories", "card", "cards"].includes(field.domain);

/** The highest number that the last of some fields may have; 0 if it is not a number of armies or the like. @param {any[]} branch @param {number} depth @param {string} domain @returns {number} */
function highest(branch, depth, domain) {
  if (domain !== "count") return 0;
  return Math.max(0, ...branch.map((entry) => (depth > 1 ? highest(entry[1], depth - 1, domain) : entry[1])));
}

/** @param {import("./choice.js").Field} field */
function asks(field) {
  if (field.domain.startsWith("territor")) return `pick ${field.name === "territory" ? "a territory" : `the ${field.name}`} on the map`;
  return "pick from your cards";
}
