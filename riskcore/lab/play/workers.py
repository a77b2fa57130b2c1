"""One task on many pieces, over any `concurrent.futures.Executor`: finished pieces are never lost or done twice."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from itertools import chain, islice, takewhile
from threading import Thread
from typing import TypeVar

from riskcore.errors import RiskError

__all__ = ["OpenExecutor", "WorkersDied", "available_cores", "local_pool", "spread"]

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
OpenExecutor = Callable[[], AbstractContextManager[Executor]]

_AHEAD = 3  # pieces handed out per worker: enough that none waits, few enough to stop soon
_DEATHS = 3  # broken executors in a row, with no piece finished between, that are taken to be no accident
_LOOK = 1.0  # seconds between a worker's looks whether its parent is still there
_REST = 0.1  # seconds after which a waiting caller hears that nothing is new


class WorkersDied(RiskError):  # noqa: N818 - it says what happened
    """Worker processes died again and again; what they had finished before has been handed over."""


def available_cores() -> int:
    """How many processes can run at once here."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every platform
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def local_pool(workers: int) -> Iterator[Executor]:
    """Processes on this machine. Left by an exception, they are stopped in the middle of what they do."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=_serve, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def _serve(parent: int) -> None:
    """Begin as a worker: leave Ctrl-C, which reaches every process of a terminal, to the parent, and standard output
    as well; end with it.
    """
    with suppress(ValueError):  # a thread, not a process of its own
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A killed parent cannot stop its workers, and they would wait for more work for ever."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


def spread(
    task: Callable[[Piece], Answer],
    pieces: Iterable[Piece],
    *,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    resting: Callable[[], None] = lambda: None,
) -> Generator[tuple[Piece, Answer], None, None]:
    """Do a task on each piece; answers come as they are ready, in any order.

    One worker works in this process, more in a pool, unless `open_executor` opens another kind. When the executor
    breaks, the pieces under way are done again in a new one. `resting` is called now and then while nothing is ready.
    If the task fails, it is the failure of the first such piece that is raised, however many workers there are.
    """
    if workers == 1 and open_executor is None:
        for piece in pieces:
            answer = task(piece)
            yield piece, answer
        return
    todo = iter(pieces)
    deaths = 0
    while deaths < _DEATHS:
        under_way: dict[Future[Answer], Piece] = {}
        try:
            with (open_executor or partial(local_pool, workers))() as executor:
                for answered in _hand_out(executor, task, todo, under_way, workers * _AHEAD, resting):
                    deaths = 0
                    yield answered
                return
        except BrokenExecutor:
            deaths += 1
            finished, again = _sort_out(under_way)
            yield from finished
            todo = chain(todo, again)  # last, so that a piece that kills its worker keeps no other waiting
    raise WorkersDied(f"worker processes died {_DEATHS} times in a row; is there enough memory?")


def _hand_out(
    executor: Executor,
    task: Callable[[Piece], Answer],
    todo: Iterator[Piece],
    under_way: dict[Future[Answer], Piece],
    most: int,
    resting: Callable[[], None],
) -> Iterator[tuple[Piece, Answer]]:
    """Keep `most` pieces under way until none is left."""
    while True:
        for piece in islice(todo, most - len(under_way)):
            under_way[_submit(executor, task, piece)] = piece
        if not under_way:
            return
        done, _ = wait(under_way, timeout=_REST, return_when=FIRST_COMPLETED)
        if not done:
            resting()
        for future in [each for each in under_way if each in done]:
            try:
                answer = future.result()
            except BrokenExecutor:
                raise
            except Exception:
                yield from _before(future, under_way)
                raise
            yield under_way.pop(future), answer


def _before(failed: Future[Answer], under_way: dict[Future[Answer], Piece]) -> Iterator[tuple[Piece, Answer]]:
    """The answers to pieces handed out before one that failed. If one of these fails too, that is what is told: the
    first failure, whoever else was quicker.
    """
    for future in list(takewhile(lambda each: each is not failed, under_way)):
        answer = future.result()
        yield under_way.pop(future), answer


def _submit(executor: Executor, task: Callable[[Piece], Answer], piece: Piece) -> Future[Answer]:
    """A future in any case: an executor that is broken already breaks its piece like all others."""
    try:
        return executor.submit(_work, task, piece)
    except BrokenExecutor as error:
        future: Future[Answer] = Future()
        future.set_exception(error)
        return future


def _work(task: Callable[[Piece], Answer], piece: Piece) -> Answer:
    """Do a task on a worker. What a rule raised may not travel between processes; what is told of it does."""
    try:
        return task(piece)
    except RiskError as error:
        error.__cause__ = error.__context__ = None
        raise


def _sort_out(under_way: dict[Future[Answer], Piece]) -> tuple[list[tuple[Piece, Answer]], list[Piece]]:
    """What a broken executor had finished after all, and what has to be done again."""
    finished: list[tuple[Piece, Answer]] = []
    again: list[Piece] = []
    for future, piece in under_way.items():
        if future.done() and not future.cancelled() and future.exception() is None:
            finished.append((piece, future.result()))
        else:
            again.append(piece)
    return finished, again
