"""Whatever stands in a file or an option, loading gives a variant or a VariantError, nothing else."""

import string
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskcore.errors import VariantError
from riskcore.files.board_file import load_board
from riskcore.files.variant import Variant, load_variant

from .workbench import BOARD, PLUGIN

VALID = """\
name = "Mine"
extends = "base.toml"
summary = "A test."
players = { min = 3, max = 5 }
board = "islet.toml"
without = ["between"]
[rules.quartermaster]
moves = 3
mode = "connected"
values = [1, 2]
pairs = [[1, "a"]]
prices = { a = 1 }
homes = ["Alder"]
bonuses = { North = 1 }
[goals]
rounds = [5, 20]
"""

# The folder is the same for all examples, which is fine: each overwrites the one file it loads.
fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house_rules.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "islet.toml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "base.toml").write_text('name = "Base"\n[rules.between]\n', encoding="utf-8")
    (tmp_path / "mine.toml").write_text(VALID, encoding="utf-8")
    return tmp_path


def outcome(folder: Path, data: bytes | None = None, **options: Any) -> Variant | None:
    """The variant, or None after a VariantError; any other exception fails the test."""
    path = folder / "mine.toml"
    if data is not None:
        path.write_bytes(data)
    try:
        variant = load_variant(path, plugin_files=[folder / "house_rules.py"], **options)
    except VariantError as error:
        well_told(error)
        return None
    survives_its_text(folder, variant)
    return variant


def well_told(error: VariantError) -> None:
    assert error.problems
    assert all(problem.message for problem in error.problems)
    assert str(error).encode("utf-8")


def survives_its_text(folder: Path, variant: Variant) -> None:
    flat = folder / "flat.toml"
    flat.write_text(variant.to_toml(), encoding="utf-8", newline="")
    again = load_variant(flat, plugin_files=variant.plugin_files)
    assert again.rules == variant.rules
    assert again.players == variant.players
    assert again.board == variant.board
    assert again.to_toml() == variant.to_toml()


KEYS = st.text(max_size=5) | st.sampled_from([
    "name", "summary", "extends", "group", "players", "without", "board", "rules", "goals", "min", "max",
    "quartermaster", "between", "needy", "moves", "values", "pairs", "prices", "home", "bonuses", "odd",
])  # fmt: skip
TEXTS = st.sampled_from(["base.toml", "islet.toml", "mine.toml", "world", "house", "Alder", "."]) | st.text(max_size=8)
SCALARS = (
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.integers(0, 9) | st.floats() | TEXTS | st.dates() | st.times()
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def test_the_valid_document_is_valid(folder: Path) -> None:
    assert outcome(folder) is not None


@fuzz
@given(data=st.binary(max_size=200))
def test_any_bytes(folder: Path, data: bytes) -> None:
    outcome(folder, data)


@fuzz
@given(text=st.text(alphabet="[]{}=.\"'#,\n\\ a1-_:TZ+eé\r\t", max_size=60))
def test_any_text_of_toml_characters(folder: Path, text: str) -> None:
    outcome(folder, text.encode())
    outcome(folder, b'name = "Mine"\n' + text.encode())


@fuzz
@given(document=st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_toml_document(folder: Path, document: dict[str, Any]) -> None:
    outcome(folder, tomli_w.dumps(document).encode("utf-8", "replace"))


@fuzz
@given(table=st.dictionaries(KEYS, VALUES, max_size=5))
def test_any_table_of_a_rule(folder: Path, table: dict[str, Any]) -> None:
    document = {"name": "Mine", "board": "islet.toml", "rules": {"quartermaster": table}}
    outcome(folder, tomli_w.dumps(document).encode("utf-8", "replace"))


@fuzz
@given(at=st.integers(0, len(VALID)), cut=st.integers(0, 12), insert=st.text(string.printable, max_size=6))
def test_a_valid_document_with_something_else_in_it(folder: Path, at: int, cut: int, insert: str) -> None:
    outcome(folder, (VALID[:at] + insert + VALID[at + cut :]).encode())


@fuzz
@given(
    chosen=st.lists(st.text(max_size=30), max_size=2),
    rules=st.lists(st.sampled_from(["needy", "quartermaster", "between"]) | st.text(max_size=8), max_size=2),
)
def test_any_option(folder: Path, chosen: list[str], rules: list[str]) -> None:
    outcome(folder, VALID.encode(), settings=chosen, rules=rules)


@fuzz
@given(
    key=st.lists(KEYS, min_size=1, max_size=4).map(".".join),
    value=SCALARS.map(str) | st.text(max_size=12) | st.text('[]{}"=,1 \n', max_size=8),
)
def test_any_setting(folder: Path, key: str, value: str) -> None:
    outcome(folder, VALID.encode(), settings=[f"{key}={value}"])
    outcome(folder, VALID.encode(), settings=[f"rules.quartermaster.{key}={value}"])


@fuzz
@given(source=st.text(max_size=20))
def test_any_name(source: str) -> None:
    try:
        load_variant(source)
    except VariantError as error:
        well_told(error)


@fuzz
@given(at=st.integers(0, len(BOARD)), cut=st.integers(0, 12), insert=st.text(string.printable, max_size=6))
def test_a_board_with_something_else_in_it(folder: Path, at: int, cut: int, insert: str) -> None:
    path = folder / "islet.toml"
    path.write_text(BOARD[:at] + insert + BOARD[at + cut :], encoding="utf-8", newline="")
    try:
        board = load_board(path)
    except VariantError as error:
        well_told(error)
        return
    assert board.reachable(0, range(len(board.territories))) == set(range(len(board.territories)))


@fuzz
@given(document=st.none() | VALUES | st.fixed_dictionaries({"id": TEXTS, "lineage": st.lists(TEXTS), "toml": TEXTS}))
def test_any_saved_variant(document: object) -> None:
    try:
        Variant.from_dict(document)
    except VariantError as error:
        well_told(error)
