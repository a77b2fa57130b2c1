// The page: what the server tells goes in here, what the person does goes out.

import { Board } from "./board.js";
import { SETS, guess, kindsOf, open } from "./choice.js";
import { Continents } from "./continents.js";
import { Controls } from "./controls.js";
import { at, fill, h, sentence } from "./dom.js";
import { showHand } from "./hand.js";
import { Panel } from "./panel.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { showPlayers } from "./players.js";
import { Timeline } from "./timeline.js";
import { Tools } from "./tools.js";

const state = {
  /** @type {any} */ about: null,
  /** @type {any} */ position: null, // the game as it stands
  /** @type {any} */ past: null, // an earlier position that is looked at
  tip: 0, // the end of the branch in which it is
  /** @type {Map<number, import("./log.js").Node>} */ nodes: new Map(),
  /** @type {import("./choice.js").Pick[]} */ picks: [],
  /** @type {number[]} */ cards: [],
  /** @type {Map<number, number[]>} */ chances: new Map(), // who would win, by position
};

/** @type {Board} */ let board;
/** @type {Continents} */ let continents;
/** @type {Controls} */ let controls;
/** @type {Log} */ let log;
/** @type {Timeline} */ let timeline;
/** @type {Tools} */ let tools;

const link = new Link(location.hash.slice(1), hear, (up, words) => {
  document.body.classList.toggle("offline", !up);
  if (!up) at("status").textContent = words;
});

/** @param {any} message */
function hear(message) {
  if (message.type === "about") begin(message);
  if (message.type === "position") arrive(message);
}

/** @param {any} about */
function begin(about) {
  state.about = about;
  state.nodes.clear();
  state.chances.clear();
  state.past = null;
  document.title = `${about.name} · riskvar`;
  at("name").textContent = about.name;
  board = new Board(about.board, about.names, { click, drag, point });
  continents = new Continents(at("continents"), about, (continent) => board.light(continent));
  controls = new Controls(at("ask"), about, { send, pick: (pick) => choose([...state.picks, pick]), clear: () => choose([]), why });
  log = new Log(at("log"), about, look);
  timeline = new Timeline(at("time"), about, link, look);
  tools = new Tools(link, about, say, (move) => controls.words(state.position.decision, move));
  const panel = new Panel(at("side"), at("log"), about, link);
  setTimeout(() => panel.study(), 1500); // bots show what counts, so that the page can say who would win
}

/** @param {any} message */
function arrive(message) {
  const moved = !state.position || state.position.here !== message.here;
  for (const node of message.nodes) {
    const known = node.more ? state.nodes.get(node.n) : null;
    if (known) {
      known.story.push(...node.story);
      log.more(node);
    } else state.nodes.set(node.n, node);
  }
  for (const [node, chances] of message.chances) state.chances.set(node, chances);
  const looking = state.past && state.position?.here === message.here ? state.past : null; // only the chances are new
  state.position = message;
  state.past = looking;
  if (moved || !message.decision) {
    state.picks = [];
    state.cards = [];
  }
  draw();
  if (moved && message.nodes.length) show(message.nodes);
}

/** What just happened, on the board and as dice. @param {import("./log.js").Node[]} nodes */
function show(nodes) {
  const events = nodes.flatMap((node) => node.events);
  const places = events.flatMap(([kind, ...values]) => (kind === "battle" ? [values[1]] : kind === "captured" ? [values[2]] : kind === "placed" ? [values[1]] : []));
  board.flash([...new Set(places)]);
  const battle = events.findLast(([kind]) => kind === "battle");
  if (battle) {
    const [, source, target, attack, defence, lost, killed] = battle;
    const names = state.about.board.territories;
    const dice = (/** @type {number[]} */ faces, /** @type {string} */ side) => h("span", { class: `dice ${side}`, role: "img", "aria-label": `${side} rolls ${faces.join(", ")}` }, faces.map((face) => "⚀⚁⚂⚃⚄⚅"[face - 1]).join(""));
    fill(at("hint"), h("span", {}, `${names[source]} → ${names[target]} `), dice(attack, "attacker"), h("span", {}, " "), dice(defence, "defender"), h("span", {}, ` −${lost} : −${killed}`));
  }
}

function draw() {
  const { about, position, past, nodes } = state;
  const shown = past ?? position;
  const decision = past ? null : position.decision;
  const legal = decision && !decision.curtain ? open(decision, state.picks) : new Map();
  const places = new Set([...(legal.get("territory") ?? [])]);
  const asking = places.size > 0 || state.picks.some((pick) => pick.domain === "territory");
  const starts = decision && !decision.curtain && state.picks.length ? (open(decision, []).get("territory") ?? new Set()) : new Set();
  board.paint(shown.view, new Set([...places, ...starts]), state.picks.filter((pick) => pick.domain === "territory").map((pick) => pick.value), asking);
  at("board").dataset.stage = state.picks.length ? "target" : "start";
  for (const [place, shape] of board.shapes.entries()) shape.toggleAttribute("data-target", state.picks.length > 0 && places.has(place));
  showPlayers(at("players"), about, { ...shown, seats: position.seats });
  showHand(at("hand"), about, shown.view, decision, state.picks, state.cards, { toggle, send });
  const line = lineTo(position.tip);
  const seen = past ? lineTo(state.tip) : line;
  timeline.show(seen, nodes, position, past, state.chances);
  log.show(nodes, seen, past ? past.node : position.here);
  continents.show(shown.view);
  tools.show(position, nodes, past, line);
  ask(shown, decision);
}

