"""What can be lost again must be held until the player's next turn."""

from typing import Any

import pytest

from risk_house.hold_until_next_turn import AimReached
from riskcore import Game, RulebookError
from riskcore.events import GameWon

from .helpers import capture, continent, end_turn, of_kind, position, rulebook, without_decision

SOUTH = continent("South America")
AUSTRALIA = continent("Australia")
SCATTERED = dict.fromkeys(("Alaska", "Egypt", "Japan", "Ukraine"), 2)  # so that nobody else has a continent
TWO = ("rules.continent-race.continents=2",)


def holding(checked: str = "turn end", **given: Any) -> Game:
    """Player 0 ends a turn with South America and Australia; Siam of player 1 could break in."""
    settings = (*TWO, f'rules.continent-race.checked="{checked}"')
    rules = rulebook("classic-1959", "continent-race", "hold-until-next-turn", settings=settings)
    owners = dict.fromkeys((*SOUTH, *AUSTRALIA), 0) | SCATTERED
    usual: dict[str, Any] = {"owners": owners, "rest": 1, "armies": {"Siam": 9, "Brazil": 9}, "phase": "attack"}
    return position(rules, **{**usual, **given})


def break_in(game: Game) -> None:
    """Player 1 takes Indonesia."""
    assert game.state.player == 1
    game.push(("place", game.rules.board.territory("Siam"), game.state.reserve[1]))
    capture(game, "Siam", "Indonesia")


@pytest.mark.parametrize("checked", ["turn end", "at once"])
def test_it_wins_when_the_own_next_turn_begins(checked: str) -> None:
    """[H12]"""
    game = holding(checked)
    told = end_turn(game)
    assert of_kind(told, AimReached) == [AimReached(0, "continents")]
    assert game.outcome is None
    without_decision(game)
    assert game.outcome is None
    told = without_decision(game)
    assert game.outcome is not None
    assert told[-1] == GameWon(0, "continents")
    assert game.state.player == 0


def test_whoever_breaks_it_in_time_prevents_the_win() -> None:
    """[H12]"""
    game = holding()
    end_turn(game)
    break_in(game)
    end_turn(game)
    without_decision(game)
    assert game.outcome is None
    assert game.state.player == 0


def test_what_was_reached_only_after_the_own_turn_waits_another_round() -> None:
    """[H12]"""
    game = holding(player=2, phase="fortify")
    end_turn(game)
    assert (game.outcome, game.state.player) == (None, 0)
    without_decision(game)
    assert game.state.data["hold-until-next-turn"][0] == ["continents"]


def test_at_once_no_longer_wins_at_once() -> None:
    """[H12]"""
    owners = dict.fromkeys((*SOUTH, *AUSTRALIA), 0) | SCATTERED | {"Venezuela": 1}
    game = holding("at once", owners=owners)
    capture(game, "Brazil", "Venezuela")
    assert game.outcome is None
    assert game.phase == "attack"


def test_the_last_player_on_the_board_still_wins_at_once() -> None:
    """[H12]"""
    rules = rulebook("classic-1959", "continent-race", "hold-until-next-turn", settings=TWO)
    game = position(rules, players=2, owners={"Siam": 1}, armies={"Indonesia": 9}, phase="attack")
    capture(game, "Indonesia", "Siam")
    assert game.outcome is not None
    assert game.outcome.reason == "conquest"


def test_a_secret_mission_must_be_held_too() -> None:
    """[H12, S93-5]"""
    rules = rulebook("held-missions")
    names = list(rules.board.territories)
    owners = dict.fromkeys(names[:24], 0) | dict.fromkeys(names[24:33], 1) | dict.fromkeys(names[33:], 2)
    missions = ["Wide Lands", "Eastern Empire", "Across the Pacific"]  # the first asks for 24 territories
    game = position(rules, owners=owners, data={"secret-mission": missions}, phase="attack")
    told = end_turn(game)
    assert of_kind(told, AimReached) == [AimReached(0, "secret mission")]
    without_decision(game)
    without_decision(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (0, "secret mission")


def test_everybody_sees_who_is_about_to_win_and_wants_that_players_territories() -> None:
    """[H12]"""
    game = holding()
    end_turn(game)
    view = game.view(1)
    assert view.data["hold-until-next-turn"] == [["continents"], [], []]
    plugin = dict(game.rules.plugins)["hold-until-next-turn"]
    assert set(plugin.interests()(view, 1)) == set(game.state.territories_of(0))  # type: ignore[attr-defined]
    assert plugin.interests()(game.view(0), 0) == {}  # type: ignore[attr-defined]


def test_a_save_between_the_turns_keeps_it() -> None:
    """[H12]"""
    game = holding()
    end_turn(game)
    twin = Game.from_json(game.to_json(), game.rules)
    for each in (game, twin):
        without_decision(each)
        without_decision(each)
    assert game.outcome == twin.outcome is not None


def test_claimed_missions_cannot_be_held() -> None:
    """[H12]"""
    with pytest.raises(RulebookError, match="claimed cannot be lost again"):
        rulebook("mission-2004", "hold-until-next-turn")
