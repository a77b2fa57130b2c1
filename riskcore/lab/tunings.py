"""A search for settings that meet a variant's goals."""

from collections.abc import Sequence
from math import prod
from typing import Any

import attrs

from riskcore.errors import Problem, VariantError
from riskcore.lab.goals.goals import Goal, read_goals
from riskcore.lab.goals.verdicts import overall
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recipe import PlanError, Recipe
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.settings.grid import make_grid
from riskcore.lab.settings.search_space import Dimension, read_dimensions
from riskcore.lab.settings.tune import Found, Searcher, need_optuna
from riskcore.lab.stats.intervals import finite
from riskcore.lab.sweeps import refuse_both

__all__ = ["Tuning", "tune"]


@attrs.frozen
class Tuning:
    """What was searched and what was found: `plan` is played with nothing varied."""

    plan: Plan
    goals: Sequence[Goal]
    dimensions: Sequence[Dimension]
    games: int
    found: Found

    def to_dict(self) -> dict[str, Any]:
        """The search as JSON holds it."""
        found = self.found
        return {
            "variant": self.plan.variant.id,
            "settings": found.trials[0].values if found.trials else None,
            "at_edge": found.at_edge,
            "verdict": overall(found.judged) if found.judged else "undecided",
            "goals": [each.to_dict() for each in found.judged],
            "levels": {
                level: {"verdict": overall(judged), "goals": [each.to_dict() for each in judged]}
                for level, judged in found.by_level.items()
            },
            "possible": found.possible,
            "trials": [
                {
                    "settings": each.values,
                    "measured": {key: finite(value) for key, value in each.measured.items()},
                    "missed": each.missed,
                    "total": each.total,
                }
                for each in found.trials
            ],
            "unplayable": [{"settings": each.values, "problem": each.problem} for each in found.unplayable],
        }


def tune(
    recipe: Recipe,
    vary: Sequence[str],
    *,
    trials: int = 30,
    games: int = 400,
    max_games: int = 20_000,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Tuning:
    """Search for settings with which a variant meets its goals, `vary` being like `["rules.capitals.armies=30..50"]`.

    Each of the trials has so many games; the best is judged anew, by at most `max_games` of another seed, and then
    again among the players of each other level.
    """
    forget_arenas()
    need_optuna()
    dimensions = read_dimensions(vary)
    base = recipe.plan()
    _refuse_goals(dimensions)
    refuse_both([each.varied for each in dimensions], recipe)
    _check_ends(dimensions, recipe)
    goals = read_goals(base.variant, base.players)
    if not goals:
        raise PlanError(f"{base.variant.name} has no goals to meet; its file needs a [goals] table")
    tally = Tally(progress, games * min(trials, prod(each.size for each in dimensions)))
    searcher = Searcher(
        lambda values, seed: recipe.plan(values, seed=seed),
        lambda plan: read_goals(plan.variant, plan.players),
        recipe.seed,
        workers,
        open_executor,
        tally,
    )
    return Tuning(base, goals, dimensions, games, searcher.search(dimensions, trials, games, max_games))


def _refuse_goals(dimensions: Sequence[Dimension]) -> None:
    """What settings are judged by stays the same for all of them."""
    for each in dimensions:
        if each.varied.path[0] == "goals":
            raise PlanError(
                f"--vary {each.key}: settings are judged by the goals, so these cannot be varied; "
                "vary a parameter of a rule, rules.X.Y"
            )


def _check_ends(dimensions: Sequence[Dimension], recipe: Recipe) -> None:
    """Every value, or both ends of a range, must make a game with all else as it is; all problems at once."""
    problems: list[Problem] = []
    for each in dimensions:
        try:
            make_grid([each.varied], recipe.plan)
        except VariantError as error:
            problems += error.problems
    if problems:
        raise VariantError(problems)
