"""What every edition shares about battles, and their exact odds."""

from collections import Counter
from fractions import Fraction

import pytest

from riskcore import IllegalMove, Rulebook
from riskcore.dice import compare_high, loss_odds
from riskcore.events import Battle, Captured
from riskcore.moves import Assault, Attack, Defend, Done, Fortify, MoveIn
from riskcore.testing import script_dice

from .helpers import armies, at, attack, moves, of_kind, owner, position, random_position

# (attacker's dice, defender's dice): ways out of 6 ** dice by (attacker's losses, defender's losses)
WAYS = {
    (1, 1): {(0, 1): 15, (1, 0): 21},
    (1, 2): {(0, 1): 55, (1, 0): 161},
    (2, 1): {(0, 1): 125, (1, 0): 91},
    (3, 1): {(0, 1): 855, (1, 0): 441},
    (2, 2): {(0, 2): 295, (1, 1): 420, (2, 0): 581},
    (3, 2): {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275},
}


# B5: attacking


@pytest.mark.parametrize("seed", range(3))
def test_attacks_go_from_two_or_more_armies_to_an_adjacent_enemy(edition: Rulebook, seed: int) -> None:
    """[B5] With one to three dice, at most armies - 1: every combination of source, target and dice."""
    game = random_position(edition, seed, "attack")
    state, board = game.state, game.rules.board
    expected = {
        Attack(source, target, dice)
        for source in range(42)
        for target in board.neighbours[source]
        for dice in (1, 2, 3)
        if state.owner[source] == 0 != state.owner[target] and dice <= state.armies[source] - 1
    }
    assert expected
    assert moves(game, Attack) == expected
    every = (Attack(s, t, n) for s in range(42) for t in range(42) for n in (1, 2, 3))
    assert {move for move in every if move in game.legal_moves} == expected


def test_the_four_borders_that_are_often_forgotten(edition: Rulebook) -> None:
    """[B5]"""
    for source, target in [
        ("North Africa", "East Africa"),
        ("East Africa", "Middle East"),
        ("Japan", "Mongolia"),
        ("New Guinea", "Western Australia"),
    ]:
        game = position(edition, rest=1, owners={source: 0}, armies={source: 2}, phase="attack")
        assert Attack(at(game, source), at(game, target), 1) in game.legal_moves


@pytest.mark.parametrize(("there", "dice"), [(2, {1, 2}), (3, {1, 2}), (9, {1, 2})])
def test_the_defender_states_one_or_two_dice_after_the_attacker(edition: Rulebook, there: int, dice: set[int]) -> None:
    """[B5] Nothing is rolled before."""
    game = position(edition, rest=2, owners={"Alaska": 0}, armies={"Alaska": 9, "Kamchatka": there}, phase="attack")
    assert not of_kind(game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3)), Battle)
    assert (game.phase, game.to_move, game.state.player) == ("defend", 2, 0)
    assert set(game.legal_moves) == {Defend(number) for number in dice}
    (battle,) = of_kind(game.push(Defend(1)), Battle)
    assert (len(battle.attack), len(battle.defence)) == (3, 1)


def test_a_single_army_defends_with_one_die(edition: Rulebook) -> None:
    """[B5]"""
    game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9}, phase="attack")
    events = game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3))
    if game.phase == "defend":
        assert set(game.legal_moves) == {Defend(1)}
        events = game.push(Defend(1))
    (battle,) = of_kind(events, Battle)
    assert len(battle.defence) == 1


@pytest.mark.parametrize(("order", "there", "dice"), [(1, 1, 1), (1, 5, 1), (2, 1, 1), (2, 2, 2), (2, 5, 2)])
def test_a_standing_order_for_defence_keeps_to_the_armies_there(
    edition: Rulebook, order: int, there: int, dice: int
) -> None:
    """[B5]"""
    game = position(
        edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9, "Kamchatka": there}, phase="attack",
        orders=[0, order, 0],
    )  # fmt: skip
    (battle,) = of_kind(game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3)), Battle)
    assert (len(battle.attack), len(battle.defence)) == (3, dice)


