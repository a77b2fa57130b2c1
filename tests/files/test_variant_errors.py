"""What is said about wrong variant files and wrong options: place, key, value and remedy, all at once."""

import os
from pathlib import Path

import pytest

from riskcore.errors import VariantError
from riskcore.files.board_file import load_board
from riskcore.files.variant import PlayerRange, build_plugins, load_variant

from .workbench import Workbench, parameters


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


# What is wrong


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('nmae = "Mine"', [
            'mine.toml:1:1: nmae: unknown key; did you mean "name"?',
            "mine.toml:1:1: name: missing; must be text",
        ]),
        ('name = ""', ['mine.toml:1:8: name: "" is not allowed; must be of length >= 1']),
        ("name = 3", ["mine.toml:1:8: name: must be text, not 3"]),
        ('name = "M"\nextends = ["a"]', ['mine.toml:2:11: extends: must be text, not ["a"]']),
        ('name = "M"\ngroup = "huose"', [
            'mine.toml:2:9: group: "huose" is not allowed; must be one of'
            ' "edition", "two-player", "option", "house", "base"; did you mean "house"?'
        ]),
        ('name = "M"\nrules = 3', ["mine.toml:2:9: rules: must be a table of tables, not 3"]),
        ('name = "M"\nrules.between = 3', ["mine.toml:2:17: rules.between: must be a table, not 3"]),
        ('name = "M"\ngoals = 3', ["mine.toml:2:9: goals: must be a table, not 3"]),
        ('name = "M"\nwithout = ["x"]', ['mine.toml:2:12: without[0]: rule "x" is not inherited']),
        ('name = "M"\nwithout = "x"', ['mine.toml:2:11: without: must be a list of texts, not "x"']),
        ('name = "M"\nplayers = { min = 1, max = 7 }', [
            "mine.toml:2:19: players.min: 1 is out of range; must be >= 2 and <= 6",
            "mine.toml:2:28: players.max: 7 is out of range; must be >= 2 and <= 6",
        ]),
        ('name = "M"\n[players]\nmax = 3\nmin = 4', [
            "mine.toml:3:7: players.max: min = 4 is more than max = 3",
        ]),
        ('name = "M"\nplayers.max = true', ["mine.toml:2:15: players.max: must be a whole number, not true"]),
        ('name = "M"\nboard = "wrold"', [
            'mine.toml:2:9: board: no shipped board is called "wrold"; did you mean "world"?',
        ]),
        ('name = "M"\nboard = "no.toml"', ["mine.toml:2:9: board: no.toml: no such file"]),
        ('name = "M"\n[rules.betwen]', [
            'mine.toml:2:2: rules.betwen: unknown rule "betwen"; did you mean "between"?'
            " (`riskvar rules` lists those installed; -p FILE.py loads one of your own)"
        ]),
        ('name = "M"\n[rules.needy]', ["mine.toml:2:2: rules.needy.armies: missing; must be a whole number"]),
        ('name = "M"\n[rules.between]\nlow = 5', [
            "mine.toml:2:2: rules.between: low = 5 is more than high = 2",
        ]),
    ],
)  # fmt: skip
def test_problems_name_place_key_value_and_remedy(bench: Workbench, text: str, expected: list[str]) -> None:
    assert bench.errors(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("movez = 1", 'movez: unknown key; did you mean "moves"?'),
        ('moves = "12"', 'moves: must be a whole number, not "12"'),
        ("moves = 2.7", "moves: must be a whole number, not 2.7"),
        ("moves = 2.0", "moves: must be a whole number, not 2.0"),
        ("moves = true", "moves: must be a whole number, not true"),
        ("moves = -3", "moves: -3 is out of range; must be >= 1 and <= 9"),
        ("moves = [1]", "moves: must be a whole number, not [1]"),
        ("moves = 1979-05-27", "moves: must be a whole number, not 1979-05-27"),
        ("strict = 1", "strict: must be true or false, not 1"),
        ('strict = "true"', 'strict: must be true or false, not "true"'),
        ("title = 1", "title: must be text, not 1"),
        ('share = "0.5"', 'share: must be a number, not "0.5"'),
        ("share = true", "share: must be a number, not true"),
        ("share = nan", "share: must be a number, not nan"),
        ("share = -inf", "share: must be a number, not -inf"),
        ("share = 2", "share: 2.0 is out of range; must be <= 1"),
        (
            'mode = "ajacent"',
            'mode: "ajacent" is not allowed; must be one of "adjacent", "connected"'
            '; did you mean "adjacent"?',
        ),
        ("level = true", "level: true is not allowed; must be one of 1, 2"),
        ("level = 1.0", "level: 1.0 is not allowed; must be one of 1, 2"),
        ('names = "abc"', 'names: must be a list of texts, not "abc"'),
        ("names = { a = 1 }", "names: must be a list of texts, not {a = 1}"),
        ('values = [1, "2"]', 'values[1]: must be a whole number, not "2"'),
        ("values = [1, -2]", "values[1]: -2 is out of range; must be >= 0"),
        ("values = []", "values: [] is not allowed; must be of length >= 1"),
        ('pairs = [[1, "a"], [2]]', "pairs[1]: must be a list of 2: whole number, text, not [2]"),
        ('pairs = [[1, "a"], [true, "b"]]', "pairs[1][0]: must be a whole number, not true"),
        ("prices = [1]", "prices: must be a table of whole numbers, not [1]"),
        ('prices = { "a b" = -1 }', 'prices."a b": -1 is out of range; must be >= 0'),
        ("limit = 4", "limit: 4 is out of range; must be >= 5"),
        ('limit = "no"', 'limit: must be a whole number, not "no"'),
        ('colour = "rd"', 'colour: "rd" is not allowed; must be one of "red", "green"; did you mean "red"?'),
        ("size = 1.5", "size: must be a whole number or one of all, not 1.5"),
        ("odd = 2", "odd: 2 is refused: must be odd"),
        ('home = "Aldre"', 'home: unknown territory "Aldre" on board "Islet"; did you mean "Alder"?'),
        ("home = 1", "home: must be a territory of the board, not 1"),
        (
            'homes = ["Alder", "birch"]',
            'homes[1]: unknown territory "birch" on board "Islet"; did you mean "Birch"?',
        ),
        (
            "bonuses = { Nroth = 1 }",
            'bonuses.Nroth: unknown continent "Nroth" on board "Islet"; did you mean "North"?',
        ),
        ("bonuses = { North = true }", "bonuses.North: must be a whole number, not true"),
        ("deck = 1", "deck: must be a path of a file, not 1"),
    ],
)  # fmt: skip
def test_nothing_is_converted_and_every_misfit_named(bench: Workbench, line: str, expected: str) -> None:
    assert bench.parameter_errors(line) == [expected]


