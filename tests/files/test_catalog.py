"""The catalog: installed rules by entry point, own ones from files, and the parameters of a rule in words."""

import importlib.metadata
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import attrs
import pytest
from attrs.validators import and_, deep_iterable, ge, gt, in_, le, lt, max_len, min_len, optional

import riskcore.files.catalog
from riskcore.board import ContinentName, TerritoryName
from riskcore.errors import VariantError
from riskcore.files.catalog import Catalog, load_plugin_file
from riskcore.files.parameters import Parameter, parameters_of

HEAD = """\
import attrs, pluggy
hookimpl = pluggy.HookimplMarker("riskcore")
"""

RULE = """
@attrs.frozen
class EmpireBonus:
    armies: int = 2
    @hookimpl
    def reinforcement(self): ...
"""


def write(folder: Path, text: str, name: str = "my_rule.py") -> Path:
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def error(folder: Path, text: str) -> str:
    with pytest.raises(VariantError) as caught:
        load_plugin_file(write(folder, text))
    return str(caught.value).replace(f"{folder}/", "")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[importlib.metadata.EntryPoint]]:
    """A list of entry points that stands for what is installed."""
    points: list[importlib.metadata.EntryPoint] = []

    def entry_points(group: str) -> list[importlib.metadata.EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    riskcore.files.catalog._installed.cache_clear()
    yield points
    riskcore.files.catalog._installed.cache_clear()


def point(name: str, value: str, group: str = "riskcore") -> importlib.metadata.EntryPoint:
    return importlib.metadata.EntryPoint(name, value, group)


# Files of one's own


def test_a_file_gives_its_rules_and_bots_by_kebab_case_names(tmp_path: Path) -> None:
    text = (
        HEAD
        + RULE
        + """
from attrs import Attribute
import collections
@attrs.frozen
class NoDMZRule2:
    @staticmethod
    @hookimpl
    def setup(): ...
@attrs.define
class GreedyBot:
    def decide(self, view): ...
@attrs.frozen
class Helper:
    x: int = 1
@attrs.frozen
class _Hidden:
    @hookimpl
    def setup(self): ...
class Plain: ...
"""
    )
    found = load_plugin_file(write(tmp_path, text))
    assert {name: cls.__name__ for name, cls in found.rules.items()} == {
        "empire-bonus": "EmpireBonus",
        "no-dmz-rule2": "NoDMZRule2",
    }
    assert {name: cls.__name__ for name, cls in found.bots.items()} == {"greedy-bot": "GreedyBot"}


def test_imported_rules_are_not_those_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, HEAD + RULE, "elsewhere_rule.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "no rule in it" in error(tmp_path, "from elsewhere_rule import EmpireBonus")


def test_a_catalog_knows_its_files_and_no_other_catalog_does(tmp_path: Path) -> None:
    catalog = Catalog([write(tmp_path, HEAD + RULE)])
    assert "empire-bonus" in catalog.rule_names()
    assert catalog.rule_class("empire-bonus").__name__ == "EmpireBonus"
    assert "empire-bonus" not in Catalog().rule_names()
    with pytest.raises(VariantError, match='unknown rule "empire-bonus"'):
        Catalog().rule_class("empire-bonus")


def test_the_same_file_gives_the_same_class_and_an_edited_one_a_new_one(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + RULE)
    first = Catalog([path]).rule_class("empire-bonus")
    assert Catalog([str(path)]).rule_class("empire-bonus") is first
    write(tmp_path, HEAD + RULE.replace("armies: int = 2", "armies: int = 3"))
    assert Catalog([path]).rule_class("empire-bonus")().armies == 3


def test_another_process_finds_the_module_under_the_same_name(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + RULE)
    program = (
        "import sys; from riskcore.files.catalog import load_plugin_file;"
        "print(load_plugin_file(sys.argv[1]).rules['empire-bonus'].__module__)"
    )
    root = Path(riskcore.files.catalog.__file__).parent.parent
    run = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True, cwd=root
    )
    assert run.stdout.strip() == load_plugin_file(path).rules["empire-bonus"].__module__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1\ny = = 2\n", ":2:5: not Python: invalid syntax"),
        ("x\nimport gone", ":1:1: cannot be imported: NameError: name 'x' is not defined"),
        ("\nimport gone", ":2:1: cannot be imported: ModuleNotFoundError: No module named 'gone'"),
        ("def f():\n    1 / 0\nf()", ":2:1: cannot be imported: ZeroDivisionError: division by zero"),
        ("import json\njson.loads('x')", ":2:1: cannot be imported: JSONDecodeError: Expecting value"),
        ("import sys\nsys.exit(3)", ":2:1: cannot be imported: SystemExit: 3"),
        ("", ": no rule in it: a rule is an attrs class with at least one method marked @hookimpl"),
        (
            HEAD + RULE.replace("@attrs.frozen\n", ""),
            ":4:1: class EmpireBonus is not an attrs class; put @attrs.frozen above it",
        ),
        (
            HEAD + RULE + RULE.replace("EmpireBonus", "Empire_Bonus"),
            ':10:1: classes EmpireBonus and Empire_Bonus would both be called "empire-bonus"',
        ),
    ],
)
def test_a_broken_file_is_an_error_with_its_line(tmp_path: Path, text: str, expected: str) -> None:
    assert error(tmp_path, text).startswith(f"my_rule.py{expected}")


