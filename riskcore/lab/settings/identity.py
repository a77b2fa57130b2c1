"""What a sweep is: all that decides its games, the files among it known by what they hold.

Files are looked at when the sweep begins. One that changes later would make a table of games by different rules, so the
sweep stops.
"""

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from riskcore import __version__
from riskcore.files.board_file import load_board
from riskcore.files.parameters import typed_fields
from riskcore.files.shipped import find_data_file, resolve_reference
from riskcore.files.toml_source import KeyPath, dotted, shown
from riskcore.files.variant import build_plugins
from riskcore.lab.play.batch import Plan
from riskcore.lab.settings.files import SweepFolderError, checksum, document_checksum, has_checksum
from riskcore.lab.settings.grid import Cell, Varied, key_path

__all__ = ["SweepIdentity", "differences"]

_MOST = 3  # differences of two variants that are named


@attrs.frozen
class _About:
    """What is known of a cell: the name of its file, and files that its varied values name, with their checksums."""

    name: str
    files: dict[str, str]


class SweepIdentity:
    """A sweep and its cells as their folder knows them; values of the varied parameters are no part of the sweep's."""

    def __init__(
        self, plan: Plan, cells: Sequence[Cell], varied: Sequence[Varied], games: int, *, players: int | None = None
    ) -> None:
        """`plan` is played with nothing varied, or, if that makes no game, some cell's; `players` were asked for."""
        self._checksums: dict[str, str] = {}  # by path
        self._varied = varied
        self._watched: set[str] = set()
        told = self._conditions(plan, games)[0]
        for each in varied:
            _take_out(told["variant"], each.path)
        if any(each.path[0] == "players" for each in varied):  # how many play differs from cell to cell
            told.update(players=players or "as many as fit", bots=list(plan.bots))
        #: What JSON holds.
        self.told: dict[str, Any] = _plain({**told, "varied": sorted(each.key for each in varied)})
        self.name = document_checksum(self.told)
        self._cells = {_values(cell): self._about(cell, games) for cell in cells}

    def of(self, cell: Cell) -> _About:
        """What is known of a cell."""
        return self._cells[_values(cell)]

    def check(self) -> None:
        """See that no file has changed since the sweep began."""
        for path in sorted(self._watched):
            if not has_checksum(path, self._checksums[path]):
                raise SweepFolderError(
                    f"{path} has changed since the sweep began; finished cells are kept. "
                    "Change it back and the same command goes on, or give another folder"
                )

    def _about(self, cell: Cell, games: int) -> _About:
        conditions, files = self._conditions(cell.plan, games)
        self._watched.update(files.values(), cell.plan.variant.plugin_files)
        paths = [each.path for each in self._varied]
        mine = {file: self._checksum(file) for at, file in files.items() if any(at[: len(p)] == p for p in paths)}
        return _About(document_checksum(_plain(conditions))[:32], mine)

    def _checksum(self, path: str) -> str:
        if path not in self._checksums:
            self._checksums[path] = checksum(path)
        return self._checksums[path]

    def _conditions(self, plan: Plan, games: int) -> tuple[dict[str, Any], dict[KeyPath, str]]:
        """All that decides the games of a plan, and the files that the variant names."""
        files: dict[KeyPath, str] = {}
        plugins = [self._known(path) for path in plan.variant.plugin_files]
        conditions = {
            "version": __version__,
            "games": games,
            "players": plan.players,
            "bots": list(plan.line_up),
            "seed": plan.seed,
            "max_rounds": plan.max_rounds,
            "plugins": sorted(plugins, key=lambda file: (file["file"], file["sha256"])),
            "order": [rule.name for rule in plan.variant.rules],
            "variant": self._document(plan, files),
        }
        return conditions, files

    def _known(self, path: str | os.PathLike[str]) -> dict[str, str]:
        """A file by its name and what it holds, so that its folder may move."""
        return {"file": os.path.basename(path), "sha256": self._checksum(os.path.abspath(path))}

    def _document(self, plan: Plan, files: dict[KeyPath, str]) -> dict[str, Any]:
        """The variant, with what each file holds in the place of its path; the files by where they are named."""
        variant = plan.variant
        document = tomllib.loads(variant.to_toml())
        document["board"] = self._described(resolve_reference("board", variant.board), ("board",), files)
        for name, rule in build_plugins(variant, load_board(variant.board)):
            table = document["rules"][name]
            for key, field in typed_fields(type(rule)).items():
                if isinstance(value := getattr(rule, field.name, None), Path):
                    table.setdefault(key, value)  # a file that the rule takes if it is told of no other
            document["rules"][name] = self._described(table, ("rules", name), files)
        return document

    def _described(self, value: Any, at: KeyPath, files: dict[KeyPath, str]) -> Any:
        match value:
            case str() | Path():
                found = find_data_file(str(value), "")
                if found is None and isinstance(value, Path) and value.is_file():
                    found = value
                if found is None:
                    return str(value)
                files[at] = os.path.abspath(found)
                return self._known(found)
            case list():
                return [self._described(item, (*at, number), files) for number, item in enumerate(value)]
            case Mapping():
                return {key: self._described(item, (*at, key), files) for key, item in value.items()}
            case float() if value.is_integer():
                return int(value)  # 1.0 and 1 are the same to a rule that takes either
        return value


