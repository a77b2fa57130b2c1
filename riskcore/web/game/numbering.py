"""The positions of a game as one guest may count them.

A decision that somebody else takes in secret must not show, not even by being counted. So to others it makes no
position of its own: what came of it is told with the position before.
"""

from collections.abc import Collection, Iterable

from riskcore.web.game.tree import Node

__all__ = ["Numbering"]


class Numbering:
    """Numbers from 0 without gaps, and the positions of the game that they stand for."""

    def __init__(self) -> None:
        self._shown: list[int] = []  # by the game's number
        self._last: list[int] = []  # the game's number, of several the last, by the guest's
        self._depths: list[int] = []

    def add(self, nodes: Iterable[Node], own: Collection[int]) -> list[tuple[Node, int, bool]]:
        """Number new positions for whoever has these seats: with the number, and whether it was there before."""
        added = []
        for node in nodes:
            folded = node.secret and node.mover not in own
            if folded:
                shown = self._shown[node.parent]
                self._last[shown] = node.number
            else:
                shown = len(self._last)
                self._last.append(node.number)
                self._depths.append(self._depths[self._shown[node.parent]] + 1 if node.parent >= 0 else 0)
            self._shown.append(shown)
            added.append((node, shown, folded))
        return added

    def shown(self, number: int) -> int:
        """The guest's number of a position of the game; -1 stays what it is."""
        return self._shown[number] if number >= 0 else number

    def real(self, shown: int) -> int:
        """The game's number of what the guest calls so; -1 if there is none."""
        return self._last[shown] if 0 <= shown < len(self._last) else -1

    def depth(self, shown: int) -> int:
        """How many positions come before one."""
        return self._depths[shown]
