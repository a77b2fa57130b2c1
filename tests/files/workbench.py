"""A folder to write variants into, with a plugin file of rules that take every kind of parameter."""

import os
from pathlib import Path
from typing import Any

import pytest

import riskcore.files.shipped
from riskcore.errors import VariantError
from riskcore.files.variant import Variant, load_variant

PLUGIN = """
from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import attrs
import pluggy
from attrs.validators import and_, deep_iterable, deep_mapping, ge, in_, le, min_len, optional

from riskcore.board import ContinentName, TerritoryName

hookimpl = pluggy.HookimplMarker("riskcore")


@attrs.frozen(eq=False)
class Quartermaster:
    moves: int = attrs.field(default=1, validator=and_(ge(1), le(9)))
    mode: Literal["adjacent", "connected"] = "adjacent"
    level: Literal[1, 2] = 1
    title: str = "x"
    share: float = attrs.field(default=0.5, validator=le(1))
    strict: bool = False
    values: tuple[int, ...] = attrs.field(default=(4, 6), validator=and_(min_len(1), deep_iterable(ge(0))))
    names: list[str] = attrs.field(factory=list)
    pairs: tuple[tuple[int, str], ...] = ()
    prices: dict[str, int] = attrs.field(factory=dict, validator=deep_mapping(min_len(1), ge(0)))
    limit: int | None = attrs.field(default=None, validator=optional(ge(5)))
    colour: str = attrs.field(default="red", validator=in_(["red", "green"]))
    home: TerritoryName | None = None
    homes: tuple[TerritoryName, ...] = ()
    bonuses: dict[ContinentName, int] = attrs.field(factory=dict)
    size: int | Literal["all"] = 1
    deck: Path | None = None
    odd: int = attrs.field(default=1)

    @odd.validator
    def _check_odd(self, attribute: Any, value: int) -> None:
        if value % 2 == 0:
            raise ValueError("must be odd")

    @hookimpl
    def setup(self) -> None: ...


@attrs.frozen(eq=False)
class Needy:
    armies: int

    @hookimpl
    def setup(self) -> None: ...


@attrs.frozen(eq=False)
class Between:
    low: int = 1
    high: int = 2

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low = {self.low} is more than high = {self.high}")

    @hookimpl
    def setup(self) -> None: ...
"""

BOARD = """
name = "Islet"
continents = { North = { bonus = 2 }, South = { bonus = 1 } }
[territories]
Alder = { continent = "North", insignia = "infantry", borders = ["Birch"] }
Birch = { continent = "South", insignia = "cavalry" }
"""


class Workbench:
    """A folder with a plugin file and a board, and variants written into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plugin = self.write("house_rules.py", PLUGIN)
        self.write("islet.toml", BOARD)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def load(self, text: str | bytes, name: str = "mine.toml", **options: Any) -> Variant:
        return load_variant(self.write(name, text), plugin_files=[self.plugin], **options)

    def errors(self, text: str | bytes, **options: Any) -> list[str]:
        """What is wrong with a variant, each without the folder."""
        with pytest.raises(VariantError) as caught:
            self.load(text, **options)
        return [str(problem).replace(f"{self.folder}{os.sep}", "") for problem in caught.value.problems]

    def parameter_errors(self, line: str) -> list[str]:
        """What is wrong with one line of the Quartermaster's table, without place and table."""
        start = "mine.toml:4:"
        errors = self.errors(f'name = "Mine"\nboard = "islet.toml"\n[rules.quartermaster]\n{line}\n')
        assert all(error.startswith(start) for error in errors)
        return [error.split("rules.quartermaster.", 1)[1] for error in errors]


def parameters(variant: Variant) -> dict[str, dict[str, Any]]:
    return {rule.name: dict(rule.parameters) for rule in variant.rules}


def ship(bench: Workbench, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    """Pretend that these files and the world board are the shipped ones."""
    world = riskcore.files.shipped.named_files("board")["world"].read_text(encoding="utf-8")
    for name, text in {**files, "boards/world.toml": world}.items():
        bench.write(f"shipped/{name}", text)
    monkeypatch.setattr(riskcore.files.shipped, "shipped_root", lambda: bench.folder / "shipped")
