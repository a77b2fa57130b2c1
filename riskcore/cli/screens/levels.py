"""At which level of play findings hold, on a terminal: values side by side, and drawn as columns."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console

    from riskcore.lab.measure.levels import ByLevel

__all__ = ["show_levels"]

_COLUMNS = "▁▂▃▄▅▆▇█"


def show_levels(console: "Console", found: "Sequence[ByLevel]") -> None:
    """A row for each finding, a column for each level, and what they come to."""
    if not found:
        return
    from rich.table import Table
    from rich.text import Text

    from riskcore.lab.measure.words import at_level_words, level_words

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("level of play", no_wrap=True)
    for at in found[0].at:
        table.add_column(at.level, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("holds", header_style="dim")
    for each in found:
        values = [at_level_words(each, at) for at in each.at]
        table.add_row(each.title, *values, columns([at.value for at in each.at]), level_words(each))
    print_block(console, table, 2)
    games = ", ".join(f"{at.level} {at.games:,}" for at in found[0].at)
    note = f"Games: {games}. The same bot in all seats; the best players are on the right."
    print_indented(console, Text(note, style="dim"), 2)


def columns(values: Sequence[float | None]) -> str:
    """Values as columns of different height, the lowest the least; a gap where there is none."""
    known = [value for value in values if value is not None and isfinite(value)]
    if not known:
        return ""
    low, high = min(known), max(known)

    def column(value: float | None) -> str:
        if value is None or not isfinite(value):  # too few games to say anything
            return " "
        return _COLUMNS[round((value - low) / (high - low) * (len(_COLUMNS) - 1))] if high > low else _COLUMNS[3]

    return "".join(map(column, values))
