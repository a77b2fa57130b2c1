"""A beginner: knows the rules and what is favoured, but has no plan."""

from collections.abc import Sequence, Set
from random import Random

import attrs

from riskcore import View

from .greedy import GreedyBot
from .judgement import MARGIN, STRENGTH, Judgement

__all__ = ["NoviceBot"]


@attrs.define
class NoviceBot(GreedyBot):
    """Attacks whatever it outnumbers and puts armies on any border, at random; otherwise it plays like `greedy`."""

    def start(self, view: View, seed: int) -> None:
        """Begin a game; the seed alone decides its whims."""
        super().start(view, seed)
        self._judgement = _Whims(view, seed)


class _Whims(Judgement):
    """Wishes that chance has most part in."""

    __slots__ = ("_random",)

    def __init__(self, view: View, seed: int) -> None:
        super().__init__(view)
        self._random = Random(seed)

    def best_attack(self, view: View, refused: Set[tuple[int, int]]) -> tuple[int, int] | None:
        """Any favoured attack, if there is one."""
        owner, armies, commanded = view.owner, view.armies, self.commanded
        favoured = [
            (source, target)
            for source, here in enumerate(armies)
            if here >= STRENGTH and owner[source] in commanded
            for target in view.board.neighbours[source]
            if owner[target] >= 0
            and owner[target] not in commanded
            and here - MARGIN >= armies[target]
            and (source, target) not in refused
        ]
        return self._random.choice(favoured) if favoured else None

    def front(self, view: View, among: Sequence[int]) -> int:
        """Any own territory beside an enemy."""
        owner, neighbours = view.owner, view.board.neighbours
        borders = [place for place in among if any(owner[near] not in (self.me, -1) for near in neighbours[place])]
        return self._random.choice(borders or among)
