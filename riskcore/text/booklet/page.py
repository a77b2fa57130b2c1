"""A booklet as one HTML page that needs nothing else: for a screen of any size, and for paper."""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from riskcore.board import Board
from riskcore.pages.board_svg import board_svg
from riskcore.pages.markup import text
from riskcore.pages.style import document
from riskcore.rules import Table
from riskcore.text.booklet.chapters import Booklet, Chapter, Part, Passage, Points

__all__ = ["to_html"]

_COLOURS = ("#e9c46a", "#e6a08f", "#a9c3e2", "#dcc7ae", "#b3d3a6", "#d0b8dc", "#9fd3cf", "#e3b5c8")
_LABEL = 11  # characters in a line of a territory's name
_WIDE = 4  # columns of a table that is set small
_LONG = 20  # rows of a table that may go on in the next column

_STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #1d2329; --soft: #66707a; --line: #d9d3c5; --mark: #8a2f1d; }
@media (prefers-color-scheme: dark) {
 :root { --paper: #14181c; --ink: #e4e7ea; --soft: #98a2ac; --line: #343c44; --mark: #f0a58f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.2rem; background: var(--paper); color: var(--ink);
 font: 1rem/1.5 Georgia, "Times New Roman", serif; overflow-wrap: break-word; }
header { margin-bottom: 1.2rem; border-bottom: 3px solid var(--mark); }
h1 { margin: 0; font-size: 2.2rem; line-height: 1.15; }
h2 { margin: 1.4rem 0 .4rem; font-size: 1.3rem; color: var(--mark); break-after: avoid; }
header p { margin: .4rem 0; }
.summary { font-style: italic; }
section:first-child h2 { margin-top: 0; }
p, ol, ul { margin: .45rem 0; }
ol, ul { padding-left: 1.4rem; }
li { margin: .15rem 0; }
a { color: inherit; text-decoration-color: var(--soft); }
.text p { orphans: 3; widows: 3; }
.follows { margin-left: .8rem; padding-left: .6rem; border-left: 2px solid var(--line); }
.note, .see { color: var(--soft); font: .75rem/1.3 system-ui, sans-serif; }
.note { white-space: nowrap; }
figure { margin: .7rem 0; break-inside: avoid; }
figcaption { font-weight: bold; margin-bottom: .2rem; break-after: avoid; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: .82rem/1.3 system-ui, sans-serif; }
th, td { padding: .2rem .35rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
tr { break-inside: avoid; }
.wide table { font-size: .75rem; }
.wide :is(th, td):not(:first-child) { text-align: right; }
.wide td { white-space: nowrap; }
.wide :is(th, td) { padding: .2rem .2rem; }
.long { break-inside: auto; }
.long .scroll { overflow: visible; }
.long table { font-size: .75rem; }
.map svg { display: block; width: 100%; min-width: 38rem; }
@media (min-width: 60rem) { .text { columns: 2; column-gap: 2.4rem; } }
@media print {
 @page { margin: 13mm; }
 :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #555; --line: #bbb; --mark: #000; }
 html { font-size: 9.5pt; }
 body { max-width: none; padding: 0; line-height: 1.35; }
 .text { columns: 2; column-gap: 8mm; }
 .scroll { overflow: visible; }
 .map { --map-sea: #fff; --map-edge: #fff; --map-frontier: #000; --map-route: #666; }
 .map svg { min-width: 0; }
 a { text-decoration: none; }
}
"""


def to_html(booklet: Booklet) -> str:
    """The booklet as a page; it asks nothing of the network, and is well-formed XML too."""
    titles = {chapter.key: chapter.title for chapter in booklet.chapters}
    chapters = [_section(chapter, titles) for chapter in booklet.chapters if chapter.key not in ("board", "rules")]
    rest = [_section(chapter, titles) for chapter in booklet.chapters if chapter.key == "rules"]
    board = [_board_section(chapter, booklet.board) for chapter in booklet.chapters if chapter.key == "board"]
    summary = f'<p class="summary">{text(booklet.summary)}</p>' if booklet.summary else ""
    parts = [
        f"<header><h1>{text(booklet.title)}</h1>{summary}<p>For {text(booklet.players)}.</p></header>",
        '<main><div class="text">',
        *chapters,
        "</div>",
        *board,
        '<div class="text">',
        *rest,
        "</div></main>",
    ]
    return document(f"{booklet.title}: the rules", parts, _STYLE)


def _section(chapter: Chapter, titles: Mapping[str, str]) -> str:
    parts = "\n".join(_part(part, titles) for part in chapter.parts)
    return f'<section id="{chapter.key}"><h2>{text(chapter.title)}</h2>\n{parts}\n</section>'


def _board_section(chapter: Chapter, board: Board) -> str:
    """The map over the whole width, the lists in columns below."""
    labels = ["\n" + "\n".join(wrap(name, _LABEL)) for name in board.territories]
    fill = [_COLOURS[continent % len(_COLOURS)] for continent in board.continent_of]
    parts = "\n".join(_part(part, {}) for part in chapter.parts)
    return (
        f'<section id="{chapter.key}"><h2>{text(chapter.title)}</h2>\n'
        f'<figure class="map"><div class="scroll">{board_svg(board, fill, labels)}</div></figure>\n'
        f'<div class="text">{parts}</div>\n</section>'
    )


def _part(part: Part, titles: Mapping[str, str]) -> str:
    match part:
        case Passage():
            label = f"<strong>{text(part.label)}.</strong> " if part.label else ""
            note = f' <span class="note">{text(part.note)}</span>' if part.note else ""
            kind = ' class="follows"' if part.follows else ""
            return f"<p{kind}>{label}{text(part.words)}{note}</p>"
        case Points():
            tag = "ol" if part.numbered else "ul"
            return f"<{tag}>{''.join(_items(part, titles))}</{tag}>"
        case Table():
            return _table(part)


def _items(points: Points, titles: Mapping[str, str]) -> Iterator[str]:
    for point in points.points:
        name = f"<strong>{text(point.name)}.</strong> " if point.name else ""
        title = titles.get(point.chapter)
        see = f' <a class="see" href="#{point.chapter}">{text(title)}</a>' if title else ""
        yield f"<li>{name}{text(point.words)}{see}</li>"


def _table(table: Table) -> str:
    """Many columns are set small, and many rows may go on in the next column of the page."""
    kind = "wide" if len(table.heads) > _WIDE else "long" if len(table.rows) > _LONG else ""
    heads = "".join(f"<th>{text(head)}</th>" for head in table.heads)
    rows = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    note = f'<p class="note">{text(table.note)}</p>' if table.note else ""
    return (
        f'<figure class="{kind}"><figcaption>{text(table.title)}</figcaption><div class="scroll">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{note}</figure>"
    )
