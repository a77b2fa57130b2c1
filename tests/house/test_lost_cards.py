"""Eliminating a player brings no cards."""

import pytest

from riskcore import Game
from riskcore.events import CardsTaken
from riskcore.testing import broken_invariants

from .helpers import capture, of_kind, position, rulebook

OWN = [0, 8, 13]  # three infantry: a set
LOST = [5, 6, 7, 9]


def about_to_eliminate(*settings: str) -> Game:
    """Player 0 takes the last territory of player 1 next, who holds cards."""
    rules = rulebook("classic-1959", "lost-cards", settings=settings)
    owners, hands = {"Alaska": 0, "Kamchatka": 1}, {0: OWN, 1: LOST}
    return position(rules, owners=owners, rest=2, armies={"Alaska": 9}, hands=hands, phase="attack")


def test_the_cards_are_discarded() -> None:
    """[H3]"""
    game = about_to_eliminate()
    told = capture(game, "Alaska", "Kamchatka")
    assert of_kind(told, CardsTaken) == []
    assert game.state.hands == [OWN, [], []]
    assert game.state.discard == LOST


def test_nobody_may_trade_for_an_elimination() -> None:
    """[H3] Not even a set of the own, which Classic 1959 would allow."""
    game = about_to_eliminate()
    capture(game, "Alaska", "Kamchatka")
    assert game.phase == "attack"


def test_the_cards_may_be_shuffled_into_the_deck() -> None:
    """[H3]"""
    game = about_to_eliminate('rules.lost-cards.cards="deck"')
    before = game.state.deck[:]
    capture(game, "Alaska", "Kamchatka")
    assert sorted(game.state.deck) == sorted(before + LOST)
    assert game.state.deck != before + LOST
    assert game.state.discard == []
    assert broken_invariants(game.state) == []


@pytest.mark.parametrize("cards", ["discard", "heir"])
def test_what_a_fallen_capital_does_with_cards_is_the_capitals_rule(cards: str) -> None:
    """[H3, X6]"""
    rules = rulebook("classic-1959", "capitals", "lost-cards", settings=(f'rules.capitals.cards="{cards}"',))
    siam, alaska, japan = (rules.board.territory(name) for name in ("Siam", "Alaska", "Japan"))
    owners = {"Indonesia": 0, "Japan": 2}
    data = {"capitals": [siam, alaska, japan]}
    game = position(rules, owners=owners, rest=1, hands={0: LOST}, data=data, phase="fortify")
    game.push(("done",))
    assert (game.state.hands[1] == LOST) == (cards == "heir")
