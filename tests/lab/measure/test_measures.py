"""The measures: every definition against columns made by hand, and found again in games that were really played."""

from collections.abc import Iterator
from math import inf, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riskcore import load_variant
from riskcore.lab.measure.columns import Games, complete_blocks
from riskcore.lab.measure.measures import MEASURES, Measured, measure, whole_blocks
from riskcore.lab.measure.words import range_words, value_words
from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.recorded_batch import record_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import INTERRUPTED, simulate
from riskcore.lab.record.fold import Fold
from riskcore.lab.stats.bootstrap import mean_interval, quantile_interval, ratio_interval
from riskcore.lab.stats.intervals import Interval, chi_square, games_needed_for_seats, newcombe, wilson

NAN = float("nan")
CLASSIC = load_variant("classic-1959")
DEFINED = {each.key: each for each in MEASURES}

HEAD_START = '''
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class HeadStart:
    """Extra armies for whoever begins."""
    armies: int = 3

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """The first turn of the game brings {self.armies} armies more."""
        rule = yield
        return lambda state, player: rule(state, player) + (self.armies if state.turn == 1 else 0)
'''


def games_of(players: int = 4, **columns: list[float]) -> Games:
    return Games(Plan(CLASSIC, players), {name: np.asarray(column, float) for name, column in columns.items()})


def found(key: str, games: Games) -> tuple[float | None, Interval | None]:
    return DEFINED[key].value(games), DEFINED[key].interval(games)


@pytest.mark.parametrize(
    ("key", "column"), [("completion", "decided"), ("runaway", "leader_won"), ("comeback", "comeback")]
)
def test_rates_leave_out_games_that_say_nothing(key: str, column: str) -> None:
    assert found(key, games_of(**{column: [1, 0, NAN, 1, 0.5]})) == (2.5 / 4, wilson(2.5, 4))


@pytest.mark.parametrize(
    ("key", "column"),
    [
        ("drama", "drama"),
        ("end_surprise", "end_surprise"),
        ("victory_lap", "victory_lap"),
        ("first_out", "first_out"),
        ("lowest_chance", "lowest_chance"),
        ("lead_changes", "lead_changes"),
        ("surprise", "surprise"),
        ("uncertainty", "uncertainty"),
    ],
)
def test_means_are_over_games(key: str, column: str) -> None:
    values = [0.1, 0.4, 0.4, 0.9]
    value, interval = found(key, games_of(**{column: [*values, NAN]}))
    assert value == pytest.approx(0.45)
    assert interval == mean_interval(values)


@pytest.mark.parametrize(
    ("key", "above", "below"),
    [
        ("idle", "idle", "out"),
        ("kingmaking", "weak_surprise", "surprise"),
        ("kill_steal", "steals", "kills"),
    ],
)
def test_ratios_are_of_sums_over_games(key: str, above: str, below: str) -> None:
    parts, wholes = [1, 0, 2, 1, 1, 1], [3, 2, 3, 4, 2, 2]
    value, interval = found(key, games_of(**{above: [*parts, NAN], below: [*wholes, NAN]}))
    assert value == pytest.approx(6 / 16)
    assert interval == ratio_interval(parts, wholes)
    assert interval is not None


def test_choice_is_a_geometric_mean() -> None:
    moves = [2, 8, 8, 2, 8, 2]
    value, interval = found("choice", games_of(choices=[1000 * log(each) for each in moves], asked=[1] * 6))
    assert value == pytest.approx(4)
    assert interval is not None
    assert (interval.low, interval.high) == (pytest.approx(2), pytest.approx(8))


def test_a_ratio_to_nothing_is_no_number() -> None:
    assert found("kill_steal", games_of(steals=[0, 0], kills=[0, 0])) == (None, None)


def test_length_is_the_round_by_which_half_and_nine_tenths_of_the_games_end() -> None:
    rounds = [5.0, 7, 9, 30, 8, 8, 8, 8, 8, 31]
    assert found("length", games_of(rounds=rounds)) == (8, quantile_interval(rounds, 0.5))
    assert found("long_games", games_of(rounds=rounds)) == (30, quantile_interval(rounds, 0.9))


