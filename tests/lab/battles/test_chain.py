"""Odds of a battle to the end, against exact fractions and published numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskcore.lab.battles.chain import BattleOdds, Choice, ModeTable, Option, Step, battle_odds, plain_mode

pytestmark = pytest.mark.filterwarnings("error")

Losses = tuple[int, int]
Table = Callable[[int, int], Iterable[tuple[Losses, int]]]
End = tuple[int, int]
Throw = tuple[tuple[int, ...], tuple[int, ...]]

# Attackers able to fight (rows) against defenders (columns), 1 to 10, in thousandths.
PUBLISHED = """
417 106 27 7 2 0 0 0 0 0
754 363 206 91 49 21 11 5 3 1
916 656 470 315 206 134 84 54 33 21
972 785 642 477 359 253 181 123 86 57
990 890 769 638 506 397 297 224 162 118
997 934 857 745 638 521 423 329 258 193
999 967 910 834 736 640 536 446 357 287
1000 980 947 888 818 730 643 547 464 380
1000 990 967 930 873 808 726 646 558 480
1000 994 981 954 916 861 800 724 650 568
"""


def compare(attack: Sequence[int], defence: Sequence[int]) -> Losses:
    pairs = list(zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False))
    won = sum(a > d for a, d in pairs)
    return len(pairs) - won, won


def ties_cost_nobody(attack: Sequence[int], defence: Sequence[int]) -> Losses:
    pairs = list(zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False))
    return sum(a < d for a, d in pairs), sum(a > d for a, d in pairs)


def rolls(attack_dice: int, defence_dice: int) -> Iterable[tuple[tuple[int, ...], tuple[int, ...]]]:
    for faces in product(range(1, 7), repeat=attack_dice + defence_dice):
        yield faces[:attack_dice], faces[attack_dice:]


@cache
def losses(attack_dice: int, defence_dice: int) -> tuple[tuple[Losses, int], ...]:
    return tuple(Counter(compare(*roll) for roll in rolls(attack_dice, defence_dice)).items())


@cache
def losses_without_ties(attack_dice: int, defence_dice: int) -> tuple[tuple[Losses, int], ...]:
    return tuple(Counter(ties_cost_nobody(*roll) for roll in rolls(attack_dice, defence_dice)).items())


def turned(attack: tuple[int, ...], die: int, face: int) -> tuple[int, ...]:
    return (*attack[:die], face, *attack[die + 1 :])


@cache
def commander(attack_dice: int, defence_dice: int) -> tuple[tuple[tuple[Option, ...], int], ...]:
    """Keep the roll, or turn one die to a six and go on in mode 1."""
    offers: Counter[tuple[Option, ...]] = Counter()
    for attack, defence in rolls(attack_dice, defence_dice):
        sixes = [compare(turned(attack, die, 6), defence) for die in range(attack_dice)]
        kept: Option = ((Step(*compare(attack, defence), 0), 1),)
        offers[(kept, *(((Step(*loss, 1), 1),) for loss in sixes))] += 1
    return tuple(offers.items())


@cache
def reroll(attack_dice: int, defence_dice: int) -> tuple[tuple[tuple[Option, ...], int], ...]:
    """Keep the roll, or roll one die again, in every battle."""
    offers: Counter[tuple[Option, ...]] = Counter()
    for attack, defence in rolls(attack_dice, defence_dice):
        options: list[Option] = [((Step(*compare(attack, defence)), 1),)]
        for die in range(attack_dice):
            again = Counter(Step(*compare(turned(attack, die, face), defence)) for face in range(1, 7))
            options.append(tuple(sorted(again.items())))
        offers[tuple(options)] += 1
    return tuple(offers.items())


THREE_FACES = range(1, 4)  # choices upon choices are many


def small_rolls(attack_dice: int, defence_dice: int) -> Iterable[Throw]:
    return (roll for roll in rolls(attack_dice, defence_dice) if {*roll[0], *roll[1]} <= {*THREE_FACES})


def rerolled(attack: tuple[int, ...], defence: tuple[int, ...], then: Callable[[Throw], Step | Choice]) -> Choice:
    """Keep the roll, or roll one die again, and see what follows."""
    again = [
        tuple((then((turned(attack, die, face), defence)), 1) for face in THREE_FACES) for die in range(len(attack))
    ]
    return (((then((attack, defence)), 1),), *again)


@cache
def reroll_then_commander(attack_dice: int, defence_dice: int) -> tuple[tuple[Choice, int], ...]:
    @cache
    def command(throw: Throw) -> Choice:
        threes = [(turned(throw[0], die, 3), throw[1]) for die in range(attack_dice)]
        return ((Step(*compare(*throw), 0), 1),), *(((Step(*compare(*three), 1), 1),) for three in threes)

    return tuple((rerolled(*roll, command), 1) for roll in small_rolls(attack_dice, defence_dice))


@cache
def reroll_then_nothing(attack_dice: int, defence_dice: int) -> tuple[tuple[Choice, int], ...]:
    return tuple(
        (rerolled(*roll, lambda throw: Step(*compare(*throw), 1)), 1) for roll in small_rolls(attack_dice, defence_dice)
    )


def exact_ends(
    attackers: int,
    defenders: int,
    table: Table,
    attack_limit: Callable[[int, int], int] = lambda a, d: 3,
    defence_limit: Callable[[int, int], int] = lambda a, d: 2,
) -> dict[End, Fraction]:
    """(attackers left, defenders left) at the end, in fractions, one position after the other."""
    flow = {(attackers, defenders): Fraction(1)}
    ends: dict[End, Fraction] = {}
    for a, d in sorted(product(range(1, attackers + 1), range(defenders + 1)), key=sum, reverse=True):
        here = flow.pop((a, d), Fraction(0))
        if a == 1 or d == 0 or not attack_limit(a, d):
            ends[a, d] = here
            continue
        counted = list(table(min(a - 1, attack_limit(a, d)), min(d, defence_limit(a, d))))
        moving = sum(weight for loss, weight in counted if loss != (0, 0))
        for (attacker_loss, defender_loss), weight in counted:
            if attacker_loss or defender_loss:
                target = max(a - attacker_loss, 1), max(d - defender_loss, 0)
                flow[target] = flow.get(target, Fraction(0)) + here * Fraction(weight, moving)
    return ends


def assert_same(odds: BattleOdds, ends: dict[End, Fraction], tolerance: float = 1e-14) -> None:
    attackers_left, defenders_left = np.zeros(odds.attackers + 1), np.zeros(odds.defenders + 1)
    for (a, d), probability in ends.items():
        attackers_left[a] += float(probability)
        defenders_left[d] += float(probability)
    np.testing.assert_allclose(odds.attackers_left, attackers_left, rtol=0, atol=tolerance)
    np.testing.assert_allclose(odds.defenders_left, defenders_left, rtol=0, atol=tolerance)


@pytest.mark.parametrize(
    ("standing", "defenders", "no_loss", "all_lost"),
    [
        (2, 1, Fraction(15, 36), Fraction(21, 36)),
        (2, 2, None, Fraction(161, 216)),
        (3, 1, Fraction(125, 216), None),
        (4, 1, Fraction(855, 1296), None),
        (3, 2, Fraction(295, 1296), Fraction(581, 1296)),
        (4, 2, Fraction(2890, 7776), None),
    ],
)
def test_one_roll_that_ends_it_has_the_known_odds(
    standing: int, defenders: int, no_loss: Fraction | None, all_lost: Fraction | None
) -> None:
    odds = battle_odds(standing, defenders, losses)
    if no_loss is not None:
        assert odds.attackers_left[standing] == pytest.approx(float(no_loss), abs=1e-15)
    if all_lost is not None:
        assert odds.defenders_left[defenders] == pytest.approx(float(all_lost), abs=1e-15)


def test_ten_by_ten_equals_fractions_and_the_published_table() -> None:
    for row, line in enumerate(PUBLISHED.split("\n")[1:-1], 1):
        for column, thousandths in enumerate(line.split(), 1):
            odds = battle_odds(row + 1, column, losses)
            exact = exact_ends(row + 1, column, losses)
            assert_same(odds, exact)
            win = sum(probability for (_, d), probability in exact.items() if d == 0)
            assert odds.win == pytest.approx(float(win), abs=1e-14)
            assert round(odds.win * 1000) == int(thousandths), (row, column)


def test_thirty_who_can_fight_against_fifteen_with_three_defence_dice() -> None:
    odds = battle_odds(31, 15, losses, max_defence=3)
    assert odds.attacker_losses[12] == pytest.approx(0.0222128001707278, abs=1e-12)
    assert_same(odds, exact_ends(31, 15, losses, defence_limit=lambda a, d: 3))


def test_a_huge_battle_equals_a_plain_walk_over_all_positions() -> None:
    flow = np.zeros((300, 801)).tolist()
    flow[299][800] = 1.0
    for a in range(299, 0, -1):
        for d in range(800, 0, -1):
            counted = losses(min(a, 3), min(d, 2))
            total, here = sum(weight for _, weight in counted), flow[a][d]
            for (attacker_loss, defender_loss), weight in counted:
                flow[a - attacker_loss][d - defender_loss] += here * weight / total
    odds = battle_odds(300, 800, losses)
    np.testing.assert_allclose(odds.defenders_left[1:], flow[0][1:], rtol=1e-11, atol=0)
    np.testing.assert_allclose(odds.attackers_left[2:], [row[0] for row in flow[1:]], rtol=1e-11, atol=0)
    assert odds.attackers_left.sum() == pytest.approx(1, abs=1e-12)


def test_means_and_losses_follow_from_what_is_left() -> None:
    odds = battle_odds(9, 7, losses)
    ends = exact_ends(9, 7, losses)
    assert odds.mean_attackers_left == pytest.approx(float(sum(a * p for (a, _), p in ends.items())))
    assert odds.mean_defenders_left == pytest.approx(float(sum(d * p for (_, d), p in ends.items())))
    assert odds.attacker_losses[3] == odds.attackers_left[6]
    assert odds.defender_losses[7] == odds.win


def test_dice_may_depend_on_the_armies_standing() -> None:
    def attack(attackers: int, defenders: int) -> int:
        return 1 if attackers < 5 else 2

    def defence(attackers: int, defenders: int) -> int:
        return 3 if defenders >= 6 or attackers > defenders + 3 else 1

    odds = battle_odds(9, 8, losses, attack, defence)
    assert_same(odds, exact_ends(9, 8, losses, attack, defence))
    assert odds.win != battle_odds(9, 8, losses, 2, 3).win


def test_the_battle_is_over_where_the_attacker_may_roll_no_dice() -> None:
    def attack(attackers: int, defenders: int) -> int:
        return 3 if attackers > 4 and attackers >= defenders else 0

    odds = battle_odds(9, 8, losses, attack)
    ends = exact_ends(9, 8, losses, attack)
    assert_same(odds, ends)
    won = [float(ends.get((a, 0), 0)) for a in range(10)]
    np.testing.assert_allclose(odds.winners_left, won, rtol=0, atol=1e-14)
    assert odds.attackers_left[8] > 0  # ended behind the defender


def test_rolls_without_loss_are_rolled_again() -> None:
    odds = battle_odds(7, 6, losses_without_ties)
    assert_same(odds, exact_ends(7, 6, losses_without_ties))


def test_losses_beyond_the_last_army_count_as_the_last_army() -> None:
    def doubled(attack_dice: int, defence_dice: int) -> list[tuple[Losses, int]]:
        return [((3 * a, 3 * d), weight) for (a, d), weight in losses(attack_dice, defence_dice)]

    assert_same(battle_odds(8, 7, doubled), exact_ends(8, 7, doubled))


def test_one_army_cannot_attack() -> None:
    odds = battle_odds(1, 3, losses)
    assert odds.win == 0
    assert odds.attackers_left.tolist() == [0, 1]
    assert odds.defenders_left.tolist() == [0, 0, 0, 1]


loss_tables = st.lists(
    st.tuples(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 50)), min_size=1, max_size=5
).filter(lambda rows: any(loss != (0, 0) for loss, _ in rows))


@settings(max_examples=60, deadline=None)
@given(loss_tables, loss_tables, st.integers(1, 9), st.integers(1, 9))
def test_any_dice_rule_equals_fractions(
    even: list[tuple[Losses, int]], odd: list[tuple[Losses, int]], attackers: int, defenders: int
) -> None:
    def table(attack_dice: int, defence_dice: int) -> list[tuple[Losses, int]]:
        return odd if (attack_dice + defence_dice) % 2 else even

    assert_same(battle_odds(attackers, defenders, table), exact_ends(attackers, defenders, table))


def best_play(attackers: int, defenders: int, modes: Sequence[ModeTable]) -> tuple[Fraction, Fraction]:
    """The greatest chance to win, and with it the greatest mean lead in armies, in fractions."""

    @cache
    def value(a: int, d: int, mode: int) -> tuple[Fraction, Fraction]:
        if a <= 1 or d <= 0:
            return Fraction(d <= 0), Fraction(max(a, 1) - 1 - max(d, 0))
        offers = tuple(modes[mode](min(a - 1, 3), min(d, 2)))
        everything, win, lead = sum(weight for _, weight in offers), Fraction(0), Fraction(0)
        for options, weight in offers:
            best = max(expected(option, a, d) for option in options)
            win += best[0] * weight / everything
            lead += best[1] * weight / everything
        return win, lead

    @cache
    def expected(option: Option, a: int, d: int) -> tuple[Fraction, Fraction]:
        win, lead, total = Fraction(0), Fraction(0), sum(weight for _, weight in option)
        for step, weight in option:
            if isinstance(step, Step):
                then = value(a - step.attacker_loss, d - step.defender_loss, step.mode)
            else:
                then = max(expected(further, a, d) for further in step)
            win += then[0] * weight / total
            lead += then[1] * weight / total
        return win, lead

    return value(attackers, defenders, 0)


MODES: dict[str, Sequence[ModeTable]] = {
    "a die turned once": (commander, plain_mode(losses, 1)),
    "a die rolled again in every battle": (reroll,),
    "a small die rolled again, then one turned once": (reroll_then_commander, reroll_then_nothing),
}


@pytest.mark.parametrize("name", sorted(MODES))
@pytest.mark.parametrize(("attackers", "defenders"), [(2, 1), (4, 3), (6, 7), (9, 5)])
def test_options_are_used_as_well_as_possible(name: str, attackers: int, defenders: int) -> None:
    odds = battle_odds(attackers, defenders, MODES[name])
    win, lead = best_play(attackers, defenders, MODES[name])
    assert odds.win == pytest.approx(float(win), abs=1e-13)
    assert odds.mean_attackers_left - 1 - odds.mean_defenders_left == pytest.approx(float(lead), abs=1e-10)
    assert odds.modes.sum() == pytest.approx(1, abs=1e-13)
    assert (odds.modes[1:] > 0).all()
    assert odds.attackers_left.sum() == pytest.approx(1, abs=1e-13)


def test_an_option_is_kept_when_it_brings_nothing() -> None:
    def unspent(attack_dice: int, defence_dice: int) -> list[tuple[tuple[Option, ...], int]]:
        kept, spent = ((Step(1, 0, 0), 1),), ((Step(1, 0, 1), 1),)
        return [((kept, spent), 1)] if attack_dice == 4 else [((((Step(1, 1, 0), 1),),), 1)]

    def used_up(attack_dice: int, defence_dice: int) -> list[tuple[tuple[Option, ...], int]]:
        return [((((Step(0, 1, 1), 1), (Step(2, 1, 1), 1)),), 1)]

    # Both ways win for sure and leave three armies on average, but only keeping always leaves three.
    odds = battle_odds(5, 1, (unspent, used_up), max_attack=4)
    assert odds.attackers_left.tolist() == [0, 0, 0, 1, 0, 0]


def test_among_sure_wins_the_one_that_saves_armies_is_taken() -> None:
    def dear_or_cheap(attack_dice: int, defence_dice: int) -> list[tuple[tuple[Option, ...], int]]:
        return [((((Step(1, 1), 1),), ((Step(0, 1), 1),)), 1)]

    assert battle_odds(5, 2, (dear_or_cheap,)).attackers_left.tolist() == [0, 0, 0, 0, 0, 1]


def test_a_choice_may_depend_on_rolling_again() -> None:
    # One die each, ties cost nobody, and a six may be bought once for the rest of the battle.
    def with_six(attack_dice: int, defence_dice: int) -> list[tuple[tuple[Option, ...], int]]:
        offers: Counter[tuple[Option, ...]] = Counter()
        for attack, defence in rolls(attack_dice, defence_dice):
            kept: Option = ((Step(*ties_cost_nobody(attack, defence), 0), 1),)
            offers[kept, ((Step(*ties_cost_nobody((6,), defence), 1), 1),)] += 1
        return list(offers.items())

    modes = (with_six, plain_mode(losses_without_ties, 1))
    odds = battle_odds(2, 1, modes, 1, 1)
    # Without the option 15 of 30 deciding rolls win. With it only a six of the defender is hard: 6 against 6
    # changes nothing when kept, 1 to 5 against 6 are turned into a tie and leave an even battle.
    never_lost, tie_kept, even = Fraction(30, 36), Fraction(1, 36), Fraction(5, 36)
    assert odds.win == pytest.approx(float((never_lost + even / 2) / (1 - tie_kept)), abs=1e-14)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3, losses), "0 armies on the attacking territory: must be at least 1"),
        ((3, 0, losses), "0 armies on the defending territory: must be at least 1"),
        ((3, 3, losses, -1), "-1 attack dice for 2 armies against 1: must be at least 0"),
        ((3, 3, losses, 3, lambda attackers, defenders: defenders - 1), "0 defence dice for 2 armies against 1"),
        ((3, 3, lambda a, d: [((0, 0), 1)]), "the battle might never end"),
        ((3, 3, lambda a, d: []), "must not be negative nor all 0"),
        ((3, 3, lambda a, d: [((1, 0), 2), ((0, 1), -1)]), "must not be negative nor all 0"),
        ((3, 3, lambda a, d: [((-1, 0), 1)]), "must have no negative loss and a mode below 1"),
        ((3, 3, [plain_mode(losses, 1)]), "must have no negative loss and a mode below 1"),
        ((3, 3, [lambda a, d: [((), 1)]]), "offers no option"),
        ((3, 3, [plain_mode(losses), plain_mode(lambda a, d: [((0, 0), 1)], 0)]), "must cost an army"),
    ],
)
def test_what_is_no_battle_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        battle_odds(*arguments)  # type: ignore[arg-type]  # wrong on purpose
