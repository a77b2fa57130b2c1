"""Workers on other machines: a Dask scheduler as an executor like any other."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, InvalidStateError
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from riskcore import __version__
from riskcore.errors import RiskError
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.workers import WorkersDied

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Cluster", "ClusterError", "cluster"]

_PATIENCE = 10  # seconds to wait for the scheduler, and for a first worker
_LOOK = 0.2  # seconds between looks whether the scheduler is still there
_ALONE = 60  # seconds without a worker after which no other is waited for
_GONE = ("closing", "closed")
_ADDRESS = re.compile(r"(\w+://)?[^/\s]+:\d+")


class ClusterError(RiskError):
    """A scheduler that cannot be reached, or workers that cannot play these games."""


class Cluster:
    """A connection to a scheduler; `open_executor` is for `simulate` and `spread`, as often as they like."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def open_executor(self) -> AbstractContextManager[Executor]:
        """An executor whose unfinished tasks are cancelled when it is left by an exception."""
        return _open(self._client, self._address)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """Connect to a Dask scheduler whose workers have this version of riskvar installed."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError('--scheduler needs distributed: pip install "riskvar[dask]"') from None
    if not _ADDRESS.fullmatch(address):
        raise ClusterError(f"--scheduler {address}: must be a host and a port, such as tcp://10.0.0.5:8786")
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:  # nobody there, or no address at all
        raise ClusterError(f"no scheduler answers at {address}: {_first_line(error)}") from None
    with client:
        _check(client, address)
        yield Cluster(client, address)


def _check(client: "Client", address: str) -> None:
    """See that there are workers, and that they play what would be played here."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise ClusterError(f"the scheduler at {address} has no worker; start one: dask worker {address}") from None
    try:
        versions = client.run(_make_ready)
    except Exception as error:  # whatever unpickling meets on a machine that lacks something
        raise ClusterError(f"the workers of {address} cannot run riskvar: {_first_line(error)}") from error
    for worker, version in versions.items():
        if version != __version__:
            raise ClusterError(f"worker {worker} has riskvar {version}, not {__version__}; games would differ")


def _make_ready() -> str:
    """Done on each worker: build arenas anew, since a designer's rule file may have changed since the last run."""
    forget_arenas()
    return __version__


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


@contextmanager
def _open(client: "Client", address: str) -> Iterator[Executor]:
    if client.status in _GONE:
        raise WorkersDied(f"the scheduler at {address} is gone")
    if not _has_workers(client):
        raise WorkersDied(f"the scheduler at {address} has no worker left")
    executor = client.get_executor(pure=False)  # each task is done anew: an answer of an earlier run may be outdated
    translated = _Translated(executor, address)
    left = Event()
    watcher = Thread(target=_watch, args=(client, translated, left), daemon=True)
    watcher.start()
    try:
        yield translated
    except BaseException:
        if client.status not in _GONE:
            executor.shutdown(wait=False)
        raise
    else:
        executor.shutdown()
    finally:
        left.set()
        watcher.join()


def _has_workers(client: "Client") -> bool:
    """As the scheduler told last; it tells every few seconds, unless it is gone, which is another matter.

    The number counts, where it is told: of the workers themselves, it may have listed none.
    """
    info = client.scheduler_info()
    return bool(info.get("n_workers", info.get("workers", True)))


def _watch(client: "Client", executor: "_Translated", left: Event) -> None:
    """A client that has lost its scheduler for good, or whose scheduler has lost all workers, leaves its futures open
    for ever.
    """
    last_seen = time.monotonic()
    while not left.wait(_LOOK):
        if client.status in _GONE:
            executor.give_up("the scheduler is gone")
        elif _has_workers(client):
            last_seen = time.monotonic()
        elif time.monotonic() - last_seen > _ALONE:
            executor.give_up("no worker is left")


class _Translated(Executor):
    """Says of a lost scheduler or of workers that keep dying what any executor says: that it is broken."""

    def __init__(self, executor: Executor, address: str) -> None:
        self._executor = executor
        self._address = address
        self._open: set[Future[Any]] = set()

    def submit(self, task: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        try:
            under_way = self._executor.submit(task, *arguments, **options)
        except (OSError, RuntimeError) as error:  # the connection is closed
            raise self._broken(_first_line(error)) from error
        self._open.add(answer)
        answer.add_done_callback(self._open.discard)
        under_way.add_done_callback(lambda done: self._pass_on(done, answer))
        return answer

    def give_up(self, why: str) -> None:
        """Break all that is under way."""
        for answer in list(self._open):
            self._settle(answer, self._broken(why))

    def _broken(self, why: str) -> BrokenExecutor:
        return BrokenExecutor(f"{self._address}: {why}")

    def _pass_on(self, done: Future[Any], answer: Future[Any]) -> None:
        from distributed import KilledWorker

        try:
            result = done.result()
        except (KilledWorker, CancelledError, OSError) as error:
            self._settle(answer, self._broken(_first_line(error)))
        except BaseException as error:
            self._settle(answer, error)
        else:
            with suppress(InvalidStateError):
                answer.set_result(result)

    @staticmethod
    def _settle(answer: Future[Any], error: BaseException) -> None:
        with suppress(InvalidStateError):  # it came in this very moment
            answer.set_exception(error)
