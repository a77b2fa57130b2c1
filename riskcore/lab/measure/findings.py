"""Changes from one variant to another in plain words: `shortens the game by 41 % [38, 44]`."""

from collections.abc import Sequence

from riskcore.lab.measure.compare import Change
from riskcore.lab.measure.words import number_words
from riskcore.lab.play.batch import Plan
from riskcore.words import listed

__all__ = ["PERHAPS", "amount", "compared_names", "finding", "signed", "signed_range", "unchanged", "verdict_sentence"]

PERHAPS = "the interval excludes no change, but one of this many may do so by chance; more games would tell"

_TOLD = 3  # differences in one sentence

# What is said of a measure that grew, and of one that fell.
_PHRASES = {
    "completion": ("gets more games decided, by {}", "leaves more games undecided, by {}"),
    "length": ("lengthens the game by {}", "shortens the game by {}"),
    "long_games": ("makes long games longer by {}", "makes long games shorter by {}"),
    "drama": ("makes games more dramatic, by {}", "makes games less dramatic, by {}"),
    "end_surprise": ("brings more surprise late in the game, by {}", "brings less surprise late in the game, by {}"),
    "victory_lap": ("makes the victory lap longer, by {}", "makes the victory lap shorter, by {}"),
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
    words = phrase.format(amount(change), seat=which)
    if change.relative and change.base is not None and change.ours is not None:
        words += f", from round {number_words(change.base, change.unit)} to {number_words(change.ours, change.unit)}"
    return words


def verdict_sentence(name: str, changes: Sequence[Change]) -> str:
    """What a variant does to the game, in one sentence: the three surest differences, and how many there are beside."""
    told = [each for each in changes if each.different]
    if not told:
        return f"The games show no difference that {name} makes."
    surest = sorted(told, key=lambda each: -_sureness(each))[:_TOLD]
    more = len(told) - len(surest)
    others = f"{more} of the other {len(changes) - len(surest)} measures"
    rest = f"; {others} {'differs' if more == 1 else 'differ'}" if more else ""
    return f"{name} {listed([_briefly(each) for each in told if each in surest])}{rest}."


def _sureness(change: Change) -> float:
    """How many times its range the change is."""
    interval = change.interval
    return abs(change.change or 0.0) / (interval.high - interval.low or 1.0) if interval else 0.0


def _briefly(change: Change) -> str:
    kind, _, which = change.key.partition(".")
    more, less = _PHRASES[kind]
    phrase = (less if change.direction == "less" else more).removesuffix(", by {}").removesuffix(" by {}")
    words = phrase.format(seat=which)
    if change.relative and change.base is not None and change.ours is not None:
        words += f" from round {number_words(change.base, change.unit)} to {number_words(change.ours, change.unit)}"
    return words


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
        return f"{value:.{_places(change)}f}"
    shown = f"{100 * value:.1f}" if abs(value) < 0.0995 else f"{100 * value:.0f}"
    return "0" if float(shown) == 0 else shown


def _places(change: Change) -> int:
    """Small changes want one digit more."""
    return 3 if abs(change.change or 0) < 0.1 else 2


def signed(change: Change) -> str:
    """How much it is, with its sign: `+12.3 pts`, `-41.0 %`, `+0.012`."""
    if change.change is None:
        return "unknown"
    unit = " %" if change.relative else " pts" if change.unit == "share" else ""
    return f"{_signed(change.change, change)}{unit}"


def signed_range(change: Change) -> str:
    """Its interval, without the unit."""
    if change.interval is None:
        return "too few"
    return f"{_signed(change.interval.low, change)} to {_signed(change.interval.high, change)}"


def _signed(value: float, change: Change) -> str:
    parts = change.relative or change.unit == "share"
    shown = f"{100 * value:+.1f}" if parts else f"{value:+.{_places(change)}f}"
    return shown.lstrip("+-") if float(shown) == 0 else shown


def compared_names(plans: Sequence[Plan]) -> list[str]:
    """What to call each variant of a comparison; changes tell two apart that are the same variant else."""
    names = [plan.variant.name for plan in plans]
    changes = plans[-1].variant.changes
    if changes and len(plans) == 2 and plans[0].variant.lineage == plans[1].variant.lineage:
        names[1] = f"{names[1]} with {', '.join(changes)}"
    return names


def unchanged(changes: Sequence[Change]) -> str:
    """The measures without a difference that chance would not explain."""
    return listed([change.title.lower() for change in changes if not change.different])