# B6: comparing


@pytest.mark.parametrize(
    ("attacker", "defender", "losses"),
    [
        ((5, 4, 3), (6, 3), (1, 1)),
        ((4, 1, 1), (4, 1), (2, 0)),
        ((6, 6, 1), (5, 1), (0, 2)),
        ((3, 3, 1), (4,), (1, 0)),
        ((4, 2, 1), (3,), (0, 1)),
        ((3, 2), (6, 2), (2, 0)),
        ((6,), (5, 4), (0, 1)),
        ((4, 3), (3, 2), (0, 2)),
        ((4,), (6, 1), (1, 0)),
        ((3, 2), (3, 3), (2, 0)),
        ((6, 1), (5, 2), (1, 1)),
        ((5, 4), (4,), (0, 1)),
        ((5, 2), (5,), (1, 0)),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["highest first", "lowest first"])
def test_worked_comparisons(
    edition: Rulebook,
    attacker: tuple[int, ...],
    defender: tuple[int, ...],
    losses: tuple[int, int],
    turned: bool,
) -> None:
    """[B6] Whatever order the dice fall in."""
    game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9, "Kamchatka": 5}, phase="attack")
    step = -1 if turned else 1
    (battle,) = of_kind(attack(game, "Alaska", "Kamchatka", attacker[::step], defender[::step]), Battle)
    assert (battle.attacker_losses, battle.defender_losses) == losses
    assert (sorted(battle.attack), sorted(battle.defence)) == (sorted(attacker), sorted(defender))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (9 - losses[0], 5 - losses[1])
    assert owner(game, "Kamchatka") == 1


# B7: moving in


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_as_many_move_in_as_dice_were_rolled_and_one_stays(edition: Rulebook, dice: int) -> None:
    """[B7]"""
    for number in range(dice, 8):
        game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 8}, phase="attack")
        events = attack(game, "Alaska", "Kamchatka", (6,) * dice)
        assert len(of_kind(events, Captured)) == 1
        assert set(game.legal_moves) == {MoveIn(legal) for legal in range(dice, 8)}
        for illegal in (*range(1, dice), 8, 9):
            with pytest.raises(IllegalMove):
                game.push(MoveIn(illegal))
        game.push(MoveIn(number))
        assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (8 - number, number)


def test_the_dice_of_the_last_battle_count(edition: Rulebook) -> None:
    """[B7] Three dice against two armies, then one die against the last."""
    game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9, "Kamchatka": 3}, phase="attack")
    attack(game, "Alaska", "Kamchatka", (6, 6, 6), (1, 1))
    attack(game, "Alaska", "Kamchatka", (6,), (1,))
    assert MoveIn(1) in game.legal_moves


def test_moving_in_comes_before_anything_else_and_only_once(edition: Rulebook) -> None:
    """[B7] Only from the territory that made the last attack."""
    owned = {"Alaska": 0, "Japan": 0}
    game = position(edition, rest=1, owners=owned, armies={"Alaska": 9, "Japan": 9}, phase="attack")
    attack(game, "Japan", "Kamchatka", (1,), (6,))
    attack(game, "Alaska", "Kamchatka")
    japan, kamchatka = at(game, "Japan"), at(game, "Kamchatka")
    for move in (Attack(japan, at(game, "Mongolia"), 1), Fortify(japan, kamchatka, 1), Done()):
        assert move not in game.legal_moves
    game.push(MoveIn(5))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka"), armies(game, "Japan")) == (4, 5, 8)
    assert MoveIn(1) not in game.legal_moves
    assert Attack(kamchatka, at(game, "Irkutsk"), 3) in game.legal_moves


