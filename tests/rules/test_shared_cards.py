"""What every edition shares about cards: sets, the cards of the eliminated, the draw, hidden hands."""

from itertools import combinations_with_replacement
from typing import Any

import pytest

from riskcore import Game, Rulebook
from riskcore.events import CardDrawn, CardsTaken, Eliminated, GameWon, MovedIn, TurnStarted
from riskcore.moves import Assault, Attack, Done, MoveIn, Place, Trade
from riskcore.testing import script_dice

from .helpers import (
    WILDS,
    armies,
    at,
    attack,
    capture,
    end_turn,
    hand,
    kinds,
    may_trade,
    moves,
    must_trade,
    of_kind,
    owner,
    place_all,
    position,
    trade_any,
)

HANDS = {
    number: ["".join(each) for each in combinations_with_replacement("ICAW", number) if each.count("W") <= 2]
    for number in (3, 5)
}
SETS = {"III", "CCC", "AAA", "ICA", "IIW", "CCW", "AAW", "ICW", "IAW", "CAW", "IWW", "CWW", "AWW"}


def last_stand(rules: Rulebook, players: int = 3, **given: Any) -> Game:
    """Player 2 has one army left, in Kamchatka, and player 0 attacks it from Alaska with nine."""
    owners = {"Alaska": 0, "Kamchatka": 2, "Brazil": players - 1 if players > 3 else 1}
    return position(rules, players, rest=1, owners=owners, armies={"Alaska": 9}, phase="attack", **given)


# B4: sets


@pytest.mark.parametrize("letters", HANDS[3])
def test_three_alike_or_one_of_each_or_with_a_wild_are_a_set(edition: Rulebook, letters: str) -> None:
    """[B4] All 19 hands of three."""
    cards = hand(edition, letters)
    game = position(edition, rest=1, owners={"Japan": 0}, hands={0: cards})
    expected = {Trade(tuple(sorted(cards)))} if letters in SETS else set()
    assert {Trade(tuple(sorted(move.cards))) for move in moves(game, Trade)} == expected
    assert (Trade(tuple(cards)) in game.legal_moves) == (letters in SETS)
    assert (Trade(tuple(reversed(cards))) in game.legal_moves) == (letters in SETS)


@pytest.mark.parametrize("letters", HANDS[5])
def test_any_five_cards_hold_a_set(edition: Rulebook, letters: str) -> None:
    """[B4] All hands of five; the sets offered are all the sets there are."""
    cards = hand(edition, letters)
    game = position(edition, rest=1, owners={"Japan": 0}, hands={0: cards})
    shown = dict(zip(cards, letters, strict=True))
    order = "ICAW".index
    expected = {
        (a, b, c)
        for a in cards
        for b in cards
        for c in cards
        if a < b < c and "".join(sorted(shown[a] + shown[b] + shown[c], key=order)) in SETS
    }
    assert expected
    assert {tuple(sorted(move.cards)) for move in moves(game, Trade)} == expected


def test_a_set_is_three_own_cards(edition: Rulebook) -> None:
    """[B4] Egypt and Iceland are infantry too, but in another hand and in the deck."""
    game = position(edition, rest=1, owners={"Japan": 0}, hands={0: hand(edition, "IIIIWW"), 1: [22]})
    first, second, third, fourth = hand(edition, "IIII")
    for cards in [(first, second), (first, second, third, fourth), (first, second, 22), (first, second, 14), ()]:
        assert Trade(cards) not in game.legal_moves
    assert Trade((first, *WILDS)) in game.legal_moves


# B8: elimination


def test_the_cards_of_the_eliminated_pass_to_the_eliminator_after_moving_in(edition: Rulebook) -> None:
    """[B8] At once, all of them, and the victim is out."""
    game = last_stand(edition, hands={0: [2], 1: [3], 2: [4, 5]})
    attack(game, "Alaska", "Kamchatka")
    assert game.phase == "move in"
    assert game.state.hands == [[2], [3], [4, 5]]
    events = game.push(MoveIn(4))
    assert kinds(events) == [MovedIn.kind, Eliminated.kind, CardsTaken.kind]
    assert events[1:] == [Eliminated(2, 0), CardsTaken(0, 2, 2, (4, 5))]
    assert sorted(game.state.hands[0]) == [2, 4, 5]
    assert (game.state.hands[1], game.state.hands[2]) == ([3], [])
    assert game.state.alive == [True, True, False]


def test_losing_a_territory_that_is_not_the_last_costs_no_card(edition: Rulebook) -> None:
    """[B8]"""
    owners = {"Alaska": 0, "Kamchatka": 2, "Japan": 2}
    game = position(edition, rest=1, owners=owners, armies={"Alaska": 9}, hands={2: [4, 5]}, phase="attack")
    events = capture(game, "Alaska", "Kamchatka")
    assert not of_kind(events, Eliminated)
    assert game.state.hands == [[], [], [4, 5]]
    assert game.state.alive == [True, True, True]


