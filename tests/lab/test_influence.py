"""Influence: intervals know that other games would have fitted another lead."""

import numpy as np
import pytest

from riskcore import load_variant
from riskcore.lab.fold import CHANCES, Stack, fold_chances
from riskcore.lab.games import Games
from riskcore.lab.influence import influences
from riskcore.lab.lead import Example, Lessons, fit_lead
from riskcore.lab.measures import MEASURES
from riskcore.lab.notes import PILOT, Notes, fit_pilot
from riskcore.lab.play import GameRecord, Plan
from riskcore.lab.results import Batch, Results
from riskcore.lab.simulate import simulate

from .helpers import Row, log_of, made_up_games

TRUE = (1.0, 4.0, -1.5, 2.5)
PLAN = Plan(load_variant("classic-1959"), 4)
OPENNESS = next(each for each in MEASURES if each.key == "uncertainty")


def run_of(examples: list[Example]) -> Games:
    """Made-up games as the pilot of a run."""
    results = Results(PLAN)
    records = [GameRecord(each.winner, each.winner + 1, 0, "conquest", 1, 1, 1) for each in examples]
    results.add(Batch.of(0, records, Notes.of((), [each.log for each in examples])))
    fit_pilot(results)
    return Games.of(results)


def openness(examples: list[Example], weights: tuple[float, ...]) -> float:
    """The mean of one column over all games, by given weights."""
    stack = Stack.of(*zip(*((each.log, each.winner, each.rounds) for each in examples), strict=True))
    return float(fold_chances(stack, stack.paths(weights))[:, CHANCES.index("uncertainty")].mean())


def test_a_games_influence_is_what_its_absence_from_the_fit_changes() -> None:
    examples = made_up_games(150, seed=1, weights=TRUE)
    whole = fit_lead(Lessons.of(examples)).whole
    told = influences(Lessons.of(examples), whole)[:, CHANCES.index("uncertainty")] / len(examples)
    left_out = [
        openness(examples, whole) - openness(examples, fit_lead(Lessons.of(examples[:at] + examples[at + 1 :])).whole)
        for at in range(40)
    ]
    assert np.corrcoef(told[:40], left_out)[0, 1] > 0.99
    assert told[:40].std() == pytest.approx(np.std(left_out), rel=0.15)


def test_influences_leave_the_mean_alone() -> None:
    lessons = Lessons.of(made_up_games(60, seed=2, weights=TRUE))
    assert influences(lessons, fit_lead(lessons).whole).sum(axis=0) == pytest.approx(0, abs=1e-9)


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


def test_the_pilots_fit_counts_as_much_however_many_games_follow() -> None:
    pilot = run_of(made_up_games(200, seed=4, weights=TRUE))
    more = {name: np.concatenate([column, column]) for name, column in pilot.columns.items()}
    moved = {name: np.concatenate([2 * column, 0 * column]) for name, column in pilot.influence.items()}
    later = Games(PLAN, more, influence=moved)
    assert later.fit_variance() == pytest.approx(pilot.fit_variance())


def test_games_after_the_pilot_have_no_influence_and_those_before_have_more() -> None:
    few, many = (
        Games.of(simulate(Plan(PLAN.variant, 2, seed=3), games, measured=True)) for games in (PILOT, PILOT + 100)
    )
    assert not many.influence["drama"][PILOT:].any()
    assert many.influence["drama"][:PILOT] == pytest.approx(few.influence["drama"] * (PILOT + 100) / PILOT)


def test_measures_that_need_no_lead_are_not_influenced() -> None:
    games = run_of(made_up_games(40, seed=5, weights=TRUE))
    assert set(games.influence) == set(CHANCES)
    assert games.varying("rounds").tolist() == games.columns["rounds"].tolist()


@pytest.mark.parametrize("games", [0, 1])
def test_too_few_games_have_no_influence(games: int) -> None:
    examples = made_up_games(games, seed=6, weights=TRUE)
    assert influences(Lessons.of(examples), TRUE).tolist() == [[0.0] * len(CHANCES)] * games


def test_games_without_a_turn_have_no_influence() -> None:
    examples = [Example(number, log_of(Row(0, [3, 0])), 0, rounds=1) for number in range(4)]
    assert not influences(Lessons.of(examples), TRUE).any()
