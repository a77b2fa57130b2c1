"""At most so many battles, invasions or captures a turn."""

from typing import Any

import pytest

from riskcore import Game, IllegalMove
from riskcore.events import Battle
from riskcore.files.catalog import Catalog
from riskcore.moves import Assault, Attack, Done

from .helpers import armies, at, capture, end_turn, of_kind, position, rulebook, throw

LOSING = (1, 1, 1)  # of three dice against two
WINNING = (6, 6)


def limited(count: str, limit: int, edition: str = "classic-1959", **given: Any) -> Game:
    """Alaska and Peru of player 0 may attack; player 1 has all but Japan."""
    settings = (f'rules.attack-limit.count="{count}"', f"rules.attack-limit.limit={limit}")
    rules = rulebook(edition, "attack-limit", settings=settings)
    owners = {"Alaska": 0, "Peru": 0, "Japan": 2}
    strong = {"Alaska": 40, "Peru": 40, "Kamchatka": 30, "Brazil": 30, "Alberta": 30}
    return position(rules, **{"owners": owners, "rest": 1, "armies": strong, "phase": "attack", **given})


def lose(game: Game, source: str, target: str) -> None:
    throw(game, source, target, LOSING, WINNING)


def refuses(game: Game, source: str, target: str) -> bool:
    move = Attack(at(game, source), at(game, target), 3)
    assert (move in game.legal_moves) == (move in set(game.legal_moves))
    return move not in game.legal_moves


def test_every_roll_counts_as_a_battle() -> None:
    """[H4]"""
    game = limited("battles", 2)
    lose(game, "Alaska", "Kamchatka")
    assert not refuses(game, "Alaska", "Kamchatka")
    lose(game, "Alaska", "Kamchatka")
    assert set(game.legal_moves) == {Done()}


def test_the_refusal_says_why() -> None:
    """[H4]"""
    game = limited("battles", 1)
    lose(game, "Alaska", "Kamchatka")
    with pytest.raises(IllegalMove, match="at most one battle a turn may be made, and that many have been"):
        game.push(Attack(at(game, "Peru"), at(game, "Brazil"), 3))


@pytest.mark.parametrize("order", [0, 2])
def test_an_attack_order_stops_at_the_limit(order: int) -> None:
    """[H4] Whether the defender is asked or has given a standing order."""
    game = limited("battles", 4, orders=[order] * 3)
    told = game.push(Assault(at(game, "Alaska"), at(game, "Kamchatka"), 1, -99, 0))
    while game.phase == "defend":
        told += game.push(("defend", 2))
    assert len(of_kind(told, Battle)) == 4
    assert set(game.legal_moves) == {Done()}


def test_battles_in_a_row_against_one_territory_are_one_invasion() -> None:
    """[H4]"""
    game = limited("invasions", 2)
    for _ in range(3):
        lose(game, "Alaska", "Kamchatka")
    lose(game, "Peru", "Brazil")
    assert not refuses(game, "Peru", "Brazil")
    assert refuses(game, "Alaska", "Alberta")
    assert refuses(game, "Alaska", "Kamchatka")  # to come back would be a third


def test_an_invasion_that_succeeds_counts_too() -> None:
    """[H4]"""
    game = limited("invasions", 1)
    capture(game, "Peru", "Argentina")
    assert set(game.legal_moves) == {Done()}


def test_only_captures_count_where_captures_are_limited() -> None:
    """[H4]"""
    game = limited("captures", 2)
    for _ in range(5):
        lose(game, "Alaska", "Kamchatka")
    capture(game, "Peru", "Argentina")
    assert not refuses(game, "Alaska", "Kamchatka")
    capture(game, "Peru", "Venezuela")
    assert set(game.legal_moves) == {Done()}


@pytest.mark.parametrize("count", ["battles", "invasions", "captures"])
def test_the_next_player_starts_from_nothing(count: str) -> None:
    """[H4]"""
    game = limited(count, 1)
    capture(game, "Peru", "Argentina")
    end_turn(game)
    assert game.state.player == 1
    game.push(("place", at(game, "Brazil"), game.state.reserve[1]))
    assert Attack(at(game, "Brazil"), at(game, "Peru"), 3) in game.legal_moves


@pytest.mark.parametrize("count", ["battles", "invasions", "captures"])
def test_a_sensible_player_ends_the_attack_when_nothing_more_is_allowed(count: str) -> None:
    """[H4]"""
    game = limited(count, 1, armies={"Alaska": 60})
    bot = Catalog().bot_class("greedy")()
    bot.start(game.view(0), 1)
    capture(game, "Alaska", "Northwest Territory", 30)
    assert bot.decide(game.view(0)) == Done()


def test_without_the_limit_the_same_attacks_go_on() -> None:
    """[H4]"""
    game = limited("battles", 99)
    before = armies(game, "Alaska")
    for _ in range(5):
        lose(game, "Alaska", "Kamchatka")
    assert armies(game, "Alaska") == before - 10
    assert not refuses(game, "Alaska", "Kamchatka")
