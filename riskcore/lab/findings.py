"""Changes from one variant to another in plain words: `shortens the game by 41 % [38, 44]`."""

from collections.abc import Sequence

from riskcore.lab.compare import Change
from riskcore.words import listed

__all__ = ["amount", "finding", "summary", "unchanged"]

# What is said of a measure that grew, and of one that fell.
_PHRASES = {
    "completion": ("gets more games decided, by {}", "leaves more games undecided, by {}"),
    "length": ("lengthens the game by {}", "shortens the game by {}"),
    "long_games": ("makes long games longer by {}", "makes long games shorter by {}"),
    "drama": ("makes games more dramatic, by {}", "makes games less dramatic, by {}"),
    "end_surprise": ("brings more surprise late in the game, by {}", "brings less surprise late in the game, by {}"),
    "victory_lap": ("makes the decided part of the game longer, by {}", "makes the decided part shorter, by {}"),
    "runaway": ("lets the early leader win more often, by {}", "lets the early leader win less often, by {}"),
    "idle": ("lets eliminated players wait longer, by {}", "lets eliminated players wait less, by {}"),
    "skill": ("rewards skill more, by {}", "rewards skill less, by {}"),
    "seat": ("lets seat {seat} win more often, by {}", "lets seat {seat} win less often, by {}"),
}


def finding(change: Change) -> str:
    """What a change means to the game."""
    kind, _, which = change.key.partition(".")
    more, less = _PHRASES[kind]
    phrase = less if change.direction == "less" else more
    return phrase.format(amount(change), seat=which)


def amount(change: Change) -> str:
    """How much it is, whatever the direction, with its interval: `12 points [8, 16]`."""
    assert change.change is not None
    sign = -1.0 if change.change < 0 else 1.0
    value = f"{_number(sign * change.change, change)}{_unit(change)}"
    if change.interval is None:
        return value
    ends = sorted(sign * end for end in (change.interval.low, change.interval.high))
    return f"{value} [{', '.join(_number(end, change) for end in ends)}]"


def _unit(change: Change) -> str:
    if change.relative:
        return " %"
    return " points" if change.unit in ("share", "points") else ""


def _number(value: float, change: Change) -> str:
    if not change.relative and change.unit not in ("share", "points"):
        return f"{value:.2f}"
    shown = f"{100 * value:.1f}" if abs(value) < 0.0995 else f"{100 * value:.0f}"
    return "0" if float(shown) == 0 else shown


def summary(name: str, changes: Sequence[Change]) -> str:
    """All that is different, in one sentence."""
    found = [finding(change) for change in changes if change.different]
    if not found:
        return f"{name} shows no difference"
    return f"{name} {'; '.join(found)}"


def unchanged(changes: Sequence[Change]) -> str:
    """The measures without a difference that chance would not explain."""
    return listed([change.title.lower() for change in changes if not change.different])
