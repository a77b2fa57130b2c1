"""A run: many bot games of one plan, and what they say."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from riskcore.lab.goals.goals import Goal, read_goals
from riskcore.lab.goals.level_games import at_level, by_plan, levels_beside, play_levels
from riskcore.lab.goals.play_until import play_until_decided
from riskcore.lab.goals.verdicts import Judged, judge, overall, skill_scores
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.levels import ByLevel, level_games, run_by_level
from riskcore.lab.measure.measures import Measured, measure
from riskcore.lab.measure.skill import SideGames, play_side_games, side_game_total
from riskcore.lab.measure.summary import summarise
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.logbook import games_table, open_log
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recipe import PlanError
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.report import report_page
from riskcore.lab.settings.files import write_table
from riskcore.lab.stats.sequential import Verdict

__all__ = ["Run", "run"]


@attrs.frozen
class Run:
    """The games of a run, what was measured, and the verdicts on the variant's goals."""

    results: Results
    measured: Sequence[Measured]
    judged: Sequence[Judged]
    side_games: SideGames
    levels: Sequence[ByLevel] = ()
    faults: Sequence[str] = ()  # what was not played for them, and why

    @property
    def plan(self) -> Plan:
        """What was played."""
        return self.results.plan

    @property
    def games(self) -> int:
        """All that were played, those for skill included."""
        return len(self.results) + self.side_games.games

    @property
    def stopped(self) -> str:
        """Why games are missing; empty if none is."""
        return self.results.stopped or self.side_games.stopped

    @property
    def verdict(self) -> Verdict:
        """Whether all goals are met; pass if there are none."""
        return overall(self.judged)

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON holds it."""
        plan, results = self.plan, self.results
        told = {
            "variant": plan.variant.id,
            "name": plan.variant.name,
            "changes": list(plan.variant.changes),
            "players": plan.players,
            "seed": plan.seed,
            "bots": list(plan.line_up),
            "max_rounds": plan.max_rounds,
            **summarise(results).to_dict(),
            "measures": {each.key: each.to_dict() for each in self.measured},
            "lead": None if results.lead is None else results.lead.to_dict(),
            "lead_by_armies": None if results.army_lead is None else results.army_lead.to_dict(),
            "digest": results.digest(),
            "conduct": attrs.asdict(results.conduct),
        }
        if self.judged:
            told |= {"verdict": self.verdict, "goals": [each.to_dict() for each in self.judged]}
        if self.levels:
            told["levels"] = {each.key: each.to_dict() for each in self.levels}
        return told

    def write_games(self, path: Path) -> None:
        """A table with a row for each game: CSV, or Parquet if the name ends in .parquet."""
        write_table(path, games_table(self.results))

    def page(self, command: str, *, workers: int = 1) -> str:
        """The run as a page of HTML; some games are played again for its pictures. `command` made the run."""
        return report_page(self.results, self.measured, self.judged, self.levels, command=command, workers=workers)


def run(
    plan: Plan,
    games: int = 200,
    *,
    until_decided: bool = False,
    all_measures: bool = False,
    front: bool = False,
    log: Path | None = None,
    levels: bool = True,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Run:
    """Play games of a plan and measure them; the same call gives the same run, with any number of workers.

    With `until_decided`, games are played until there is a verdict on every goal of the variant, at most `games`.
    `all_measures` plays more games on the side, to learn what single skills are worth; `front` leaves out all measures
    but the most important, which is quicker. A `log` is a new file that every game is written to. With `levels`, the
    other levels of play have a share of games too, and the run says at which a finding holds. Goals that name a level
    are judged by games of that level, whether or not the others have some.
    """
    forget_arenas()
    if log is not None and until_decided:
        raise PlanError("a log goes with a number of games, not with playing until all is decided")
    goals = read_goals(plan.variant, plan.players)
    if until_decided and not goals:
        raise PlanError(f"{plan.variant.name} has no goals to decide; its file needs a [goals] table")
    judges = by_plan(plan, goals)
    others = list(dict.fromkeys([*(levels_beside(plan) if levels else []), *_named_levels(plan, goals)]))
    total = games + side_game_total(plan, games, restricted=all_measures)
    tally = Tally(progress, total + sum(level_games(each, games, plan.players) for each in others))
    play = partial(simulate, workers=workers, open_executor=open_executor, progress=tally)
    decide = partial(play_until_decided, among=len(goals), workers=workers, open_executor=open_executor, progress=tally)
    verdicts: dict[Goal, Judged] = {}
    if until_decided:
        results, judged = decide(plan, judges[plan], games)
        verdicts |= _by_goal(judged)
    else:
        with nullcontext() if log is None else closing(open_log(log, plan)) as writer:
            results = play(plan, games, measured=True, log=None if writer is None else writer.add)
    side_games = SideGames()
    if not results.stopped:
        side_games = play_side_games(plan, len(results), play, restricted=all_measures)
    if not until_decided:
        verdicts |= _by_goal(judge(judges[plan], results, skill_scores(side_games.measured), len(goals)))
    found = Run(results, [*measure(results, front=front), *side_games.measured], (), side_games)
    played, faults = play_levels([results], play, others) if others and not found.stopped else ({}, [])
    for other, named in judges.items():
        if other == plan:
            continue
        if until_decided and not found.stopped:
            judged = decide(other, named, games)[1]
        else:
            games_there = played.get(other.bots[0], [Results(other)])[0]
            judged = judge(named, games_there, among=len(goals))
        verdicts |= _by_goal(judged)
    found = attrs.evolve(found, judged=[verdicts[goal] for goal in goals], faults=faults)
    if not levels or found.stopped:
        return found
    by_level = [(level, Games.of(each)) for level, [each] in played.items()]
    return attrs.evolve(found, levels=run_by_level(by_level, _odd_seat(results)))


def _named_levels(plan: Plan, goals: Sequence[Goal]) -> list[str]:
    """The levels that goals name, but for that of the run."""
    return [goal.level for goal in goals if goal.level is not None and at_level(plan, goal.level) != plan]


def _by_goal(judged: Sequence[Judged]) -> dict[Goal, Judged]:
    return {each.goal: each for each in judged}


def _odd_seat(results: Results) -> int:
    """The seat whose share of the wins is furthest from an equal one."""
    fair = 1 / results.plan.players
    rates = [share.rate or 0.0 for share in summarise(results).seats]
    return max(range(len(rates)), key=lambda seat: abs(rates[seat] - fair))
