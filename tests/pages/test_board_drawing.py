"""Pictures of a position: in a terminal, with or without colour, and as SVG for a page."""

import io
import re
import tomllib
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from riskcore.board import Board
from riskcore.cli.screens.board import OWNER_MARKS, OWNER_STYLES, abbreviations, draw_board
from riskcore.pages.board_svg import board_svg
from riskcore.state import OUT_OF_PLAY

WIDTHS = (80, 100, 140)
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
SVG = "{http://www.w3.org/2000/svg}"


def read_world() -> Board:
    table = tomllib.loads((Path(__file__).parents[2] / "variants/boards/world.toml").read_text())
    names, continents = list(table["territories"]), list(table["continents"])
    each = list(table["territories"].values())
    return Board(
        name=table["name"],
        territories=tuple(names),
        continents=tuple(continents),
        bonuses=tuple(continent["bonus"] for continent in table["continents"].values()),
        continent_of=tuple(continents.index(t["continent"]) for t in each),
        neighbours=tuple(tuple(names.index(near) for near in t["borders"]) for t in each),
        insignia=tuple(t["insignia"] for t in each),
        places=tuple((t["at"][0], t["at"][1]) for t in each),
        outlines=tuple(t["outline"] for t in each),
    )


def chain_board(
    names: tuple[str, ...],
    places: tuple[tuple[float, float], ...] = (),
    outlines: tuple[str, ...] = (),
) -> Board:
    """Territories in a row, each bordering the next, on one continent."""
    last = len(names) - 1
    near = tuple(tuple(n for n in (t - 1, t + 1) if 0 <= n <= last) for t in range(last + 1))
    infantry = ("infantry",) * len(names)
    return Board("Chain", names, ("Land",), (1,), (0,) * len(names), near, infantry, places, outlines)


WORLD = read_world()
PLACES_ONLY = attrs.evolve(WORLD, outlines=())
BARE = attrs.evolve(WORLD, places=(), outlines=())
OWNERS = [t % 7 - 1 for t in range(42)]
ARMIES = [1 + 13 * t % 120 for t in range(42)]


def shown(
    board: Board, owners: list[int], armies: list[int], width: int, highlight: frozenset[int] = frozenset()
) -> list[str]:
    """The lines of a drawing on a console wide enough to cut nothing off."""
    out = io.StringIO()
    drawing = draw_board(board, owners, armies, NAMES, width=width, highlight=highlight)
    Console(file=out, width=400, color_system=None).print(drawing)
    return out.getvalue().splitlines()


def label(board: Board, t: int, owners: list[int], armies: list[int], star: str = " ") -> str:
    mark = OWNER_MARKS[owners[t]] if owners[t] >= 0 else "·"
    return f"{abbreviations(board)[t]}{star}{mark}{armies[t]}"


def count_labels(lines: list[str], wanted: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(wanted)}(?!\d)", "\n".join(lines)))


def find(lines: list[str], text: str) -> tuple[int, int]:
    """The row and column of a text's first appearance."""
    return next((row, line.index(text)) for row, line in enumerate(lines) if text in line)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("board", [WORLD, BARE], ids=["map", "list"])
def test_every_label_is_visible_once_within_the_width(board: Board, width: int) -> None:
    lines = shown(board, OWNERS, ARMIES, width)
    assert max(cell_len(line) for line in lines) <= width
    for t in range(42):
        assert count_labels(lines, label(board, t, OWNERS, ARMIES)) == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_map_keeps_the_compass(width: int) -> None:
    lines = shown(WORLD, OWNERS, ARMIES, width)

    def spot(name: str) -> tuple[int, int]:
        return find(lines, label(WORLD, WORLD.territory(name), OWNERS, ARMIES))

    for west, east in [("Alaska", "Kamchatka"), ("Brazil", "North Africa"), ("Congo", "Madagascar")]:
        assert spot(west)[1] < spot(east)[1]
    for north, south in [("Greenland", "Quebec"), ("Venezuela", "Argentina"), ("Siam", "Indonesia")]:
        assert spot(north)[0] < spot(south)[0]


