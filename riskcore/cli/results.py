"""Where a command writes its results, which scripts read: standard output, and nothing of what rules print.

While a command works, standard output is pointed at standard error. So what a rule prints, or writes to the file
descriptor, or has another program write, goes there, in worker processes too; only `results` leads to the real one.
"""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from typing import Any, TextIO

import click

from riskcore.cli.project import say_project
from riskcore.errors import VariantWarning
from riskcore.files.toml_source import printable

__all__ = ["Command", "collect_results", "echo", "echo_error", "own_standard_output", "results", "system_words"]

_OUT, _ERR = 1, 2

_own: TextIO | None = None


class Command(click.Command):
    """A command that has standard output to itself while it works."""

    def invoke(self, ctx: click.Context) -> Any:
        with own_standard_output(), _plain_warnings():
            say_project(ctx)
            return super().invoke(ctx)


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """What variants warn of as a line for people, each once."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def shown(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, VariantWarning):
                echo_error(str(message))
            else:
                show(message, category, *where, **more)

        warnings.simplefilter("once", VariantWarning)
        warnings.showwarning = shown
        yield


def results() -> TextIO:
    """The real standard output."""
    return sys.stdout if _own is None else _own


def echo(text: str = "", *, nl: bool = True) -> None:
    """A line of a command's results."""
    click.echo(text, file=results(), nl=nl)


def echo_error(text: str = "") -> None:
    """A line for people, beside the results."""
    click.echo(text, err=True)


def system_words(error: OSError) -> str:
    """What the system refused; whether it was to read or to write is not known here."""
    what = printable(os.fsdecode(error.filename)) if error.filename else "cannot go on"
    return f"{what}: {(error.strerror or str(error)).lower()}"


@contextmanager
def collect_results(stream: TextIO) -> Iterator[None]:
    """Have results written to this stream meanwhile."""
    global _own
    before, _own = _own, stream
    try:
        yield
    finally:
        _own = before


@contextmanager
def own_standard_output() -> Iterator[None]:
    """Keep standard output for `results`."""
    global _own
    with ExitStack() as back:
        before = _own
        _own = _keep(back) if before is None else before
        try:
            yield
        finally:
            _own = before


def _keep(back: ExitStack) -> TextIO:
    """The stream for results; `back` puts everything where it was."""
    shown = sys.stdout
    if not _is_descriptor(shown):  # none at all, or somebody listens within the process: a test, a notebook
        back.enter_context(redirect_stdout(sys.stderr))
        return shown
    shown.flush()
    kept = os.dup(_OUT)
    back.callback(os.close, kept)
    back.callback(os.dup2, kept, _OUT)
    _point_out_at_err()
    stream = open(kept, "w", encoding=shown.encoding, errors=shown.errors, closefd=False)  # noqa: SIM115 - closed below
    back.callback(_leave, stream)
    prints = open(_OUT, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115 - closed on the way
    back.enter_context(redirect_stdout(back.enter_context(prints)))  # so that no rule can close ours
    return stream


def _leave(stream: TextIO) -> None:
    """Write what is left; whoever reads may have seen enough."""
    try:
        stream.flush()
    finally:
        with suppress(OSError):
            stream.close()


def _is_descriptor(stream: object) -> bool:
    try:
        return stream.fileno() == _OUT  # type: ignore[attr-defined,no-any-return]  # it may be anything
    except (AttributeError, OSError, ValueError):
        return False


def _point_out_at_err() -> None:
    if sys.__stderr__ is not None:
        with suppress(OSError):
            os.dup2(_ERR, _OUT)
            return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _OUT)
    os.close(nowhere)
