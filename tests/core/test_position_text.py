"""A position as a line of text and as a key, both of which stand for all that a game goes on from but its chance."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from riskcore import Game, GameError, RiskError
from tests.core.test_copies_and_saves import RULEBOOKS, games

RULES = RULEBOOKS["classic-1959"]


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_position_comes_back_from_its_line(game: Game) -> None:
    text = game.position_text()
    twin = Game.from_position(game.rules, game.players, text, seed=5)
    assert "\n" not in text
    assert twin.key() == game.key()
    assert twin.position_text() == text


@settings(max_examples=30, deadline=None)
@given(games)
def test_equal_positions_have_equal_keys_and_others_have_not(game: Game) -> None:
    twin = game.copy()
    assert (twin == game, twin.key() == game.key(), hash(twin.key())) == (True, True, hash(game.key()))
    if game.outcome is None:
        twin.push(twin.legal_moves.sample(Random(1)))
        assert twin.key() != game.key()
        assert twin != game
        twin.pop()
        assert twin == game


def test_games_that_only_chance_tells_apart_have_one_key_and_are_not_equal() -> None:
    one = Game(RULES, 3, 1)
    other = Game.from_position(RULES, 3, one.position_text(), seed=2)
    assert one.key() == other.key()
    assert one != other
    assert one != 7


def test_a_line_is_short_enough_to_read() -> None:
    text = Game.from_position(
        RULES, 3, {"owners": {"Brazil": 1}, "rest": 2, "player": 1, "phase": "attack"}
    ).position_text()
    assert text.startswith("c1c1c1c1c1c1c1c1c1c1b1")
    assert " player=1 turn=1 round=1 alive=0,1,1 deck=0,1,2," in text
    assert text.endswith('frames=[["turn",1,4],["attack",1,-1]]')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "alive: missing"),
        ("a1" * 42, "alive: missing|player: missing"),
        ("a1" * 42 + " player=0", "alive: missing"),
        ("a1" * 41 + "?1 player=0", "the board has '.1'; must be like a3"),
        ("a1" * 42 + " player=x", "player: 'x'; must be whole numbers"),
        ("a1" * 41 + "a٣ player=0", "the board has 'a٣'; must be like a3"),
        ("a1" * 42 + " player=٣", "player: '٣'; must be whole numbers"),
        ("a1" * 42 + " player=0 player=0", "player stands in it twice"),
        ("a1" * 42 + " colour=0", "must be KEY=VALUE"),
        ("a1" * 42 + " player=0 alive=1,1,1 frames=[", "a position: frames"),
        ("a1" * 42 + " player=0 alive=1,1,1 turn=1 deck=1,1", "round|cards are accounted for"),
        ("a1" * 42 + " player=0 alive=1,1,1 turn=1 frames=" + "[" * 10**5, "nested too deeply"),
        ("a1" * 10**6, "at most"),
    ],
)
def test_a_line_that_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Game.from_position(RULES, 3, text)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (7, "must be a mapping, or text"),
        ({"owners": 5}, "owners: 5; must be a mapping"),
        ({"armies": []}, r"armies: \[\]; must be a mapping"),
        ({"out": "Alaska"}, "out: 'Alaska'; must be a list"),
        ({"out": [["Alaska"]]}, "unknown territory"),
        ({"out": ["Alaska", "Alaska"], "armies": {"Alaska": 1}}, "armies: Alaska"),
        ({"hands": {0: 5}}, "hands: 5; must be a list"),
        ({"hands": {0: [[1]]}}, r"\[1\] is no card"),
        ({"hands": {"²": [1]}}, "hands: '²'"),
        ({"deck": 3}, "deck: 3; must be a list"),
        ({"phase": ["attack"]}, "unknown phase"),
        ({"reserve": 5}, "reserve: 5; must be 3 numbers"),
        ({"armies": {"Alaska": 10**12}}, "armies: Alaska: 1000000000000"),
        ({7: 1}, "unknown key 7"),
        ({"data": 5}, "data: 5; must be a mapping"),
    ],
)
def test_a_description_of_the_wrong_make_is_refused(position: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game.from_position(RULES, 3, position)