@pytest.mark.parametrize("width", WIDTHS)
def test_map_names_the_borders_it_cannot_draw(width: int) -> None:
    text = "\n".join(shown(WORLD, OWNERS, ARMIES, width))
    named = re.findall(r"\b([A-Za-z]{3,4})-([A-Za-z]{3,4})\b", text)
    assert ("Ala", "Kam") in named
    short = abbreviations(WORLD)
    assert all(short.index(b) in WORLD.adjacent[short.index(a)] for a, b in named)
    assert len(named) < 20


def test_map_does_not_move_with_the_position() -> None:
    def spots(armies: list[int]) -> list[tuple[int, int]]:
        lines = shown(WORLD, OWNERS, armies, 80)
        return [find(lines, label(WORLD, t, OWNERS, armies)) for t in range(42)]

    assert spots([1] * 42) == spots([12] * 42)


@pytest.mark.parametrize("width", WIDTHS)
def test_highlight_is_seen_without_colour(width: int) -> None:
    lines = shown(WORLD, OWNERS, ARMIES, width, frozenset({4, 30}))
    for t in range(42):
        assert count_labels(lines, label(WORLD, t, OWNERS, ARMIES, "*")) == (t in (4, 30))


def test_legend_gives_each_owner_a_mark_and_sums() -> None:
    text = "\n".join(shown(WORLD, OWNERS, ARMIES, 100))
    for owner, name in enumerate(NAMES):
        held = [t for t in range(42) if OWNERS[t] == owner]
        assert f" {OWNER_MARKS[owner]}  {name} {len(held)}/{sum(ARMIES[t] for t in held)}" in text
    assert "nobody 6/" in text


def test_legend_says_who_holds_a_continent() -> None:
    owners = [2 if WORLD.continent_of[t] == 1 else t % 2 for t in range(42)]
    text = "\n".join(shown(WORLD, owners, ARMIES, 100))
    assert "South America 2 C " in text
    assert not re.search(r"Asia 7 [A-Z] ", text)


def test_legend_does_not_miss_a_territory_out_of_play() -> None:
    owners = [2 if WORLD.continent_of[t] == 1 else t % 2 for t in range(42)]
    owners[WORLD.territory("Peru")] = OUT_OF_PLAY
    assert "South America 2 C " in "\n".join(shown(WORLD, owners, ARMIES, 100))


def test_colours_are_one_for_each_owner_and_can_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def escapes() -> set[str]:
        out = io.StringIO()
        console = Console(file=out, width=100, force_terminal=True, color_system="truecolor")
        console.print(draw_board(WORLD, OWNERS, ARMIES, NAMES, width=100))
        # rich remembers a style as first drawn, so a test before this one may have settled on fewer colours
        codes = re.sub(r"38;(2;\d+;\d+|5);\d+", "", out.getvalue())
        return set(re.findall(r"48;2;\d+;\d+;\d+|48;5;\d+|(?<=[;\[])(?:4|10)[0-7](?=[;m])", codes))

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert len(escapes()) == len(NAMES)
    monkeypatch.setenv("NO_COLOR", "1")
    assert escapes() == set()


def test_eight_owners_have_eight_styles_and_marks() -> None:
    assert len(set(OWNER_STYLES)) == 8
    assert len(set(OWNER_MARKS)) == len(OWNER_MARKS) >= 8


@pytest.mark.parametrize("width", [30, 60, 79, 120])
def test_board_without_coordinates_is_listed_by_continent(width: int) -> None:
    lines = shown(BARE, OWNERS, ARMIES, width)
    assert max(cell_len(line) for line in lines) <= width
    for continent, bonus in zip(BARE.continents, BARE.bonuses, strict=True):
        assert f"{continent} ({bonus})" in [line.strip() for line in lines]
    assert any("Northern Europe" in line for line in lines)


def test_narrow_terminal_gets_the_list_even_with_coordinates() -> None:
    assert shown(WORLD, OWNERS, ARMIES, 79) == shown(BARE, OWNERS, ARMIES, 79)


