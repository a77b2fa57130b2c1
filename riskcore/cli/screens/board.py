"""A position drawn with characters: a map where the board has coordinates and the terminal room, else a list.

Each territory is a label such as `Alb A12`: its abbreviation, the mark of its owner and its armies. The mark
says whose it is without any colour; colours, where there are some, are a palette safe for the colour-blind.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, count
from typing import TYPE_CHECKING, TypeAlias

from riskcore.board import Board
from riskcore.state import OUT_OF_PLAY

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["OWNER_MARKS", "OWNER_STYLES", "abbreviations", "draw_board"]

#: What stands before an owner's armies, by owner; after the last mark they begin again.
OWNER_MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The palette of Okabe and Ito, by owner, with the ink that reads best on each.
OWNER_STYLES = (
    "black on #e69f00",
    "black on #56b4e9",
    "black on #009e73",
    "black on #f0e442",
    "bright_white on #0072b2",
    "black on #d55e00",
    "black on #cc79a7",
    "black on #bbbbbb",
)

_NARROWEST_MAP = 80
_WIDE = 100
_TALLEST_MAP, _LOWEST_MAP = 30, 12
_COLUMNS_PER_ROW = 16  # a line may go down one row for so many columns of width; longer ones confuse

Spot: TypeAlias = tuple[int, int]  # row and column of a label's first character


def abbreviations(board: Board) -> tuple[str, ...]:
    """A short name for each territory: three or four letters, no two alike even without regard to case."""
    return _abbreviate(board.territories)


def draw_board(
    board: Board,
    owners: Sequence[int],
    armies: Sequence[int],
    names: Sequence[str],
    *,
    width: int,
    height: int | None = None,
    highlight: Collection[int] = frozenset(),
) -> "RenderableType":
    """The position in at most `width` columns, with a legend; highlighted territories carry a star.

    If a height is given, a map is drawn in as many lines if it can be.
    """
    from rich.text import Text

    labels = _labels(board, owners, armies, highlight, padded=width >= _WIDE)
    sizes = tuple(label.cell_len for label in labels)
    legends = (_owner_legend(owners, armies, names), _continent_legend(board, owners))
    legend = [line for items in legends for line in _flow(items, width, gap=2)]
    body = None
    for rows in range(_TALLEST_MAP, _LOWEST_MAP - 1, -1):
        spots = _spots(board.places, sizes, width, rows) if board.places and width >= _NARROWEST_MAP else None
        if spots is None:
            break
        body = _map(board, labels, spots, width)
        if height is None or len(body) + len(legend) < height:
            break
    body = body or _list(board, labels, width)
    return Text("\n", no_wrap=True, overflow="crop").join([*body, Text(""), *legend])


def _mark(owner: int) -> str:
    return OWNER_MARKS[owner % len(OWNER_MARKS)] if owner >= 0 else "·"


def _style(owner: int) -> str:
    return OWNER_STYLES[owner % len(OWNER_STYLES)] if owner >= 0 else ""


def _labels(
    board: Board, owners: Sequence[int], armies: Sequence[int], highlight: Collection[int], *, padded: bool
) -> "list[Text]":
    from rich.text import Text

    # Room for the longest count in each label, so that the map does not move when a count gains a digit.
    digits = max(2, max(len(str(number)) for number in armies))
    pad = " " * padded
    labels = []
    for t, short in enumerate(abbreviations(board)):
        star, style = ("*", "bold underline ") if t in highlight else (" ", "")
        text = f"{pad}{short}{star}{_mark(owners[t])}{armies[t]:<{digits}}{pad}"
        labels.append(Text(text, style=style + _style(owners[t])))
    return labels


@lru_cache(maxsize=32)
def _spots(
    places: tuple[tuple[float, float], ...], sizes: tuple[int, ...], width: int, tallest: int
) -> tuple[Spot, ...] | None:
    """Where each label begins: as near to its place as the others allow, or None if they do not all fit."""
    xs, ys = zip(*places, strict=True)
    left, across = min(xs), (max(xs) - min(xs)) or 1.0
    top, down = min(ys), max(ys) - min(ys)
    # A character is about twice as high as wide.
    crowded = 2 * sum(size + 1 for size in sizes) // width
    rows = min(max(round(width * down / across / 2), crowded, 1), tallest)
    taken: list[list[bool]] = [[False] * (width + 1) for _ in range(rows)]
    spots: dict[int, Spot] = {}
    for t in sorted(range(len(places)), key=lambda t: (ys[t], xs[t])):
        size = sizes[t]
        column = round((xs[t] - left) / across * (width - size))
        row = round((ys[t] - top) / (down or 1.0) * (rows - 1))
        free = [
            ((4 * (r - row)) ** 2 + (c - column) ** 2, r, c)
            for r in range(rows)
            for c in range(width - size + 1)
            if not any(taken[r][c : c + size + 1])
        ]
        if not free:
            return None
        _, r, c = min(free)
        spots[t] = (r, c)
        taken[r][max(c - 1, 0) : c + size + 1] = [True] * (size + 1 + (c > 0))
    return tuple(spots[t] for t in range(len(places)))


def _map(board: Board, labels: "Sequence[Text]", spots: Sequence[Spot], width: int) -> "list[Text]":
    """The labels with lines between neighbours; the borders that no line can show stand in words below."""
    from rich.text import Text

    sizes = [label.cell_len for label in labels]
    taken = {(r, c + i) for t, (r, c) in enumerate(spots) for i in range(sizes[t])}
    pieces = {spot: labels[t] for t, spot in enumerate(spots)}
    short = abbreviations(board)
    hidden = []
    for a, b in sorted({(min(a, b), max(a, b)) for a, near in enumerate(board.neighbours) for b in near}):
        upper, lower = sorted((a, b), key=lambda t: spots[t])
        line = _line(spots[upper], sizes[upper], spots[lower], sizes[lower], width // _COLUMNS_PER_ROW)
        if line is None or taken.intersection(line):
            hidden.append(Text(f"{short[a]}-{short[b]}", style="bright_black"))
        else:
            taken.update(line)
            pieces.update({cell: Text(char, style="bright_black") for cell, char in line.items()})
    rows = []
    for row in range(max(r for r, _ in spots) + 1):
        text = Text()
        for column in sorted(c for r, c in pieces if r == row):
            text.append(" " * (column - text.cell_len)).append_text(pieces[row, column])
        rows.append(text)
    return [*rows, Text(""), *_flow([Text("also borders:"), *hidden], width, gap=1)] if hidden else rows


def _line(upper: Spot, size: int, lower: Spot, lower_size: int, longest: int) -> dict[Spot, str] | None:
    """The characters of a line between two labels (none if they touch), or None if it is hard to follow."""
    (top, left), (bottom, lower_left) = upper, lower
    down = bottom - top
    if not down:
        gap = range(left + size, lower_left)
        return dict.fromkeys(((top, column) for column in gap), "─") if len(gap) <= 2 * longest else None
    # Straight down where one label stands over the other, else between the ends that face each other.
    low, high = max(left, lower_left), min(left + size, lower_left + lower_size) - 1
    middle = (low + high) // 2
    start, end = (middle, middle) if low <= high else (high, low) if left < lower_left else (low, high)
    slope = (end - start) / down
    if down > longest or abs(slope) > 3:
        return None
    char = "│" if abs(slope) < 0.5 else "╲" if slope > 0 else "╱"  # noqa: RUF001 - a line, not a slash
    return {(row, round(start + slope * (row - top))): char for row in range(top + 1, bottom)}


def _list(board: Board, labels: "Sequence[Text]", width: int) -> "list[Text]":
    """Continent by continent, full names beside the labels."""
    from rich.text import Text

    entries = []
    longest = max(label.cell_len for label in labels)
    for t, label in enumerate(labels):
        entry = Text.assemble(label, " " * (longest + 1 - label.cell_len), board.territories[t])
        entry.truncate(width, overflow="ellipsis")
        entries.append(entry)
    cell = max(entry.cell_len for entry in entries) + 2
    columns = max(1, (width + 2) // cell)
    lines = []
    for continent, members in enumerate(board.members):
        head = Text(f"{board.continents[continent]} ({board.bonuses[continent]})", style="bold")
        head.truncate(width, overflow="ellipsis")
        lines.append(head)
        for first in range(0, len(members), columns):
            line = Text()
            for number, t in enumerate(members[first : first + columns]):
                line.append(" " * (number * cell - line.cell_len))
                line.append_text(entries[t])
            lines.append(line)
    return lines


def _owner_legend(owners: Sequence[int], armies: Sequence[int], names: Sequence[str]) -> "Iterator[Text]":
    from rich.text import Text

    yield Text("territories/armies:")
    for owner in range(-1, max(max(owners) + 1, len(names))):
        held = [t for t, each in enumerate(owners) if each == owner]
        if owner < 0 and not held:
            continue
        name = "nobody" if owner < 0 else names[owner] if owner < len(names) else f"owner {owner}"
        total = sum(armies[t] for t in held)
        yield Text.assemble((f" {_mark(owner)} ", _style(owner)), f" {name} {len(held)}/{total}")


def _continent_legend(board: Board, owners: Sequence[int]) -> "Iterator[Text]":
    from rich.text import Text

    for name, bonus, members in zip(board.continents, board.bonuses, board.members, strict=True):
        holders = {owners[t] for t in members if owners[t] != OUT_OF_PLAY}
        text = Text(f"{name} {bonus}")
        if len(holders) == 1 and -1 not in holders:
            owner = holders.pop()
            text.append(f" {_mark(owner)} ", style=_style(owner))
        yield text


def _flow(items: "Iterable[Text]", width: int, gap: int) -> "list[Text]":
    """Items side by side, in as many lines as they need."""
    from rich.text import Text

    lines: list[Text] = []
    for item in items:
        item.truncate(width, overflow="ellipsis")
        if lines and lines[-1].cell_len + gap + item.cell_len <= width:
            lines[-1].append(" " * gap).append_text(item)
        else:
            lines.append(item)
    return lines


@lru_cache(maxsize=8)
def _abbreviate(names: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for size in (3, 4):
        wanted = {name: _squeeze(name, size) for name in names if name not in found}
        # Of two names that would be cut to the same letters neither gets them.
        often = Counter(short.casefold() for short in chain(wanted.values(), found.values()))
        found |= {name: short for name, short in wanted.items() if often[short.casefold()] == 1}
    taken = {short.casefold() for short in found.values()}
    for name in names:
        if name not in found:
            found[name] = next(short for short in _variations(name) if short.casefold() not in taken)
            taken.add(found[name].casefold())
    return tuple(found[name] for name in names)


def _letters(name: str) -> list[str]:
    words = ["".join(filter(str.isalnum, word)) for word in name.split()]
    return [word for word in words if word] or ["x"]


def _squeeze(name: str, size: int) -> str:
    """The initial of each word but the last, then as much of the last as there is room for."""
    *first, last = _letters(name)
    initials = "".join(word[0] for word in first)[: size - 1]
    return initials + last[: size - len(initials)]


def _variations(name: str) -> Iterator[str]:
    """Ways to shorten a name whose obvious ones are taken: its first letter with later ones, or numbers."""
    letters = "".join(_letters(name))
    first, rest = letters[0], letters[1:]
    for size in (2, 3):
        yield from (first + "".join(some) for some in combinations(rest, size))
    yield from (f"{first}{number}" for number in count(2))
