"""Positions for players to decide in."""

from typing import Any

from riskcore import Game, Rulebook, load_variant
from riskcore.files.catalog import Catalog

__all__ = ["decisions", "seated"]


def seated(bot: Any, game: Game, player: int = 0, seed: int = 1) -> tuple[Any, Any]:
    """A bot of this class (or its name) that has taken a seat, and its view."""
    player_of = Catalog().bot_class(bot)() if isinstance(bot, str) else bot()
    view = game.view(player)
    player_of.start(view, seed)
    for seat in range(game.players):
        game.state.orders[seat] = 3
    return player_of, view


def decisions(bot: Any, variant: str, position: dict[str, Any], players: int = 3, **rules: Any) -> list[Any]:
    """The moves of player 0 until it is another's turn, or the game is over."""
    game = Game.from_position(Rulebook(load_variant(variant, **rules)), players, position, seed=3)
    player, view = seated(bot, game)
    turn = game.state.turn
    moves = []
    while game.outcome is None and game.state.turn == turn and game.to_move == 0:
        moves.append(player.decide(view))
        game.push(moves[-1])
    return moves
