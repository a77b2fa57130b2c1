"""One die again for whoever shows the card of the source or the target."""

from typing import Any

import pytest

from risk_options.card_reroll import Reroll, Rerolled
from riskcore import PHASE, Game, IllegalMove
from riskcore.cards import UNKNOWN
from riskcore.events import Battle
from riskcore.moves import Attack, CallOff, Done

from .helpers import advice, armies, of_kind, position, rulebook, throw

RULES = rulebook("classic-1959", "card-reroll")
ALASKA, ALBERTA, KAMCHATKA, WILD = 0, 1, 31, 42


def front(rules: Any = RULES, **given: Any) -> Game:
    """Player 0 in Alaska with five armies among player 1's, with the cards given in hand."""
    usual: dict[str, Any] = {"armies": {"Alaska": 5, "Alberta": 3, "Kamchatka": 3}, "hands": {0: [ALASKA]}}
    return position(rules, rest=1, owners={"Alaska": 0, "Japan": 2}, phase="attack", **usual | given)


@pytest.mark.parametrize("card", [ALASKA, ALBERTA])
def test_the_card_of_source_or_target_rolls_one_own_die_again(card: int) -> None:
    """[X4]"""
    game = front(hands={0: [card]})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4), 6)
    events = game.push(Reroll(card, 2))
    assert of_kind(events, Rerolled) == [Rerolled(0, card, 1, 6)]
    assert of_kind(events, Battle) == [Battle(ALASKA, ALBERTA, (6, 5, 4), (5, 4), 0, 2)]
    assert (armies(game, "Alaska"), armies(game, "Alberta")) == (5, 1)


def test_the_new_face_stands_even_if_it_is_worse() -> None:
    """[X4]"""
    game = front()
    throw(game, "Alaska", "Alberta", (6, 5, 5), (4, 4), 1)
    battle = of_kind(game.push(Reroll(ALASKA, 0)), Battle)[0]
    assert battle.attack == (5, 5, 1)


def test_the_dice_lie_highest_first_whatever_the_order_they_fell_in() -> None:
    """[X4] So that a die is named by its place."""
    game = front()
    throw(game, "Alaska", "Alberta", (1, 6, 3), (2, 5), 4)
    battle = of_kind(game.push(Reroll(ALASKA, 1)), Battle)[0]
    assert (battle.attack, battle.defence) == ((6, 4, 1), (5, 2))


def test_it_may_be_declined() -> None:
    """[X4]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    assert of_kind(game.push(Done()), Battle)[0].attack == (5, 4, 1)
    assert game.view(1).data["card-reroll"] == []


@pytest.mark.parametrize("cards", [[], [KAMCHATKA], [WILD]])
def test_without_a_card_that_shows_the_place_nobody_is_asked(cards: list[int]) -> None:
    """[X4] Wild cards never qualify."""
    game = front(hands={0: cards})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    assert game.phase == "attack"


def test_a_defender_may_not_roll_again() -> None:
    """[X4]"""
    game = front(hands={1: [ALASKA, ALBERTA]})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    assert game.phase == "attack"


def test_only_once_in_a_battle_but_again_in_the_next() -> None:
    """[X4] A battle is one roll; the same card may serve again, or another."""
    game = front(hands={0: [ALASKA, ALBERTA]})
    throw(game, "Alaska", "Alberta", (5, 5, 1), (5, 4), 1)
    game.push(Reroll(ALASKA, 2))
    assert game.phase == "attack"
    throw(game, "Alaska", "Alberta", (5, 1, 1), (6, 6), 1)
    assert {move.card for move in game.legal_moves if isinstance(move, Reroll)} == {ALASKA, ALBERTA}


@pytest.mark.parametrize("move", [Attack(ALASKA, KAMCHATKA, 3), Done()])
def test_a_card_shown_stays_in_hand_and_lies_open_until_another_target_or_the_end(move: Any) -> None:
    """[X4]"""
    game = front(hands={0: [ALASKA, WILD]})
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4), 6)
    assert game.view(1).hands[0] == [UNKNOWN, UNKNOWN]
    game.push(Reroll(ALASKA, 2))
    assert sorted(game.state.hands[0]) == [ALASKA, WILD]
    assert game.view(1).hands[0] == [UNKNOWN, ALASKA]
    assert ALASKA in game.view(1).imagine(3).state.hands[0]
    assert move in list(game.legal_moves)
    assert CallOff() not in game.legal_moves
    game.push(move)
    assert game.view(1).hands[0] == [UNKNOWN, UNKNOWN]


def test_with_a_rule_that_wants_to_hear_of_it_invasions_are_called_off_all_the_same() -> None:
    """[X4, N3-6]"""
    assert not RULES.calls_off
    assert rulebook("two-player-active-2004", "card-reroll").calls_off


def test_others_do_not_see_that_a_card_could_be_shown() -> None:
    """[X4] Neither by the decision nor by the dice that lie there; who shows a card shows the dice, too."""
    game = front(hands={0: [ALASKA, WILD]})
    events = throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4), 6)
    assert (game.phase, game.view(0).to_move, game.view(1).to_move, game.view(None).to_move) == (
        "reroll",
        0,
        None,
        None,
    )
    assert [frame[PHASE] for frame in game.view(1).frames] == ["turn", "attack", "battle"]
    assert events == []
    assert [event.kind for event in game.push(Reroll(ALASKA, 2))][:2] == ["dice shown", "rerolled"]


def test_a_card_shown_is_taken_back_when_the_target_falls() -> None:
    """[X4]"""
    game = front(armies={"Alaska": 5})
    throw(game, "Alaska", "Alberta", (5, 5, 1), (5,), 6)
    game.push(Reroll(ALASKA, 2))
    game.push(next(iter(game.legal_moves)))
    assert game.state.owner[ALBERTA] == 0
    assert game.state.data["card-reroll"] == []


def test_own_dice_alone_unless_the_rule_says_any() -> None:
    """[X4]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4), (6, 6))
    with pytest.raises(IllegalMove, match="only the first 2"):
        game.push(Reroll(ALASKA, 2))
    game = front(rulebook("classic-1959", "card-reroll", settings=("rules.card-reroll.reroll_die=any",)))
    throw(game, "Alaska", "Alberta", (5, 4), (6, 6), 1)
    assert of_kind(game.push(Reroll(ALASKA, 3)), Battle)[0].defence == (6, 1)


