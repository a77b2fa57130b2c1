"""A position, and the moves that led to it, as a scenario file: so that a dispute becomes a test."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from riskcore.errors import RiskError
from riskcore.events import Battle, Event, Rolled
from riskcore.frames import PHASE
from riskcore.game import Game
from riskcore.notation.lines import say
from riskcore.notation.names import Names
from riskcore.rulebook import Rulebook
from riskcore.scenario.discovery import SUFFIX
from riskcore.scenario.file import Scenario, load_scenarios
from riskcore.scenario.rulebooks import RulebookCache
from riskcore.scenario.runner import run
from riskcore.state import OUT_OF_PLAY
from riskcore.web.game.tree import GameTree, Node

__all__ = ["read_scenarios", "scenario_text"]

_FURTHEST = 40  # moves before the position that the scenario begins at most
_OPTIONS = {"--rule": "rules", "--set": "settings"}


def scenario_text(tree: GameTree, number: int) -> str:
    """The move that led to a position, from where a scenario may begin, with its dice and what it did.

    Every beginning is tried, the latest first, until riskvar itself finds the scenario to pass.
    """
    ways = _ways(tree, number)
    for way in ways:
        text = tomli_w.dumps(_document(tree, way, number))
        try:
            [scenario] = read_scenarios(text, tree.rules)
            if run(scenario) is None:
                return text
        except RiskError:
            continue
    raise RiskError("no scenario leads to this position: one begins at a step of a turn, and goes on without chance")


def read_scenarios(text: str, rules: Rulebook) -> list[Scenario]:
    """The scenarios of a text. It opens no file: it may be about these rules, or about a shipped variant."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"opened{SUFFIX}"
        file.write_text(text, encoding="utf-8")
        try:
            return load_scenarios(file, _Known(rules))
        except RiskError as error:
            raise RiskError(str(error).replace(f"{file}:", "").replace(str(file), file.name)) from None


class _Known(RulebookCache):
    """Rulebooks for texts from outside, which name no path."""

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules.variant.plugin_files)
        self._rules = rules

    def rulebook(self, variant: str, folder: str, rules: Sequence[str], settings: Sequence[str]) -> Rulebook:
        own = self._rules.variant
        changes = [f"--rule {rule}" for rule in rules] + [f"--set {setting}" for setting in settings]
        if variant == own.id and changes == list(own.changes):
            return self._rules
        if any(letter in word for word in (variant, *settings) for letter in "/\\") or variant.endswith(".toml"):
            raise LookupError(f"{variant!r} is a path, or its settings are: what is opened here may name none")
        return super().rulebook(variant, folder, rules, settings)


def _ways(tree: GameTree, number: int) -> Iterator[list[Node]]:
    """The moves from a possible beginning to a position, the fewest first."""
    way: list[Node] = []
    node = tree.nodes[number]
    if node.move is None:
        yield way
    while node.move is not None and len(way) < _FURTHEST:
        way = [node, *way]
        node = tree.nodes[node.parent]
        yield way


def _document(tree: GameTree, way: Sequence[Node], number: int) -> dict[str, Any]:
    names = Names(tree.rules, tree.names[: tree.players], tree.names[tree.players :])
    start = tree.at(way[0].parent if way else number)
    variant = tree.rules.variant
    options: dict[str, list[str]] = {}
    for change in variant.changes:
        option, _, value = change.partition(" ")
        options.setdefault(_OPTIONS.get(option, "settings"), []).append(value)
    scenario: dict[str, Any] = {"name": "What happened here", "position": _position(start, names)}
    steps = [{"move": _moves(tree, way, names), "dice": _dice(way), "expect": _expected(start, tree.at(number), names)}]
    if way:
        scenario["step"] = [{key: value for key, value in step.items() if value} for step in steps]
    document = {"variant": variant.id, **options, "players": list(names.owners[: names.players])}
    others = list(names.owners[names.players :])
    return {**document, **({"others": others} if others else {}), "scenario": [scenario]}


def _position(game: Game, names: Names) -> dict[str, Any]:
    state = game.state
    steps = [step.name for step in state.rules.turn]
    phases = [frame[PHASE] for frame in state.frames if frame[PHASE] in steps]
    cards = names.cards
    told = {
        "turn": names.owner_name(state.player),
        "phase": phases[0] if phases else steps[0],
        "territories": {
            names.territories[place]: names.owner_name(owner) + (f" {state.armies[place]}" if owner >= 0 else "")
            for place, owner in enumerate(state.owner)
            if owner >= 0 or owner == OUT_OF_PLAY
        },
        "hands": {
            names.owners[owner]: [cards[card] for card in hand] for owner, hand in enumerate(state.hands) if hand
        },
        "deck": [cards[card] for card in reversed(state.deck)],
        "discard": [cards[card] for card in state.discard],
        "reserve": {names.owners[owner]: armies for owner, armies in enumerate(state.reserve) if armies},
        "sets_traded": state.sets_traded,
        "captured": state.captured,
        "round": max(1, state.round),
        "data": {name: value for name, value in state.data.items() if _is_plain(value)},
    }
    return {key: value for key, value in told.items() if value not in ({}, [], 0)}


def _is_plain(value: Any) -> bool:
    """Whether TOML can hold it: it knows no None."""
    if isinstance(value, Mapping):
        return all(map(_is_plain, value.values()))
    return all(map(_is_plain, value)) if isinstance(value, list | tuple) else value is not None


def _moves(tree: GameTree, way: Sequence[Node], names: Names) -> list[str]:
    moves = []
    for node in way:
        assert node.move is not None  # the others begin a way
        kind = tree.rules.moves[node.move[0]]
        moves.append(f"{names.owner_name(node.mover)}: {say(kind(*node.move[1:]), names)}")
    return moves


def _dice(way: Iterable[Node]) -> list[str]:
    return [throw for node in way for event in node.events for throw in _throws(event)]


def _throws(event: Event) -> Iterator[str]:
    if isinstance(event, Battle):
        yield f"{' '.join(map(str, event.attack))} / {' '.join(map(str, event.defence))}"
    elif isinstance(event, Rolled):
        yield from map(str, event.faces)


def _expected(before: Game, after: Game, names: Names) -> dict[str, Any]:
    """What has changed on the board, and who decides what now."""
    then, now = before.state, after.state
    changed = [
        place
        for place, name in enumerate(names.territories)
        if (then.owner[place], then.armies[place]) != (now.owner[place], now.armies[place]) and now.owner[place] >= 0
    ]
    expected: dict[str, Any] = {
        "territories": {
            names.territories[place]: f"{names.owners[now.owner[place]]} {now.armies[place]}" for place in changed
        }
    }
    if after.outcome is not None and after.outcome.winner >= 0:
        return {**expected, "winner": names.owners[after.outcome.winner]}
    return {**expected, "phase": after.phase, "decides": names.owner_name(after.to_move)}
