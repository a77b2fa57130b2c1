"""Intervals that assume no shape: most draw the games again, with replacement, to see how much a number moves by luck.

The unit is always the game. Every function gives None where the games cannot say anything: fewer than two of
them, or a ratio whose denominator may be zero.
"""

from collections.abc import Iterator
from math import ceil
from statistics import NormalDist
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.stats.intervals import Interval

__all__ = [
    "Difference",
    "compare_means",
    "compare_quantiles",
    "mean_interval",
    "quantile",
    "quantile_interval",
    "ratio_interval",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Seed: TypeAlias = int | np.random.Generator

_NORMAL = NormalDist()
_RESAMPLES = 2_000
_CHUNK = 1 << 18  # numbers drawn at once: a few megabytes however many games there are
_MOST_UNITS = 10_000
_FEWEST_NUMERATORS = 5


@attrs.frozen
class Difference:
    """Ours against the baseline, as a difference or a ratio, and the p-value that there is none."""

    value: float
    interval: Interval
    p_value: float


def _vector(values: npt.ArrayLike, name: str = "values", *, endless: bool = False) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"{name} have {array.ndim} dimensions: must be one number for each game")
    if not (np.isfinite(array) | (endless & (array == np.inf))).all():
        index = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ValueError(f"{name} hold {array[index]} at index {index}: leave out games without the measure")
    return array


