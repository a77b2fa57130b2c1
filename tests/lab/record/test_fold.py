"""Folding: every formula against games whose numbers can be worked out on paper."""

import math

import numpy as np
import pytest

from riskcore.lab.record.fold import CHANCES, Elimination, Fold, Paths, Stack, eliminations, fold
from riskcore.lab.record.game_record import Log, Turns
from tests.lab.helpers import Row, log_of

WEIGHTS = (0.0, 2.0, 0.0, 0.0, 0.0)


def paths(*games: tuple[int, list[list[float]]], player: list[int] | None = None) -> Paths:
    """Games as (winner, beliefs by row)."""
    rows = [row for _, beliefs in games for row in beliefs]
    whose = np.asarray(player or [0] * len(rows), dtype=np.int32)
    lengths = np.asarray([len(beliefs) for _, beliefs in games])
    return Paths(np.asarray(rows), whose, lengths, np.asarray([winner for winner, _ in games]))


COMEBACK = (1, [[0.5, 0.5], [0.75, 0.25], [0.91, 0.09], [0.36, 0.64], [0.0, 1.0]])
WALKOVER = (0, [[0.6, 0.4], [0.95, 0.05], [0.92, 0.08], [1.0, 0.0]])


def test_drama_is_the_mean_root_of_the_gap_to_the_leader() -> None:
    expected = [(0 + math.sqrt(0.5) + math.sqrt(0.82) + 0) / 4, 0.0]
    assert paths(COMEBACK, WALKOVER).drama() == pytest.approx(expected)


def test_the_lowest_chance_is_the_later_winners() -> None:
    assert paths(COMEBACK, WALKOVER).lowest_chance().tolist() == [0.09, 0.6]


def test_surprise_is_the_probability_that_changed_hands() -> None:
    both = paths(COMEBACK, WALKOVER)
    swings = both.surprises()
    assert swings == pytest.approx([0.25, 0.16, 0.55, 0.36, 0, 0.35, 0.03, 0.08, 0])
    assert both.total(swings) == pytest.approx([1.32, 0.46])


def test_surprise_passes_between_any_players() -> None:
    three = paths((2, [[0.5, 0.3, 0.2], [0.2, 0.4, 0.4], [0.0, 0.0, 1.0]]))
    assert three.total(three.surprises()) == pytest.approx([0.3 + 0.6])


@pytest.mark.parametrize(("turns", "before"), [(1, 0), (4, 3), (5, 4), (6, 4), (10, 8), (11, 8)])
def test_late_surprise_is_what_the_winner_lacked_with_a_fifth_of_the_turns_to_go(turns: int, before: int) -> None:
    chances = [turn / turns for turn in range(turns + 1)]
    game = paths((0, [[chance, 1 - chance] for chance in chances]))
    assert game.end_surprise() == pytest.approx([1 - chances[before]])


def test_late_surprise_does_not_grow_with_length() -> None:
    """Twice as many turns that go the same way have twice as much surprise and are as unlikely to end so."""
    short = [[0.4, 0.6], [0.6, 0.4], [0.4, 0.6], [0.6, 0.4], [0.4, 0.6]] * 2
    end = [1.0, 0.0]
    one, two = paths((0, [*short, end])), paths((0, [*short, *short, end]))
    assert one.end_surprise() == pytest.approx(two.end_surprise())
    assert two.total(two.surprises()) > 1.5 * one.total(one.surprises())


def test_uncertainty_is_the_mean_entropy_against_equal_players() -> None:
    def entropy(chance: float) -> float:
        return -(chance * math.log2(chance) + (1 - chance) * math.log2(1 - chance))

    expected = sum(map(entropy, (0.5, 0.25, 0.09, 0.36))) / 4
    assert paths(COMEBACK).uncertainty() == pytest.approx([expected])
    assert paths((0, [[0.25] * 4, [1.0, 0, 0, 0]])).uncertainty() == pytest.approx([1.0])


