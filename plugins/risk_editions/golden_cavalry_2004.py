"""World Conquest 2004: the Golden Cavalry marks what the next set is worth."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from attrs.validators import deep_iterable, ge, min_len

from riskcore import State, hookimpl

__all__ = ["GoldenCavalry"]


@attrs.frozen(eq=False)
class GoldenCavalry:
    """Set values along a track that ends."""

    role: ClassVar[str] = "edition"
    track: tuple[int, ...] = attrs.field(
        default=(4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60),
        validator=[min_len(1), deep_iterable(ge(0))],
        metadata={"help": "the values along the track"},
    )

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """A set brings what the Golden Cavalry stands at, which then moves on: {self.in_words}; at the end it stays.
        [G04-2]
        """
        track = self.track
        return lambda state, player, cards: track[min(state.sets_traded, len(track) - 1)]

    @property
    def in_words(self) -> str:
        """The track as a phrase."""
        return ", ".join(str(value) for value in self.track)
