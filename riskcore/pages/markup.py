"""The few tools that the page is written with. Everything that comes from elsewhere goes through `text`."""

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["escaped", "facts", "section", "svg", "table", "text"]

# Characters that neither HTML nor XML may hold
_FORBIDDEN = dict.fromkeys(
    [*(code for code in range(32) if chr(code) not in "\t\n"), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF]
)


def escaped(words: str) -> str:
    """Words as a page holds them, in text and in attributes."""
    return escape(words.translate(_FORBIDDEN))


def text(words: str) -> str:
    """The same to be read: a number stays on a line with its percent sign."""
    return escaped(words).replace(" %", "\u00a0%")


def section(title: str, *parts: str) -> str:
    """A part of the page under its own heading."""
    return "\n".join(["<section>", f"<h2>{text(title)}</h2>", *parts, "</section>"])


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table with a caption; the first cell of a row is its heading. Cells are markup already."""
    lines = [f'<div class="scroll"><table class="{kind}">', f"<caption>{text(caption)}</caption>", "<thead><tr>"]
    lines += [f'<th scope="col">{text(head)}</th>' for head in heads]
    lines.append("</tr></thead><tbody>")
    for first, *rest in rows:
        named = zip(heads[1:], rest, strict=True)  # a narrow screen shows the heading beside the cell
        cells = "".join(f'<td data-head="{text(head)}">{cell}</td>' for head, cell in named)
        lines.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody></table></div>"])


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Labels with a sentence each."""
    lines = [f"<dt>{text(label)}</dt><dd>{text(words)}</dd>" for label, words in rows]
    return "\n".join(["<dl>", *lines, "</dl>"])


def svg(width: int, height: int, label: str, parts: Iterable[str], kind: str) -> str:
    """A picture, and what it shows in words for whoever cannot see it."""
    return "\n".join(
        [
            f'<svg class="{kind}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" role="img" aria-label="{text(label)}">',
            *parts,
            "</svg>",
        ]
    )