def test_the_victory_lap_begins_after_the_last_turn_that_was_open() -> None:
    assert paths(COMEBACK, WALKOVER).victory_lap() == pytest.approx([0.0, 1 - 1 / 3])
    in_doubt_again = (0, [[0.95, 0.05], [0.95, 0.05], [0.5, 0.5], [0.95, 0.05], [1.0, 0.0]])
    never_in_doubt = (0, [[0.95, 0.05], [0.9, 0.1], [1.0, 0.0]])
    assert paths(in_doubt_again, never_in_doubt).victory_lap() == pytest.approx([1 / 4, 1.0])


def test_the_runaway_leader_led_after_a_quarter() -> None:
    nine_turns = (0, [[0.2, 0.8], [0.2, 0.8], [0.6, 0.4], *[[0.1, 0.9]] * 6, [1.0, 0.0]])
    assert paths(COMEBACK, WALKOVER, nine_turns).leader_won().tolist() == [0.0, 1.0, 1.0]


def test_equal_leaders_share_the_lead() -> None:
    assert paths((1, [[0.4, 0.4, 0.2], [0, 1, 0]])).leader_won().tolist() == [0.5]


def test_the_lead_changes_only_when_somebody_is_clearly_ahead() -> None:
    assert paths(COMEBACK, WALKOVER).lead_changes().tolist() == [1, 0]
    see_saw = [[0.52, 0.48], [0.6, 0.4], [0.49, 0.51], [0.51, 0.49], [0.47, 0.53], [0.53, 0.47], [0.0, 1.0]]
    assert paths((1, see_saw)).lead_changes().tolist() == [3]


def test_who_never_led_and_wins_takes_the_lead_in_the_end() -> None:
    assert paths((2, [[0.6, 0.2, 0.2], [0.6, 0.2, 0.2], [0, 0, 1]])).lead_changes().tolist() == [1]


def test_weak_surprise_is_that_of_turns_whose_player_had_no_chance() -> None:
    beliefs = [[0.5, 0.46, 0.04], [0.3, 0.66, 0.04], [0.9, 0.06, 0.04], [1.0, 0.0, 0.0]]
    game = paths((0, beliefs), player=[2, 1, 2, 0])
    assert game.weak_surprise(game.surprises()) == pytest.approx([0.2 + 0.1])


def fates(log: Log) -> list[Elimination]:
    turns = Turns.of(log.table(), log.players)
    return list(eliminations(turns, [0], [len(turns.player) - 1]))


def test_the_last_two_rounds_say_who_earned_a_kill() -> None:
    long_ago = Row(0, [50, 50, 90])  # what player 0 deals here is forgotten
    log = log_of(
        long_ago,
        Row(1, [50, 50, 30]),
        Row(2, [50, 50, 30]),
        *[Row(turn % 3, [50, 50, 30]) for turn in range(3)],
        Row(0, [50, 50, 30]),  # deals 10
        Row(1, [50, 50, 20]),  # deals 15
        Row(2, [50, 50, 5]),  # loses 1 in its own attack
        Row(0, [50, 50, 4]),  # deals the last 4
        Row(1, [50, 50, 0]),
    )
    assert fates(log) == [Elimination(9, 2, 0, 14 / 29)]


def test_a_player_who_goes_out_in_the_own_turn_is_beaten_by_whoever_gains() -> None:
    log = log_of(
        Row(1, [9, 9, 9], territories=[5, 5, 5]),  # deals 4
        Row(2, [9, 9, 5], territories=[5, 6, 4]),
        Row(0, [9, 9, 0], territories=[5, 10, 0]),
        Row(1, [9, 9, 0], territories=[5, 10, 0]),
    )
    assert fates(log) == [Elimination(1, 2, 1, 1.0)]


def test_where_nobody_gained_or_nobody_dealt_anything_nothing_is_said_of_the_kill() -> None:
    vanished = log_of(Row(1, [3, 3]), Row(0, [3, 0]))
    handed_over = log_of(Row(0, [3, 3], [True, True]), Row(0, [3, 3], [True, False]))
    assert fates(vanished) == [Elimination(0, 1, None, None)]
    assert fates(handed_over) == [Elimination(0, 1, 0, None)]


