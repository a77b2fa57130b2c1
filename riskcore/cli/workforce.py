"""Who plays the games of a command: processes of this machine, or the workers of a scheduler."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import attrs
import click

from riskcore.cli.options import Command, workers_option

if TYPE_CHECKING:
    from riskcore.lab.play.workers import OpenExecutor

__all__ = ["Workforce", "workforce_options"]

_scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, such as tcp://10.0.0.5:8786, instead of here.",
)


@attrs.frozen
class Workforce:
    """What the lab has to be told about its workers."""

    workers: int
    open_executor: "OpenExecutor | None" = None

    @property
    def options(self) -> dict[str, Any]:
        """The same as keywords."""
        return attrs.asdict(self, recurse=False)


def workforce_options(command: Command) -> Command:
    """How many processes play, or whose workers: handed over as a context that has a `Workforce`."""

    @wraps(command)
    def with_workforce(workers: int | None, scheduler: str | None, **others: Any) -> Any:
        return command(workforce=_workforce(workers, scheduler), **others)

    return cast(Command, workers_option(_scheduler_option(with_workforce)))


@contextmanager
def _workforce(workers: int | None, scheduler: str | None) -> Iterator[Workforce]:
    """The processes asked for, all cores by default, or the workers of a scheduler."""
    from riskcore.lab.play.workers import available_cores

    if scheduler is None:
        yield Workforce(workers or available_cores())
        return
    if workers is not None:
        raise click.BadParameter("a scheduler has workers of its own; leave this out", param_hint="'--workers'")
    from riskcore.lab.play.cluster import cluster

    with cluster(scheduler) as remote:
        yield Workforce(remote.workers, remote.open_executor)
