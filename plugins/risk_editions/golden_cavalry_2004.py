"""World Conquest 2004: the Golden Cavalry marks what the next set is worth."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from attrs.validators import deep_iterable, ge, min_len

from riskcore import Component, State, hookimpl
from riskcore.words import listed

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
        """A set brings as many armies as the number the Golden Cavalry stands at; then that piece moves on to the
        next number of its track: {self.in_words}. At the end of the track it stays. [G04-2]
        """
        track = self.track
        return lambda state, player, cards: track[min(state.sets_traded, len(track) - 1)]

    @hookimpl
    def components(self) -> tuple[Component, ...]:
        """The Golden Cavalry moves along its track."""
        track = f"A piece, and a track for it with the numbers {self.in_words}; it begins at {self.track[0]}"
        return (Component("Golden Cavalry", track),)

    @property
    def in_words(self) -> str:
        """The track as a phrase."""
        return listed(self.track)
