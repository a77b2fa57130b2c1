"""A search for settings that meet a variant's goals: optuna proposes, games answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from statistics import mean

import attrs
import numpy as np

from riskcore.errors import RiskError, RulebookError, VariantError
from riskcore.lab.goals.goals import SKILL, Goal
from riskcore.lab.goals.level_games import at_level, by_plan, levels_beside
from riskcore.lab.goals.play_until import play_until_decided
from riskcore.lab.goals.verdicts import Judged, skill_scores, value_of
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.skill import measure_skill, skill_games
from riskcore.lab.play.batch import GameFailed, Plan, rulebook_for
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.settings.grid import settings_words
from riskcore.lab.settings.search_space import Dimension, Place, nearest_untried

__all__ = [
    "Found",
    "Outcome",
    "Searcher",
    "Trial",
    "TuneError",
    "need_optuna",
    "shortfalls",
    "tune",
]

_REPEATS = 10  # suggestions in a row of what was tried before; then something near is tried instead


class TuneError(RiskError):
    """A search that cannot begin, or settings that cannot be judged."""


@attrs.frozen
class Outcome:
    """What games with some settings show: how far each goal was missed, and what was measured for it."""

    missed: dict[str, float]
    measured: dict[str, float | None] = attrs.field(factory=dict)


@attrs.frozen
class Trial:
    """Settings that were tried: what their games show, or why they make no game."""

    number: int
    values: dict[str, str]
    missed: dict[str, float] = attrs.field(factory=dict)
    measured: dict[str, float | None] = attrs.field(factory=dict)
    problem: str = ""

    @property
    def total(self) -> float:
        """How far all goals together were missed; 0 if none was."""
        return float("inf") if self.problem else sum(self.missed.values())

    def words(self) -> str:
        """The settings as `--set` takes them."""
        return settings_words(self.values)


def shortfalls(goals: Sequence[Goal], results: Results, skill: Sequence[float] = ()) -> dict[str, float]:
    """How far each goal is missed: 0 with a margin to spare on the right side, 1 as far on the wrong one.

    The margin is the goal's own; `skill` are scores as the goal tests see them. Lengths that are off count by how far
    they are off, too: where no game at all ends in time, some still come nearer than others. It is an error if no game
    says anything about a goal.
    """
    columns = {**Games.of(results).columns, SKILL: np.asarray(skill, dtype=np.float64)}
    missed = {}
    for goal in goals:
        distances = [0.0]
        for claim in goal.claims:
            scores = claim.scores(columns)
            if not scores.size:
                raise TuneError(f"no game ends in a way that says anything about {goal.key}")
            missed_by = (claim.passing - float(scores.mean())) / (claim.passing - claim.failing)
            distances.append(missed_by + claim.beyond(columns))
        missed[goal.key] = max(distances)
    return missed


def need_optuna() -> None:
    """Say what is missing before anything is played."""
    try:
        import optuna  # noqa: F401 - only whether it is there
    except ImportError:
        raise TuneError('tune needs optuna: pip install "riskvar[tune]"') from None


def tune(
    dimensions: Sequence[Dimension], trials: int, try_out: Callable[[dict[str, str]], Outcome], seed: int
) -> Iterator[Trial]:
    """Try settings, the next where those before were promising; it ends early when one misses no goal.

    If there are no more combinations than trials, each is tried once, in order. None is tried twice, so that there are
    as many trials as asked for. `try_out` plays settings. The same seed gives the same trials.
    """
    sizes = [each.size for each in dimensions]

    def attempt(number: int, place: Place) -> Trial:
        chosen = zip(dimensions, place, strict=True)
        return _tried(number, {each.key: each.value(at) for each, at in chosen}, try_out)

    if prod(sizes) <= trials:
        for number, place in enumerate(product(*map(range, sizes)), 1):
            trial = attempt(number, place)
            yield trial
            if trial.total == 0:
                return
        return
    guide = _Guide(dimensions, seed)
    known: dict[Place, Trial] = {}
    while len(known) < trials:
        place = guide.next_place(known)
        trial = known[place] = attempt(len(known) + 1, place)
        guide.tell(trial)
        yield trial
        if trial.total == 0:
            return


class _Guide:
    """Optuna, asked for settings that were not tried yet."""

    def __init__(self, dimensions: Sequence[Dimension], seed: int) -> None:
        need_optuna()
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))
        self._failed = optuna.trial.TrialState.FAIL
        self._dimensions = dimensions

    def next_place(self, known: Mapping[Place, Trial]) -> Place:
        """Where to try next: as suggested or, if only what is known is suggested, near to that."""
        for _ in range(_REPEATS):
            place = self._ask()
            if place not in known:
                return place
            self.tell(known[place])
        near = nearest_untried(place, [each.size for each in self._dimensions], known)
        wanted = zip(self._dimensions, near, strict=True)
        self._study.enqueue_trial({each.key: each.suggestion(at) for each, at in wanted})
        return self._ask()

    def _ask(self) -> Place:
        self._asked = self._study.ask()
        return tuple(each.suggest(self._asked) for each in self._dimensions)

    def tell(self, trial: Trial) -> None:
        """How it went with the settings asked for last."""
        if trial.problem:
            self._study.tell(self._asked, state=self._failed)
        else:
            self._study.tell(self._asked, trial.total)


def _tried(number: int, values: dict[str, str], try_out: Callable[[dict[str, str]], Outcome]) -> Trial:
    """Whatever is wrong with some settings is no reason to lose what others have shown."""
    try:
        outcome = try_out(values)
    except VariantError as error:  # each value alone is fine, together they are not
        return Trial(number, values, problem=str(error.problems[0]))
    except (GameFailed, RulebookError, TuneError) as error:
        return Trial(number, values, problem=str(error))
    return Trial(number, values, outcome.missed, outcome.measured)


@attrs.frozen
class Found:
    """The trials that make a game, the best first, and the verdicts on the best; `stopped` says why none are there.

    `by_level` has the verdicts on the best settings among the players of other levels.

    `possible` is how many settings there are, unless there is no end of them; `at_edge` are the parameters of which the
    best value is an end of the range, and a wider one is possible.
    """

    trials: list[Trial]
    unplayable: list[Trial]
    judged: list[Judged] = attrs.field(factory=list)
    stopped: str = ""
    by_level: dict[str, list[Judged]] = attrs.field(factory=dict)
    possible: int | None = None
    at_edge: list[str] = attrs.field(factory=list)

    @property
    def tried(self) -> int:
        """How many settings were tried."""
        return len(self.trials) + len(self.unplayable)


class _Stopped(Exception):  # noqa: N818 - it says what happened
    """A trial's games were interrupted."""