@pytest.mark.parametrize(
    ("line", "name", "expected"),
    [
        ("moves = 9", "moves", 9),
        ("share = 1", "share", 1.0),
        ("level = 2", "level", 2),
        ("names = ['a']", "names", ["a"]),
        ("values = [3, 0]", "values", (3, 0)),
        ('pairs = [[1, "a"]]', "pairs", ((1, "a"),)),
        ("prices = { a = 0 }", "prices", {"a": 0}),
        ("limit = 5", "limit", 5),
        ('size = "all"', "size", "all"),
        ("size = 4", "size", 4),
        ('homes = ["Birch"]', "homes", ("Birch",)),
        ("bonuses = { South = 4 }", "bonuses", {"South": 4}),
        ("odd = 3", "odd", 3),
    ],
)
def test_right_values_reach_the_rule(bench: Workbench, line: str, name: str, expected: object) -> None:
    variant = bench.load(f'name = "Mine"\nboard = "islet.toml"\n[rules.quartermaster]\n{line}\n')
    [(rule, plugin)] = build_plugins(variant, load_board(variant.board))
    value = getattr(plugin, name)
    assert (rule, value, type(value)) == ("quartermaster", expected, type(expected))


def test_all_problems_come_at_once_in_the_order_of_the_file(bench: Workbench) -> None:
    text = (
        'name = "Mine"\ncolor = "red"\n[rules.needy]\narmies = "3"\nman = 1\n'
        "[rules.betwixt]\n[rules.between]\nlow = 1.5\n"
    )
    assert [error.split(": ")[0] for error in bench.errors(text)] == [
        "mine.toml:2:1",
        "mine.toml:4:10",
        "mine.toml:5:1",
        "mine.toml:6:2",
        "mine.toml:8:7",
    ]


