"""A player that looks ahead: it imagines how the game might go on after each move it considers, and knows no rule."""

from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, ClassVar

import attrs
from attrs.validators import ge

from riskcore import DECIDER, Game, IllegalMove, View

from .greedy import GreedyBot
from .planner import PlannerBot

__all__ = ["SearchBot"]

_AHEAD = 3.0  # turns of income that count
_SURE = 2.0  # standard errors by which another move must look better than the planner's
_MOST_MOVES = 2000  # in a playout, should a game not move on
_SEEDS = 1 << 30

Move = tuple[Any, ...]


@attrs.define
class SearchBot:
    """Plays on from each candidate in imagined games, a few rounds among greedy players, and takes the best.

    Candidates are what the planner and the greedy player would do, to do nothing, and legal moves by chance.
    """

    order: ClassVar[int] = 3
    playouts: int = attrs.field(default=60, validator=ge(1), metadata={"help": "imagined games for a decision"})
    milliseconds: int = attrs.field(
        default=0, validator=ge(0), metadata={"help": "time for a decision, in place of a number of playouts; 0: none"}
    )
    rounds: int = attrs.field(default=2, validator=ge(1), metadata={"help": "rounds that an imagined game goes on"})
    others: int = attrs.field(default=2, validator=ge(0), metadata={"help": "legal moves that chance adds"})
    _planner: PlannerBot = attrs.field(init=False)
    _greedy: GreedyBot = attrs.field(init=False)
    _random: Random = attrs.field(init=False, factory=Random)
    _values: tuple[float, int] | None = attrs.field(init=False, default=None)  # what it promised, of how many

    def start(self, view: View, seed: int) -> None:
        """Begin a game; with a number of playouts the seed alone decides what this player does."""
        self._random.seed(seed)
        self._planner = PlannerBot()
        self._greedy = GreedyBot()
        self._planner.start(view, seed)
        self._greedy.start(view, seed)

    def decide(self, view: View) -> Move:
        """The candidate that imagined games speak for."""
        candidates = self._candidates(view)
        self._values = None
        return candidates[0] if len(candidates) == 1 else self._best(view, candidates)

    def why(self) -> str:
        """Why it did what it did last, as a sentence."""
        if not self._values:
            return self._planner.why()
        share, number = self._values
        return f"Of {number} moves tried in imagined games it promised most: about {share:.0%} of all strength."

    def _candidates(self, view: View) -> list[Move]:
        """Different moves to choose from, the planner's first."""
        moves = [tuple(self._planner.decide(view))]
        if view.turn == 0:
            return moves
        moves.append(tuple(self._greedy.decide(view)))
        legal = view.legal_moves
        if ("done",) in legal:
            moves.append(("done",))
        moves += [tuple(legal.sample(self._random)) for _ in range(self.others)]
        return list(dict.fromkeys(moves))

    def _best(self, view: View, candidates: list[Move]) -> Move:
        """Everybody gets the same imagined games, until the better half does; and so on."""
        values: dict[Move, list[float]] = {move: [] for move in candidates}
        first, rivals = candidates[0], candidates[1:]
        for seeds in self._shares(len(candidates)):
            for seed in seeds:
                for move in (first, *rivals):
                    values[move].append(self._playout(view, move, seed))
            gains = {move: _gain(values[move], values[first]) for move in rivals}
            rivals = sorted(rivals, key=lambda move: -gains[move][0])[: (len(rivals) + 1) // 2]
        best = rivals[0]
        gain, doubt = gains[best]
        chosen = best if gain > _SURE * doubt else first
        self._values = fmean(values[chosen]), len(candidates)
        return chosen

    def _shares(self, number: int) -> Iterator[Iterator[int]]:
        """The seeds for each halving of the candidates."""
        halvings = max(1, (number - 1).bit_length())
        until = perf_counter()
        for _ in range(halvings):
            until += self.milliseconds / 1000 / halvings
            yield self._seeds(max(1, self.playouts // halvings // number), until)
            number = (number + 1) // 2

    def _seeds(self, games: int, until: float) -> Iterator[int]:
        if not self.milliseconds:
            for _ in range(games):
                yield self._random.randrange(_SEEDS)
            return
        yield self._random.randrange(_SEEDS)
        while perf_counter() < until:
            yield self._random.randrange(_SEEDS)

    def _playout(self, view: View, move: Move, seed: int) -> float:
        """What an imagined game comes to for this player after a move."""
        game = view.imagine(seed)
        try:
            game.push(move)
        except IllegalMove:
            return -1.0
        state = game.state
        frames, push = state.frames, game.push
        players: dict[int, tuple[GreedyBot, View]] = {}
        until = state.turn + self.rounds * state.players
        for _ in range(_MOST_MOVES):
            if not frames or state.turn >= until:
                break
            seat = frames[-1][DECIDER]
            if seat not in players:
                bot = PlannerBot() if seat == view.player else GreedyBot()
                seen = game.view(seat)
                bot.start(seen, seed)
                players[seat] = bot, seen
            bot, seen = players[seat]
            push(bot.decide(seen))
        return _value(game, view.player or 0)


def _gain(values: list[float], others: list[float]) -> tuple[float, float]:
    """By how much values are better than others from the same games, and how far chance may have a part in it."""
    gains = [value - other for value, other in zip(values, others, strict=False)]
    return fmean(gains), stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 1.0


def _value(game: Game, player: int) -> float:
    """A player's share of all strength, or what the game has ended with."""
    state = game.state
    if state.outcome is not None:
        return float(state.outcome.winner == player)
    if not state.alive[player]:
        return 0.0
    strength = [0.0] * len(state.held)
    for holder, armies in zip(state.owner, state.armies, strict=True):
        if holder >= 0:
            strength[holder] += armies
    for each in range(state.players):
        if state.alive[each]:
            strength[each] += _AHEAD * state.rules.reinforcement(state, each) + 2 * len(state.hands[each])
            strength[each] **= 1.5
    return strength[player] / sum(strength[: state.players])
