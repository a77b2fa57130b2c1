"""Neutrals get armies every round."""

from typing import Any

import pytest

from riskcore import Game, RulebookError
from riskcore.events import ArmiesLost, Placed, Received
from riskcore.moves import Place
from riskcore.phases import PlaceFrame

from .helpers import armies, at, end_turn, of_kind, position, rulebook

ONE, TWO, NEUTRAL = 0, 1, 2
CHANCE = ('rules.neutral-reinforcement.placed_by="chance"',)


def end_of_round(*settings: str, variant: str = "two-player-1959", more: str = "", **given: Any) -> Game:
    """The last turn of round 1, player 1's, before its fortification; the neutral has Brazil and Peru."""
    amount = "rules.neutral-reinforcement.armies=2"
    book = rulebook(variant, *more.split(), "neutral-reinforcement", settings=(amount, *settings))
    owners = {"Brazil": NEUTRAL, "Peru": NEUTRAL, "Alaska": TWO}
    usual: dict[str, Any] = {"owners": owners, "player": TWO, "round": 1, "turn": 2, "phase": "fortify"}
    return position(book, players=2, **{**usual, **given})


def test_the_opponent_of_who_begins_the_round_places() -> None:
    """[H13]"""
    game = end_of_round()
    told = end_turn(game)
    assert of_kind(told, Received)[0] == Received(NEUTRAL, 2, "round")
    assert (game.state.player, game.to_move, game.phase) == (ONE, TWO, "place")
    places = {at(game, "Brazil"), at(game, "Peru")}
    assert set(game.legal_moves) == {Place(place, number) for place in places for number in (1, 2)}


def test_the_turn_goes_on_when_they_are_placed() -> None:
    """[H13]"""
    game = end_of_round()
    end_turn(game)
    game.push(Place(at(game, "Brazil"), 1))
    game.push(Place(at(game, "Peru"), 1))
    assert (armies(game, "Brazil"), armies(game, "Peru")) == (2, 2)
    assert (game.to_move, game.phase) == (ONE, "place")
    assert game.state.reserve[ONE] > 0


def test_once_a_round_not_once_a_turn() -> None:
    """[H13]"""
    game = end_of_round(player=ONE, turn=3, round=2, data={"neutral-reinforcement": 2})
    told = end_turn(game)
    assert [each for each in of_kind(told, Received) if each.owner == NEUTRAL] == []


def test_not_in_the_first_round() -> None:
    """[H13]"""
    game = end_of_round(player=ONE, phase="reinforce neutrals")
    assert game.to_move == ONE


def test_chance_puts_each_army_somewhere() -> None:
    """[H13]"""
    seen = set()
    for seed in range(8):
        game = Game.from_json(end_of_round(*CHANCE).to_json())
        game = game.copy(seed=seed)
        told = end_turn(game)
        placed = [event for event in of_kind(told, Placed) if event.owner == NEUTRAL]
        assert [event.armies for event in placed] == [1, 1]
        assert game.to_move == ONE
        assert game.state.reserve[NEUTRAL] == 0
        seen.add((armies(game, "Brazil"), armies(game, "Peru")))
    assert seen == {(1, 3), (2, 2), (3, 1)}


def test_a_neutral_that_is_gone_gets_nothing() -> None:
    """[H13]"""
    game = end_of_round(owners={"Alaska": TWO})
    end_turn(game)
    assert (game.to_move, game.phase) == (ONE, "place")
    assert game.state.reserve[NEUTRAL] == 0


@pytest.mark.parametrize("settings", [(), CHANCE])
def test_what_finds_no_room_is_lost(settings: tuple[str, ...]) -> None:
    """[H13, X3]"""
    game = end_of_round(*settings, more="army-limit", armies={"Brazil": 12, "Peru": 12})
    told = end_turn(game)
    assert of_kind(told, ArmiesLost) == [ArmiesLost(NEUTRAL, 2)]
    assert game.to_move == ONE


def test_four_neutrals_are_served_one_after_another() -> None:
    """[H13]"""
    owners = {"Brazil": 2, "Peru": 3, "Egypt": 4, "Japan": 5, "Alaska": TWO}
    game = end_of_round(variant="two-player-passive-2004", owners=owners)
    end_turn(game)
    served = []
    while game.to_move == TWO:
        served.append(game.state.frames[-1][PlaceFrame.owner])
        game.push(max(game.legal_moves))
    assert sorted(set(served)) == [2, 3, 4, 5]
    assert armies(game, "Brazil") == armies(game, "Peru") == armies(game, "Egypt") == armies(game, "Japan") == 3


def test_it_needs_neutrals() -> None:
    """[H13]"""
    with pytest.raises(RulebookError, match="'neutral-reinforcement' requires the rule 'neutrals'"):
        rulebook("classic-1959", "neutral-reinforcement")