def test_a_card_that_shows_another_place_or_is_not_in_hand_is_refused() -> None:
    """[X4]"""
    game = front(hands={0: [ALASKA, KAMCHATKA]})
    throw(game, "Alaska", "Alberta", (5, 4), (6, 6))
    for card in (ALBERTA, KAMCHATKA, WILD):
        with pytest.raises(IllegalMove, match="shows Alaska or Alberta"):
            game.push(Reroll(card, 0))


@pytest.mark.parametrize(
    ("attack", "defence", "advised"),
    [
        ((6, 6, 1), (5, 5), Done()),  # nothing to win
        ((6, 5, 5), (6, 5), Reroll(ALASKA, 1)),  # both lost, and another six would win one
        ((5, 1), (4, 3), Reroll(ALASKA, 1)),  # the low die loses, and cannot do worse
        ((2,), (1,), Done()),  # winning
        ((2,), (2,), Reroll(ALASKA, 0)),
        ((2,), (6,), Done()),  # nothing beats a six
    ],
)
def test_the_advice_weighs_what_a_roll_brings_on_average(attack: Any, defence: Any, advised: Any) -> None:
    """[X4]"""
    game = front()
    throw(game, "Alaska", "Alberta", attack, defence)
    assert advice(game) == advised


def test_the_advice_is_to_roll_a_six_of_the_defender_again_where_that_is_allowed() -> None:
    """[X4]"""
    game = front(rulebook("classic-1959", "card-reroll", settings=("rules.card-reroll.reroll_die=any",)))
    throw(game, "Alaska", "Alberta", (5,), (6,))
    assert advice(game) == Reroll(ALASKA, 1)


def test_the_advice_rather_shows_the_card_that_lies_open_already() -> None:
    """[X4]"""
    game = front(hands={0: [ALASKA, ALBERTA]})
    throw(game, "Alaska", "Alberta", (2, 2, 1), (5, 4), 1)
    game.push(Reroll(ALBERTA, 2))
    throw(game, "Alaska", "Alberta", (1, 1), (5, 4))
    assert advice(game).card == ALBERTA


def test_a_game_saved_while_the_attacker_decides_goes_on_the_same() -> None:
    """[X4]"""
    game = front()
    throw(game, "Alaska", "Alberta", (5, 4, 1), (5, 4))
    twin = Game.from_json(game.to_json(), game.rules)
    assert twin.push(Reroll(ALASKA, 2)) == game.push(Reroll(ALASKA, 2))
    assert twin.to_json() == game.to_json()
