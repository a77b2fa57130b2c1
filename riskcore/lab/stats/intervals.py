"""Statistics of counted games: intervals for rates, fairness of seats, several tests at once, planning."""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

import attrs
import numpy as np
import numpy.typing as npt

__all__ = [
    "GoodnessOfFit",
    "Interval",
    "SpreadByChance",
    "benjamini_hochberg",
    "chi_square",
    "expected_spread",
    "finite",
    "games_needed_for_rate",
    "games_needed_for_seats",
    "games_needed_for_shift",
    "holm",
    "newcombe",
    "rate_difference_p_value",
    "sidak_level",
    "two_sided_z",
    "upper_gamma",
    "wilson",
]

_NORMAL = NormalDist()
_SPREAD_DRAWS = 20_000


@attrs.frozen
class Interval:
    """A range of values the games leave plausible, ends included."""

    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def to_list(self) -> list[float | None]:
        """Both ends as JSON holds them."""
        return [finite(self.low), finite(self.high)]


def finite(value: float | None) -> float | None:
    """A number as JSON holds it: there is none without end."""
    return value if value is not None and math.isfinite(value) else None


@attrs.frozen
class GoodnessOfFit:
    """Pearson's chi-square against equal shares: a small p-value means chance hardly explains the counts."""

    statistic: float
    degrees: int
    p_value: float


@attrs.frozen
class SpreadByChance:
    """What equal seats show for best minus worst win rate: on average, and exceeded once in twenty times."""

    mean: float
    high: float


def two_sided_z(level: float) -> float:
    """How many standard errors to each side hold this share of a normal distribution."""
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}: must lie strictly between 0 and 1, such as 0.95")
    return _NORMAL.inv_cdf((1 + level) / 2)


def sidak_level(level: float, intervals: int) -> float:
    """The level each of several independent intervals needs so that all of them hold at once at `level`."""
    if intervals < 1:
        raise ValueError(f"{intervals!r} simultaneous intervals: must be at least 1")
    return float(level ** (1 / intervals))


def _check_count(successes: float, n: float) -> None:
    if n < 0 or not 0 <= successes <= n:
        raise ValueError(f"{successes!r} successes in {n!r} games: must lie between 0 and all of them")


