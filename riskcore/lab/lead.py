"""Who is ahead: the probability that each player wins, as fitted to the games of one variant.

A player's strength is a weighted sum of what the player has; the probability is its share after exponentiating, among
the players still in. The weights are those that explain the winners best, each game counting the same.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.record import Log, Turns

__all__ = ["FEATURES", "Bin", "Example", "Lead", "Quality", "beliefs", "fit_lead", "pulls", "strengths"]

Floats = npt.NDArray[np.float64]
Weights = tuple[float, ...]

#: Shares of what all players have together; cards as the armies they bring, against the armies on the board.
FEATURES = ("territories", "armies", "income", "cards")

_RIDGE = 0.003  # keeps weights finite where a handful of games would explain everything; more would bias them
_STEPS = 50
_CLOSE = 1e-9
_MOST_TURNS = 50  # of a game, evenly spaced, that go into the fit
_BINS = 10


class Example(NamedTuple):
    """A game to learn from."""

    number: int
    log: Log
    winner: int
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
    bins: tuple[Bin, ...]


@attrs.frozen
class Lead:
    """Weights fitted to all games, and to those with even and odd numbers, each to judge the other half."""

    whole: Weights
    even: Weights
    odd: Weights
    games: int
    quality: Quality | None  # None where no game was won

    def for_game(self, number: int) -> Weights:
        """The weights for a game among those fitted to: they never saw it."""
        return self.even if number % 2 else self.odd

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
    return _shares(turns.territories), _shares(armies), _shares(turns.income), cards


def _softmax(scores: Floats, alive: npt.NDArray[np.bool_]) -> Floats:
    scores = np.where(alive, scores, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def beliefs(turns: Turns, weights: npt.ArrayLike) -> Floats:
    """Each player's probability to win by row and player. There is one row of weights for each, or one for all.

    Added up term by term, so that a row's result does not depend on what other rows there are.
    """
    by_feature = np.asarray(weights, dtype=np.float64).T[..., None]
    scores = sum((each * weight for each, weight in zip(strengths(turns), by_feature, strict=True)), start=np.zeros(1))
    return _softmax(scores, turns.alive)


class _Data(NamedTuple):
    """Games as one long table of turns; the weights of a game's turns add up to 1."""

    features: Floats
    alive: npt.NDArray[np.bool_]
    winner: npt.NDArray[np.int64]
    weight: Floats
    odd: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int64]  # its place among the examples

    def half(self, odd: bool) -> "_Data":
        chosen = self.odd == odd
        return _Data(*(column[chosen] for column in self))

    @property
    def games(self) -> int:
        return round(float(self.weight.sum()))


def _table_of(examples: Iterable[Example]) -> _Data | None:
    tables, about = [], []
    players = 0
    for place, example in enumerate(examples):
        table = example.log.table()[:-1]
        if len(table):
            chosen = np.unique(np.linspace(0, len(table) - 1, min(len(table), _MOST_TURNS)).round().astype(np.int64))
            tables.append(table[chosen])
            about.append((example.winner, 1 / len(chosen), example.number % 2, place))
            players = example.log.players
    if not tables:
        return None
    turns = Turns.of(np.concatenate(tables), players)
    winner, weight, odd, place = np.repeat(np.asarray(about), [len(table) for table in tables], axis=0).T
    features = np.stack(strengths(turns), axis=2)
    integers = np.int64
    return _Data(features, turns.alive, winner.astype(integers), weight, odd.astype(np.bool_), place.astype(integers))


def _fit(data: _Data, used: Sequence[int]) -> Weights:
    """Newton's method on the weighted log-likelihood; other features than those used weigh nothing."""
    features = data.features[:, :, list(used)]
    weights = np.zeros(len(used))
    for _ in range(_STEPS if len(features) else 0):
        slopes, curvature = _derivatives(data, features, weights)
        step = np.linalg.solve(curvature, slopes.sum(axis=0) - _RIDGE * weights)
        weights += step
        if np.abs(step).max() < _CLOSE:
            break
    whole = np.zeros(len(FEATURES))
    whole[list(used)] = weights
    return tuple(whole.tolist())


def _derivatives(data: _Data, features: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Of the log-likelihood: the slope that each turn adds, and the curvature of all with the ridge."""
    probabilities = _softmax(features @ weights, data.alive)
    expected = (probabilities[:, :, None] * features).sum(axis=1)
    won = features[np.arange(len(features)), data.winner]
    spread = (features - expected[:, None, :]) * np.sqrt(data.weight[:, None] * probabilities)[:, :, None]
    spread = spread.reshape(-1, len(weights))
    return data.weight[:, None] * (won - expected), spread.T @ spread + _RIDGE * np.eye(len(weights))


def pulls(examples: Sequence[Example], weights: Weights) -> Floats:
    """By game and feature, how far each game draws fitted weights its way.

    The mean over games of what is drawn is how far the weights are off; in the games that were fitted to, it is 0.
    """
    data = _table_of(examples)
    by_game = np.zeros((len(examples), len(FEATURES)))
    if data is None:
        return by_game
    slopes, curvature = _derivatives(data, data.features, np.asarray(weights))
    np.add.at(by_game, data.game, slopes)
    drawn = len(examples) * np.linalg.solve(curvature, by_game.T).T
    return np.asarray(drawn - drawn.mean(axis=0))


def fit_lead(examples: Iterable[Example], used: Iterable[str] = FEATURES) -> Lead:
    """Fit the weights, and judge each half of the games by what was fitted to the other half."""
    data = _table_of(examples)
    none = (0.0,) * len(FEATURES)
    if data is None:
        return Lead(none, none, none, 0, None)
    columns = [FEATURES.index(name) for name in used]
    by_even, by_odd = (_fit(data.half(odd), columns) for odd in (False, True))
    predicted = np.empty(data.alive.shape)
    for odd, weights in ((False, by_odd), (True, by_even)):
        half = data.half(odd)
        predicted[data.odd == odd] = _softmax(half.features @ np.asarray(weights), half.alive)
    return Lead(_fit(data, columns), by_even, by_odd, data.games, _judge(predicted, data))


def _judge(predicted: Floats, data: _Data) -> Quality:
    rows = np.arange(len(predicted))
    games = data.weight.sum()
    true = np.zeros(predicted.shape)
    true[rows, data.winner] = 1.0
    chance, came = predicted[data.alive], true[data.alive]
    weight = np.broadcast_to(data.weight[:, None], predicted.shape)[data.alive]
    weight = weight / weight.sum()
    which = np.minimum((chance * _BINS).astype(np.int64), _BINS - 1)
    parts, said, seen = (np.bincount(which, part, minlength=_BINS) for part in (weight, weight * chance, weight * came))
    return Quality(
        log_loss=float(-(data.weight @ np.log(np.maximum(predicted[rows, data.winner], 1e-300))) / games),
        uniform_log_loss=float(data.weight @ np.log(data.alive.sum(axis=1)) / games),
        calibration_error=float(np.abs(said - seen).sum()),
        bins=tuple(
            Bin(float(said[at] / parts[at]), float(seen[at] / parts[at]), float(parts[at]))
            for at in range(_BINS)
            if parts[at]
        ),
    )