def test_a_game_folds_into_all_its_numbers() -> None:
    armies = [[10, 10, 10], [10, 4, 10], [10, 4, 4], [10, 0, 4], [10, 0, 4], [10, 0, 4]]
    turns = [Row(player, row) for player, row in zip([0, 1, 2, 0, 2, 0], armies, strict=True)]
    log = log_of(*turns, Row(0, [10, 0, 0]))
    beliefs = []
    for row in armies:
        strengths = [math.exp(2 * each / sum(row)) if each else 0.0 for each in row]
        beliefs.append([each / sum(strengths) for each in strengths])
    game = paths((0, [*beliefs, [1.0, 0.0, 0.0]]), player=[0, 1, 2, 0, 2, 0, 0])
    swings = game.surprises()
    [[numbers]] = fold(Stack.of([log], [0], [2]), WEIGHTS)
    found = Fold(*numbers.tolist())
    assert found.drama == pytest.approx(game.drama()[0]) == 0
    assert found.lowest_chance == pytest.approx(1 / 3)
    assert found.comeback == 0
    assert found.lead_changes == 0
    assert found.surprise == pytest.approx(swings.sum())
    assert found.end_surprise == pytest.approx(1 - beliefs[4][0])
    assert found.uncertainty == pytest.approx(game.uncertainty()[0])
    assert found.victory_lap == 0
    assert found.leader_won == 1 / 2  # after the first of six turns players 0 and 2 are equal
    assert found.weak_surprise == 0
    assert found.out == 2
    assert found.idle == (6 - 3) / 6 + 0
    assert found.first_out == 3 / 6
    assert found.kills == 2
    assert found.steals == 1  # player 2 dealt four of the ten losses of player 1


def test_lead_changes_are_counted_in_ten_rounds_and_comebacks_from_half_of_an_equal_chance() -> None:
    log = log_of(Row(0, [2, 8]), Row(1, [9, 1]), Row(0, [1, 9]), Row(1, [0, 9]))
    [[numbers]] = fold(Stack.of([log], [1], [4]), (0.0, 3.0, 0.0, 0.0, 0.0))
    found = Fold(*numbers.tolist())
    assert found.lead_changes == 2 * 10 / 4
    assert found.lowest_chance == pytest.approx(1 / (1 + math.exp(3 * 0.8)))
    assert found.comeback == 1


def test_a_game_that_nobody_won_has_no_numbers() -> None:
    log = log_of(Row(0, [3, 3]), Row(1, [3, 3]), Row(0, [3, 3]))
    [[undecided, decided]] = fold(Stack.of([log, log], [None, 1], [1, 1]), WEIGHTS)
    assert np.isnan(undecided).all()
    assert not np.isnan(decided[: Fold._fields.index("idle")]).any()


def test_games_fold_alike_alone_and_in_company() -> None:
    rng = np.random.default_rng(1)
    logs = [
        log_of(*[Row(turn % 3, rng.integers(1, 50, 3).tolist()) for turn in range(length)]) for length in (2, 5, 40, 9)
    ]
    [together] = fold(Stack.of(logs, [0, 1, 2, 0], [1, 2, 14, 3]), WEIGHTS)
    games = zip(logs, (0, 1, 2, 0), (1, 2, 14, 3), strict=True)
    alone = [fold(Stack.of([log], [winner], [rounds]), [WEIGHTS])[0][0] for log, winner, rounds in games]
    assert np.array_equal(together, np.asarray(alone), equal_nan=True)


def test_several_leads_judge_the_same_games_each_for_itself() -> None:
    stack = Stack.of([log_of(Row(0, [2, 8]), Row(1, [9, 1]), Row(0, [0, 9]))] * 2, [1, 1], [1, 1])
    by_armies, by_game = fold(stack, WEIGHTS, [WEIGHTS, (0.0,) * 5])
    assert by_armies[0].tolist() == by_armies[1].tolist() == by_game[0].tolist()
    assert by_game[1][Fold._fields.index("drama")] == 0
    assert by_game[1][len(CHANCES) :].tolist() == by_armies[1][len(CHANCES) :].tolist()
