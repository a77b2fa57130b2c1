// Building elements. Text always goes in as text, so nothing that a rule or a player says can be markup.

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; functions become listeners, false leaves out
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** An element of a drawing. @param {string} tag @param {Record<string, any>} attributes @returns {SVGElement} */
export function make(tag, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/**
 * Put new contents in a place; the focus stays on what has the same key.
 * @param {HTMLElement} place
 * @param {...(Node | null | false)} children
 */
export function fill(place, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
  place.replaceChildren(...children.filter((child) => child instanceof Node));
  if (key) {
    const again = [...place.querySelectorAll("[data-key]")].find((each) => each instanceof HTMLElement && each.dataset.key === key);
    if (again instanceof HTMLElement) again.focus();
  }
}

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
