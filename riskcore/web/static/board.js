// The map: owners and armies painted on the drawing, territories to click, to drag from and to reach with the keyboard.

import { at, counted, make } from "./dom.js";
import { mark, tone } from "./owners.js";

/** @typedef {{territories: string[], neighbours: number[][], continents: string[], continent_of: number[], bonuses: number[], svg: string}} Drawing */

export class Board {
  /**
   * @param {any} about
   * @param {{click: (territory: number, again: boolean) => void, lift: (from: number) => void, drag: (from: number, to: number) => void, look: (territory: number) => void}} hear
   */
  constructor(about, hear) {
    this.about = about;
    /** @type {Drawing} */
    this.map = about.board;
    /** @type {string[]} */
    this.names = about.names;
    this.hear = hear;
    /** @type {Map<number, {words: string, owner: number}>} what rules keep there */
    this.kept = new Map();
    const parsed = new DOMParser().parseFromString(this.map.svg, "image/svg+xml").documentElement;
    parsed.querySelector("style")?.remove();
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    at("board").replaceChildren(this.svg);
    /** @type {SVGElement[]} */
    this.shapes = [];
    for (const shape of this.svg.querySelectorAll(".riskmap-territory")) {
      const element = /** @type {SVGElement} */ (shape);
      this.shapes[Number(element.dataset.index)] = element;
      element.setAttribute("role", "button");
    }
    this.labels = [...this.svg.querySelectorAll(".riskmap-label tspan")];
    this.signs = make("g", {});
    this.arrow = make("path", { class: "riskmap-arrow", "stroke-width": 0.3 * this.size });
    this.svg.append(this.signs, this.arrow);
    this.svg.style.setProperty("--label", `${1.2 * this.size}px`);
    this.listen();
  }

  /** The height of a label. */
  get size() {
    return Number(this.labels[0]?.parentElement?.getAttribute("font-size") ?? 16);
  }

  /** Where a territory's label is. @param {number} place @returns {number[]} */
  middle(place) {
    return ["x", "y"].map((name) => Number(this.labels[place].getAttribute(name)));
  }

  /** An arrow from a territory to another one or to a point of the drawing, or none. @param {number | null} from @param {number | number[]} to */
  point(from, to = 0) {
    const [x, y] = from === null ? [0, 0] : this.middle(from);
    const [u, v] = typeof to === "number" ? this.middle(to) : to;
    const long = Math.hypot(u - x, v - y);
    const wide = this.svg.viewBox.baseVal.width;
    if (from === null || long < 2 * this.size || (typeof to === "number" && long > wide / 2)) return set(this.arrow, "d", ""); // not across the world
    const [dx, dy] = [((u - x) / long) * this.size, ((v - y) / long) * this.size];
    const [a, b] = [u - 0.9 * dx, v - 0.9 * dy];
    set(this.arrow, "d", `M ${x + 0.9 * dx} ${y + 0.9 * dy} L ${a} ${b} M ${a - dx - 0.6 * dy} ${b - dy + 0.6 * dx} L ${a} ${b} L ${a - dx + 0.6 * dy} ${b - dy - 0.6 * dx}`);
  }

  /** Show where a move would go that somebody only thinks of. @param {number[]} places */
  think([from, to]) {
    if (from === undefined) return;
    if (to === undefined) this.flash([from]);
    else this.point(from, to);
  }

