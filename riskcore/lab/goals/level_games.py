"""The games that other levels of play have beside a run or a comparison, and those that judge goals."""

from collections.abc import Sequence
from typing import Protocol

import attrs

from riskcore.files.catalog import Catalog
from riskcore.lab.goals.goals import Goal
from riskcore.lab.measure.levels import LEVELS, SLOW, installed_levels, level_games
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.results import Results

__all__ = ["at_level", "by_plan", "levels_beside", "play_levels"]


class Simulate(Protocol):
    """Plays games of a plan."""

    def __call__(self, plan: Plan, games: int, *, measured: bool) -> Results: ...


def levels_beside(plan: Plan) -> list[str]:
    """The levels that the games of a plan are not of, but for players that think for seconds."""
    known = installed_levels(Catalog(plan.variant.plugin_files))
    return [level for level in known if level not in SLOW and set(plan.line_up) != {level}]


def play_levels(
    main: Sequence[Results], play: Simulate, others: Sequence[str]
) -> tuple[dict[str, list[Results]], list[str]]:
    """The games of each plan at each level, the weakest first: its own, and the others that are named.

    A level that was stopped, or at which a game broke down, is left out; of the latter it is told as well.
    """
    found: dict[str, list[Results]] = {}
    faults: list[str] = []
    for level in LEVELS:
        if level not in others and set(main[0].plan.line_up) != {level}:
            continue
        try:
            played = [_play_at(level, each, play) for each in main]
        except GameFailed as error:
            faults.append(f"no games of {level} bots: {error}")
            continue
        if not any(each.stopped for each in played):
            found[level] = played
    return found, faults


def at_level(plan: Plan, level: str | None) -> Plan:
    """The same games with players of a level in all seats; without one, as they are."""
    return plan if level is None or set(plan.line_up) == {level} else attrs.evolve(plan, bots=(level,))


def by_plan(plan: Plan, goals: Sequence[Goal]) -> dict[Plan, list[Goal]]:
    """The goals by the games that judge them: first those of the plan itself, then those of levels that goals name."""
    found: dict[Plan, list[Goal]] = {plan: []}
    for goal in goals:
        found.setdefault(at_level(plan, goal.level), []).append(goal)
    return found


def _play_at(level: str, main: Results, play: Simulate) -> Results:
    plan = at_level(main.plan, level)
    return main if plan == main.plan else play(plan, level_games(level, len(main), plan.players), measured=True)