def test_a_broken_file_is_not_half_imported(tmp_path: Path) -> None:
    before = set(sys.modules)
    error(tmp_path, "raise ValueError('no')")
    assert not [name for name in set(sys.modules) - before if name.startswith("_riskcore_plugin")]


@pytest.mark.parametrize("data", [b"x = '\xff'", b"x = 1\0", b"(" * 5000])
def test_bytes_that_are_no_python_are_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "my_rule.py"
    path.write_bytes(data)
    with pytest.raises(VariantError, match=r"my_rule\.py:1:"):
        load_plugin_file(path)


def test_missing_files_and_folders_are_errors(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=r"nowhere\.py: no such file"):
        load_plugin_file(tmp_path / "nowhere.py")
    with pytest.raises(VariantError, match="a directory, not a file"):
        load_plugin_file(tmp_path)


def test_a_file_too_large_for_rules_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    path.write_bytes(b"#" * (1024 * 1024 + 1))
    with pytest.raises(VariantError, match=r"large\.py: too large: a file may have at most 1,048,576 bytes"):
        load_plugin_file(path)


def test_all_broken_files_are_reported_at_once(tmp_path: Path) -> None:
    files = [write(tmp_path, "x =", "one.py"), write(tmp_path, HEAD + RULE), write(tmp_path, "", "two.py")]
    with pytest.raises(VariantError) as caught:
        Catalog(files)
    assert [Path(problem.file).name for problem in caught.value.problems] == ["one.py", "two.py"]


# Installed ones


def test_installed_rules_and_bots_are_listed_without_importing_them(
    installed: list[importlib.metadata.EntryPoint],
) -> None:
    installed += [
        point("b", "no_such_module:B"),
        point("a", "no_such_module:A"),
        point("c", "x:C", "riskcore.bots"),
    ]
    assert Catalog().rule_names() == ("a", "b")
    assert Catalog().bot_names() == ("c",)


def test_an_installed_class_is_loaded_when_asked_for(installed: list[importlib.metadata.EntryPoint]) -> None:
    installed += [
        point("sample", "riskcore.errors:Problem"),
        point("bot", "riskcore.board:Board", "riskcore.bots"),
    ]
    assert Catalog().rule_class("sample").__name__ == "Problem"
    assert Catalog().bot_class("bot").__name__ == "Board"


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([point("x", "gone:X")], 'rule "x": gone:X cannot be loaded: ModuleNotFoundError: No module'),
        ([point("x", "json:Gone")], 'rule "x": json:Gone cannot be loaded: AttributeError: module'),
        ([point("x", "json:JSONDecoder")], 'rule "x": json:JSONDecoder must be an attrs class'),
        ([point("x", "a:X"), point("x", "b:X")], 'rule "x" is installed more than once: a:X and b:X'),
        ([point("xylophone", "a:X")], 'unknown rule "x" (`riskvar rules` lists those installed;'),
        ([point("xx", "a:X")], 'unknown rule "x"; did you mean "xx"?'),
    ],
)
def test_what_cannot_be_loaded_is_an_error(
    installed: list[importlib.metadata.EntryPoint], points: list[Any], expected: str
) -> None:
    installed += points
    with pytest.raises(VariantError) as caught:
        Catalog().rule_class("x")
    assert str(caught.value).startswith(expected)