def test_games_that_were_stopped_are_longer_than_all_others() -> None:
    assert found("length", games_of(rounds=[5, 7, 8, inf, inf]))[0] == 8
    value, interval = found("length", games_of(rounds=[5, 7, inf, inf, inf]))
    assert (value, interval) == (inf, Interval(5, inf))
    told = Measured("length", "Length", "", "rounds", value, interval, 5)
    assert value_words(told) == "never"
    assert range_words(interval, "rounds") == "5 – never"  # noqa: RUF001 - a range
    assert (told.to_dict()["value"], told.to_dict()["interval"]) == (None, [5, None])


def test_seat_balance_is_one_less_the_gap_of_best_and_worst_seat() -> None:
    games = games_of(2, seat=[1, 1, 1, 2, 0])
    value, interval = found("seat_balance", games)
    low, high = wilson(1, 4, sidak=2), wilson(3, 4, sidak=2)
    assert value == 1 - (3 / 4 - 1 / 4)
    assert interval == Interval(1 - (high.high - low.low), 1)


@pytest.mark.parametrize("key", list(DEFINED))
def test_without_games_nothing_is_said(key: str) -> None:
    columns = ("decided", "seat", "rounds", "turns", "moves", "choices", "asked", *Fold._fields)
    assert found(key, games_of(**{name: [] for name in columns})) == (None, None)


def results_of(*seats: int, players: int = 4, rounds: int = 10) -> Results:
    """Games won from these seats; 0 for games that nobody won."""
    results = Results(Plan(CLASSIC, players))
    records = [
        GameRecord(seat - 1, seat, number % players, "conquest", rounds, 40, 300)
        if seat
        else GameRecord(None, 0, number % players, None, 200, 800, 9000)
        for number, seat in enumerate(seats)
    ]
    recording = record_batch(results.plan, (0.0,) * 5, range(1)).recording
    assert recording is not None
    many = type(recording)(
        recording.rules, recording.counts * len(seats), recording.folds * len(seats), recording.folds * len(seats)
    )
    results.add(Batch.of(0, records, many))
    return results


def taken(results: Results) -> dict[str, Measured]:
    return {each.key: each for each in measure(results)}


def test_seats_are_compared_with_pure_chance() -> None:
    wins = [40, 22, 20, 18]
    balance = taken(results_of(*[seat for seat, count in enumerate(wins, 1) for _ in range(count)]))["seat_balance"]
    fit = chi_square(wins)
    assert balance.details["wins"] == wins
    assert (balance.details["chi_square"], balance.details["p_value"]) == (fit.statistic, fit.p_value)
    assert balance.n == 100
    # Four independent normal numbers lie 2.059 standard deviations apart on average.
    assert balance.compared_with == pytest.approx(1 - 2.059 * (0.25 / 100) ** 0.5, abs=0.002)
    assert fit.p_value < 0.05
    assert balance.more_games is None


def test_undecided_seats_say_how_many_games_would_tell() -> None:
    balance = taken(results_of(*[1] * 31, *[2] * 27, *[3] * 23, *[4] * 19))["seat_balance"]
    assert balance.details["p_value"] > 0.05
    needed = games_needed_for_seats([31, 27, 23, 19])
    assert needed is not None
    assert balance.more_games == whole_blocks(needed - 100, 4) > 0


def test_unfinished_games_lower_completion_alone() -> None:
    measures = taken(results_of(1, 2, 0, 0))
    assert measures["completion"].value == 0.5
    assert measures["length"].value == 10
    assert measures["seat_balance"].n == 2


def test_what_stopped_games_might_have_been_bounds_the_measures() -> None:
    games = games_of(rounds=[5, 5, 5, inf], drama=[0.2, 0.4, 0.3, NAN], decided=[1, 1, 1, 0])
    assert DEFINED["drama"].bounds(games) == Interval(pytest.approx(0.9 / 4), pytest.approx(1.9 / 4))
    assert DEFINED["completion"].bounds(games) == Interval(0.75, 1.0)
    assert DEFINED["drama"].bounds(games_of(rounds=[5], drama=[0.2])) is None


def test_stopped_games_may_hide_whether_seats_differ() -> None:
    settled, open_ = (
        taken(results_of(*[1] * 30, *[2] * 5, 3, 4, 0)),
        taken(results_of(*[1] * 10, *[2, 3, 4] * 3, *[0] * 20)),
    )
    for measures, verdicts in ((settled, {True}), (open_, {True, False})):
        chances = measures["seat_balance"].details["p_values_if_all_ended"]
        assert {chance < 0.05 for chance in chances} == verdicts


