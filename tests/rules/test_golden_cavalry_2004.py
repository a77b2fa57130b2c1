"""The rules of World Conquest 2004 with the Golden Cavalry; its claiming is in test_claiming.py."""

import pytest

from risk_editions.world_domination_1993 import Claim
from riskcore import Game, IllegalMove, Rulebook
from riskcore.events import CardDrawn, GameWon, Rolled, Traded, TurnStarted
from riskcore.moves import Done, Fortify, MoveIn, Place, Trade
from riskcore.testing import script_dice

from .helpers import (
    ANY_THREE,
    armies,
    at,
    attack,
    capture,
    connected,
    eliminating,
    end_turn,
    fortifications,
    hand,
    may_trade,
    moves,
    must_trade,
    of_kind,
    place_all,
    position,
    random_position,
    trade_any,
)

TRACK = [4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]


# G04-1: set-up


def before_the_last_army(rules: Rulebook, players: int) -> Game:
    """The set-up but for one army."""
    game = Game(rules, players=players, seed=11)
    for territory in range(42):
        game.push(Claim(territory))
    while sum(game.state.reserve) > 1:
        game.push(next(iter(game.legal_moves)))
    return game


@pytest.mark.parametrize(("players", "stock"), [(3, 35), (4, 30), (5, 25), (6, 20)])
def test_armies_and_claiming_as_in_1993(cavalry: Rulebook, players: int, stock: int) -> None:
    """[G04-1]"""
    game = Game(cavalry, players=players, seed=2)
    assert game.phase == "claim"
    assert game.state.reserve == [stock] * players
    game = before_the_last_army(cavalry, players)
    assert game.phase == "muster"
    assert sum(game.state.armies) == players * stock - 1


@pytest.mark.parametrize(
    ("faces", "first"), [([2, 6, 1], 1), ([6, 2, 1], 0), ([2, 3, 4], 2), ([4, 4, 1, 2, 5], 1), ([5] * 3 + [1, 2, 3], 2)]
)
def test_everyone_rolls_again_for_the_first_turn(cavalry: Rulebook, faces: list[int], first: int) -> None:
    """[G04-1] Whoever claimed first; those who tie for the highest roll again."""
    game = before_the_last_army(cavalry, 3)
    script_dice(game, [(face,) for face in faces])
    events = game.push(next(iter(game.legal_moves)))
    rolls = of_kind(events, Rolled)
    assert [roll.faces for roll in rolls] == [(face,) for face in faces]
    assert {roll.owner for roll in rolls[:3]} == {0, 1, 2}
    assert of_kind(events, TurnStarted) == [TurnStarted(first, 1)]
    assert game.state.player == game.state.first == game.to_move == first


# G04-2: the track


@pytest.mark.parametrize(("traded", "value"), [*enumerate([*TRACK, 60, 60, 60]), (100, 60)])
def test_set_values_follow_the_track_to_its_end(cavalry: Rulebook, traded: int, value: int) -> None:
    """[G04-2] And stay at 60."""
    game = position(cavalry, rest=1, owners={"Japan": 0}, hands={0: list(ANY_THREE)}, sets_traded=traded)
    before = game.state.reserve[0]
    assert of_kind(game.push(Trade(ANY_THREE)), Traded) == [Traded(0, ANY_THREE, value)]
    assert game.state.reserve[0] == before + value


def test_every_set_of_any_player_moves_the_piece(cavalry: Rulebook) -> None:
    """[G04-2] Also two in one turn."""
    hands = {0: hand(cavalry, "IIIIII"), 1: hand(cavalry, "CCC"), 2: hand(cavalry, "AAAAAA")}
    owners = {"Japan": 0, "Siam": 1, "Ural": 2}
    game = position(cavalry, rest=2, owners=owners, hands=hands)
    worth = []
    for name in owners:
        while game.phase == "trade":
            worth += [event.armies for event in of_kind(trade_any(game), Traded)]
        place_all(game, name)
        end_turn(game)
    assert worth == [4, 6, 8, 10, 15]


# G04-3: when sets are traded


@pytest.mark.parametrize("letters", ["III", "IIII", "ICAW"])
def test_below_five_cards_trading_is_free(cavalry: Rulebook, letters: str) -> None:
    """[G04-3]"""
    assert may_trade(position(cavalry, rest=1, owners={"Japan": 0}, hands={0: hand(cavalry, letters)}))


@pytest.mark.parametrize(("number", "forced"), [(5, 1), (6, 1), (7, 1), (8, 2), (9, 2), (10, 2), (11, 3)])
def test_five_or_more_at_turn_start_are_traded_until_four_or_fewer(cavalry: Rulebook, number: int, forced: int) -> None:
    """[G04-3] Not further, unless the player wants to."""
    game = position(cavalry, rest=1, owners={"Japan": 0}, hands={0: hand(cavalry, "I" * number)})
    for traded in range(forced):
        assert len(game.state.hands[0]) == number - 3 * traded
        assert must_trade(game)
        trade_any(game)
    assert len(game.state.hands[0]) <= 4
    assert not must_trade(game)


