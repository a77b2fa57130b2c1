"""The shipped world: its data exactly, and a drawing in which territories touch where land borders are."""

import re
import tomllib
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest

Point = tuple[float, float]

WORLD = tomllib.loads((Path(__file__).parents[2] / "variants/boards/world.toml").read_text())
TERRITORIES: dict[str, dict[str, Any]] = WORLD["territories"]
BORDERS = {frozenset((name, near)) for name, each in TERRITORIES.items() for near in each["borders"]}

BETWEEN_CONTINENTS = """
    Alaska-Kamchatka, Brazil-North Africa, Central America-Venezuela, Greenland-Iceland, Indonesia-Siam,
    Afghanistan-Ukraine, Middle East-Ukraine, Ukraine-Ural, Middle East-Southern Europe,
    East Africa-Middle East, Egypt-Middle East, Egypt-Southern Europe, North Africa-Southern Europe,
    North Africa-Western Europe
"""
BY_SEA = """
    Alaska-Kamchatka, Brazil-North Africa, Greenland-Iceland, Greenland-Northwest Territory,
    Greenland-Ontario, Greenland-Quebec, Iceland-Great Britain, Iceland-Scandinavia,
    Great Britain-Scandinavia, Great Britain-Northern Europe, Great Britain-Western Europe,
    Northern Europe-Scandinavia, North Africa-Western Europe, North Africa-Southern Europe,
    Egypt-Southern Europe, East Africa-Middle East, East Africa-Madagascar, Madagascar-South Africa,
    Japan-Kamchatka, Japan-Mongolia, Indonesia-Siam, Indonesia-New Guinea,
    Indonesia-Western Australia, New Guinea-Western Australia, Eastern Australia-New Guinea
"""
NEIGHBOURS = {
    "Alaska": 3, "Alberta": 4, "Central America": 3, "Eastern United States": 4, "Greenland": 4,
    "Northwest Territory": 4, "Ontario": 6, "Quebec": 3, "Western United States": 4,
    "Argentina": 2, "Brazil": 4, "Peru": 3, "Venezuela": 3,
    "Great Britain": 4, "Iceland": 3, "Northern Europe": 5, "Scandinavia": 4, "Southern Europe": 6,
    "Ukraine": 6, "Western Europe": 4,
    "Congo": 3, "East Africa": 6, "Egypt": 4, "Madagascar": 2, "North Africa": 6, "South Africa": 3,
    "Afghanistan": 5, "China": 6, "India": 4, "Irkutsk": 4, "Japan": 2, "Kamchatka": 5, "Middle East": 6,
    "Mongolia": 5, "Siam": 3, "Siberia": 5, "Ural": 4, "Yakutsk": 3,
    "Eastern Australia": 2, "Indonesia": 3, "New Guinea": 3, "Western Australia": 3,
}  # fmt: skip


def pairs(text: str) -> set[frozenset[str]]:
    return {frozenset(pair.strip().split("-")) for pair in text.split(",")}


def rings(outline: str) -> list[list[Point]]:
    number = r"-?\d+(?:\.\d+)?"
    assert re.fullmatch(rf"(M {number} {number}( L {number} {number}){{2,}} Z ?)+", outline)
    found = []
    for ring in re.findall(r"M ([^Z]*) Z", outline):
        corners = [tuple(map(float, corner.split())) for corner in ring.split(" L ")]
        found.append([(x, y) for x, y in corners])
    return found


RINGS = {name: rings(each["outline"]) for name, each in TERRITORIES.items()}
EDGES = {
    name: {frozenset(edge) for ring in own for edge in zip(ring, ring[1:] + ring[:1], strict=True)}
    for name, own in RINGS.items()
}
CORNERS = {name: {corner for ring in own for corner in ring} for name, own in RINGS.items()}


