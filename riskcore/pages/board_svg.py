"""A board as an inline SVG picture: for reports, and for a page that colours and clicks its territories.

A territory with an outline is drawn as that path, one that has only a place as a circle, and a board without
any coordinates as a ring of circles. What a page may want to restyle is a CSS variable: `--map-sea`,
`--map-land`, `--map-edge`, `--map-frontier`, `--map-route`, `--map-ink` and `--map-halo`.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

import attrs

from riskcore.board import Board
from riskcore.pages.markup import escaped

__all__ = ["board_svg"]

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, width, height

# The defaults are variables of their own, so that what a page sets on any ancestor wins in either theme.
_STYLE = """
.riskmap { --map-sea0: #e3edf3; --map-land0: #c9c4b8; --map-edge0: #ffffff; --map-frontier0: #2b3a45;
 --map-route0: #6f8796; max-width: 100%; height: auto; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { .riskmap { --map-sea0: #16212a; --map-land0: #59605f;
 --map-edge0: #0d151b; --map-frontier0: #e8eef2; --map-route0: #8aa2b1; } }
.riskmap-sea { fill: var(--map-sea, var(--map-sea0)); }
.riskmap-territory { stroke: var(--map-edge, var(--map-edge0)); stroke-linejoin: round; }
.riskmap-territory:not([fill]) { fill: var(--map-land, var(--map-land0)); }
.riskmap-territory:hover { filter: brightness(1.12); }
.riskmap-frontier { stroke: var(--map-frontier, var(--map-frontier0)); fill: none; stroke-linecap: round; }
.riskmap-route { stroke: var(--map-route, var(--map-route0)); fill: none; stroke-linecap: round; }
.riskmap-label { fill: var(--map-ink, #10181e); stroke: var(--map-halo, #ffffff); stroke-linejoin: round;
 paint-order: stroke; text-anchor: middle; dominant-baseline: central; pointer-events: none; }
.riskmap-label tspan:not([font-size]) { font-weight: 700; }
"""

# How many numbers each command of a path takes.
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_MIDDLE = (500.0, 300.0)  # of the ring
_RADIUS = 1.6  # of a circle, in heights of its text
_TRIES = 400  # crossings looked at before the shortest is taken although it passes over land


@attrs.frozen
class _Shape:
    """Where a territory lies: the place of its label and the edges of its outline (none for a circle)."""

    place: Point
    edges: frozenset[Segment]
    ports: tuple[Point, ...]  # where a route to another territory may begin


@attrs.frozen
class _Layout:
    """Everything about a picture that does not depend on the position being shown."""

    shapes: tuple[_Shape, ...]
    box: Box
    text: float  # the height of a label's first line
    routes: tuple[tuple[int, int, tuple[Segment, ...]], ...]  # borders between territories that do not touch
    frontier: tuple[Segment, ...]  # edges that two continents share
    ring: bool  # no coordinates were known


def board_svg(
    board: Board,
    fill: Sequence[str],
    labels: Sequence[str],
    *,
    titles: Sequence[str] = (),
    ids: bool = True,
) -> str:
    """The board as one `<svg>` element; a label's first line is drawn large, unless empty, the lines after it small.

    A territory carries its index in `data-index`, its name in `data-territory`, and `id="territory-<index>"`
    unless `ids` is off (a page with two maps). An empty fill leaves the colour to the page.
    """
    titles = titles or board.territories
    for what, given in (("fill", fill), ("labels", labels), ("titles", titles)):
        if len(given) != len(board.territories):
            wanted = f"board {board.name!r} has {len(board.territories)} territories"
            raise ValueError(f"{what} has {len(given)} entries, but {wanted}")
    layout = _layout(board)
    left, top, width, height = (f"{number:.5g}" for number in layout.box)
    parts = [
        f'<svg class="riskmap" xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
        f' width="1000" role="group" aria-label="{escaped(board.name)}"><style>{_STYLE}</style>',
        f'<rect class="riskmap-sea" x="{left}" y="{top}" width="{width}" height="{height}"/>',
        *_routes(board, layout),
    ]
    for continent, members in zip(board.continents, board.members, strict=True):
        parts.append(f'<g class="riskmap-continent" data-continent="{escaped(continent)}">')
        parts += [_territory(board, layout, t, fill[t], titles[t], ids) for t in members]
        parts.append("</g>")
    if layout.frontier:
        parts.append(f'<path class="riskmap-frontier" {_stroke(layout, 0.16)} d="{_path(layout.frontier)}"/>')
    parts += [_label(layout, shape, text) for shape, text in zip(layout.shapes, labels, strict=True)]
    return "\n".join([*parts, "</svg>"])


def _stroke(layout: _Layout, share: float) -> str:
    return f'stroke-width="{share * layout.text:.3g}"'


def _path(segments: Iterable[Segment]) -> str:
    return " ".join(f"M {a[0]:.5g} {a[1]:.5g} L {b[0]:.5g} {b[1]:.5g}" for a, b in segments)


def _bow(segment: Segment) -> str:
    """A line across the ring, bent inwards: a straight one would hide behind the circles between."""
    (x, y), (u, v) = segment
    bend = (0.3 * (x + u) + 0.4 * _MIDDLE[0], 0.3 * (y + v) + 0.4 * _MIDDLE[1])
    return f"M {x:.5g} {y:.5g} Q {bend[0]:.5g} {bend[1]:.5g} {u:.5g} {v:.5g}"


def _territory(board: Board, layout: _Layout, index: int, fill: str, title: str, ids: bool) -> str:
    shape = layout.shapes[index]
    own = f' id="territory-{index}"' if ids else ""
    colour = f' fill="{escaped(fill)}"' if fill else ""
    if shape.edges:
        tag, geometry = "path", f'd="{escaped(board.outlines[index])}"'
    else:
        tag = "circle"
        geometry = f'cx="{shape.place[0]:.5g}" cy="{shape.place[1]:.5g}" r="{_RADIUS * layout.text:.4g}"'
    return (
        f'<{tag} class="riskmap-territory"{own} data-territory="{escaped(board.territories[index])}"'
        f' data-index="{index}"{colour} {_stroke(layout, 0.1)} {geometry}>'
        f"<title>{escaped(title)}</title></{tag}>"
    )


def _label(layout: _Layout, shape: _Shape, text: str) -> str:
    size, (x, y) = layout.text, shape.place
    first, *rest = text.split("\n")
    # The block of lines as a whole is centred on the place.
    if first:
        spans = [f'<tspan x="{x:.5g}" y="{y - 0.35 * size * len(rest):.5g}">{escaped(first)}</tspan>']
    else:
        spans = []
        y -= 0.3 * size * (len(rest) - 1)
    for number, line in enumerate(rest):
        down = f'dy="{size * (0.6 if number else 0.8):.4g}"' if spans else f'y="{y:.5g}"'
        spans.append(f'<tspan x="{x:.5g}" {down} font-size="{0.6 * size:.3g}">{escaped(line)}</tspan>')
    attributes = f'class="riskmap-label" font-size="{size:.4g}" {_stroke(layout, 0.2)}'
    return f"<text {attributes}>{''.join(spans)}</text>"


def _routes(board: Board, layout: _Layout) -> Iterator[str]:
    dashes = f' stroke-dasharray="{0.3 * layout.text:.3g} {0.28 * layout.text:.3g}"'
    for a, b, segments in layout.routes:
        by_sea = dashes if layout.shapes[a].edges and layout.shapes[b].edges else ""
        path = _bow(segments[0]) if layout.ring else _path(segments)
        yield (
            f'<path class="riskmap-route" {_stroke(layout, 0.12)}{by_sea} d="{path}">'
            f"<title>{escaped(board.territories[a])} - {escaped(board.territories[b])}</title></path>"
        )


@lru_cache(maxsize=8)
def _layout(board: Board) -> _Layout:
    shapes = _shapes(board)
    drawn = all(shape.edges for shape in shapes)
    left, top, width, height = _bounds(point for shape in shapes for point in _points(shape))
    span = max(width, height, 1.0)
    closest = min((math.dist(a.place, b.place) for a, b in combinations(shapes, 2)), default=span)
    text = 0.014 * span if drawn else min(0.05 * span, 0.25 * closest)
    margin = (1.4 if drawn else _RADIUS + 0.8) * text
    box = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    pairs = sorted({(min(a, b), max(a, b)) for a, near in enumerate(board.neighbours) for b in near})
    shared = {(a, b): shapes[a].edges & shapes[b].edges for a, b in pairs}
    routes = tuple((a, b, _route(shapes, a, b, box[2], _RADIUS * text)) for a, b in pairs if not shared[a, b])
    frontier = sorted(
        edge for (a, b), edges in shared.items() if board.continent_of[a] != board.continent_of[b] for edge in edges
    )
    return _Layout(shapes, box, text, routes, tuple(frontier), not drawn and not board.places)


def _shapes(board: Board) -> tuple[_Shape, ...]:
    """Outlines where there are some, else places, else a ring with each continent in one piece."""
    count = len(board.territories)
    edges = [_edges(path) for path in board.outlines] or [frozenset[Segment]()] * count
    places = dict(enumerate(board.places))
    for step, t in enumerate(t for members in board.members for t in members):
        if t in places:
            continue
        if edges[t]:
            left, top, width, height = _bounds(point for edge in edges[t] for point in edge)
            places[t] = (left + width / 2, top + height / 2)
        else:
            angle = 2 * math.pi * step / count - math.pi / 2
            places[t] = (_MIDDLE[0] + 480 * math.cos(angle), _MIDDLE[1] + 280 * math.sin(angle))
    used = Counter(edge for own in edges for edge in own)
    corners = Counter(point for own in edges for point in {point for edge in own for point in edge})
    shapes = []
    for t in range(count):
        # A route that began where two territories meet would not say which of them it serves.
        coast = [edge for edge in edges[t] if used[edge] == 1]
        ports = {((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in coast}
        ports |= {point for edge in coast for point in edge if corners[point] == 1}
        shapes.append(_Shape(places[t], edges[t], tuple(sorted(ports)) or (places[t],)))
    return tuple(shapes)


def _points(shape: _Shape) -> set[Point]:
    return {shape.place}.union(*shape.edges)


def _bounds(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _edges(path: str) -> frozenset[Segment]:
    """The straight lines between the points a path goes through, each from its lesser end."""
    edges: set[Segment] = set()
    here = start = (0.0, 0.0)
    for command, text in re.findall(r"([MLHVCSQTAZmlhvcsqtaz])([^A-Za-z]*)", path):
        kind = command.upper()
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if kind == "Z":
            edges.add((min(here, start), max(here, start)))
            here = start
            continue
        size = _ARGUMENTS[kind]
        for first in range(0, len(numbers) - size + 1, size):
            base = here if command.islower() else (0.0, 0.0)
            x, y = numbers[first + max(size - 2, 0)], numbers[first + size - 1]
            there = (here[0] if kind == "V" else base[0] + x, here[1] if kind == "H" else base[1] + y)
            if kind == "M" and first == 0:
                start = there
            else:
                edges.add((min(here, there), max(here, there)))
            here = there
    return frozenset(edge for edge in edges if edge[0] != edge[1])


def _route(shapes: Sequence[_Shape], a: int, b: int, width: float, radius: float) -> tuple[Segment, ...]:
    """The shortest line between two territories that passes over no third, or round the side of the map."""
    ways = sorted(product(shapes[a].ports, shapes[b].ports), key=lambda way: math.dist(*way))
    others = [shape for t, shape in enumerate(shapes) if t not in (a, b)]
    for way in ways[:_TRIES]:
        if not any(_passes(way, other, radius) for other in others):
            return (way,)
    shift = math.copysign(width, shapes[a].place[0] - shapes[b].place[0])
    (x, y), (u, v) = min(ways, key=lambda way: math.dist(way[0], (way[1][0] + shift, way[1][1])))
    if math.dist((x, y), (u + shift, v)) < math.dist(*ways[0]):
        # Drawn from either end; the picture's edge cuts off what lies outside.
        return ((x, y), (u + shift, v)), ((x - shift, y), (u, v))
    return (ways[0],)


def _passes(way: Segment, shape: _Shape, radius: float) -> bool:
    """Whether a line goes over a shape: through its outline, or within `radius` of a circle's middle."""
    (x, y), (u, v) = way
    if not shape.edges:
        length = math.dist(*way) or 1.0
        along = ((shape.place[0] - x) * (u - x) + (shape.place[1] - y) * (v - y)) / length**2
        foot = (x + max(0.0, min(1.0, along)) * (u - x), y + max(0.0, min(1.0, along)) * (v - y))
        return math.dist(shape.place, foot) < radius

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return any(
        side(*way, p) * side(*way, q) < 0 and side(p, q, way[0]) * side(p, q, way[1]) < 0 for p, q in shape.edges
    )