def _values(cell: Cell) -> tuple[tuple[str, str], ...]:
    return tuple(cell.values.items())


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    """A document as it will be read back."""
    plain: dict[str, Any] = json.loads(json.dumps(document, default=str))
    return plain


def _take_out(document: Any, path: Sequence[str]) -> None:
    for part in path[:-1]:
        document = document.get(part) if isinstance(document, dict) else None
    if isinstance(document, dict):
        document.pop(path[-1], None)


def differences(known: Any, mine: dict[str, Any]) -> list[str]:
    """In which ways the sweep that is known is another than mine; ValueError if it is none at all."""
    if not isinstance(known, dict) or not known.keys() >= {"variant", "varied"}:
        raise ValueError("it does not say what was varied")
    found = [
        _difference(name, known.get(name), here)
        for name, here in mine.items()
        if name not in ("order", "variant") and known.get(name) != here
    ]
    there, here = _plain(known["variant"]), _plain(mine["variant"])
    for key in (*known["varied"], *mine["varied"]):  # else what only one of them varies would differ twice
        for document in (there, here):
            _take_out(document, key_path(key))
    found += _in_variants(there, here)
    if not found and known.get("order") != mine["order"]:
        found.append("the rules of the variant stand in another order")
    return found


def _difference(name: str, there: Any, here: Any) -> str:
    if name == "plugins":
        return _files_differ(there if isinstance(there, list) else [], here)
    if isinstance(there, list) and isinstance(here, list):
        there, here = ", ".join(map(str, there)), ", ".join(map(str, here))
    return f"{name} {'unknown' if there is None else there} there, {here} here"


def _files_differ(there: list[Any], here: list[Any]) -> str:
    """What is to be said of plugin files; those of one name have changed."""
    names = [[str(each["file"]) if _is_file(each) else "?" for each in files] for files in (there, here)]
    if names[0] == names[1]:
        changed = [name for name, old, new in zip(names[0], there, here, strict=True) if old != new]
        return " and ".join(f"{name} has changed" for name in dict.fromkeys(changed))
    words = [", ".join(each) or "none" for each in names]
    return f"plugin files: {words[0]} there, {words[1]} here"


def _in_variants(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    old, new = _flat(there), _flat(here)
    changed, other = [], []
    for key in dict.fromkeys((*old, *new)):
        left: Any = old.get(key)
        right: Any = new.get(key)
        if left == right or any(each.startswith(f"{key}.") for each in (*old, *new)):  # in an empty table is more
            continue
        if _is_file(left) and _is_file(right) and left["file"] == right["file"]:
            changed.append(f"{key}: {left['file']} has changed")
        else:
            other.append(f"{key} {_words(left)} there, {_words(right)} here")
    if other:
        more = f" and {len(other) - _MOST} more" if len(other) > _MOST else ""
        changed.append(f"the variant is another ({'; '.join(other[:_MOST])}{more})")
    return changed


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"file", "sha256"}


def _flat(value: Any, at: KeyPath = ()) -> dict[str, Any]:
    """Every value that is no table, by its key."""
    if isinstance(value, dict) and value and not _is_file(value):
        return {key: item for part, below in value.items() for key, item in _flat(below, (*at, part)).items()}
    return {dotted(at): value}


def _words(value: Any) -> str:
    if value is None:
        return "not set"
    return str(value["file"]) if _is_file(value) else shown(value)