def test_the_front_page_is_a_part_of_all_measures() -> None:
    results = simulate(Plan(load_variant("capitals"), 3), 20, measured=True)
    front, everything = measure(results, front=True), measure(results)
    wanted = "completion seat_balance length long_games drama end_surprise victory_lap runaway idle"
    assert [each.key for each in front] == wanted.split()
    assert [each for each in everything if each.front] == front
    assert everything[-1].key == "felt.capitals"
    assert {each.key for each in everything if each.by_armies is not None} == {
        each.key for each in MEASURES if each.leads
    }


def test_measures_of_played_games_keep_to_their_ranges() -> None:
    for each in measure(simulate(Plan(load_variant("capitals"), 3), 30, measured=True)):
        assert each.value is not None, each.key
        assert each.interval is not None, each.key
        assert each.interval.low <= each.value <= each.interval.high, each.key
        if each.unit == "share":
            assert 0 <= each.value <= 1, each.key


def test_later_games_are_folded_with_the_weights_of_the_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riskcore.lab.play.simulate.PILOT", 20)
    plan = Plan(load_variant("capitals"), 3)
    results = simulate(plan, 30, measured=True)
    pilot = simulate(plan, 20, measured=True)
    assert results.lead == pilot.lead
    assert results.lead is not None
    later = record_batch(plan, results.lead.whole, range(20, 30)).recording
    assert later is not None
    expected = np.frombuffer(later.folds).reshape(10, -1)
    games = Games.of(results)
    assert len(games) == 30
    for at, name in enumerate(Fold._fields):
        assert np.array_equal(games.columns[name][20:], expected[:, at], equal_nan=True)
        assert np.array_equal(games.columns[name][:20], Games.of(pilot).columns[name], equal_nan=True)
    assert len(Games.of(results, by_armies=True)) == 20


def test_measures_are_the_same_on_any_number_of_workers() -> None:
    plan = Plan(load_variant("capitals"), 4, seed=2)
    assert measure(simulate(plan, 60, measured=True)) == measure(simulate(plan, 60, measured=True, workers=2))


def test_an_interrupted_pilot_is_measured_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_after_two(task: Any, pieces: Iterator[range], **options: object) -> Iterator[tuple[range, Batch]]:
        for _ in range(2):
            piece = next(pieces)
            yield piece, task(piece)
        raise KeyboardInterrupt

    monkeypatch.setattr("riskcore.lab.play.simulate.spread", stop_after_two)
    results = simulate(Plan(load_variant("capitals"), 3), 500, measured=True)
    assert results.stopped == INTERRUPTED
    assert taken(results)["drama"].n == len(results) < 500


def test_an_unfair_variant_is_found(tmp_path: Path) -> None:
    file = tmp_path / "head_start.py"
    file.write_text(HEAD_START)
    games = 300
    wins = []
    for rules in ([], ["head-start"]):
        plan = Plan(load_variant("classic-1959", rules=rules, plugin_files=[str(file)]), 3, seed=5)
        balance = taken(simulate(plan, games, measured=True, workers=2))["seat_balance"]
        wins.append(balance.details["wins"])
    assert balance.details["p_value"] < 0.001
    assert balance.more_games is None
    assert wins[1][0] == max(wins[1])
    assert newcombe(wins[1][0], games, wins[0][0], games).low > 0


def test_only_blocks_in_which_everybody_had_every_seat_count() -> None:
    results = results_of(1, 2, 3, 4, 0, 1, 1, 2, 1, 1)
    # from game to game the first seat goes to the next bot, so seat s of game n is place (n + s - 1) of the line-up
    assert complete_blocks(results) == [0, 2, 0, 2, -1, 1, 2, 0]


@pytest.mark.parametrize(("games", "players", "blocks"), [(0, 4, 4), (1, 4, 4), (4, 4, 4), (5, 4, 8), (-3, 2, 2)])
def test_games_come_in_whole_blocks(games: int, players: int, blocks: int) -> None:
    assert whole_blocks(games, players) == blocks
