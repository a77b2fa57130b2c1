"""Results longer than the terminal are read in a pager, from the top."""

import fcntl
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest


def on_terminal(lines: int, *arguments: str, pager: str) -> str:
    """What a command shows on a terminal of so many lines."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 80, 0, 0))
    environment = {**os.environ, "PAGER": pager, "TERM": "xterm", "NO_COLOR": "1"}
    environment.pop("LINES", None)
    environment.pop("COLUMNS", None)
    command = [sys.executable, "-c", "from riskcore.cli import main; main()", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        while chunk := read(ours):
            shown += chunk
    os.close(ours)
    assert process.returncode == 0
    return shown.decode().replace("\r\n", "\n")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so at the end
        return b""


@pytest.fixture
def paged(tmp_path: Path) -> Path:
    """What the pager was given."""
    return tmp_path / "paged"


def test_what_is_longer_than_the_terminal_goes_to_the_pager(paged: Path) -> None:
    shown = on_terminal(24, "rules", "capitals", pager=f"tee {shlex.quote(str(paged))}")
    assert len(paged.read_text().splitlines()) >= 24
    assert paged.read_text() == shown


def test_what_fits_is_shown_without(paged: Path) -> None:
    shown = on_terminal(200, "rules", "capitals", pager=f"tee {shlex.quote(str(paged))}")
    assert shown.startswith("capitals\n")
    assert not paged.exists()


@pytest.mark.parametrize("pager", ["", "no-such-pager", "'"])
def test_without_a_pager_everything_is_shown(pager: str) -> None:
    assert on_terminal(24, "rules", "capitals", pager=pager) == on_terminal(200, "rules", "capitals", pager="cat")


def test_whoever_leaves_the_pager_early_sees_no_error() -> None:
    assert on_terminal(24, "explain", "classic-1959", "--all", pager="head -n 1") == "Classic 1959\n"
