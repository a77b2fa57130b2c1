"""Files on the disk: written whole or not at all, and never read from what has no end or makes one wait.

Whoever reads a file that is being written, or after a crash, finds the old or the new one. Files that others name may
be devices or pipes, and these are refused.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

__all__ = ["MAX_BYTES", "TOO_LARGE", "part_of", "read_start", "reading_failed", "write_new", "write_whole"]

MAX_BYTES = 1024 * 1024
TOO_LARGE = f"too large: a file may have at most {MAX_BYTES:,} bytes"

# Opening a pipe that nobody writes to waits for ever, unless one says not to wait.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_start(path: str | os.PathLike[str]) -> bytes:
    """What is in a file, or more than `MAX_BYTES` of it; OSError or ValueError if it cannot be read."""
    with _open_regular(path) as stream:
        return stream.read(MAX_BYTES + 1)


def _open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    if isinstance(path, Path) and type(path).open is not Path.open:  # it is in memory
        return cast(BinaryIO, path.open("rb"))
    descriptor = os.open(path, _FLAGS)
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(kind):
        raise IsADirectoryError
    raise OSError(f"it is a {'pipe' if stat.S_ISFIFO(kind) else 'device'}; must be a file")


def reading_failed(error: OSError | ValueError) -> str:
    """Why a file could not be read, in words."""
    match error:
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "a directory, not a file"
        case OSError(strerror=str(reason)):
            return f"cannot be read: {reason.lower()}"
    return f"cannot be read: {error}"


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
