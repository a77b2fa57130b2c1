"""The rules of Classic 1959."""

from collections import Counter
from random import Random

import pytest

from riskcore import Game, Rulebook
from riskcore.events import CardDrawn, GameWon, Traded, TurnStarted
from riskcore.moves import Attack, Done, Fortify, MoveIn, Place, Trade

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
    may_trade,
    moves,
    must_trade,
    of_kind,
    place_all,
    position,
    random_position,
    trade_any,
)

# C59-1, C59-2: set-up


@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (2, [21, 21]),
        (3, [14, 14, 14]),
        (4, [11, 11, 10, 10]),
        (5, [9, 9, 8, 8, 8]),
        (6, [7, 7, 7, 7, 7, 7]),
    ],
)
def test_all_territories_are_dealt_with_one_army_each(classic: Rulebook, players: int, dealt: list[int]) -> None:
    """[C59-1] From the dealer's left: the players who get one more are the first to be dealt to."""
    for seed in range(20):
        game = Game(classic, players=players, seed=seed)
        state = game.state
        assert [state.held[seat] for seat in state.seats_from(state.first)] == dealt
        assert Counter(state.owner) == {seat: state.held[seat] for seat in range(players)}
        assert state.armies == [1] * 42
        assert (state.turn, state.player) == (1, state.first)
        assert sum(state.reserve) == state.reserve[state.first] > 0


@pytest.mark.parametrize("players", [0, 1, 7])
def test_it_takes_two_to_six(classic: Rulebook, players: int) -> None:
    """[C59-1]"""
    with pytest.raises(ValueError, match=f"{players} players"):
        Game(classic, players=players)


