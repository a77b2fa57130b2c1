"""The first to hold a set number of continents wins."""

from typing import Any

import pytest

from riskcore import Game, RulebookError

from .helpers import capture, continent, end_turn, position, rulebook

SOUTH = continent("South America")
AUSTRALIA = continent("Australia")
SCATTERED = dict.fromkeys(("Alaska", "Egypt", "Japan", "Ukraine"), 2)  # so that nobody else has a continent


def one_short(checked: str, **given: Any) -> Game:
    """Player 0 holds Australia and all of South America but Venezuela."""
    settings = ("rules.continent-race.continents=2", f'rules.continent-race.checked="{checked}"')
    rules = rulebook("classic-1959", "continent-race", settings=settings)
    owners = dict.fromkeys((*AUSTRALIA, *SOUTH), 0) | SCATTERED | {"Venezuela": 1}
    usual: dict[str, Any] = {"owners": owners, "rest": 1, "armies": {"Brazil": 9}, "phase": "attack"}
    return position(rules, **{**usual, **given})


def test_at_once_the_capture_itself_wins() -> None:
    """[H11]"""
    game = one_short("at once")
    capture(game, "Brazil", "Venezuela")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (0, "continents")


def test_at_the_turn_end_the_turn_must_be_over_first() -> None:
    """[H11]"""
    game = one_short("turn end")
    capture(game, "Brazil", "Venezuela")
    assert game.outcome is None
    end_turn(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (0, "continents")


@pytest.mark.parametrize("checked", ["at once", "turn end"])
def test_one_continent_too_few_wins_nothing(checked: str) -> None:
    """[H11]"""
    game = one_short(checked)
    end_turn(game)
    assert game.outcome is None


def test_at_the_end_of_a_turn_only_whose_turn_it_was_can_win() -> None:
    """[H11] Player 0 got Venezuela back on another's turn."""
    owners = dict.fromkeys((*AUSTRALIA, *SOUTH), 0) | SCATTERED
    game = one_short("turn end", player=1, owners=owners, phase="fortify")
    end_turn(game)
    assert game.outcome is None


def test_a_territory_out_of_play_is_not_missed() -> None:
    """[H11, H9]"""
    owners = dict.fromkeys((*AUSTRALIA, *SOUTH), 0) | SCATTERED
    del owners["Venezuela"]
    game = one_short("turn end", owners=owners, out=["Venezuela"])
    end_turn(game)
    assert game.outcome is not None


def test_a_sensible_player_wants_the_continents_that_are_nearest() -> None:
    """[H11]"""
    game = one_short("turn end")
    plugin = dict(game.rules.plugins)["continent-race"]
    wanted = plugin.interests()(game.view(0), 0)  # type: ignore[attr-defined]
    assert {game.rules.board.territories[place] for place in wanted} == {*SOUTH, *AUSTRALIA}


def test_more_continents_than_there_are_cannot_be_asked_for() -> None:
    """[H11]"""
    with pytest.raises(RulebookError, match="7 continents to hold; the board 'World' has fewer"):
        rulebook("classic-1959", "continent-race", settings=("rules.continent-race.continents=7",))
