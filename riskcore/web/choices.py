"""A decision as plain data: the kinds of moves, what each asks for, and every legal answer, packed.

The answers of a kind are a tree: for each field a list of [values, what may follow], for the last one of them values
alone; numbers in a row are one range [low, high]. A page can lead through any decision by it and needs to know no rule.
"""

from collections.abc import Iterable, Iterator, Sequence
from inspect import getdoc
from typing import Any

from riskcore.frames import DECIDER, PHASE
from riskcore.game import Game
from riskcore.rules import Action

__all__ = ["decision", "is_secret", "refusal"]

_NUMBERS = ("count", "dice", "die")
_HELD = ("card", "cards")


def decision(game: Game) -> dict[str, Any]:
    """Who decides, about what, and all that may be answered."""
    frame = game.state.frames[-1]
    phase = game.rules.phases[frame[PHASE]]
    actions = [_action(game, action) for action in phase.actions]
    return {
        "seat": frame[DECIDER],
        "phase": phase.name,
        "words": phase.words or phase.name,
        "secret": is_secret(game),
        "held": any(field["domain"] in _HELD for kind in actions for field in kind["fields"]),
        "kinds": actions,
    }


def _action(game: Game, action: Action) -> dict[str, Any]:
    move = action.move
    return {
        "kind": move.kind,
        "about": " ".join((getdoc(move) or "").split("\n\n")[0].split()),
        "order": action.order,
        "fields": [
            {"name": name, "domain": domain.name, "low": domain.low, "high": domain.high}
            for name, domain in move.fields.items()
        ],
        "answers": _packed(action.moves(game.state, game.state.frames[-1]), len(move.fields), _last(action)),
    }


def _last(action: Action) -> str:
    domains = list(action.move.fields.values())
    return domains[-1].name if domains else ""


def _packed(moves: Iterable[Sequence[Any]], fields: int, last: str) -> list[Any]:
    """The answers as a tree; [] if there is none, [[]] for one without fields."""
    if fields == 0:
        return [[] for _ in moves][:1]
    root: dict[Any, Any] = {}
    for move in moves:
        branch = root
        for value in move[1:-1]:
            branch = branch.setdefault(value, {})
        branch[move[-1]] = None
    if not root:
        return []
    return _branches(root, fields, last in _NUMBERS)


def _branches(branch: dict[Any, Any], fields: int, ranges: bool) -> list[Any]:
    if fields == 1:
        return [list(each) for each in _ranges(sorted(branch))] if ranges else list(branch)
    return [[value, _branches(rest, fields - 1, ranges)] for value, rest in branch.items()]


def _ranges(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    low = high = numbers[0]
    for number in numbers[1:]:
        if number != high + 1:
            yield low, high
            low = number
        high = number
    yield low, high


def is_secret(game: Game) -> bool:
    """Whether others learn nothing from an answer: nothing is told, and nothing that all can see changes."""
    move = next(iter(game.legal_moves), None)
    if move is None:
        return False
    twin = game.copy()
    told = twin.push(move)
    return not told and _seen_by_all(twin) == _seen_by_all(game)


def _seen_by_all(game: Game) -> dict[str, Any]:
    seen = game.view(None).to_dict()
    return {key: value for key, value in seen.items() if key not in ("frames", "to_move")}


def refusal(game: Game, move: Sequence[Any]) -> str:
    """Why a move is refused, in the words of the rule that does; empty if it is legal."""
    try:
        game.copy().push(move)
    except Exception as error:
        text = str(error)
        return text.rsplit("to decide: ", 1)[-1]
    return ""