/** @param {number} tip */
function lineTo(tip) {
  const line = [];
  for (let node = state.nodes.get(tip); node; node = state.nodes.get(node.parent)) line.push(node.n);
  return line.reverse();
}

/** Whose turn it is, and what may be done about it. @param {any} shown @param {any} decision */
function ask(shown, decision) {
  const { about, position, past } = state;
  const { view } = shown;
  const name = (/** @type {number} */ owner) => (owner < 0 ? "Nobody" : about.names[owner]);
  const place = at("ask");
  const when = view.turn ? `Round ${view.round}, ${name(view.turn_player)}'s turn` : "Set-up";
  at("curtain").hidden = true;
  if (view.outcome) {
    const [winner, reason] = view.outcome;
    at("status").textContent = `${winner < 0 ? "Nobody" : name(winner)} wins: ${reason}`;
    const again = about.host ? h("button", { type: "button", class: "move", "data-key": "again", onclick: () => tools.another() }, "Another game") : null;
    fill(place, h("h2", { class: "over" }, winner < 0 ? "The game is over" : `${name(winner)} wins`), h("p", {}, sentence(reason)), again);
  } else if (past) {
    at("status").textContent = when;
    const causes = past.causes.map((/** @type {any} */ cause) => h("p", { class: "cause" }, ...causeOf(cause)));
    fill(place, h("h2", {}, "Looking back"), h("p", {}, `${when}. ${about.host ? "Make another move from here, or return to the game." : ""}`), ...timeline.choices(past.node), ...causes);
  } else if (decision?.curtain) {
    at("status").textContent = `${when}: ${name(decision.seat)} decides`;
    curtain(decision.seat, decision.words);
  } else if (decision) {
    const several = position.own.length > 1;
    at("status").textContent = `${when}: ${several ? name(decision.seat) : "you"} decide${several ? "s" : ""}`;
    const left = view.frames.length && decision.kinds.some((/** @type {any} */ kind) => kind.kind === "place") ? "" : "";
    controls.show(decision, state.picks, `${several ? `${name(decision.seat)}: ` : ""}${sentence(decision.words)}${left}`);
  } else {
    const waits = view.to_move === null ? "" : `${name(view.to_move)} ${position.seats[view.to_move]?.who === "friend" ? "decides" : "thinks"} …`;
    at("status").textContent = `${when}. ${waits}`;
    const still = position.trouble || (position.paused ? "The bots wait." : waits);
    fill(place, h("h2", {}, still || when), position.paused && about.host ? h("button", { type: "button", class: "move", "data-key": "resume", onclick: () => link.ask("resume") }, "Let the bots go on") : null);
  }
}

/** Nobody sees anything until the one who decides has the screen. @param {number} seat @param {string} words */
function curtain(seat, words) {
  const name = state.about.names[seat];
  const reveal = () => link.ask("sit", { seat });
  fill(at("ask"), h("h2", {}, `${name}: ${words}`), h("p", {}, "This is decided in secret."), h("button", { type: "button", class: "move", "data-key": "reveal", onclick: reveal }, `I am ${name}`));
  const cover = at("curtain");
  cover.hidden = false;
  const button = h("button", { type: "button", class: "move", onclick: reveal }, `I am ${name}`);
  fill(cover, h("div", { role: "alertdialog", "aria-label": "Pass the device" }, h("h2", {}, `Pass the device to ${name}`), h("p", {}, sentence(words)), button));
  button.focus();
}

/** @param {import("./choice.js").Pick[]} picks */
function choose(picks) {
  state.picks = picks;
  state.cards = [];
  board.mark([]);
  draw();
}

/** @param {number} territory @param {boolean} again */
function click(territory, again) {
  const { position, past, picks } = state;
  const decision = past ? null : position?.decision;
  if (!decision || decision.curtain) return;
  const next = open(decision, picks).get("territory");
  const last = picks[picks.length - 1];
  if (last?.domain === "territory" && last.value === territory) {
    if (again) controls.confirm();
    else choose(picks.slice(0, -1));
  } else if (next?.has(territory)) choose([...picks, { domain: "territory", value: territory }]);
  else if (open(decision, []).get("territory")?.has(territory)) choose([{ domain: "territory", value: territory }]);
  else if (again && last?.value === territory) controls.confirm();
  else whyNot(territory);
}

