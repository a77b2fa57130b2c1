"""Who is ahead: the probability that each player wins, as fitted to the games of one variant.

A player's strength is a weighted sum of what the player has; the probability is its share after exponentiating, among
the players still in. The weights are those that explain the winners best, each game counting the same.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.record.game_record import Ints, Log, Turns

__all__ = [
    "FEATURES",
    "Bin",
    "Example",
    "Lead",
    "Lessons",
    "Quality",
    "beliefs",
    "chances",
    "fit_lead",
    "slopes",
    "strengths",
]

Floats = npt.NDArray[np.float64]
Weights = tuple[float, ...]

#: Shares of what all players have together; cards as the armies they bring, against the armies on the board; and how
#: near to winning the rules say that a player is.
FEATURES = ("territories", "armies", "income", "cards", "progress")

_RIDGE = 0.003  # keeps weights finite where a handful of games would explain everything; more would bias them
_STEPS = 50
_CLOSE = 1e-5  # steps shrink quadratically: what is left then is far less
_MOST_TURNS = 24  # of a game, evenly spaced, that go into the fit: all of them would hardly make it surer
_BINS = 10
_PARTS = 10  # of the games, each judged by weights from the others: the fewer, the more the fits would overstate


class Example(NamedTuple):
    """A game with its record; to learn from, if somebody won it."""

    number: int
    log: Log
    winner: int | None
    rounds: int


class Bin(NamedTuple):
    """What was predicted in some range, on average, and how often it came true; `weight` is its part of all cases."""

    predicted: float
    observed: float
    weight: float


@attrs.frozen
class Quality:
    """How well games that were not fitted to are predicted."""

    log_loss: float  # mean surprise at the winner; less is better
    uniform_log_loss: float  # the same if all players still in were equal
    calibration_error: float  # mean distance between what was predicted and how often it came true
    error_by_chance: float  # what that would be, on average over such games, if all predictions were right
    bins: tuple[Bin, ...]


@attrs.frozen
class Lead:
    """Weights fitted to all games, and to all but every tenth of them, by the last digit of their numbers."""

    whole: Weights
    without: tuple[Weights, ...]
    games: int
    quality: Quality | None  # None where no game was won

    def for_game(self, number: int) -> Weights:
        """The weights for a game among those fitted to: they never saw it."""
        return self.without[number % _PARTS]

    def to_dict(self) -> dict[str, Any]:
        """The model as JSON holds it."""
        quality = None if self.quality is None else attrs.asdict(self.quality, recurse=False)
        if quality is not None:
            quality["bins"] = [each._asdict() for each in quality["bins"]]
        return {"games": self.games, "weights": dict(zip(FEATURES, self.whole, strict=True)), "quality": quality}


def _shares(parts: npt.NDArray[np.int32]) -> Floats:
    return np.asarray(parts / np.maximum(parts.sum(axis=1, keepdims=True), 1))


def strengths(turns: Turns) -> tuple[Floats, ...]:
    """What each player has, for each feature by row and player."""
    armies = turns.armies
    cards = turns.cards / np.maximum(armies.sum(axis=1, keepdims=True), 1)
    return _shares(turns.territories), _shares(armies), _shares(turns.income), cards, turns.progress


def _softmax(scores: Floats, alive: npt.NDArray[np.bool_]) -> Floats:
    scores = np.where(alive, scores, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def beliefs(turns: Turns, weights: npt.ArrayLike) -> Floats:
    """Each player's probability to win by row and player. There is one row of weights for each, or one for all."""
    return chances(strengths(turns), turns.alive, weights)


def chances(having: Sequence[Floats], alive: npt.NDArray[np.bool_], weights: npt.ArrayLike) -> Floats:
    """The same from players' strengths.

    Added up term by term, so that a row's result does not depend on what other rows there are.
    """
    by_feature = np.asarray(weights, dtype=np.float64).T[..., None]
    scores = sum((each * weight for each, weight in zip(having, by_feature, strict=True)), start=np.zeros(1))
    return _softmax(scores, alive)


@attrs.frozen(eq=False)
class Lessons:
    """Games to learn from as one long table of turns; the weights of a game's turns add up to 1."""

    examples: Sequence[Example]
    features: Floats  # by feature, player and turn
    alive: npt.NDArray[np.bool_]
    winner: npt.NDArray[np.int64]
    weight: Floats
    game: npt.NDArray[np.int64]  # its place among the examples

    @classmethod
    def of(cls, examples: Sequence[Example]) -> "Lessons":
        """Take some turns of each game, evenly spaced; how things stand when all is over teaches nothing."""
        rows, chosen = _evenly_spaced(examples)
        players = examples[0].log.players if examples else 0
        turns = Turns.of(rows, players)
        features = np.stack([each.T for each in strengths(turns)])
        game = np.repeat(np.arange(len(examples)), chosen)
        winner = np.asarray([each.winner for each in examples], dtype=np.int64)
        return cls(examples, features, turns.alive, winner[game], (1 / np.maximum(chosen, 1))[game], game)

    def some(self, chosen: npt.NDArray[np.bool_]) -> "Lessons":
        """The lessons of some turns."""
        features = np.compress(chosen, self.features, axis=2)  # unlike an index, it keeps players' numbers together
        alive = np.compress(chosen, self.alive.T, axis=1).T
        return Lessons(self.examples, features, alive, self.winner[chosen], self.weight[chosen], self.game[chosen])

    def beliefs(self, weights: npt.ArrayLike) -> Floats:
        """Each player's probability to win by turn and player."""
        return chances([each.T for each in self.features], self.alive, weights)

    @property
    def part(self) -> npt.NDArray[np.int64]:
        """By turn, which part of the games it belongs to."""
        numbers = np.asarray([each.number for each in self.examples], dtype=np.int64)
        return np.asarray(numbers[self.game] % _PARTS)

    @property
    def games(self) -> int:
        """How many there are with a turn at all."""
        return round(float(self.weight.sum()))