@attrs.frozen
class Searcher:
    """How settings are tried: `plan` says what is played with some settings and a seed, `goals` what it is to meet."""

    plan: Callable[[dict[str, str], int], Plan]
    goals: Callable[[Plan], Sequence[Goal]]
    seed: int = 0
    workers: int = 1
    open_executor: OpenExecutor | None = None
    progress: Callable[[int], None] = lambda games: None

    def search(self, dimensions: Sequence[Dimension], trials: int, games: int, most: int) -> Found:
        """Try settings with so many games each; then judge the best on new games of another seed, `most` of them.

        The games that a choice was made by would flatter it.
        """
        tried: list[Trial] = []
        stopped = ""
        try:
            for trial in tune(dimensions, trials, lambda values: self._outcome(values, games), self.seed):
                tried.append(trial)  # noqa: PERF402 - those before a stop are to be kept
        except _Stopped as error:
            stopped = str(error)
        playable = sorted((trial for trial in tried if not trial.problem), key=lambda trial: trial.total)
        unplayable = [trial for trial in tried if trial.problem]
        judged: list[Judged] = []
        by_level: dict[str, list[Judged]] = {}
        while playable and not stopped:
            try:
                judged, stopped = self._judge(playable[0], most)
                by_level = {} if stopped else self._judge_levels(playable[0], most)
                break
            except GameFailed as error:  # the few games of a trial did not come upon it
                unplayable.append(attrs.evolve(playable.pop(0), problem=str(error)))
        best = playable[0] if playable else None
        return Found(
            playable,
            unplayable,
            judged,
            stopped,
            by_level,
            None if any(each.digits for each in dimensions) else prod(each.size for each in dimensions),
            [each.key for each in dimensions if best and best.total > 0 and self._may_go_on(each, best)],
        )

    def _may_go_on(self, dimension: Dimension, best: Trial) -> bool:
        """Whether the best value is an end of the range, and one beyond it would make a game."""
        further = dimension.beyond(best.values[dimension.key])
        if further is None:
            return False
        try:
            rulebook_for(self.plan({**best.values, dimension.key: further}, self.seed).variant)
        except (VariantError, RulebookError):
            return False
        return True

    def _judge(self, trial: Trial, most: int) -> tuple[list[Judged], str]:
        """The verdicts on settings, and what stopped the games, if anything did."""
        plan = self.plan(trial.values, self.seed + 1)
        goals = self.goals(plan)
        by_goal: dict[Goal, Judged] = {}
        for games, named in by_plan(plan, goals).items():
            judged, stopped = self._decide(games, named, most, len(goals))
            if stopped:
                return [], stopped
            by_goal |= {each.goal: each for each in judged}
        return [by_goal[goal] for goal in goals], ""

    def _judge_levels(self, trial: Trial, most: int) -> dict[str, list[Judged]]:
        """The verdicts among players of other levels, on goals that name none; a level that was stopped is left out."""
        plan = self.plan(trial.values, self.seed + 1)
        goals = [goal for goal in self.goals(plan) if goal.level is None and not goal.of_skill]
        found = {}
        for level in levels_beside(plan) if goals else ():
            judged, stopped = self._decide(at_level(plan, level), goals, most)
            if stopped:
                break
            found[level] = judged
        return found

    def _decide(self, plan: Plan, goals: Sequence[Goal], most: int, among: int = 0) -> tuple[list[Judged], str]:
        results, judged = play_until_decided(
            plan, goals, most, among=among, workers=self.workers, open_executor=self.open_executor
        )
        return judged, results.stopped

    def _outcome(self, values: dict[str, str], games: int) -> Outcome:
        plan = self.plan(values, self.seed)
        goals, results = self.goals(plan), self._play(plan, games, measured=True)
        skill: list[float] = []
        if any(goal.of_skill for goal in goals):
            skill = skill_scores(measure_skill(plan, skill_games(games, plan.players), self._play))
        told = Games.of(results)
        measured = {goal.key: mean(skill) if goal.of_skill and skill else value_of(goal, told) for goal in goals}
        return Outcome(shortfalls(goals, results, skill), measured)

    def _play(self, plan: Plan, games: int, *, measured: bool = False) -> Results:
        results = simulate(
            plan,
            games,
            measured=measured,
            workers=self.workers,
            open_executor=self.open_executor,
            progress=self.progress,
        )
        if results.stopped:
            raise _Stopped(results.stopped)
        return results
