"""The lead: it finds the weights that made the winners, and says honestly how well it predicts."""

import math

import numpy as np
import pytest

from riskcore.lab.record.game_record import Log, Turns
from riskcore.lab.record.lead import FEATURES, Example, Lead, Lessons, beliefs, fit_lead, strengths
from tests.lab.helpers import Row, log_of, made_up_games

TRUE = (1.0, 4.0, -1.5, 2.5, 2.0)


def opened(log: Log) -> Turns:
    return Turns.of(log.table(), log.players)


def test_strengths_are_shares_and_cards_count_as_armies() -> None:
    row = Row(0, [30, 10], territories=[8, 2], income=[9, 3], hands=[1, 4], progress=[250, 0], set_value=6)
    territories, armies, income, cards, progress = (feature[0].tolist() for feature in strengths(opened(log_of(row))))
    assert territories == [0.8, 0.2]
    assert armies == [0.75, 0.25]
    assert income == [0.75, 0.25]
    assert cards == [2 / 40, 8 / 40]
    assert progress == [0.25, 0.0]


def test_a_player_without_anything_is_no_division_by_zero() -> None:
    row = Row(0, [0, 0], [True, True], territories=[0, 0], income=[0, 0], hands=[0, 0])
    assert beliefs(opened(log_of(row)), TRUE).tolist() == [[0.5, 0.5]]


def test_the_chance_to_win_is_a_softmax_of_strengths() -> None:
    row = Row(0, [30, 10])
    [[first, second]] = beliefs(opened(log_of(row)), (0.0, 3.0, 0.0, 0.0, 0.0)).tolist()
    assert first == pytest.approx(1 / (1 + math.exp(-3 * 0.5)))
    assert first + second == pytest.approx(1)


def test_who_is_out_has_no_chance() -> None:
    [chances] = beliefs(opened(log_of(Row(0, [5, 0, 5]))), TRUE).tolist()
    assert chances == [0.5, 0.0, 0.5]


def test_the_weights_that_made_the_winners_are_found() -> None:
    examples = made_up_games(2000, seed=1, weights=TRUE)
    lead = fit_lead(Lessons.of(examples))
    features = np.stack([np.stack(strengths(opened(each.log)), axis=2)[0] for each in examples])
    scores = features @ np.asarray(TRUE)
    chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    centred = features - (chances[:, :, None] * features).sum(axis=1, keepdims=True)
    information = np.einsum("np,npk,npl->kl", chances, centred, centred)
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    assert np.abs((np.asarray(lead.whole) - TRUE) / errors).max() < 4
    assert lead.games == 2000


def test_held_out_games_are_predicted_as_well_as_can_be() -> None:
    examples = made_up_games(2000, seed=2, weights=TRUE)
    quality = fit_lead(Lessons.of(examples)).quality
    assert quality is not None
    truth = [-math.log(beliefs(opened(each.log), TRUE)[0, each.winner]) for each in examples]
    assert quality.log_loss == pytest.approx(sum(truth) / len(truth), abs=0.01)
    assert quality.uniform_log_loss == pytest.approx(math.log(4))
    assert quality.log_loss < quality.uniform_log_loss - 0.1
    assert quality.calibration_error < 0.03
    assert sum(each.weight for each in quality.bins) == pytest.approx(1)


def test_a_lead_that_overstates_is_found_out() -> None:
    """Parts that tell opposite stories judge each other badly."""
    row = Row(0, [90, 10])
    log = log_of(row, row)
    numbers = [10 * tens + part for tens in range(50) for part in (0, 1)]
    quality = fit_lead(Lessons.of([Example(number, log, number % 2, rounds=1) for number in numbers])).quality
    assert quality is not None
    assert quality.log_loss > 2
    assert quality.calibration_error > 0.8


def test_each_part_is_judged_by_the_others() -> None:
    examples = made_up_games(400, seed=3, weights=TRUE)
    lead = fit_lead(Lessons.of(examples))
    for part in range(10):
        others = fit_lead(Lessons.of([each for each in examples if each.number % 10 != part]))
        assert lead.for_game(30 + part) == pytest.approx(others.whole, abs=1e-4)


def test_a_long_game_counts_as_much_as_a_short_one() -> None:
    ahead, behind = Row(0, [60, 40]), Row(0, [40, 60])
    won, lost = log_of(ahead, ahead), log_of(behind, behind)
    short = [Example(2 * number, won if number % 3 else lost, 0, rounds=1) for number in range(60)]
    long = [each._replace(log=log_of(*[ahead] * 31)) if each.log is won else each for each in short]
    assert fit_lead(Lessons.of(long)).whole == pytest.approx(fit_lead(Lessons.of(short)).whole, abs=1e-9)


def test_weights_stay_finite_where_one_game_explains_everything() -> None:
    row = Row(0, [90, 10])
    lead = fit_lead(Lessons.of([Example(0, log_of(row, row), 0, rounds=1)]))
    assert 0 < lead.whole[1] < 20
    assert lead.for_game(0) == (0.0,) * len(FEATURES)


def test_without_a_game_everybody_is_equal() -> None:
    none = (0.0,) * len(FEATURES)
    assert fit_lead(Lessons.of([])) == Lead(none, (none,) * 10, 0, None)


def test_armies_alone_can_say_who_is_ahead() -> None:
    lessons = Lessons.of(made_up_games(1000, seed=4, weights=TRUE))
    territories, armies, income, cards, progress = fit_lead(lessons, ("armies",)).whole
    assert (territories, income, cards, progress) == (0, 0, 0, 0)
    assert armies == pytest.approx(TRUE[1], abs=1.2)


def test_right_chances_are_off_by_no_more_than_luck() -> None:
    off, by_chance = [], []
    for seed in range(20):
        quality = fit_lead(Lessons.of(made_up_games(300, seed=50 + seed, weights=TRUE))).quality
        assert quality is not None
        off.append(quality.calibration_error)
        by_chance.append(quality.error_by_chance)
    assert np.mean(by_chance) == pytest.approx(np.mean(off), rel=0.25)
