"""A search for settings that meet a variant's goals: optuna proposes, games answer."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import inf, prod
from typing import Any

import attrs

from riskcore.errors import Problem, RiskError, VariantError
from riskcore.lab.games import Games
from riskcore.lab.goals import Goal
from riskcore.lab.play import Plan
from riskcore.lab.results import Results
from riskcore.lab.simulate import simulate
from riskcore.lab.sweep import Varied, read_varied
from riskcore.lab.until import play_until_decided
from riskcore.lab.verdicts import Judged
from riskcore.lab.workers import OpenExecutor

__all__ = [
    "Dimension",
    "Found",
    "Searcher",
    "Trial",
    "TuneError",
    "need_optuna",
    "read_dimensions",
    "shortfalls",
    "tune",
]

_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)\s*")
_DIGITS = 4  # after the point of a value that need not be whole


class TuneError(RiskError):
    """A search that cannot begin, or settings that cannot be judged."""


@attrs.frozen
class Dimension:
    """A parameter to search: from low to high, or, if these are None, among the values."""

    varied: Varied  # the values are the ends of a range
    low: float | None = None
    high: float | None = None

    @property
    def key(self) -> str:
        """The parameter's key."""
        return self.varied.key

    @property
    def _whole(self) -> bool:
        """Whether a range is of whole numbers."""
        return "." not in "".join(self.varied.values)

    def all_values(self) -> tuple[str, ...] | None:
        """Every value as `--set` takes it; None if there is no end of them."""
        if self.low is None or self.high is None:
            return self.varied.values
        return tuple(map(str, range(int(self.low), int(self.high) + 1))) if self._whole else None

    def suggest(self, trial: Any) -> str:
        """A value as `--set` takes it, from a trial of optuna."""
        if self.low is None or self.high is None:
            return str(trial.suggest_categorical(self.key, self.varied.values))
        if self._whole:
            return str(trial.suggest_int(self.key, int(self.low), int(self.high)))
        return str(round(trial.suggest_float(self.key, self.low, self.high), _DIGITS))


@attrs.frozen
class Trial:
    """Settings that were tried: how far each goal was missed, or why they make no game."""

    number: int
    values: dict[str, str]
    missed: dict[str, float] = attrs.field(factory=dict)
    problem: str = ""

    @property
    def total(self) -> float:
        """How far all goals together were missed; 0 if none was."""
        return float("inf") if self.problem else sum(self.missed.values())


def read_dimensions(texts: Sequence[str]) -> tuple[Dimension, ...]:
    """What `--vary rules.x.y=LOW..HIGH` or `=A,B,C` asks for; everything wrong with it is in one error."""
    ends = [_RANGE.fullmatch(text.partition("=")[2]) for text in texts]
    problems = [
        Problem(f"{found[1]} is not below {found[2]}", f"--vary {text}")
        for text, found in zip(texts, ends, strict=True)
        if found and float(found[1]) >= float(found[2])
    ]
    if problems:
        raise VariantError(problems)
    plain = [
        f"{text.partition('=')[0]}={found[1]},{found[2]}" if found else text
        for text, found in zip(texts, ends, strict=True)
    ]
    varied = read_varied(plain)
    dimensions: list[Dimension] = []
    for each, found, text in zip(varied, ends, texts, strict=True):
        low, high = (float(found[1]), float(found[2])) if found else (None, None)
        if len(each.values) < 2:
            problems.append(Problem("one value leaves nothing to search; write 0..10 or a,b", f"--vary {text}"))
        dimensions.append(Dimension(each, low, high))
    if problems:
        raise VariantError(problems)
    return tuple(dimensions)


def shortfalls(goals: Sequence[Goal], results: Results) -> dict[str, float]:
    """How far each goal is missed: 0 with a margin to spare on the right side, 1 as far on the wrong one.

    The margin is the goal's own. It is an error if no game says anything about a goal.
    """
    columns = Games.of(results).columns
    missed = {}
    for goal in goals:
        distances = [0.0]
        for claim in goal.claims:
            scores = claim.scores(columns)
            if not scores.size:
                raise TuneError(f"no game ends in a way that says anything about {goal.key}")
            distances.append((claim.passing - float(scores.mean())) / (claim.passing - claim.failing))
        missed[goal.key] = max(distances)
    return missed


def need_optuna() -> None:
    """Say what is missing before anything is played."""
    try:
        import optuna  # noqa: F401 - only whether it is there
    except ImportError:
        raise TuneError('tune needs optuna: pip install "riskvar[tune]"') from None


def tune(
    dimensions: Sequence[Dimension], trials: int, try_out: Callable[[dict[str, str]], dict[str, float]], seed: int
) -> Iterator[Trial]:
    """Try settings, the next where those before were promising; it ends early when one misses no goal.

    If there are no more combinations than trials, each is tried once, in order.

    `try_out` plays settings and says how far each goal is missed. Settings that come up again are not played again.
    The same seed gives the same trials.
    """
    combinations = [each.all_values() for each in dimensions]
    if prod(len(values) if values else inf for values in combinations) <= trials:
        for number, chosen in enumerate(product(*(values or () for values in combinations)), 1):
            trial = _tried(number, {each.key: value for each, value in zip(dimensions, chosen, strict=True)}, try_out)
            yield trial
            if trial.total == 0:
                return
        return
    need_optuna()
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))
    known: dict[tuple[str, ...], Trial] = {}
    for number in range(1, trials + 1):
        asked = study.ask()
        values = {each.key: each.suggest(asked) for each in dimensions}
        place = tuple(values.values())
        if place not in known:
            known[place] = _tried(number, values, try_out)
            yield known[place]
        trial = known[place]
        if trial.problem:
            study.tell(asked, state=optuna.trial.TrialState.FAIL)
            continue
        study.tell(asked, trial.total)
        if trial.total == 0:
            return


def _tried(number: int, values: dict[str, str], try_out: Callable[[dict[str, str]], dict[str, float]]) -> Trial:
    try:
        return Trial(number, values, try_out(values))
    except VariantError as error:  # each value alone is fine, together they are not
        return Trial(number, values, problem=str(error.problems[0]))
    except TuneError as error:
        return Trial(number, values, problem=str(error))


@attrs.frozen
class Found:
    """The trials that make a game, the best first, and the verdicts on the best; `stopped` says why none are there."""

    trials: list[Trial]
    unplayable: list[Trial]
    judged: list[Judged] = attrs.field(factory=list)
    games: int = 0  # that the verdicts took
    stopped: str = ""


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
            for trial in tune(dimensions, trials, lambda values: self._missed(values, games), self.seed):
                tried.append(trial)  # noqa: PERF402 - those before a stop are to be kept
        except _Stopped as error:
            stopped = str(error)
        playable = sorted((trial for trial in tried if not trial.problem), key=lambda trial: trial.total)
        found = Found(playable, [trial for trial in tried if trial.problem], stopped=stopped)
        if stopped or not playable:
            return found
        plan = self.plan(playable[0].values, self.seed + 1)
        results, judged = play_until_decided(
            plan, self.goals(plan), most, workers=self.workers, open_executor=self.open_executor
        )
        return attrs.evolve(found, judged=judged, games=len(results), stopped=results.stopped)

    def _missed(self, values: dict[str, str], games: int) -> dict[str, float]:
        plan = self.plan(values, self.seed)
        results = simulate(
            plan,
            games,
            measured=True,
            workers=self.workers,
            open_executor=self.open_executor,
            progress=self.progress,
        )
        if results.stopped:
            raise _Stopped(results.stopped)
        return shortfalls(self.goals(plan), results)
