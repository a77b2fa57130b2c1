"""Chance made explicit: every outcome of a move with its exact weight."""

from fractions import Fraction
from itertools import islice

import pytest

from riskcore import Game, RiskError, Rulebook, load_variant
from riskcore.chance import ChanceError, outcomes
from riskcore.moves import Attack, Done

from .conftest import House

ALASKA, ALBERTA = 0, 1


def battle(rules: Rulebook, armies: int = 4, defenders: int = 2, orders: int = 2) -> Game:
    """Player 0 attacks Alberta from Alaska; the rest of the board is player 1's."""
    names = rules.board.territories
    return Game.from_position(
        rules,
        2,
        {
            "owners": {names[ALASKA]: 0},
            "rest": 1,
            "armies": {names[ALASKA]: armies, names[ALBERTA]: defenders},
            "player": 0,
            "phase": "attack",
            "orders": [orders, orders],
        },
    )


def test_a_roll_has_the_odds_of_the_printed_comparison() -> None:
    """B6, as 3 against 2 dice."""
    game = battle(Rulebook(load_variant("classic-1959")), 9, 5)
    found = {way.game.state.armies[ALASKA]: way.weight for way in outcomes(game, Attack(ALASKA, ALBERTA, 3))}
    assert found == {9: Fraction(2890, 7776), 8: Fraction(2611, 7776), 7: Fraction(2275, 7776)}


def test_dice_that_somebody_may_still_change_are_all_shown() -> None:
    """X5: the attacker sees the dice and may turn one, so each way they may lie is a position of its own."""
    game = battle(Rulebook(load_variant("classic-1959", rules=["commander"])))
    found = outcomes(game, Attack(ALASKA, ALBERTA, 2))
    waiting = [way for way in found if way.game.phase not in ("attack", "move in")]
    assert len(waiting) > 100
    assert sum(way.weight for way in found) == 1


def test_the_card_that_is_drawn_is_chance() -> None:
    """B10: nobody knows which card comes, so each that may is an outcome."""
    game = battle(Rulebook(load_variant("classic-1959")), 9, 1)
    taken = next(way.game for way in outcomes(game, Attack(ALASKA, ALBERTA, 3)) if way.game.phase == "move in")
    taken.push(next(iter(taken.legal_moves)))
    taken.push(Done())
    drawn = outcomes(taken, Done())
    assert [way.weight for way in drawn] == [Fraction(1, 44)] * 44
    assert {way.game.state.hands[0][0] for way in drawn} == set(range(44))


def test_the_game_stays_as_it_is_and_outcomes_go_on_by_its_chance() -> None:
    game = battle(Rulebook(load_variant("classic-1959")), 9, 5)
    before = game.copy()
    found = outcomes(game, Attack(ALASKA, ALBERTA, 3))
    assert game == before
    for way in found:
        tape = way.game.state.tape
        assert (tape.seed, way.game.state.cursor) == (game.state.tape.seed, game.state.cursor)
        way.game.push(Attack(ALASKA, ALBERTA, 1))
        assert way.game.pop() == Attack(ALASKA, ALBERTA, 1)


def test_what_is_drawn_is_one_of_the_outcomes() -> None:
    game = Game(Rulebook(load_variant("golden-cavalry-2004", settings=["board=islands"])), 3, 5)
    for _ in range(60):
        move = list(islice(game.legal_moves, 7))[-1]
        keys = {way.game.key() for way in outcomes(game, move)}
        game.push(move)
        truth = game.copy()
        truth.state.deck.sort()
        assert truth.key() in keys


LUCK = """
@attrs.frozen(eq=False)
class Loaded:
    @hookimpl(wrapper=True)
    def reinforcement(self):
        "Luck."
        rule = yield
        return lambda state, player: rule(state, player) + {}
"""


def test_a_rule_that_reads_a_number_as_it_is_is_told_what_to_do(house: House) -> None:
    game = battle(house(LUCK.format("(state.random() < 0.5)")))
    game.push(Done())
    with pytest.raises(Exception, match="chance can be counted where rules draw with below, roll or shuffle"):
        outcomes(game, Done())


def test_a_rule_that_draws_otherwise_each_time_is_found(house: House) -> None:
    game = battle(
        house("from itertools import count\n_calls = count()\n" + LUCK.format("state.below(2 + next(_calls) % 2)"))
    )
    game.push(Done())
    with pytest.raises(RiskError, match="a rule draws other numbers each time that the same move is made"):
        outcomes(game, Done())


def test_a_shuffle_of_many_things_is_refused(house: House) -> None:
    game = battle(house(LUCK.format("(state.shuffle(list(range(12))) or 0)")))
    game.push(Done())
    with pytest.raises(ChanceError, match="chance may fall in more than 100,000 ways in the move done"):
        outcomes(game, Done())
