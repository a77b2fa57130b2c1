"""The files that a variant names: found on this machine, or carried along with the variant, so that nothing is opened.

A variant that is loaded from files takes the content of its own board and decks along. One that comes out of a save
has nothing but that and what is shipped: what stands in a save must not make anybody open a path.
"""

import io
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from riskcore.files.disk import MAX_BYTES, read_start
from riskcore.files.shipped import find_data_file, portable, resolve_reference, shipped_root

if sys.platform == "win32":
    from pathlib import WindowsPath as LocalPath
else:
    from pathlib import PosixPath as LocalPath

__all__ = ["FOLDER", "CarriedFile", "DataFiles", "labels", "own_text"]

FOLDER = "carried"  # where the files of a save are said to be


class CarriedFile(LocalPath):
    """A path whose content is in memory. `read_bytes`, `read_text` and `open` give it; nothing is opened."""

    _content: bytes

    @classmethod
    def of(cls, name: str, text: str) -> "CarriedFile":
        """The file of this name with this text."""
        file = cls(name)
        file._content = text.encode("utf-8", "surrogatepass")
        return file

    def with_segments(self, *parts: str | os.PathLike[str]) -> Path:
        """What is derived from this path is not carried."""
        return Path(*parts)

    def open(self, mode: str = "r", *_: Any, **__: Any) -> Any:
        """A stream of what is in memory."""
        if mode.strip("rbt"):
            raise OSError(f"{self} is carried by a variant, and cannot be written to")
        return io.BytesIO(self._content) if "b" in mode else io.StringIO(self.read_text())

    def read_bytes(self) -> bytes:
        """What is in the file."""
        return self._content

    def read_text(self, *_: Any, **__: Any) -> str:
        """What is in the file, as UTF-8."""
        return self._content.decode("utf-8")

    def is_file(self, **_: Any) -> bool:
        """It is there."""
        return True

    def exists(self, **_: Any) -> bool:
        """It is there."""
        return True

    def __fspath__(self) -> str:
        if not self.is_absolute():  # it came out of a save: whatever has its name here is another file
            raise OSError(f"{self} is carried by a saved variant: read it with .read_text() or .read_bytes()")
        return str(self)


@attrs.frozen
class DataFiles:
    """Finds the files that tables name; `carried` are texts that come along, by reference.

    If `sealed`, there are no others than these and those that are shipped.
    """

    carried: Mapping[str, str] = attrs.field(factory=dict)
    sealed: bool = False

    def data_file(self, reference: str, folder: str = "") -> Path | None:
        """A file named in a parameter."""
        if reference in self.carried:
            return CarriedFile.of(reference, self.carried[reference])
        if self.sealed:
            return _shipped(reference)
        return find_data_file(reference, folder)

    def board(self, reference: str, folder: str = "") -> Path:
        """The file of a board; LookupError if there is none."""
        if reference in self.carried:
            return CarriedFile.of(reference, self.carried[reference])
        path = resolve_reference("board", reference, folder)
        if self.sealed and path.stem != reference:
            raise LookupError(f"the board {reference!r} is neither shipped nor in the save")
        return path


def _shipped(reference: str) -> Path | None:
    """A file that is shipped, whatever way the reference tries to take."""
    found = find_data_file(reference, "") if not os.path.isabs(reference) else None
    return found if found is not None and found.resolve().is_relative_to(shipped_root().resolve()) else None


def own_text(path: Path) -> str | None:
    """The content of a designer's own file, to be carried along; None for a shipped one or what is too much."""
    if isinstance(path, CarriedFile):
        return path.read_text()
    if portable(path) != str(path) or not path.is_file():
        return None
    data = read_start(path)
    try:
        return data.decode("utf-8") if len(data) <= MAX_BYTES else None
    except UnicodeDecodeError:
        return None


def labels(references: Iterable[str]) -> dict[str, str]:
    """What a save calls files: their names without the folders of this machine, each once."""
    named: dict[str, str] = {}
    for reference in references:
        stem, suffix = os.path.splitext(os.path.basename(reference.replace("\\", "/")))
        label, number = f"{FOLDER}/{stem}{suffix}", 1
        while label in named.values():
            number += 1
            label = f"{FOLDER}/{stem}-{number}{suffix}"
        named[reference] = label
    return named
