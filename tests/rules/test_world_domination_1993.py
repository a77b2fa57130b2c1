"""The rules of World Domination 1993, but for its set-up, which is in test_claiming.py."""

import pytest

from risk_editions.world_domination_1993 import Match
from riskcore import Game, IllegalMove, Rulebook
from riskcore.events import CardDrawn, Fortified, GameWon, Placed, Traded, TurnStarted
from riskcore.moves import Attack, Done, Fortify, MoveIn, Trade

from .helpers import (
    ANY_THREE,
    RISING_VALUES,
    adjacent,
    armies,
    at,
    attack,
    capture,
    eliminating,
    end_turn,
    fortifications,
    hand,
    kinds,
    may_trade,
    moves,
    must_trade,
    of_kind,
    place_all,
    position,
    random_position,
    trade_any,
)

# W93-2: set values


@pytest.mark.parametrize(("traded", "value"), list(enumerate(RISING_VALUES)))
def test_set_values_rise(domination: Rulebook, traded: int, value: int) -> None:
    """[W93-2]"""
    game = position(domination, rest=1, owners={"Japan": 0}, hands={0: list(ANY_THREE)}, sets_traded=traded)
    before = game.state.reserve[0]
    assert of_kind(game.push(Trade(ANY_THREE)), Traded) == [Traded(0, ANY_THREE, value)]
    assert game.state.reserve[0] == before + value


def test_sets_are_counted_over_all_players(domination: Rulebook) -> None:
    """[W93-2]"""
    hands = {0: hand(domination, "IIIIII"), 1: hand(domination, "CCC"), 2: hand(domination, "AAA")}
    owners = {"Japan": 0, "Siam": 1, "Ural": 2}
    game = position(domination, rest=2, owners=owners, hands=hands)
    worth = []
    for name in owners:
        while game.phase == "trade":
            worth += [event.armies for event in of_kind(trade_any(game), Traded)]
            if game.phase == "match":
                game.push(next(iter(game.legal_moves)))
        place_all(game, name)
        end_turn(game)
    assert worth == [4, 6, 8, 10]


# W93-3: cards of own territories


def trading(rules: Rulebook, own: list[str], letters: str = "III") -> Game:
    """Player 0 holds these territories of five armies each and is about to trade."""
    owners = dict.fromkeys(["Japan", *own], 0)
    return position(rules, rest=1, owners=owners, armies=dict.fromkeys(owners, 5), hands={0: hand(rules, letters)})


def test_one_matching_card_gives_two_armies_on_its_territory(domination: Rulebook) -> None:
    """[W93-3] Without a question, and they are not free to place."""
    game = trading(domination, ["Alberta"])
    events = game.push(Trade(ANY_THREE))
    assert Placed(0, at(game, "Alberta"), 2) in events
    assert (armies(game, "Alberta"), armies(game, "Japan")) == (7, 5)
    assert (game.phase, game.state.reserve[0]) == ("place", 3 + 4)


def test_no_matching_card_gives_nothing(domination: Rulebook) -> None:
    """[W93-3] The cards show territories of others."""
    game = trading(domination, [])
    before = game.state.armies[:]
    game.push(Trade(ANY_THREE))
    assert game.state.armies == before
    assert (game.phase, game.state.reserve[0]) == ("place", 3 + 4)


@pytest.mark.parametrize("picked", ["Alaska", "Alberta", "Western United States"])
def test_of_several_matching_cards_the_player_picks_one(domination: Rulebook, picked: str) -> None:
    """[W93-3] Three match, still only two armies."""
    names = ["Alaska", "Alberta", "Western United States"]
    game = trading(domination, names)
    game.push(Trade(ANY_THREE))
    assert (game.phase, game.to_move) == ("match", 0)
    assert set(game.legal_moves) == {Match(at(game, name)) for name in names}
    for other in ("Japan", "Brazil"):
        with pytest.raises(IllegalMove):
            game.push(Match(at(game, other)))
    game.push(Match(at(game, picked)))
    assert [armies(game, name) for name in names] == [7 if name == picked else 5 for name in names]
    assert (game.phase, game.state.reserve[0]) == ("place", 3 + 4)


