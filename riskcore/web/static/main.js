// The page: what the server tells goes in here, what the person does goes out.

import { battleLine } from "./battle.js";
import { Board } from "./board.js";
import { SETS, again, asked, goesFrom, guess, kindsOf, open, placesOf } from "./choice.js";
import { Continents } from "./continents.js";
import { Controls } from "./controls.js";
import { drawCurtain } from "./curtain.js";
import { at, fill, h, sentence } from "./dom.js";
import { showHand } from "./hand.js";
import { Panel } from "./panel.js";
import { fromMap, keepingFocus } from "./keys.js";
import { Link } from "./link.js";
import { odds } from "./odds.js";
import { Log } from "./log.js";
import { showPlayers } from "./players.js";
import { Timeline, lineTo } from "./timeline.js";
import { Tools } from "./tools.js";
import { causeOf, refuse } from "./why.js";

const state = {
  /** @type {any} */ about: null,
  /** @type {any} */ position: null, // the game as it stands
  /** @type {any} */ past: null, // an earlier position that is looked at
  tip: 0, // the end of the branch in which it is
  /** @type {Map<number, import("./log.js").Node>} */ nodes: new Map(),
  /** @type {import("./choice.js").Pick[]} */ picks: [],
  /** @type {number[]} */ cards: [],
  /** @type {{asked: string, picks: import("./choice.js").Pick[]}} */ made: { asked: "", picks: [] }, // the move before, to be made again
  /** @type {Map<number, number[]>} */ chances: new Map(), // who would win, by position
};

/** @type {Board} */ let board;
/** @type {Continents} */ let continents;
/** @type {Controls} */ let controls;
/** @type {Log} */ let log;
/** @type {Timeline} */ let timeline;
/** @type {Tools} */ let tools;

const [token, wanted] = location.hash.slice(1).split("@"); // of a link to a position

