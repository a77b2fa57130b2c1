"""A ladder: which bots beat which under a variant."""

from collections.abc import Sequence
from typing import Any

from riskcore.files.bots import named_bot
from riskcore.files.catalog import Catalog
from riskcore.lab.measure.levels import installed_levels
from riskcore.lab.measure.standings import Standings, climb, ladder_games
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recipe import PlanError
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor

__all__ = ["ladder"]


def ladder(
    plan: Plan,
    bots: Sequence[Any] = (),
    games: int = 600,
    *,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Standings:
    """Let each bot sit alone among those of each other kind, until the order is settled or `games` are played.

    Without `bots`, those play that stand for levels of play. The bots of the plan do not matter.
    """
    forget_arenas()
    names = list(dict.fromkeys(map(named_bot, bots))) or list(installed_levels(Catalog(plan.variant.plugin_files)))
    if len(names) < 2:
        levels = f"only {names[0]}" if names else "none"
        raise PlanError(f"{levels} to play: a ladder needs two bots or more, as in --bots novice,greedy")
    tally = Tally(progress, ladder_games(names, games, plan.players))

    def play(mixed: Plan, number: int, before: Sequence[Batch]) -> Results:
        tally(-sum(map(len, before)))  # for they are heard of once more
        return simulate(mixed, number, workers=workers, open_executor=open_executor, progress=tally, played=before)

    return climb(plan, names, games, play)
