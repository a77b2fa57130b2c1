"""Linear sets: every set of cards is worth a little more than the one before, all game long."""

from collections.abc import Callable, Sequence

import attrs
from attrs.validators import ge

from riskcore import State, hookimpl

__all__ = ["LinearSets"]


@attrs.frozen(eq=False)
class LinearSets:
    """Set values that rise evenly."""

    first: int = attrs.field(default=4, validator=ge(0), metadata={"help": "armies for the first set of the game"})
    step: int = attrs.field(default=1, validator=ge(0), metadata={"help": "what each later set brings more"})

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """The first set of the game, whoever trades it and whatever it shows, brings {self.first} armies, and each
        later one {self.step} more than the one before. [X1]
        """
        first, step = self.first, self.step
        return lambda state, player, cards: first + step * state.sets_traded