def test_world_abbreviations() -> None:
    short = dict(zip(WORLD.territories, abbreviations(WORLD), strict=True))
    assert short["Alberta"] == "Alb"
    assert short["Western United States"] == "WUS"
    assert short["North Africa"] == "NAf"
    assert (short["India"], short["Indonesia"]) == ("Indi", "Indo")
    assert {len(each) for each in short.values()} == {3, 4}


NAMES_ALIKE = st.text("abcAB é1-", min_size=1, max_size=12)


@given(st.lists(NAMES_ALIKE, min_size=2, max_size=40, unique_by=str.casefold))
def test_abbreviations_are_short_and_no_two_alike(names: list[str]) -> None:
    short = abbreviations(chain_board(tuple(names)))
    assert all(1 <= len(each) <= 4 and each.isalnum() for each in short)
    assert len({each.casefold() for each in short}) == len(names)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=60),
    st.integers(80, 160),
    st.sampled_from([1, 12, 345]),
)
def test_labels_never_overlap_wherever_the_places_are(places: list[tuple[int, int]], width: int, armies: int) -> None:
    names = tuple(f"t{number}" for number in range(len(places)))
    board = chain_board(names, tuple((float(x), float(y)) for x, y in places))
    owners, counts = [0] * len(names), [armies] * len(names)
    lines = shown(board, owners, counts, width)
    assert max(cell_len(line) for line in lines) <= width
    assert all(count_labels(lines, label(board, t, owners, counts)) == 1 for t in range(len(names)))


@pytest.mark.parametrize("width", range(80, 88))
def test_a_crowd_in_one_place_spreads_within_the_width(width: int) -> None:
    names = tuple(f"Isle {number}" for number in range(230))
    board = chain_board(names, ((1.0, 1.0),) * 230)
    lines = shown(board, [0] * 230, [3] * 230, width)
    assert max(cell_len(line) for line in lines) <= width
    assert all(count_labels(lines, label(board, t, [0] * 230, [3] * 230)) == 1 for t in range(230))


def test_long_names_are_cut_to_the_width() -> None:
    board = chain_board(("a" * 300, "b" * 300))
    out = io.StringIO()
    Console(file=out, width=400, color_system=None).print(
        draw_board(board, [0, 1], [1, 1], ["Ann" * 50, "Bob" * 50], width=60)
    )
    assert max(cell_len(line) for line in out.getvalue().splitlines()) == 60


def test_more_labels_than_a_map_can_hold_become_a_list() -> None:
    names = tuple(f"Isle {number}" for number in range(400))
    board = chain_board(names, ((1.0, 1.0),) * 400)
    lines = shown(board, [0] * 400, [3] * 400, 80)
    assert "Land (1)" in [line.strip() for line in lines]
    assert max(cell_len(line) for line in lines) <= 80


def picture(board: Board, ids: bool = True) -> ElementTree.Element:
    count = len(board.territories)
    return ElementTree.fromstring(board_svg(board, ["#e69f00"] * count, ["7"] * count, ids=ids))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == f"riskmap-{name}"]


def titles(elements: list[ElementTree.Element]) -> list[str]:
    return [element.findtext(f"{SVG}title", "") for element in elements]


def test_svg_draws_each_outline_in_its_continent() -> None:
    root = picture(WORLD)
    groups = of_class(root, "continent")
    assert [group.get("data-continent") for group in groups] == list(WORLD.continents)
    for group, members in zip(groups, WORLD.members, strict=True):
        assert [path.get("data-territory") for path in group] == [WORLD.territories[t] for t in members]
        assert [path.get("d") for path in group] == [WORLD.outlines[t] for t in members]
        assert [path.get("id") for path in group] == [f"territory-{t}" for t in members]
        assert titles(list(group)) == [WORLD.territories[t] for t in members]


def test_svg_dashes_exactly_the_borders_across_water() -> None:
    routes = of_class(picture(WORLD), "route")
    assert len(routes) == 25
    assert all(route.get("stroke-dasharray") for route in routes)
    assert {"Greenland - Iceland", "Brazil - North Africa", "Japan - Mongolia"} <= set(titles(routes))