@pytest.mark.parametrize(("wanted", "moved"), [(1, 3), (4, 4), (100, 7)])
def test_an_order_to_assault_moves_in_what_the_rules_allow(edition: Rulebook, wanted: int, moved: int) -> None:
    """[B7]"""
    game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 8}, phase="attack")
    script_dice(game, [(6, 6, 6, 1)])
    game.push(Assault(at(game, "Alaska"), at(game, "Kamchatka"), 1, -1_000_000, wanted))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (8 - moved, moved)


def test_an_order_to_assault_is_the_same_battles_one_by_one(edition: Rulebook) -> None:
    """[B5] With a defender who answers, and with one who has given a standing order."""
    for seed in range(20):
        ends = set()
        for order in (0, 2):
            game = position(
                edition, seed=seed, rest=1, owners={"Alaska": 0}, armies={"Alaska": 12, "Kamchatka": 8},
                phase="attack", orders=[0, order, 0],
            )  # fmt: skip
            alone = game.copy()
            game.push(Assault(at(game, "Alaska"), at(game, "Kamchatka"), 4, -2, 5))
            while game.phase == "defend":
                game.push(Defend(max(move.dice for move in moves(game, Defend))))
            while alone.phase == "attack" and owner(alone, "Kamchatka") == 1:
                mine = armies(alone, "Alaska")
                if mine <= 4 or mine - armies(alone, "Kamchatka") < -2:
                    break
                alone.push(Attack(at(alone, "Alaska"), at(alone, "Kamchatka"), min(3, mine - 1)))
                if alone.phase == "defend":
                    alone.push(Defend(max(move.dice for move in moves(alone, Defend))))
            if alone.phase == "move in":
                most = max(move.armies for move in moves(alone, MoveIn))
                fewest = min(move.armies for move in moves(alone, MoveIn))
                alone.push(MoveIn(max(fewest, min(5, most))))
            assert game.phase == alone.phase == "attack"
            ends |= {tuple(each.state.armies) for each in (game, alone)}
        assert len(ends) == 1


# The exact odds of a single battle


@pytest.mark.parametrize(("dice", "ways"), WAYS.items())
def test_exact_odds_of_a_battle(dice: tuple[int, int], ways: dict[tuple[int, int], int]) -> None:
    """[B5] Counted over every roll."""
    odds = {losses: Fraction(number, 6 ** sum(dice)) for losses, number in ways.items()}
    assert sum(odds.values()) == 1
    assert loss_odds(compare_high, *dice) == odds


@pytest.mark.parametrize(("dice", "ways"), WAYS.items())
def test_each_edition_fights_with_the_exact_odds(
    edition: Rulebook, dice: tuple[int, int], ways: dict[tuple[int, int], int]
) -> None:
    """[B5]"""
    assert Counter(edition.loss_table(*dice)) == ways


def test_a_battle_goes_by_the_table_and_the_dice_it_shows(edition: Rulebook) -> None:
    """[B5] A few hundred battles by chance: the losses are those of the faces told."""
    game = position(
        edition, seed=5, rest=1, owners={"Alaska": 0}, armies={"Alaska": 2000, "Kamchatka": 2000}, phase="attack"
    )
    seen = Counter[int]()
    for turn in range(300):
        mine, theirs = armies(game, "Alaska"), armies(game, "Kamchatka")
        game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 1 + turn % 3))
        (battle,) = of_kind(game.push(Defend(1 + turn % 2)), Battle)
        assert (len(battle.attack), len(battle.defence)) == (1 + turn % 3, 1 + turn % 2)
        seen.update(battle.attack + battle.defence)
        pairs = list(zip(sorted(battle.attack)[::-1], sorted(battle.defence)[::-1], strict=False))
        won = sum(attacker > defender for attacker, defender in pairs)
        assert (battle.attacker_losses, battle.defender_losses) == (len(pairs) - won, won)
        assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (mine - len(pairs) + won, theirs - won)
    assert set(seen) == {1, 2, 3, 4, 5, 6}
