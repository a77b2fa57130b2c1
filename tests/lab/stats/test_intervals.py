"""Intervals for rates, fairness of seats, adjusted p-values and planning, against scipy and exact sums."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from riskcore.lab.stats.intervals import (
    Interval,
    benjamini_hochberg,
    chi_square,
    expected_spread,
    games_needed_for_rate,
    games_needed_for_seats,
    games_needed_for_shift,
    holm,
    newcombe,
    rate_difference_p_value,
    sidak_level,
    upper_gamma,
    wilson,
)

pytestmark = pytest.mark.filterwarnings("error")

counts = st.integers(0, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (3, 10), (10, 10), (250, 1000), (1, 100_000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_wilson_is_scipys(successes: int, n: int, level: float) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    found = wilson(successes, n, level)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_knows_nothing_before_the_first_game() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@given(counts)
def test_wilson_holds_what_was_seen_and_stays_a_rate(count: tuple[int, int]) -> None:
    successes, n = count
    interval = wilson(successes, n)
    assert 0 <= interval.low < interval.high <= 1
    assert n == 0 or successes / n in interval


@pytest.mark.parametrize(("rate", "n"), [(0.25, 400), (0.5, 1000), (0.1, 1000), (0.9, 500)])
def test_wilson_covers_95_percent(rate: float, n: int) -> None:
    seen = np.arange(n + 1)
    covered = np.array([rate in wilson(int(k), n) for k in seen])
    assert 0.94 <= stats.binom.pmf(seen, n, rate)[covered].sum() <= 0.96


def test_sidak_makes_four_seats_hold_together() -> None:
    assert sidak_level(0.95, 4) ** 4 == pytest.approx(0.95)
    assert wilson(25, 100, sidak=4) == wilson(25, 100, level=0.95**0.25)
    wins = np.random.default_rng(7).multinomial(1000, [0.25] * 4, size=3000)
    covered = {k: 0.25 in wilson(k, 1000, sidak=4) for k in np.unique(wins).tolist()}
    together = np.mean([all(covered[k] for k in row) for row in wins.tolist()])
    assert 0.94 <= together <= 0.96


def test_newcombe_gives_his_published_example() -> None:
    # 56/70 against 48/80: the example every description of the method works through.
    interval = newcombe(56, 70, 48, 80)
    assert (interval.low, interval.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(("rate", "base"), [(0.25, 0.25), (0.3, 0.25), (0.6, 0.4)])
def test_newcombe_covers_95_percent(rate: float, base: float) -> None:
    n, base_n = 80, 100
    weights = np.outer(stats.binom.pmf(np.arange(n + 1), n, rate), stats.binom.pmf(np.arange(base_n + 1), base_n, base))
    likely = np.argwhere(weights > 1e-7)
    covered = sum(weights[k, j] for k, j in likely.tolist() if rate - base in newcombe(k, n, j, base_n))
    assert 0.94 <= covered <= 0.96


def test_newcombe_without_games_on_a_side_gives_all_that_is_possible() -> None:
    assert newcombe(0, 0, 0, 0) == Interval(-1.0, 1.0)
    seen = wilson(30, 100)
    assert newcombe(30, 100, 0, 0) == Interval(seen.low - 1, seen.high)


@given(counts, counts)
def test_newcombe_turns_with_its_sides(ours: tuple[int, int], base: tuple[int, int]) -> None:
    there, back = newcombe(*ours, *base), newcombe(*base, *ours)
    assert -1 <= there.low < there.high <= 1
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-12)


def test_p_value_of_two_rates_is_the_chi_square_of_their_table() -> None:
    table = [[30, 70], [45, 75]]
    expected = stats.chi2_contingency(table, correction=False).pvalue
    assert rate_difference_p_value(30, 100, 45, 120) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("counted", [(0, 0, 3, 5), (5, 5, 9, 9), (0, 4, 0, 7)])
def test_p_value_of_rates_that_cannot_differ_is_one(counted: tuple[int, int, int, int]) -> None:
    assert rate_difference_p_value(*counted) == 1.0


@given(st.integers(1, 80), st.floats(0, 500))
def test_upper_gamma_is_scipys(halves: int, x: float) -> None:
    expected = special.gammaincc(halves / 2, x)
    assert upper_gamma(halves / 2, x) == pytest.approx(expected, rel=1e-10, abs=1e-300)


@pytest.mark.parametrize("wins", [(25, 25, 25, 25), (30, 20, 28, 22), (1, 0), (400, 250, 250, 250, 250, 250)])
def test_chi_square_is_scipys(wins: tuple[int, ...]) -> None:
    expected = stats.chisquare(wins)
    found = chi_square(wins)
    assert found.degrees == len(wins) - 1
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10)


@pytest.mark.parametrize("wins", [(), (7,), (0, 0, 0)])
def test_chi_square_of_nothing_to_compare_finds_nothing(wins: tuple[int, ...]) -> None:
    assert chi_square(wins).p_value == 1.0


def test_chi_square_calls_fair_seats_unfair_once_in_twenty_times() -> None:
    wins = np.random.default_rng(3).multinomial(400, [0.25] * 4, size=8000).tolist()
    assert 0.04 <= np.mean([chi_square(row).p_value < 0.05 for row in wins]) <= 0.06


def test_expected_spread_of_few_games_is_counted() -> None:
    n, seats = 5, 3
    spreads = []
    for winners in product(range(seats), repeat=n):
        wins = [winners.count(seat) for seat in range(seats)]
        spreads.append((max(wins) - min(wins)) / n)
    found = expected_spread(n, seats)
    assert found.mean == pytest.approx(np.mean(spreads), abs=0.005)
    assert found.high == np.quantile(spreads, 0.95, method="higher")


@pytest.mark.parametrize(("seats", "mean_range"), [(2, 1.12838), (4, 2.05875), (6, 2.53441)])
def test_expected_spread_of_many_games_is_the_range_of_normal_numbers(seats: int, mean_range: float) -> None:
    n = 4000
    unit = 1 / math.sqrt(seats * n)  # wins of seats vary like independent numbers less their common mean
    found = expected_spread(n, seats)
    assert found.mean == pytest.approx(mean_range * unit, rel=0.02)
    assert found.high == pytest.approx(stats.studentized_range.ppf(0.95, seats, np.inf) * unit, rel=0.03)


def test_expected_spread_at_the_edges() -> None:
    assert expected_spread(0, 4).mean == 1.0
    assert expected_spread(1, 4).mean == 1.0
    assert expected_spread(100, 1).high == 0.0


@given(st.lists(st.floats(0, 1), max_size=12))
def test_adjusted_p_values_follow_their_definitions(given_values: list[float]) -> None:
    count = len(given_values)
    rising = sorted(given_values)
    stepwise = [max(rising[j] * (count - j) for j in range(i + 1)) for i in range(count)]
    assert sorted(holm(given_values)) == pytest.approx([min(1, p) for p in stepwise])
    if count:
        assert benjamini_hochberg(given_values) == pytest.approx(stats.false_discovery_control(given_values))
    for adjust in (holm, benjamini_hochberg):
        adjusted = adjust(given_values)
        assert all(before <= after <= 1 for before, after in zip(given_values, adjusted, strict=True))


def test_adjusted_p_values_stand_where_the_given_ones_stood() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx((0.06, 0.03, 0.06))
    assert benjamini_hochberg([0.04, 0.01, 0.03]) == pytest.approx((0.04, 0.03, 0.04))


@pytest.mark.parametrize(("rate", "games"), [(0.26, 14_800), (0.27, 3_700), (0.28, 1_700), (0.30, 610)])
def test_games_needed_to_find_a_seat_off_a_quarter(rate: float, games: int) -> None:
    assert games_needed_for_rate(rate, 0.25) == pytest.approx(games, rel=0.02)


@pytest.mark.parametrize(("deviations", "games"), [(0.1, 1_570), (0.2, 393), (-0.2, 393)])
def test_games_needed_to_find_a_shift(deviations: float, games: int) -> None:
    assert games_needed_for_shift(deviations) == games


def test_games_needed_by_a_one_sided_test_with_equal_errors() -> None:
    assert games_needed_for_rate(0.28, 0.25, power=0.95, sides=1) == pytest.approx(2_340, rel=0.01)


def test_the_games_needed_give_the_power_promised() -> None:
    n = games_needed_for_rate(0.30, 0.25)
    margin = stats.norm.ppf(0.975) * math.sqrt(0.25 * 0.75 / n)
    found = stats.binom.sf(n * (0.25 + margin), n, 0.30)
    assert found == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(5, 4), "5 successes in 4 games"),
        (lambda: wilson(1, 4, level=95.0), "level 95.0: must lie strictly between 0 and 1"),
        (lambda: wilson(1, 4, sidak=0), "0 simultaneous intervals"),
        (lambda: upper_gamma(0.3, 1), "a = 0.3: must be a positive multiple"),
        (lambda: upper_gamma(1, -1), "x = -1: must not be negative"),
        (lambda: chi_square([3, -1]), "must not be negative"),
        (lambda: expected_spread(-1, 4), "-1 games of 4 seats"),
        (lambda: holm([0.1, 1.5]), "p-value 1.5 at index 1"),
        (lambda: games_needed_for_rate(0.3, 0.3), "rate 0.3: must differ"),
        (lambda: games_needed_for_rate(1.3, 0.3), "rate 1.3: must lie between 0 and 1"),
        (lambda: games_needed_for_rate(0.2, 0.3, power=0.1), "power 0.1"),
        (lambda: games_needed_for_rate(0.2, 0.3, sides=3), "sides 3: must be 1 or 2"),
        (lambda: games_needed_for_shift(0), "must not be 0"),
    ],
)
def test_nonsense_is_refused_with_the_value(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("wins", [[30, 10], [30, 20, 10], [278, 271, 222, 229], [10, 12, 4, 11, 14, 8]])
def test_as_many_games_as_seats_need_give_chi_square_its_power(wins: list[int]) -> None:
    needed = games_needed_for_seats(wins)
    assert needed is not None
    degrees = len(wins) - 1
    limit = stats.chi2.ppf(0.95, degrees)
    shift = (chi_square(wins).statistic - degrees) / sum(wins)  # chance alone brings as much as there are degrees
    assert stats.ncx2.sf(limit, degrees, shift * needed) == pytest.approx(0.8, abs=0.01)
    assert stats.ncx2.sf(limit, degrees, shift * needed) >= 0.8 > stats.ncx2.sf(limit, degrees, shift * (needed - 1))


def test_no_number_of_games_tells_equal_seats_apart() -> None:
    assert games_needed_for_seats([25, 25, 25, 25]) is None
    assert games_needed_for_seats([27, 24, 26, 23]) is None  # no more unequal than equal seats would be
