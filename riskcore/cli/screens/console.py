"""Writing to a terminal or a pipe: as wide as it is, without colour where none is wanted."""

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from riskcore.cli.results import results

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

    from riskcore.lab.play.progress import Progress

__all__ = [
    "PLAINLY",
    "WIDEST",
    "facts",
    "interval_plot",
    "print_block",
    "print_indented",
    "progress_bar",
    "screen",
]

NARROWEST = 40  # tables in less would be one letter a line
WIDEST = 110  # longer lines of prose are hard to read
PLAINLY = "riskvar.plainly"  # name of the error handler for encodings that lack a character
_PLAIN = str.maketrans("│─╱╲├┤┼┊●█·–…▁▂▃▄▅▆▇", "|-/\\||+:o#--~_.,-=+*")  # noqa: RUF001 - drawn, not written


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Drawings in ASCII where the terminal has nothing else; a question mark for what has no likeness."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(char if char.isascii() else "?" for char in text), error.end


codecs.register_error(PLAINLY, _plainly)


def screen(*, stderr: bool = False, widest: int | None = WIDEST) -> "Console":
    """Where a command writes. Text is shown as it is: brackets and colons in names mean nothing."""
    from rich.console import Console

    plain = bool(os.environ.get("NO_COLOR"))  # rich alone would still print bold
    colours: Literal["auto"] | None = None if plain else "auto"
    where = None if stderr else results()
    console = Console(file=where, stderr=stderr, highlight=False, markup=False, emoji=False, color_system=colours)
    console.width = max(console.width, NARROWEST)
    if widest is not None and console.width > widest:
        console.width = widest
    return console


def print_indented(console: "Console", text: "Text", by: int, hang: int = 0) -> None:
    """A paragraph, its lines indented, those after the first by `hang` more; no blanks at their ends."""
    from rich.text import Text

    first = True
    for line in text.wrap(console, console.width - by - hang):
        line.rstrip()
        console.print(Text.assemble(" " * (by if first else by + hang), line), no_wrap=True)
        first = False


def print_block(console: "Console", block: "RenderableType", by: int) -> None:
    """Anything of several lines, indented; no blanks at their ends."""
    from rich.text import Text

    for line in console.render_lines(block, console.options.update_width(console.width - by), pad=False):
        text = Text.assemble(" " * by, *((segment.text, segment.style or "") for segment in line))
        text.rstrip()
        console.print(text, no_wrap=True)


@contextmanager
def progress_bar(name: str) -> Iterator["Progress"]:
    """A bar on the terminal that goes away; nothing in a pipe. No thread: processes are forked meanwhile."""
    if sys.stderr is None or not sys.stderr.isatty():  # there may be no standard error at all
        yield lambda finished, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    with bar:
        task = bar.add_task(name, total=None)
        yield lambda finished, total: bar.update(task, completed=finished, total=total, refresh=True)


def facts(rows: Sequence[tuple[str, str]]) -> "Table":
    """Short labels with a sentence each."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for label, text in rows:
        table.add_row(label, text)
    return table


def interval_plot(low: float, value: float | None, high: float, mark: float, top: float, width: int) -> str:
    """A range as a line from low to high with the value on it, and a mark to compare with, on a scale from 0 to `top`.

    `  ├──●───┤ ┊ `
    """

    def column(share: float) -> int:
        return min(width - 1, max(0, round(share / top * (width - 1))))

    cells = [" "] * width
    for at in range(column(low), column(high) + 1):
        cells[at] = "─"
    cells[column(low)], cells[column(high)] = "├", "┤"
    cells[column(mark)] = "┊" if cells[column(mark)] == " " else "┼"
    if value is not None:
        cells[column(value)] = "●"
    return "".join(cells)
