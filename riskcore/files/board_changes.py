"""Changes to a board in a variant file: a bonus, a border, a name, without a board file of one's own."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from attrs.validators import ge, optional

from riskcore.board import Board
from riskcore.files.toml_source import KeyPath, hint, shown

__all__ = ["BoardChanges", "apply_changes", "change_problems"]


@attrs.frozen
class ContinentChange:
    """What is different about a continent."""

    bonus: int | None = attrs.field(default=None, validator=optional(ge(0)), metadata={"help": "another bonus"})
    name: str | None = attrs.field(default=None, metadata={"help": "another name"})


@attrs.frozen
class TerritoryChange:
    """What is different about a territory."""

    name: str | None = attrs.field(default=None, metadata={"help": "another name"})
    continent: str | None = attrs.field(default=None, metadata={"help": "another continent"})


@attrs.frozen
class BorderChanges:
    """Borders that are new, and borders that are gone: pairs of territories."""

    add: tuple[tuple[str, str], ...] = attrs.field(
        default=(), metadata={"help": "borders that are new, as pairs of territories"}
    )
    cut: tuple[tuple[str, str], ...] = attrs.field(default=(), metadata={"help": "borders that are gone"})


@attrs.frozen
class BoardChanges:
    """What a layer may say about the board it plays on; `base` names another board to begin with."""

    base: str | None = attrs.field(default=None, metadata={"help": "the board to begin with, if not the inherited one"})
    continents: dict[str, ContinentChange] = attrs.field(
        factory=dict, metadata={"help": "continents that change, by name"}
    )
    territories: dict[str, TerritoryChange] = attrs.field(
        factory=dict, metadata={"help": "territories that change, by name"}
    )
    borders: BorderChanges = attrs.field(factory=BorderChanges, metadata={"help": "borders that change"})


def change_problems(changes: Mapping[str, Any], board: Board) -> Iterator[tuple[KeyPath, str, bool]]:
    """What does not fit the board: the path below `board`, a message, and whether the key is meant."""
    for kind, names in (("continents", board.continents), ("territories", board.territories)):
        what = "continent" if kind == "continents" else "territory"
        for name, change in changes.get(kind, {}).items():
            if name not in names:
                yield (kind, name), _unknown(what, name, names, board), True
            new = change.get("name", name)
            if new != name and new in names:
                yield (kind, name, "name"), f"there is a {what} {shown(new)} already", False
            home = change.get("continent")
            if home is not None and home not in board.continents:
                yield (kind, name, "continent"), _unknown("continent", home, board.continents, board), False
    for way in ("add", "cut"):
        for index, pair in enumerate(changes.get("borders", {}).get(way, ())):
            at: KeyPath = ("borders", way, index)
            unknown = [name for name in pair if name not in board.territories]
            if unknown:
                yield at, _unknown("territory", unknown[0], board.territories, board), False
            elif pair[0] == pair[1]:
                yield at, "a territory cannot border itself", False
            else:
                first, second = (board.territory(name) for name in pair)
                if (second in board.adjacent[first]) == (way == "add"):
                    state = "border each other already" if way == "add" else "do not border each other"
                    yield at, f"{shown(pair[0])} and {shown(pair[1])} {state}", False


def _unknown(what: str, name: str, names: tuple[str, ...], board: Board) -> str:
    return f"the board {shown(board.name)} has no {what} {shown(name)}{hint(name, names)}"


def apply_changes(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a board file with changes that fit it."""
    borders = changes.get("borders", {})
    cut = {frozenset(pair) for pair in borders.get("cut", ())}
    territories = {name: dict(table) for name, table in document["territories"].items()}
    for name, table in territories.items():
        table["borders"] = [near for near in table.get("borders", ()) if frozenset((name, near)) not in cut]
    for first, second in borders.get("add", ()):
        territories[first]["borders"].append(second)
    continents = {name: dict(table) for name, table in document["continents"].items()}
    for name, change in changes.get("continents", {}).items():
        continents[name] |= {key: value for key, value in change.items() if key == "bonus"}
    for name, change in changes.get("territories", {}).items():
        territories[name] |= {key: value for key, value in change.items() if key == "continent"}
    return _renamed(dict(document), continents, territories, changes)


def _renamed(
    document: dict[str, Any],
    continents: dict[str, dict[str, Any]],
    territories: dict[str, dict[str, Any]],
    changes: Mapping[str, Any],
) -> dict[str, Any]:
    """The same with new names wherever the old ones stand."""
    of_continent = {name: change.get("name", name) for name, change in changes.get("continents", {}).items()}
    of_territory = {name: change.get("name", name) for name, change in changes.get("territories", {}).items()}
    for table in territories.values():
        table["continent"] = of_continent.get(table["continent"], table["continent"])
        table["borders"] = [of_territory.get(near, near) for near in table["borders"]]
    document["continents"] = {of_continent.get(name, name): table for name, table in continents.items()}
    document["territories"] = {of_territory.get(name, name): table for name, table in territories.items()}
    return document
