"""Games until every goal has its verdict; the same games and verdicts however many workers there are."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

import numpy as np

from riskcore.lab.games import Games, lengths
from riskcore.lab.goals import Columns, Goal
from riskcore.lab.notes import PILOT, desk_for, fit_pilot, forget_desks, record_batch
from riskcore.lab.play import Plan
from riskcore.lab.results import Batch, Results
from riskcore.lab.simulate import INTERRUPTED
from riskcore.lab.verdicts import LOOK, Judged, Jury
from riskcore.lab.workers import OpenExecutor, WorkersDied, spread

__all__ = ["play_until_decided"]

PLAIN = {"decided", "seat", "rounds"}  # columns that need no lead


def _plain_columns(batch: Batch) -> Columns:
    """What there is to say of games whose turns are not folded yet."""
    records = list(batch)
    return {
        "decided": np.asarray([record.winner is not None for record in records], dtype=np.float64),
        "seat": np.asarray([record.seat for record in records], dtype=np.float64),
        "rounds": lengths(records),
    }


def _columns(plan: Plan, batch: Batch) -> Columns:
    alone = Results(plan)
    alone.add(batch)
    return Games.of(alone).columns


def play_until_decided(
    plan: Plan,
    goals: Sequence[Goal],
    most: int,
    *,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> tuple[Results, list[Judged]]:
    """Play measured games 0, 1, … of a plan until there is a verdict on every goal, or there are `most`.

    Games and verdicts do not depend on the number of workers: games that were played ahead of the verdict are dropped.
    Goals that depend on who was ahead are judged from the end of the pilot on.
    """
    run = _Run(plan, Jury(goals), workers, open_executor, progress)
    forget_desks()
    desk_for(plan)
    try:
        run.play_pilot(min(most, PILOT))
        run.play_on(most)
    except KeyboardInterrupt:
        run.results.stopped = INTERRUPTED
    except WorkersDied as error:
        run.results.stopped = str(error)
    if run.results.lead is None:
        fit_pilot(run.results)
    return run.results, run.jury.judged(Games.of(run.results))


class _Run:
    """Games on their way to a jury."""

    def __init__(
        self,
        plan: Plan,
        jury: Jury,
        workers: int,
        open_executor: OpenExecutor | None,
        progress: Callable[[int], None],
    ) -> None:
        self.plan = plan
        self.jury = jury
        self.results = Results(plan)
        self._workers = workers
        self._open_executor = open_executor
        self._progress = progress

    def play_pilot(self, games: int) -> None:
        """Games that wait for the lead; the jury hears them at once if it need not know who was ahead."""
        if self.jury.needs <= PLAIN:
            self._play(partial(record_batch, self.plan, None), range(games), _plain_columns)
            return
        for batch in self._answers(partial(record_batch, self.plan, None), range(games)):
            self.results.add(batch)
        fit_pilot(self.results)
        self.jury.allow_for(Games.of(self.results).fit_variance())
        for batch in self.results.batches():
            self.jury.hear(_columns(self.plan, batch))

    def play_on(self, most: int) -> None:
        """The games after the pilot."""
        lead = self.results.lead or fit_pilot(self.results)
        if self.jury.decided or most <= PILOT:
            return
        task = partial(record_batch, self.plan, lead.whole)
        self._play(task, range(PILOT, most), partial(_columns, self.plan))

    def _play(self, task: Callable[[range], Batch], numbers: range, columns: Callable[[Batch], Columns]) -> None:
        """Let the jury hear the batches in order; what is left over when it has decided was played for nothing."""
        early: dict[int, Batch] = {}
        expected = numbers.start
        try:
            for batch in self._answers(task, numbers):
                early[batch.start] = batch
                while not self.jury.decided and expected in early:
                    ready = early.pop(expected)
                    expected += len(ready)
                    self.results.add(ready)
                    self.jury.hear(columns(ready))
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
        for start in range(0, len(numbers), LOOK):
            if self.jury.decided:
                return
            yield numbers[start : start + LOOK]
