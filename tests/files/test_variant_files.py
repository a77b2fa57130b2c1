"""Variant files: what they say, how they extend one another, and what becomes of them."""

import json
import pickle
from pathlib import Path
from typing import Any

import attrs
import pytest

import riskcore.files.shipped
from riskcore import Game, Rulebook, hookimpl
from riskcore.errors import VariantError
from riskcore.files.board_file import load_board
from riskcore.files.variant import PlayerRange, Variant, build_plugins, load_variant, parse_variant, shipped_variants

from .workbench import PLUGIN, Workbench, parameters, ship


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


# What a file says


def test_a_file_says_everything_a_variant_has(bench: Workbench) -> None:
    variant = bench.load(
        'name = "Mine"\nsummary = "A test."\ngroup = "option"\nplayers = { min = 3, max = 5 }\n'
        'board = "islet.toml"\ngoals = { rounds = [5, 20] }\n[rules.needy]\narmies = 3\n'
    )
    assert (variant.id, variant.name, variant.summary, variant.group) == ("mine", "Mine", "A test.", "option")
    assert variant.players == PlayerRange(3, 5)
    assert variant.board == str(bench.folder / "islet.toml")
    assert variant.goals == {"rounds": [5, 20]}
    assert variant.lineage == ("mine",)
    assert variant.plugin_files == (str(bench.plugin),)
    assert parameters(variant) == {"needy": {"armies": 3}}


def test_a_name_is_all_a_file_must_have(bench: Workbench) -> None:
    variant = bench.load('name = "Mine"')
    assert (variant.summary, variant.group, variant.board) == ("", "house", "world")
    assert variant.players == PlayerRange(2, 6)
    assert variant.rules == ()


def test_a_byte_order_mark_and_windows_line_ends_are_fine(bench: Workbench) -> None:
    assert bench.load(b'\xef\xbb\xbfname = "Mine"\r\n[rules.between]\r\nlow = 1\r\n').name == "Mine"


# Extending


def test_an_inherited_rule_keeps_its_place_and_merges_key_by_key(bench: Workbench) -> None:
    bench.write("base.toml", 'name = "Base"\n[rules.needy]\narmies = 3\n[rules.between]\nlow = 1\nhigh = 5\n')
    variant = bench.load('name = "Mine"\nextends = "base.toml"\n[rules.quartermaster]\n[rules.between]\nhigh = 9\n')
    assert list(parameters(variant).items()) == [
        ("needy", {"armies": 3}),
        ("between", {"low": 1, "high": 9}),
        ("quartermaster", {}),
    ]


def test_players_board_and_goals_are_inherited_but_not_name_summary_and_group(bench: Workbench) -> None:
    bench.write(
        "base.toml",
        'name = "Base"\nsummary = "Old."\ngroup = "base"\nplayers = { min = 3, max = 4 }\n'
        'board = "islet.toml"\ngoals = { a = 1, b = 2 }\n',
    )
    variant = bench.load('name = "Mine"\nextends = "base.toml"\nplayers.max = 5\ngoals.b = 3\n')
    assert (variant.name, variant.summary, variant.group) == ("Mine", "", "house")
    assert variant.players == PlayerRange(3, 5)
    assert variant.board == str(bench.folder / "islet.toml")
    assert variant.goals == {"a": 1, "b": 3}


def test_without_drops_an_inherited_rule(bench: Workbench) -> None:
    bench.write("base.toml", 'name = "Base"\n[rules.needy]\narmies = 3\n[rules.between]\n')
    variant = bench.load('name = "Mine"\nextends = "base.toml"\nwithout = ["needy"]\n')
    assert parameters(variant) == {"between": {}}


def test_a_rule_dropped_and_given_again_starts_afresh_at_the_end(bench: Workbench) -> None:
    bench.write("base.toml", 'name = "Base"\n[rules.between]\nlow = 2\n[rules.needy]\narmies = 3\n')
    variant = bench.load('name = "Mine"\nextends = "base.toml"\nwithout = ["between"]\n[rules.between]\nhigh = 7\n')
    assert list(parameters(variant).items()) == [("needy", {"armies": 3}), ("between", {"high": 7})]


