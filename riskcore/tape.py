"""Randomness as a tape: numbers that follow from a seed alone, read at a position that the state keeps.

Copies of a game share the tape and differ in the position, so that copying costs nothing and a saved game is a seed
and a number. The Mersenne twister's `random()` is the same on every platform and Python version.
"""

import hashlib
from collections.abc import Iterable
from itertools import repeat, starmap
from random import Random
from threading import Lock

__all__ = ["Tape", "derive_seed"]

_CHUNK = 64


class _Twister(Random):
    """Takes whole numbers as seeds, and does not look whether they are anything else: imagined games take many."""

    def __init__(self, seed: int) -> None:
        super(Random, self).seed(seed)


class Tape:
    """An endless row of numbers in [0, 1), written as far as anybody has read."""

    __slots__ = ("_source", "_writing", "script", "seed", "values")

    orders_deck = (
        True  # a deck lies in the order of its shuffle; else each card is drawn by chance from all that lie there
    )

    def __init__(self, seed: int, script: Iterable[float] = ()) -> None:
        self.seed = seed
        self.script = tuple(script)
        self.values: list[float] = list(self.script)
        self._source = _Twister(seed)
        self._writing = Lock()  # copies of a game may be played in several threads

    def reach(self, position: int) -> None:
        """Write the tape up to and past `position`."""
        draw = self._source.random
        with self._writing:
            while len(self.values) <= position:
                self.values.extend(starmap(draw, repeat((), _CHUNK)))


def derive_seed(seed: int, *labels: int | str) -> int:
    """A seed for one part of a larger run, from the run's seed and the part's label alone."""
    text = ":".join(str(part) for part in (seed, *labels))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
