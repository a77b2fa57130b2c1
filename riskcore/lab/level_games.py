"""The games that other levels of play have beside a run or a comparison."""

from collections.abc import Sequence
from typing import Protocol

import attrs

from riskcore.files.catalog import Catalog
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.levels import SLOW, installed_levels, level_games
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.results import Results

__all__ = ["levels_beside", "play_levels"]


class Simulate(Protocol):
    """Plays games of a plan."""

    def __call__(self, plan: Plan, games: int, *, measured: bool) -> Results: ...


def levels_beside(plan: Plan) -> list[str]:
    """The levels that the games of a plan are not of."""
    return [level for level in _levels(plan) if set(plan.line_up) != {level}]


def _levels(plan: Plan) -> list[str]:
    """The installed ones, but for players that think for seconds unless the run itself is theirs."""
    known = installed_levels(Catalog(plan.variant.plugin_files))
    return [level for level in known if level not in SLOW or set(plan.line_up) == {level}]


def play_levels(main: Sequence[Results], play: Simulate) -> list[tuple[str, list[Games]]]:
    """The games of each plan at each level, the weakest first; those that were played already are not played again.

    A level that was stopped, or at which some game went unplayed, is left out.
    """
    found = []
    for level in _levels(main[0].plan):
        played = [_at_level(level, each, play) for each in main]
        if not any(each.stopped for each in played):
            found.append((level, [Games.of(each) for each in played]))
    return found


def _at_level(level: str, main: Results, play: Simulate) -> Results:
    plan = main.plan
    if set(plan.line_up) == {level}:
        return main
    return play(attrs.evolve(plan, bots=(level,)), level_games(level, len(main), plan.players), measured=True)