def _row_counts(rows: int, row_size: int) -> Iterator[int]:
    at_once = max(1, _CHUNK // max(1, row_size))
    for done in range(0, rows, at_once):
        yield min(at_once, rows - done)


def _folded(*columns: Floats) -> list[Floats]:
    """Sums over blocks of consecutive games once there are very many.

    Blocks of independent games are independent as well, so ratios of sums keep their interval and the work no
    longer grows with the number of games.
    """
    size = columns[0].size
    if size <= _MOST_UNITS:
        return list(columns)
    starts = np.linspace(0, size, _MOST_UNITS, endpoint=False).astype(np.int64)
    return [np.add.reduceat(column, starts) for column in columns]


def _ratio_replicates(
    numerators: Floats, denominators: Floats, resamples: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    size, above, below = numerators.size, [], []
    for rows in _row_counts(resamples, size):
        drawn = rng.integers(0, size, (rows, size), dtype=np.int32)
        above.append(numerators[drawn].sum(axis=1))
        below.append(denominators[drawn].sum(axis=1))
    return np.concatenate(above), np.concatenate(below)


def _mean_replicates(values: Floats, resamples: int, rng: np.random.Generator) -> Floats:
    sums, sizes = _folded(values, np.ones_like(values))
    if sums.size < values.size:
        above, below = _ratio_replicates(sums, sizes, resamples, rng)
        return above / below
    size = values.size
    drawn = (rng.integers(0, size, (rows, size), dtype=np.int32) for rows in _row_counts(resamples, size))
    return np.concatenate([values[games].mean(axis=1) for games in drawn])


def quantile(values: npt.ArrayLike, q: float) -> float:
    """The smallest of the values that this part of them does not exceed; it may be infinite."""
    return float(np.quantile(np.asarray(values, dtype=np.float64), q, method="inverted_cdf"))


def _quantile_replicates(values: Floats, q: float, resamples: int, rng: np.random.Generator) -> Floats:
    """The same distribution as resampling and taking the quantile, for one draw a resample.

    The r-th smallest of n uniform numbers follows a beta distribution; it says which game comes r-th.
    """
    ordered, size = np.sort(values), values.size
    rank = max(1, ceil(round(q * size, 9)))
    position = rng.beta(rank, size - rank + 1, resamples)
    return np.asarray(ordered[np.minimum((position * size).astype(np.int64), size - 1)])


def _tails(level: float) -> tuple[float, float]:
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}: must lie strictly between 0 and 1, such as 0.95")
    return (1 - level) / 2, (1 + level) / 2


def _percentile(replicates: Floats, tails: tuple[float, float]) -> Interval:
    low, high = np.quantile(replicates, tails).tolist()
    return Interval(low, high)


def _widened(z: float, games: int) -> float:
    """Resampled games vary a little less than new ones would; Student's quantile makes up for it."""
    return float(z * (1 + (z * z + 1) / (4 * (games - 1))) * (games / (games - 1)) ** 0.5)


def _bca(value: float, replicates: Floats, left_out: Floats, level: float) -> Interval:
    """Efron's bias-corrected, accelerated interval; `left_out` is the statistic without each game in turn."""
    count = replicates.size
    below = np.count_nonzero(replicates < value) + np.count_nonzero(replicates == value) / 2
    bias = _NORMAL.inv_cdf(min(max(below, 0.5), count - 0.5) / count)
    pull = left_out.mean() - left_out
    largest = np.abs(pull).max()
    acceleration = 0.0
    if largest > 0:
        pull = pull / largest  # the cubes of very large or small numbers would not fit
        acceleration = float((pull**3).sum() / (6 * (pull**2).sum() ** 1.5))

    def shifted(tail: float) -> float:
        z = bias + _widened(_NORMAL.inv_cdf(tail), left_out.size)
        room = 1 - acceleration * z
        if room <= 0:  # so skewed that the correction runs off the end of the replicates
            return 1.0 if z > 0 else 0.0
        return _NORMAL.cdf(bias + z / room)

    low, high = _tails(level)
    return _percentile(replicates, (shifted(low), shifted(high)))


def mean_interval(
    values: npt.ArrayLike, *, level: float = 0.95, resamples: int = _RESAMPLES, rng: Seed = 0
) -> Interval | None:
    """BCa interval for the mean over games."""
    games = _vector(values)
    if games.size < 2:
        return None
    replicates = _mean_replicates(games, resamples, np.random.default_rng(rng))
    mean = float(games.mean())
    left_out = mean + (mean - games) / (games.size - 1)
    return _bca(mean, replicates, left_out, level)


def quantile_interval(values: npt.ArrayLike, q: float = 0.5, *, level: float = 0.95) -> Interval | None:
    """Interval for a quantile over games, the median unless told otherwise; values may be infinite.

    From one game to another, in order of their values: how many lie below the quantile is binomial, so nothing has to
    be drawn again.
    """
    if not 0 <= q <= 1:
        raise ValueError(f"quantile {q!r}: must lie between 0 and 1")
    games = np.sort(_vector(values, endless=True))
    if games.size < 2:
        return None
    low, high = _tails(level)
    at_most = _binomial(games.size, q)  # by number: the chance that no more games lie below
    first = int(np.searchsorted(at_most, low, side="right"))
    last = int(np.searchsorted(at_most, high, side="left")) + 1
    return Interval(float(games[max(first - 1, 0)]), float(games[min(last, games.size) - 1]))


def _binomial(n: int, chance: float) -> Floats:
    """The distribution function of how often something happens in n games, from 0 to n times."""
    if chance in (0.0, 1.0):
        return np.asarray(np.arange(n + 1) >= n * chance, dtype=np.float64)
    times = np.arange(n + 1)
    ways = np.concatenate([[0.0], np.cumsum(np.log(np.arange(n, 0, -1)) - np.log(np.arange(1, n + 1)))])
    return np.asarray(np.cumsum(np.exp(ways + times * np.log(chance) + (n - times) * np.log1p(-chance))))


def ratio_interval(
    numerators: npt.ArrayLike,
    denominators: npt.ArrayLike,
    *,
    level: float = 0.95,
    resamples: int = _RESAMPLES,
    rng: Seed = 0,
) -> Interval | None:
    """BCa interval for the sum of numerators over the sum of denominators, one of each for every game.

    None too if hardly any game has a numerator: what was drawn from so few would look far too sure.
    """
    above, below = _vector(numerators, "numerators"), _vector(denominators, "denominators")
    if above.size != below.size:
        raise ValueError(f"{above.size} numerators and {below.size} denominators: must be as many")
    if above.size < 2 or np.count_nonzero(above) < _FEWEST_NUMERATORS:
        return None
    above, below = _folded(above, below)
    drawn_above, drawn_below = _ratio_replicates(above, below, resamples, np.random.default_rng(rng))
    rest = below.sum() - below
    if _may_vanish(drawn_below) or _may_vanish(rest):
        return None
    value = float(above.sum() / below.sum())
    return _bca(value, drawn_above / drawn_below, (above.sum() - above) / rest, level)


def _may_vanish(denominators: Floats) -> bool:
    return bool(denominators.min() <= 0 <= denominators.max())


def compare_means(
    values: npt.ArrayLike,
    baseline: npt.ArrayLike,
    *,
    ratio: bool = False,
    level: float = 0.95,
    resamples: int = _RESAMPLES,
    rng: Seed = 0,
) -> Difference | None:
    """The mean minus the baseline's mean, or divided by it."""
    ours, base = _vector(values), _vector(baseline, "baseline values")
    if min(ours.size, base.size) < 2:
        return None
    generator = np.random.default_rng(rng)
    drawn = [_mean_replicates(games, resamples, generator) for games in (ours, base)]
    return _compared(float(ours.mean()), float(base.mean()), drawn[0], drawn[1], ratio, level)


def compare_quantiles(
    values: npt.ArrayLike,
    baseline: npt.ArrayLike,
    q: float = 0.5,
    *,
    ratio: bool = False,
    level: float = 0.95,
    resamples: int = _RESAMPLES,
    rng: Seed = 0,
) -> Difference | None:
    """A quantile (the median) minus the baseline's, or divided by it."""
    if not 0 <= q <= 1:
        raise ValueError(f"quantile {q!r}: must lie between 0 and 1")
    ours, base = _vector(values), _vector(baseline, "baseline values")
    if min(ours.size, base.size) < 2:
        return None
    generator = np.random.default_rng(rng)
    drawn = [_quantile_replicates(games, q, resamples, generator) for games in (ours, base)]
    points = [quantile(games, q) for games in (ours, base)]
    return _compared(points[0], points[1], drawn[0], drawn[1], ratio, level)


def _compared(
    ours: float, base: float, drawn_ours: Floats, drawn_base: Floats, ratio: bool, level: float
) -> Difference | None:
    if ratio:
        if base == 0 or _may_vanish(drawn_base):
            return None
        value, replicates, same = ours / base, drawn_ours / drawn_base, 1.0
    else:
        value, replicates, same = ours - base, drawn_ours - drawn_base, 0.0
    fewer = min(np.count_nonzero(replicates <= same), np.count_nonzero(replicates >= same))
    p_value = min(1.0, 2 * (int(fewer) + 1) / (replicates.size + 1))
    return Difference(value, _percentile(replicates, _tails(level)), p_value)
