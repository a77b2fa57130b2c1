"""A careful player. Its fields are its parameters: `--bots "turtle(margin=5),greedy"`."""

from random import Random
from typing import Any, ClassVar

import attrs
from attrs.validators import ge

from riskcore import PHASE, View
from riskcore.moves import Attack

__all__ = ["Turtle"]


@attrs.define
class Turtle:
    """Attacks only where it is ahead by far, and takes everything else as it comes."""

    order: ClassVar[int] = 2  # defends with two dice, without being asked
    margin: int = attrs.field(default=4, validator=ge(1), metadata={"help": "armies more than the defender has"})
    _chance: Random = attrs.field(init=False, factory=Random)

    def start(self, view: View, seed: int) -> None:
        """Before a game."""
        self._chance.seed(seed)

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever is asked."""
        if view.frame[PHASE] != "attack":
            return view.legal_moves.sample(self._chance)
        for move in view.legal_moves:
            if isinstance(move, Attack) and view.armies[move.source] >= view.armies[move.target] + self.margin:
                return move
        return ("done",) if ("done",) in view.legal_moves else ("call off",)
