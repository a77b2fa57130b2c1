"""A decision as plain data: the kinds of moves, what each asks for, and every legal answer, packed.

The answers of a kind are a tree: for each field a list of [values, what may follow], for the last one of them values
alone; numbers in a row are one range [low, high]. A page can lead through any decision by it and needs to know no rule.
"""

from collections.abc import Iterable
from inspect import getdoc
from typing import Any

from riskcore.frames import DECIDER, PHASE
from riskcore.game import Game
from riskcore.moves import Move, MoveRange
from riskcore.rules import Action

__all__ = ["decision", "is_secret"]

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
    about, _, more = (getdoc(move) or "").replace("`", "").partition("\n\n")
    return {
        "kind": move.kind,
        "about": " ".join(about.split()),
        "more": " ".join(more.split()),
        "order": action.order,
        "fields": [
            {"name": name, "domain": domain.name, "low": domain.low, "high": domain.high}
            for name, domain in move.fields.items()
        ],
        "answers": _packed(action.legal(game.state, game.state.frames[-1]), len(move.fields), _last(action)),
    }


def _last(action: Action) -> str:
    domains = list(action.move.fields.values())
    return domains[-1].name if domains else ""


def _packed(offers: Iterable[Move | MoveRange], fields: int, last: str) -> list[Any]:
    """The answers as a tree; [] if there is none, [[]] for one without fields."""
    if fields == 0:
        return [[] for _ in offers][:1]
    root: dict[Any, Any] = {}
    for offer in offers:
        if isinstance(offer, MoveRange):
            start, low, high = offer.start, offer.low, offer.high
        else:
            start, low, high = offer[1:-1], offer[-1], offer[-1]
        branch = root
        for value in start:
            branch = branch.setdefault(value, {})
        branch[low] = high
    return _branches(root, fields, last in _NUMBERS) if root else []


def _branches(branch: dict[Any, Any], fields: int, ranges: bool) -> list[Any]:
    if fields == 1:
        return _joined(branch) if ranges else list(branch)
    return [[value, _branches(rest, fields - 1, ranges)] for value, rest in branch.items()]


def _joined(ranges: dict[int, int]) -> list[list[int]]:
    """Ranges from their lows to their highs, in order; those that follow on each other are one."""
    joined: list[list[int]] = []
    for low, high in sorted(ranges.items()):
        if joined and joined[-1][1] == low - 1:
            joined[-1][1] = high
        else:
            joined.append([low, high])
    return joined


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
