"""Many bot games, on as many processes as there are; the results do not depend on how many."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from math import ceil

from riskcore.lab.play import Plan, play_game, table_for
from riskcore.lab.results import Batch, Results
from riskcore.lab.workers import OpenExecutor, WorkersDied, spread

__all__ = ["INTERRUPTED", "simulate"]

INTERRUPTED = "interrupted"

_POOL_BATCH = 50  # fewer games would be dearer to send than to play
_OWN_BATCH = 10  # without sending, small batches: an interrupted one is lost


def simulate(
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Results:
    """Play games 0 to `games` - 1 of a plan. Interrupted by Ctrl-C, it gives the games played so far.

    `progress` hears how many more games are finished, and now and then 0. See `spread` for the workers.
    """
    table_for.cache_clear()  # a designer's rule file may have changed since the last run
    table_for(plan)  # a variant or a bot that does not work is found here, not in each worker
    results = Results(plan)
    size = _OWN_BATCH if workers == 1 and open_executor is None else min(_POOL_BATCH, ceil(games / workers))
    answers = spread(
        partial(play_batch, plan),
        _batches(games, size),
        workers=workers,
        open_executor=open_executor,
        resting=partial(progress, 0),
    )
    try:
        with closing(answers):
            for _, batch in answers:
                results.add(batch)
                progress(len(batch))
    except KeyboardInterrupt:
        results.stopped = INTERRUPTED
    except WorkersDied as error:
        results.stopped = str(error)
    return results


def _batches(games: int, size: int) -> Iterator[range]:
    for start in range(0, games, size):
        yield range(start, min(start + size, games))


def play_batch(plan: Plan, numbers: range) -> Batch:
    """Play some games of a plan; what a worker is asked to do."""
    table = table_for(plan)
    return Batch.of(numbers.start, [play_game(table, number) for number in numbers])