def test_only_cards_of_the_traded_set_match(domination: Rulebook) -> None:
    """[W93-3] Argentina's card stays in the hand."""
    game = trading(domination, ["Alaska", "Argentina"], "IIII")
    game.push(Trade(ANY_THREE))
    assert (armies(game, "Alaska"), armies(game, "Argentina")) == (7, 5)


def test_two_extra_armies_a_turn_over_all_sets(domination: Rulebook) -> None:
    """[W93-3] A second set with a match gives its value only."""
    game = trading(domination, ["Alaska", "Argentina"], "IIIIII")
    first, second = tuple(hand(domination, "IIIIII")[:3]), tuple(hand(domination, "IIIIII")[3:])
    game.push(Trade(first))
    assert armies(game, "Alaska") == 7
    game.push(Trade(second))
    assert (armies(game, "Alaska"), armies(game, "Argentina")) == (7, 5)
    assert (game.phase, game.state.reserve[0]) == ("place", 3 + 4 + 6)


def test_the_second_set_may_match_if_the_first_did_not(domination: Rulebook) -> None:
    """[W93-3]"""
    game = trading(domination, ["Argentina"], "IIIIII")
    first, second = tuple(hand(domination, "IIIIII")[:3]), tuple(hand(domination, "IIIIII")[3:])
    game.push(Trade(first))
    assert armies(game, "Argentina") == 5
    game.push(Trade(second))
    assert armies(game, "Argentina") == 7


@pytest.mark.parametrize(("matched_before", "extra"), [(False, 2), (True, 0)])
def test_two_extra_armies_a_turn_elimination_trades_included(
    domination: Rulebook, matched_before: bool, extra: int
) -> None:
    """[W93-3] Player 0 trades a set at the start of the turn, and three cavalry after an elimination."""
    owners = {"Japan": 0, "Greenland": 0, "Kamchatka": 2} | ({"Alaska": 0} if matched_before else {})
    cavalry_cards = hand(domination, "CCCCCC")
    game = position(
        domination, rest=1, owners=owners, armies={"Japan": 9},
        hands={0: [*ANY_THREE, *cavalry_cards[:1]], 2: cavalry_cards[1:]},
    )  # fmt: skip
    game.push(Trade(ANY_THREE))
    if game.phase == "trade":
        game.push(Done())
    assert armies(game, "Greenland") == 1
    place_all(game, "Japan")
    capture(game, "Japan", "Kamchatka")
    assert must_trade(game)
    game.push(Trade((2, 4, 6)))
    assert (game.phase, game.state.reserve[0]) == ("place", 6)
    assert armies(game, "Greenland") == 1 + extra


def test_the_next_turn_has_its_own_two_armies(domination: Rulebook) -> None:
    """[W93-3] Of the next player, and of the same player a round later."""
    owners = {"Alaska": 0, "Greenland": 1, "Argentina": 0, "Japan": 2}
    hands = {0: hand(domination, "IIIIII"), 1: hand(domination, "CCC")}
    game = position(domination, rest=2, owners=owners, hands=hands)
    game.push(Trade(tuple(hands[0][:3])))
    game.push(Done())
    assert armies(game, "Alaska") == 3
    place_all(game, "Alaska")
    end_turn(game)
    game.push(Trade(tuple(hands[1])))
    assert armies(game, "Greenland") == 3
    place_all(game, "Greenland")
    end_turn(game)
    place_all(game, "Japan")
    end_turn(game)
    game.push(Trade(tuple(hands[0][3:])))
    assert armies(game, "Argentina") == 3


def test_ownership_is_judged_when_trading(domination: Rulebook) -> None:
    """[W93-3] A territory taken this turn matches after the elimination."""
    game = position(
        domination, rest=1, owners={"Japan": 0, "Kamchatka": 2}, armies={"Japan": 9}, phase="attack",
        hands={0: [31, 2, 4], 2: [6, 11, 13]},
    )  # fmt: skip
    capture(game, "Japan", "Kamchatka", 4)
    game.push(Trade((2, 4, 31)))
    assert armies(game, "Kamchatka") == 4 + 2
    assert game.state.reserve[0] == 4


