"""Board files: what becomes of one, and what is said about wrong ones."""

from pathlib import Path

import pytest

from riskcore.board import Board
from riskcore.errors import VariantError
from riskcore.files.board_file import board_names, load_board

LINE = """\
name = "Line"
[continents]
West = { bonus = 2 }
East = { bonus = 0 }
[territories.Ash]
continent = "West"
insignia = "infantry"
borders = ["Birch"]
[territories.Cedar]
continent = "East"
insignia = "artillery"
borders = ["Birch"]
[territories.Birch]
continent = "West"
insignia = "cavalry"
borders = ["Ash"]
"""


def load(folder: Path, text: str) -> Board:
    path = folder / "line.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def errors(folder: Path, text: str) -> list[str]:
    with pytest.raises(VariantError) as caught:
        load(folder, text)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def test_a_board_keeps_the_order_of_its_file_and_borders_go_both_ways(tmp_path: Path) -> None:
    board = load(tmp_path, LINE)
    assert board.name == "Line"
    assert board.territories == ("Ash", "Cedar", "Birch")
    assert board.continents == ("West", "East")
    assert board.bonuses == (2, 0)
    assert board.continent_of == (0, 1, 0)
    assert board.insignia == ("infantry", "artillery", "cavalry")
    assert board.neighbours == ((2,), (2,), (0, 1))
    assert (board.places, board.outlines) == ((), ())


def test_drawings_are_kept_in_the_order_of_the_territories(tmp_path: Path) -> None:
    drawn = LINE
    for number, insignia in enumerate(("infantry", "artillery", "cavalry")):
        line = f'insignia = "{insignia}"\n'
        drawn = drawn.replace(line, f'{line}at = [{number}, 0.5]\noutline = "M {number} 0 Z"\n')
    board = load(tmp_path, drawn)
    assert board.places == ((0.0, 0.5), (1.0, 0.5), (2.0, 0.5))
    assert board.outlines == ("M 0 0 Z", "M 1 0 Z", "M 2 0 Z")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'continent = "East"',
            'continent = "Eastt"',
            [
                "line.toml:4:1: continents.East: no territory is on this continent",
                'line.toml:10:13: territories.Cedar.continent: unknown continent "Eastt"; did you mean',
            ],
        ),
        (
            'borders = ["Ash"]',
            'borders = ["Ash", "Cedra"]',
            ['line.toml:16:19: territories.Birch.borders[1]: unknown territory "Cedra"; did you'],
        ),
        (
            'borders = ["Ash"]',
            'borders = ["Ash", "Birch"]',
            ["line.toml:16:19: territories.Birch.borders[1]: a territory cannot border itself"],
        ),
        (
            'borders = ["Ash"]',
            'borders = ["Ash", "Ash"]',
            ['line.toml:16:19: territories.Birch.borders[1]: "Ash" is listed twice'],
        ),
        (
            'insignia = "artillery"\nborders = ["Birch"]',
            'insignia = "artillery"',
            [
                'line.toml:9:2: territories.Cedar: cannot be reached from "Ash"; a board must be',
            ],
        ),
        (
            "East = { bonus = 0 }",
            "East = { bonus = 0 }\nSouth = { bonus = 1 }",
            ["line.toml:5:1: continents.South: no territory is on this continent"],
        ),
        (
            "bonus = 2",
            "bonus = -2",
            ["line.toml:3:18: continents.West.bonus: -2 is out of range; must be >= 0"],
        ),
        (
            "[territories.Cedar]",
            "[territories.ash]",
            [
                'line.toml:9:2: territories.ash: duplicate name: differs from "Ash" only in',
            ],
        ),
        (
            "[territories.Cedar]",
            '[territories." "]',
            [
                'line.toml:9:2: territories." ": a name must be printable text without blanks around it',
            ],
        ),
        ("[territories.Cedar]", "[territories.Ash]", ["line.toml:9:17: not TOML: cannot declare"]),
        (
            '"cavalry"',
            '"calvary"',
            [
                'line.toml:15:12: territories.Birch.insignia: "calvary" is not allowed; must be one of'
                ' "infantry", "cavalry", "artillery"; did you mean "cavalry"?'
            ],
        ),
        (
            'insignia = "cavalry"',
            'insignia = "cavalry"\nat = [1, 2]',
            [
                "line.toml:5:2: territories.Ash: at is missing; give it to all territories or to none",
                "line.toml:9:2: territories.Cedar: at is missing; give it to all territories or to none",
            ],
        ),
        (
            'insignia = "cavalry"',
            'insignia = "cavalry"\nat = [1]',
            ["line.toml:16:6: territories.Birch.at: must be a list of 2: number, number, not [1]"],
        ),
        (
            'insignia = "cavalry"\n',
            "",
            ["line.toml:13:2: territories.Birch.insignia: missing; must be one of"],
        ),
        (
            'insignia = "cavalry"',
            'insignia = "cavalry"\nborder = ["Ash"]',
            ['line.toml:16:1: territories.Birch.border: unknown key; did you mean "borders"?'],
        ),
        ('name = "Line"', 'name = " "', ["line.toml:1:8: name: must not be empty"]),
        ('name = "Line"', "", ["line.toml:1:1: name: missing; must be text"]),
    ],
)
def test_problems_name_place_and_reason(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    found = errors(tmp_path, LINE.replace(old, new))
    assert len(found) == len(expected)
    for error, start in zip(sorted(found), sorted(expected), strict=True):
        assert error.startswith(start)


def test_a_board_has_at_least_two_territories(tmp_path: Path) -> None:
    text = 'name = "Dot"\ncontinents.All.bonus = 1\n[territories]\nAsh = { continent = "All", insignia = "infantry" }\n'
    assert errors(tmp_path, text) == [
        "line.toml:3:2: territories: 1 is too few; a board needs at least 2",
    ]


def test_how_many_territories_are_cut_off_is_said(tmp_path: Path) -> None:
    text = LINE.replace('borders = ["Birch"]', "").replace('borders = ["Ash"]', 'borders = ["Cedar"]')
    assert errors(tmp_path, text) == [
        'line.toml:9:2: territories.Cedar: cannot be reached from "Ash"; a board must be in one piece'
        " (2 territories are cut off)"
    ]


def test_an_empty_file_says_what_a_board_needs(tmp_path: Path) -> None:
    assert errors(tmp_path, "") == [
        'line.toml:1:1: the file is empty; a board needs a name, [continents] and [territories."…"] tables'
    ]


def test_shipped_boards_are_found_by_name() -> None:
    assert "world" in board_names()
    assert {load_board(name).name for name in board_names()} >= {"World"}


def test_an_unknown_board_suggests_a_shipped_one() -> None:
    with pytest.raises(VariantError) as caught:
        load_board("wrold")
    assert str(caught.value) == 'no shipped board is called "wrold"; did you mean "world"?'


def test_positions_in_a_large_file_are_exact_every_time(tmp_path: Path) -> None:
    """A ring of territories, the last of them wrong; read often, since positions come from native code."""
    count = 2000
    ring = "".join(
        f'[territories.T{n}]\ncontinent = "C"\ninsignia = "infantry"\nborders = ["T{(n + 1) % count}"]\n'
        for n in range(count)
    )
    text = 'name = "Ring"\ncontinents.C.bonus = 1\n' + ring.replace('["T0"]', '["T0", "Nowhere"]')
    for _ in range(5):
        assert errors(tmp_path, text) == [
            f'line.toml:{2 + 4 * count}:18: territories.T{count - 1}.borders[1]: unknown territory "Nowhere"'
        ]
