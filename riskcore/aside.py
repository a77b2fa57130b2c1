"""What plugins print goes to standard error: standard output is for results alone, which scripts read.

Not only `print`: what a plugin writes to the file descriptor, or a program that it starts, goes there too.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from threading import Lock

__all__ = ["prints_aside", "prints_aside_for_good"]

_OUT, _ERR = 1, 2

_lock = Lock()
_inside = 0  # threads and calls within one another; the first diverts, the last puts back
_way_back = ExitStack()


@contextmanager
def prints_aside() -> Iterator[None]:
    """While code of plugins runs. It costs a few system calls: put it around a batch of games, not around each."""
    global _inside, _way_back
    with _lock:
        if _inside == 0:
            _way_back = _divert()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _way_back.close()


def prints_aside_for_good() -> None:
    """In a process that only works for another, which shows the results."""
    if sys.__stdout__ is None:
        return  # closed from the start; the descriptor may have become anything
    _point_out_at_err()
    if sys.stdout is sys.__stdout__ and sys.stderr is not None:
        sys.stdout = sys.stderr  # or what is printed would wait in a buffer


def _divert() -> ExitStack:
    """Point standard output elsewhere; what comes back undoes it."""
    back = ExitStack()
    shown = sys.stdout
    if not _is_descriptor(shown):  # none at all, or somebody listens within the process: a test, a notebook
        back.enter_context(redirect_stdout(sys.stderr))
        return back
    _flush()
    kept = os.dup(_OUT)
    back.callback(os.close, kept)
    back.callback(os.dup2, kept, _OUT)
    _point_out_at_err()
    if shown is sys.__stdout__:  # not a progress bar's, which knows where to print
        own = open(_OUT, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115 - closed on the way
        back.enter_context(redirect_stdout(back.enter_context(own)))  # so that no plugin can close ours
    back.callback(_flush)
    return back


def _is_descriptor(stream: object) -> bool:
    try:
        return stream.fileno() == _OUT  # type: ignore[attr-defined,no-any-return]  # it may be anything
    except (AttributeError, OSError, ValueError):
        return False


def _flush() -> None:
    """What has been written so far belongs where standard output points now."""
    for stream in (sys.stdout, sys.__stdout__):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()  # type: ignore[union-attr]  # there may be none


def _point_out_at_err() -> None:
    if sys.__stderr__ is not None:
        with suppress(OSError):
            os.dup2(_ERR, _OUT)
            return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _OUT)
    os.close(nowhere)