  listen() {
    /** @type {number | null} */
    let start = null;
    /** @type {number | null} */
    let lifted = null;
    const end = () => {
      if (start === null) return;
      start = lifted = null;
      this.point(null);
    };
    const held = () => start !== null && this.svg.classList.contains("dragging") && this.shapes[start].hasAttribute("data-legal");
    this.svg.addEventListener("touchmove", (event) => held() && event.preventDefault(), { passive: false }); // or the page would move
    this.svg.addEventListener("pointerdown", (event) => {
      start = place(event.target);
      if (start !== null && event.pointerType !== "touch") event.preventDefault();
    });
    this.svg.addEventListener("pointerup", (event) => {
      const [from, to] = [start, place(document.elementFromPoint(event.clientX, event.clientY))]; // a finger's events stay where it began
      end();
      if (from !== null && to !== null && to !== from) this.hear.drag(from, to);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (start === null || !held()) return;
      if (place(document.elementFromPoint(event.clientX, event.clientY)) === start) return;
      if (lifted !== start) this.hear.lift((lifted = start));
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
      this.point(start, [x, y]);
    });
    this.svg.addEventListener("pointercancel", end);
    this.svg.addEventListener("pointerleave", end);
    this.svg.addEventListener("click", (event) => {
      const here = place(event.target);
      if (here !== null) this.hear.click(here, event.detail > 1);
    });
    this.svg.addEventListener("pointerover", (event) => {
      const here = place(event.target);
      if (here !== null) this.hear.look(here);
    });
    this.svg.addEventListener("focusin", (event) => this.hear.look(Number(/** @type {SVGElement} */ (event.target).dataset.index)));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = Number(/** @type {SVGElement} */ (event.target).dataset.index);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.hear.click(here, false);
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      event.stopPropagation();
      this.step(here, way[0], way[1]);
    }
  }

  /** Move the focus to the nearest territory that may be clicked in a direction. @param {number} here @param {number} dx @param {number} dy */
  step(here, dx, dy) {
    const middle = (/** @type {SVGElement} */ shape) => {
      const box = shape.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(this.shapes[here]);
    let best = null;
    let least = Infinity;
    for (const shape of this.shapes) {
      if (shape.getAttribute("tabindex") !== "0") continue;
      const [u, v] = middle(shape);
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 1 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = shape;
      }
    }
    best?.focus();
  }

  /**
   * @param {any} shown a position @param {Set<number>} legal territories that may be picked now @param {number[]} picked
   * @param {boolean} asking whether a territory is asked for
   */
  paint({ view, kept, battle }, legal, picked, asking) {
    this.svg.classList.toggle("asking", asking);
    this.keep(kept);
    const [from, to] = picked.length > 1 ? picked : battle ? [battle.source, battle.target] : [null];
    this.point(from, to);
    for (const [place, shape] of this.shapes.entries()) {
      const owner = view.owner[place];
      const armies = view.armies[place];
      set(shape, "data-owner", tone(this.about, owner));
      flag(shape, "data-legal", legal.has(place));
      flag(shape, "data-picked", picked.includes(place));
      set(shape, "tabindex", legal.has(place) ? "0" : "-1");
      set(shape, "aria-label", this.words(place, owner, armies, legal.has(place), picked.includes(place)));
      set(shape, "aria-disabled", String(asking && !legal.has(place)));
      const text = owner === -2 ? "✕" : owner < 0 ? "" : `${mark(this.about, owner)}${armies}`;
      if (this.labels[place].textContent !== text) {
        this.labels[place].textContent = text;
        shape.firstElementChild?.replaceChildren(this.words(place, owner, armies, false, false));
      }
    }
  }

  /** What rules keep of territories: seats of power, say. @param {{name: string, owner: number, places: number[]}[]} facts */
  keep(facts) {
    const kept = facts.flatMap(({ name, owner, places }) => places.map((place) => ({ place, owner, words: `${name.replaceAll("-", " ")}${owner < 0 ? "" : ` of ${this.names[owner]}`}` })));
    const before = [...this.kept].map(([place, { words }]) => `${place} ${words}`).join();
    this.kept = new Map(kept.map((each) => [each.place, each]));
    if ([...this.kept].map(([place, { words }]) => `${place} ${words}`).join() === before) return;
    this.signs.replaceChildren(
      ...[...this.kept].map(([place, { owner }]) => {
        const [x, y] = this.middle(place);
        const sign = make("text", { class: "riskmap-label riskmap-sign", x, y: y - 1.15 * this.size, "stroke-width": 0.2 * this.size });
        sign.textContent = `⚑${mark(this.about, owner)}`;
        return sign;
      }),
    );
  }

  /** @param {number} place @param {number} owner @param {number} armies @param {boolean} legal @param {boolean} picked */
  words(place, owner, armies, legal, picked) {
    const holder = owner === -2 ? "out of play" : owner < 0 ? "nobody's" : `${this.names[owner]}, ${counted(armies, "army", "armies")}`;
    const kept = this.kept.get(place);
    return `${this.map.territories[place]}: ${holder}${kept ? `, ${kept.words}` : ""}${picked ? ", picked" : ""}${legal ? ", may be picked" : ""}`;
  }

  /** What stands on a territory, and what its continent brings. @param {number} place @param {any} view */
  place(place, view) {
    const { continents, continent_of, bonuses } = this.map;
    const continent = continent_of[place];
    const size = continent_of.filter((each) => each === continent).length;
    return `${this.words(place, view.owner[place], view.armies[place], false, false)}. ${continents[continent]}: ${bonuses[continent]} for all ${size}`;
  }

  /** Show the way of a campaign. @param {number[]} path */
  mark(path) {
    for (const [place, shape] of this.shapes.entries()) flag(shape, "data-way", path.length > 1 && path.includes(place));
  }

  /** Let one continent stand out, or none. @param {number} continent */
  light(continent) {
    this.svg.classList.toggle("lit", continent >= 0);
    for (const [place, shape] of this.shapes.entries()) flag(shape, "data-lit", this.map.continent_of[place] === continent);
  }

  /** A short sign that something happened in some places. @param {number[]} places */
  flash(places) {
    for (const place of places) {
      const shape = this.shapes[place];
      shape?.classList.remove("flash");
      void shape?.getBoundingClientRect();
      shape?.classList.add("flash");
    }
  }
}

/** The territory that an event is about. @param {EventTarget | null} target @returns {number | null} */
function place(target) {
  const element = target instanceof Element ? target.closest(".riskmap-territory") : null;
  return element instanceof SVGElement ? Number(element.dataset.index) : null;
}

/** @param {Element} element @param {string} name @param {string} value */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {Element} element @param {string} name @param {boolean} on */
function flag(element, name, on) {
  if (element.hasAttribute(name) !== on) element.toggleAttribute(name, on);
}
