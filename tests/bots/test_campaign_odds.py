"""The odds a planner counts with, against exact ones."""

from fractions import Fraction

import pytest

from risk_bots.campaign_odds import campaign_odds
from risk_house.attacker_ties import compare_ties_to_attacker
from riskcore.dice import compare_high, loss_odds

ODDS = campaign_odds(compare_high, 3, 2)


def exact(mine: int, theirs: int) -> Fraction:
    """The chance of a capture, by fractions and without a cache."""
    if theirs <= 0:
        return Fraction(1)
    if mine < 2:
        return Fraction(0)
    rolls = loss_odds(compare_high, min(mine - 1, 3), min(theirs, 2))
    return sum((chance * exact(mine - lost, theirs - won) for (lost, won), chance in rolls.items()), Fraction(0))


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 4), (6, 5)])
def test_one_battle_is_exact(mine: int, theirs: int) -> None:
    assert ODDS.through(mine, (theirs,))[0] == pytest.approx(float(exact(mine, theirs)))


def test_a_row_of_battles_is_the_battles_one_after_another() -> None:
    """What is left but one moves in, and fights on."""
    row = sum(share * float(exact(armies, 1)) for armies, share in ODDS.ends(5, 2))
    assert ODDS.through(5, (2, 1))[0] == pytest.approx(row, abs=1e-3)


def test_longer_rows_are_harder_and_larger_armies_better() -> None:
    rows = [ODDS.through(8, (2,) * number)[0] for number in range(5)]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] == 1
    armies = [ODDS.through(mine, (2, 3))[0] for mine in range(3, 40)]
    assert armies == sorted(armies)


def test_large_armies_are_scaled_down() -> None:
    chance, left = ODDS.through(400, (100,))
    assert chance > 0.999
    assert 250 < left < 350


def test_any_dice_will_do() -> None:
    for_the_attacker = campaign_odds(compare_ties_to_attacker, 3, 2)
    assert for_the_attacker.through(5, (4,))[0] > ODDS.through(5, (4,))[0]
    assert campaign_odds(compare_high, 3, 3).through(5, (4,))[0] < ODDS.through(5, (4,))[0]
