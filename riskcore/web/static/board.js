// The map: owners and armies painted on the drawing, territories to click, to drag from and to reach with the keyboard.

import { at, counted } from "./dom.js";

export const MARKS = ["●", "■", "▲", "◆", "★", "✚", "⬟", "▬", "○", "□", "△", "◇"];

/** @typedef {{territories: string[], neighbours: number[][], continents: string[], continent_of: number[], bonuses: number[], svg: string}} Map */

export class Board {
  /**
   * @param {Map} map @param {string[]} names
   * @param {{click: (territory: number, again: boolean) => void, drag: (from: number, to: number) => void, point: (territory: number) => void}} hear
   */
  constructor(map, names, hear) {
    this.map = map;
    this.names = names;
    this.hear = hear;
    const parsed = new DOMParser().parseFromString(map.svg, "image/svg+xml").documentElement;
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
    this.listen();
  }

  listen() {
    /** @type {number | null} */
    let start = null;
    this.svg.addEventListener("pointerdown", (event) => {
      start = place(event.target);
      if (start !== null && event.pointerType !== "touch") event.preventDefault();
    });
    this.svg.addEventListener("pointerup", (event) => {
      const end = place(document.elementFromPoint(event.clientX, event.clientY)); // a finger's events stay where it began
      if (start !== null && end !== null && end !== start) this.hear.drag(start, end);
      start = null;
    });
    this.svg.addEventListener("click", (event) => {
      const here = place(event.target);
      if (here !== null) this.hear.click(here, event.detail > 1);
    });
    this.svg.addEventListener("pointerover", (event) => {
      const here = place(event.target);
      if (here !== null) this.hear.point(here);
    });
    this.svg.addEventListener("focusin", (event) => this.hear.point(Number(/** @type {SVGElement} */ (event.target).dataset.index)));
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
   * @param {any} view @param {Set<number>} legal territories that may be picked now @param {number[]} picked
   * @param {boolean} asking whether a territory is asked for
   */
  paint(view, legal, picked, asking) {
    this.svg.classList.toggle("asking", asking);
    for (const [place, shape] of this.shapes.entries()) {
      const owner = view.owner[place];
      const armies = view.armies[place];
      set(shape, "data-owner", owner < 0 ? "none" : String(owner % MARKS.length));
      flag(shape, "data-legal", legal.has(place));
      flag(shape, "data-picked", picked.includes(place));
      set(shape, "tabindex", legal.has(place) ? "0" : "-1");
      set(shape, "aria-label", this.words(place, owner, armies, legal.has(place), picked.includes(place)));
      set(shape, "aria-disabled", String(asking && !legal.has(place)));
      const text = owner === -2 ? "✕" : owner < 0 ? "" : `${MARKS[owner % MARKS.length]}${armies}`;
      if (this.labels[place].textContent !== text) {
        this.labels[place].textContent = text;
        shape.firstElementChild?.replaceChildren(this.words(place, owner, armies, false, false));
      }
    }
  }

  /** @param {number} place @param {number} owner @param {number} armies @param {boolean} legal @param {boolean} picked */
  words(place, owner, armies, legal, picked) {
    const holder = owner === -2 ? "out of play" : owner < 0 ? "nobody's" : `${this.names[owner]}, ${counted(armies, "army", "armies")}`;
    return `${this.map.territories[place]}: ${holder}${picked ? ", picked" : ""}${legal ? ", may be picked" : ""}`;
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
