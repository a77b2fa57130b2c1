"""At which level of play a finding holds: the bots that stand for levels, and what their games say of each finding.

A finding is a number that is 0 if there is nothing to it: a change, or how far a share is from an equal one. One that
holds among weak players only is worth little, and one strong player is no proof either: so beside the verdict stands
whether the answer still moves between the two strongest.
"""

from collections.abc import Sequence
from math import isnan, sqrt
from typing import Any, Literal

import attrs

from riskcore.files.catalog import Catalog
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change, seat_change, single_change
from riskcore.lab.measure.measures import MEASURES, Measure, Unit, seat_wins, whole_blocks
from riskcore.lab.stats.intervals import Interval, finite, two_sided_z, wilson

__all__ = [
    "LEVELS",
    "SLOW",
    "AtLevel",
    "ByLevel",
    "Holds",
    "adjusted",
    "change_by_level",
    "converged",
    "holds",
    "installed_levels",
    "level_games",
    "run_by_level",
]

#: Names of bots, from the weakest to the strongest; those that are not installed are left out.
LEVELS = ("novice", "greedy", "planner", "search")

Holds = Literal["at every level", "among good players only", "reverses among better players", "not settled"]

_PART = 4  # one game at each other level for so many of a run
SLOW = {"search": 40}  # fewer of those that think for long
_FEWEST = 100
_LEVEL = 0.95

# The smallest change that matters; for what is no share and no length, a tenth of the spread between shipped variants.
_MATTERS: dict[Unit, float] = {"share": 0.03, "points": 0.03, "rounds": 0.1}
_TENTH_OF_SPREAD = {"drama": 0.02, "end_surprise": 0.05}


@attrs.frozen
class AtLevel:
    """What one level's games say: the value as it is shown, and the finding with its range, adjusted for the others."""

    level: str
    games: int
    value: float | None
    interval: Interval | None = None
    finding: float | None = None
    adjusted: Interval | None = None


@attrs.frozen
class ByLevel:
    """A finding at each level, the weakest first.

    `holds` is None for a number of which no value means that there is nothing to it; `converged` is None where
    the games of the two strongest levels cannot tell.
    """

    key: str
    title: str
    unit: Unit
    relative: bool  # whether values are parts of what they were
    at: tuple[AtLevel, ...]
    holds: Holds | None
    converged: bool | None

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON holds it."""
        levels = {
            each.level: {
                "games": each.games,
                "value": finite(each.value),
                "interval": each.interval and each.interval.to_list(),
                "finding": finite(each.finding),
                "adjusted": each.adjusted and each.adjusted.to_list(),
            }
            for each in self.at
        }
        return {"title": self.title, "holds": self.holds, "converged": self.converged, "levels": levels}


def installed_levels(catalog: Catalog | None = None) -> list[str]:
    """The levels that can be played here."""
    known = (catalog or Catalog()).bot_names()
    return [name for name in LEVELS if name in known]


def level_games(level: str, games: int, players: int) -> int:
    """How many games go to a level beside so many of a run."""
    part = SLOW.get(level, _PART)
    return whole_blocks(min(max(games // part, _FEWEST * _PART // part), games), players)


def holds(ranges: Sequence[Interval | None]) -> Holds:
    """At which levels a finding holds, by its adjusted ranges from the weakest to the strongest."""
    sides = [_side(each) for each in ranges]
    if len(sides) < 2 or not sides[-1]:
        return "not settled"
    if all(side == sides[-1] for side in sides):
        return "at every level"
    if any(side == -sides[-1] for side in sides):
        return "reverses among better players"
    return "among good players only" if sides[-2] == sides[-1] else "not settled"


def _side(interval: Interval | None) -> int:
    """1 if a range lies above 0, -1 if below, 0 if it holds it or there is none."""
    return 0 if interval is None else (interval.low > 0) - (interval.high < 0)


def adjusted(values: Sequence[float | None], ranges: Sequence[Interval | None]) -> list[Interval | None]:
    """Ranges at 95 % widened by Holm's method: the surest finding as if all were its rivals, the next but one fewer.

    A range that misses 0 then does so for a p-value that is small enough for its place in the row.
    """
    known = [at for at, (value, each) in enumerate(zip(values, ranges, strict=True)) if value is not None and each]
    sure = {at: _sureness(values[at], ranges[at]) for at in known}
    found: list[Interval | None] = [None] * len(values)
    for place, at in enumerate(sorted(known, key=lambda at: -sure[at])):
        found[at] = _widened(values[at], ranges[at], 1 - (1 - _LEVEL) / (len(known) - place))
    return found


def _sureness(value: float | None, interval: Interval | None) -> float:
    """How many times the range's half towards 0 goes into the way there."""
    assert value is not None
    assert interval is not None
    half = value - interval.low if value > 0 else interval.high - value
    return abs(value) / half if half > 0 else float("inf") * bool(value)


