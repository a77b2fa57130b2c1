"""Equal dice cost the defender."""

from fractions import Fraction

import pytest

from risk_house.attacker_ties import compare_highest_tie_to_attacker, compare_ties_to_attacker
from riskcore.dice import loss_odds

from .helpers import armies, position, rulebook, throw

HIGHEST = ('rules.attacker-ties.pairs="highest"',)


@pytest.mark.parametrize(
    ("attack", "defence", "all_pairs", "highest_pair"),
    [
        ((4,), (4,), (0, 1), (0, 1)),
        ((4, 1, 1), (4, 1), (0, 2), (1, 1)),
        ((3, 2), (3, 3), (1, 1), (1, 1)),
        ((6, 2), (5, 2), (0, 2), (1, 1)),
        ((5, 5), (6, 5), (1, 1), (2, 0)),
        ((2, 1), (3, 2), (2, 0), (2, 0)),
    ],
)
def test_what_a_throw_costs(
    attack: tuple[int, ...], defence: tuple[int, ...], all_pairs: tuple[int, int], highest_pair: tuple[int, int]
) -> None:
    """[H6] (attacker loses, defender loses)"""
    assert compare_ties_to_attacker(attack, defence) == all_pairs
    assert compare_highest_tie_to_attacker(attack, defence) == highest_pair


def test_one_die_each_favours_the_attacker_as_it_favoured_the_defender() -> None:
    """[H6]"""
    assert loss_odds(compare_ties_to_attacker, 1, 1) == {(0, 1): Fraction(21, 36), (1, 0): Fraction(15, 36)}


@pytest.mark.parametrize(("settings", "left"), [((), (9, 1)), (HIGHEST, (8, 2))])
def test_a_battle_is_compared_that_way(settings: tuple[str, ...], left: tuple[int, int]) -> None:
    """[H6]"""
    rules = rulebook("classic-1959", "attacker-ties", settings=settings)
    stand = {"Alaska": 9, "Kamchatka": 3}
    game = position(rules, owners={"Alaska": 0, "Japan": 2}, rest=1, armies=stand, phase="attack")
    throw(game, "Alaska", "Kamchatka", (4, 3, 1), (4, 3))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == left


def test_it_goes_with_three_dice_for_the_defender() -> None:
    """[H6, H5]"""
    rules = rulebook("classic-1959", "attacker-ties", "defence-dice")
    stand = {"Alaska": 9, "Kamchatka": 4}
    game = position(rules, owners={"Alaska": 0, "Japan": 2}, rest=1, armies=stand, phase="attack")
    throw(game, "Alaska", "Kamchatka", (4, 3, 1), (4, 3, 1))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (9, 1)