const link = new Link(token, hear, (up, words) => {
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
  board = new Board(about, { click, lift, drag, look: point });
  continents = new Continents(at("continents"), about, (continent) => board.light(continent));
  controls = new Controls(at("ask"), about, { send, pick: (pick) => choose([...state.picks, pick]), clear: () => choose([]), why });
  log = new Log(at("log"), about, look);
  timeline = new Timeline(at("time"), about, link, look);
  tools = new Tools(link, about, say, (move) => board.think(placesOf(state.position.decision, move)));
  const panel = new Panel(at("side"), at("log"), about, link);
  setTimeout(() => panel.study(), 1500); // bots show what counts, so that the page can say who would win
}

/** @param {any} message */
function arrive(message) {
  const first = !state.position;
  const moved = first || state.position.here !== message.here;
  for (const node of message.nodes) {
    const known = node.more ? state.nodes.get(node.n) : null;
    if (known) {
      known.story.push(...node.story);
      log.more(node);
    } else state.nodes.set(node.n, node);
  }
  for (const [node, chances] of message.chances) state.chances.set(node, chances);
  const looking = goesOn(message, moved) ? state.past : null;
  if (state.tip === state.position?.tip) state.tip = message.tip;
  state.position = message;
  state.past = looking;
  if (moved || !message.decision) {
    state.picks = message.nodes.length ? again(message, state.made) : [];
    state.cards = [];
  }
  draw();
  if (moved && message.nodes.length) show(message.nodes);
  if (moved) stillThere(message);
  if (first && wanted) look(Number(wanted));
}

/** Whether others only play on while somebody looks back. @param {any} message @param {boolean} moved */
function goesOn({ nodes, here }, moved) {
  const last = nodes[nodes.length - 1];
  return !moved || (last?.n === here && last.mover >= 0);
}

/** The odds of an attack that may go on. @param {any} message */
async function stillThere({ view }) {
  const { picks } = state;
  const [from, to] = picks.map((pick) => pick.value);
  if (to === undefined || view.owner[from] === view.owner[to]) return;
  const told = await odds(link, board, from, to);
  if (told && state.picks === picks) at("hint").append(told);
}

/** What just happened, on the board and as dice. @param {import("./log.js").Node[]} nodes */
function show(nodes) {
  const events = nodes.flatMap((node) => node.events);
  const places = events.flatMap(([kind, ...values]) => (kind === "battle" ? [values[1]] : kind === "captured" ? [values[2]] : kind === "placed" ? [values[1]] : []));
  board.flash([...new Set(places)]);
  const battle = events.findLast(([kind]) => kind === "battle");
  if (!battle) return;
  const [, source, target, attack, defence, lost, killed] = battle;
  fill(at("hint"), battleLine(state.about.board.territories, { source, target, attack, defence, lost, killed }), document.createTextNode(" "));
}

function draw() {
  const { about, position, past, nodes } = state;
  const shown = past ?? position;
  const decision = past ? null : position.decision;
  const legal = decision && !decision.curtain ? open(decision, state.picks) : new Map();
  const places = new Set([...(legal.get("territory") ?? [])]);
  const asking = places.size > 0 || state.picks.some((pick) => pick.domain === "territory");
  const starts = decision && !decision.curtain && state.picks.length ? (open(decision, []).get("territory") ?? new Set()) : new Set();
  board.paint(shown, new Set([...places, ...starts]), state.picks.filter((pick) => pick.domain === "territory").map((pick) => pick.value), asking);
  board.svg.classList.toggle("dragging", decision?.kinds?.some(goesFrom) ?? false);
  at("board").dataset.stage = state.picks.length ? "target" : "start";
  for (const [place, shape] of board.shapes.entries()) shape.toggleAttribute("data-target", state.picks.length > 0 && places.has(place));
  showPlayers(at("players"), about, { ...shown, seats: position.seats });
  showHand(at("hand"), about, shown.view, decision, state.picks, state.cards, { toggle, send });
  const line = lineTo(nodes, position.tip);
  const seen = past ? lineTo(nodes, state.tip) : line;
  timeline.show(seen, nodes, position, past, state.chances);
  log.show(nodes, seen, past ? past.node : position.here);
  continents.show(shown.view);
  tools.show(position, nodes, past, line);
  keepingFocus(() => ask(shown, decision));
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
    drawCurtain(about.names[decision.seat], decision.words, () => link.ask("sit", { seat: decision.seat }));
  } else if (decision) {
    const several = position.own.length > 1;
    at("status").textContent = `${when}: ${several ? name(decision.seat) : "you"} decide${several ? "s" : ""}`;
    controls.show(decision, state.picks, `${several ? `${name(decision.seat)}: ` : ""}${sentence(decision.words)}`, shown.battle);
  } else {
    const waits = view.to_move === null ? "" : `${name(view.to_move)} ${position.seats[view.to_move]?.who === "friend" ? "decides" : "thinks"} …`;
    at("status").textContent = `${when}. ${waits}`;
    const still = position.paused || position.pace === null;
    fill(place, h("h2", {}, position.trouble || (still ? "The bots wait." : waits) || when), still && about.host ? h("div", { class: "kinds" }, ...tools.onward(position)) : null);
  }
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
  fromMap();
}

/** Armies are about to be dragged away. @param {number} from */
function lift(from) {
  const decision = state.past ? null : state.position?.decision;
  if (decision && !decision.curtain && open(decision, []).get("territory")?.has(from)) choose([{ domain: "territory", value: from }]);
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
    if (answer.refusal) return refuse(at("hint"), answer);
  }
}

/** @param {any[]} move */
async function why(move) {
  const answer = await link.ask("why", { move });
  if (answer.refusal) refuse(at("hint"), answer, String(move[0]));
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
  const told = await odds(link, board, from.value, territory);
  if (told && state.picks === picks) fill(at("hint"), told);
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
  const picks = state.picks.filter((pick) => pick.domain === "territory");
  if (picks.length) state.made = { asked: asked(state.position), picks };
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
  if (!lineTo(state.nodes, state.past ? state.tip : state.position.tip).includes(node)) state.tip = node; // in another branch
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