def test_columns_count_characters_not_bytes(bench: Workbench) -> None:
    text = 'name = "Mïne"\nrules.between = { "low" = 1, "hïgh" = 2, high = "é" }\n'
    assert bench.errors(text) == [
        'mine.toml:2:30: rules.between."hïgh": unknown key; did you mean "high"?',
        'mine.toml:2:49: rules.between.high: must be a whole number, not "é"',
    ]


def test_a_machine_made_pile_of_unknown_keys_is_cut_short(bench: Workbench) -> None:
    keys = "".join(f"key{number} = 1\n" for number in range(5000))
    errors = bench.errors('name = "Mine"\n' + keys)
    assert len(errors) == 21
    assert "mine.toml:1:1: 4980 more unknown keys" in errors


# Files that are no variant at all

EMPTY = "mine.toml:1:1: the file is empty; a variant needs `name`, and `extends` or [rules.…] to play by"
TOO_DEEP = "mine.toml:1:1: not TOML: nested too deeply: at most 32 levels are allowed"
TOO_LONG_A_KEY = "mine.toml:1:1: not TOML: nested too deeply: a key of more than 32 parts"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", EMPTY),
        (b"# only a comment\n", EMPTY),
        (b'name = "M"\nboard x\n', "mine.toml:2:7: not TOML: expected '=' after a key in a key/value pair"),
        (b'name = "M"\nname = "N"\n', "mine.toml:2:11: not TOML: cannot overwrite a value"),
        (b'name = "M"\nx = [1', "mine.toml:2:7: not TOML: unclosed array"),
        (b'name = "M"\nx = "\xff"', "mine.toml:2:6: not UTF-8: byte 0xff; save the file as UTF-8 text"),
        ('name = "M"'.encode("utf-16"), "mine.toml:1:1: not UTF-8: byte 0xff; save the file as UTF-8 text"),
        (b"x = " + b"[" * 5000, TOO_DEEP),
        (b"x = " + b"[" * 40 + b"]" * 40, TOO_DEEP),
        (b"a" + b".a" * 400_000 + b" = 1", TOO_LONG_A_KEY),
        (b"a" + b' . "a"' * 100_000 + b" = 1", TOO_LONG_A_KEY),
        (b"x = " + b"9" * 30, "mine.toml:1:1: not TOML: a whole number that does not fit into 64 bits"),
        (b"x = 0x" + b"f" * 9000, "mine.toml:1:1: not TOML: a whole number that does not fit into 64 bits"),
        (b"x = 1 #" + b"x" * 1024 * 1024, "mine.toml: too large: a file may have at most 1,048,576 bytes"),
    ],
)  # fmt: skip
def test_bytes_that_are_no_variant(bench: Workbench, data: bytes, expected: str) -> None:
    assert bench.errors(data) == [expected]


def test_a_number_of_too_many_digits_is_refused(bench: Workbench) -> None:
    [error] = bench.errors(b"x = " + b"9" * 9000)
    assert error.startswith("mine.toml:1:1: not TOML: ")


def test_text_full_of_dots_is_not_a_deep_key(bench: Workbench) -> None:
    dots = "M" + ".5" * 100
    variant = bench.load(f'name = "{dots}"\nsummary = \'{dots}\'\ngoals.x = """\n{dots}"""  # {dots}\n')
    assert (variant.name, variant.summary, variant.goals) == (dots, dots, {"x": dots})