@pytest.mark.parametrize("board", [WORLD, PLACES_ONLY], ids=["outlines", "circles"])
def test_svg_route_over_the_pacific_leaves_on_both_sides(board: Board) -> None:
    root = picture(board)
    left, _, width, _ = map(float, root.get("viewBox", "").split())
    [route] = [r for r in of_class(root, "route") if titles([r]) == ["Alaska - Kamchatka"]]
    xs = [float(number) for number in re.findall(r"[ML] (\S+)", route.get("d", ""))]
    assert min(xs) < left
    assert max(xs) > left + width
    assert all(len(re.findall("M", r.get("d", ""))) == 1 for r in of_class(root, "route") if r is not route)


@pytest.mark.parametrize("board", [PLACES_ONLY, BARE], ids=["places", "ring"])
def test_svg_without_outlines_draws_circles_apart_and_all_borders(board: Board) -> None:
    root = picture(board)
    circles = of_class(root, "territory")
    assert Counter(circle.tag for circle in circles) == {f"{SVG}circle": 42}
    middles = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in circles]
    radius = float(circles[0].get("r", ""))
    assert min(dist(a, b) for a, b in combinations(middles, 2)) > 2 * radius
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert all(left < x - radius and x + radius < left + width for x, _ in middles)
    assert all(top < y - radius and y + radius < top + height for _, y in middles)
    routes = of_class(root, "route")
    assert len(routes) == 83
    assert not any(route.get("stroke-dasharray") for route in routes)


def test_svg_without_ids_can_stand_twice_on_a_page() -> None:
    assert not any(element.get("id") for element in picture(WORLD, ids=False).iter())


def test_svg_shows_fills_labels_and_titles_as_given() -> None:
    board = chain_board(("a", "b"), ((0.0, 0.0), (9.0, 0.0)))
    root = ElementTree.fromstring(board_svg(board, ["#123456", ""], ["3\n<a>", "&"], titles=["one", '"two"']))
    first, second = of_class(root, "territory")
    assert (first.get("fill"), second.get("fill")) == ("#123456", None)
    assert titles([first, second]) == ["one", '"two"']
    assert [[span.text for span in text] for text in of_class(root, "label")] == [["3", "<a>"], ["&"]]


def test_svg_labels_have_a_halo_and_both_themes() -> None:
    style = picture(WORLD).findtext(f"{SVG}style", "")
    assert "paint-order: stroke" in style
    assert "prefers-color-scheme: dark" in style


def test_svg_understands_relative_and_axis_commands() -> None:
    """Two squares side by side, the second written relatively: they share an edge, so no line is drawn."""
    outlines = ("M 0 0 H 10 V 10 L 0 10 Z", "m 20 0 l 0,10 h -10 v -10 z")
    board = chain_board(("a", "b"), ((5.0, 5.0), (15.0, 5.0)), outlines)
    assert of_class(picture(board), "route") == []


def test_svg_puts_labels_in_the_middle_of_outlines_without_places() -> None:
    board = chain_board(("a", "b"), (), ("M 0 0 L 10 0 L 10 10 L 0 10 Z", "M 20 0 L 30 0 L 30 10 L 20 10 Z"))
    spans = [text[0] for text in of_class(picture(board), "label")]
    assert [(span.get("x"), span.get("y")) for span in spans] == [("5", "5"), ("25", "5")]


@pytest.mark.parametrize("what", ["fill", "labels", "titles"])
def test_svg_refuses_lists_of_another_length(what: str) -> None:
    given_lists = {"fill": [""] * 42, "labels": [""] * 42, "titles": [""] * 42, what: [""] * 41}
    with pytest.raises(ValueError, match=f"{what} has 41 entries, but board 'World' has 42 territories"):
        board_svg(WORLD, given_lists["fill"], given_lists["labels"], titles=given_lists["titles"])


def test_a_low_terminal_has_the_map_in_as_many_lines() -> None:
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(draw_board(WORLD, OWNERS, ARMIES, NAMES, width=80, height=22))
    drawn = console.export_text().rstrip().splitlines()
    assert len(drawn) <= 22
    assert all(short in "\n".join(drawn) for short in abbreviations(WORLD))
    assert max(map(len, drawn)) <= 80
