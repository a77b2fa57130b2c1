"""Positions in which one territory is attacked, and turns that end without further ado."""

from typing import Any

from riskcore import Game
from riskcore.moves import Done
from tests.options.helpers import WORLD, armies, at, capture, of_kind, play_setup, position, rulebook, throw

__all__ = [
    "WORLD",
    "armies",
    "at",
    "capture",
    "continent",
    "end_turn",
    "of_kind",
    "play_setup",
    "position",
    "rulebook",
    "throw",
    "without_decision",
]

AUTOMATIC = ("trade", "attack", "fortify")  # phases that a player may pass


def continent(*names: str) -> tuple[str, ...]:
    """The names of the territories of some continents."""
    members = [WORLD.members[WORLD.continent(name)] for name in names]
    return tuple(WORLD.territories[place] for places in members for place in places)


def end_turn(game: Game) -> list[Any]:
    """Pass what is left of a turn, from the attack on."""
    player = game.state.player
    told: list[Any] = []
    while game.outcome is None and game.state.player == player and game.phase in AUTOMATIC:
        told += game.push(Done())
    return told


def without_decision(game: Game) -> list[Any]:
    """Play a whole turn that does nothing: armies go to the first territory, and everything else is passed."""
    player = game.state.player
    told: list[Any] = []
    while game.outcome is None and game.state.player == player:
        told += game.push(Done() if game.phase in AUTOMATIC else next(iter(game.legal_moves)))
    return told
