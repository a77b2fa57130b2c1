"""Reading boards: a TOML file of continents and territories becomes a Board."""

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

import attrs
from attrs.validators import ge

from riskcore.board import Board
from riskcore.errors import Problem, VariantError
from riskcore.files.reader import Reader
from riskcore.files.shipped import named_files, resolve_reference
from riskcore.files.toml_source import KeyPath, TomlSource, dotted, hint, shown

__all__ = ["board_names", "load_board"]

LEAST_TERRITORIES = 2


@attrs.frozen
class ContinentTable:
    """What a board file says about a continent."""

    bonus: int = attrs.field(validator=ge(0), metadata={"help": "armies a turn for who holds all of it"})


@attrs.frozen
class TerritoryTable:
    """What a board file says about a territory."""

    continent: str = attrs.field(metadata={"help": "the continent that it is on"})
    insignia: Literal["infantry", "cavalry", "artillery"] = attrs.field(metadata={"help": "what is on its card"})
    borders: tuple[str, ...] = attrs.field(default=(), metadata={"help": "its neighbours; one side is enough"})
    at: tuple[float, float] | None = attrs.field(
        default=None, metadata={"help": "where its armies stand, in a box of 1000 by 560"}
    )
    outline: str | None = attrs.field(default=None, metadata={"help": "an SVG path around it"})


@attrs.frozen
class BoardTable:
    """What a board file says."""

    name: str = attrs.field(metadata={"help": "what the board is called"})
    continents: dict[str, ContinentTable] = attrs.field(metadata={"help": "the continents by name"})
    territories: dict[str, TerritoryTable] = attrs.field(metadata={"help": "the territories by name"})


def board_names() -> tuple[str, ...]:
    """The names of the shipped boards, sorted."""
    return tuple(sorted(named_files("board")))


def load_board(name_or_path: str | os.PathLike[str]) -> Board:
    """A shipped board by its name, or a board from a file; everything wrong with it in one VariantError."""
    try:
        path = name_or_path if isinstance(name_or_path, Path) else resolve_reference("board", name_or_path)
    except LookupError as error:
        raise VariantError([Problem(str(error.args[0]))]) from None
    return _board_in(TomlSource.read(path))


@lru_cache(maxsize=16)
def _board_in(source: TomlSource) -> Board:
    """The board that a file describes; a file that holds what it held gives the same one."""
    if not source.document:
        message = 'the file is empty; a board needs a name, [continents] and [territories."…"] tables'
        raise VariantError([Problem(message, source.file, 1, 1)])
    reader = Reader()
    table = reader.read(BoardTable, source.document, (), source.place)
    if table is None:
        raise VariantError(reader.problems)
    problems = list(_map_problems(table, source)) or list(_split_problems(table, source))
    if problems:
        raise VariantError(problems)
    return _board(table)


def _map_problems(table: BoardTable, source: TomlSource) -> Iterator[Problem]:
    """What is wrong with a board whose every value has the right type."""

    def problem(path: KeyPath, message: str, of_key: bool = False) -> Problem:
        return source.place(path, of_key).problem(f"{dotted(path)}: {message}")

    if not table.name.strip():
        yield problem(("name",), "must not be empty")
    for kind, names in (("continents", table.continents), ("territories", table.territories)):
        yield from _name_problems(kind, names, source)
    if len(table.territories) < LEAST_TERRITORIES:
        message = f"{len(table.territories)} is too few; a board needs at least {LEAST_TERRITORIES}"
        yield problem(("territories",), message, True)
    for name, territory in table.territories.items():
        at: KeyPath = ("territories", name)
        if territory.continent not in table.continents:
            known = hint(territory.continent, table.continents)
            yield problem((*at, "continent"), f"unknown continent {shown(territory.continent)}{known}")
        for index, border in enumerate(territory.borders):
            if border == name:
                yield problem((*at, "borders", index), "a territory cannot border itself")
            elif border in territory.borders[:index]:
                yield problem((*at, "borders", index), f"{shown(border)} is listed twice")
            elif border not in table.territories:
                known = hint(border, table.territories)
                yield problem((*at, "borders", index), f"unknown territory {shown(border)}{known}")
    used = {territory.continent for territory in table.territories.values()}
    for name in table.continents:
        if name not in used:
            yield problem(("continents", name), "no territory is on this continent", True)
    for drawing in ("at", "outline"):
        missing = [name for name, each in table.territories.items() if getattr(each, drawing) is None]
        if 0 < len(missing) < len(table.territories):
            message = f"{drawing} is missing; give it to all territories or to none"
            yield from (problem(("territories", name), message) for name in missing)


def _name_problems(kind: str, names: Iterable[str], source: TomlSource) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name in names:
        message = ""
        if not name.strip() or name != name.strip() or not name.isprintable():
            message = "a name must be printable text without blanks around it"
        elif name.casefold() in seen:
            twin = shown(seen[name.casefold()])
            message = f"duplicate name: differs from {twin} only in upper and lower case"
        seen.setdefault(name.casefold(), name)
        if message:
            yield source.place((kind, name), True).problem(f"{dotted((kind, name))}: {message}")


def _split_problems(table: BoardTable, source: TomlSource) -> Iterator[Problem]:
    neighbours = _neighbours(table)
    todo = list(table.territories)[:1]
    reached = set(todo)
    while todo:
        new = neighbours[todo.pop()] - reached
        reached |= new
        todo += new
    cut_off = [name for name in table.territories if name not in reached]
    if cut_off:
        start = next(iter(table.territories))
        message = f"cannot be reached from {shown(start)}; a board must be in one piece"
        if len(cut_off) > 1:
            message += f" ({len(cut_off)} territories are cut off)"
        path = ("territories", cut_off[0])
        yield source.place(path, True).problem(f"{dotted(path)}: {message}")


def _neighbours(table: BoardTable) -> dict[str, set[str]]:
    """Who borders whom, seen from both sides."""
    near: dict[str, set[str]] = {name: set() for name in table.territories}
    for name, territory in table.territories.items():
        for border in territory.borders:
            if border in near and border != name:
                near[name].add(border)
                near[border].add(name)
    return near


def _board(table: BoardTable) -> Board:
    territories = tuple(table.territories)
    continents = tuple(table.continents)
    index = {name: number for number, name in enumerate(territories)}
    near = _neighbours(table)
    details = table.territories.values()
    return Board(
        name=table.name,
        territories=territories,
        continents=continents,
        bonuses=tuple(continent.bonus for continent in table.continents.values()),
        continent_of=tuple(continents.index(each.continent) for each in details),
        neighbours=tuple(tuple(sorted(index[border] for border in near[name])) for name in territories),
        insignia=tuple(each.insignia for each in details),
        places=tuple(each.at for each in details if each.at is not None),
        outlines=tuple(each.outline for each in details if each.outline is not None),
    )
