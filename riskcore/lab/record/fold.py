"""Games' records folded into a few numbers each: how exciting a game was, and what became of those who lost.

A game of T turns has T + 1 rows of beliefs, the players' probabilities to win (`lab.record.lead`): row t - 1 is what
turn t started from, the last row is the truth. Many games are folded at once, their rows one after another; what comes
out for a game does not depend on which others there are.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import log, nan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from riskcore.lab.record.game_record import Ints, Log, Turns
from riskcore.lab.record.lead import chances, strengths

__all__ = [
    "CHANCES",
    "DECIDED",
    "HYSTERESIS",
    "OUTSIDER",
    "Elimination",
    "Fold",
    "Paths",
    "Stack",
    "eliminations",
    "fold",
    "fold_chances",
]

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

DECIDED = 0.9  # whoever has this probability is as good as sure to win
HYSTERESIS = 0.05  # a new leader is ahead of the old one by more than this
OUTSIDER = 0.05  # whoever has less hardly plays to win any more


class Fold(NamedTuple):
    """What is folded from a game, in this order; all are "not a number" for a game that nobody won."""

    drama: Floats
    lowest_chance: Floats
    comeback: Floats  # 1 or 0
    lead_changes: Floats  # in ten rounds
    surprise: Floats
    end_surprise: Floats
    uncertainty: Floats
    victory_lap: Floats
    leader_won: Floats
    weak_surprise: Floats
    idle: Floats  # parts of the game that eliminated players watched, added up
    out: Floats  # eliminated players
    first_out: Floats  # the part of the game after which the first was out; not a number if nobody was
    steals: Floats  # eliminations by somebody who had dealt less than half of the victim's late losses
    kills: Floats  # eliminations of which that can be said


#: The fields that depend on who is taken to be ahead: the first ones.
CHANCES = Fold._fields[: Fold._fields.index("idle")]


class Stack(NamedTuple):
    """The turns of many games, one game after another."""

    turns: Turns
    having: tuple[Floats, ...]  # the players' strengths
    rows: Indices  # how many each game has
    winner: Indices  # by game; -1 for nobody
    rounds: Floats

    @classmethod
    def of(cls, logs: Sequence[Log], winners: Sequence[int | None], rounds: Sequence[int]) -> "Stack":
        """Stack some games, at least one."""
        tables = [each.table() for each in logs]
        won = np.asarray([-1 if winner is None else winner for winner in winners])
        turns = Turns.of(np.concatenate(tables), logs[0].players)
        lengths = np.asarray([len(table) for table in tables])
        return cls(turns, strengths(turns), lengths, won, np.asarray(rounds, dtype=np.float64))

    def paths(self, weights: npt.ArrayLike) -> "Paths":
        """How each player's chances went; one row of weights for each game, or one for all."""
        weights = np.asarray(weights)
        by_row = weights if weights.ndim == 1 else np.repeat(weights, self.rows, axis=0)
        probabilities = chances(self.having, self.turns.alive, by_row)
        ends = np.cumsum(self.rows) - 1
        probabilities[ends] = 0.0
        probabilities[ends, self.winner] = 1.0
        return Paths(probabilities, self.turns.player, self.rows, self.winner)


def fold(stack: Stack, *weights: npt.ArrayLike) -> list[Floats]:
    """Fold games by each of some weights of the lead model: a row for each game, a column for each field of `Fold`."""
    by_weights = [stack.paths(each) for each in weights]
    fates = np.stack(_fates(stack.turns, by_weights[0]), axis=1)
    folded = [np.concatenate([fold_chances(stack, paths), fates], axis=1) for paths in by_weights]
    for each in folded:
        each[(stack.winner < 0) | (stack.rows < 2)] = nan
    return folded


def fold_chances(stack: Stack, paths: "Paths") -> Floats:
    """The columns that depend on who is taken to be ahead, of games that somebody won."""
    swings = paths.surprises()
    lowest = paths.lowest_chance()
    return np.stack(
        [
            paths.drama(),
            lowest,
            lowest < 0.5 / paths.beliefs.shape[1],
            10 * paths.lead_changes() / np.maximum(stack.rounds, 1),
            paths.total(swings),
            paths.end_surprise(),
            paths.uncertainty(),
            paths.victory_lap(),
            paths.leader_won(),
            paths.weak_surprise(swings),
        ],
        axis=1,
    )


