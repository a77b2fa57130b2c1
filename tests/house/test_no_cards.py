"""A game without cards."""

import pytest

from riskcore import Game, RulebookError
from riskcore.events import Eliminated
from tests.options.helpers import EDITIONS

from .helpers import at, capture, end_turn, of_kind, play_setup, position, rulebook


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_no_card_anywhere(edition: str) -> None:
    """[H2]"""
    rules = rulebook(edition, "no-cards")
    game = Game(rules, 3, seed=1)
    play_setup(game)
    assert rules.deck == ()
    assert (game.state.deck, game.state.discard, game.state.hands) == ([], [], [[], [], []])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_has_neither_trading_nor_a_card(edition: str) -> None:
    """[H2]"""
    names = [phase.name for phase in rulebook(edition, "no-cards").turn]
    assert names == ["reinforce", "place", "attack", "fortify"]


def about_to_eliminate() -> Game:
    """Player 0 takes the last territory of player 1 next."""
    owners = {"Alaska": 0, "Kamchatka": 1}
    return position(rulebook("no-cards"), owners=owners, rest=2, armies={"Alaska": 9}, phase="attack")


def test_a_capture_earns_nothing() -> None:
    """[H2]"""
    game = about_to_eliminate()
    capture(game, "Alaska", "Kamchatka")
    end_turn(game)
    assert game.state.player == 2
    assert game.state.hands == [[], [], []]


def test_eliminating_a_player_goes_straight_back_to_the_attack() -> None:
    """[H2]"""
    game = about_to_eliminate()
    told = capture(game, "Alaska", "Kamchatka")
    assert of_kind(told, Eliminated) == [Eliminated(1, 0)]
    assert (game.phase, game.to_move) == ("attack", 0)
    assert game.state.owner[at(game, "Kamchatka")] == 0


@pytest.mark.parametrize(("variant", "other"), [("expert", "card-reroll"), ("two-player-active-2004", "bribes")])
def test_rules_that_need_cards_are_refused(variant: str, other: str) -> None:
    """[H2]"""
    with pytest.raises(RulebookError, match=f"'no-cards' and '{other}' conflict: .* needs cards in hand"):
        rulebook(variant, "no-cards")


def test_other_set_values_are_refused() -> None:
    """[H2]"""
    with pytest.raises(RulebookError, match="both replace the hook set_value"):
        rulebook("classic-1959", "linear-sets", "no-cards")