def _evenly_spaced(examples: Sequence[Example]) -> tuple[Ints, npt.NDArray[np.int64]]:
    """Rows of all games, one game after another, and how many there are of each."""
    tables = [each.log.table() for each in examples]
    turns = np.asarray([max(len(table) - 1, 0) for table in tables], dtype=np.int64)
    chosen = np.minimum(turns, _MOST_TURNS)
    starts = np.cumsum([0, *(len(table) for table in tables[:-1])])[: len(tables)]
    step = np.arange(chosen.sum()) - np.repeat(np.cumsum(chosen) - chosen, chosen)
    last, gaps = np.repeat(turns - 1, chosen), np.repeat(np.maximum(chosen - 1, 1), chosen)
    whole = np.concatenate(tables) if tables else np.empty((0, 2), dtype=np.int32)
    return whole[np.repeat(starts, chosen) + step * last // gaps], chosen


def _fit(lessons: Lessons, start: Floats) -> Floats:
    """Newton's method on the weighted log-likelihood."""
    weights = start
    for _ in range(_STEPS):
        by_turn, curvature = _derivatives(lessons, weights)
        step = np.linalg.solve(curvature, by_turn.sum(axis=1) - _RIDGE * weights)
        weights = weights + step
        if np.abs(step).max() < _CLOSE:
            break
    return weights


def _derivatives(lessons: Lessons, weights: npt.ArrayLike) -> tuple[Floats, Floats]:
    """Of the log-likelihood: the slope that each turn adds by feature, and the curvature of all with the ridge."""
    features, weight = lessons.features, lessons.weight
    weighed = features * (weight * lessons.beliefs(weights).T)
    expected = weighed.sum(axis=1)
    won = features[:, lessons.winner, np.arange(features.shape[2])]
    # Not as matrix products: their threads would fight with workers.
    curvature = np.einsum("ipt,jpt->ij", weighed, features) - np.einsum("it,jt->ij", expected, expected / weight)
    return weight * won - expected, curvature + _RIDGE * np.eye(len(features))


def slopes(lessons: Lessons, weights: Weights) -> tuple[Floats, Floats]:
    """How steeply the log-likelihood of each game rises, by game and feature; and the curvature of all together."""
    by_turn, curvature = _derivatives(lessons, weights)
    games = len(lessons.examples)
    return np.stack([np.bincount(lessons.game, each, minlength=games) for each in by_turn], axis=1), curvature


def fit_lead(lessons: Lessons, used: Sequence[str] = FEATURES) -> Lead:
    """Fit the weights, and judge each part of the games by what was fitted to the others.

    Other features than those used weigh nothing.
    """
    columns = [FEATURES.index(name) for name in used]
    lessons = attrs.evolve(lessons, features=lessons.features[columns])
    none = np.zeros(len(columns))

    def all_weights(weights: Floats) -> Weights:
        whole = np.zeros(len(FEATURES))
        whole[columns] = weights
        return tuple(whole.tolist())

    if not lessons.games:
        return Lead(all_weights(none), (all_weights(none),) * _PARTS, 0, None)
    whole, part = _fit(lessons, none), lessons.part
    predicted = np.empty(lessons.alive.shape)
    without = []
    for number in range(_PARTS):
        others = lessons.some(part != number)
        weights = _fit(others, whole) if others.games else none
        predicted[part == number] = lessons.some(part == number).beliefs(weights)
        without.append(all_weights(weights))
    return Lead(all_weights(whole), tuple(without), lessons.games, _judge(predicted, lessons))


def _judge(predicted: Floats, lessons: Lessons) -> Quality:
    rows = np.arange(len(predicted))
    games = lessons.weight.sum()
    true = np.zeros(predicted.shape)
    true[rows, lessons.winner] = 1.0
    chance, came = predicted[lessons.alive], true[lessons.alive]
    weight = np.broadcast_to(lessons.weight[:, None], predicted.shape)[lessons.alive]
    weight = weight / weight.sum()
    which = np.minimum((chance * _BINS).astype(np.int64), _BINS - 1)
    parts, said, seen = (np.bincount(which, part, minlength=_BINS) for part in (weight, weight * chance, weight * came))
    # The turns of a game are correlated: by game and range, how far it is off; by range, how far all are off by luck.
    of_game = np.broadcast_to(lessons.game[:, None], predicted.shape)[lessons.alive] * _BINS + which
    off = np.bincount(of_game, weight * (came - chance), minlength=_BINS * len(lessons.examples))
    luck = np.sqrt(np.square(off.reshape(-1, _BINS)).sum(axis=0))
    return Quality(
        log_loss=float(-(lessons.weight @ np.log(np.maximum(predicted[rows, lessons.winner], 1e-300))) / games),
        uniform_log_loss=float(lessons.weight @ np.log(lessons.alive.sum(axis=1)) / games),
        calibration_error=float(np.abs(said - seen).sum()),
        error_by_chance=float(luck.sum() * np.sqrt(2 / np.pi)),  # the mean distance of a normal number from its mean
        bins=tuple(
            Bin(float(said[at] / parts[at]), float(seen[at] / parts[at]), float(parts[at]))
            for at in range(_BINS)
            if parts[at]
        ),
    )
