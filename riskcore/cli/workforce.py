"""Who plays the games of a command: processes of this machine, or the workers of a scheduler."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs
import click

if TYPE_CHECKING:
    from riskcore.lab.play.workers import OpenExecutor

__all__ = ["Workforce", "scheduler_option", "workforce"]

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, such as tcp://10.0.0.5:8786, instead of here.",
)


@attrs.frozen
class Workforce:
    """What `simulate` has to be told about its workers."""

    workers: int
    open_executor: "OpenExecutor | None" = None


@contextmanager
def workforce(workers: int | None, scheduler: str | None) -> Iterator[Workforce]:
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
