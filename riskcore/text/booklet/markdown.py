"""A booklet as Markdown."""

import re
from collections.abc import Iterator, Mapping

from riskcore.rules import Table
from riskcore.text.booklet.chapters import Booklet, Part, Passage, Points

__all__ = ["to_markdown"]

_MARKS = re.compile(r"([\\`*_\[\]<>|#])")
_LIKE_A_LIST = re.compile(r"^(\d*)([-+.)])(?=\s|$)")


def to_markdown(booklet: Booklet) -> str:
    """The booklet as one Markdown document; of the board there are lists but no picture."""
    titles = {chapter.key: chapter.title for chapter in booklet.chapters}
    blocks = [f"# {_plain(booklet.title)}"]
    blocks += [f"*{_plain(line)}*" for line in (booklet.summary, f"For {booklet.players}.") if line]
    for chapter in booklet.chapters:
        blocks.append(f"## {chapter.title}")
        blocks += [_part(part, titles) for part in chapter.parts]
    return "\n\n".join(blocks) + "\n"


def _part(part: Part, titles: Mapping[str, str]) -> str:
    match part:
        case Passage():
            label = f"**{part.label}.** " if part.label else ""
            note = f" *({_plain(part.note)})*" if part.note else ""
            return f"{label}{_plain(part.words)}{note}"
        case Points():
            return "\n".join(_points(part, titles))
        case Table():
            return "\n".join(_table(part))


def _points(points: Points, titles: Mapping[str, str]) -> Iterator[str]:
    for number, point in enumerate(points.points, 1):
        mark = f"{number}." if points.numbered else "-"
        name = f"**{_plain(point.name)}**: " if point.name else ""
        title = titles.get(point.chapter, "")
        see = f" See [{title}](#{title.lower().replace(' ', '-')})." if title else ""
        yield f"{mark} {name}{_plain(point.words)}{see}"


def _table(table: Table) -> Iterator[str]:
    yield f"**{_plain(table.title)}**"
    yield ""
    yield _row(table.heads)
    yield _row(("---",) * len(table.heads), plain=False)
    yield from map(_row, table.rows)
    if table.note:
        yield ""
        yield _plain(table.note)


def _row(cells: tuple[str, ...], *, plain: bool = True) -> str:
    return f"| {' | '.join(_plain(cell) if plain else cell for cell in cells)} |"


def _plain(text: str) -> str:
    """Text in which nothing means anything to Markdown."""
    return _LIKE_A_LIST.sub(r"\1\\\2", _MARKS.sub(r"\\\1", " ".join(text.split())))
