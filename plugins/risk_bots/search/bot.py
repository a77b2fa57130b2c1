"""A player that looks ahead: it imagines how the game might go on if it played its turn in this way or that."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, ClassVar

import attrs
from attrs.validators import ge

from risk_bots.greedy import GreedyBot
from riskcore import PHASE, View

from .rollouts import Rollouts
from .ways import PLANNER, Way, ways_on

__all__ = ["SearchBot"]

_LEAST = 2  # imagined games for each way
_FINALISTS = 3  # ways that are tried for a round longer
_SEEDS = 1 << 30


@attrs.define
class SearchBot:
    """Plays the rest of its turn in several ways, in imagined games against planners, and takes the way that wins most.

    It thinks at the start of its turn, and again when dice have been rolled, ever more seldom as the turn goes on.
    """

    order: ClassVar[int] = 3
    playouts: int = attrs.field(default=40, validator=ge(1), metadata={"help": "imagined games for a decision"})
    milliseconds: int = attrs.field(
        default=0, validator=ge(0), metadata={"help": "time for a decision, in place of a number of playouts; 0: none"}
    )
    rounds: int = attrs.field(
        default=1, validator=ge(0), metadata={"help": "rounds that an imagined game goes on after the turn"}
    )
    _random: Random = attrs.field(init=False, factory=Random)
    _player: GreedyBot = attrs.field(init=False)  # who plays in the way that was chosen last
    _turn: int = attrs.field(init=False)  # in which it has thought last
    _asked: Counter[str] = attrs.field(init=False, factory=Counter)  # decisions of each kind in that turn
    _because: tuple[Any, ...] = attrs.field(init=False)  # a sentence with gaps, and what goes into them

    def start(self, view: View, seed: int) -> None:
        """Begin a game; with a number of playouts the seed alone decides what this player does."""
        self._random.seed(seed)
        self._player = PLANNER.player(view, seed)
        self._turn = -1
        self._asked.clear()
        self._because = ()

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move of the way that imagined games speak for."""
        ways = self._ways(view)
        if len(ways) > 1:
            self._player = self._best(view, ways).player(view, self._random.randrange(_SEEDS))
        return tuple(self._player.decide(view))

    def why(self) -> str:
        """Why it did what it did last, as a sentence or two."""
        reason = self._player.why()
        if not self._because:
            return reason
        words, *gaps = self._because
        return f"{reason} {words.format(*gaps)}"

    def _ways(self, view: View) -> Sequence[Way]:
        """The ways to try now, more than one if it is time to think."""
        phase = view.frames[-1][PHASE]
        known = self._player.knows(phase)
        if known and not self._is_time(view, phase):
            return ()
        return tuple(ways_on(view, self._random, known))

    def _is_time(self, view: View, phase: str) -> bool:
        """Whether this is the first decision of its kind in this turn of its own, the third, the seventh, and so on."""
        if view.turn and view.turn_player != view.player:
            return False
        if self._turn != view.turn:
            self._turn = view.turn
            self._asked.clear()
        self._asked[phase] += 1
        times = self._asked[phase]
        return times & (times + 1) == 0

    def _best(self, view: View, ways: Sequence[Way]) -> Way:
        """All ways are tried in the same imagined games, then the better half and the first way, and so on.

        Among several rivals rounds are long; so all ways are tried to the end of the turn, and few for a round longer.
        """
        rollouts = Rollouts(view)
        usual, left = ways[0], list(ways)
        screens = int(rollouts.rivals > 1 and len(ways) > _FINALISTS)
        stages = screens + (min(len(ways), _FINALISTS if screens else len(ways)) - 1).bit_length()
        values: dict[Way, list[float]] = {}
        for stage, seeds in enumerate(self._shares(stages, left)):
            if stage <= screens:
                values = {way: [] for way in left}
            for seed in seeds:
                for way in left:
                    values[way].append(rollouts.play(way, seed, self.rounds if stage >= screens else 0))
            apart = {tuple(values[way]): way for way in reversed(left)}  # what comes to the same is tried once
            better = sorted(apart.values(), key=lambda way: -fmean(values[way]))
            most = _FINALISTS if stage < screens else (len(left) + 1) // 2
            left[:] = [usual, *(way for way in better if way is not usual)][: max(2, most)]
            if len(left) == 1:
                break
        best = max(left, key=lambda way: _edge(values[way], values[usual]))
        self._explain(best, values)
        return best

    def _shares(self, stages: int, left: Sequence[Way]) -> Iterator[Iterator[int]]:
        """The seeds of the games to imagine at each stage, for each of the ways that are left."""
        until = perf_counter()
        for _ in range(stages):
            until += self.milliseconds / 1000 / stages
            yield self._seeds(max(_LEAST, self.playouts // stages // len(left)), until)

    def _seeds(self, games: int, until: float) -> Iterator[int]:
        number = 0
        while perf_counter() < until if self.milliseconds and number else number < games:
            number += 1
            yield self._random.randrange(_SEEDS)

    def _explain(self, best: Way, values: dict[Way, list[float]]) -> None:
        games = len(values[best])
        rivals = [way for way in values if way is not best]
        rival = max(rivals, key=lambda way: (len(values[way]), fmean(values[way])))
        self._because = (
            "In {} imagined games its chance to win came to {:.0%} if it played on {}, to {:.0%} {}.",
            games,
            fmean(values[best]),
            best.words,
            fmean(values[rival]),
            rival.words,
        )


def _edge(values: Sequence[float], usual: Sequence[float]) -> float:
    """By how much a way is better than the usual one in the same imagined games, less what may be luck."""
    edges = [value - other for value, other in zip(values, usual, strict=True)]
    return fmean(edges) - (stdev(edges) / sqrt(len(edges)) if len(edges) > 1 else 0.0)