def test_one_installation_found_twice_is_no_clash(installed: list[importlib.metadata.EntryPoint]) -> None:
    installed += [point("x", "riskcore.errors:Problem"), point("x", "riskcore.errors:Problem")]
    assert Catalog().rule_class("x").__name__ == "Problem"


def test_a_file_may_not_take_the_name_of_an_installed_rule_or_of_another_file(
    tmp_path: Path, installed: list[importlib.metadata.EntryPoint]
) -> None:
    path = write(tmp_path, HEAD + RULE)
    other = write(tmp_path, HEAD + RULE, "other.py")
    with pytest.raises(VariantError) as caught:
        Catalog([path, other])
    assert str(caught.value) == (f'{other}:4:1: "empire-bonus" is already the name of {path}; rename class EmpireBonus')
    installed.append(point("empire-bonus", "some.package:Empire"))
    riskcore.files.catalog._installed.cache_clear()
    with pytest.raises(VariantError, match=r'"empire-bonus" is already the name of some\.package:Empire'):
        Catalog([path])


# Parameters in words


@attrs.frozen
class Sample:
    """A rule with every kind of parameter."""

    needed: int
    moves: int = attrs.field(default=1, validator=and_(ge(1), le(6)), metadata={"help": "how many"})
    share: float = attrs.field(default=0.5, validator=(gt(0), lt(1)))
    mode: Literal["adjacent", "connected"] = "adjacent"
    strict: bool = True
    colour: str = attrs.field(default="red", validator=in_(["red", "green"]))
    values: tuple[int, ...] = attrs.field(default=(4,), validator=deep_iterable(ge(0), min_len(1)))
    pair: tuple[int, str] = (1, "a")
    rows: tuple[tuple[int, ...], ...] = ()
    names: list[str] = attrs.field(factory=list, validator=max_len(3))
    prices: dict[str, int] = attrs.field(factory=dict)
    limit: int | None = attrs.field(default=None, validator=optional(ge(5)))
    size: int | Literal["all"] = "all"
    home: TerritoryName | None = None
    lands: tuple[ContinentName, ...] = ()
    deck: Path | None = None
    _secret: int = 3
    computed: int = attrs.field(init=False, default=0)


def test_parameters_are_told_in_plain_words() -> None:
    assert parameters_of(Sample) == (
        Parameter("needed", "whole number", True, None, "", ""),
        Parameter("moves", "whole number", False, 1, ">= 1 and <= 6", "how many"),
        Parameter("share", "number", False, 0.5, "> 0 and < 1", ""),
        Parameter("mode", "one of adjacent, connected", False, "adjacent", "", ""),
        Parameter("strict", "true or false", False, True, "", ""),
        Parameter("colour", "text", False, "red", 'one of "red", "green"', ""),
        Parameter("values", "list of whole numbers", False, (4,), "each >= 0 and of length >= 1", ""),
        Parameter("pair", "list of 2: whole number, text", False, (1, "a"), "", ""),
        Parameter("rows", "list of lists of whole numbers", False, (), "", ""),
        Parameter("names", "list of texts", False, [], "of length <= 3", ""),
        Parameter("prices", "table of whole numbers", False, {}, "", ""),
        Parameter("limit", "whole number", False, None, ">= 5", ""),
        Parameter("size", "whole number or one of all", False, "all", "", ""),
        Parameter("home", "territory of the board", False, None, "", ""),
        Parameter("lands", "list of continents of the board", False, (), "", ""),
        Parameter("deck", "path of a file", False, None, "", ""),
        Parameter("secret", "whole number", False, 3, "", ""),
    )
