"""Bribes: cards paid to neutrals, and who knows of them."""

import json

import pytest

from risk_editions.bribes_2004 import Bribe, Bribed
from riskcore import Game, IllegalMove, Rulebook, load_variant
from riskcore.cards import UNKNOWN
from riskcore.events import CardsTaken
from riskcore.moves import Done, Place, Trade
from riskcore.phases import PlaceFrame
from riskcore.testing import broken_invariants

from .helpers import (
    BLUE,
    GREEN,
    GREY,
    RED,
    UNINVOLVED,
    WHITE,
    YELLOW,
    at,
    attack,
    attack_then_roll,
    changes,
    position,
    status,
    statuses,
)

NEUTRALS = {"Alaska": GREEN, "Siam": BLUE, "Peru": WHITE, "Congo": GREY, "Japan": YELLOW}
ALBERTA = 1  # the card


def bribing(rules: Rulebook, hand: list[int], **given: object) -> Game:
    """Green is about to bribe."""
    return position(rules, **{"phase": "bribe", "owners": NEUTRALS, "hands": {GREEN: hand}, **given})


def test_all_neutrals_start_uninvolved(active: Rulebook) -> None:
    """[N3-1]"""
    game = Game(active, 2, seed=1)
    assert [status(game, neutral) for neutral in (BLUE, WHITE, GREY, YELLOW)] == [UNINVOLVED] * 4


def test_reds_bribe_makes_yellow_her_ally(active: Rulebook) -> None:
    """[N3-2] the manual's example: Red pays a card and the uninvolved yellow army becomes her ally."""
    game = position(
        active, rest=GREEN, player=RED, phase="bribe", owners={"Alaska": RED, "Japan": YELLOW}, hands={RED: [ALBERTA]}
    )
    events = game.push(Bribe(YELLOW, ALBERTA))
    assert changes(events) == [(YELLOW, RED)]
    assert status(game, YELLOW) == RED
    assert game.state.hands[RED] == []
    assert game.state.hands[YELLOW] == [ALBERTA]


def test_a_bribe_moves_the_opponents_ally_one_step_only(active: Rulebook) -> None:
    """[N3-2] opponent's ally, uninvolved, own ally: each bribe is one step."""
    game = bribing(active, [ALBERTA], data=statuses(grey=RED))
    game.push(Bribe(GREY, ALBERTA))
    assert status(game, GREY) == UNINVOLVED


def test_an_ally_cannot_be_bribed_again(active: Rulebook) -> None:
    """[N3-2] there is no step beyond an alliance."""
    game = bribing(active, [ALBERTA], data=statuses(grey=GREEN))
    with pytest.raises(IllegalMove, match="cannot be bribed"):
        game.push(Bribe(GREY, ALBERTA))


@pytest.mark.parametrize("taker", [GREEN, RED, WHITE])
def test_only_neutrals_on_the_board_can_be_bribed(active: Rulebook, taker: int) -> None:
    """[N3-2] neither players nor eliminated neutrals."""
    game = bribing(active, [ALBERTA], owners={"Alaska": GREEN, "Siam": BLUE})
    assert {move[1] for move in game.legal_moves if move[0] == "bribe"} == {BLUE}
    with pytest.raises(IllegalMove, match="cannot be bribed"):
        game.push(Bribe(taker, ALBERTA))


def test_a_bribe_is_paid_from_the_own_hand(active: Rulebook) -> None:
    """[N3-2]"""
    game = bribing(active, [ALBERTA])
    with pytest.raises(IllegalMove, match="card 9 is not in hand"):
        game.push(Bribe(BLUE, 9))


def test_one_bribe_a_turn(active: Rulebook) -> None:
    """[N3-2] the turn goes on after one bribe, though there are more cards."""
    game = bribing(active, [0, 3])
    game.push(Bribe(BLUE, 0))
    assert game.phase == "place"


def test_bribes_per_turn_are_a_parameter() -> None:
    """[N3-2] with two a turn, both steps of an opponent's ally can be paid at once."""
    rules = Rulebook(load_variant("two-player-active-2004", settings=["rules.bribes.per_turn=2"]))
    game = bribing(rules, [0, 3, 4], data=statuses(grey=RED))
    game.push(Bribe(GREY, 0))
    game.push(Bribe(GREY, 3))
    assert status(game, GREY) == GREEN
    assert game.phase == "place"


def test_bribing_is_not_compulsory(active: Rulebook) -> None:
    """[N3-2]"""
    game = bribing(active, [ALBERTA])
    assert Done() in game.legal_moves
    game.push(Done())
    assert (game.phase, game.state.hands[GREEN]) == ("place", [ALBERTA])


def test_without_a_card_nobody_is_asked_to_bribe(active: Rulebook) -> None:
    """[N3-2]"""
    assert bribing(active, []).phase == "place"


def test_five_cards_less_a_bribe_need_not_be_traded(active: Rulebook) -> None:
    """[N3-2] cards are counted after bribing; [G04-3] five would have to be."""
    game = bribing(active, [0, 1, 8, 9, 3])
    stingy = game.copy()
    stingy.push(Done())
    assert stingy.phase == "trade"
    assert Done() not in stingy.legal_moves
    game.push(Bribe(BLUE, 3))
    assert game.phase == "trade"
    assert Done() in game.legal_moves