def test_a_game_that_is_won_ends_before_cards_pass(edition: Rulebook) -> None:
    """[B8] After moving in."""
    for victims_cards in ([4], hand(edition, "IIIIICCC")):
        given: dict[str, Any] = {"owners": {"Kamchatka": 1}, "armies": {"Alaska": 9}, "phase": "attack"}
        game = position(edition, 3, hands={0: [43], 1: victims_cards}, **given)
        attack(game, "Alaska", "Kamchatka")
        assert game.outcome is None
        events = game.push(MoveIn(4))
        assert game.outcome is not None
        assert game.outcome.winner == 0
        assert not of_kind(events, CardsTaken)
        assert kinds(events).index(MovedIn.kind) < kinds(events).index(GameWon.kind)
        assert game.state.hands == [[43], victims_cards, []]
        assert list(game.legal_moves) == []


def test_trades_are_placed_and_then_the_attack_goes_on(edition: Rulebook) -> None:
    """[B8] Six cards of one kind after the elimination: at least one set in every edition."""
    game = last_stand(edition, hands={0: hand(edition, "CCC"), 2: hand(edition, "CCCCCC")[3:]})
    capture(game, "Alaska", "Kamchatka")
    assert must_trade(game)
    assert Attack(at(game, "Kamchatka"), at(game, "Irkutsk"), 1) not in game.legal_moves
    trade_any(game)
    if game.phase == "trade":
        game.push(Done())
    kamchatka = at(game, "Kamchatka")
    assert game.state.reserve[0] == 4
    for _ in range(4):
        assert game.phase == "place"
        assert Attack(kamchatka, at(game, "Irkutsk"), 1) not in game.legal_moves
        assert Done() not in game.legal_moves
        game.push(Place(kamchatka, 1))
    assert (game.phase, game.to_move, armies(game, "Kamchatka")) == ("attack", 0, 7)
    assert Attack(kamchatka, at(game, "Irkutsk"), 3) in game.legal_moves
    assert moves(game, Trade) == set()


def test_the_trade_window_opens_though_the_victim_held_no_card(edition: Rulebook) -> None:
    """[B8]"""
    game = last_stand(edition, hands={0: hand(edition, "CCCCCC")})
    events = capture(game, "Alaska", "Kamchatka")
    assert of_kind(events, Eliminated) == [Eliminated(2, 0)]
    assert must_trade(game)


def test_the_trade_window_closes_at_the_next_attack(classic: Rulebook) -> None:
    """[B8] And does not open again before the next elimination."""
    game = last_stand(classic, 4, hands={0: hand(classic, "III")})
    capture(game, "Alaska", "Kamchatka", 7)
    assert may_trade(game)
    game.push(Done())
    assert moves(game, Trade) == set()
    capture(game, "Kamchatka", "Irkutsk", 5)
    assert game.phase == "attack"
    assert Trade(tuple(hand(classic, "III"))) not in game.legal_moves


def test_every_elimination_of_a_turn_opens_its_window(classic: Rulebook) -> None:
    """[B8]"""
    owners = {"Alaska": 0, "Kamchatka": 2, "Alberta": 3}
    game = position(classic, 4, rest=1, owners=owners, armies={"Alaska": 20}, hands={0: [0, 1, 8]}, phase="attack")
    for target in ("Kamchatka", "Alberta"):
        capture(game, "Alaska", target)
        assert may_trade(game)
        game.push(Done())
    assert game.phase == "attack"


def test_an_order_to_assault_hands_over_the_cards_too(edition: Rulebook) -> None:
    """[B8] With the move-in ordered in advance."""
    game = last_stand(edition, hands={0: hand(edition, "CCC"), 2: hand(edition, "CCCCCC")[3:]})
    script_dice(game, [(6, 6, 6, 1)])
    events = game.push(Assault(at(game, "Alaska"), at(game, "Kamchatka"), 1, 0, 5))
    assert kinds(events)[-3:] == [MovedIn.kind, Eliminated.kind, CardsTaken.kind]
    assert (armies(game, "Kamchatka"), len(game.state.hands[0])) == (5, 6)
    assert must_trade(game)


# B9: discard pile


def test_traded_cards_go_to_the_discard_pile(edition: Rulebook) -> None:
    """[B9]"""
    game = position(edition, rest=1, owners={"Japan": 0}, hands={0: [0, 1, 8, 2]}, discard=[5])
    game.push(Trade((0, 1, 8)))
    assert game.state.discard[0] == 5
    assert sorted(game.state.discard) == [0, 1, 5, 8]
    assert game.state.hands[0] == [2]
    assert len(game.state.deck) == 39


def drawing(rules: Rulebook, seed: int, deck: list[int], discard: list[int]) -> Game:
    """A capture has earned a card; the cards not named are with player 2, whose turn is not the next."""
    others = [card for card in range(44) if card not in (*deck, *discard)]
    game = position(
        rules, seed=seed, rest=1, owners={"Alaska": 0, "Japan": 2}, armies={"Alaska": 9},
        hands={2: others}, deck=deck, discard=discard, phase="attack",
    )  # fmt: skip
    capture(game, "Alaska", "Kamchatka")
    return game


