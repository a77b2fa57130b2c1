"""A described position is checked: what makes no game is refused with the offending value and what would be right."""

from typing import Any

import pytest

from riskcore import Game, GameError
from tests.core.test_copies_and_saves import RULEBOOKS

RULES = RULEBOOKS["classic-1959"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"turns": 3}, "unknown key 'turns'; did you mean 'turn'"),
        ({"owners": {"Alsaka": 1}}, "unknown territory 'Alsaka'; did you mean 'Alaska'"),
        ({"owners": {"Alaska": 7}}, "owners: Alaska: 7; must be a number from 0 to 2"),
        ({"armies": {"Alaska": 0}}, "armies: Alaska: 0; a territory in play has 1 army or more"),
        ({"armies": {"Alaska": 2.5}}, "2.5; a territory in play"),
        ({"rest": -1}, "rest: -1"),
        ({"hands": {0: [1], 1: [1]}}, "1 is no card, or in two places"),
        ({"hands": {0: [99]}}, "99 is no card"),
        ({"deck": [], "discard": []}, "are in no hand, in neither deck nor discard pile"),
        ({"player": 1}, "player 1 is to move but holds no territory"),
        ({"phase": "atack"}, "unknown phase 'atack'; did you mean 'attack'"),
        ({"reserve": [1]}, "must be 3 numbers"),
        ({"orders": [0, 0, -1]}, "orders: -1"),
        ({"data": {"storm": 1}}, "unknown data 'storm'"),
        ({"turn": -1}, "turn: -1"),
    ],
)
def test_a_position_that_makes_no_game_is_refused(position: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game.from_position(RULES, 3, position)


@pytest.mark.parametrize("arguments", [(1, 0), (7, 0), (True, 0), (3, -1), (3, 1.5)])
def test_a_game_that_cannot_be_set_up_is_refused(arguments: tuple[Any, Any]) -> None:
    with pytest.raises(GameError, match=r"players|seed"):
        Game(RULES, *arguments)


@pytest.mark.parametrize("orders", [-1, [1, 2], ["2", 2, 2]])
def test_standing_orders_are_one_number_or_one_for_each(orders: Any) -> None:
    with pytest.raises(GameError, match="orders"):
        Game(RULES, 3, orders=orders)


def test_cards_left_over_are_the_deck_or_with_a_deck_the_discard_pile() -> None:
    free = Game.from_position(RULES, 3, {"hands": {0: [5]}}).state
    assert (len(free.deck), free.discard) == (43, [])
    given = Game.from_position(RULES, 3, {"hands": {0: [5]}, "deck": [7]}).state
    assert (given.deck, len(given.discard)) == ([7], 42)


def test_what_happened_before_the_first_decision_is_told() -> None:
    game = Game(RULEBOOKS["world-domination-1993"], 3, 1)
    assert {event.kind for event in game.opening} == {"deck shuffled", "received", "rolled", "first chosen"}
    assert {"owner changed", "turn started"} < {event.kind for event in Game(RULES, 3, 1).opening}
