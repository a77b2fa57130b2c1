"""Games as text, and states from a described position."""

import json
from typing import Any

from riskcore import flow
from riskcore.errors import RiskError
from riskcore.moves import thaw
from riskcore.rulebook import Rulebook
from riskcore.rules import Outcome
from riskcore.state import OUT_OF_PLAY, State, copy_plain
from riskcore.tape import Tape
from riskcore.toml_source import Place
from riskcore.variant import PlayerRange, RuleTable, Variant

__all__ = ["load_state", "position_state", "save_state"]

_FORMAT = 1
_PLAIN = (
    "owner",
    "armies",
    "reserve",
    "alive",
    "hands",
    "deck",
    "discard",
    "sets_traded",
    "player",
    "first",
    "turn",
    "round",
    "captured",
    "orders",
    "frames",
    "data",
    "cursor",
)

_POSITION = frozenset(
    (
        "armies",
        "captured",
        "data",
        "deck",
        "discard",
        "first",
        "hands",
        "orders",
        "out",
        "owners",
        "phase",
        "player",
        "reserve",
        "rest",
        "round",
        "sets_traded",
        "turn",
    )
)


def save_state(state: State, moves: list[tuple[Any, ...]]) -> str:
    """Everything a game needs to go on: the variant's rules and parameters, the position, the place on the tape."""
    document = {
        "format": _FORMAT,
        "variant": _describe(state.rules.variant),
        "players": state.players,
        "seed": state.tape.seed,
        "script": list(state.tape.script),
        **{name: getattr(state, name) for name in _PLAIN},
        "outcome": None if state.outcome is None else [state.outcome.winner, state.outcome.reason],
        "moves": moves,
    }
    return json.dumps(document, separators=(",", ":"))


def load_state(text: str, variant: Variant | Rulebook | None) -> tuple[State, list[tuple[Any, ...]]]:
    """The reverse of `save_state`."""
    try:
        document = json.loads(text)
        if document["format"] != _FORMAT:
            raise RiskError(f"a saved game of format {document['format']!r}; this version reads {_FORMAT}")
        if variant is None:
            variant = _variant_of(document["variant"])
        rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        state = State(rules, document["players"], len(document["hands"]), Tape(document["seed"], document["script"]))
        for name in _PLAIN:
            setattr(state, name, document[name])
        if document["outcome"] is not None:
            state.outcome = Outcome(*document["outcome"])
        _count(state)
        return state, [thaw(move) for move in document["moves"]]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise RiskError(f"not a saved game: {type(error).__name__}: {error}") from error


def _describe(variant: Variant) -> dict[str, Any]:
    """A variant as plain data."""
    return {
        **{name: getattr(variant, name) for name in ("id", "name", "summary", "group", "board")},
        "players": [variant.players.min, variant.players.max],
        "rules": [[table.name, dict(table.parameters)] for table in variant.rules],
        "plugin_files": list(variant.plugin_files),
    }


def _variant_of(described: dict[str, Any]) -> Variant:
    """The reverse of `_describe`. The rulebook's plugins check the parameters again."""
    place = Place("saved game")
    rules = tuple(RuleTable(name, parameters, place, {}) for name, parameters in described.pop("rules"))
    players = PlayerRange(*described.pop("players"))
    files = tuple(described.pop("plugin_files"))
    return Variant(players=players, rules=rules, goals={}, plugin_files=files, **described)


def _count(state: State) -> None:
    """Recount what `give` and `take_out` keep: territories by owner, and by continent in all and by owner."""
    state.continent_sizes[:] = [len(members) for members in state.board.members]
    for owner, counts in enumerate(state.held_in):
        state.held[owner] = 0
        counts[:] = [0] * len(counts)
    for territory, owner in enumerate(state.owner):
        if owner == OUT_OF_PLAY:
            state.continent_sizes[state.board.continent_of[territory]] -= 1
        elif owner >= 0:
            state.held[owner] += 1
            state.held_in[owner][state.board.continent_of[territory]] += 1


def position_state(state: State, position: dict[str, Any]) -> State:
    """Fill a fresh state from a description, all keys optional:

    `owners` and `armies` by territory's name (unnamed territories: `rest`, an owner, with one army), `out` with the
    names of territories out of play, `hands` by player as lists of cards, `player` and `phase` (where the turn
    stands), `sets_traded`, `captured`, `turn`, `round`, `orders`, `reserve` (by owner; otherwise what the phase's
    predecessors would give is up to them), `data` to override what the rules keep. Cards not in a hand are the deck,
    in order, unless `deck` and `discard` say so.
    """
    unknown = sorted(set(position) - _POSITION)
    if unknown:
        raise ValueError(f"position: unknown key {unknown[0]!r}; known are {', '.join(sorted(_POSITION))}")
    board = state.board
    rest = position.get("rest", 0)
    named = {board.territory(name): owner for name, owner in position.get("owners", {}).items()}
    out = [board.territory(name) for name in position.get("out", ())]
    for territory in range(len(board.territories)):
        if territory in out:
            state.take_out(territory)
        else:
            state.give(territory, named.get(territory, rest))
            state.armies[territory] = 1
    for name, armies in position.get("armies", {}).items():
        state.armies[board.territory(name)] = armies
    for player, hand in position.get("hands", {}).items():
        state.hands[int(player)][:] = hand
    held = {card for hand in state.hands for card in hand}
    state.discard[:] = position.get("discard", ())
    held.update(state.discard)
    state.deck[:] = position.get("deck", [card for card in range(len(state.rules.deck)) if card not in held])
    state.reserve[:] = position.get("reserve", state.reserve)
    state.orders[:] = position.get("orders", state.orders)
    state.alive[:] = [held > 0 for held in state.held]
    state.sets_traded = position.get("sets_traded", 0)
    state.player = player = position.get("player", 0)
    state.first = position.get("first", 0)
    state.turn = position.get("turn", 1)
    state.round = position.get("round", 1)
    state.captured = position.get("captured", 0)
    for name, value in position.get("data", {}).items():
        state.data[name] = copy_plain(value)
    flow.enter_turn_at(state, player, position.get("phase", state.rules.turn[0].name))
    return state