def test_a_choice_between_trades_after_an_elimination(domination: Rulebook) -> None:
    """[W93-3] Eight cards: the first set matches twice, the second once more, which gives nothing."""
    owners = {"Japan": 0, "Alaska": 0, "Alberta": 0, "Argentina": 0, "Kamchatka": 2}
    cards = hand(domination, "IIIIIIII")
    game = position(
        domination, rest=1, owners=owners, armies={"Japan": 9}, phase="attack", hands={0: cards[:4], 2: cards[4:]}
    )
    capture(game, "Japan", "Kamchatka")
    game.push(Trade(tuple(cards[:3])))
    assert game.phase == "match"
    game.push(Match(at(game, "Alberta")))
    assert must_trade(game)
    game.push(Trade(tuple(cards[3:6])))
    assert [armies(game, name) for name in ("Alaska", "Alberta", "Argentina")] == [1, 3, 1]
    assert (game.phase, game.state.reserve[0]) == ("place", 4 + 6)


@pytest.mark.parametrize(
    ("letters", "lost", "extra"), [("IWW", ["Alaska"], 0), ("IWW", [], 2), ("IIW", ["Alberta"], 2)]
)
def test_wild_cards_match_nothing(domination: Rulebook, letters: str, lost: list[str], extra: int) -> None:
    """[W93-3] Though their holder has nearly the whole board; a single match beside them needs no choice."""
    owners = {"Japan": 1, "Brazil": 2} | dict.fromkeys(lost, 1)
    game = position(domination, rest=0, owners=owners, hands={0: hand(domination, letters)})
    game.push(Trade(tuple(hand(domination, letters))))
    assert game.phase == "place"
    assert sum(game.state.armies) == 42 + extra
    assert armies(game, "Alaska") == 1 + extra


# W93-4: when sets are traded


@pytest.mark.parametrize("letters", ["III", "IIII", "ICAW"])
def test_below_five_cards_trading_is_free(domination: Rulebook, letters: str) -> None:
    """[W93-4]"""
    assert may_trade(position(domination, rest=1, owners={"Japan": 0}, hands={0: hand(domination, letters)}))


@pytest.mark.parametrize("letters", ["IIIII", "IICCA", "IIIWW"])
def test_of_five_cards_at_turn_start_one_set_must_be_traded(domination: Rulebook, letters: str) -> None:
    """[W93-4]"""
    game = position(domination, rest=1, owners={"Japan": 0}, hands={0: hand(domination, letters)})
    assert must_trade(game)
    trade_any(game)
    assert (game.phase, len(game.state.hands[0])) == ("place", 2)


def test_of_six_cards_at_turn_start_one_set_must_a_second_may(domination: Rulebook) -> None:
    """[W93-4]"""
    game = position(domination, rest=1, owners={"Japan": 0}, hands={0: hand(domination, "IIIIII")})
    assert must_trade(game)
    trade_any(game)
    assert may_trade(game)
    declined = game.copy()
    declined.push(Done())
    assert (declined.phase, len(declined.state.hands[0])) == ("place", 3)
    trade_any(game)
    assert (game.phase, game.state.hands[0], game.state.reserve[0]) == ("place", [], 3 + 4 + 6)


@pytest.mark.parametrize(("number", "forced"), [(7, 1), (8, 2), (9, 2), (10, 2), (11, 3)])
def test_seven_or_more_cards_at_turn_start_are_traded_down_to_four(
    domination: Rulebook, number: int, forced: int
) -> None:
    """[W93-4] 7 leave 4, 8 leave 2, 9 leave 3, 10 leave 4, 11 leave 2."""
    game = position(domination, rest=1, owners={"Japan": 0}, hands={0: hand(domination, "I" * number)})
    for traded in range(forced):
        assert len(game.state.hands[0]) == number - 3 * traded
        assert must_trade(game)
        trade_any(game)
    assert len(game.state.hands[0]) <= 4
    assert not must_trade(game)


