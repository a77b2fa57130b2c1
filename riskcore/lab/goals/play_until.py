"""Games until every goal has its verdict; the same games and verdicts however many workers there are."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

import attrs
import numpy as np

from riskcore.lab.goals.goals import Columns, Goal
from riskcore.lab.goals.verdicts import LOOK, GoalTests, Judged
from riskcore.lab.measure.columns import Games, complete_blocks, plain_columns
from riskcore.lab.measure.measures import whole_blocks
from riskcore.lab.measure.skill import contest
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.recorded_batch import PILOT, fit_pilot, record_batch, recorded_arena_for
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import INTERRUPTED, play_batch
from riskcore.lab.play.workers import OpenExecutor, WorkersDied, spread

__all__ = ["play_until_decided"]

PLAIN = {"decided", "seat", "rounds"}  # columns that need no lead


def _columns(plan: Plan, batch: Batch) -> Columns:
    alone = Results(plan)
    alone.add(batch)
    return Games.of(alone).columns


def play_until_decided(
    plan: Plan,
    goals: Sequence[Goal],
    most: int,
    *,
    among: int = 0,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> tuple[Results, list[Judged]]:
    """Play measured games 0, 1, … of a plan until there is a verdict on every goal, or there are `most`.

    Games and verdicts do not depend on the number of workers: games that were played ahead of the verdict are dropped.
    If goals depend on who was ahead, they are judged when the pilot is over. For goals about skill there are other
    games, again up to `most`; they are not among the results. If the goals are some of
    `among`, they err as seldom as that asks for.
    """
    tests = GoalTests(goals, among)
    run = _Run(plan, tests, workers, open_executor, progress)
    best, weaker = contest(plan)
    mixed = attrs.evolve(plan, bots=(best, *(weaker,) * (plan.players - 1)))
    beside = _SkillRun(mixed, tests, workers, open_executor, progress, whole_blocks(LOOK, plan.players))
    recorded_arena_for(plan)
    try:
        run.play_pilot(min(most, PILOT))
        run.play_on(most)
        if not beside.decided:
            beside.play(most)
    except KeyboardInterrupt:
        run.results.stopped = INTERRUPTED
    except WorkersDied as error:
        run.results.stopped = str(error)
    if run.results.lead is None:
        fit_pilot(run.results)
    return run.results, tests.judged(Games.of(run.results))


class _Run:
    """Games on their way to the tests."""

    def __init__(
        self,
        plan: Plan,
        tests: GoalTests,
        workers: int,
        open_executor: OpenExecutor | None,
        progress: Callable[[int], None],
        look: int = LOOK,
    ) -> None:
        self.plan = plan
        self.tests = tests
        self.results = Results(plan)
        self._workers = workers
        self._open_executor = open_executor
        self._progress = progress
        self._look = look

    @property
    def decided(self) -> bool:
        """Whether more games are of no use; a few there must be, for a run has more to show than verdicts."""
        return self.tests.decided and self.tests.seen > 0

    def play_pilot(self, games: int) -> None:
        """Games that wait for the lead; the tests see them at once if they need not know who was ahead."""
        if self.tests.needs <= PLAIN:
            see = partial(self._see, lambda batch: plain_columns(list(batch)))
            self._play(partial(record_batch, self.plan, None), range(games), see)
            return
        for batch in self._answers(partial(record_batch, self.plan, None), range(games)):
            self.results.add(batch)
        fit_pilot(self.results)
        self.tests.allow_for(Games.of(self.results).fit_variance())
        for batch in self.results.batches():
            self.tests.see(_columns(self.plan, batch))

    def play_on(self, most: int) -> None:
        """The games after the pilot."""
        lead = self.results.lead or fit_pilot(self.results)
        if self.decided or most <= PILOT:
            return
        see = partial(self._see, partial(_columns, self.plan))
        self._play(partial(record_batch, self.plan, lead.whole), range(PILOT, most), see)

    def _see(self, columns: Callable[[Batch], Columns], batch: Batch) -> None:
        self.tests.see(columns(batch))

    def _play(self, task: Callable[[range], Batch], numbers: range, see: Callable[[Batch], None]) -> None:
        """Let the tests see the batches in order; what is left over once they have decided was played for nothing."""
        early: dict[int, Batch] = {}
        expected = numbers.start
        try:
            for batch in self._answers(task, numbers):
                early[batch.start] = batch
                while not self.decided and expected in early:
                    ready = early.pop(expected)
                    expected += len(ready)
                    self.results.add(ready)
                    see(ready)
        except (KeyboardInterrupt, WorkersDied):
            for batch in early.values():
                self.results.add(batch)
            raise

    def _answers(self, task: Callable[[range], Batch], numbers: range) -> Iterator[Batch]:
        answers = spread(
            task,
            self._pieces(numbers),
            workers=self._workers,
            open_executor=self._open_executor,
            resting=partial(self._progress, 0),
        )
        with closing(answers):
            for _, batch in answers:
                yield batch  # first, so that an interrupted progress bar costs no games
                self._progress(len(batch))

    def _pieces(self, numbers: range) -> Iterator[range]:
        for start in range(0, len(numbers), self._look):
            if self.decided:
                return
            yield numbers[start : start + self._look]


class _SkillRun(_Run):
    """Games of one good player among weaker ones, in blocks in which it has every seat."""

    @property
    def decided(self) -> bool:
        """Whether more games are of no use."""
        return self.tests.decided_on_skill

    def play(self, most: int) -> None:
        """Games until there is a verdict on skill."""
        numbers = range(whole_blocks(most, self.plan.players))
        self._play(partial(play_batch, self.plan), numbers, self._hear_skill)

    def _hear_skill(self, batch: Batch) -> None:
        alone = Results(self.plan)
        alone.add(batch)
        winners = np.asarray(complete_blocks(alone))
        self.tests.see_skill(np.where(winners < 0, np.nan, winners == 0))