/** @param {number} from @param {number} to */
function drag(from, to) {
  const decision = state.past ? null : state.position?.decision;
  if (!decision || decision.curtain) return;
  const first = { domain: "territory", value: from };
  if (!open(decision, []).get("territory")?.has(from)) return whyNot(from);
  state.picks = [first];
  if (open(decision, [first]).get("territory")?.has(to)) choose([first, { domain: "territory", value: to }]);
  else whyNot(to);
}

/** Say why a territory may not be picked. @param {number} territory */
async function whyNot(territory) {
  const { position, picks, about } = state;
  const kinds = kindsOf(position.decision).filter((kind) => kind.fields[picks.length]?.domain === "territory" || kind.fields[0]?.domain === "territory");
  const pick = { domain: "territory", value: territory };
  for (const kind of kinds) {
    const fits = kind.fields[picks.length]?.domain === "territory" && picks.every((each, step) => kind.fields[step]?.domain === each.domain);
    const answer = await link.ask("why", { move: guess(kind, fits ? [...picks, pick] : [pick], about.board.neighbours) });
    if (answer.refusal) return refuse(answer);
  }
}

/** A refusal, with the rule behind it. @param {any} answer @param {string} [kind] */
function refuse(answer, kind) {
  const said = kind ? `${sentence(kind)}: ${answer.refusal}` : sentence(answer.refusal);
  fill(at("hint"), h("span", {}, `${said.replace(/\.$/, "")}. `), answer.cause ? h("span", { class: "cause" }, ...causeOf(answer.cause)) : null);
}

/** A rule that was at work: its name, the printed rules that it cites, and what it says. @param {[string, string[], string]} cause */
const causeOf = ([rule, ids, words]) => [h("strong", {}, [rule, ...ids].join(" ")), words ? ` ${words}` : ""];

/** @param {any[]} move */
async function why(move) {
  const answer = await link.ask("why", { move });
  if (answer.refusal) refuse(answer, String(move[0]));
}

/** What a territory is; and the odds of an attack, or of a campaign of several, where one is thought of. @param {number} territory */
async function point(territory) {
  const { position, past, picks, about } = state;
  if (!position) return;
  at("where").textContent = board.place(territory, (past ?? position).view);
  const decision = past ? null : position.decision;
  const [from] = picks;
  if (!decision || decision.curtain || picks.length !== 1 || from.domain !== "territory") return;
  const { owner } = position.view;
  const foe = (/** @type {number} */ place) => owner[place] >= 0 && owner[place] !== owner[from.value];
  const targets = [...(open(decision, picks).get("territory") ?? [])];
  if (!targets.some(foe) || !foe(territory)) return;
  const answer = await link.ask("odds", { source: from.value, target: territory });
  if (state.picks[0] !== from || answer.win === undefined) return;
  board.mark(answer.path);
  const left = answer.left === null ? "" : `, with ${answer.left.toFixed(1)} armies left on average`;
  const names = answer.path.map((/** @type {number} */ place) => about.board.territories[place]).join(", then ");
  say(`${about.board.territories[from.value]} takes ${names} in ${(100 * answer.win).toFixed(1)} of 100 tries${left}.`);
}

/** @param {number} card */
function toggle(card) {
  state.cards = state.cards.includes(card) ? state.cards.filter((each) => each !== card) : [...state.cards, card];
  const { position, picks, cards } = state;
  const kind = kindsOf(position.decision).find((each) => each.fields[picks.length]?.domain === "card" && picks.length < each.fields.length - 1);
  if (kind && cards.length === 1 && !SETS.includes(kind.fields[picks.length].domain)) choose([...picks, { domain: "card", value: cards[0] }]);
  else draw();
}

/** @param {any[]} move */
async function send(move) {
  const answer = await link.ask("move", { move, at: state.position.here });
  if (answer.error) say(sentence(answer.error));
}

/** @param {number} node */
async function look(node) {
  if (node === state.position.here) {
    state.past = null;
    return draw();
  }
  const answer = await link.ask("look", { node });
  if (answer.error) return say(sentence(answer.error));
  if (!lineTo(state.past ? state.tip : state.position.tip).includes(node)) state.tip = node; // in another branch
  else if (!state.past) state.tip = state.position.tip;
  state.past = answer;
  draw();
}

/** @param {string} words */
function say(words) {
  at("hint").textContent = words;
}

document.addEventListener("keydown", (event) => {
  const inside = event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog, [role=alertdialog]");
  if (inside || !state.position) return;
  if (event.key === "Escape") choose([]);
  if (event.key === "ArrowLeft") timeline.step(-1);
  if (event.key === "ArrowRight") timeline.step(1);
  const onButton = event.target instanceof Element && event.target.closest("button, [role=button]");
  if (event.key === "Enter" && !onButton) controls?.confirm();
});

window.addEventListener("hashchange", () => location.reload());
