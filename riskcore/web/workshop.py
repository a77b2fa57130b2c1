"""The designer's tools: what a bot would do, odds, positions set up by hand, and the same game under other rules."""

import shlex
from collections.abc import Callable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from riskcore.frames import PHASE
from riskcore.game import Game
from riskcore.lab.battles.battle_odds import variant_odds
from riskcore.lab.battles.campaign_odds import campaign_odds
from riskcore.lab.battles.choices import told_choices
from riskcore.rulebook import Rulebook
from riskcore.state import OUT_OF_PLAY, copy_plain
from riskcore.text.booklet import make_booklet, to_html
from riskcore.web.dispute import scenario_text
from riskcore.web.game.bots import in_thread
from riskcore.web.game.numbering import Numbering
from riskcore.web.game.seats import FRIEND, YOU, new_seed
from riskcore.web.newgame import as_file, changed, changes_of, overview, variant_facts
from riskcore.web.opening import choices_in, is_position, opened
from riskcore.web.session import GameSession, Guest, Refused, new_session
from riskcore.web.store import GameStore

__all__ = ["answer", "ask_bot", "open_text"]

Answer = dict[str, Any]


async def ask_bot(session: GameSession, guest: Guest, name: str, at: int, *, play: bool) -> Answer:
    """What a bot would do in the guest's seat, and why."""
    move, words, why = await session.ask_bot(guest, name, at, play=play)
    return {"move": list(move), "words": words, "why": why}


