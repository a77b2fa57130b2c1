"""Gathering everything wrong with a scenario file, each with its place in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from riskcore.errors import Problem
from riskcore.files.toml_source import KeyPath, Place, TomlSource, dotted
from riskcore.notation.names import WordError

__all__ = ["Faults", "Spot"]


class Faults:
    """The problems found so far in one file."""

    def __init__(self, source: TomlSource) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def add(self, path: KeyPath, message: str, *, of_key: bool = False) -> None:
        """Note a problem once, however many variants it is met with."""
        problem = self.source.place(path, of_key).problem(f"{dotted(path)}: {message}")
        if problem not in self.problems:
            self.problems.append(problem)


class Spot:
    """A table of a scenario file that is being read: knows where its keys stand.

    A key that a scenario leaves to the file's defaults stands there.
    """

    def __init__(self, faults: Faults, path: KeyPath, defaults: KeyPath | None = None) -> None:
        self._faults = faults
        self._path = path
        self._defaults = defaults

    def path(self, *keys: str | int) -> KeyPath:
        """Where a key of this table is written."""
        if self._defaults is not None and keys and not self._written(keys[0]):
            return (*self._defaults, *keys)
        return (*self._path, *keys)

    def place(self, *keys: str | int) -> Place:
        """The same as a line and column."""
        return self._faults.source.place(self.path(*keys))

    def below(self, *keys: str | int) -> "Spot":
        """A table in this one; of a table with defaults, each key may be the scenario's own or a default."""
        defaults = None if self._defaults is None else (*self._defaults, *keys)
        return Spot(self._faults, (*self._path, *keys), defaults)

    def add(self, message: str, *keys: str | int, of_key: bool = False) -> None:
        """Note a problem with a key."""
        self._faults.add(self.path(*keys), message, of_key=of_key)

    @contextmanager
    def at(self, *keys: str | int, of_key: bool = False) -> Iterator[None]:
        """Note a word that means nothing as a problem with a key, and go on behind the block."""
        try:
            yield
        except WordError as error:
            self.add(str(error), *keys, of_key=of_key)

    def _written(self, key: str | int) -> bool:
        table: Any = self._faults.source.document
        for step in self._path:
            if isinstance(table, dict) and step not in table:
                return False
            table = table[step]
        return isinstance(table, list) or key in table
