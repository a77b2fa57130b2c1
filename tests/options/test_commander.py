"""Once a turn an attacker turns one die to a six."""

from typing import Any

import pytest

from risk_options.card_reroll import Reroll
from risk_options.commander import Command, Commanded
from riskcore import Game, IllegalMove
from riskcore.events import Battle
from riskcore.moves import Done

from .helpers import advice, armies, of_kind, position, rulebook, throw

RULES = rulebook("classic-1959", "commander")


def front(rules: Any = RULES, size: int = 5, facing: int = 3, **given: Any) -> Game:
    """Player 0 in Alaska among player 1's."""
    owners = {"Alaska": 0, "Japan": 2}
    strong = {"Alaska": size, "Alberta": facing, "Kamchatka": facing}
    return position(rules, rest=1, owners=owners, armies=strong, phase="attack", **given)


def test_one_own_die_becomes_a_six_before_the_dice_are_compared() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    events = game.push(Command(2))
    assert of_kind(events, Commanded) == [Commanded(0, 1)]
    assert of_kind(events, Battle)[0].attack == (6, 5, 4)
    assert (armies(game, "Alaska"), armies(game, "Alberta")) == (5, 1)


def test_only_once_a_turn_over_all_attacks() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (6, 6))
    game.push(Command(2))
    throw(game, "Alaska", "Kamchatka", (2, 1), (6, 6))
    assert game.phase == "attack"


def test_a_declined_chance_is_kept_for_the_next_battle() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (6, 6))
    game.push(Done())
    throw(game, "Alaska", "Kamchatka", (2, 1), (6, 6))
    assert game.phase == "commander"


def test_there_is_a_new_chance_in_the_next_turn() -> None:
    """[X5]"""
    game = front(turn=8, data={"commander": 7})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    assert game.phase == "commander"


def test_nobody_is_asked_who_rolled_nothing_but_sixes() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (6, 6, 6), (6, 6))
    assert game.phase == "attack"


def test_neither_a_six_nor_a_die_of_the_defender_can_be_turned() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (6, 4), (5, 4))
    with pytest.raises(IllegalMove, match="six already"):
        game.push(Command(0))
    with pytest.raises(IllegalMove, match="not the attacker's"):
        game.push(Command(2))
    assert list(game.legal_moves) == [Command(1), Done()]


@pytest.mark.parametrize("order", [("card-reroll", "commander"), ("commander", "card-reroll")])
def test_rolling_again_comes_first(order: tuple[str, str]) -> None:
    """[X4, X5] Whichever rule the variant names first; both before the dice are compared."""
    game = front(rulebook("classic-1959", *order), hands={0: [0]})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (6, 5), 3)
    assert game.phase == "reroll"
    game.push(Reroll(0, 2))
    assert game.phase == "commander"
    battle = of_kind(game.push(Command(2)), Battle)[0]
    assert battle.attack == (6, 5, 4)


def test_the_advice_is_to_turn_two_comparisons_at_any_time() -> None:
    """[X5]"""
    game = front(size=30, facing=30)
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    game.push(advice(game))
    assert armies(game, "Alberta") == 28


def test_the_advice_is_to_turn_one_comparison_in_a_short_fight_only() -> None:
    """[X5] In a long one a chance to turn two is likely to come."""
    for size, wait in ((3, False), (30, True)):
        game = front(size=size + 2, facing=size)
        throw(game, "Alaska", "Alberta", (4, 3, 1), (5, 2))
        assert (advice(game) == Done()) == wait


def test_the_advice_is_to_keep_a_six_that_changes_nothing() -> None:
    """[X5]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (6, 6))
    assert advice(game) == Done()
