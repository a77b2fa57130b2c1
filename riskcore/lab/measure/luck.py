"""How much of who wins is decided by chance that nobody can play against: seat, deal, deck, and how the dice fall.

One source of chance is kept as it was, and everything else is drawn anew, several times. If games with the same deal
are won from the same seat more often than games with different deals, the deal decides that much of who wins.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from riskcore.lab.measure.measures import Measured
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.replays import REPLAYS, Source
from riskcore.lab.play.results import Results
from riskcore.lab.stats.bootstrap import mean_interval

__all__ = ["SOURCES", "luck_games", "measure_luck"]

#: What is kept from replay to replay, in words.
SOURCES: dict[Source, str] = {
    "deal": "what the set-up gives to each player",
    "deck": "how the cards lie in the deck",
    "dice": "the numbers that the dice show, one after another",
}

_PART, _FEWEST = 2, 100  # one game for so many of a run, for each source, but some at least


class PlayReplays(Protocol):
    """Plays replays of a plan."""

    def __call__(self, plan: Plan, games: int, /, *, replays: Source) -> Results: ...


def luck_games(games: int) -> int:
    """How many games go with a run to tell of one source: whole groups of replays, at least two of them."""
    return max(2, min(max(games // _PART, _FEWEST), games) // REPLAYS) * REPLAYS


def measure_luck(plan: Plan, games: int, play: PlayReplays) -> Iterator[Measured]:
    """How much more often games with the same deal, deck or dice are won from the same seat than others."""
    fair = 1 / plan.players
    every: list[int] = []
    for source, words in SOURCES.items():
        groups = _winners(play(plan, games, replays=source))
        every += [seat for group in groups for seat in group]
        others = _agreement_of_others(groups)
        each = np.asarray([_agreement(group) for group in groups if len(group) > 1])
        parts = (each - others) / (1 - fair) if others is not None else np.empty(0)
        yield Measured(
            f"luck.{source}",
            f"Luck of the {source}",
            f"part of who wins that is decided by {words}, beside the seat",
            "share",
            float(parts.mean()) if parts.size else None,
            mean_interval(parts) if parts.size > 1 else None,
            sum(map(len, groups)),
        )
    yield _luck_of_the_seat(every, fair)


def _luck_of_the_seat(seats: Sequence[int], fair: float) -> Measured:
    """How much more often than by chance two games are won from the same seat, whatever the deal, deck and dice."""
    alike = _agreement(seats) if len(seats) > 1 else None
    shares = {seat: count / len(seats) for seat, count in Counter(seats).items()}
    # Each game moves it by twice as much as its seat is more frequent than a seat is on average.
    moved = [] if alike is None else [(alike + 2 * (shares[seat] - alike) - fair) / (1 - fair) for seat in seats]
    return Measured(
        "luck.seat",
        "Luck of the seat",
        "part of who wins that is decided by where one sits",
        "share",
        None if alike is None else (alike - fair) / (1 - fair),
        mean_interval(moved) if len(moved) > 1 else None,
        len(seats),
    )


def _winners(results: Results) -> list[list[int]]:
    """The seats that won, by group; games that nobody won are left out."""
    groups: dict[int, list[int]] = {}
    for number, game in results.numbered():
        groups.setdefault(number // REPLAYS, []).extend([game.seat] if game.seat else [])
    return list(groups.values())


def _agreement(seats: Sequence[int]) -> float:
    """How often two of these games are won from the same seat."""
    counts, n = Counter(seats), len(seats)
    return sum(k * (k - 1) for k in counts.values()) / (n * (n - 1))


def _agreement_of_others(groups: Sequence[Sequence[int]]) -> float | None:
    """The same of two games of different groups, which share nothing but the seats."""
    every = [seat for group in groups for seat in group]
    n = len(every)
    within = sum(len(group) * (len(group) - 1) for group in groups)
    if n * (n - 1) <= within:
        return None
    alike = sum(_agreement(group) * len(group) * (len(group) - 1) for group in groups if len(group) > 1)
    return (_agreement(every) * n * (n - 1) - alike) / (n * (n - 1) - within)
