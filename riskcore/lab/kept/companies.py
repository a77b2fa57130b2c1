"""Games by who played them: people, bots, or both; measured as a run measures its own.

Who is ahead is judged by what decided these very games if there are enough of them, as in a run; a few games of people
are judged by what decided those of the bots.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.files.variant import Variant
from riskcore.lab.kept.logs import PEOPLE, SeenGame
from riskcore.lab.kept.tables import TableGame
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change
from riskcore.lab.measure.measures import Measured, measure_games, seat_wins
from riskcore.lab.measure.summary import Share
from riskcore.lab.play.batch import MAX_ROUNDS, GameRecord, Plan
from riskcore.lab.play.recorded_batch import PILOT, Recording, fit_pilot, fold_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.record.game_record import Log
from riskcore.lab.record.lead import Lead
from riskcore.lab.stats.bootstrap import quantile, quantile_interval
from riskcore.words import listed

__all__ = ["COMPARABLE", "Company", "Gathering", "PlayedVariant", "people_first"]

COMPARABLE = 20  # games of either kind that a difference takes; of fewer, a few alike would look like proof

_ENOUGH = 100  # games that say by themselves who is ahead
_AT_ONCE = 200

Floats = npt.NDArray[np.float64]


@attrs.frozen
class Company:
    """The games that the same kinds of players have played, and what they show."""

    who: tuple[str, ...]  # `PEOPLE` first, then bots by name
    games: Games
    measured: Sequence[Measured]
    wins: dict[str, Share]  # by kind of player
    judged_by: str  # whose games say who is ahead
    results: Results  # those that can be played again
    at_table: int = 0  # how many others there are

    @property
    def name(self) -> str:
        """Who they are, as a phrase."""
        return listed(self.who)

    @property
    def has_people(self) -> bool:
        """Whether people are among them."""
        return PEOPLE in self.who

    @property
    def seats(self) -> list[Share]:
        """Wins by seat, in order of play."""
        players = self.games.plan.players
        wins = seat_wins(self.games.columns["seat"], players)
        return [Share(won, sum(wins), 1 / players) for won in wins]

    @property
    def rounds(self) -> list[int]:
        """How long the games lasted that came to an end, and of which somebody knows."""
        return [int(each) for each in self.games.columns["rounds"] if np.isfinite(each)]

    def to_dict(self) -> dict[str, Any]:
        """The company as JSON holds it."""
        return {
            "who": list(self.who),
            "games": len(self.games),
            "at_a_table": self.at_table,
            "wins_by_seat": [seat.wins for seat in self.seats],
            "seat_intervals": [[seat.interval.low, seat.interval.high] for seat in self.seats],
            "wins": {
                name: {"wins": share.wins, "fair": share.fair, "interval": share.interval.to_list()}
                for name, share in self.wins.items()
            },
            "judged_by": self.judged_by,
            "measures": {each.key: each.to_dict() for each in self.measured},
        }


@attrs.frozen
class PlayedVariant:
    """The games of one variant with one number of players: one company after another, people first.

    `changes` are what people's games show against those of the bots that have played most; empty if only one of the two
    has played.
    """

    variant: Variant
    players: int
    companies: Sequence[Company]
    changes: Sequence[Change] = ()
    compared: tuple[str, str] = ("", "")  # who is compared, and with whom
    beside: int = 0  # games of bots that were played for it

    def to_dict(self) -> dict[str, Any]:
        """Its games as JSON holds them."""
        ours, base = self.compared
        return {
            "variant": self.variant.id,
            "name": self.variant.name,
            "players": self.players,
            "played_beside": self.beside,
            "companies": [each.to_dict() for each in self.companies],
            "compared": {"who": ours, "with": base, "measures": [each.to_dict() for each in self.changes]},
        }


def people_first(who: Sequence[str]) -> tuple[str, ...]:
    """The kinds of players, each once: people, then bots."""
    return tuple(sorted(set(who), key=lambda name: (name != PEOPLE, name)))


@attrs.define
class Gathering:
    """The games of one company while they come in; those after the pilot are folded as they come."""

    variant: Variant
    players: int
    who: tuple[str, ...]
    _max_rounds: int = 1
    _records: list[GameRecord] = attrs.field(init=False, factory=list)
    _logs: list[Log] = attrs.field(init=False, factory=list)
    _rules: tuple[str, ...] = attrs.field(init=False, default=())
    _folded: list[Batch] = attrs.field(init=False, factory=list)
    _pilot: Results | None = attrs.field(init=False, default=None)
    _at_table: list[TableGame] = attrs.field(init=False, factory=list)
    _seats: Counter[str] = attrs.field(init=False, factory=Counter)  # held by each kind, in games that somebody won
    _won: Counter[str] = attrs.field(init=False, factory=Counter)

    def see(self, game: SeenGame) -> None:
        """Take a game of a log."""
        self._records.append(game.record)
        self._logs.append(game.log)
        self._rules = game.rules
        self._max_rounds = max(self._max_rounds, game.max_rounds)
        if game.record.winner is not None:
            self._count(game.who, game.who[game.record.winner])
        if self._pilot is None and len(self._records) == PILOT:
            self._fit()
        elif self._pilot is not None and len(self._records) == _AT_ONCE:
            self._fold(self._pilot.lead)

    def hear(self, game: TableGame) -> None:
        """Take a game of a table."""
        self._at_table.append(game)
        self._max_rounds = max(self._max_rounds, MAX_ROUNDS, game.rounds or 0)
        if game.winner is not None:
            self._count((PEOPLE,) * game.seats, PEOPLE)

    def take(self, results: Results) -> None:
        """Take the games of a run, all at once."""
        self._max_rounds, self._pilot = results.plan.max_rounds, results
        line_up = results.plan.line_up
        for game in results:
            if game.seat:
                self._count(line_up, line_up[(game.first_bot + game.seat - 1) % self.players])

    def _count(self, who: Sequence[str], winner: str) -> None:
        self._seats.update(who)
        self._won[winner] += 1

    @property
    def recorded(self) -> int:
        """How many games there are with a record."""
        return sum(map(len, [self._pilot or [], *self._folded, self._records]))

    @property
    def lead(self) -> Lead | None:
        """Who is ahead, as these games have it; None as long as they are too few to say."""
        if self._pilot is None and self.recorded >= _ENOUGH:
            self._fit()
        return None if self._pilot is None else self._pilot.lead

    def _fit(self) -> None:
        self._pilot = Results(self._plan)
        self._pilot.add(self._batch(0))
        fit_pilot(self._pilot)

    def _fold(self, lead: Lead | None) -> None:
        if self._records:
            assert lead is not None  # the judge of any game has been fitted
            self._folded.append(fold_batch(self._batch(self.recorded - len(self._records)), lead.whole))

    def _batch(self, start: int) -> Batch:
        records, logs = self._records, self._logs
        self._records, self._logs = [], []
        return Batch.of(start, records, Recording.of(self._rules, logs))

    @property
    def _plan(self) -> Plan:
        return Plan(self.variant, self.players, bots=self.who, max_rounds=self._max_rounds)

    def measure(self, reference: "Gathering | None", *, front: bool = False) -> Company:
        """What they show. Where they are too few to say who is ahead, the reference says it."""
        judge = self if reference is None or self.lead is not None else reference
        if judge._pilot is None and judge._records:
            judge._fit()
        results = Results(self._plan) if self._pilot is None else self._pilot
        self._fold(judge.lead)
        for batch in self._folded:
            results.add(batch)
        games = _with_tables(Games.of(results), self._at_table)
        measured = measure_games(games, Games.of(results, by_armies=True), front=front)
        if any(game.minutes is not None for game in self._at_table):
            measured.append(_minutes(self._at_table))
        total = sum(self._won.values())
        seats = sum(self._seats.values()) or 1
        wins = {name: Share(self._won[name], total, self._seats[name] / seats) for name in self.who}
        return Company(self.who, games, measured, wins, listed(judge.who), results, len(self._at_table))


def _with_tables(games: Games, at_table: Sequence[TableGame]) -> Games:
    """The games with others of which only little is known: all else is "not a number"."""
    if not at_table:
        return games
    told = {
        "decided": [float(game.winner is not None) for game in at_table],
        "seat": [float(game.winner or 0) for game in at_table],
        "rounds": [_length(game) for game in at_table],
    }

    def longer(name: str, column: Floats, rest: float = np.nan) -> Floats:
        return np.concatenate([column, np.asarray(told.get(name, [rest] * len(at_table)), dtype=np.float64)])

    return attrs.evolve(
        games,
        columns={name: longer(name, column) for name, column in games.columns.items()},
        felt={name: longer("", column) for name, column in games.felt.items()},
        influence={name: longer("", column, 0.0) for name, column in games.influence.items()},
    )


def _length(game: TableGame) -> float:
    """Rounds; a game that was broken off would have gone on, for who knows how long."""
    if game.winner is None:
        return np.inf
    return np.nan if game.rounds is None else float(game.rounds)


def _minutes(at_table: Sequence[TableGame]) -> Measured:
    """The time that a game takes; one that was broken off would have taken longer."""
    known = [game for game in at_table if game.minutes is not None]
    values = np.asarray([np.inf if game.winner is None else game.minutes for game in known], dtype=np.float64)
    return Measured(
        "minutes",
        "Playing time",
        "half of the games at a table take no longer, in minutes",
        "minutes",
        quantile(values, 0.5),
        quantile_interval(values, 0.5),
        values.size,
        front=True,
    )
