"""Influence: intervals know that other games would have fitted another lead."""

import numpy as np
import numpy.typing as npt
import pytest

from riskcore import load_variant
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.measures import MEASURES
from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.recorded_batch import PILOT, Recording, fit_pilot, fold_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.record.fold import CHANCES, Stack, fold_chances
from riskcore.lab.record.influence import influence_of
from riskcore.lab.record.lead import Example, Lessons, fit_lead, slopes
from tests.lab.helpers import Row, log_of, made_up_games

TRUE = (1.0, 4.0, -1.5, 2.5, 2.0)
PLAN = Plan(load_variant("classic-1959"), 4)
OPENNESS = next(each for each in MEASURES if each.key == "uncertainty")


def batch_of(examples: list[Example], start: int = 0) -> Batch:
    """Made-up games, not folded yet."""
    records = [GameRecord(each.winner, (each.winner or 0) + 1, 0, "conquest", 1, 1, 1) for each in examples]
    return Batch.of(start, records, Recording.of((), [each.log for each in examples]))


def run_of(examples: list[Example], pilot: int | None = None) -> Games:
    """Made-up games as a run; the first ones are its pilot."""
    results = Results(PLAN)
    results.add(batch_of(examples[:pilot]))
    lead = fit_pilot(results)
    if pilot is not None:
        results.add(fold_batch(batch_of(examples[pilot:], pilot), lead.whole))
    return Games.of(results)


def influences(examples: list[Example], weights: tuple[float, ...]) -> npt.NDArray[np.float64]:
    """By game and field, for games that the weights were fitted to."""
    lessons = Lessons.of(examples)
    return influence_of(lessons, weights).of(slopes(lessons, weights)[0])


def openness(examples: list[Example], weights: tuple[float, ...]) -> float:
    """The mean of one column over all games, by given weights."""
    stack = Stack.of(*zip(*((each.log, each.winner, each.rounds) for each in examples), strict=True))
    return float(fold_chances(stack, stack.paths(weights))[:, CHANCES.index("uncertainty")].mean())


def test_a_games_influence_is_what_its_absence_from_the_fit_changes() -> None:
    examples = made_up_games(150, seed=1, weights=TRUE)
    whole = fit_lead(Lessons.of(examples)).whole
    told = influences(examples, whole)[:, CHANCES.index("uncertainty")] / len(examples)
    left_out = [
        openness(examples, whole) - openness(examples, fit_lead(Lessons.of(examples[:at] + examples[at + 1 :])).whole)
        for at in range(40)
    ]
    assert np.corrcoef(told[:40], left_out)[0, 1] > 0.99
    assert told[:40].std() == pytest.approx(np.std(left_out), rel=0.15)


def test_influences_leave_the_mean_alone() -> None:
    examples = made_up_games(60, seed=2, weights=TRUE)
    whole = fit_lead(Lessons.of(examples)).whole
    assert influences(examples, whole).sum(axis=0) == pytest.approx(0, abs=1e-9)


def test_intervals_cover_the_truth_as_often_as_they_say_though_the_lead_is_fitted() -> None:
    """Openness varies far more from run to run than the games of a run, judged by one lead, let on."""
    truth = openness(made_up_games(4000, seed=3, weights=TRUE), TRUE)
    runs, plain, covered = 150, 0, 0
    for run in range(runs):
        games = run_of(made_up_games(120, seed=100 + run, weights=TRUE))
        interval = OPENNESS.interval(games)
        blind = OPENNESS.interval(Games(PLAN, games.columns))
        assert interval is not None
        assert blind is not None
        covered += truth in interval
        plain += truth in blind
    assert 0.9 * runs <= covered <= 0.99 * runs  # of 95 %, give or take three standard errors
    assert plain < 0.7 * runs


def test_games_after_the_pilot_make_a_measure_as_sure_as_if_the_lead_were_fitted_to_them() -> None:
    examples = made_up_games(800, seed=4, weights=TRUE)
    few, later, whole = run_of(examples[:200]), run_of(examples, 200), run_of(examples)
    widths = []
    for games in (few, later, whole):
        interval = OPENNESS.interval(games)
        assert interval is not None
        widths.append(interval.width)
    assert widths[1] == pytest.approx(widths[2], rel=0.25)
    assert widths[1] < 0.65 * widths[0]


def test_games_after_the_pilot_move_a_measure_to_where_a_fit_to_all_would_have_it() -> None:
    off, plain = [], []
    for seed in range(30):
        examples = made_up_games(600, seed=200 + seed, weights=TRUE)
        later, whole = run_of(examples, 200), OPENNESS.value(run_of(examples))
        moved = OPENNESS.value(later)
        assert whole is not None
        assert moved is not None
        off.append(moved - whole)
        plain.append(float(np.nanmean(later.columns["uncertainty"])) - whole)
    assert np.std(off) < 0.6 * np.std(plain)


def test_intervals_cover_the_truth_when_games_follow_the_pilot() -> None:
    truth = openness(made_up_games(4000, seed=3, weights=TRUE), TRUE)
    runs = 100
    found = [OPENNESS.interval(run_of(made_up_games(600, 500 + run, TRUE), 300)) for run in range(runs)]
    covered = sum(interval is not None and truth in interval for interval in found)
    assert 0.88 * runs <= covered <= 0.99 * runs  # of 95 %, give or take three standard errors


def test_the_pilots_fit_is_as_unsure_however_many_games_follow() -> None:
    examples = made_up_games(400, seed=5, weights=TRUE)
    alone, followed = run_of(examples[:200]), run_of(examples, 200)
    assert followed.pilot == 200
    assert followed.fit_variance() == pytest.approx(alone.fit_variance())


def test_games_of_a_real_run_have_influence_before_and_after_the_pilot() -> None:
    few, many = (
        Games.of(simulate(Plan(PLAN.variant, 2, seed=3), games, measured=True)) for games in (PILOT, PILOT + 100)
    )
    assert many.influence["drama"][:PILOT] == pytest.approx(few.influence["drama"])
    assert many.influence["drama"][PILOT:].any()


def test_measures_that_need_no_lead_are_not_influenced() -> None:
    games = run_of(made_up_games(40, seed=5, weights=TRUE))
    assert set(games.influence) == set(CHANCES)
    assert games.varying("rounds").tolist() == games.columns["rounds"].tolist()


@pytest.mark.parametrize("games", [0, 1])
def test_too_few_games_have_no_influence(games: int) -> None:
    examples = made_up_games(games, seed=6, weights=TRUE)
    assert not influence_of(Lessons.of(examples), TRUE).by_slope.any()


def test_games_without_a_turn_have_no_influence() -> None:
    examples = [Example(number, log_of(Row(0, [3, 0])), 0, rounds=1) for number in range(4)]
    assert not influences(examples, TRUE).any()
