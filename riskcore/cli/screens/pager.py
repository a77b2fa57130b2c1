"""What is longer than the terminal is read from its top: through the pager, as git and man show it."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from typing import TYPE_CHECKING, TextIO

from riskcore.cli.results import collect_results, results
from riskcore.cli.screens.console import WIDEST, screen

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["paged_screen"]

_PAGER = "less"
_LESS = "FRX"  # quit if all fits after all, show colours, leave the text on the terminal


class _Held(StringIO):
    """A terminal, as far as whoever writes can tell, that keeps what is written."""

    def __init__(self, terminal: TextIO) -> None:
        super().__init__(newline="")
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a property here: whatever the terminal has
        return self._terminal.encoding

    def isatty(self) -> bool:
        return True


@contextmanager
def paged_screen(*, widest: int | None = WIDEST) -> "Iterator[Console]":
    """Where a command writes all at once; a terminal too low for it has it from the pager, the first line on top."""
    terminal = results()
    if not terminal.isatty():
        yield screen(widest=widest)
        return
    held = _Held(terminal)
    with collect_results(held):
        yield screen(widest=widest)
    text = held.getvalue()
    if text.count("\n") < shutil.get_terminal_size().lines or not _read_in_pager(text, terminal):
        terminal.write(text)
        terminal.flush()


def _read_in_pager(text: str, terminal: TextIO) -> bool:
    """Whether there was a pager to read it in."""
    try:
        command = shlex.split(os.environ.get("PAGER", _PAGER))
        environment = {"LESS": _LESS, **os.environ}
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=terminal.fileno(), env=environment)
    except (OSError, ValueError, IndexError):  # none, none that can be started, or nothing that names one
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's as long as it is there
    try:
        with suppress(BrokenPipeError):  # whoever reads has seen enough
            pager.communicate(text.encode(terminal.encoding, terminal.errors or "strict"))
        return True
    finally:
        signal.signal(signal.SIGINT, before)
