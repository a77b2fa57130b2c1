"""Settling: which territories to claim before the first turn."""

from random import Random

from riskcore import View
from riskcore.state import NOBODY

from .asking import Supposition

__all__ = ["Settling"]

_BEGUN = 3.0  # how much more a continent is liked for the share of it that is the player's already
_TASTE = 0.5  # how much of the liking is a matter of taste; without it all games would begin alike
_NEAR = 0.2  # what it is worth to be beside a territory that one has
_LIKING = 2.0


class Settling:
    """One player's first choices: continents that bring much and have few doors, and what keeps them together."""

    __slots__ = ("_liking", "_me")

    def __init__(self, view: View, seed: int) -> None:
        assert view.player is not None, "a spectator settles nowhere"
        self._me = view.player
        supposed, random = Supposition(view), Random(seed)
        usual, board = supposed.income(self._me), view.board
        self._liking: list[float] = []
        for members in board.members:
            gain = supposed.income_with(self._me, members) - usual
            doors = sum(any(near not in members for near in board.neighbours[place]) for place in members)
            self._liking.append(gain / max(1, doors) + _TASTE * random.random())

    def claim(self, view: View) -> int:
        """The empty territory that is liked best."""
        empty = [place for place, holder in enumerate(view.owner) if holder == NOBODY]
        return max(empty, key=lambda place: self._worth(view, place))

    def _worth(self, view: View, place: int) -> float:
        me, owner = self._me, view.owner
        continent = view.board.continent_of[place]
        mine = view.held_in[me][continent]
        others = sum(counts[continent] for counts in view.held_in) - mine
        begun = (1.0 + _BEGUN * mine - others) / view.continent_sizes[continent]
        beside = sum(owner[near] == me for near in view.board.neighbours[place])
        return _LIKING * self._liking[continent] + begun + _NEAR * beside
