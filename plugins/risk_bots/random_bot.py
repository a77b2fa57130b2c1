"""A player that makes any legal move: it finds what nobody thought of."""

from random import Random
from typing import Any, ClassVar

import attrs

from riskcore import View

__all__ = ["RandomBot"]


@attrs.define
class RandomBot:
    """Picks a kind of move at random, then a move of that kind at random."""

    order: ClassVar[int] = 0
    _random: Random = attrs.field(init=False, factory=Random)

    def start(self, view: View, seed: int) -> None:
        """Begin a game; the seed alone decides what this player does."""
        self._random.seed(seed)

    def decide(self, view: View) -> tuple[Any, ...]:
        """Any legal move."""
        return view.legal_moves.sample(self._random)
