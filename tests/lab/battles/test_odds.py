"""Exact odds under a variant's own rules: against fractions, against best play written out, and against the engine."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from riskcore import PHASE, Game, Rulebook, load_variant
from riskcore.dice import faces_of
from riskcore.files.catalog import load_plugin_file
from riskcore.lab.battles.battle_odds import OddsError, variant_odds
from riskcore.moves import Attack, Done
from riskcore.phases import BattleFrame

Losses = tuple[int, int]
Compare = Callable[[Sequence[int], Sequence[int]], Losses]
Faces = tuple[int, ...]

HEADER = """
import attrs
from riskcore import *
from riskcore.moves import Done
from riskcore.phases import *
from riskcore.rules import *
from riskcore.sequences import *
"""


@cache
def rulebook(variant: str, *rules: str, settings: tuple[str, ...] = ()) -> Rulebook:
    return Rulebook(load_variant(variant, rules=rules, settings=settings))


def house(folder: Path, source: str, *rules: str) -> Rulebook:
    """Classic 1959 with the rules of a file, and others."""
    file = folder / "house_rules.py"
    file.write_text(HEADER + dedent(source), encoding="utf-8")
    names = [*load_plugin_file(file).rules, *rules]
    return Rulebook(load_variant("classic-1959", rules=names, plugin_files=[file]))


@pytest.mark.parametrize("armies", [True, 3.5, "3", 0, 1001])
def test_armies_that_cannot_stand_anywhere_are_told(armies: Any) -> None:
    with pytest.raises(ValueError, match=r"attackers: .* armies; must be a whole number from 1 to 1000"):
        variant_odds(rulebook("classic-1959"), armies, 3)


def ties_to_defender(attack: Sequence[int], defence: Sequence[int]) -> Losses:
    pairs = list(zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False))
    return sum(a <= d for a, d in pairs), sum(a > d for a, d in pairs)


def ties_to_attacker(attack: Sequence[int], defence: Sequence[int]) -> Losses:
    lost, won = ties_to_defender(defence, attack)
    return won, lost


@cache
def counted(attack_dice: int, defence_dice: int, compare: Compare) -> dict[Losses, Fraction]:
    shares: dict[Losses, Fraction] = {}
    for faces in product(range(1, 7), repeat=attack_dice + defence_dice):
        losses = compare(faces[:attack_dice], faces[attack_dice:])
        shares[losses] = shares.get(losses, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return shares


def exact(
    attackers: int, defenders: int, most_defence: int = 2, compare: Compare = ties_to_defender, keep: int = 1
) -> tuple[list[Fraction], list[Fraction]]:
    """What is left of attackers and defenders, in fractions, one position after the other."""
    flow = {(attackers, defenders): Fraction(1)}
    left = [Fraction(0)] * (attackers + 1), [Fraction(0)] * (defenders + 1)
    for a, d in sorted(product(range(1, attackers + 1), range(defenders + 1)), key=sum, reverse=True):
        here = flow.pop((a, d), Fraction(0))
        if a <= keep or d == 0:
            left[0][a] += here
            left[1][d] += here
            continue
        for (lost, won), share in counted(min(a - 1, 3), min(d, most_defence), compare).items():
            flow[a - lost, d - won] = flow.get((a - lost, d - won), Fraction(0)) + here * share
    return left


def assert_exact(odds: Any, left: tuple[list[Fraction], list[Fraction]]) -> None:
    assert odds.battle.attackers_left == pytest.approx([float(share) for share in left[0]], rel=0, abs=1e-13)
    assert odds.battle.defenders_left == pytest.approx([float(share) for share in left[1]], rel=0, abs=1e-13)


# -- dice alone -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders", "none_lost"),
    [(2, 1, (15, 36)), (3, 1, (125, 216)), (4, 1, (855, 1296)), (3, 2, (295, 1296)), (4, 2, (2890, 7776))],
)
def test_the_first_roll_has_the_known_odds(attackers: int, defenders: int, none_lost: tuple[int, int]) -> None:
    left = variant_odds(rulebook("classic-1959"), attackers, defenders).battle.attackers_left
    assert left[attackers] == pytest.approx(none_lost[0] / none_lost[1], abs=1e-14)


@pytest.mark.parametrize("variant", ["classic-1959", "world-domination-1993", "golden-cavalry-2004", "two-player-1959"])
def test_ten_by_ten_equals_fractions(variant: str) -> None:
    sizes = range(1, 11) if variant == "classic-1959" else (4, 9)
    for able, defenders in product(sizes, sizes):
        assert_exact(variant_odds(rulebook(variant), able + 1, defenders), exact(able + 1, defenders))


def test_thirty_who_can_fight_against_fifteen_with_three_defence_dice() -> None:
    odds = variant_odds(rulebook("classic-1959", "defence-dice"), 31, 15)
    assert odds.battle.attacker_losses[12] == pytest.approx(0.0222128001707278, abs=1e-12)
    assert_exact(odds, exact(31, 15, most_defence=3))


def test_a_setting_of_the_edition_counts_like_a_house_rule() -> None:
    rules = rulebook("classic-1959", settings=("rules.dice.defence_dice=3",))
    assert_exact(variant_odds(rules, 7, 6), exact(7, 6, most_defence=3))


def test_ties_may_go_to_the_attacker() -> None:
    odds = variant_odds(rulebook("classic-1959", "attacker-ties"), 6, 8)
    assert_exact(odds, exact(6, 8, compare=ties_to_attacker))


def test_a_huge_battle_adds_up() -> None:
    battle = variant_odds(rulebook("classic-1959"), 300, 800).battle
    assert battle.attackers_left.sum() == pytest.approx(1, abs=1e-12)
    assert battle.defenders_left.sum() == pytest.approx(1, abs=1e-12)
    assert 0 < battle.win < 1e-20


def test_the_attacker_may_stop_early() -> None:
    odds = variant_odds(rulebook("classic-1959"), 9, 5, keep=4)
    assert_exact(odds, exact(9, 5, keep=4))
    assert odds.battle.attackers_left[3] > 0  # two were lost at once


def test_one_army_wins_nothing() -> None:
    odds = variant_odds(rulebook("expert"), 1, 3)
    assert (odds.battle.win, odds.options) == (0, ())


# -- best use of options ----------------------------------------------------------------------------------------------


class BestPlay:
    """The chance to win with a re-roll in every battle, the commander once, or both, written out roll by roll."""

    def __init__(self, reroll: str | None, commander: bool) -> None:
        self.reroll = reroll
        self.start = commander
        self.win = cache(self._win)
        self.commanded = cache(self._commanded)

    def _win(self, a: int, d: int, commander: bool) -> float:
        if a <= 1 or d <= 0:
            return float(d <= 0)
        total = 0.0
        dice = min(a - 1, 3), min(d, 2)
        hands = [list(hand_counts(number).items()) for number in dice]
        for (attack, ways), (defence, more) in product(*hands):
            total += ways * more * self.rerolled(a, d, attack, defence, commander)
        return total / 6 ** sum(dice)

    def rerolled(self, a: int, d: int, attack: Faces, defence: Faces, commander: bool) -> float:
        """The worth of a throw before a die is rolled again."""
        ways = [self.commanded(a, d, attack, defence, commander)]
        if self.reroll is not None:
            ways += [self.after_reroll(a, d, attack, defence, commander, die) for die in self.dice(attack, defence)]
        return max(ways)

    def dice(self, attack: Faces, defence: Faces) -> range:
        return range(len(attack) + (len(defence) if self.reroll == "any" else 0))

    def after_reroll(self, a: int, d: int, attack: Faces, defence: Faces, commander: bool, die: int) -> float:
        throws = [change(attack, defence, die, face) for face in range(1, 7)]
        return sum(self.commanded(a, d, *throw, commander) for throw in throws) / 6

    def _commanded(self, a: int, d: int, attack: Faces, defence: Faces, commander: bool) -> float:
        """The worth of a throw before a die is turned to a six."""
        ways = [self.compared(a, d, attack, defence, commander)]
        if commander:
            ways += [self.compared(a, d, *change(attack, defence, die, 6), False) for die in range(len(attack))]
        return max(ways)

    def compared(self, a: int, d: int, attack: Faces, defence: Faces, commander: bool) -> float:
        lost, won = ties_to_defender(attack, defence)
        return self.win(a - lost, d - won, commander)


@cache
def hand_counts(dice: int) -> dict[Faces, int]:
    hands: dict[Faces, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        hand = tuple(sorted(faces, reverse=True))
        hands[hand] = hands.get(hand, 0) + 1
    return hands


def change(attack: Faces, defence: Faces, die: int, face: int) -> tuple[Faces, Faces]:
    dice = [*attack, *defence]
    dice[die] = face
    own = len(attack)
    return tuple(sorted(dice[:own], reverse=True)), tuple(sorted(dice[own:], reverse=True))


ANY = ('rules.card-reroll.reroll_die="any"',)
OPTIONS: dict[str, tuple[Rulebook, BestPlay]] = {
    "commander": (rulebook("classic-1959", "commander"), BestPlay(None, True)),
    "own die": (rulebook("classic-1959", "card-reroll"), BestPlay("own", False)),
    "any die": (rulebook("classic-1959", "card-reroll", settings=ANY), BestPlay("any", False)),
    "both": (rulebook("expert"), BestPlay("own", True)),
}


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize(("attackers", "defenders"), [(2, 1), (3, 2), (5, 4), (4, 6)])
def test_options_are_used_as_well_as_possible(name: str, attackers: int, defenders: int) -> None:
    rules, best = OPTIONS[name]
    win = variant_odds(rules, attackers, defenders).battle.win
    assert win == pytest.approx(best.win(attackers, defenders, best.start), abs=1e-12)


def front(rules: Rulebook, attackers: int, defenders: int) -> Game:
    """Alaska, whose card the attacker holds, against Alberta; all defenders stand by to roll two dice."""
    position = {
        "rest": 2,
        "owners": {"Alaska": 0, "Alberta": 1},
        "armies": {"Alaska": attackers, "Alberta": defenders},
        "hands": {0: [rules.board.territory("Alaska")]},
        "orders": [2, 2, 2],
        "phase": "attack",
    }
    return Game.from_position(rules, 3, position)


Decide = Callable[[Game], Any]


def best_decision(best: BestPlay) -> Decide:
    """What best play says about the dice that lie there."""

    def decide(game: Game) -> Any:
        frame, battle = game.state.frames[-1], game.state.frames[-2]
        dice = battle[BattleFrame.attack_dice], battle[BattleFrame.defence_dice]
        attack, defence = (tuple(faces) for faces in faces_of(battle[BattleFrame.roll], *dice))
        a, d = (game.state.armies[place] for place in (battle[BattleFrame.source], battle[BattleFrame.target]))
        commander = best.start and game.state.data["commander"] != game.state.turn

        def worth(move: Any) -> float:
            if frame[PHASE] == "reroll":
                if move == Done():
                    return best.commanded(a, d, attack, defence, commander)
                return best.after_reroll(a, d, attack, defence, commander, move.die)
            if move == Done():
                return best.compared(a, d, attack, defence, commander)
            return best.compared(a, d, *change(attack, defence, move.die, 6), False)

        return max(reversed(list(game.legal_moves)), key=worth)  # Done comes last: in doubt nothing is changed

    return decide


def advised_decision(game: Game) -> Any:
    view = game.view(game.to_move)
    (advise,) = game.rules.advice[view.frame[PHASE]]
    return advise(view, view.frame)


def won_share(start: Game, decide: Decide, battles: int) -> float:
    """How often the engine sees the target fall."""
    source, target = (start.rules.board.territory(name) for name in ("Alaska", "Alberta"))
    seeds = Random(7)
    won = 0
    for _ in range(battles):
        game = start.view(0).imagine(seeds.getrandbits(40))
        state = game.state
        while state.owner[target] == 1 and (game.phase != "attack" or state.armies[source] > 1):
            game.push(
                Attack(source, target, min(3, state.armies[source] - 1)) if game.phase == "attack" else decide(game)
            )
        won += state.owner[target] == 0
    return won / battles


@pytest.mark.parametrize("name", OPTIONS)
def test_the_engine_agrees(name: str) -> None:
    rules, best = OPTIONS[name]
    win = variant_odds(rules, 4, 4).battle.win
    battles = 900
    spread = 4 * sqrt(win * (1 - win) / battles)
    assert won_share(front(rules, 4, 4), best_decision(best), battles) == pytest.approx(win, abs=spread)


@pytest.mark.parametrize("name", ["commander", "own die", "both"])
def test_what_bots_are_advised_is_no_better_and_not_far_from_it(name: str) -> None:
    rules, _ = OPTIONS[name]
    win = variant_odds(rules, 6, 6).battle.win
    battles = 600
    spread = 4 * sqrt(win * (1 - win) / battles)
    plain = variant_odds(rulebook("classic-1959"), 6, 6).battle.win
    advised = won_share(front(rules, 6, 6), advised_decision, battles)
    assert (win + plain) / 2 < advised < win + spread


def test_options_can_be_left_out() -> None:
    both = variant_odds(rulebook("expert"), 6, 6).battle.win
    for rule, other in (("commander", "card-reroll"), ("card-reroll", "commander")):
        odds = variant_odds(rulebook("expert"), 6, 6, without=[rule])
        assert odds.battle.win == variant_odds(rulebook("classic-1959", other), 6, 6).battle.win < both
        assert [option.rule for option in odds.options] == [other]
    neither = variant_odds(rulebook("expert"), 6, 6, without=["commander", "card-reroll"])
    assert neither.battle.win == variant_odds(rulebook("classic-1959"), 6, 6).battle.win


def test_the_use_of_a_six_is_told() -> None:
    # With one die each it is used against one to five where the roll is not won already, and helps against these.
    (use,) = variant_odds(rulebook("classic-1959", "commander"), 2, 1).options
    assert use.in_first_roll == pytest.approx(15 / 36)
    assert use.in_battle == pytest.approx(15 / 36)
    assert use.first_roll == {
        (1, 0): (pytest.approx(21 / 36), pytest.approx(15 / 36)),
        (0, 1): (pytest.approx(15 / 36), 0),
    }
    assert use.best_use == (
        "It can be used once, so it waits until it helps most: in 41.7 % of first rolls (by the losses that "
        "attacker:defender would have: 1:0 71.4 %, 0:1 never), by the end in 41.7 %."
    )


def test_a_six_that_may_be_worth_more_later_waits() -> None:
    short, long = (variant_odds(rulebook("classic-1959", "commander"), *size).options[0] for size in ((4, 2), (20, 20)))
    assert short.in_first_roll > long.in_first_roll > 0
    assert long.in_battle is not None
    assert long.in_battle > long.in_first_roll


def test_rolling_again_comes_before_the_six() -> None:
    again, six = variant_odds(rulebook("expert"), 6, 6).options
    assert (again.rule, six.rule) == ("card-reroll", "commander")
    assert again.first_roll[2, 0][0] == pytest.approx(2275 / 7776)
    assert six.first_roll[2, 0][0] < 2275 / 7776  # what the re-roll has left of them
    assert sum(seen for seen, _ in six.first_roll.values()) == pytest.approx(1)
    assert again.in_battle is None
    assert again.assumed == "holding the card of the source or the target"
    assert six.assumed == "not used before in this turn"


# -- rules of one's own -----------------------------------------------------------------------------------------------

FOG = """
@attrs.frozen(eq=False)
class Fog:
    @hookimpl(wrapper=True)
    def battle(self):
        steps = yield
        return insert_before(steps, "compare", "fog")

    @hookimpl
    def phases(self):
        return (Phase("fog", lambda state, player: None),)