def test_extends_is_relative_to_the_file_that_says_it(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("root.toml", 'name = "Root"\n[rules.between]\n')
    bench.write("a/base.toml", 'name = "Base"\nextends = "../root.toml"\n')
    monkeypatch.chdir(bench.folder)
    variant = bench.load('name = "Mine"\nextends = "../a/base.toml"\n', name="b/mine.toml")
    assert variant.lineage == ("mine", "base", "root")
    assert parameters(variant) == {"between": {}}


def test_a_shipped_variant_is_extended_by_its_name(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(bench, monkeypatch, {"house/shipped-one.toml": 'name = "One"\n[rules.between]\n'})
    assert bench.load('name = "Mine"\nextends = "shipped-one"\n').lineage == ("mine", "shipped-one")


def test_a_circle_of_extends_shows_the_chain(bench: Workbench) -> None:
    bench.write("a.toml", 'name = "A"\nextends = "b.toml"\n')
    bench.write("b.toml", 'name = "B"\nextends = "a.toml"\n')
    assert bench.errors('name = "Mine"\nextends = "a.toml"\n') == [
        "b.toml:2:11: extends: goes round in a circle: a.toml extends b.toml extends a.toml"
    ]


def test_a_missing_parent_is_reported_where_it_is_asked_for(bench: Workbench) -> None:
    assert bench.errors('name = "Mine"\nextends = "nowhere.toml"\nplayrs = 3') == [
        "mine.toml:2:11: extends: nowhere.toml: no such file",
        'mine.toml:3:1: playrs: unknown key; did you mean "players"?',
    ]


def test_a_broken_parent_is_reported_in_the_parent(bench: Workbench) -> None:
    bench.write("base.toml", 'name = "Base"\n[rules.between]\nlwo = 1\n')
    assert bench.errors('name = "Mine"\nextends = "base.toml"\n') == [
        'base.toml:3:1: rules.between.lwo: unknown key; did you mean "low"?'
    ]


# Data files


def test_a_data_file_is_found_beside_the_file_that_names_it(bench: Workbench) -> None:
    deck = bench.write("base/deck.txt", "")
    bench.write("base/base.toml", 'name = "Base"\n[rules.quartermaster]\ndeck = "deck.txt"\n')
    variant = bench.load('name = "Mine"\nextends = "base/base.toml"\n')
    assert parameters(variant) == {"quartermaster": {"deck": str(deck)}}
    [(_, plugin)] = build_plugins(variant, load_board(variant.board))
    assert plugin.deck == deck  # type: ignore[attr-defined]


def test_a_data_file_in_a_setting_is_relative_to_where_the_user_is(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = bench.write("here/deck.txt", "")
    monkeypatch.chdir(bench.folder / "here")
    variant = bench.load('name = "Mine"\n[rules.quartermaster]\n', settings=["rules.quartermaster.deck=deck.txt"])
    assert parameters(variant) == {"quartermaster": {"deck": str(deck)}}


def test_a_shipped_data_file_is_kept_without_the_place_of_this_machine(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(
        bench,
        monkeypatch,
        {
            "decks/small.txt": "",
            "one.toml": 'name = "One"\n[rules.quartermaster]\ndeck = "decks/small.txt"\n',
        },
    )
    variant = load_variant("one", plugin_files=[bench.plugin])
    assert parameters(variant) == {"quartermaster": {"deck": "decks/small.txt"}}
    [(_, plugin)] = build_plugins(variant, load_board(variant.board))
    assert plugin.deck == bench.folder / "shipped/decks/small.txt"  # type: ignore[attr-defined]


def test_a_missing_data_file_is_an_error(bench: Workbench) -> None:
    assert bench.errors('name = "Mine"\n[rules.quartermaster]\ndeck = "gone.txt"\n') == [
        f'mine.toml:3:8: rules.quartermaster.deck: there is no file "gone.txt" in {bench.folder}'
    ]


# Variants as values


FULL = (
    'name = "Mine"\nsummary = "S\\u0001\\"\\\\."\ngroup = "option"\n'
    'players = { min = 3, max = 5 }\nboard = "islet.toml"\n'
    "goals = { rounds = [5, 20], day = 1979-05-27 }\n[rules.between]\n[rules.quartermaster]\nshare = 1\n"
    'values = [1, 2]\npairs = [[1, "é"]]\nprices = { "a b" = 1 }\n[rules.needy]\narmies = 1\n'
)


def test_a_variant_pickles_and_compares_by_value(bench: Workbench) -> None:
    variant = bench.load(FULL)
    again = pickle.loads(pickle.dumps(variant))
    assert again == variant
    assert hash(again) == hash(variant)
    assert repr(again) == "<Variant mine: 3 rules, 3 to 5 players>"
    changed = bench.load(FULL, settings=["rules.needy.armies=2"])
    assert changed != variant


def test_a_flattened_variant_loads_as_the_same_rules(bench: Workbench) -> None:
    variant = bench.load(FULL)
    again = bench.load(variant.to_toml(), name="flat.toml")
    assert again.to_toml() == variant.to_toml()
    assert (again.rules, again.players, again.board) == (variant.rules, variant.players, variant.board)
    assert [rule.name for rule in again.rules] == ["between", "quartermaster", "needy"]
    assert (again.summary, again.goals) == (variant.summary, variant.goals)


def test_a_variant_survives_json_but_brings_no_code_along(bench: Workbench) -> None:
    variant = bench.load(FULL)
    document = json.loads(json.dumps(variant.to_dict()))
    again = Variant.from_dict(document, plugin_files=variant.plugin_files)
    assert again.to_dict() == variant.to_dict()
    assert again.rules == variant.rules
    with pytest.raises(VariantError, match='unknown rule "quartermaster"'):
        Variant.from_dict(document)


@pytest.mark.parametrize("document", [None, {}, {"id": 1}, {"id": "a", "lineage": [], "toml": "name = 3"}])
def test_what_is_no_saved_variant_is_an_error(document: object) -> None:
    with pytest.raises(VariantError):
        Variant.from_dict(document)


def test_a_rule_that_changed_since_loading_is_reported_where_its_table_stood(bench: Workbench) -> None:
    variant = bench.load('name = "Mine"\n[rules.between]\nlow = 1\n')
    bench.write("house_rules.py", PLUGIN.replace("low: int = 1", "low: str = 'x'"))
    with pytest.raises(VariantError) as caught:
        build_plugins(variant, load_board("world"))
    assert str(caught.value) == f"{bench.folder}/mine.toml:3:7: rules.between.low: must be text, not 1"


def test_errors_pickle(bench: Workbench) -> None:
    with pytest.raises(VariantError) as caught:
        bench.load("name = 3")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.problems) == (str(caught.value), caught.value.problems)


# Shipped variants


def test_shipped_variants_are_listed_even_when_broken(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(
        bench,
        monkeypatch,
        {
            "one.toml": 'name = "One"\nsummary = "First."\ngroup = "edition"\n',
            "house/two.toml": "name = ",
            "scenarios/not-a-variant.toml": "x = 1",
            "decks/not-a-variant.toml": "x = 1",
        },
    )
    one, two = shipped_variants()
    assert (one.id, one.name, one.summary, one.group, one.problem) == ("one", "One", "First.", "edition", "")
    assert (two.id, two.name, two.group) == ("two", "two", "house")
    assert two.problem.endswith("two.toml:1:8: not TOML: invalid value")


def test_an_unknown_name_suggests_a_shipped_one(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(bench, monkeypatch, {"shipped-one.toml": 'name = "One"\n'})
    with pytest.raises(
        VariantError, match=r'^no shipped variant is called "shiped-one"; did you mean "shipped-one"\?$'
    ):
        load_variant("shiped-one")
    with pytest.raises(VariantError, match=r'^no shipped variant is called "zzz"; a file is given by its path'):
        load_variant("zzz")


def test_shipped_files_are_in_the_package_or_else_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "riskcore"
    (package / "variants").mkdir(parents=True)
    monkeypatch.setattr(riskcore.files.shipped, "__file__", str(package / "files" / "shipped.py"))
    find = riskcore.files.shipped.shipped_root.__wrapped__  # past the cache
    assert find() == package.resolve() / "variants"
    (package / "variants").rmdir()
    assert find() == tmp_path.resolve() / "variants"


def test_every_shipped_file_is_listed_without_a_problem() -> None:
    listed = shipped_variants()
    assert {variant.problem for variant in listed} == {""}
    assert len(listed) == len(riskcore.files.shipped.named_files("variant")) > 0


def test_a_saved_variant_has_its_board_with_it(bench: Workbench) -> None:
    variant = bench.load(FULL)
    document = variant.to_dict()
    (bench.folder / "islet.toml").unlink()
    again = Variant.from_dict(document, plugin_files=variant.plugin_files)
    assert again.load_board().territories == variant.load_board().territories
    assert str(bench.folder) not in json.dumps(document)


@pytest.mark.parametrize("name", ["./islet.toml", "/etc/hostname", "../../etc/hostname", "carried/none.toml"])
def test_a_saved_variant_opens_no_path(bench: Workbench, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    document = {"id": "x", "lineage": [], "toml": f'name = "X"\nboard = "{name}"'}
    monkeypatch.chdir(bench.folder)
    with pytest.raises(VariantError, match="neither shipped nor in the save"):
        Variant.from_dict(document)


def test_a_saved_variant_extends_nothing() -> None:
    with pytest.raises(VariantError, match="extends nothing"):
        Variant.from_dict({"id": "x", "lineage": [], "toml": 'name = "X"\nextends = "./x.toml"'})


@pytest.mark.parametrize("name", ["/etc/hostname", "carried/a/b.toml", "carried/../x", "islet.toml"])
def test_the_files_of_a_saved_variant_have_names_of_their_own(name: str) -> None:
    with pytest.raises(VariantError, match="files: must be texts under names"):
        Variant.from_dict({"id": "x", "lineage": [], "toml": 'name = "X"', "files": {name: ""}})


def test_a_variant_may_be_given_as_tables_or_text() -> None:
    tables = {"name": "My Game", "extends": "classic-1959", "rules": {"fortify": {"moves": 2}}}
    text = 'name = "My Game"\nextends = "classic-1959"\n[rules.fortify]\nmoves = 2'
    given, parsed = load_variant(tables), parse_variant(text)
    assert given == parsed
    assert (given.id, given.lineage) == ("my-game", ("my-game", "classic-1959", "standard"))


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"name": "X", "ruls": {}}, 'the variant given: ruls: unknown key; did you mean "rules"'),
        ({"name": "X", "rules": {1: {}}}, "no value that TOML has"),
        ({"name": None}, "no value that TOML has"),
        ({}, "the variant given: the file is empty"),
    ],
)
def test_tables_that_make_no_variant_are_refused(tables: Any, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        load_variant(tables)


@attrs.frozen
class SevenAtMost:
    """No territory holds more than a few armies."""

    most: int = 7

    @hookimpl
    def army_limit(self) -> Any:
        return lambda state, territory: self.most


def test_a_rule_may_be_given_as_its_class() -> None:
    variant = load_variant("classic-1959", rules=[SevenAtMost], settings=["rules.seven-at-most.most=9"])
    assert pickle.loads(pickle.dumps(variant)) == variant
    rules = Rulebook(variant)
    assert rules.decisions["army_limit"].provider == "seven-at-most"
    assert rules.army_limit(Game(rules, 3).state, 0) == 9


@pytest.mark.parametrize(("cls", "message"), [(int, "is no rule"), (7, "is no rule")])
def test_what_is_no_rule_is_refused(cls: Any, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        load_variant("classic-1959", rules=[cls])
