"""What changes from one variant to another: the front page's measures side by side, with intervals and p-values.

The games of two variants count as independent. They share their seeds, which makes differences surer than they are said
to be, if anything.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, Literal

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.measures import MEASURES, SIGNIFICANT, Measure, Measured, Unit, seat_wins
from riskcore.lab.stats.bootstrap import Difference, compare_means, compare_quantiles
from riskcore.lab.stats.intervals import (
    Interval,
    benjamini_hochberg,
    finite,
    newcombe,
    rate_difference_p_value,
    sidak_level,
)

__all__ = ["Change", "Side", "compare", "seat_change", "single_change"]

Floats = npt.NDArray[np.float64]

_RESAMPLES = 4_000  # so that the smallest p-value survives the correction for some eighty comparisons


@attrs.frozen
class Side:
    """The games of one variant, and what games beside them said of skill."""

    games: Games
    skill: Sequence[Measured] = ()


@attrs.frozen
class Change:
    """A measure under the baseline and under another variant.

    `change` is the difference, or where `relative`, the part of the baseline by which it grew. `adjusted` is the
    p-value after the correction for having looked at many measures at once.
    """

    key: str
    title: str
    unit: Unit
    base: float | None
    ours: float | None
    change: float | None = None
    interval: Interval | None = None
    p_value: float = 1.0
    adjusted: float = 1.0
    relative: bool = False
    meaning: str = ""

    @property
    def different(self) -> bool:
        """Whether chance hardly explains it."""
        return self.adjusted < SIGNIFICANT

    @property
    def perhaps(self) -> bool:
        """Whether it would be called different if nothing else had been looked at."""
        return not self.different and self.interval is not None and 0 not in self.interval

    @property
    def direction(self) -> Literal["more", "less"]:
        return "less" if (self.change or 0.0) < 0 else "more"

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON holds it."""
        told = attrs.asdict(self, recurse=False)
        told["interval"] = None if self.interval is None else self.interval.to_list()
        told |= {"base": finite(self.base), "ours": finite(self.ours)}
        return {**told, "different": self.different, "perhaps": self.perhaps}


def compare(base: Side, others: Sequence[Side]) -> list[list[Change]]:
    """The changes from the baseline to each other variant; of all that are called different, few are by chance."""
    found = [_changes(base, other) for other in others]
    adjusted = iter(benjamini_hochberg([change.p_value for changes in found for change in changes]))
    return [[attrs.evolve(change, adjusted=next(adjusted)) for change in changes] for changes in found]


def _changes(base: Side, ours: Side) -> list[Change]:
    changes = [single_change(each, base.games, ours.games) for each in MEASURES if each.front]
    before = {each.key: each for each in base.skill}
    return changes + [_skill_change(before[each.key], each) for each in ours.skill if each.key in before]


def single_change(measure: Measure, base: Games, ours: Games) -> Change:
    """The change of one measure; of the seats, of the one that changed most."""
    values, before = measure.games(ours), measure.games(base)
    change = Change(measure.key, measure.title, measure.unit, measure.value(base), measure.value(ours))
    change = attrs.evolve(change, meaning=measure.words(ours.plan))
    if measure.kind == "seats":
        return _most_changed_seat(change, seat_wins(before, base.plan.players), seat_wins(values, ours.plan.players))
    if measure.kind == "rate":
        if not values.size or not before.size:
            return change
        n, base_n = measure.weight(ours), measure.weight(base)
        return _rate_change(change, (change.ours or 0.0) * n, n, (change.base or 0.0) * base_n, base_n)
    if measure.kind == "quantile":
        change = attrs.evolve(change, relative=True)
        if not values.size or not before.size or inf in (change.base, change.ours):
            return change
        values, before = _smooth(values, ours.plan.max_rounds), _smooth(before, base.plan.max_rounds)
        ratio = compare_quantiles(values, before, measure.part, ratio=True, resamples=_RESAMPLES)
        return _with(change, ratio, less=1.0)
    values, before = measure.varying(ours), measure.varying(base)
    if measure.kind == "ratio":
        values, before = _as_means(values, measure.others(ours)), _as_means(before, measure.others(base))
    return _with(change, compare_means(values, before, resamples=_RESAMPLES), less=0.0)


def _with(change: Change, found: Difference | None, less: float) -> Change:
    if found is None:
        return change
    interval = Interval(found.interval.low - less, found.interval.high - less)
    return attrs.evolve(change, change=found.value - less, interval=interval, p_value=found.p_value)


def _rate_change(change: Change, wins: float, n: float, base_wins: float, base_n: float) -> Change:
    if not n or not base_n:
        return change
    return attrs.evolve(
        change,
        change=wins / n - base_wins / base_n,
        interval=newcombe(wins, n, base_wins, base_n),
        p_value=rate_difference_p_value(wins, n, base_wins, base_n),
    )


def _smooth(rounds: Floats, cap: int) -> Floats:
    """Lengths as if games ended at any time within their last round, so that small changes show in quantiles too.

    Games that were stopped at the cap are only known to be longer.
    """
    ended, number, counts = np.unique(np.minimum(rounds, cap + 1.0), return_inverse=True, return_counts=True)
    order = np.argsort(number, kind="stable")
    place = np.empty(len(rounds))
    place[order] = np.arange(len(rounds)) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.asarray(ended[number] - 1 + (place + 0.5) / counts[number])


def _as_means(above: Floats, below: Floats) -> Floats:
    """A number for each game whose mean is the ratio of the sums, and moves as that does from run to run."""
    total = float(below.sum())
    if total <= 0:
        return np.empty(0)
    ratio = float(above.sum()) / total
    return ratio + (above - ratio * below) / (total / below.size)


def seat_change(seat: int, base: Games, ours: Games) -> Change:
    """The change of a seat's wins, the seat being chosen beforehand."""
    wins, before = (seat_wins(games.columns["seat"], games.plan.players) for games in (ours, base))
    change = Change(f"seat.{seat + 1}", f"Wins of seat {seat + 1}", "share", None, None)
    return _rate_change(change, wins[seat], sum(wins), before[seat], sum(before))


def _most_changed_seat(change: Change, base: Sequence[int], ours: Sequence[int]) -> Change:
    """Whether a seat wins more or less often: the one that changed most, with Šidák's correction for the choice.

    How far apart the best and the worst seat are would be a poor guide, for chance alone drives them apart.
    """
    n, base_n = sum(ours), sum(base)
    if not n or not base_n:
        return change
    gains = [wins / n - base_wins / base_n for wins, base_wins in zip(ours, base, strict=True)]
    chances = [rate_difference_p_value(wins, n, base_wins, base_n) for wins, base_wins in zip(ours, base, strict=True)]
    seat = chances.index(min(chances))
    return attrs.evolve(
        change,
        key=f"seat.{seat + 1}",
        title=f"Wins of seat {seat + 1}",
        meaning="the seat whose share of the wins changed most",
        base=base[seat] / base_n,
        ours=ours[seat] / n,
        change=gains[seat],
        interval=newcombe(ours[seat], n, base[seat], base_n, sidak_level(0.95, len(gains))),
        p_value=1 - (1 - min(chances)) ** len(gains),
    )


def _skill_change(base: Measured, ours: Measured) -> Change:
    change = Change(ours.key, ours.title, ours.unit, base.value, ours.value, meaning=ours.meaning)
    return _rate_change(change, ours.details["wins"], ours.n, base.details["wins"], base.n)
