"""Ctrl-C, heard once: whoever presses it twice in a hurry shall still see what there is to show."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType
from typing import NoReturn

import click

__all__ = ["INTERRUPTED", "leave_stopped", "one_ctrl_c"]

INTERRUPTED = 130  # the exit code after Ctrl-C

_HURRY = 0.5  # seconds after one that is heeded in which others are taken to be the same


def leave_stopped(why: str, told: str) -> NoReturn:
    """Say what a command that was stopped has done, and end it."""
    from riskcore.lab.play import simulate

    click.echo(f"{why}: {told}", err=True)
    raise SystemExit(INTERRUPTED if why == simulate.INTERRUPTED else 1)


@contextmanager
def one_ctrl_c() -> Iterator[None]:
    """Take several interrupts in a short time for one; later ones count again, for showing may take too long."""
    before = signal.getsignal(signal.SIGINT)
    if before not in (signal.default_int_handler, signal.SIG_DFL):  # ignored, as in the background, or somebody else's
        yield
        return
    process, heeded = os.getpid(), -inf

    def heed(number: int, frame: FrameType | None) -> None:
        nonlocal heeded
        now = time.monotonic()
        if now - heeded < _HURRY or os.getpid() != process:  # a worker that is just beginning inherits this
            return
        heeded = now
        raise KeyboardInterrupt

    try:
        signal.signal(signal.SIGINT, heed)
    except ValueError:  # not the main thread, which alone is interrupted
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
