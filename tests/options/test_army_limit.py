"""At most 12 armies on a territory."""

from random import Random

import pytest

from riskcore import Game, IllegalMove, VariantError, load_variant
from riskcore.events import ArmiesLost, Placed
from riskcore.moves import Fortify, MoveIn, Place, Trade

from .helpers import EDITIONS, WORLD, armies, at, capture, of_kind, places, position, rulebook

RULES = rulebook("classic-1959", "army-limit")


def test_no_thirteenth_army_can_be_placed() -> None:
    """[X3]"""
    game = position(RULES, armies={"Alaska": 10}, owners={"Japan": 1, "Siam": 2}, reserve=[5, 0, 0], phase="place")
    with pytest.raises(IllegalMove, match="no room"):
        game.push(Place(at(game, "Alaska"), 3))
    game.push(Place(at(game, "Alaska"), 2))
    assert armies(game, "Alaska") == 12
    assert "Alaska" not in places(game.legal_moves)


def test_armies_without_room_anywhere_are_lost() -> None:
    """[X3]"""
    owners = {"Alaska": 0, "Japan": 2}
    game = position(RULES, rest=1, owners=owners, armies={"Alaska": 9}, reserve=[5, 0, 0], phase="place")
    events = game.push(Place(at(game, "Alaska"), 3))
    assert of_kind(events, ArmiesLost) == [ArmiesLost(0, 2)]
    assert (game.phase, game.state.reserve[0]) == ("attack", 0)


def test_no_army_is_lost_while_one_territory_has_room() -> None:
    """[X3]"""
    owners = {"Alaska": 0, "Alberta": 0, "Japan": 2}
    game = position(RULES, rest=1, owners=owners, armies={"Alaska": 9, "Alberta": 11}, reserve=[5, 0, 0], phase="place")
    assert not of_kind(game.push(Place(at(game, "Alaska"), 3)), ArmiesLost)
    assert list(game.legal_moves) == [Place(at(game, "Alberta"), 1)]


def test_a_move_that_would_exceed_the_limit_is_illegal() -> None:
    """[X3]"""
    game = position(RULES, owners={"Japan": 1, "Siam": 2}, armies={"Alaska": 11, "Alberta": 4}, phase="fortify")
    with pytest.raises(IllegalMove, match="no room"):
        game.push(Fortify(at(game, "Alberta"), at(game, "Alaska"), 2))
    game.push(Fortify(at(game, "Alberta"), at(game, "Alaska"), 1))
    assert armies(game, "Alaska") == 12


def test_no_more_than_the_limit_moves_in() -> None:
    """[X3]"""
    rules = rulebook("classic-1959", "army-limit", settings=("rules.army-limit.limit=5",))
    game = position(rules, rest=1, owners={"Alaska": 0, "Japan": 2}, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Alberta", move_in=5)
    assert (armies(game, "Alaska"), armies(game, "Alberta")) == (4, 5)


def test_the_fewest_that_must_move_in_always_fit() -> None:
    """[X3] With the smallest limit and all dice."""
    rules = rulebook("classic-1959", "army-limit", settings=("rules.army-limit.limit=4",))
    game = position(rules, rest=1, owners={"Alaska": 0, "Japan": 2}, armies={"Alaska": 6}, phase="attack")
    capture(game, "Alaska", "Alberta", move_in=4)
    assert armies(game, "Alberta") == 4
    assert MoveIn(5) not in game.legal_moves


def test_a_limit_that_the_fewest_would_not_fit_in_is_refused() -> None:
    """[X3]"""
    with pytest.raises(VariantError, match="limit"):
        load_variant("classic-1959", rules=["army-limit"], settings=["rules.army-limit.limit=3"])


def test_a_matching_card_is_lost_where_its_territory_is_full() -> None:
    """[X3, W93-3]"""
    rules = rulebook("world-domination-1993", "army-limit")
    owners = {"Alberta": 1, "Western United States": 2}
    game = position(rules, owners=owners, armies={"Alaska": 12}, hands={0: [0, 1, 8]}, phase="trade")
    events = game.push(Trade((0, 1, 8)))
    assert armies(game, "Alaska") == 12
    assert sum(placed.armies for placed in of_kind(events, Placed)) == 0
    assert game.state.reserve[0] == 4


@pytest.mark.parametrize("edition", [*EDITIONS, "two-player-1959", "two-player-passive-2004"])
def test_the_set_up_keeps_to_the_limit(edition: str) -> None:
    """[X3] With a limit so low that all starting armies just fit, and none is lost."""
    rules = rulebook(edition, "army-limit", settings=("rules.army-limit.limit=4",))
    free = rulebook(edition)
    players = rules.variant.players.min
    total = []
    for each in (rules, free):
        game = Game(each, players, seed=3)
        chance = Random(5)
        while game.state.turn == 0:
            game.push(game.legal_moves.sample(chance))
            assert each is free or max(game.state.armies) <= 4
        total.append(sum(game.state.armies))
    assert total[0] == total[1]


def test_the_set_up_may_be_free_of_the_limit() -> None:
    """[X3] What then stands there beyond the limit stays, and does not grow."""
    settings = ("rules.army-limit.during_setup=false", "rules.army-limit.limit=4")
    game = Game(rulebook("world-domination-1993", "army-limit", settings=settings), 3, seed=1)
    while game.state.turn == 0:
        game.push(next(iter(game.legal_moves)))
    assert max(game.state.armies) == 35 - 13
    crowded = WORLD.territories[game.state.armies.index(22)]
    assert game.phase == "place"
    assert crowded not in places(game.legal_moves)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_army_ever_exceeds_the_limit(edition: str) -> None:
    """[X3]"""
    game = Game(rulebook(edition, "army-limit", "free-fortify", "capitals"), 4, seed=2)
    chance = Random(2)
    for _ in range(1500):
        if game.outcome is not None:
            break
        game.push(game.legal_moves.sample(chance))
        assert max(game.state.armies) <= 12
