"""Bootstrap intervals: what they cover, what they agree with, and what they say about next to nothing."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from riskcore.lab.stats.bootstrap import (
    Difference,
    compare_means,
    compare_quantiles,
    mean_interval,
    quantile_interval,
    ratio_interval,
)
from riskcore.lab.stats.intervals import Interval

pytestmark = pytest.mark.filterwarnings("error")

Floats = npt.NDArray[np.float64]


def coverage(truth: float, interval: Callable[[np.random.Generator], Interval | None], times: int) -> float:
    rng = np.random.default_rng(11)
    found = [interval(rng) for _ in range(times)]
    return float(np.mean([one is not None and truth in one for one in found]))


def test_bca_of_a_skewed_mean_covers_95_percent() -> None:
    def interval(rng: np.random.Generator) -> Interval | None:
        return mean_interval(rng.gamma(2.0, 1.0, 100), resamples=1000, rng=rng)

    assert 0.94 <= coverage(2.0, interval, 3000) <= 0.96


def test_a_mean_of_few_games_is_covered_as_often() -> None:
    """Resampled games vary less than new ones: without a correction 30 games would cover 93 %."""

    def interval(rng: np.random.Generator) -> Interval | None:
        return mean_interval(rng.normal(2.0, 1.0, 30), resamples=1000, rng=rng)

    assert 0.94 <= coverage(2.0, interval, 4000) <= 0.96


@pytest.mark.parametrize(("q", "truth"), [(0.5, stats.gamma.median(2)), (0.9, stats.gamma.ppf(0.9, 2))])
def test_quantiles_cover_95_percent(q: float, truth: float) -> None:
    def interval(rng: np.random.Generator) -> Interval | None:
        return quantile_interval(rng.gamma(2.0, 1.0, 400), q)

    assert 0.94 <= coverage(truth, interval, 4000) <= 0.96


def test_ratios_cover_95_percent() -> None:
    def interval(rng: np.random.Generator) -> Interval | None:
        whole = rng.gamma(3.0, 1.0, 200)
        return ratio_interval(whole * rng.beta(1.0, 4.0, 200), whole, resamples=1000, rng=rng)

    assert 0.94 <= coverage(0.2, interval, 3000) <= 0.96


def test_differences_of_medians_and_means_cover_95_percent() -> None:
    def medians(rng: np.random.Generator) -> Interval | None:
        found = compare_quantiles(rng.normal(5, 1, 300), rng.normal(4, 2, 200), resamples=1000, rng=rng)
        return found.interval if found else None

    def mean_ratios(rng: np.random.Generator) -> Interval | None:
        found = compare_means(rng.gamma(4, 1, 200), rng.gamma(5, 1, 200), ratio=True, resamples=500, rng=rng)
        return found.interval if found else None

    assert 0.94 <= coverage(1.0, medians, 3000) <= 0.96
    assert 0.94 <= coverage(0.8, mean_ratios, 2000) <= 0.96


def test_the_same_games_are_called_different_once_in_twenty_times() -> None:
    rng = np.random.default_rng(5)
    found = [compare_means(rng.gamma(2, 1, 150), rng.gamma(2, 1, 150), resamples=500, rng=rng) for _ in range(3000)]
    assert 0.04 <= np.mean([one is not None and one.p_value < 0.05 for one in found]) <= 0.06
    outside = np.mean([one is not None and 0.0 not in one.interval for one in found])
    assert 0.04 <= outside <= 0.06


def test_intervals_agree_with_scipy() -> None:
    """But for what makes up for games that vary less when resampled: 2 % of the width with so many."""
    values = np.random.default_rng(2).gamma(1, 1, 400)
    ours = mean_interval(values, resamples=40_000)
    theirs = stats.bootstrap((values,), np.mean, method="BCa", n_resamples=40_000, rng=3).confidence_interval
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=0.005)


@pytest.mark.parametrize(("size", "q"), [(40, 0.5), (41, 0.5), (40, 0.9), (13, 0.0), (13, 1.0)])
def test_quantile_short_cut_is_the_plain_bootstrap(size: int, q: float) -> None:
    values = np.random.default_rng(8).exponential(1, size)
    resampled = np.random.default_rng(9).choice(values, (60_000, size))
    for level in (0.5, 0.9):
        found = compare_quantiles(values, np.zeros(2), q, level=level, resamples=60_000)
        medians = np.quantile(resampled, q, axis=1, method="inverted_cdf")
        plain = np.quantile(medians, [(1 - level) / 2, (1 + level) / 2])
        assert found is not None
        assert (found.interval.low, found.interval.high) == pytest.approx(plain.tolist(), abs=0.03)


@pytest.mark.parametrize(("size", "q"), [(2, 0.5), (17, 0.5), (200, 0.5), (200, 0.9), (5000, 0.1), (9, 0.0), (9, 1.0)])
def test_an_interval_of_a_quantile_goes_as_far_as_a_binomial_count_may(size: int, q: float) -> None:
    found = quantile_interval(np.arange(1.0, size + 1), q)
    assert found is not None
    below, most = stats.binom.ppf(0.025, size, q), stats.binom.ppf(0.975, size, q)
    assert (found.low, found.high) == (max(below, 1), min(most + 1, size))


def test_very_many_games_keep_their_interval() -> None:
    values = np.random.default_rng(6).exponential(1, 60_001)
    error = values.std() / np.sqrt(values.size)
    for found in (mean_interval(values), ratio_interval(values, np.ones_like(values))):
        assert found is not None
        assert (found.low, found.high) == pytest.approx(
            (values.mean() - 1.96 * error, values.mean() + 1.96 * error), abs=0.15 * error
        )


def test_a_difference_has_value_direction_and_p_value() -> None:
    ours, base = np.arange(50) + 10.0, np.arange(50) * 1.0
    found = compare_quantiles(ours, base)
    assert found is not None
    assert found.value == 10.0
    assert 0 < found.interval.low < 10 < found.interval.high
    assert found.p_value < 0.05
    ratio = compare_means(ours, base, ratio=True)
    assert ratio is not None
    assert ratio.value == pytest.approx(34.5 / 24.5)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(1).normal(0, 1, 50)
    assert mean_interval(values, rng=5) == mean_interval(values, rng=5)
    assert mean_interval(values, rng=5) != mean_interval(values, rng=6)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_fewer_than_two_games_say_nothing(values: list[float]) -> None:
    assert mean_interval(values) is None
    assert quantile_interval(values) is None
    assert ratio_interval(values, values) is None
    assert compare_means(values, [1.0, 2.0]) is None
    assert compare_quantiles([1.0, 2.0], values) is None


@pytest.mark.parametrize("n", [5, 100])
def test_games_that_are_all_the_same_leave_no_doubt(n: int) -> None:
    values = np.full(n, 0.1)
    ratio = ratio_interval(values, np.ones(n))
    for found in (mean_interval(values), quantile_interval(values), ratio):
        assert found is not None
        assert (found.low, found.high) == pytest.approx((0.1, 0.1))
    same = compare_means(values, values)
    assert same is not None
    assert same.p_value == 1.0
    assert same.value == 0.0


def test_a_ratio_to_what_may_be_zero_is_not_given() -> None:
    games = np.arange(1.0, 9.0)
    assert ratio_interval(games, games) is not None
    assert ratio_interval(games, np.zeros(8)) is None
    assert ratio_interval(games, [*[0.0] * 7, 1.0]) is None
    assert compare_means([1.0, 2.0], [-1.0, 1.0, 0.5], ratio=True) is None
    assert compare_quantiles([1.0, 2.0], [0.0, 0.0, 0.0], ratio=True) is None


numbers = st.lists(st.floats(-1e100, 1e100), min_size=2, max_size=12)


@settings(deadline=None)
@given(numbers, numbers, st.floats(0, 1))
def test_any_games_give_finite_ordered_intervals(values: list[float], others: list[float], q: float) -> None:
    found: list[Interval | Difference | None] = [
        mean_interval(values, resamples=50),
        quantile_interval(values, q),
        compare_means(values, others, resamples=50),
        compare_quantiles(values, others, q, resamples=50),
    ]
    for one in found:
        assert one is not None
        interval = one.interval if isinstance(one, Difference) else one
        assert np.isfinite([interval.low, interval.high]).all()
        assert interval.low <= interval.high


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mean_interval([1.0, float("nan")]), "values hold nan at index 1"),
        (lambda: mean_interval([[1.0], [2.0]]), "values have 2 dimensions"),
        (lambda: mean_interval([1.0, 2.0], level=1.0), "level 1.0: must lie strictly between"),
        (lambda: quantile_interval([1.0, 2.0], 1.5), "quantile 1.5: must lie between 0 and 1"),
        (lambda: compare_quantiles([1.0], [2.0], -0.5), "quantile -0.5: must lie between 0 and 1"),
        (lambda: compare_means([1.0, 2.0], [1.0, float("inf")]), "baseline values hold inf at index 1"),
        (lambda: ratio_interval([1.0], [1.0, 2.0]), "1 numerators and 2 denominators"),
    ],
)
def test_nonsense_is_refused_with_the_value(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_a_ratio_of_what_hardly_ever_happens_has_no_interval() -> None:
    games = np.zeros(100)
    games[:4] = 1
    assert ratio_interval(games, np.ones(100)) is None
    games[4] = 1
    assert ratio_interval(games, np.ones(100)) is not None
    assert ratio_interval(np.zeros(100), np.ones(100)) is None