def test_only_the_payer_sees_which_card_was_paid(active: Rulebook) -> None:
    """[N3-2] others see that a card lies there, and who paid; the payer sees which."""
    game = bribing(active, [ALBERTA, 3])
    game.push(Bribe(BLUE, 3))
    assert game.view(GREEN).hands[BLUE] == [3]
    assert game.view(RED).hands[BLUE] == [UNKNOWN]
    assert game.view(None).hands[BLUE] == [UNKNOWN]
    assert game.view(RED).data["bribes"][BLUE] == [GREEN]


def test_the_event_and_the_move_hide_the_card(active: Rulebook) -> None:
    """[N3-2] what is told to others of a bribe names no card."""
    game = bribing(active, [ALBERTA])
    move = Bribe(BLUE, ALBERTA)
    (paid,) = [event for event in game.push(move) if isinstance(event, Bribed)]
    assert paid.seen_by(GREEN) == Bribed(GREEN, BLUE, ALBERTA)
    assert paid.seen_by(RED) == ("bribed", GREEN, BLUE, None)
    assert move.seen_by(RED, GREEN) == ("bribe", BLUE, None)


def test_a_view_is_the_same_whichever_card_was_paid(active: Rulebook) -> None:
    """[N3-2] nothing that the opponent or a spectator is shown depends on the card."""
    shown = []
    for card, kept in ((ALBERTA, 3), (3, ALBERTA)):
        game = bribing(active, [card, kept])
        game.push(Bribe(BLUE, card))
        shown.append([json.dumps(game.view(watcher).to_dict()) for watcher in (RED, None)])
    assert shown[0] == shown[1]


def test_hook_known_cards_keeps_them_in_a_search(active: Rulebook) -> None:
    """[N3-2] an imagined game has other cards for what others paid, and leaves what this player paid."""
    game = bribing(active, [3], hands={GREEN: [3], BLUE: [9], RED: [10]}, data={"bribes": [[], [], [RED], [], [], []]})
    game.push(Bribe(BLUE, 3))
    assert game.view(RED).hands[BLUE] == [9, UNKNOWN]
    searched = [game.view(GREEN).imagine(seed) for seed in range(20)]
    assert {twin.state.hands[BLUE][1] for twin in searched} == {3}
    assert len({twin.state.hands[BLUE][0] for twin in searched}) > 1
    assert [broken_invariants(twin.state) for twin in searched] == [[]] * 20


def test_eliminating_a_neutral_gives_the_cards_it_was_paid(active: Rulebook) -> None:
    """[N3-7] whoever paid them; who paid what is forgotten with the neutral."""
    game = position(
        active,
        owners={"Brazil": GREEN, "Peru": BLUE},
        armies={"Brazil": 2},
        hands={GREEN: [0], BLUE: [3, 5]},
        data={"bribes": [[], [], [GREEN, RED], [], [], []]},
    )
    events = attack(game, "Brazil", "Peru", (6,), (1,))
    assert CardsTaken(GREEN, BLUE, 2, (3, 5)) in events
    assert game.state.hands[GREEN] == [0, 3, 5]
    assert game.state.hands[BLUE] == []
    assert game.state.data["bribes"] == [[], [], [], [], [], []]
    assert game.phase == "attack"


def test_cards_of_a_neutral_eliminated_by_an_ally_go_to_the_player(active: Rulebook) -> None:
    """[N3-7] with allied armies as with own ones."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": WHITE, "Peru": BLUE},
        armies={"Brazil": 2},
        hands={BLUE: [3]},
        data={**statuses(white=GREEN), "bribes": [[], [], [RED], [], [], []]},
    )
    attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 5)
    assert game.state.hands[GREEN] == [3]
    assert game.state.hands[WHITE] == []


def test_five_cards_after_an_elimination_are_traded_at_once(active: Rulebook) -> None:
    """[N3-7] [G04-3] down to four or fewer, and the armies placed before the attack goes on."""
    game = position(
        active,
        owners={"Brazil": GREEN, "Peru": BLUE},
        armies={"Brazil": 2},
        hands={GREEN: [0, 1, 8], BLUE: [3, 5]},
        data={"bribes": [[], [], [GREEN, RED], [], [], []]},
    )
    attack(game, "Brazil", "Peru", (6,), (1,))
    assert game.phase == "trade"
    assert Done() not in game.legal_moves
    game.push(Trade((0, 1, 8)))
    assert game.state.frames[-1] == PlaceFrame.new(GREEN, GREEN, 4)
    game.push(Place(at(game, "Peru"), 4))
    assert game.phase == "attack"


def test_advice_is_to_bribe_the_strongest_neutral_nearby_with_a_spare_card(active: Rulebook) -> None:
    """For bots: a set is kept, the fourth card goes to the neutral with most armies beside a player."""
    game = bribing(active, [0, 1, 8, 3], armies={"Congo": 7, "Siam": 4})
    advice = active.phases["bribe"].actions[0].advice
    assert advice is not None
    assert advice(game.view(GREEN), game.state.frames[-1]) == Bribe(GREY, 3)


def test_advice_is_to_keep_a_set_and_wild_cards(active: Rulebook) -> None:
    """For bots: three cards that are a set, or a lone wild, are not spare."""
    advice = active.phases["bribe"].actions[0].advice
    assert advice is not None
    for hand in ([0, 1, 8], [42]):
        game = bribing(active, hand)
        assert advice(game.view(GREEN), game.state.frames[-1]) == Done()