def test_missing_files_folders_and_unreadable_ones(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def message(source: str | Path) -> str:
        with pytest.raises(VariantError) as caught:
            load_variant(source)
        return str(caught.value)

    monkeypatch.chdir(bench.folder)
    assert message("nowhere.toml") == "nowhere.toml: no such file"
    assert message(Path("nowhere")) == "nowhere: no such file"
    assert message(bench.folder) == f"{bench.folder}: a directory, not a file"
    assert message("islet.toml/x.toml") == "islet.toml/x.toml: cannot be read: not a directory"
    assert message("x\0.toml") == "x\\u0000.toml: cannot be read: embedded null byte"

    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as locked:
        locked.setattr(os, "open", refuse)
        with pytest.raises(VariantError, match=r"islet\.toml: cannot be read: permission denied"):
            load_variant("islet.toml")


def test_what_has_no_end_or_makes_one_wait_is_not_read(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bench.folder)
    os.mkfifo("pipe.toml")
    with pytest.raises(VariantError, match=r"2:11: extends: .*pipe\.toml: cannot be read: it is a pipe; must be"):
        bench.load('name = "Mine"\nextends = "pipe.toml"\n')
    with pytest.raises(VariantError, match=r"board: .*cannot be read: it is a pipe"):
        bench.load('name = "Mine"\nboard = "./pipe.toml"\n')
    with pytest.raises(VariantError, match="/dev/zero: cannot be read: it is a device; must be a file"):
        load_variant("classic-1959", plugin_files=["/dev/zero"])


# Options of the command line


def test_settings_are_toml_values_or_bare_words_and_the_last_one_wins(bench: Workbench) -> None:
    variant = bench.load(
        'name = "Mine"\n[rules.quartermaster]\nmoves = 2\n',
        settings=[
            "rules.quartermaster.moves=3",
            "rules.quartermaster.moves = 4",
            "rules.quartermaster.mode=connected",
            "rules.quartermaster.title=two words",
            "rules.quartermaster.values=[1, 2]",
            'rules.quartermaster.prices={"a=b"=1}',
            "players.max=4",
        ],
    )
    assert parameters(variant) == {
        "quartermaster": {
            "moves": 4,
            "mode": "connected",
            "title": "two words",
            "values": [1, 2],
            "prices": {"a=b": 1},
        }
    }
    assert variant.players == PlayerRange(2, 4)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("rules.between.low=0.5", "rules.between.low: must be a whole number, not 0.5"),
        ("rules.between.lwo=1", 'rules.between.lwo: unknown key; did you mean "low"?'),
        ("rules.betwen.low=1", 'rules.betwen: the variant has no such rule; did you mean "between"?'),
        ("rules.needy.armies=1", "rules.needy: the variant has no such rule; add it with --rule needy"),
        ("player.max=3", 'player: unknown key; did you mean "players"?'),
        ("players.max=9", "players.max: 9 is out of range; must be >= 2 and <= 6"),
        ("board=wrold", 'board: no shipped board is called "wrold"; did you mean "world"?'),
        ("extends=classic", "extends: cannot be set; load that variant instead"),
        ("rules.between", "must look like rules.fortify.moves=2"),
        ("rules.between.low=", "must look like rules.fortify.moves=2"),
        ("=1", "must look like rules.fortify.moves=2"),
        ("# rules=1", "must look like rules.fortify.moves=2"),
        ("rules.between.low=[1", '"[1" is not a TOML value: unclosed array'),
    ],
)
def test_a_wrong_setting_points_at_itself(bench: Workbench, setting: str, expected: str) -> None:
    assert bench.errors('name = "Mine"\n[rules.between]\n', settings=[setting]) == [f"--set {setting}: {expected}"]


def test_a_setting_blames_itself_and_the_file_only_for_its_own(bench: Workbench) -> None:
    text = 'name = "Mine"\n[rules.between]\nlow = "a"\nhigh = "b"\n'
    assert bench.errors(text, settings=["rules.between.low=true"]) == [
        "--set rules.between.low=true: rules.between.low: must be a whole number, not true",
        'mine.toml:4:8: rules.between.high: must be a whole number, not "b"',
    ]


def test_rules_are_added_last_and_can_be_set(bench: Workbench) -> None:
    variant = bench.load('name = "Mine"\n[rules.between]\n', rules=["needy"], settings=["rules.needy.armies=2"])
    assert list(parameters(variant).items()) == [("between", {}), ("needy", {"armies": 2})]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["between"], "rules.between: the variant already has this rule; change it with --set"),
        (
            ["quartermaster"] * 2,
            "rules.quartermaster: the variant already has this rule; change it with --set",
        ),
        (["needy"], "rules.needy.armies: missing; must be a whole number"),
    ],
)  # fmt: skip
def test_a_wrong_rule_option_points_at_itself(bench: Workbench, rules: list[str], expected: str) -> None:
    assert bench.errors('name = "Mine"\n[rules.between]\n', rules=rules) == [f"--rule {rules[0]}: {expected}"]