"""


def test_a_step_that_nobody_tells_of_has_no_odds(tmp_path: Path) -> None:
    with pytest.raises(OddsError) as raised:
        variant_odds(house(tmp_path, FOG, "commander"), 5, 5)
    assert str(raised.value) == (
        "no odds for Classic 1959: what the battle step 'fog' does to the dice is not known; "
        "the rule 'fog' would have to tell it with the hook battle_choices"
    )


def test_what_a_step_always_does_is_counted(tmp_path: Path) -> None:
    told = """
    @hookimpl
    def battle_choices(self):
        return (BattleChoice("fog", lambda attack, defence: [[(attack, (1,) * len(defence))]], forced=True),)
"""
    odds = variant_odds(house(tmp_path, FOG + told), 2, 1)
    assert odds.battle.win == pytest.approx(5 / 6)  # nothing loses to a one but a one
    assert odds.options == ()


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ('BattleChoice("fog", lambda a, d: [[(a[1:], d)]])', "came of"),
        ('BattleChoice("fog", lambda a, d: [[]])', "leads to no throw"),
        ('BattleChoice("fog", lambda a, d: []), BattleChoice("fog", lambda a, d: [])', "both tell"),
        ('BattleChoice("mist", lambda a, d: [])', "what the battle step 'fog' does"),
    ],
)
def test_a_step_that_is_told_wrongly_has_no_odds(tmp_path: Path, told: str, message: str) -> None:
    source = f"{FOG}\n    @hookimpl\n    def battle_choices(self):\n        return ({told},)\n"
    with pytest.raises(OddsError, match=message):
        variant_odds(house(tmp_path, source), 5, 5)


def test_a_step_outside_throw_and_comparison_has_no_odds(tmp_path: Path) -> None:
    told = '    @hookimpl\n    def battle_choices(self):\n        return (BattleChoice("fog", lambda a, d: []),)\n'
    source = f"{FOG}\n{told}".replace('"compare"', '"throw"')
    with pytest.raises(OddsError, match="defend, fog, throw, compare"):
        variant_odds(house(tmp_path, source), 5, 5)


def test_a_move_added_to_a_battle_has_no_odds(tmp_path: Path) -> None:
    source = """
    class Surrender(Move, kind="surrender"):
        pass

    @attrs.frozen(eq=False)
    class Surrendering:
        @hookimpl
        def phases(self):
            return (AddedAction("defend", Action(Surrender, lambda state, frame: [], lambda state, frame, move: "no")),)
    """
    with pytest.raises(OddsError, match="adds a move to the battle step 'defend'"):
        variant_odds(house(tmp_path, source), 5, 5)


def test_dice_may_depend_on_both_armies(tmp_path: Path) -> None:
    source = """
    @attrs.frozen(eq=False)
    class LastStand:
        @hookimpl(wrapper=True)
        def dice(self):
            dice = yield

            def defence(state, source, target):
                return 3 if state.armies[source] > 2 * state.armies[target] else 2

            return attrs.evolve(dice, defence=defence)
    """
    odds = variant_odds(house(tmp_path, source), 9, 4)
    assert odds.dice == (3, 3)
    assert odds.battle.attackers_left[9 - 3] > 0
    assert exact(9, 4, 3)[1][0] < odds.battle.win < exact(9, 4, 2)[1][0]


def test_a_battle_ends_where_no_attack_may_be_made(tmp_path: Path) -> None:
    source = """
    @attrs.frozen(eq=False)
    class Cautious:
        @hookimpl(wrapper=True)
        def attack_refusal(self):
            rule = yield
            return lambda state, player, source, target: (
                "too few armies" if state.armies[source] < 4 else rule(state, player, source, target)
            )
    """
    rules = house(tmp_path, source)
    assert_exact(variant_odds(rules, 8, 6), exact(8, 6, keep=3))
    with pytest.raises(OddsError, match="no battle of 3 against 6 armies: too few armies"):
        variant_odds(rules, 3, 6)


def test_where_the_dice_depend_on_the_place_it_must_be_named(tmp_path: Path) -> None:
    source = """
    @attrs.frozen(eq=False)
    class Mountains:
        @hookimpl(wrapper=True)
        def dice(self, board):
            dice = yield
            high = board.territory("Afghanistan")
            return attrs.evolve(dice, defence=lambda state, source, target: 3 if target == high else 2)
    """
    rules = house(tmp_path, source)
    with pytest.raises(
        OddsError, match=r"the dice depend on the place, from .* or from .*name the source and the target"
    ):
        variant_odds(rules, 8, 6)
    assert_exact(variant_odds(rules, 8, 6, target="Afghanistan"), exact(8, 6, 3))
    assert_exact(variant_odds(rules, 8, 6, source="Alaska", target="Kamchatka"), exact(8, 6, 2))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"attackers": 0}, "attackers: 0 armies; must be a whole number from 1 to 1000"),
        ({"defenders": 1001}, "defenders: 1001 armies; must be a whole number from 1 to 1000"),
        ({"keep": 0}, "keep: 0 armies"),
        ({"without": ["commander"]}, "cannot do without 'commander': .*; no rule of this variant does"),
        ({"source": "Atlantis"}, "no territory 'Atlantis' on the board 'World'"),
        ({"source": "Alaska", "target": "Brazil"}, "there is no such border on the board"),
    ],
)
def test_what_is_no_battle_is_refused(options: dict[str, Any], message: str) -> None:
    given = {"attackers": 5, "defenders": 5} | options
    with pytest.raises(OddsError, match=message):
        variant_odds(rulebook("classic-1959"), **given)
