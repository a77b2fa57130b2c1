"""Armies for connected territories."""

import pytest

from riskcore import Game

from .helpers import continent, position, rulebook

SOUTH = continent("South America")  # four territories
EVERY = ('rules.empires.who="every"', "rules.empires.size=4")
LARGEST = ('rules.empires.who="largest"', "rules.empires.size=4")


def empires(settings: tuple[str, ...], *pieces: tuple[str, ...]) -> Game:
    """Each player has a piece, and the last one all that is left."""
    rules = rulebook("classic-1959", "empires", settings=settings)
    named = {name: player for player, piece in enumerate(pieces) for name in piece}
    return position(rules, players=3, owners=named, rest=2, phase="attack")


def bonus(game: Game, player: int) -> int:
    plain = rulebook("classic-1959").reinforcement(game.state, player)
    return game.rules.reinforcement(game.state, player) - plain


def test_four_that_hang_together_are_an_empire() -> None:
    """[H8]"""
    assert bonus(empires(EVERY, SOUTH, ("Alaska",)), 0) == 3


def test_four_in_two_pieces_are_none() -> None:
    """[H8]"""
    assert bonus(empires(EVERY, (*SOUTH[:2], "Alaska", "Alberta"), ("Japan",)), 0) == 0


def test_only_the_largest_brings_armies_where_the_largest_counts() -> None:
    """[H8] Player 2 has nearly all of the world."""
    game = empires(LARGEST, SOUTH, ("Alaska",))
    assert [bonus(game, player) for player in range(3)] == [0, 0, 3]


@pytest.mark.parametrize(("more", "bonuses"), [((), [3, 3]), (("Siam",), [0, 3])])
def test_of_equal_empires_each_is_the_largest_and_neutrals_have_none(more: tuple[str, ...], bonuses: list[int]) -> None:
    """[H8]"""
    rules = rulebook("two-player-1959", "empires", settings=LARGEST)
    owners = dict.fromkeys(SOUTH, 0) | dict.fromkeys((*continent("Australia"), *more), 1)
    game = position(rules, players=2, owners=owners, rest=2, phase="attack")
    assert [bonus(game, player) for player in range(2)] == bonuses


@pytest.mark.parametrize(("size", "armies"), [(4, 3), (5, 0)])
def test_size_and_armies_are_parameters(size: int, armies: int) -> None:
    """[H8]"""
    settings = ('rules.empires.who="every"', f"rules.empires.size={size}")
    assert bonus(empires(settings, SOUTH, ("Alaska",)), 0) == armies


def test_a_sensible_player_wants_what_borders_the_empire() -> None:
    """[H8]"""
    game = empires(LARGEST, SOUTH, ("Alaska",))
    plugin = dict(game.rules.plugins)["empires"]
    wanted = plugin.interests()(game.view(0), 0)  # type: ignore[attr-defined]
    assert {game.rules.board.territories[place] for place in wanted} == {"Central America", "North Africa"}
