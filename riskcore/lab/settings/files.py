"""Reading and writing the files of a sweep: what is written is there whole or not at all, and errors name the file."""

import hashlib
import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from riskcore.errors import RiskError
from riskcore.files.disk import part_of, write_whole

__all__ = [
    "SweepFolderError",
    "cannot",
    "checksum",
    "document_checksum",
    "has_checksum",
    "is_part",
    "need_duckdb",
    "remove_stale",
    "writing",
]

_PART = re.compile(r"(?:sweep\.json|results\.csv|results\.parquet|[0-9a-f]{32}\.json)\.(\d+)\.part")
_LONG = 600  # seconds; nothing here takes as long to write


class SweepFolderError(RiskError):
    """A folder that cannot hold the results of this sweep, or files that do not let it go on."""


def cannot(do: str, path: str | os.PathLike[str], error: OSError) -> SweepFolderError:
    """What the system would not do with a file."""
    return SweepFolderError(f"cannot {do} {os.fspath(path)}: {(error.strerror or str(error)).lower()}")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Name the file that could not be written: a full disk does not, and it does not say that nothing is lost."""
    try:
        yield
    except OSError as error:
        kept = "what is finished is kept; the same command goes on where it stopped"
        raise SweepFolderError(f"{cannot('write', path, error)}; {kept}") from error


def checksum(path: str | os.PathLike[str]) -> str:
    """What a file holds, in a few letters."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError as error:
        raise cannot("read", path, error) from error


def document_checksum(document: object) -> str:
    """What a document of JSON says, in a few letters."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def has_checksum(path: str | os.PathLike[str], known: str) -> bool:
    """Whether a file is there and holds what it held."""
    try:
        return checksum(path) == known
    except SweepFolderError:
        return False


def is_part(path: Path) -> bool:
    """Whether this is a file of a sweep that has not taken its place."""
    return _PART.fullmatch(path.name) is not None


def remove_stale(folder: Path) -> None:
    """Delete what killed sweeps were writing; another that is at work here may be writing too."""
    for path in folder.glob("*.part"):
        with suppress(OSError):
            if (found := _PART.fullmatch(path.name)) and _is_stale(path, int(found[1])):
                path.unlink()


def _is_stale(path: Path, process: int) -> bool:
    if time.time() - path.stat().st_mtime > _LONG:
        return True
    if os.name != "posix":  # elsewhere this is no question but a signal
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:  # somebody else's
        pass
    return False


def write_parquet(source: Path, path: Path) -> None:
    """A table of CSV as Parquet."""
    need_duckdb()
    import duckdb

    part = part_of(path)
    try:
        with duckdb.connect() as database:
            table = database.read_csv(str(source), header=True, sample_size=-1)
            table.write_parquet(str(part))
        os.replace(part, path)
    except duckdb.Error as error:
        raise OSError(str(error).splitlines()[0]) from error
    finally:
        part.unlink(missing_ok=True)


def write_table(path: Path, text: str) -> None:
    """A table of CSV as the name of its file asks: Parquet if that ends so."""
    try:
        if path.suffix != ".parquet":
            write_whole(path, text)
            return
        with TemporaryDirectory() as folder:
            source = Path(folder) / "table.csv"
            source.write_text(text, encoding="utf-8")
            write_parquet(source, path)
    except OSError as error:
        raise cannot("write", path, error) from error


def need_duckdb() -> None:
    """Say what is missing before anything is played."""
    try:
        import duckdb  # noqa: F401 - only whether it is there
    except ImportError:
        raise SweepFolderError(
            'parquet needs duckdb: pip install "riskvar[parquet]"; CSV can always be written'
        ) from None
