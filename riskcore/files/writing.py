"""Writing files whole or not at all: whoever reads one meanwhile, or after a crash, finds the old or the new one."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["part_of", "write_new", "write_whole"]


def part_of(path: Path) -> Path:
    """Where a file is written before it takes its place."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def write_whole(path: Path, text: str) -> None:
    """Write all of a file or nothing. What no encoding has, such as half of a surrogate pair, becomes an escape."""
    data = text.encode("utf-8", errors="backslashreplace")
    if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # a pipe or a terminal cannot be replaced
        path.write_bytes(data)
        return
    goal = Path(os.path.realpath(path))
    with _written(goal, data) as part:
        if goal.exists():  # whoever may read and write it still may, and nobody else
            part.chmod(stat.S_IMODE(goal.stat().st_mode))
        os.replace(part, goal)


def write_new(path: Path, text: str) -> None:
    """The same, but leave a file that is there: of two processes that begin together, one has its way."""
    with _written(path, text.encode("utf-8", errors="backslashreplace")) as part:
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except OSError:  # not every file system has links
            os.replace(part, path)


@contextmanager
def _written(path: Path, data: bytes) -> Iterator[Path]:
    """The file beside its place, on the disk also if the machine stops; gone afterwards."""
    part = part_of(path)
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield part
    finally:
        with suppress(OSError):
            part.unlink()
