"""Supply lines: who is cut off does not attack."""

from collections.abc import Callable, Generator

import attrs
from attrs.validators import ge

from riskcore import Board, State, hookimpl
from riskcore.words import counted

__all__ = ["SupplyLines"]

Refusal = Callable[[State, int, int, int], str | None]


@attrs.frozen(eq=False)
class SupplyLines:
    """Attacks need supply from a neighbour."""

    neighbours: int = attrs.field(default=1, validator=ge(1), metadata={"help": "own neighbours that supply takes"})

    @hookimpl(wrapper=True)
    def attack_refusal(self, board: Board) -> Generator[None, Refusal, Refusal]:
        """But only a territory that borders {self.in_words} of its own side may attack."""
        rule = yield

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            own = sum(state.owner[near] == state.owner[source] for near in board.neighbours[source])
            if own < self.neighbours:
                return (
                    f"{board.territories[source]} has no supply: it borders {counted(own, 'territory', 'territories')}"
                )
            return rule(state, player, source, target)

        return refusal

    @property
    def in_words(self) -> str:
        """How many, in words."""
        return counted(self.neighbours, "territory", "territories")
