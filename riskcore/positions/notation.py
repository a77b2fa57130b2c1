"""A position in a line of text, in the manner of chess's FEN, and as a key for tables of a search."""

import json
import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from riskcore.errors import SaveError
from riskcore.positions.document import parse_json, shown
from riskcore.state import NOBODY, OUT_OF_PLAY, State

__all__ = ["parse_position", "position_key", "position_text"]

_WHAT = "a position"
_LONGEST = 1_000_000
_PLACE = re.compile(r"([a-z])([0-9]{1,9})|([.-])")
_NUMBERS = re.compile(r"(-?[0-9]{1,18}(,-?[0-9]{1,18})*)?")


def position_key(state: State) -> Hashable:
    """All that a game goes on from, but for its chance: equal in equal positions, and hashable."""
    return (
        tuple(state.owner),
        tuple(state.armies),
        tuple(state.reserve),
        tuple(state.alive),
        tuple(map(tuple, state.hands)),
        tuple(state.deck),
        tuple(state.discard),
        (state.sets_traded, state.player, state.first, state.turn, state.round, state.captured, state.outcome),
        tuple(state.orders),
        tuple(map(tuple, state.frames)),
        _frozen(state.data),
    )


def _frozen(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple((key, _frozen(value[key])) for key in sorted(value))
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def position_text(state: State) -> str:
    """The board, territory by territory, then what else there is: `a3b1a2… player=1 first=0 turn=4 …`.

    `a3` is three armies of owner 0, `.` a territory that is nobody's yet, `-` one out of play. What is zero or empty is
    left out.
    """
    outcome = None if state.outcome is None else [state.outcome.winner, state.outcome.reason]
    values: dict[str, Any] = {
        "player": state.player,
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "captured": state.captured,
        "sets_traded": state.sets_traded,
        "alive": [int(alive) for alive in state.alive],
        "reserve": state.reserve if any(state.reserve) else [],
        "orders": state.orders if any(state.orders) else [],
        "hands": state.hands if any(state.hands) else [],
        "deck": state.deck,
        "discard": state.discard,
        "frames": state.frames,
        "data": state.data,
        "outcome": outcome,
    }
    written = [f"{key}={_FIELDS[key][0](value)}" for key, value in values.items() if value or key == "player"]
    return " ".join([_board_text(state), *written])


def _board_text(state: State) -> str:
    signs = {NOBODY: ".", OUT_OF_PLAY: "-"}
    return "".join(
        signs.get(owner) or f"{chr(ord('a') + owner)}{armies}"
        for owner, armies in zip(state.owner, state.armies, strict=True)
    )


def parse_position(text: str, state: State) -> dict[str, Any]:
    """The document of a position for a state of this size; that its values fit is for the reader to check."""
    if len(text) > _LONGEST:
        raise SaveError(f"not {_WHAT}: {len(text):,} characters; at most {_LONGEST:,} are read")
    board, *fields = text.split(" ")
    document = _board(board)
    for field in fields:
        key, equals, value = field.partition("=")
        if key not in _FIELDS or not equals:
            raise SaveError(f"not {_WHAT}: {shown(field)}; must be KEY=VALUE with one of {', '.join(_FIELDS)}")
        if key in document:
            raise SaveError(f"not {_WHAT}: {key} stands in it twice")
        document[key] = _FIELDS[key][1](key, value)
    owners, nothing = len(state.held), [0] * len(state.held)
    defaults: Mapping[str, Any] = {
        **dict.fromkeys(("first", "turn", "round", "captured", "sets_traded"), 0),
        "reserve": nothing,
        "orders": nothing[: state.players],
        "hands": [[] for _ in range(owners)],
        "deck": [],
        "discard": [],
        "frames": [],
        "data": {},
        "outcome": None,
        "cursor": state.cursor,
    }
    document = {**defaults, **document}
    if "alive" in document:
        document["alive"] = [bool(alive) if alive in (0, 1) else alive for alive in document["alive"]]
    return document


def _board(text: str) -> dict[str, Any]:
    owner: list[int] = []
    armies: list[int] = []
    at = 0
    while at < len(text):
        match = _PLACE.match(text, at)
        if match is None:
            raise SaveError(f"not {_WHAT}: the board has {shown(text[at : at + 12])}; must be like a3, . or -")
        letter, number, sign = match.groups()
        owner.append(ord(letter) - ord("a") if letter else NOBODY if sign == "." else OUT_OF_PLAY)
        armies.append(int(number or 0))
        at = match.end()
    return {"owner": owner, "armies": armies}


def _numbers(key: str, value: str) -> list[int]:
    if not _NUMBERS.fullmatch(value):
        raise SaveError(f"not {_WHAT}: {key}: {shown(value)}; must be whole numbers with commas between them")
    return [int(number) for number in value.split(",")] if value else []


def _number(key: str, value: str) -> int:
    numbers = _numbers(key, value)
    if len(numbers) != 1:
        raise SaveError(f"not {_WHAT}: {key}: {shown(value)}; must be a whole number")
    return numbers[0]


def _piles(key: str, value: str) -> list[list[int]]:
    return [_numbers(key, pile) for pile in value.split(";")]


def _json_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")).replace(" ", "\\u0020")  # only within words is a space


def _json(key: str, value: str) -> Any:
    return parse_json(value, f"{_WHAT}: {key}")


def _listed(values: list[int]) -> str:
    return ",".join(map(str, values))


# How each field is written, and read again
_FIELDS: dict[str, tuple[Callable[[Any], str], Callable[[str, str], Any]]] = {
    **dict.fromkeys(("player", "first", "turn", "round", "captured", "sets_traded"), (str, _number)),
    **dict.fromkeys(("alive", "reserve", "orders", "deck", "discard"), (_listed, _numbers)),
    "hands": (lambda hands: ";".join(map(_listed, hands)), _piles),
    **dict.fromkeys(("frames", "data", "outcome"), (_json_text, _json)),
}
