"""The measures of a game's quality: what each is called, what it says in plain words, how it is computed.

The unit of every interval is the game. Who is ahead is a fitted probability (`riskcore.lab.record.lead`).
"""

from math import exp, inf
from typing import Any, Literal

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.measure.columns import Games
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.results import Results
from riskcore.lab.record.game_record import THOUSAND
from riskcore.lab.stats.bootstrap import mean_interval, quantile, quantile_interval, ratio_interval
from riskcore.lab.stats.intervals import (
    Interval,
    chi_square,
    expected_spread,
    finite,
    games_needed_for_rate,
    games_needed_for_seats,
    wilson,
)

__all__ = ["MEASURES", "SIGNIFICANT", "Measure", "Measured", "measure", "measure_games", "seat_wins", "whole_blocks"]

Floats = npt.NDArray[np.float64]
Unit = Literal["share", "points", "rounds", "minutes", "chance", "number"]
Kind = Literal["rate", "mean", "quantile", "ratio", "geometric", "seats"]
Better = Literal["high", "low"]

SIGNIFICANT = 0.05

# Means of what lies between 0 and 1 in every game.
_BOUNDED = {"completion", "drama", "end_surprise", "victory_lap", "runaway", "lowest_chance", "comeback", "uncertainty"}


@attrs.frozen
class Measured:
    """A measure's value in a run, with the range that the games leave plausible at 95 %.

    `compared_with` is what it would be if there were nothing to it; while that is plausible, the games have not
    settled the question, and about `more_games` more would, should the value be right. `by_armies` is the value if the
    lead is known from armies alone, in the games of the pilot. `bounds` are what it would be had the games that were
    stopped ended in the one way or the other; None if none was. `n` counts the games, or what a share is of. A length
    is infinite if too many games were stopped before their end.
    """

    key: str
    title: str
    meaning: str
    unit: Unit
    value: float | None
    interval: Interval | None
    n: int
    better: Better | None = None
    front: bool = False
    compared_with: float | None = None
    more_games: int | None = None
    by_armies: float | None = None
    bounds: Interval | None = None
    details: dict[str, Any] = attrs.field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The measure as JSON holds it."""
        shown = attrs.asdict(self, recurse=False)
        shown["interval"] = None if self.interval is None else self.interval.to_list()
        shown["bounds"] = None if self.bounds is None else self.bounds.to_list()
        shown["value"] = finite(self.value)
        del shown["front"], shown["key"]
        return shown


@attrs.frozen
class Measure:
    """How a measure is called and computed. `meaning` may name {cap}, the last round, and {fair}, an equal share.

    A `rate` is the mean of ones and zeros in a column, a `ratio` the sum of the column over the sum of another; a
    `geometric` mean is the same of thousandths of logarithms.
    """

    key: str
    title: str
    meaning: str
    unit: Unit
    kind: Kind
    column: str
    over: str = ""  # the other column of a ratio
    part: float = 0.5  # of the games that lie below a quantile
    better: Better | None = None
    front: bool = False
    leads: bool = False  # whether it depends on who is taken to be ahead
    fair: bool = False  # whether it would be an equal share if there were nothing to it

    def _there(self, games: Games) -> npt.NDArray[np.bool_]:
        """Which games have what is measured."""
        values = games.columns[self.column]
        if self.kind == "seats":
            return np.asarray(values > 0)
        return ~np.isnan(values) & ~np.isnan(games.columns[self.over or self.column])

    def games(self, games: Games) -> Floats:
        """The column, of the games that have what is measured."""
        return games.columns[self.column][self._there(games)]

    def varying(self, games: Games) -> Floats:
        """The same, with what games do to it by way of the lead (`Games.varying`)."""
        return games.varying(self.column)[self._there(games)]

    def others(self, games: Games) -> Floats:
        """The other column of a ratio, of the same games, varying likewise."""
        return games.varying(self.over)[self._there(games)]

    def weight(self, games: Games) -> float:
        """How many games a rate is as sure as, if somebody has to be ahead for it; else as many as there are."""
        values = self.games(games)
        if self.column not in games.influence:
            return values.size
        rate = (float(values.sum()) + 2) / (values.size + 4)  # as if two games more had gone either way: never 0 or 1
        plain = rate * (1 - rate)
        added = float(self.varying(games).var() - values.var())
        return values.size * plain / max(plain + added, plain / 100)

    def words(self, plan: Plan) -> str:
        """What it says of such games."""
        return self.meaning.format(cap=plan.max_rounds, fair=f"{100 / plan.players:.0f} %")

    def value(self, games: Games) -> float | None:
        """The measure; None where no game says anything."""
        values = self.games(games)
        if not values.size:
            return None
        if self.over:
            total = float(self.others(games).sum())
            return self._possible(self._plain(float(self.varying(games).sum()) / total)) if total > 0 else None
        if self.kind == "quantile":
            return quantile(values, self.part)
        if self.kind == "seats":
            wins = seat_wins(values, games.plan.players)
            return 1 - (max(wins) - min(wins)) / values.size
        return self._possible(float(self.varying(games).mean()))

    def _plain(self, value: float) -> float:
        return exp(value / THOUSAND) if self.kind == "geometric" else value

    def _possible(self, value: float) -> float:
        """With influences, numbers may reach a little beyond what can be."""
        return min(max(value, 0.0), 1.0 if self.unit == "share" else inf)

    def bounds(self, games: Games) -> Interval | None:
        """What it might be had all games ended that were stopped; None where no bound is known, or none was stopped."""
        stopped, value = games.stopped, self.value(games)
        if not stopped or value is None or self.key not in _BOUNDED:
            return None
        n = self.games(games).size
        if self.key == "completion":  # the only one that counts games that were stopped
            return Interval(value, value + stopped / n)
        return Interval(value * n / (n + stopped), (value * n + stopped) / (n + stopped))

    def interval(self, games: Games) -> Interval | None:
        """What the games leave plausible; None where they are too few to say."""
        found = self._interval(games)
        if found is None:
            return None
        return Interval(self._possible(found.low), self._possible(found.high))

    def _interval(self, games: Games) -> Interval | None:
        values = self.games(games)
        if not values.size:
            return None
        if self.over:
            ratio = ratio_interval(self.varying(games), self.others(games))
            return ratio and Interval(self._plain(ratio.low), self._plain(ratio.high))
        if self.kind == "quantile":
            return quantile_interval(values, self.part)
        if self.kind == "seats":
            return _balance_interval(seat_wins(values, games.plan.players))
        if self.kind == "rate":
            weight = self.weight(games)
            return wilson((self.value(games) or 0.0) * weight, weight)
        return mean_interval(self.varying(games))


def seat_wins(seats: Floats, players: int) -> list[int]:
    """Games won from each seat."""
    return [int(np.count_nonzero(seats == seat)) for seat in range(1, players + 1)]


def _balance_interval(wins: list[int]) -> Interval:
    """As far apart and as close together as the best and the worst seat may be, if no seat leaves its own range."""
    ranges = [wilson(count, sum(wins), sidak=len(wins)) for count in wins]
    widest = max(each.high for each in ranges) - min(each.low for each in ranges)
    narrowest = max(each.low for each in ranges) - min(each.high for each in ranges)
    return Interval(1 - min(1.0, widest), 1 - max(0.0, narrowest))


# fmt: off
MEASURES: tuple[Measure, ...] = (
    Measure("completion", "Decided games", "games that somebody wins by the end of round {cap}",
            "share", "rate", "decided", better="high", front=True),
    Measure("seat_balance", "Seat balance", "100 % minus the gap between best and worst seat",
            "share", "seats", "seat", better="high", front=True),
    Measure("length", "Typical length", "half of the games end by this round",
            "rounds", "quantile", "rounds", front=True),
    Measure("long_games", "Long games", "nine games in ten end by this round",
            "rounds", "quantile", "rounds", part=0.9, front=True),
    Measure("drama", "Drama", "how far behind the later winner was: 0 never, 1 without hope",
            "chance", "mean", "drama", better="high", front=True, leads=True),
    Measure("end_surprise", "Late surprise", "how unlikely the later winner still was with a fifth of the game to go",
            "chance", "mean", "end_surprise", better="high", front=True, leads=True),
    Measure("victory_lap", "Victory lap", "part of the game still to play when the winner is as good as sure",
            "share", "mean", "victory_lap", better="low", front=True, leads=True),
    Measure("runaway", "Runaway leader", "games won by whoever led after a quarter; {fair} if a lead meant nothing",
            "share", "rate", "leader_won", better="low", front=True, leads=True, fair=True),
    Measure("idle", "Idle time", "part of the game that an eliminated player only watches",
            "share", "ratio", "idle", over="out", better="low", front=True),
    Measure("first_out", "First one out", "part of the game that is over when the first player is out",
            "share", "mean", "first_out", better="high"),
    Measure("lowest_chance", "Lowest ebb", "the smallest chance that the later winner ever had",
            "share", "mean", "lowest_chance", better="low", leads=True),
    Measure("comeback", "Comebacks", "games won by somebody who once had less than half of an equal chance",
            "share", "rate", "comeback", better="high", leads=True),
    Measure("lead_changes", "Lead changes", "how often another player takes the lead, in ten rounds",
            "number", "mean", "lead_changes", better="high", leads=True),
    Measure("surprise", "Surprise", "how much the chances move in the whole game; 1: a sure win changes hands",
            "chance", "mean", "surprise", better="high", leads=True),
    Measure("uncertainty", "Openness", "how open the game is on average: 100 % all equal, 0 % decided",
            "share", "mean", "uncertainty", better="high", leads=True),
    Measure("kingmaking", "Kingmaking", "part of all surprise that is caused by players without a chance",
            "share", "ratio", "weak_surprise", over="surprise", better="low", leads=True),
    Measure("kill_steal", "Stolen kills", "eliminations by somebody who had dealt less than half of the last losses",
            "share", "ratio", "steals", over="kills", better="low"),
    Measure("choice", "Choice", "legal moves to choose from at a typical decision",
            "number", "geometric", "choices", over="asked"),
    Measure("turn_decisions", "Decisions a turn", "moves in a game for each of its turns; an order to attack is one",
            "number", "ratio", "moves", over="turns"),
    Measure("game_decisions", "Decisions a game", "moves in a whole game, by all players together",
            "number", "mean", "moves"),
)
# fmt: on


def measure(results: Results, *, front: bool = False) -> list[Measured]:
    """Every measure of a run that was simulated with `measured=True`; or, quicker, those of the front page alone."""
    if any(batch.recording is None for batch in results.batches()):
        raise ValueError("games that were played without a recorder; must be simulated with measured=True")
    return measure_games(Games.of(results), Games.of(results, by_armies=True), front=front)


def measure_games(games: Games, pilot: Games, *, front: bool = False) -> list[Measured]:
    """The same of games that are columns already; `pilot` are those of them whose lead is known from armies too."""
    taken = [_take(each, games, pilot) for each in MEASURES if each.front or not front]
    if not front:
        taken += [_felt(rule, counts) for rule, counts in games.felt.items()]
    return taken


def _take(definition: Measure, games: Games, pilot: Games) -> Measured:
    plan = games.plan
    measured = Measured(
        definition.key,
        definition.title,
        definition.words(plan),
        definition.unit,
        definition.value(games),
        definition.interval(games),
        definition.games(games).size,
        better=definition.better,
        front=definition.front,
        by_armies=definition.value(pilot) if definition.leads else None,
        bounds=definition.bounds(games),
    )
    if definition.kind == "seats" and measured.n:
        return _with_chance(measured, seat_wins(definition.games(games), plan.players), games.stopped)
    if definition.fair and measured.n:
        return _with_fair(measured, 1 / plan.players, measured.n / definition.weight(games))
    return measured


def _with_fair(rate: Measured, fair: float, games_each: float) -> Measured:
    """An equal share, and how many more games would tell whether this is another, if so many count as one."""
    assert rate.value is not None
    needed = None
    if rate.interval is not None and fair in rate.interval and rate.value != fair:
        needed = max(1, round(games_each * games_needed_for_rate(rate.value, fair)) - rate.n)
    return attrs.evolve(rate, compared_with=fair, more_games=needed)


def _with_chance(balance: Measured, wins: list[int], stopped: int) -> Measured:
    """What equal seats would show, and how many more games would tell whether this is less."""
    fit = chi_square(wins)
    chance = expected_spread(balance.n, len(wins))
    needed = games_needed_for_seats(wins) if fit.p_value >= SIGNIFICANT else None
    return attrs.evolve(
        balance,
        meaning=f"{balance.meaning}; pure chance shows {100 * (1 - chance.mean):.0f} %",
        compared_with=1 - chance.mean,
        more_games=None if needed is None else whole_blocks(needed - balance.n, len(wins)),
        details={
            "wins": wins,
            "chi_square": fit.statistic,
            "degrees": fit.degrees,
            "p_value": fit.p_value,
            "p_values_if_all_ended": [chi_square(each).p_value for each in _ended(wins, stopped)],
            "once_in_twenty_by_chance": 1 - chance.high,
        },
    )


def _ended(wins: list[int], stopped: int) -> tuple[list[int], list[int]]:
    """The wins of seats had games ended that were stopped: as unequal, and as equal, as may be."""
    unequal, equal = list(wins), list(wins)
    unequal[unequal.index(max(unequal))] += stopped
    for _ in range(stopped):
        equal[equal.index(min(equal))] += 1
    return unequal, equal


def whole_blocks(games: int, players: int) -> int:
    """No fewer games, and at least one block of them in which every bot has every seat."""
    return max(1, -(-games // players)) * players


def _felt(rule: str, counts: Floats) -> Measured:
    counts = counts[~np.isnan(counts)]
    return Measured(
        f"felt.{rule}",
        f"Rule {rule}",
        "how often the rule makes a difference in a game",
        "number",
        float(counts.mean()) if counts.size else None,
        mean_interval(counts),
        counts.size,
    )
