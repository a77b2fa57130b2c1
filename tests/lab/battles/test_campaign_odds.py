"""Exact odds of campaigns: against fractions, against best play written out, and against single battles."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from risk_bots.campaign_odds import campaign_odds as bots_odds
from riskcore import Rulebook, lab, load_variant
from riskcore.dice import compare_high, loss_odds
from riskcore.lab.battles import chain
from riskcore.lab.battles.battle_odds import OddsError, throws_without, variant_odds
from riskcore.lab.battles.campaign_odds import campaign_odds

LONG = (22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1)


@cache
def rulebook(variant: str = "classic-1959", *rules: str, settings: tuple[str, ...] = ()) -> Rulebook:
    return Rulebook(load_variant(variant, rules=rules, settings=settings))


def by_fractions(armies: int, targets: Sequence[int], leave: int) -> Fraction:
    """The chance that all targets fall, from the rules alone."""
    if not targets:
        return Fraction(1)
    if targets[0] <= 0:
        return by_fractions(armies - leave, targets[1:], leave)
    if armies <= leave:
        return Fraction(0)
    rolls = loss_odds(compare_high, min(armies - 1, 3), min(targets[0], 2))
    return sum(
        chance * by_fractions(armies - lost, (targets[0] - won, *targets[1:]), leave)
        for (lost, won), chance in rolls.items()
    ) + Fraction(0)


@pytest.mark.parametrize(
    ("armies", "targets", "leave"), [(4, (1, 1), 1), (7, (2, 1, 2), 1), (9, (2, 2), 2), (8, (1, 3), 3), (2, (1, 1), 1)]
)
def test_a_campaign_is_exact(armies: int, targets: tuple[int, ...], leave: int) -> None:
    odds = campaign_odds(rulebook(), armies, targets, leave=leave)
    assert odds.win == pytest.approx(float(by_fractions(armies, targets, leave)), rel=1e-14)
    assert odds.taken[0] == pytest.approx(float(by_fractions(armies, targets[:1], leave)), rel=1e-14)


def test_a_long_campaign_that_leaves_one_behind() -> None:
    """A figure from elsewhere, to the last digit that a float holds."""
    assert campaign_odds(rulebook(), 72, LONG).win == pytest.approx(0.8105485936352178, rel=1e-15)


@pytest.mark.parametrize("rules", [rulebook(), rulebook("expert")], ids=["plain", "with options"])
def test_a_campaign_of_one_is_a_battle(rules: Rulebook) -> None:
    battle = variant_odds(rules, 6, 4).battle
    odds = campaign_odds(rules, 6, (4,))
    assert odds.win == pytest.approx(battle.win, rel=1e-14)
    assert odds.armies_left[1:] == pytest.approx(battle.winners_left.tolist()[2:])


def test_dice_alone_and_choices_are_counted_to_the_same_end() -> None:
    tables = throws_without(rulebook(), ()).tables
    taken = chain.campaign_odds(30, [(defenders, 3, 2) for defenders in LONG], tables)
    assert [sum(each) for each in taken] == pytest.approx(campaign_odds(rulebook(), 30, LONG).taken, rel=1e-12)


def test_bots_count_like_the_lab() -> None:
    chance, left = bots_odds(compare_high, 3, 2).through(18, (3, 2, 4))
    odds = campaign_odds(rulebook(), 18, (3, 2, 4))
    assert chance == pytest.approx(odds.win, abs=1e-3), "bots pass over what hardly ever happens"
    assert left == pytest.approx((odds.mean_left or 0) * odds.win, abs=1e-2)


@cache
def best_commander(armies: int, targets: tuple[int, ...], there: bool) -> float:
    """The chance to succeed with one die to be turned to a six, once in the whole campaign, when that helps most."""
    if not targets:
        return 1.0
    if targets[0] <= 0:
        return best_commander(armies - 1, targets[1:], there)
    if armies < 2:
        return 0.0
    mine, theirs = min(armies - 1, 3), min(targets[0], 2)
    total = 0.0
    for faces in product(range(1, 7), repeat=mine + theirs):
        attack, defence = faces[:mine], sorted(faces[mine:], reverse=True)
        ways = [(attack, there)]
        if there:
            ways += [((*attack[:die], 6, *attack[die + 1 :]), False) for die in range(mine)]
        total += max(after(armies, targets, sorted(way, reverse=True), defence, left) for way, left in ways)
    return total / 6 ** (mine + theirs)


def after(armies: int, targets: tuple[int, ...], attack: Sequence[int], defence: Sequence[int], there: bool) -> float:
    lost, won = compare_high(attack, defence)
    return best_commander(armies - lost, (targets[0] - won, *targets[1:]), there)


def test_an_option_waits_for_the_battle_in_which_it_helps_most() -> None:
    rules = rulebook("classic-1959", "commander")
    odds = campaign_odds(rules, 5, (1, 2))
    assert odds.options == ("commander",)
    assert odds.win == pytest.approx(best_commander(5, (1, 2), True), rel=1e-12)
    without = campaign_odds(rules, 5, (1, 2), without=["commander"])
    assert without.win == pytest.approx(campaign_odds(rulebook(), 5, (1, 2)).win) != odds.win


def test_the_dice_of_each_place_are_those_of_the_rules() -> None:
    rules = rulebook(settings=("rules.dice.defence_dice=3",))
    assert campaign_odds(rules, 9, (3, 2)).win < campaign_odds(rulebook(), 9, (3, 2)).win
    named = campaign_odds(rulebook(), 9, (3, 2), places=("Alaska", "Kamchatka", "Japan"))
    assert named.win == campaign_odds(rulebook(), 9, (3, 2)).win


def test_what_cannot_be_counted_is_told() -> None:
    with pytest.raises(OddsError, match="defenders: 0 armies; must be a whole number from 1"):
        campaign_odds(rulebook(), 5, (2, 0))
    with pytest.raises(OddsError, match="0 targets; must be 1 to"):
        campaign_odds(rulebook(), 5, ())
    with pytest.raises(OddsError, match="2 places for 2 targets; name the start and every target"):
        campaign_odds(rulebook(), 5, (1, 1), places=("Alaska", "Kamchatka"))
    with pytest.raises(OddsError, match="there is no such border"):
        campaign_odds(rulebook(), 5, (1, 1), places=("Alaska", "Kamchatka", "Brazil"))


def test_the_front_door_gives_the_same() -> None:
    odds = lab.campaign(load_variant("classic-1959"), 9, (3, 2))
    assert odds.to_dict()["taken"] == list(campaign_odds(rulebook(), 9, (3, 2)).taken)
