"""Games that were played at a real table, out of a table written by hand: CSV, a row for each game."""

import csv
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from typing import NamedTuple, TypeVar

from riskcore.errors import SaveError
from riskcore.files.merge import PlayerRange

__all__ = ["COLUMNS", "TableGame", "is_table", "read_table"]

#: The columns of a table; the last three may be left out, and a row may leave all but the first empty.
COLUMNS = ("seats", "winner", "rounds", "minutes", "note")

_NEEDED = COLUMNS[:2]
_LONGEST = 10_000_000  # characters of a file
_MOST = 1_000_000  # rounds, or minutes
_SHOWN = 20  # mistakes

Value = TypeVar("Value")


class TableGame(NamedTuple):
    """A game at a real table. Without a winner it was broken off; what nobody has written down is None."""

    seats: int
    winner: int | None  # the winner's seat, in order of play from 1
    rounds: int | None
    minutes: float | None


class _Mistake(Exception):  # noqa: N818 - it is one
    """What is wrong with a cell."""


def is_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file is such a table, by its name; others are logs."""
    return os.fspath(path).lower().endswith(".csv")


def read_table(path: str | os.PathLike[str], allowed: PlayerRange, variant: str) -> list[TableGame]:
    """The games of a table, at tables as large as a variant allows; a `SaveError` tells all mistakes, line by line."""
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read(_LONGEST + 1)
    except OSError as error:
        raise SaveError(f"{name}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise SaveError(f"{name}: not UTF-8: {error.reason}; save the table as CSV in UTF-8") from None
    if len(text) > _LONGEST:
        raise SaveError(f"{name}: more than {_LONGEST:,} characters; is it a table of games?")
    games: list[TableGame] = []
    mistakes: list[str] = []
    try:
        for line, cells in _rows(name, text):
            try:
                games.append(_game(cells, allowed, variant))
            except _Mistake as mistake:
                mistakes.append(f"{name}:{line}: {mistake}")
    except csv.Error as error:
        mistakes.append(f"{name}: not a table: {error}")
    if mistakes:
        more = len(mistakes) - _SHOWN
        raise SaveError("\n".join([*mistakes[:_SHOWN], *([f"and {more:,} mistakes more"] if more > 0 else [])]))
    return games


def _rows(name: str, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with their lines; with semicolons between the columns, where spreadsheets write these."""
    lines = text.splitlines()
    heads = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=";" if ";" in heads else ",")
    columns: list[str] = []
    for row in reader:
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if not columns:
            columns = [cell.lower() for cell in cells]
            _check_columns(f"{name}:{reader.line_num}", columns)
        elif len(cells) > len(columns):
            raise SaveError(f"{name}:{reader.line_num}: {len(cells)} cells in {len(columns)} columns")
        else:
            yield reader.line_num, dict(zip(columns, cells, strict=False))
    if not columns:
        raise SaveError(f"{name}: the file is empty; its first line must name columns: {', '.join(COLUMNS)}")


def _check_columns(place: str, columns: Sequence[str]) -> None:
    for column in columns:
        if column not in COLUMNS:
            raise SaveError(f"{place}: column {column!r}; must be one of {', '.join(COLUMNS)}")
        if columns.count(column) > 1:
            raise SaveError(f"{place}: column {column!r} is there twice")
    for column in _NEEDED:
        if column not in columns:
            raise SaveError(f"{place}: there is no column {column!r}; the first line names the columns")


def _game(cells: Mapping[str, str], allowed: PlayerRange, variant: str) -> TableGame:
    seats = _cell(cells, "seats", _whole)
    if seats is None:
        raise _Mistake("seats: is empty; must say how many played")
    if not allowed.min <= seats <= allowed.max:
        raise _Mistake(f"seats: {seats}; {variant} is for {allowed.min} to {allowed.max}")
    winner = _cell(cells, "winner", _whole)
    if winner is not None and not 1 <= winner <= seats:
        raise _Mistake(
            f"winner: {winner}; must be a seat from 1, who began, to {seats}, or empty if the game was broken off"
        )
    rounds = _cell(cells, "rounds", _whole)
    minutes = _cell(cells, "minutes", _number)
    for what, value in (("rounds", rounds), ("minutes", minutes)):
        if value is not None and not 0 < value <= _MOST:
            raise _Mistake(f"{what}: {value}; must be more than 0 and at most {_MOST:,}")
    return TableGame(seats, winner, rounds, minutes)


def _cell(cells: Mapping[str, str], column: str, read: Callable[[str], Value]) -> Value | None:
    """What a cell says; None if it is empty."""
    written = cells.get(column, "")
    try:
        return read(written) if written else None
    except ValueError:
        what = "a whole number" if read is _whole else "a number"
        raise _Mistake(f"{column}: {written[:40]!r}; must be {what}, or empty") from None


def _whole(written: str) -> int:
    if not (written.isascii() and written.isdigit()):
        raise ValueError(written)
    return int(written)


def _number(written: str) -> float:
    number = float(written.replace(",", "."))  # decimal commas stand in quotes, or between semicolons
    if not isfinite(number):
        raise ValueError(written)
    return number