def test_every_card_goes_back_into_a_shuffled_deck(classic: Rulebook) -> None:
    """[C59-1] The wild ones too."""
    decks = [Game(classic, players=4, seed=seed).state.deck for seed in range(40)]
    assert all(sorted(deck) == list(range(44)) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 40
    assert len({deck[-1] for deck in decks}) > 15
    game = Game(classic, players=4, seed=1)
    assert (game.state.hands, game.state.discard) == ([[], [], [], []], [])


def test_the_deal_is_by_chance_and_has_no_wild_card(classic: Rulebook) -> None:
    """[C59-1] Every territory reaches every player; nothing is left over."""
    games = [Game(classic, players=3, seed=seed) for seed in range(60)]
    for territory in range(42):
        assert {game.state.owner[territory] for game in games} == {0, 1, 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_player_left_of_a_random_dealer_takes_the_first_turn(classic: Rulebook, players: int) -> None:
    """[C59-2] Who has been dealt to first."""
    firsts = set()
    for seed in range(80):
        game = Game(classic, players=players, seed=seed)
        assert game.to_move == game.state.player == game.state.first
        if players in (4, 5):
            assert game.state.held[game.state.first] == 42 // players + 1
            assert game.state.held[game.state.first - 1] == 42 // players
        firsts.add(game.state.first)
    assert firsts == set(range(players))


def test_the_second_turn_is_for_the_player_on_the_left(classic: Rulebook) -> None:
    """[C59-2]"""
    game = Game(classic, players=5, seed=9)
    first = game.state.first
    game.push(Place(game.state.territories_of(first)[0], game.state.reserve[first]))
    assert of_kind(end_turn(game), TurnStarted) == [TurnStarted((first + 1) % 5, 1)]


# C59-3: set values


@pytest.mark.parametrize(("traded", "value"), list(enumerate(RISING_VALUES)))
def test_set_values_rise(classic: Rulebook, traded: int, value: int) -> None:
    """[C59-3] The twelfth set is worth 45."""
    game = position(classic, rest=1, owners={"Japan": 0}, hands={0: list(ANY_THREE)}, sets_traded=traded)
    before = game.state.reserve[0]
    assert game.push(Trade(ANY_THREE)) == [Traded(0, ANY_THREE, value)]
    assert game.state.reserve[0] == before + value
    assert game.state.sets_traded == traded + 1


def test_sets_are_counted_over_all_players(classic: Rulebook) -> None:
    """[C59-3] Two of one player, then one each of the others."""
    hands = {0: hand(classic, "IIIIII"), 1: hand(classic, "CCC"), 2: hand(classic, "AAA")}
    game = position(classic, owners={"Alaska": 0, "Brazil": 1, "Japan": 2}, rest=2, hands=hands)
    worth = []
    for name in ("Alaska", "Brazil", "Japan"):
        while game.phase == "trade":
            worth += [event.armies for event in of_kind(trade_any(game), Traded)]
        place_all(game, name)
        end_turn(game)
    assert worth == [4, 6, 8, 10]


# C59-4: five cards


def test_five_cards_at_the_start_of_a_turn_must_be_traded(classic: Rulebook) -> None:
    """[C59-4]"""
    game = position(classic, rest=1, owners={"Japan": 0}, hands={0: hand(classic, "IIICA")})
    assert must_trade(game)
    trade_any(game)
    assert len(game.state.hands[0]) == 2
    assert game.phase == "place"


@pytest.mark.parametrize("letters", ["III", "IIIC", "ICAW", "IIWW"])
def test_fewer_than_five_cards_may_be_traded(classic: Rulebook, letters: str) -> None:
    """[C59-4]"""
    assert may_trade(position(classic, rest=1, owners={"Japan": 0}, hands={0: hand(classic, letters)}))


def test_no_hand_has_more_than_five_cards_between_turns(classic: Rulebook) -> None:
    """[C59-4] Reckless players: they trade only when they have to, and attack whatever they can."""
    largest = 0
    for seed in range(6):
        chance = Random(seed)
        game = Game(classic, players=4, seed=seed, orders=1)
        for _ in range(1200):
            if game.outcome is not None:
                break
            wanted = Done() if game.phase == "trade" else game.legal_moves.sample(chance)
            if game.phase == "attack" and (attacks := moves(game, Attack)):
                wanted = max(attacks, key=lambda move: (move.dice, chance.random()))
            elif game.phase == "place":
                wanted = max(moves(game, Place), key=lambda move: (move.armies, chance.random()))
            elif game.phase == "trade" and must_trade(game):
                wanted = min(moves(game, Trade))
            if of_kind(game.push(wanted), TurnStarted):
                largest = max(largest, *map(len, game.state.hands))
                assert largest <= 5
    assert largest == 5


# C59-5: trading after an elimination


@pytest.mark.parametrize(("own", "taken"), [("III", ""), ("II", "I"), ("", "ICA"), ("I", "WC"), ("II", "IC")])
def test_a_joined_hand_below_five_may_be_traded(classic: Rulebook, own: str, taken: str) -> None:
    """[C59-5]"""
    game = eliminating(classic, own, taken)
    assert may_trade(game)
    declined = game.copy()
    declined.push(Done())
    assert (declined.phase, len(declined.state.hands[0])) == ("attack", len(own + taken))
    trade_any(game)
    assert (game.phase, game.state.reserve[0]) == ("place", 4)


@pytest.mark.parametrize(("own", "taken"), [("", ""), ("I", "C"), ("II", "CC"), ("II", "A")])
def test_without_a_set_the_turn_goes_on(classic: Rulebook, own: str, taken: str) -> None:
    """[C59-5]"""
    assert eliminating(classic, own, taken).phase == "attack"


@pytest.mark.parametrize(
    ("own", "taken", "forced"),
    [
        ("III", "CC", 1),
        ("IIII", "CA", 1),
        ("IIII", "CCA", 1),
        ("IIII", "CCAA", 2),
        ("IIII", "CCCCC", 2),
        ("IIII", "IICCCC", 2),
        ("IIII", "IICCCCA", 3),
    ],
)
def test_five_or_more_must_be_traded_down_to_four(classic: Rulebook, own: str, taken: str, forced: int) -> None:
    """[C59-5] 5 and 6 and 7 cards take one set, 8 to 10 take two, 11 take three."""
    game = eliminating(classic, own, taken)
    for traded in range(forced):
        assert must_trade(game)
        assert len(game.state.hands[0]) == len(own + taken) - 3 * traded
        trade_any(game)
    assert len(game.state.hands[0]) <= 4
    assert not must_trade(game)


def test_a_further_set_in_four_cards_or_fewer_may_be_traded_too(classic: Rulebook) -> None:
    """[C59-5] Any set in the joined hand, one by one."""
    game = eliminating(classic, "IIII", "III")
    trade_any(game)
    assert len(game.state.hands[0]) == 4
    assert may_trade(game)
    trade_any(game)
    assert (game.phase, game.state.reserve[0]) == ("place", 4 + 6)


def test_armies_gained_by_an_elimination_are_placed_at_once_and_the_turn_goes_on(classic: Rulebook) -> None:
    """[C59-5] Also on the territory just taken; and the card for the capture still comes."""
    game = eliminating(classic, "IIII", "C", sets_traded=5)
    trade_any(game)
    assert moves(game, Place) == {
        Place(at(game, name), number) for name in ("Japan", "Kamchatka") for number in range(1, 16)
    }
    place_all(game, "Kamchatka")
    assert (game.phase, game.to_move, armies(game, "Kamchatka")) == ("attack", 0, 19)
    attack(game, "Kamchatka", "Irkutsk")
    game.push(MoveIn(3))
    assert len(of_kind(end_turn(game), CardDrawn)) == 1
    assert len(game.state.hands[0]) == 3


# C59-6: fortifying


@pytest.mark.parametrize("seed", range(3))
def test_fortify_to_an_adjacent_own_territory(classic: Rulebook, seed: int) -> None:
    """[C59-6] Every source, target and number."""
    game = random_position(classic, seed, "fortify")
    expected = fortifications(game, adjacent)
    assert set(game.legal_moves) == expected | {Done()}
    every = (Fortify(s, t, n) for s in range(42) for t in range(42) for n in range(1, 6))
    assert {move for move in every if move in game.legal_moves} == expected


def test_fortify_once(classic: Rulebook) -> None:
    """[C59-6]"""
    owners = {"Alaska": 0, "Alberta": 0}
    game = position(classic, rest=1, owners=owners, armies={"Alaska": 9, "Alberta": 9}, phase="fortify")
    game.push(Fortify(at(game, "Alaska"), at(game, "Alberta"), 8))
    assert (armies(game, "Alaska"), armies(game, "Alberta")) == (1, 17)
    assert (game.state.player, game.phase) == (1, "place")


def test_no_fortifying_along_a_path(classic: Rulebook) -> None:
    """[C59-6]"""
    owners = dict.fromkeys(["Indonesia", "Siam", "India"], 0)
    game = position(classic, rest=1, owners=owners, armies={"Indonesia": 9}, phase="fortify")
    assert Fortify(at(game, "Indonesia"), at(game, "India"), 1) not in game.legal_moves
    assert Fortify(at(game, "Indonesia"), at(game, "Siam"), 1) in game.legal_moves


# C59-7: winning


@pytest.mark.parametrize("players", [2, 3, 6])
def test_owning_all_42_wins(classic: Rulebook, players: int) -> None:
    """[C59-7]"""
    game = position(classic, players, owners={"Kamchatka": 1}, armies={"Alaska": 9}, phase="attack")
    attack(game, "Alaska", "Kamchatka")
    assert game.outcome is None
    events = game.push(MoveIn(3))
    assert game.state.held[0] == 42
    assert game.outcome is not None
    assert game.outcome.winner == 0
    assert of_kind(events, GameWon) == [GameWon(0, game.outcome.reason)]


def test_41_territories_do_not_win(classic: Rulebook) -> None:
    """[C59-7] Nor does eliminating one of two opponents."""
    owners = {"Kamchatka": 1, "Japan": 2}
    game = position(classic, owners=owners, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    assert game.state.held[0] == 41
    assert game.outcome is None
    end_turn(game)
    assert (game.outcome, game.state.player) == (None, 2)
