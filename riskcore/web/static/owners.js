// Owners by sight: each has a mark and a colour. Those without a seat have hollow marks and quiet colours.

const SEATS = ["●", "■", "▲", "◆", "★", "✚", "⬟", "▬"];
const OTHERS = ["○", "□", "△", "◇"];

/** The colour of an owner, as the style sheet counts them. @param {any} about @param {number} owner @returns {string} */
export function tone(about, owner) {
  if (owner < 0) return "none";
  return String(owner < about.players ? owner % SEATS.length : SEATS.length + ((owner - about.players) % OTHERS.length));
}

/** @param {any} about @param {number} owner */
export function mark(about, owner) {
  if (owner < 0) return "";
  return owner < about.players ? SEATS[owner % SEATS.length] : OTHERS[(owner - about.players) % OTHERS.length];
}

/** @param {any} about @param {number} owner */
export const named = (about, owner) => (owner < 0 ? "nobody" : `${mark(about, owner)} ${about.names[owner]}`);
