"""Territories out of play, drawn before each game."""

from random import Random
from typing import Any

import pytest

from riskcore import Game, IllegalMove, RulebookError
from riskcore.files.catalog import Catalog
from riskcore.moves import Attack
from riskcore.state import OUT_OF_PLAY
from riskcore.testing import broken_invariants
from tests.options.helpers import EDITIONS

from .helpers import WORLD, at, continent, play_setup, position, rulebook

MOST = ("rules.blizzards.number=10",)


def under_blizzards(game: Game) -> set[int]:
    return {place for place, owner in enumerate(game.state.owner) if owner == OUT_OF_PLAY}


@pytest.mark.parametrize("number", [1, 4, 10])
def test_so_many_are_drawn_and_the_rest_stays_connected_on_every_continent(number: int) -> None:
    """[H9]"""
    rules = rulebook("classic-1959", "blizzards", settings=(f"rules.blizzards.number={number}",))
    drawn = set()
    for seed in range(60):
        game = Game(rules, 3, seed=seed)
        out = under_blizzards(game)
        rest = set(range(len(WORLD.territories))) - out
        assert len(out) == number
        assert WORLD.reachable(min(rest), rest) == rest
        assert all(rest.intersection(members) for members in WORLD.members)
        drawn.add(frozenset(out))
    assert len(drawn) > 20


@pytest.mark.parametrize("edition", [*EDITIONS, "secret-mission-1993", "two-player-1959", "two-player-passive-2004"])
def test_no_set_up_gives_them_to_anybody(edition: str) -> None:
    """[H9]"""
    rules = rulebook(edition, "blizzards")
    game = Game(rules, rules.variant.players.min, seed=5)
    out = under_blizzards(game)
    play_setup(game)
    assert under_blizzards(game) == out
    assert all(game.state.armies[place] == 0 for place in out)
    assert sum(game.state.held) == len(WORLD.territories) - len(out)
    assert broken_invariants(game.state) == []


def test_they_cannot_be_claimed() -> None:
    """[H9]"""
    game = Game(rulebook("blizzards"), 3, seed=2)
    place = min(under_blizzards(game))
    assert {move[1] for move in game.legal_moves} == set(range(42)) - under_blizzards(game)
    with pytest.raises(IllegalMove):
        game.push(("claim", place))


def test_they_cannot_be_attacked() -> None:
    """[H9]"""
    given: dict[str, Any] = {
        "owners": {"Alaska": 0},
        "armies": {"Alaska": 9},
        "rest": 1,
        "out": ["Kamchatka"],
        "phase": "attack",
    }
    game = position(rulebook("blizzards"), **given)
    targets = {move.target for move in game.legal_moves if isinstance(move, Attack)}
    assert targets == {at(game, "Northwest Territory"), at(game, "Alberta")}
    with pytest.raises(IllegalMove, match="Kamchatka lies under a blizzard"):
        game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3))


def test_nobody_fortifies_through_one() -> None:
    """[H9] Indonesia reaches Siam only beside it: with Siam under a blizzard Australia is an island."""
    owners = dict.fromkeys(continent("Australia"), 0) | {"India": 0, "China": 1}
    given: dict[str, Any] = {"armies": {"Indonesia": 5}, "rest": 1, "out": ["Siam"], "phase": "fortify"}
    game = position(rulebook("blizzards"), owners=owners, **given)
    reached = {move.target for move in game.legal_moves if move[0] == "fortify"}  # type: ignore[attr-defined]
    assert reached == {at(game, name) for name in continent("Australia")} - {at(game, "Indonesia")}


@pytest.mark.parametrize(("owner", "armies"), [(0, 3 + 2), (1, 3)])
def test_a_continent_is_held_whole_without_them(owner: int, armies: int) -> None:
    """[H9] South America without Peru, and Brazil somebody's."""
    owners = {"Venezuela": 0, "Argentina": 0, "Brazil": owner}
    game = position(rulebook("blizzards"), owners=owners, rest=1, out=["Peru"], phase="attack")
    assert game.rules.reinforcement(game.state, 0) == armies


def test_their_cards_stay_in_the_deck() -> None:
    """[H9]"""
    game = Game(rulebook("classic-1959", "blizzards", settings=MOST), 3, seed=3)
    assert sorted(game.state.deck) == list(range(44))


def test_saves_and_copies_know_them() -> None:
    """[H9]"""
    rules = rulebook("classic-1959", "blizzards", settings=MOST)
    game = Game(rules, 4, seed=8)
    chance = Random(8)
    for _ in range(150):
        twin = Game.from_json(game.to_json(), rules)
        assert twin.state.continent_sizes == game.state.continent_sizes == game.copy().state.continent_sizes
        move = game.legal_moves.sample(chance)
        assert twin.push(move) == game.push(move)


def sensible_move(game: Game) -> Any:
    bot = Catalog().bot_class("greedy")()
    bot.start(game.view(0), 1)
    return bot.decide(game.view(0))


def test_a_sensible_player_does_not_guard_against_a_blizzard() -> None:
    """[H9] The army in Alaska borders nothing but own territories and the blizzard, and goes to the front."""
    given: dict[str, Any] = {"armies": {"Alaska": 9}, "out": ["Kamchatka"], "rest": 1, "phase": "fortify"}
    own = dict.fromkeys(("Alaska", "Alberta", "Northwest Territory"), 0)
    game = position(rulebook("blizzards"), owners=own, **given)
    kind, source, _, armies = sensible_move(game)
    assert (kind, source, armies) == ("fortify", at(game, "Alaska"), 8)


def test_a_sensible_player_does_not_wish_for_a_blizzard() -> None:
    """[H9] Nobody could be easier to beat than nobody."""
    given: dict[str, Any] = {"armies": {"Alaska": 9, "Alberta": 20, "Northwest Territory": 20}, "out": ["Kamchatka"]}
    game = position(rulebook("blizzards"), owners={"Alaska": 0}, rest=1, phase="attack", **given)
    assert sensible_move(game) == ("done",)


def test_too_many_are_refused() -> None:
    """[H9]"""
    with pytest.raises(RulebookError, match="11 blizzards are too many for the board 'World': at most 10"):
        rulebook("classic-1959", "blizzards", settings=("rules.blizzards.number=11",))


def test_missions_that_might_ask_for_one_are_refused() -> None:
    """[H9]"""
    with pytest.raises(RulebookError, match="'blizzards' and 'missions' conflict"):
        rulebook("mission-2004", "blizzards")
