// What the decision asks for and cannot be shown on the map: buttons, steppers, dice, names, and a form for the rest.

import { MARKS } from "./board.js";
import { NUMBERS, endings, follow, guess, kindsOf, values } from "./choice.js";
import { counted, fill, h, sentence } from "./dom.js";

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
    /** @type {(() => void) | null} */
    this.main = null;
    /** @type {Map<string, string[]>} what is to be picked on the table, and for which kinds of moves */
    this.waiting = new Map();
  }

  /** @param {Decision} decision @param {Pick[]} picks @param {string} [title] */
  show(decision, picks, title) {
    this.main = null;
    this.waiting.clear();
    const rows = kindsOf(decision).map((kind) => this.row(decision, kind, picks));
    const hints = [...this.waiting].map(([asked, kinds]) => h("p", { class: "todo" }, `${sentence(asked)} to `, h("strong", {}, kinds.join(" or ")), "."));
    const chosen = picks.map((pick) => this.value(pick.domain, pick.value)).join(" → ");
    fill(
      this.place,
      h("h2", {}, title ?? sentence(decision.words)),
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
    if (branch === null) return null;
    const left = kind.fields.slice(picks.length);
    if (left.length === 0) return this.button(kind, picks, [], this.title(kind));
    const few = endings(kind, picks, FEW);
    if (few && (few.length === 1 ? picks.length > 0 || !onTable(left[0]) : left.every((field) => !onTable(field) && field.domain !== "count"))) {
      if (left.length === 1 && left[0].domain === "dice") few.reverse(); // most people roll all they may
      return h("div", { class: "few" }, ...few.map((rest) => this.button(kind, picks, rest, this.ending(kind, picks, rest, few.length > 1))));
    }
    if (left.length === 1 && NUMBERS.includes(left[0].domain)) return this.stepper(kind, picks, branch);
    if (onTable(left[0])) {
      const asked = asks(left[0]);
      this.waiting.set(asked, [...(this.waiting.get(asked) ?? []), kind.kind]);
      return null;
    }
    return this.list(kind, picks, branch);
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

  /** A move in words. @param {Decision | null} decision @param {any[]} move */
  words(decision, move) {
    const kind = decision?.kinds.find((each) => each.kind === move[0]);
    if (!kind) return String(move[0]);
    const values = kind.fields.map((field, step) => {
      const value = move[step + 1];
      if (field.domain === "dice") return counted(value, "die", "dice");
      return kind.order && field.domain === "count" ? "" : this.value(field.domain, value, field.name);
    });
    return [kind.kind, ...values.filter(Boolean)].join(", ");
  }

  /** A value in words. @param {string} domain @param {any} value @param {string} [name] */
  value(domain, value, name = "") {
    const { board, deck, names } = this.about;
    const card = (/** @type {number} */ index) => (deck[index][1] < 0 ? "wild card" : `${board.territories[deck[index][1]]} (${deck[index][0]})`);
    if (domain === "territory") return board.territories[value];
    if (domain === "territories") return value.map((/** @type {number} */ each) => board.territories[each]).join(", ");
    if (domain === "owner") return value < 0 ? "nobody" : `${MARKS[value % MARKS.length]} ${names[value]}`;
    if (domain === "card") return card(value);
    if (domain === "cards") return value.map(card).join(", ");
    if (domain === "die") return `die ${value + 1}`;
    return name ? `${name} ${value}` : String(value);
  }

  /** @param {Kind} kind @param {Pick[]} picks @param {any[]} rest @param {string} words */
  button(kind, picks, rest, words) {
    const move = [kind.kind, ...picks.map((pick) => pick.value), ...rest];
    const act = () => this.hear.send(move);
    this.main ??= act;
    return h("button", { type: "button", "data-key": `${kind.kind}:${JSON.stringify(rest)}`, class: "move", title: kind.about, onclick: act }, words);
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
    const input = h("input", { id, type: "number", min: low, max: high, value: number, inputmode: "numeric", "data-key": id, onchange: () => to(Number(input.value)) });
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

/** @param {import("./choice.js").Field} field */
function asks(field) {
  if (field.domain.startsWith("territor")) return `pick ${field.name === "territory" ? "a territory" : `the ${field.name}`} on the map`;
  return "pick from your cards";
}