def inside(point: Point, name: str) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in (tuple(edge) for edge in EDGES[name]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def from_edge(point: Point, edge: frozenset[Point]) -> float:
    (ax, ay), (bx, by) = edge
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / dist(*edge) ** 2
    along = min(1.0, max(0.0, along))
    return dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def test_continents_bonuses_and_their_territories() -> None:
    assert {name: each["bonus"] for name, each in WORLD["continents"].items()} == {
        "North America": 5, "South America": 2, "Europe": 5, "Africa": 3, "Asia": 7, "Australia": 2,
    }  # fmt: skip
    sizes = Counter(each["continent"] for each in TERRITORIES.values())
    assert sizes == {
        "North America": 9, "South America": 4, "Europe": 7, "Africa": 6, "Asia": 12, "Australia": 4,
    }  # fmt: skip


def test_territories_stand_continent_by_continent() -> None:
    assert list(TERRITORIES) == list(NEIGHBOURS)
    order = list(WORLD["continents"])
    standing = [order.index(each["continent"]) for each in TERRITORIES.values()]
    assert standing == sorted(standing)


def test_eighty_three_borders_written_from_both_sides() -> None:
    assert len(BORDERS) == 83
    for name, each in TERRITORIES.items():
        assert len(each["borders"]) == len(set(each["borders"])) == NEIGHBOURS[name]
        assert all(name in TERRITORIES[near]["borders"] for near in each["borders"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("North Africa", "East Africa"),
        ("East Africa", "Middle East"),
        ("Japan", "Mongolia"),
        ("New Guinea", "Western Australia"),
    ],
)
def test_borders_that_are_often_forgotten(one: str, other: str) -> None:
    assert frozenset((one, other)) in BORDERS


def test_borders_between_continents() -> None:
    home = {name: each["continent"] for name, each in TERRITORIES.items()}
    assert {border for border in BORDERS if len({home[t] for t in border}) == 2} == pairs(BETWEEN_CONTINENTS)


def test_fourteen_cards_of_each_insignia() -> None:
    assert Counter(each["insignia"] for each in TERRITORIES.values()) == {
        "infantry": 14, "cavalry": 14, "artillery": 14,
    }  # fmt: skip


def test_land_borders_touch_and_nothing_else_does() -> None:
    touching = {frozenset((a, b)) for a, b in combinations(EDGES, 2) if EDGES[a] & EDGES[b]}
    assert touching == BORDERS - pairs(BY_SEA)
    meeting = {frozenset((a, b)) for a, b in combinations(CORNERS, 2) if CORNERS[a] & CORNERS[b]}
    assert meeting == touching, "two territories meet in a corner only"


def test_drawing_stays_in_its_box() -> None:
    corners = set().union(*CORNERS.values())
    assert min(x for x, _ in corners) >= 0
    assert min(y for _, y in corners) >= 0
    assert max(x for x, _ in corners) <= 1000
    assert max(y for _, y in corners) <= 560


@pytest.mark.parametrize("name", TERRITORIES)
def test_armies_stand_inside_with_room_for_a_number(name: str) -> None:
    place = tuple(TERRITORIES[name]["at"])
    assert inside(place, name)
    assert min(from_edge(place, edge) for edge in EDGES[name]) >= 12


def test_no_two_outlines_cross() -> None:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    for (one, own), (other, others) in combinations(EDGES.items(), 2):
        for a, b in (tuple(edge) for edge in own):
            for c, d in (tuple(edge) for edge in others):
                crossing = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
                assert not crossing, f"{one} {a} {b} crosses {other} {c} {d}"


def test_no_point_lies_in_two_territories() -> None:
    for name, own in CORNERS.items():
        left, right = min(x for x, _ in own), max(x for x, _ in own)
        top, bottom = min(y for _, y in own), max(y for _, y in own)
        # Off the whole numbers on which the corners lie, so that no sample falls on an edge's end.
        grid = [(x + 0.37, y + 0.41) for x in range(int(left), int(right), 5) for y in range(int(top), int(bottom), 5)]
        sampled = [point for point in grid if inside(point, name)]
        assert sampled
        near = [other for other in TERRITORIES if other != name and _boxes_meet(own, CORNERS[other])]
        assert not [(point, other) for point in sampled for other in near if inside(point, other)]


def _boxes_meet(one: set[Point], other: set[Point]) -> bool:
    return all(
        min(p[axis] for p in one) <= max(p[axis] for p in other)
        and min(p[axis] for p in other) <= max(p[axis] for p in one)
        for axis in (0, 1)
    )
