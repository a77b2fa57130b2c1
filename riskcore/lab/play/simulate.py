"""Many bot games, on as many processes as there are; the results do not depend on how many."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from math import ceil
from numbers import Integral

import attrs

from riskcore.lab.play.batch import Plan, arena_for, play_game
from riskcore.lab.play.recorded_batch import PILOT, fit_pilot, record_batch, recorded_arena_for
from riskcore.lab.play.replays import Source, replay_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.soundness import Examiner
from riskcore.lab.play.workers import OpenExecutor, WorkersDied, spread

__all__ = ["INTERRUPTED", "simulate"]

INTERRUPTED = "interrupted"

_POOL_BATCH = 50  # fewer games would take longer to send than to play
_OWN_BATCH = 25  # without sending, small batches: an interrupted one is lost

# Plays the games with these numbers by giving ranges of them to a task
Play = Callable[[Callable[[range], Batch], range], None]


def simulate(
    plan: Plan,
    games: int,
    *,
    measured: bool = False,
    replays: Source | None = None,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Callable[[int], None] = lambda games: None,
    played: Iterable[Batch] = (),
    keep: Callable[[Batch], None] = lambda batch: None,
    log: Callable[[int, Sequence[str]], None] | None = None,
) -> Results:
    """Play games 0 to `games` - 1 of a plan. Interrupted by Ctrl-C, it gives the games played so far.

    If `measured`, the results hold what `lab.measure.measures` needs; the games are the same. With `replays`, games
    share that source of chance with some others (`lab.play.replays`). `progress` hears how many more games are
    finished, and now and then 0. `keep` is given every batch as it comes, and `played` are batches that it was given
    before, by a run of the same plan that did not come to its end. `log` is given the lines of games
    and the number of the first. See `spread` for the workers.
    """
    for name, number, least in (("games", games, 0), ("workers", workers, 1)):
        if not isinstance(number, Integral) or number < least:
            raise ValueError(f"{name}: {number!r}; must be a whole number, at least {least}")
    results = Results(plan)
    for batch in played:
        results.add(batch)
        progress(len(batch))

    def play(task: Callable[[range], Batch], numbers: range) -> None:
        alone = workers == 1 and open_executor is None
        size = _OWN_BATCH if alone else min(_POOL_BATCH, ceil(len(numbers) / workers))
        answers = spread(
            task,
            _pieces(results.missing(numbers), size),
            workers=workers,
            open_executor=open_executor,
            resting=partial(progress, 0),
        )
        with closing(answers):
            for _, batch in answers:
                if log is not None:
                    log(batch.start, batch.logged)
                    batch = attrs.evolve(batch, logged=())
                results.add(batch)
                keep(batch)
                progress(len(batch))

    try:
        if measured:
            _play_measured(results, games, play, log is not None)
        else:
            _play_bare(results, games, play, log is not None, replays)
    except KeyboardInterrupt:
        results.stopped = INTERRUPTED
    except WorkersDied as error:
        results.stopped = str(error)
    if measured and results.lead is None:  # stopped before the pilot was complete
        fit_pilot(results)
    return results


def _play_bare(results: Results, games: int, play: Play, logged: bool, replays: Source | None) -> None:
    plan = results.plan
    arena_for(plan)  # a variant or a bot that does not work is found here, not in each worker
    play(partial(replay_batch, plan, replays) if replays else partial(play_batch, plan, logged=logged), range(games))


def _play_measured(results: Results, games: int, play: Play, logged: bool) -> None:
    plan = results.plan
    recorded_arena_for(plan)
    play(partial(record_batch, plan, None, logged=logged), range(min(games, PILOT)))
    lead = fit_pilot(results)
    if games > PILOT:
        play(partial(record_batch, plan, lead.whole, logged=logged), range(PILOT, games))


def _pieces(gaps: Iterable[range], size: int) -> Iterator[range]:
    for numbers in gaps:
        for start in range(0, len(numbers), size):
            yield numbers[start : start + size]


def play_batch(plan: Plan, numbers: range, *, logged: bool = False) -> Batch:
    """Play some games of a plan; what a worker is asked to do."""
    arena = arena_for(plan)
    examiner = Examiner(plan)
    log: list[str] | None = [] if logged else None
    records = [play_game(arena, number, None, log, examiner.look) for number in numbers]
    return Batch.of(numbers.start, records, logged=log, conduct=examiner.conduct)
