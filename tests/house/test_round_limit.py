"""The game ends after a fixed number of rounds."""

from typing import Any

import pytest

from riskcore import Game
from riskcore.events import GameWon

from .helpers import continent, end_turn, position, rulebook, without_decision

AFRICA = continent("Africa")  # six territories


def last_round(*settings: str, rounds: int = 5, **given: Any) -> Game:
    """The last turn of round 5, player 2's; player 0 has the fewest, the other two as many as each other."""
    rules = rulebook("classic-1959", "round-limit", settings=(f"rules.round-limit.rounds={rounds}", *settings))
    names = [name for name in rules.board.territories if name not in AFRICA]
    owners = dict.fromkeys(AFRICA, 0) | dict.fromkeys(names[::2], 1) | dict.fromkeys(names[1::2], 2)
    usual: dict[str, Any] = {"owners": owners, "player": 2, "round": 5, "turn": 15, "phase": "fortify"}
    return position(rules, **{**usual, **given})


def outcome(game: Game) -> tuple[int, str] | None:
    return None if game.outcome is None else (game.outcome.winner, game.outcome.reason)


def test_the_most_territories_win() -> None:
    """[H10]"""
    game = last_round()
    owned = game.state.territories_of(2)
    game.state.give(owned[0], 1)
    assert game.state.held == [6, 19, 17]
    told = end_turn(game)
    assert outcome(game) == (1, "round limit")
    assert told[-1] == GameWon(1, "round limit")


def test_of_equals_the_most_armies_win() -> None:
    """[H10]"""
    game = last_round(armies={"Alaska": 3})
    assert game.state.held == [6, 18, 18]
    end_turn(game)
    assert outcome(game) == (1, "round limit")


@pytest.mark.parametrize(("last_tie", "winner"), [("last seat", 2), ("first seat", 1)])
def test_if_all_is_equal_the_seat_decides(last_tie: str, winner: int) -> None:
    """[H10]"""
    game = last_round(f'rules.round-limit.last_tie="{last_tie}"')
    end_turn(game)
    assert outcome(game) == (winner, "round limit")


def test_seats_are_counted_from_who_began() -> None:
    """[H10] Player 2 began, so that player 1 comes last, and ends the round."""
    game = last_round(first=2, player=1)
    end_turn(game)
    assert outcome(game) == (1, "round limit")


@pytest.mark.parametrize(("measure", "winner"), [("continents", 0), ("cards", 1), ("income", 2)])
def test_what_is_compared_is_a_parameter(measure: str, winner: int) -> None:
    """[H10] Player 0 has the only continent, player 1 the most cards, player 2 draws level and sits last."""
    settings = (f'rules.round-limit.decided_by=["{measure}"]', "rules.reinforcement.continents=false")
    game = last_round(*settings, hands={0: [1], 1: [2, 3], 2: [4]})
    end_turn(game)
    assert outcome(game) == (winner, "round limit")


def test_the_last_round_is_played_to_its_end() -> None:
    """[H10]"""
    game = last_round(player=1)
    end_turn(game)
    assert outcome(game) is None
    without_decision(game)
    assert outcome(game) is not None


def test_the_turn_after_an_eliminated_last_player_counts_as_the_next_round() -> None:
    """[H10] Player 2 is out, so the round ends with player 1."""
    rules = rulebook("classic-1959", "round-limit", settings=("rules.round-limit.rounds=5",))
    owners = dict.fromkeys(AFRICA, 0)
    game = position(rules, owners=owners, rest=1, player=1, round=5, turn=14, phase="fortify")
    end_turn(game)
    assert outcome(game) == (1, "round limit")


def test_before_the_limit_nothing_ends() -> None:
    """[H10]"""
    game = last_round(rounds=6)
    end_turn(game)
    assert outcome(game) is None
    assert game.state.round == 6