@pytest.mark.parametrize(("own", "taken", "left"), [("III", "III", 3), ("IIII", "III", 4), ("IIII", "IIII", 2)])
def test_after_an_elimination_six_or_more_are_traded_down_to_four_and_no_further(
    domination: Rulebook, own: str, taken: str, left: int
) -> None:
    """[W93-4] Though what is left may hold a set; eight take a second set at five."""
    game = eliminating(domination, own, taken)
    while len(game.state.hands[0]) > 4:
        assert must_trade(game)
        trade_any(game)
    assert len(game.state.hands[0]) == left
    assert game.phase == "place"
    place_all(game, "Kamchatka")
    assert game.phase == "attack"
    assert moves(game, Trade) == set()


@pytest.mark.parametrize(("own", "taken"), [("III", ""), ("II", "II"), ("III", "II"), ("", "IIIII")])
def test_after_an_elimination_fewer_than_six_wait(domination: Rulebook, own: str, taken: str) -> None:
    """[W93-4]"""
    game = eliminating(domination, own, taken)
    assert game.phase == "attack"
    with pytest.raises(IllegalMove):
        game.push(Trade(tuple(game.state.hands[0][:3])))


def test_the_six_cards_that_waited_are_traded_on_the_next_turn(domination: Rulebook) -> None:
    """[W93-4] Five after the elimination and one for the capture."""
    game = eliminating(domination, "III", "II")
    end_turn(game)
    place_all(game, "China")
    end_turn(game)
    assert (game.state.player, len(game.state.hands[0])) == (0, 6)
    assert must_trade(game)


# W93-5, W93-6, W93-7


@pytest.mark.parametrize("seed", range(3))
def test_fortify_to_an_adjacent_own_territory(domination: Rulebook, seed: int) -> None:
    """[W93-5] Every source, target and number."""
    game = random_position(domination, seed, "fortify")
    expected = fortifications(game, adjacent)
    assert set(game.legal_moves) == expected | {Done()}
    every = (Fortify(s, t, n) for s in range(42) for t in range(42) for n in range(1, 6))
    assert {move for move in every if move in game.legal_moves} == expected


def test_fortify_once(domination: Rulebook) -> None:
    """[W93-5]"""
    owners = {"Alaska": 0, "Alberta": 0}
    game = position(domination, rest=1, owners=owners, armies={"Alaska": 9, "Alberta": 9}, phase="fortify")
    game.push(Fortify(at(game, "Alaska"), at(game, "Alberta"), 8))
    assert (armies(game, "Alaska"), armies(game, "Alberta")) == (1, 17)
    assert (game.state.player, game.phase) == (1, "place")


def test_the_card_is_taken_before_fortifying(domination: Rulebook) -> None:
    """[W93-6]"""
    game = position(domination, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9}, phase="attack")
    top = game.state.deck[-1]
    capture(game, "Alaska", "Kamchatka")
    assert game.state.hands[0] == []
    assert of_kind(game.push(Done()), CardDrawn) == [CardDrawn(0, top)]
    assert (game.phase, game.state.hands[0]) == ("fortify", [top])
    assert Attack(at(game, "Alaska"), at(game, "Alberta"), 1) not in game.legal_moves
    events = game.push(Fortify(at(game, "Alaska"), at(game, "Kamchatka"), 1))
    assert kinds(events)[:2] == [Fortified.kind, TurnStarted.kind]
    assert not of_kind(events, CardDrawn)


@pytest.mark.parametrize("players", [3, 6])
def test_owning_all_42_wins(domination: Rulebook, players: int) -> None:
    """[W93-7]"""
    game = position(domination, players, owners={"Kamchatka": 1}, armies={"Alaska": 9}, phase="attack")
    attack(game, "Alaska", "Kamchatka")
    assert game.outcome is None
    events = game.push(MoveIn(3))
    assert game.outcome is not None
    assert (game.state.held[0], game.outcome.winner) == (42, 0)
    assert of_kind(events, GameWon) == [GameWon(0, game.outcome.reason)]


def test_41_territories_do_not_win(domination: Rulebook) -> None:
    """[W93-7]"""
    owners = {"Kamchatka": 1, "Japan": 2}
    game = position(domination, owners=owners, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    assert (game.state.held[0], game.outcome) == (41, None)
