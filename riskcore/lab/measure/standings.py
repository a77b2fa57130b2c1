"""Who beats whom: each bot alone among players of another kind, every seat in turn, until the order is settled.

If two kinds of bots were equally good, the one that sits alone would win an equal share of the games. A pair is settled
when a range that may be watched leaves out that share; Bonferroni's correction over all pairs keeps the chance of even
one wrong place at 5 %.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, zip_longest
from typing import Any

import attrs

from riskcore.lab.measure.columns import complete_blocks
from riskcore.lab.measure.measures import whole_blocks
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.stats.intervals import Interval, wilson
from riskcore.lab.stats.sequential import watched_interval

__all__ = ["Cell", "Rating", "Standings", "climb", "ladder_games", "ratings"]

_LOOK = 60  # games of each pair between two looks
_WRONG = 0.05


@attrs.frozen
class Cell:
    """Games that one bot won alone among others, and games that anybody won."""

    bot: str
    rest: str
    wins: int
    won: int
    fair: float

    @property
    def rate(self) -> float | None:
        """The share of the games that were won."""
        return self.wins / self.won if self.won else None

    @property
    def interval(self) -> Interval:
        """The rates that these games leave plausible, at 95 %."""
        return wilson(self.wins, self.won)

    @property
    def advantage(self) -> float:
        """What it wins beyond an equal share."""
        return self.wins / self.won - self.fair if self.won else 0.0

    def leans(self, wrong: float) -> int:
        """1 if it surely wins more than an equal share, -1 if less, 0 if that is open."""
        watched = watched_interval(self.wins, self.won, wrong)
        return (watched.low > self.fair) - (watched.high < self.fair)

    def to_dict(self) -> dict[str, Any]:
        """The cell as JSON holds it."""
        told = {"bot": self.bot, "among": self.rest, "wins": self.wins, "games": self.won, "rate": self.rate}
        return {**told, "interval": self.interval.to_list() if self.won else None}


@attrs.frozen
class Rating:
    """What is known of a bot's strength from all games together: openskill's mean and its uncertainty."""

    mean: float
    uncertainty: float


@attrs.frozen
class Standings:
    """Bots from the best to the worst under one plan, and the games of each pair.

    `unsettled` are the pairs of which it is not sure who is better; `stopped` says why games are missing.
    """

    plan: Plan
    order: Sequence[str]
    cells: Mapping[tuple[str, str], Cell]
    unsettled: Sequence[tuple[str, str]]
    ratings: Mapping[str, Rating] | None = None
    stopped: str = ""

    @property
    def games(self) -> int:
        """The games that somebody won."""
        return sum(cell.won for cell in self.cells.values())

    def to_dict(self) -> dict[str, Any]:
        """The standings as JSON holds them."""
        told = {name: attrs.asdict(each) for name, each in self.ratings.items()} if self.ratings else None
        return {
            "variant": self.plan.variant.id,
            "players": self.plan.players,
            "seed": self.plan.seed,
            "order": list(self.order),
            "settled": not self.unsettled,
            "unsettled": [list(pair) for pair in self.unsettled],
            "cells": [cell.to_dict() for cell in self.cells.values()],
            "ratings": told,
        }


# Plays games of a plan, beside those that are there
PlayOn = Callable[[Plan, int, Sequence[Batch]], Results]


def ladder_games(bots: Sequence[str], games: int, players: int) -> int:
    """How many games there are at most."""
    return len(_seatings(bots, players)) * whole_blocks(games, players)


def _seatings(bots: Sequence[str], players: int) -> list[tuple[str, str]]:
    """Who sits alone among whom; of two players each is alone."""
    return list(permutations(bots, 2)) if players > 2 else list(combinations(bots, 2))


def climb(plan: Plan, bots: Sequence[str], most: int, play: PlayOn) -> Standings:
    """Play every pair both ways until it is settled which is better, or there are so many games of each."""
    most = whole_blocks(most, plan.players)
    played = {
        (bot, rest): Results(attrs.evolve(plan, bots=(bot, *(rest,) * (plan.players - 1))))
        for bot, rest in _seatings(bots, plan.players)
    }
    pairs = len(bots) * (len(bots) - 1) // 2
    wrong = _WRONG / pairs / 2
    games, stopped = 0, ""
    while games < most and not stopped:
        cells = _cells(plan, played)
        open_pairs = {frozenset(pair) for pair in _unsettled(bots, cells, wrong)}
        if not open_pairs:
            break
        games = min(most, games + whole_blocks(_LOOK, plan.players))
        for seating, before in played.items():
            if frozenset(seating) in open_pairs and not stopped:
                played[seating] = play(before.plan, games, before.batches())
                stopped = played[seating].stopped
    cells = _cells(plan, played)
    order = sorted(bots, key=lambda bot: -_score(bot, cells))
    return Standings(plan, order, cells, _unsettled(order, cells, wrong), ratings(played), stopped)


def _cells(plan: Plan, played: Mapping[tuple[str, str], Results]) -> dict[tuple[str, str], Cell]:
    cells = {}
    for (bot, rest), results in played.items():
        winners = complete_blocks(results)
        wins, won = winners.count(0), len(winners) - winners.count(-1)
        cells[bot, rest] = Cell(bot, rest, wins, won, 1 / plan.players)
        if plan.players == 2:
            cells[rest, bot] = Cell(rest, bot, won - wins, won, 1 / 2)
    return cells


def _score(bot: str, cells: Mapping[tuple[str, str], Cell]) -> float:
    """How much more a bot wins alone than others do among its like."""
    return sum(cell.advantage * ((cell.bot == bot) - (cell.rest == bot)) for cell in cells.values())


def _unsettled(bots: Sequence[str], cells: Mapping[tuple[str, str], Cell], wrong: float) -> list[tuple[str, str]]:
    """Pairs of which neither way of sitting says who is better, or the two contradict each other."""
    return [
        (one, other)
        for one, other in combinations(bots, 2)
        if not cells[one, other].leans(wrong) - cells[other, one].leans(wrong)
    ]


def ratings(played: Mapping[tuple[str, str], Results]) -> dict[str, Rating] | None:
    """Every bot's strength by all games, those of different pairs in turn; None without openskill.

    The bots of one kind play for one rating, which takes the mean of what the game makes of each.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    strength = {bot: model.rating() for pair in played for bot in pair}
    for bot, rest, others, alone_won in _in_turn(played):
        teams = [[strength[bot]], *([strength[rest]] for _ in range(others))]
        ranks = [1.0, *(2.0 for _ in range(others))] if alone_won else [2.0, 1.0, *(2.0 for _ in range(others - 1))]
        [[strength[bot]], *rated] = model.rate(teams, ranks=ranks)
        strength[rest] = model.rating(
            mu=sum(each.mu for [each] in rated) / others, sigma=sum(each.sigma for [each] in rated) / others
        )
    return {bot: Rating(each.mu, each.sigma) for bot, each in strength.items()}


def _in_turn(played: Mapping[tuple[str, str], Results]) -> Iterator[tuple[str, str, int, bool]]:
    """The games that somebody won, one of each pair after another: who sat alone, among how many of whom, and won."""
    by_pair = [
        [(bot, rest, results.plan.players - 1, place == 0) for place in complete_blocks(results) if place >= 0]
        for (bot, rest), results in played.items()
    ]
    for games in zip_longest(*by_pair):
        yield from (game for game in games if game is not None)
