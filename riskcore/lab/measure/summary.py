"""What a run of games says at a glance: who wins from which seat, how long games last, how they end."""

from collections import Counter
from math import inf, isfinite
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.measure.columns import lengths
from riskcore.lab.play.results import Results
from riskcore.lab.stats.bootstrap import quantile
from riskcore.lab.stats.intervals import Interval, chi_square, wilson

__all__ = ["Share", "Summary", "summarise"]


@attrs.frozen
class Share:
    """Wins of a seat or a bot among the games won, and what an equal share would be."""

    wins: int
    games: int
    fair: float

    @property
    def rate(self) -> float | None:
        """The share of the games won; None before the first."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """The rates that these games leave plausible, at 95 %."""
        return wilson(self.wins, self.games)


@attrs.frozen
class Summary:
    """The front page of a run. An unfinished game is nobody's win and longer than any other."""

    games: int
    finished: int
    seats: tuple[Share, ...]
    bots: dict[str, Share]
    median_rounds: int | None  # the round by which half of the games are over; None if they never are
    p90_rounds: int | None
    reasons: dict[str, int]  # the most frequent first

    @property
    def unfinished(self) -> int:
        """Games stopped by the round cap."""
        return self.games - self.finished

    @property
    def seat_p_value(self) -> float:
        """How often equal seats would come out at least as unequal as these; small: seats differ."""
        return chi_square([seat.wins for seat in self.seats]).p_value

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON holds it."""
        return {
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "wins_by_seat": [seat.wins for seat in self.seats],
            "seat_intervals": [[seat.interval.low, seat.interval.high] for seat in self.seats],
            "seat_p_value": self.seat_p_value,
            "wins_by_bot": {name: share.wins for name, share in self.bots.items()},
            "rounds": {"median": self.median_rounds, "p90": self.p90_rounds},
            "reasons": self.reasons,
        }


def _round_of(rounds: npt.NDArray[np.float64], part: float) -> int | None:
    last = quantile(rounds, part) if rounds.size else inf
    return int(last) if isfinite(last) else None


def summarise(results: Results) -> Summary:
    """Count a run's games."""
    plan = results.plan
    line_up = plan.line_up
    by_seat: Counter[int] = Counter()
    by_bot: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for game in results:
        if game.reason is not None:
            reasons[game.reason] += 1
        if game.seat:
            by_seat[game.seat] += 1
            by_bot[line_up[(game.first_bot + game.seat - 1) % plan.players]] += 1
    rounds = lengths(list(results))
    won = by_seat.total()
    return Summary(
        games=len(results),
        finished=reasons.total(),
        seats=tuple(Share(by_seat[seat], won, 1 / plan.players) for seat in range(1, plan.players + 1)),
        bots={name: Share(by_bot[name], won, line_up.count(name) / plan.players) for name in dict.fromkeys(line_up)},
        median_rounds=_round_of(rounds, 0.5),
        p90_rounds=_round_of(rounds, 0.9),
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
    )