async def answer(store: GameStore, session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    """The answer of a tool."""
    if message["type"] == "start":
        return await _start(store, session, guest, message)
    told: Answer = await _TOOLS[message["type"]](session, guest, message)
    return told


async def _odds(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    state = session.tree.game.state
    source, target = message["source"], message["target"]
    if not all(0 <= place < len(state.owner) for place in (source, target)):
        raise Refused("there is no such territory")
    path = _way(session.tree.game, source, target)
    armies = tuple(state.armies[place] for place in (source, *path))
    return await in_thread(lambda: _odds_along(session.tree.rules, (source, *path), armies))


def _way(game: Game, source: int, target: int) -> list[int]:
    """The way from one territory to another with the fewest armies on it, through others' territories alone."""
    state = game.state
    mine, reached = state.owner[source], {source: (0, -1)}
    waiting = [(0, source)]
    while waiting:
        cost, place = heappop(waiting)
        if place == target:
            break
        for near in state.board.adjacent[place]:
            further = cost + state.armies[near] + 1
            if state.owner[near] >= 0 and state.owner[near] != mine and further < reached.get(near, (further + 1,))[0]:
                reached[near] = further, place
                heappush(waiting, (further, near))
    if target == source or target not in reached:
        raise Refused("no campaign leads there")
    way = [target]
    while (before := reached[way[-1]][1]) != source:
        way.append(before)
    return way[::-1]


@lru_cache(maxsize=512)
def _odds_along(rules: Rulebook, path: tuple[int, ...], armies: tuple[int, ...]) -> Answer:
    """The exact odds that one army takes one territory after another, without what cards or the like may add."""
    without = [rule for rule, choice in told_choices(rules) if not choice.forced]
    places = [rules.board.territories[place] for place in path]
    attackers, *defenders = armies
    if len(defenders) == 1:
        odds = variant_odds(rules, attackers, *defenders, without=without, source=places[0], target=places[1])
        win, left = odds.battle.win, odds.mean_winners_left
    else:
        campaign = campaign_odds(rules, attackers, defenders, without=without, places=places)
        win, left = campaign.win, campaign.mean_left
    return {"win": win, "left": left, "without": without, "path": list(path[1:])}


async def _position(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.require_host(guest)
    session.require_alone()
    return {"position": position_of(session.tree.game)}


async def _edit(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.set_up(guest, message["position"])
    return {}


async def open_text(store: GameStore, session: GameSession, guest: Guest, text: str, which: int | None) -> Answer:
    """Go on from a position in a line; or another game, from a save, a log or a scenario. Of several one is chosen."""
    session.require_host(guest)
    text = text.strip()
    if is_position(text):
        session.set_up(guest, text)
        return {}
    found = await in_thread(lambda: choices_in(text, session))
    if which is None and len(found) > 1:
        return {"choices": [name for name, _ in found]}
    if not found or not 0 <= (which or 0) < len(found):
        raise Refused("there is no such game in this")
    begun = await in_thread(lambda: opened(found[which or 0][1], session))
    store.add(begun)
    return {"token": begun.host}


async def _booklet(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    html = await in_thread(lambda: to_html(make_booklet(session.tree.rules)))
    return {"html": html.replace("<header>", '<header role="presentation">', 1)}  # within a page that has a banner


async def _copy(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.require_host(guest)
    number = session.tree.here if message["node"] is None else message["node"]
    if not 0 <= number < len(session.tree.nodes):
        raise Refused("there is no such position")
    match message["what"]:
        case "command":
            return {"text": _command(session)}
        case "link":
            return {"text": f"{session.spectator}@{_shown_to_all(session, number)}"}
        case "position":
            session.require_alone()
            return {"text": session.tree.at(number).position_text()}
        case "scenario":
            session.require_alone()
            return {"text": await in_thread(lambda: scenario_text(session.tree, number))}
        case "save":
            session.require_alone()
            return {"text": session.tree.game.to_json()}
        case "variant":
            return {"text": session.variant.to_toml()}
    raise Refused(f"there is nothing to copy that is called {message['what']!r}")


def _shown_to_all(session: GameSession, number: int) -> int:
    """A position as somebody counts it who looks on."""
    numbers = Numbering()
    numbers.add(session.tree.nodes, ())
    return numbers.shown(number)


async def _overview(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.require_host(guest)
    return await in_thread(lambda: {**overview(session.variant), "bots": session.bots.names})


async def _check(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.require_host(guest)
    rules = _changes(message["rules"])
    found = await in_thread(lambda: changed(session.variant, message["base"], rules))
    return {**variant_facts(found), "toml": as_file(found)}


async def _start(store: GameStore, session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    session.require_host(guest)
    seats, seed = message["seats"], message["seed"]
    if (seed is not None and seed < 0) or not seats or not all(isinstance(who, str) for who in seats):
        raise Refused("a game needs a seed of 0 or more, and seats")
    if seed is None or FRIEND in seats:  # whoever knows it can work out all cards
        seed = new_seed()
    for who in seats:
        if who not in (YOU, FRIEND):
            session.require_bot(who)
    rules = _changes(message["rules"])
    variant = await in_thread(lambda: changed(session.variant, message["base"], rules))
    begun = new_session(variant, seed, seats, (), len(seats))
    begun.take_study(session)
    store.add(begun)
    return {"token": begun.host}


def _changes(rules: Mapping[str, Any]) -> dict[str, dict[str, str] | None]:
    """Rules with their parameters as typed."""
    for parameters in rules.values():
        typed = parameters.values() if isinstance(parameters, dict) else () if parameters is None else (None,)
        if not all(isinstance(text, str) for text in typed):
            raise Refused("rules must be tables of texts, or null")
    return dict(rules)


def _command(session: GameSession) -> str:
    variant = session.variant
    changes = changes_of(variant)
    words = ["riskvar", "play", f"{variant.id}.toml" if changes is None else variant.id]
    if changes is not None:
        words += [word for rule in changes.added for word in ("--rule", rule)]
        words += [word for setting in changes.settings for word in ("--set", setting)]
    words += ["--seed", str(session.tree.seed)] if session.alone else []
    words += ["--seats", ",".join(seat.who for seat in session.seats)]
    for path in variant.plugin_files:
        words += ["-p", path]
    return shlex.join(words)


def position_of(game: Game) -> dict[str, Any]:
    """A position as `Game.from_position` reads it, at the step of the turn that is under way."""
    state = game.state
    names = state.board.territories
    held = [place for place, owner in enumerate(state.owner) if owner >= 0]
    steps = [step.name for step in state.rules.turn]
    frames = [frame[PHASE] for frame in state.frames if frame[PHASE] in steps]
    return {
        "owners": {names[place]: state.owner[place] for place in held},
        "armies": {names[place]: max(1, state.armies[place]) for place in held},
        "out": [names[place] for place, owner in enumerate(state.owner) if owner == OUT_OF_PLAY],
        "hands": {str(owner): hand[:] for owner, hand in enumerate(state.hands) if hand},
        "deck": state.deck[:],
        "discard": state.discard[:],
        "player": max(0, state.player),
        "phase": frames[0] if frames else steps[0],
        "reserve": state.reserve[:],
        "sets_traded": state.sets_traded,
        "captured": state.captured,
        "turn": state.turn,
        "round": state.round,
        "first": state.first,
        "data": copy_plain(state.data),
    }


async def _study(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    study = await session.begin_study()
    return {"games": study.games, "bot": study.bot, "known": bool(study.weights), "goals": list(study.goals)}


async def _report(session: GameSession, guest: Guest, message: Mapping[str, Any]) -> Answer:
    return {"html": (await session.begin_study()).report}


_TOOLS: dict[str, Callable[..., Any]] = {
    "odds": _odds,
    "position": _position,
    "edit": _edit,
    "booklet": _booklet,
    "study": _study,
    "report": _report,
    "copy": _copy,
    "overview": _overview,
    "check": _check,
}