def _score_interval(successes: float, n: float, z: float) -> Interval:
    """All rates within `z` of their own standard errors of the observed one."""
    _check_count(successes, n)
    if n == 0:
        return Interval(0.0, 1.0)
    rate, shrink = successes / n, 1 + z * z / n
    middle = (rate + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    # At the edges rounding would leave a crumb beside the bound that the formula meets exactly.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Interval(low, high)


def wilson(successes: float, n: float, level: float = 0.95, sidak: int = 1) -> Interval:
    """Wilson's interval for a rate; `sidak` is the number of intervals that shall hold at the same time."""
    return _score_interval(successes, n, two_sided_z(sidak_level(level, sidak)))


def newcombe(successes: float, n: float, base_successes: float, base_n: float, level: float = 0.95) -> Interval:
    """Newcombe's interval for a rate minus a baseline rate, built from the two Wilson intervals."""
    ours, base = wilson(successes, n, level), wilson(base_successes, base_n, level)
    if n == 0 or base_n == 0:  # a rate nobody saw has no middle to measure from, only its bounds
        return Interval(ours.low - base.high, ours.high - base.low)
    rate, base_rate = successes / n, base_successes / base_n
    below = math.hypot(rate - ours.low, base.high - base_rate)
    above = math.hypot(ours.high - rate, base_rate - base.low)
    difference = rate - base_rate
    return Interval(max(-1.0, difference - below), min(1.0, difference + above))


def rate_difference_p_value(successes: float, n: float, base_successes: float, base_n: float) -> float:
    """Two-sided p-value that two rates are the same (pooled normal test)."""
    _check_count(successes, n)
    _check_count(base_successes, base_n)
    if n == 0 or base_n == 0:
        return 1.0
    pooled = (successes + base_successes) / (n + base_n)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / base_n))
    if error == 0:  # every game of both sides went the same way
        return 1.0
    return math.erfc(abs(successes / n - base_successes / base_n) / error / math.sqrt(2))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x) for a = 1/2, 1, 3/2, …

    Those are all that chi-square needs, and for them Q is a finite sum of positive terms.
    """
    if a <= 0 or (2 * a) % 1:
        raise ValueError(f"a = {a!r}: must be a positive multiple of 1/2")
    if x < 0:
        raise ValueError(f"x = {x!r}: must not be negative")
    if x == 0:
        return 1.0
    order, terms = (1.0, [math.exp(-x)]) if a % 1 == 0 else (0.5, [math.erfc(math.sqrt(x))])
    while order < a:
        terms.append(math.exp(order * math.log(x) - x - math.lgamma(order + 1)))
        order += 1
    return min(1.0, math.fsum(terms))


def chi_square(counts: Sequence[int]) -> GoodnessOfFit:
    """Are these wins per seat what equal seats would give?"""
    if any(count < 0 for count in counts):
        raise ValueError(f"counts {list(counts)!r}: must not be negative")
    degrees, total = max(len(counts) - 1, 0), sum(counts)
    if degrees == 0 or total == 0:
        return GoodnessOfFit(0.0, degrees, 1.0)
    expected = total / len(counts)
    statistic = math.fsum((count - expected) ** 2 for count in counts) / expected
    return GoodnessOfFit(statistic, degrees, upper_gamma(degrees / 2, statistic / 2))


def expected_spread(n: int, seats: int, seed: int = 0) -> SpreadByChance:
    """Best minus worst win rate in `n` games between equal seats, by seeded Monte Carlo (20,000 draws)."""
    if n < 0 or seats < 1:
        raise ValueError(f"{n!r} games of {seats!r} seats: needs no fewer than 0 games and 1 seat")
    if n == 0:  # before the first game no spread is excluded
        return SpreadByChance(1.0, 1.0)
    wins = np.random.default_rng(seed).multinomial(n, np.full(seats, 1 / seats), size=_SPREAD_DRAWS)
    spread = np.ptp(wins, axis=1) / n
    return SpreadByChance(float(spread.mean()), float(np.quantile(spread, 0.95, method="higher")))


def _checked_p_values(p_values: Sequence[float]) -> npt.NDArray[np.float64]:
    for index, p_value in enumerate(p_values):
        if not 0 <= p_value <= 1:
            raise ValueError(f"p-value {p_value!r} at index {index}: must lie between 0 and 1")
    return np.asarray(p_values, dtype=np.float64)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values: calling those below 5 % real is wrong about even one in at most 5 % of uses."""
    given = _checked_p_values(p_values)
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(given[order] * np.arange(given.size, 0, -1)))
    return tuple(adjusted.tolist())


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values: of those below 5 %, at most 5 % are expected to be false alarms."""
    given = _checked_p_values(p_values)
    falling = np.argsort(-given, kind="stable")
    adjusted = np.empty_like(given)
    scaled = given[falling] * (given.size / np.arange(given.size, 0, -1))
    adjusted[falling] = np.minimum(1, np.minimum.accumulate(scaled))
    return tuple(adjusted.tolist())


def _z_values(power: float, level: float, sides: int) -> tuple[float, float]:
    if sides not in (1, 2):
        raise ValueError(f"sides {sides!r}: must be 1 or 2")
    if not 0.5 <= power < 1:
        raise ValueError(f"power {power!r}: must be at least 0.5 and below 1, such as 0.8")
    return two_sided_z(level if sides == 2 else 2 * level - 1), _NORMAL.inv_cdf(power)


def games_needed_for_rate(rate: float, against: float, power: float = 0.8, level: float = 0.95, sides: int = 2) -> int:
    """Games after which a true `rate` is told from the rate `against` with this power."""
    for value in (rate, against):
        if not 0 <= value <= 1:
            raise ValueError(f"rate {value!r}: must lie between 0 and 1")
    if rate == against:
        raise ValueError(f"rate {rate!r}: must differ from the rate it is told from")
    z_level, z_power = _z_values(power, level, sides)
    errors = z_level * math.sqrt(against * (1 - against)) + z_power * math.sqrt(rate * (1 - rate))
    return max(1, math.ceil((errors / (rate - against)) ** 2))


def games_needed_for_shift(deviations: float, power: float = 0.8, level: float = 0.95, sides: int = 2) -> int:
    """Games on each of two sides after which means this many standard deviations apart are told apart."""
    if deviations == 0:
        raise ValueError("a shift of 0 standard deviations: must not be 0, no number of games finds it")
    return math.ceil(2 * (sum(_z_values(power, level, sides)) / deviations) ** 2)


def games_needed_for_seats(counts: Sequence[int], power: float = 0.8, level: float = 0.95) -> int | None:
    """Games after which chi-square tells seats apart that differ as much as these; None if chance explains them.

    Even equal seats have a chi-square of as much as its degrees on average, so only what is beyond that counts.
    """
    fit = chi_square(counts)
    beyond = fit.statistic - fit.degrees
    if beyond <= 0:
        return None
    limit = _crossing(lambda statistic: upper_gamma(fit.degrees / 2, statistic / 2), 1 - level)
    needed = _crossing(lambda shift: 1 - _shifted_tail(fit.degrees, shift, limit), 1 - power)
    return math.ceil(needed / beyond * sum(counts))


def _shifted_tail(degrees: int, shift: float, limit: float) -> float:
    """How often chi-square exceeds a limit when the true shares shift it by that much (noncentral chi-square)."""
    half, weight, tail = shift / 2, math.exp(-shift / 2), 0.0
    for step in range(int(half + 12 * math.sqrt(half) + 20)):
        tail += weight * upper_gamma(degrees / 2 + step, limit / 2)
        weight *= half / (step + 1)
    return tail


def _crossing(falling: Callable[[float], float], target: float) -> float:
    """Where a falling function comes down to a target."""
    low, high = 0.0, 1.0
    while falling(high) > target:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > target else (low, middle)
    return high
