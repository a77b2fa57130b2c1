"""JSON from outside: read with bounds, and every complaint with the place that it is about."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from riskcore.errors import SaveError

__all__ = ["MOST", "Reading", "parse_json", "shown"]

MOST = 1_000_000  # of armies in one place, and of whatever else is counted
_LONGEST = 4_000_000  # characters of a text
_MOST_SHOWN = 60


def parse_json(text: object, what: str) -> Any:
    """The value of a JSON text, neither too long nor too deep, that names nothing twice."""
    if not isinstance(text, str):
        raise SaveError(f"not {what}: {type(text).__name__}; must be text")
    if len(text) > _LONGEST:
        raise SaveError(f"not {what}: {len(text):,} characters; at most {_LONGEST:,} are read")
    try:
        return json.loads(text, object_pairs_hook=_table, parse_constant=_no_number)
    except ValueError as error:
        raise SaveError(f"not {what}: {error}") from None
    except RecursionError:
        raise SaveError(f"not {what}: nested too deeply") from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a table has a key twice")
    return table


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


class Reading:
    """A table of a document while it is read: each value by its key, with complaints that say where it stands."""

    def __init__(self, table: object, what: str, where: str = "") -> None:
        self.what = what
        self._where = where
        if not isinstance(table, dict):
            self.refuse("", f"{shown(table)}; must be a table")
        self.table: Mapping[str, Any] = table

    def refuse(self, key: str, message: str) -> NoReturn:
        """Say what is wrong, and where."""
        place = ".".join(filter(None, (self._where, key)))
        raise SaveError(f"not {self.what}: {place}: {message}" if place else f"not {self.what}: {message}")

    def only(self, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        """See that the table has what it must have, and nothing that nobody reads."""
        for key in required:
            if key not in self.table:
                self.refuse(key, "missing")
        for key in self.table:
            if key not in required and key not in optional:
                self.refuse(key[:_MOST_SHOWN], f"unknown; known are {', '.join((*required, *optional))}")

    def below(self, key: str) -> "Reading":
        """A table within this one."""
        return Reading(self.table[key], self.what, ".".join(filter(None, (self._where, key))))

    def whole(self, key: str, low: int = 0, high: int = MOST) -> int:
        """A whole number."""
        return self._whole(key, self.table[key], low, high)

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, f"{shown(value)}; must be a whole number from {low} to {high}")
        return value

    def wholes(self, key: str, length: int | None, low: int = 0, high: int = MOST) -> list[int]:
        """A list of whole numbers, of this length unless any will do."""
        values = self.items(key, length)
        return [self._whole(f"{key}[{at}]", value, low, high) for at, value in enumerate(values)]

    def items(self, key: str, length: int | None = None, most: int = MOST) -> list[Any]:
        """A list."""
        value = self.table[key]
        if type(value) is not list or len(value) > most or (length is not None and len(value) != length):
            wanted = f"a list of {length}" if length is not None else f"a list of at most {most}"
            self.refuse(key, f"{shown(value)}; must be {wanted}")
        return value

    def each(self, key: str, fits: Callable[[Any], bool], wanted: str, most: int) -> list[Any]:
        """A list of any length, every item of which is as wanted."""
        values = self.items(key, most=most)
        for at, value in enumerate(values):
            if not fits(value):
                self.refuse(f"{key}[{at}]", f"{shown(value)}; must be {wanted}")
        return values


def shown(value: object) -> str:
    """A value, not too long."""
    if isinstance(value, list | dict) and len(value) > _MOST_SHOWN:
        return f"a {'list' if isinstance(value, list) else 'table'} of {len(value)}"
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
