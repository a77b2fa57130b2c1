"""More dice for the defender, everywhere or in capitals."""

from fractions import Fraction
from typing import Any

import pytest

from riskcore import Game, RulebookError
from riskcore.dice import compare_high, loss_odds
from riskcore.events import Battle
from riskcore.moves import Attack, Defend

from .helpers import armies, at, of_kind, position, rulebook, throw

CAPITALS = ('rules.defence-dice.where="capitals"',)


def attacked(rules: object = None, defenders: int = 3, **given: Any) -> Game:
    """Alaska attacks Kamchatka."""
    stand = {"Alaska": 9, "Kamchatka": defenders}
    book = rulebook("classic-1959", "defence-dice") if rules is None else rules
    return position(book, owners={"Alaska": 0, "Japan": 2}, rest=1, armies=stand, phase="attack", **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("defenders", "most"), [(2, 2), (3, 3), (7, 3)])
def test_a_defender_chooses_up_to_three_dice_but_no_more_than_armies(defenders: int, most: int) -> None:
    """[H5]"""
    game = attacked(defenders=defenders)
    game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3))
    assert set(game.legal_moves) == {Defend(dice) for dice in range(1, most + 1)}


def test_three_dice_against_three_cost_three_armies() -> None:
    """[H5]"""
    game = attacked()
    throw(game, "Alaska", "Kamchatka", (6, 4, 2), (5, 4, 1))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (8, 1)


def test_a_standing_order_of_three_rolls_three() -> None:
    """[H5]"""
    game = attacked(orders=[3, 3, 3])
    (battle,) = of_kind(game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3)), Battle)
    assert len(battle.defence) == 3


def test_the_odds_of_three_against_three_add_up() -> None:
    """[H5] Counted: the attacker loses more than the defender."""
    odds = loss_odds(compare_high, 3, 3)
    assert sum(odds.values()) == 1
    assert sum(share * (mine - theirs) for (mine, theirs), share in odds.items()) > Fraction(1, 2)


def with_capitals(holder: int) -> Game:
    """Kamchatka is the capital of player 1."""
    rules = rulebook("capitals", "defence-dice", settings=CAPITALS)
    named = [rules.board.territory(name) for name in ("Alaska", "Kamchatka", "Japan")]
    owners = {"Alaska": 0, "Japan": 2, "Kamchatka": holder, "Irkutsk": 0}
    stand = {"Alaska": 9, "Kamchatka": 5, "Mongolia": 5, "Irkutsk": 9}
    data = {"capitals": named}
    return position(rules, owners=owners, rest=1, armies=stand, data=data, phase="attack")


def most_dice(game: Game, source: str, target: str) -> int:
    game.push(Attack(at(game, source), at(game, target), 3))
    return max(int(move[1]) for move in game.legal_moves)


def test_in_the_own_capital_three_dice_defend() -> None:
    """[H5]"""
    assert most_dice(with_capitals(holder=1), "Alaska", "Kamchatka") == 3


def test_elsewhere_two_dice_defend_as_ever() -> None:
    """[H5]"""
    assert most_dice(with_capitals(holder=1), "Irkutsk", "Mongolia") == 2


def test_who_holds_the_capital_of_another_defends_it_with_two() -> None:
    """[H5]"""
    assert most_dice(with_capitals(holder=2), "Alaska", "Kamchatka") == 2


def test_only_with_where_capitals_are_capitals_required() -> None:
    """[H5]"""
    rulebook("classic-1959", "defence-dice")
    with pytest.raises(RulebookError, match="'defence-dice' requires the rule 'capitals'"):
        rulebook("classic-1959", "defence-dice", settings=CAPITALS)
