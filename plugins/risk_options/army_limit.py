"""A limit to the armies on a territory."""

from collections.abc import Callable, Generator

import attrs
from attrs.validators import ge

from riskcore import State, hookimpl
from riskcore.words import counted

__all__ = ["ArmyLimit"]

_Limit = Callable[[State, int], int]


@attrs.frozen(eq=False)
class ArmyLimit:
    """A limit on the armies of one territory."""

    # From four armies on, three dice can be rolled and the three armies they oblige to move in find room.
    limit: int = attrs.field(default=12, validator=ge(4), metadata={"help": "most armies on a territory"})
    during_setup: bool = attrs.field(
        default=True,
        metadata={"help": "whether it applies in the set-up too; if not, larger armies stay but cannot grow"},
    )

    @hookimpl(wrapper=True)
    def army_limit(self) -> Generator[None, _Limit, _Limit]:
        """But at most {self.limit_in_words} may stand on a territory{self.from_when}; no move may bring more there.
        Armies that find no room on any territory where they may be placed are lost. [X3]
        """
        rule = yield
        limit, during_setup = self.limit, self.during_setup

        def limited(state: State, territory: int) -> int:
            allowed = rule(state, territory)
            return min(allowed, limit) if during_setup or state.turn else allowed

        return limited

    @property
    def limit_in_words(self) -> str:
        """How many."""
        return counted(self.limit, "army", "armies")

    @property
    def from_when(self) -> str:
        """When it begins to hold."""
        return ", in the set-up too" if self.during_setup else "; larger armies from the set-up stay, but cannot grow"
