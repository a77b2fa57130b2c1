// Another game: any shipped variant or this one, with rules added, changed or left out; checked while one types.

import { openDialog } from "./dialog.js";
import { fill, h, sentence } from "./dom.js";

/** What a parameter of a type can be, if that can be listed. @param {string} type */
const choices = (type) => (type === "true or false" ? ["true", "false"] : type.startsWith("one of ") ? type.slice(7).split(", ") : []);

export class NewGame {
  /** @param {import("./link.js").Link} link @param {any} about @param {any} position */
  constructor(link, about, position) {
    this.link = link;
    this.about = about;
    this.position = position;
    this.base = "";
    /** @type {Record<string, Record<string, string> | null>} */
    this.rules = {};
    this.timer = 0;
  }

  async open() {
    const known = await this.link.ask("overview");
    if (known.error) return;
    this.known = known;
    const option = (/** @type {any} */ each) => h("option", { value: each.id, title: each.summary }, each.name);
    const groups = [...new Set(known.variants.map((/** @type {any} */ each) => each.group))];
    this.choice = h(
      "select",
      { id: "base", onchange: () => this.rebase() },
      h("option", { value: "" }, `${this.about.name} (as it is played here)`),
      ...groups.map((group) => h("optgroup", { label: sentence(String(group)) }, ...known.variants.filter((/** @type {any} */ each) => each.group === group).map(option))),
    );
    this.adder = h("select", { id: "add", onchange: () => this.add() });
    this.seed = h("input", { id: "seed", type: "number", min: 0, value: this.about.seed ?? "", placeholder: "any", oninput: () => this.later() });
    this.seats = h("div", { class: "seats" });
    this.forms = h("div", { class: "forms" });
    this.verdict = h("p", { role: "status", "aria-live": "polite", class: "verdict" });
    this.file = h("pre", { role: "region", tabindex: "0", "aria-label": "The variant as a file" });
    this.about_ = h("p", { class: "todo" });
    this.saver = h("button", { type: "button", class: "quiet", onclick: () => this.save() }, "Save as a file");
    this.start = h("button", { type: "button", class: "move", onclick: () => this.begin() }, "Start");
    openDialog(
      "Another game",
      h(
        "div",
        { class: "sheet" },
        h("p", {}, h("label", { for: "base" }, "Variant "), this.choice, " ", h("label", { for: "seed" }, "Seed "), this.seed), this.about_,
        h("h3", {}, "Seats"), this.seats,
        h("h3", {}, "Rules and their parameters"), h("p", {}, h("label", { for: "add" }, "Add a rule "), this.adder), this.forms,
        h("h3", {}, "The variant as a file ", this.saver), this.file,
      ),
      h("footer", {}, this.verdict, this.start),
    );
    await this.rebase();
  }

  async rebase() {
    this.base = this.choice.value;
    this.rules = {};
    await this.check(true);
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(false), 250);
  }

  /** @param {boolean} anew whether the forms have to be made anew */
  async check(anew) {
    this.start.disabled ||= anew; // until it is known who may sit here
    const found = await this.link.ask("check", { base: this.base, rules: this.rules });
    this.start.disabled = Boolean(found.error);
    this.verdict.textContent = found.error ?? `${found.name}: these rules go together; for ${found.span[0]} to ${found.span[1]} players.`;
    this.verdict.classList.toggle("wrong", Boolean(found.error));
    if (found.error) return;
    this.found = found;
    this.file.textContent = found.toml;
    this.about_.textContent = found.summary;
    this.showSeats();
    if (anew) this.showForms();
  }

  showSeats() {
    const [low, high] = this.found.span;
    const before = [...this.seats.querySelectorAll("select")].map((each) => each.value);
    const seats = before.length ? before : this.position.seats.map((/** @type {any} */ seat) => seat.who);
    const bots = this.known.bots;
    const filler = bots.includes("greedy") ? "greedy" : bots[0];
    while (seats.filter((/** @type {string} */ who) => who !== "").length < low) seats.splice(seats.indexOf("") < 0 ? seats.length : seats.indexOf(""), 1, filler);
    const rows = Array.from({ length: high }, (_, number) =>
      h("select", { "aria-label": `Seat ${number + 1}`, "data-key": `seat-${number}` }, ...["", "you", "friend", ...bots].map((who) => h("option", { value: who, selected: who === (seats[number] ?? "") }, who || "empty"))),
    );
    fill(this.seats, ...rows);
  }

  showForms() {
    const facts = new Map(this.known.rules.map((/** @type {any} */ each) => [each.name, each]));
    const inForce = Object.keys(this.found.rules);
    const others = this.known.rules.filter((/** @type {any} */ each) => !inForce.includes(each.name));
    const groups = [...new Set(others.map((/** @type {any} */ each) => each.role))];
    const option = (/** @type {any} */ each) => h("option", { value: each.name, title: each.purpose }, `${each.name}: ${each.purpose}`);
    fill(this.adder, h("option", { value: "" }, "…"), ...groups.map((role) => h("optgroup", { label: sentence(String(role)) }, ...others.filter((/** @type {any} */ each) => each.role === role).map(option))));
    fill(this.forms, ...inForce.reverse().map((name) => this.form(name, facts.get(name))));
  }

  /** @param {string} name @param {any} facts */
  form(name, facts) {
    const fields = (facts?.parameters ?? []).map((/** @type {any} */ each) => {
      const id = `${name}.${each.name}`;
      const value = this.found.rules[name][each.name] ?? each.default;
      const among = choices(each.type);
      const told = () => this.set(name, each.name, input.value);
      const input = among.includes(value)
        ? h("select", { id, onchange: told }, ...among.map((words) => h("option", { value: words, selected: words === value }, words)))
        : h("input", { id, value, placeholder: each.type, oninput: told });
      const about = [each.help, among.includes(value) ? "" : each.type, each.allowed];
      return h("p", { class: "field" }, h("label", { for: id }, each.name.replaceAll("_", " ")), input, h("small", {}, about.filter(Boolean).join("; ")));
    });
    const drop = h("button", { type: "button", class: "quiet", "aria-label": `Leave out ${name}`, onclick: () => this.drop(name) }, "Leave out");
    return h("details", { open: name in this.rules }, h("summary", {}, h("strong", {}, name), ` ${facts?.purpose ?? ""}`), ...fields, drop);
  }

  /** @param {string} rule @param {string} key @param {string} text */
  set(rule, key, text) {
    this.rules[rule] = { ...(this.rules[rule] ?? {}), [key]: text };
    if (text === "") delete this.rules[rule]?.[key];
    this.later();
  }

  add() {
    if (this.adder.value) this.rules[this.adder.value] = {};
    this.check(true);
  }

  /** @param {string} name */
  drop(name) {
    this.rules[name] = null;
    this.check(true);
  }

  /** Give the variant file to the browser to keep. */
  save() {
    const address = URL.createObjectURL(new Blob([this.file.textContent], { type: "application/toml" }));
    h("a", { href: address, download: `${this.found.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.toml` }).click();
    URL.revokeObjectURL(address);
  }

  async begin() {
    const seats = [...this.seats.querySelectorAll("select")].map((each) => each.value).filter(Boolean);
    const answer = await this.link.ask("start", { base: this.base, rules: this.rules, seats, seed: this.seed.value === "" ? null : Math.max(0, Math.floor(Number(this.seed.value))) });
    if (answer.error) this.verdict.textContent = answer.error;
    else location.hash = answer.token;
  }
}