class Paths:
    """The beliefs of some games, from which each method folds one number a game."""

    def __init__(self, beliefs: Floats, player: Ints, rows: Indices, winner: Indices) -> None:
        self.beliefs = beliefs
        self.player = player
        self.starts = np.cumsum(rows) - rows
        self.ends = self.starts + rows - 1
        self.length = rows - 1  # turns
        self._divisor = np.maximum(self.length, 1)
        self._turn = np.arange(len(beliefs)) - np.repeat(self.starts, rows)  # turns played before each row
        self._length = np.repeat(self.length, rows)
        self.winner = winner
        self._chance = beliefs[np.arange(len(beliefs)), np.repeat(winner, rows)]  # the later winner's

    def total(self, by_row: Floats) -> Floats:
        """Add up what there is for each row of a game."""
        return np.asarray(np.add.reduceat(by_row, self.starts))

    def _mean(self, by_row: Floats) -> Floats:
        """Mean over the turns of what is 0 in the row after the last."""
        return self.total(by_row) / self._divisor

    def drama(self) -> Floats:
        """How far behind the later winner was, on average over the turns; the root makes small gaps count."""
        return self._mean(np.sqrt(self.beliefs.max(axis=1) - self._chance))

    def lowest_chance(self) -> Floats:
        """The worst the later winner's prospects ever were."""
        return np.asarray(np.minimum.reduceat(self._chance, self.starts))

    def lead_changes(self) -> Floats:
        """How often another player took the lead. Nobody has it before being clearly ahead of all others."""
        best = self.beliefs.max(axis=1, keepdims=True)
        behind = best > self.beliefs + HYSTERESIS
        clear = (np.count_nonzero(behind, axis=1) == behind.shape[1] - 1).tobytes()
        overtaken = [column.tobytes() for column in behind.T]
        first = self.beliefs.argmax(axis=1).tolist()
        counts = []
        for start, end in zip(self.starts.tolist(), (self.ends + 1).tolist(), strict=True):
            changes = -1
            row = clear.find(True, start, end)
            while row >= 0:
                changes += 1
                row = overtaken[first[row]].find(True, row + 1, end)
            counts.append(max(changes, 0))
        return np.asarray(counts, dtype=np.float64)

    def surprises(self) -> Floats:
        """How much probability changed hands in each turn; 0 for the row after the last."""
        swings = np.zeros(len(self.beliefs))
        swings[:-1] = np.abs(self.beliefs[1:] - self.beliefs[:-1]).sum(axis=1) / 2
        swings[self.ends] = 0.0
        return swings

    def end_surprise(self) -> Floats:
        """What the later winner still lacked to a sure win when a fifth of the turns was left.

        The swings of these turns added up would mostly say how many turns they are.
        """
        return np.asarray(1 - self._chance[self.starts + self.length * 4 // 5])

    def uncertainty(self) -> Floats:
        """How open the game was, on average over the turns: 1 if all players were equal, 0 if one was sure to win."""
        entropy = -(self.beliefs * np.log(np.where(self.beliefs > 0, self.beliefs, 1.0))).sum(axis=1)
        return self._mean(entropy) / log(max(self.beliefs.shape[1], 2))

    def victory_lap(self) -> Floats:
        """The part of the game that is left after the last turn that started with the winner not yet sure to win."""
        still_open = np.where(self._chance < DECIDED, self._turn + 1, 0)
        return 1 - np.maximum.reduceat(still_open, self.starts) / self._divisor

    def leader_won(self) -> Floats:
        """Whether whoever led after a quarter of the turns won; of several equal leaders each led in part."""
        then = self.beliefs[self.starts + self.length // 4]
        leads = then == then.max(axis=1, keepdims=True)
        return np.asarray(leads[np.arange(len(leads)), self.winner] / leads.sum(axis=1))

    def weak_surprise(self, swings: Floats) -> Floats:
        """The surprise in turns of players who had next to no chance themselves."""
        own = self.beliefs[np.arange(len(self.beliefs)), self.player]
        return self.total(np.where(own < OUTSIDER, swings, 0.0))


class Elimination(NamedTuple):
    """A player went out in the turn that began at `row`; `share` is the part of the late losses that `by` dealt."""

    row: int
    victim: int
    by: int | None
    share: float | None


def eliminations(turns: Turns, starts: Sequence[int], ends: Sequence[int]) -> Iterator[Elimination]:
    """Who went out when and by whom, in the games between these rows.

    It is the doing of whoever's turn it was; a player who goes out in their own turn was beaten by whoever gained most
    territories by it. Losses count that were suffered in other players' turns, over the last two rounds: twice as many
    turns as there were players left.
    """
    gone = turns.alive[:-1] & ~turns.alive[1:]
    gone[np.asarray(ends[:-1], dtype=np.int64)] = False
    if not gone.any():
        return
    armies, territories, player = turns.armies.tolist(), turns.territories.tolist(), turns.player.tolist()
    left = turns.alive.sum(axis=1).tolist()
    rows, victims = np.nonzero(gone)
    first_rows = np.asarray(starts)[np.searchsorted(np.asarray(starts), rows, side="right") - 1]
    for row, victim, start in zip(rows.tolist(), victims.tolist(), first_rows.tolist(), strict=True):
        by: int = player[row]
        if by == victim:
            gains = [after - before for after, before in zip(territories[row + 1], territories[row], strict=True)]
            by = gains.index(max(gains))
            if gains[by] <= 0:
                yield Elimination(row, victim, None, None)
                continue
        first = max(start, row + 1 - 2 * left[row])
        dealt = total = 0
        for at in range(first, row + 1):
            lost = armies[at][victim] - armies[at + 1][victim]
            if lost > 0 and player[at] != victim:
                total += lost
                if player[at] == by:
                    dealt += lost
        yield Elimination(row, victim, by, dealt / total if total else None)


def _fates(turns: Turns, paths: Paths) -> tuple[Floats, ...]:
    """The last fields of `Fold`."""
    games = len(paths.starts)
    idle, out, first_out, steals, kills = np.zeros((5, games))
    first_out[:] = nan
    starts, lengths = paths.starts.tolist(), paths.length.tolist()
    for each in eliminations(turns, starts, paths.ends.tolist()):
        game = bisect_right(starts, each.row) - 1
        length = lengths[game]
        turn = each.row - starts[game] + 1
        idle[game] += (length - turn) / length
        out[game] += 1
        if out[game] == 1:
            first_out[game] = turn / length
        if each.share is not None:
            kills[game] += 1
            steals[game] += each.share < 0.5
    return idle, out, first_out, steals, kills
