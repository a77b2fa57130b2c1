"""Linear sets: every set of cards is worth a little more than the one before, all game long."""

from collections.abc import Callable, Sequence

import attrs
from attrs.validators import ge

from riskcore import State, hookimpl
from riskcore.words import counted, spelled

__all__ = ["LinearSets"]


@attrs.frozen(eq=False)
class LinearSets:
    """Set values that rise evenly."""

    first: int = attrs.field(default=4, validator=ge(0), metadata={"help": "armies for the first set of the game"})
    step: int = attrs.field(default=1, validator=ge(0), metadata={"help": "how many more each later set brings"})

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """Sets are counted over all players, and what they show does not matter: the first of the game brings
        {self.first_in_words}, and every later set {self.step_in_words} the one before. [X1]
        """
        first, step = self.first, self.step
        return lambda state, player, cards: first + step * state.sets_traded

    @property
    def first_in_words(self) -> str:
        """What the first brings."""
        return counted(self.first, "army", "armies")

    @property
    def step_in_words(self) -> str:
        """What the others bring."""
        return f"{spelled(self.step)} more than" if self.step else "the same as"
