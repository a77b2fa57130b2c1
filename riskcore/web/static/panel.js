// Beside the board: what happened, and what is known of the variant: its rules, a report, its goals.

import { openDialog } from "./dialog.js";
import { fill, h, sentence } from "./dom.js";

const TABS = [
  ["log", "What happened"],
  ["rules", "Rules"],
  ["report", "Report"],
  ["goals", "Goals"],
];

export class Panel {
  /** @param {HTMLElement} place @param {HTMLElement} log @param {any} about @param {import("./link.js").Link} link */
  constructor(place, log, about, link) {
    this.log = log;
    this.about = about;
    this.link = link;
    /** @type {Promise<any> | null} */
    this.studied = null;
    this.tabs = TABS.map(([key, words]) => h("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": key === "log" ? "log" : "page", class: "tab", onclick: () => this.open(key) }, words));
    const list = h("div", { role: "tablist", "aria-label": "Beside the board" }, ...this.tabs);
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.page = h("div", { id: "page", role: "tabpanel", tabindex: "0", hidden: true });
    fill(place, list, log, this.page);
    this.open("log");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const now = this.tabs.findIndex((each) => each === event.target);
    const next = this.tabs[(now + by + this.tabs.length) % this.tabs.length];
    next.focus();
    next.click();
  }

  /** Bots play the variant, once, when somebody first wants to know what comes of it. */
  study() {
    this.studied ??= this.link.ask("study");
    return this.studied;
  }

  /** @param {string} key */
  async open(key) {
    this.key_ = key;
    for (const [number, [each]] of TABS.entries()) {
      this.tabs[number].setAttribute("aria-selected", String(each === key));
      this.tabs[number].tabIndex = each === key ? 0 : -1;
    }
    this.log.hidden = key !== "log";
    this.page.hidden = key === "log";
    this.page.setAttribute("aria-labelledby", `tab-${key}`);
    if (key === "log") return;
    fill(this.page, h("p", { class: "todo" }, key === "rules" ? "The booklet is being written …" : "Bots play a hundred games of this variant …"));
    const shown = key === "rules" ? await this.booklet() : key === "report" ? await this.report() : await this.goals();
    if (this.key_ === key) fill(this.page, ...shown);
  }

  async booklet() {
    return this.framed(await this.link.ask("booklet"), `${this.about.name}: the rules`);
  }

  async report() {
    return this.framed(await this.link.ask("report"), `${this.about.name}: a report`);
  }

  /** A page within the page, and a way to see it larger. @param {any} answer @param {string} title */
  framed(answer, title) {
    if (answer.error || !answer.html) return [h("p", {}, sentence(answer.error ?? "There is none."))];
    const frame = () => h("iframe", { sandbox: "", title, srcdoc: answer.html });
    return [h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => openDialog(title, frame()) }, "Larger")), frame()];
  }

  async goals() {
    const found = await this.study();
    if (found.error) return [h("p", {}, sentence(found.error))];
    if (!found.goals.length) return [h("p", {}, "This variant has no goals. A table [goals] in its file says what it is meant to achieve.")];
    const row = (/** @type {any} */ goal) => h("tr", {}, h("th", { scope: "row" }, goal.words), h("td", {}, goal.value), h("td", {}, goal.verdict));
    const head = h("tr", {}, ...["Goal", "Found", "Met"].map((words) => h("th", { scope: "col" }, words)));
    return [h("table", { class: "goals" }, h("thead", {}, head), h("tbody", {}, ...found.goals.map(row))), h("p", { class: "todo" }, `After ${found.games} games, all ${found.bot}.`)];
  }
}
