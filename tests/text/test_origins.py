"""Each value of a variant with the line that gave it."""

import inspect
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from riskcore import Variant, load_variant
from riskcore.cli import main
from riskcore.files.shipped import shipped_root
from riskcore.files.variant import shipped_variants
from riskcore.text.origins import Origin, origins

BASE = """name = "Base"
extends = "classic-1959"
[rules.fortify]
moves = 3  # three
[board.continents.Asia]
bonus = 8
"""
MINE = """name = "Mine"
extends = "base.toml"
players.max = 5
rules.fortify.reach = "connected"
board.continents.Australia = { bonus = 3 }
goals.rounds = { median = [10, 20] }
rules.tithe.share = 4
"""
TITHE = '''import attrs
from riskcore import hookimpl


@attrs.frozen(eq=False)
class Tithe:
    """A tenth."""

    share: int = 10
    payers: int = attrs.field(default=2)

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """As before."""
        return (yield)
'''


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    monkeypatch.chdir(tmp_path)
    for name, text in {"base.toml": BASE, "mine.toml": MINE, "tithe.py": TITHE}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = ["rules.cards.wilds=4", "board.continents.Asia.bonus=9"]
    return load_variant("./mine.toml", settings=settings, rules=["army-limit"], plugin_files=["tithe.py"])


def origin(variant: Variant, path: str) -> tuple[object, str, int, str]:
    """The value, the name of its file, its line, and the kind of its origin."""
    (found,) = [each for each in origins(variant) if ".".join(map(str, each.path)) == path]
    return found.value, Path(found.place.file).name, found.place.line, found.kind


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("name", ("Mine", "mine.toml", 1, "file")),
        ("players.max", (5, "mine.toml", 3, "file")),
        ("players.min", (2, "classic-1959.toml", 5, "file")),
        ("board", ("world", "standard.toml", 4, "file")),
        ("board.continents.Australia.bonus", (3, "mine.toml", 5, "file")),
        ("rules.fortify", ({}, "classic-1959.toml", 19, "file")),
        ("rules.fortify.moves", (3, "base.toml", 4, "file")),
        ("rules.fortify.reach", ("connected", "mine.toml", 4, "file")),
        ("rules.cards.wilds", (4, "--set rules.cards.wilds=4", 0, "option")),
        ("rules.army-limit", ({}, "--rule army-limit", 0, "option")),
        ("rules.tithe.share", (4, "mine.toml", 7, "file")),
        ("rules.tithe.payers", (2, "tithe.py", 10, "default")),
        ("goals.rounds.median", ([10, 20], "mine.toml", 6, "file")),
    ],
)
def test_a_value_and_where_it_stands(path: str, expected: tuple[object, str, int, str], mine: Variant) -> None:
    assert origin(mine, path) == expected


def test_the_last_word_on_the_board_counts(mine: Variant) -> None:
    assert origin(mine, "board.continents.Asia.bonus")[0] == 9
    assert origin(mine, "board.continents.Asia.bonus")[3] == "option"


def test_what_nobody_says_is_a_default() -> None:
    variant = load_variant({"name": "Bare"})
    assert origin(variant, "board") == ("world", "", 0, "default")
    assert origin(variant, "players.max") == (6, "", 0, "default")


@pytest.mark.parametrize("name", [variant.id for variant in shipped_variants()])
def test_every_line_that_is_named_says_it(name: str) -> None:
    variant = load_variant(name)
    found = origins(variant)
    rules = {rule.name for rule in variant.rules}
    assert {str(each.path[1]) for each in found if each.path[0] == "rules"} == rules
    assert [each for each in found if each.kind != "default" and not stands_there(each)] == []
    assert [each for each in found if each.kind == "default" and each.place.line and not stands_there(each)] == []


def stands_there(origin: Origin) -> bool:
    """Whether the last part of the path is on the line, or on the heading that a table begins with."""
    line = Path(origin.place.file).read_text(encoding="utf-8").splitlines()[origin.place.line - 1]
    return str(origin.path[-1]) in line


def test_a_default_of_a_shipped_rule_is_in_its_module() -> None:
    from risk_options.army_limit import ArmyLimit

    (found,) = [
        each
        for each in origins(load_variant("classic-1959", rules=["army-limit"]))
        if each.path == ("rules", "army-limit", "limit")
    ]
    assert found.place.file == inspect.getsourcefile(ArmyLimit)


def test_the_command_names_files_from_here(mine: Variant) -> None:
    options = ["-p", "tithe.py", "--rule", "army-limit", "--set", "rules.cards.wilds=4", "--origins"]
    said = CliRunner().invoke(main, ["explain", "mine.toml", *options], env={"NO_COLOR": "1"})
    lines = said.stdout.splitlines()
    assert "rules.fortify.moves = 3  base.toml:4" in lines
    assert "[rules.fortify]  shipped classic-1959.toml:19" in lines
    assert "rules.cards.wilds = 4  --set rules.cards.wilds=4" in lines
    assert "rules.tithe.payers = 2  default, tithe.py:10" in lines
    assert any(line.startswith("rules.army-limit.limit = 12  default, risk_options/army_limit.py:") for line in lines)
    assert str(shipped_root()) not in said.stdout

    told = CliRunner().invoke(main, ["explain", "mine.toml", *options, "--json"])
    (moves,) = [each for each in json.loads(told.stdout)["origins"] if each["path"] == ["rules", "fortify", "moves"]]
    assert {**moves, "file": Path(moves["file"]).name} == {
        "path": ["rules", "fortify", "moves"],
        "value": 3,
        "kind": "file",
        "file": "base.toml",
        "line": 4,
        "column": 9,
    }
