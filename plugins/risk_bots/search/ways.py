"""Ways to play on, for a player that tries them in imagined games: styles of the planner, and moves to begin with."""

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from risk_bots.greedy import GreedyBot
from risk_bots.planner import PlannerBot
from riskcore import View

__all__ = ["STYLES", "Way", "beginning", "settling"]


@attrs.frozen
class Way:
    """A way to play on: how it is called, and what makes a player that follows it."""

    words: str
    make: Callable[[], GreedyBot]
    seed: int | None = None  # of its tastes, if it has its own

    def player(self, view: View, seed: int) -> GreedyBot:
        """A player in the seat of a view who plays this way from now on."""
        player = self.make()
        player.start(view, seed if self.seed is None else self.seed)
        return player


STYLES = (
    Way("as a planner does", PlannerBot),
    Way("one move at a time", GreedyBot),
    Way("boldly", partial(PlannerBot, aggression=2.0)),
    Way("carefully", partial(PlannerBot, aggression=0.4)),
    Way("keeping the cards", partial(PlannerBot, patience=1.0)),
)


def settling(seed: int) -> Way:
    """To settle after a taste of one's own."""
    return Way("after its own taste", PlannerBot, seed)


def beginning(move: tuple[Any, ...]) -> Way:
    """To make a move, and then play as a planner does."""
    return Way(f"beginning with {' '.join(map(str, move))}", partial(_Beginner, move=move))


@attrs.define
class _Beginner(PlannerBot):
    """Makes one move that it was told to make, and then its own."""

    move: tuple[Any, ...] | None = None

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move that was told, once."""
        move, self.move = self.move, None
        return move or super().decide(view)
