"""A position, and moves that lead on from it, as the tables of a scenario file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from riskcore.events import Battle, Event, Rolled
from riskcore.frames import PHASE
from riskcore.game import Game
from riskcore.notation.lines import say
from riskcore.notation.names import Names
from riskcore.state import OUT_OF_PLAY

__all__ = ["Made", "expected_between", "file_table", "position_table", "step_table"]

_OPTIONS = {"--rule": "rules", "--set": "settings"}


@attrs.frozen
class Made:
    """A move as it was made in a game: by whom, and what happened."""

    mover: int
    move: tuple[Any, ...]
    events: Sequence[Event] = ()


def file_table(scenario: Mapping[str, Any], names: Names, variant: str | None = None) -> dict[str, Any]:
    """A whole file with one scenario, to be played by the rules of these names; `variant` is where these are found."""
    own = names.rules.variant
    options: dict[str, list[str]] = {}
    for change in own.changes:
        option, _, value = change.partition(" ")
        options.setdefault(_OPTIONS.get(option, "settings"), []).append(value)
    table = {"variant": variant or own.id, **options, "players": list(names.owners[: names.players])}
    others = list(names.owners[names.players :])
    return {**table, **({"others": others} if others else {}), "scenario": [dict(scenario)]}


def position_table(game: Game, names: Names) -> dict[str, Any]:
    """Where a game stands, as far as a scenario can begin there."""
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


def step_table(made: Iterable[Made], names: Names) -> dict[str, Any]:
    """Moves with the dice that they rolled."""
    made = list(made)
    table = {
        "move": [f"{names.owner_name(each.mover)}: {_words(each, names)}" for each in made],
        "dice": [throw for each in made for event in each.events for throw in _throws(event)],
    }
    return {key: value for key, value in table.items() if value}


def _words(made: Made, names: Names) -> str:
    return say(names.rules.moves[made.move[0]](*made.move[1:]), names)


def _throws(event: Event) -> Iterator[str]:
    if isinstance(event, Battle):
        yield f"{' '.join(map(str, event.attack))} / {' '.join(map(str, event.defence))}"
    elif isinstance(event, Rolled):
        yield from map(str, event.faces)


def expected_between(before: Game, after: Game, names: Names) -> dict[str, Any]:
    """What has changed on the board from one position to another, and who decides what now."""
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