@pytest.mark.parametrize(
    ("own", "taken", "left", "worth"),
    [("III", "II", 2, 4), ("IIII", "II", 3, 4), ("IIII", "III", 4, 4), ("IIII", "IIII", 2, 4 + 6)],
)
def test_after_an_elimination_five_or_more_are_traded_down_to_four_and_no_further(
    cavalry: Rulebook, own: str, taken: str, left: int, worth: int
) -> None:
    """[G04-3] The armies are placed before the turn goes on."""
    game = eliminating(cavalry, own, taken)
    while len(game.state.hands[0]) > 4:
        assert must_trade(game)
        trade_any(game)
    assert len(game.state.hands[0]) == left
    assert (game.phase, game.state.reserve[0]) == ("place", worth)
    assert Done() not in game.legal_moves
    game.push(Place(at(game, "Kamchatka"), worth))
    assert (game.phase, game.to_move, armies(game, "Kamchatka")) == ("attack", 0, 4 + worth)
    assert moves(game, Trade) == set()


@pytest.mark.parametrize(("own", "taken"), [("III", ""), ("II", "I"), ("II", "II"), ("", "IIII")])
def test_after_an_elimination_below_five_there_is_no_trade(cavalry: Rulebook, own: str, taken: str) -> None:
    """[G04-3]"""
    game = eliminating(cavalry, own, taken)
    assert game.phase == "attack"
    with pytest.raises(IllegalMove):
        game.push(Trade(tuple(game.state.hands[0][:3])))


# G04-4: fortifying


def test_the_printed_example_of_a_path(cavalry: Rulebook) -> None:
    """[G04-4] From Indonesia to Ukraine, and not when one link of the chain is somebody else's."""
    chain = ["Indonesia", "Siam", "India", "Afghanistan", "Ukraine"]
    for broken in (None, *chain[1:-1]):
        owners = dict.fromkeys(chain, 0) | ({broken: 2} if broken else {"Alaska": 2})
        game = position(cavalry, rest=1, owners=owners, armies={"Indonesia": 6}, phase="fortify")
        move = Fortify(at(game, "Indonesia"), at(game, "Ukraine"), 5)
        assert (move in game.legal_moves) == (broken is None)
        if broken is None:
            game.push(move)
            assert [armies(game, name) for name in chain] == [1, 1, 1, 1, 6]
            assert game.state.player == 1


@pytest.mark.parametrize("seed", range(3))
def test_fortify_along_own_territories(cavalry: Rulebook, seed: int) -> None:
    """[G04-4] Every source, target and number."""
    game = random_position(cavalry, seed, "fortify")
    expected = fortifications(game, connected)
    assert set(game.legal_moves) == expected | {Done()}
    every = (Fortify(s, t, n) for s in range(42) for t in range(42) for n in range(1, 6))
    assert {move for move in every if move in game.legal_moves} == expected


def test_fortify_once(cavalry: Rulebook) -> None:
    """[G04-4]"""
    owners = {"Alaska": 0, "Alberta": 0, "Ontario": 0}
    game = position(cavalry, rest=1, owners=owners, armies={"Alaska": 9, "Alberta": 9}, phase="fortify")
    game.push(Fortify(at(game, "Alaska"), at(game, "Ontario"), 2))
    assert (armies(game, "Alaska"), armies(game, "Ontario")) == (7, 3)
    assert (game.state.player, game.phase) == (1, "place")


def test_the_card_is_taken_after_fortifying(cavalry: Rulebook) -> None:
    """[B2]"""
    game = position(cavalry, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    assert not of_kind(game.push(Done()), CardDrawn)
    assert (game.phase, game.state.hands[0]) == ("fortify", [])
    assert len(of_kind(game.push(Done()), CardDrawn)) == 1


# G04-5, G04-6


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_winning_roll_costs_the_attacker_nothing(cavalry: Rulebook, dice: int) -> None:
    """[G04-5] All dice of the winning roll move in, or more; one army stays."""
    game = position(cavalry, rest=1, owners={"Alaska": 0}, armies={"Alaska": 6}, phase="attack")
    attack(game, "Alaska", "Kamchatka", (6, 1, 1)[:dice], (5,))
    assert moves(game, MoveIn) == {MoveIn(number) for number in range(dice, 6)}
    game.push(MoveIn(dice))
    assert (armies(game, "Alaska"), armies(game, "Kamchatka")) == (6 - dice, dice)


@pytest.mark.parametrize("players", [3, 6])
def test_owning_all_42_wins(cavalry: Rulebook, players: int) -> None:
    """[G04-6]"""
    game = position(cavalry, players, owners={"Kamchatka": 1}, armies={"Alaska": 9}, phase="attack")
    attack(game, "Alaska", "Kamchatka")
    assert game.outcome is None
    events = game.push(MoveIn(3))
    assert game.outcome is not None
    assert (game.state.held[0], game.outcome.winner) == (42, 0)
    assert of_kind(events, GameWon) == [GameWon(0, game.outcome.reason)]


def test_41_territories_do_not_win(cavalry: Rulebook) -> None:
    """[G04-6]"""
    owners = {"Kamchatka": 1, "Japan": 2}
    game = position(cavalry, owners=owners, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    assert (game.state.held[0], game.outcome) == (41, None)