def _widened(value: float | None, interval: Interval | None, level: float) -> Interval:
    assert value is not None
    assert interval is not None
    by = two_sided_z(level) / two_sided_z(_LEVEL)
    return Interval(value - (value - interval.low) * by, value + (interval.high - value) * by)


def converged(
    key: str,
    unit: Unit,
    stronger: tuple[float | None, Interval | None],
    weaker: tuple[float | None, Interval | None],
    *,
    relative: bool = False,
) -> bool | None:
    """Whether the answer has stopped moving: the difference of two levels surely lies within what matters, or surely is
    one; None if the games leave both open.

    A length is compared with itself, unless it is `relative` already.
    """
    (after, after_range), (before, before_range) = stronger, weaker
    if after is None or before is None or after_range is None or before_range is None:
        return None
    scale = abs(before) if unit == "rounds" and not relative else 1.0
    if not scale:
        return None
    difference = after - before
    up = sqrt((after_range.high - after) ** 2 + (before - before_range.low) ** 2)
    down = sqrt((after - after_range.low) ** 2 + (before_range.high - before) ** 2)
    matters = _TENTH_OF_SPREAD.get(key, _MATTERS.get(unit, 0.1))
    if difference + up <= matters * scale and difference - down >= -matters * scale:
        return True
    return None if difference - down <= 0 <= difference + up else False


def run_by_level(played: Sequence[tuple[str, Games]], seat: int) -> list[ByLevel]:
    """The front page at each level; of the seats, the one given."""
    found = []
    for measure in MEASURES:
        if measure.kind == "seats":
            found.append(_seat_by_level(played, seat))
        elif measure.front:
            found.append(_measure_by_level(measure, played))
    return found


def _seat_by_level(played: Sequence[tuple[str, Games]], seat: int) -> ByLevel:
    at = []
    for level, games in played:
        fair = 1 / games.plan.players
        wins = seat_wins(games.columns["seat"], games.plan.players)
        if not sum(wins):
            at.append(AtLevel(level, 0, None))
            continue
        rate, interval = wins[seat] / sum(wins), wilson(wins[seat], sum(wins))
        at.append(AtLevel(level, sum(wins), rate, interval, rate - fair, _less(interval, fair)))
    return _judged(f"seat.{seat + 1}", f"Wins of seat {seat + 1}", "share", at)


def _measure_by_level(measure: Measure, played: Sequence[tuple[str, Games]]) -> ByLevel:
    at = []
    for level, games in played:
        value, interval = measure.value(games), measure.interval(games)
        if value is not None and isnan(value):  # no game says anything about it
            value = interval = None
        told = AtLevel(level, measure.games(games).size, value, interval)
        if measure.fair and value is not None and interval is not None:
            fair = 1 / games.plan.players
            told = attrs.evolve(told, finding=value - fair, adjusted=_less(interval, fair))
        at.append(told)
    return _judged(measure.key, measure.title, measure.unit, at)


def _less(interval: Interval, amount: float) -> Interval:
    return Interval(interval.low - amount, interval.high - amount)


def change_by_level(change: Change, sides: Sequence[tuple[str, Games, Games]]) -> ByLevel | None:
    """A change from one variant to another at each level; None of what levels do not tell, such as skill.

    What is not called different is not said to hold anywhere: looking at many levels shall find no more by chance.
    """
    at = []
    for level, base, ours in sides:
        kind, _, seat = change.key.partition(".")
        if kind == "seat":
            found = seat_change(int(seat) - 1, base, ours)
        else:
            measure = next((each for each in MEASURES if each.key == change.key), None)
            if measure is None:
                return None
            found = single_change(measure, base, ours)
        at.append(AtLevel(level, len(ours), found.change, found.interval, found.change, found.interval))
    judged = _judged(change.key, change.title, change.unit, at, relative=change.relative)
    return judged if change.different else attrs.evolve(judged, holds="not settled")


def _judged(key: str, title: str, unit: Unit, at: Sequence[AtLevel], *, relative: bool = False) -> ByLevel:
    """The findings with their ranges adjusted for one another, and what they come to."""
    ranges = adjusted([each.finding for each in at], [each.adjusted for each in at])
    told = tuple(attrs.evolve(each, adjusted=wide) for each, wide in zip(at, ranges, strict=True))
    verdict = holds(ranges) if any(each.finding is not None for each in at) else None
    settled = None
    if len(told) > 1:
        strongest = [(each.value, each.interval) for each in told[:-3:-1]]
        settled = converged(key, unit, strongest[0], strongest[1], relative=relative)
    return ByLevel(key, title, unit, relative, told, verdict, settled)