def test_the_top_card_is_drawn_and_the_discard_pile_stays_while_there_is_another(edition: Rulebook) -> None:
    """[B9]"""
    game = drawing(edition, 0, deck=[6, 7], discard=[1, 2, 3])
    assert of_kind(end_turn(game), CardDrawn) == [CardDrawn(0, 7)]
    assert (game.state.hands[0], game.state.deck, game.state.discard) == ([7], [6], [1, 2, 3])


def test_the_discard_pile_is_shuffled_as_soon_as_the_last_card_is_drawn(edition: Rulebook) -> None:
    """[B9]"""
    game = drawing(edition, 0, deck=[7], discard=[1, 2, 3])
    assert of_kind(end_turn(game), CardDrawn) == [CardDrawn(0, 7)]
    assert (game.state.hands[0], sorted(game.state.deck), game.state.discard) == ([7], [1, 2, 3], [])


def test_an_empty_deck_is_made_of_the_reshuffled_discard_pile(edition: Rulebook) -> None:
    """[B9]"""
    orders = set()
    for seed in range(30):
        game = drawing(edition, seed, deck=[], discard=[1, 2, 3])
        (drawn,) = of_kind(end_turn(game), CardDrawn)
        assert game.state.hands[0] == [drawn.card]
        assert sorted([drawn.card, *game.state.deck]) == [1, 2, 3]
        assert game.state.discard == []
        orders.add((drawn.card, *game.state.deck))
    assert len(orders) == 6


def test_no_card_is_drawn_when_both_piles_are_empty(edition: Rulebook) -> None:
    """[B9] And the game goes on."""
    game = drawing(edition, 0, deck=[], discard=[])
    events = end_turn(game)
    assert not of_kind(events, CardDrawn)
    assert of_kind(events, TurnStarted) == [TurnStarted(1, 1)]
    assert game.state.hands[0] == []


# B10: one card a turn, hidden hands


@pytest.mark.parametrize("targets", [["Kamchatka"], ["Kamchatka", "Alberta"], ["Kamchatka", "Alberta", "Ontario"]])
def test_one_card_a_turn_however_many_territories_fell(edition: Rulebook, targets: list[str]) -> None:
    """[B10]"""
    game = position(edition, rest=1, owners={"Alaska": 0, "Northwest Territory": 0}, phase="attack",
                    armies={"Alaska": 20, "Northwest Territory": 20})  # fmt: skip
    top = game.state.deck[-1]
    for target in targets:
        capture(game, "Northwest Territory" if target == "Ontario" else "Alaska", target)
        assert owner(game, target) == 0
    assert of_kind(end_turn(game), CardDrawn) == [CardDrawn(0, top)]
    assert game.state.hands == [[top], [], []]


def test_no_card_without_a_capture(edition: Rulebook) -> None:
    """[B10] A battle won is not enough, nor is a capture on the turn before."""
    owners = {"Alaska": 0, "Japan": 2}
    game = position(edition, rest=1, owners=owners, armies={"Alaska": 9, "Kamchatka": 2}, phase="attack")
    attack(game, "Alaska", "Kamchatka", (6,), (1,))
    assert not of_kind(end_turn(game), CardDrawn)
    place_all(game, "Mongolia")
    capture(game, "Mongolia", "Japan")
    assert len(of_kind(end_turn(game), CardDrawn)) == 1
    assert game.state.player == 0
    place_all(game, "Alaska")
    assert not of_kind(end_turn(game), CardDrawn)
    assert [len(cards) for cards in game.state.hands] == [0, 1, 0]


def test_others_see_only_how_many_cards_a_hand_has(edition: Rulebook) -> None:
    """[B10] Two games that differ in the hands of the others look the same."""
    owners = {"Alaska": 0, "Japan": 2}
    hands = {0: [2, 4], 1: [5, 3, 40], 2: [42]}
    others = {0: [7, 8], 1: [9, 10, 11], 2: [12]}
    game = position(edition, rest=1, owners=owners, hands=hands, phase="attack")
    for player in range(3):
        seen = game.view(player).hands
        assert [len(cards) for cards in seen] == [2, 3, 1]
        assert seen[player] == hands[player]
        twin = position(edition, rest=1, owners=owners, hands={**others, player: hands[player]}, phase="attack")
        assert twin.view(player).hands == seen
        assert twin.view(player).to_dict() == game.view(player).to_dict()


def test_a_drawn_card_is_seen_by_its_player_alone(edition: Rulebook) -> None:
    """[B10]"""
    game = drawing(edition, 0, deck=[7], discard=[])
    (drawn,) = of_kind(end_turn(game), CardDrawn)
    assert drawn.seen_by(0) == CardDrawn(0, 7)
    for other in (1, 2, None):
        assert 7 not in drawn.seen_by(other)[2:]


def test_cards_taken_from_the_eliminated_stay_hidden_from_others(edition: Rulebook) -> None:
    """[B10] They see how many."""
    (taken,) = of_kind(capture(last_stand(edition, 4, hands={2: [4, 5]}), "Alaska", "Kamchatka"), CardsTaken)
    assert taken.seen_by(0).cards == (4, 5)
    for other in (1, 3, None):
        assert taken.seen_by(other).number == 2
        assert not taken.seen_by(other).cards
