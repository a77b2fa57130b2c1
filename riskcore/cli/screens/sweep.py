"""What a sweep shows on a terminal: a row for each cell, as many measures side by side as there is room for."""

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from riskcore.cli.screens.console import facts, print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from riskcore.lab import Sweep
    from riskcore.lab.settings.folder import CellReport
    from riskcore.lab.settings.grid import Varied

__all__ = ["show_sweep"]

_INDENT = 2
_NARROWEST = 6  # what a column of values needs, however many there are
_SIGN = {"share": "%", "points": "points", "rounds": "rounds"}


def show_sweep(console: "Console", found: "Sweep") -> None:
    """The page of a sweep: each value with its range below, in as many tables as the measures need."""
    from rich.text import Text

    from riskcore.lab.measure.words import bots_words, line_up_words
    from riskcore.words import count

    cells, varied, reports = found.cells, found.varied, found.reports
    plan = cells[0].plan
    players = list(dict.fromkeys(cell.plan.players for cell in cells))
    console.print(Text(f"{plan.variant.name}: a sweep of {count(len(cells), 'cell')}", style="bold"))
    seats = f"{' or '.join(map(str, players))} players"
    bots = line_up_words(plan) if len(players) == 1 else ", ".join(plan.bots)
    about = f"{count(found.games, 'game')} in each cell, {seats}, {bots}, seed {plan.seed}"
    print_indented(console, Text(about, style="dim"), 0)
    for keys in _layout(console, varied, reports):
        console.print()
        print_block(console, _table(console, varied, reports, keys), _INDENT)
    console.print()
    rows = [
        ("Ranges", "below each value, its 95 % interval"),
        ("Bots", bots_words(*(cell.plan for cell in cells))),
        ("Kept", f"{found.folder.path}: results.csv has every measure with its 95 % interval"),
    ]
    if found.resumed:
        rows.append(("Resumed", f"{found.resumed} of {len(cells)} cells had been played already"))
    print_block(console, facts(rows), _INDENT)


def _layout(console: "Console", varied: Sequence["Varied"], reports: Sequence["CellReport"]) -> list[list[str]]:
    """Which measures stand in which table."""
    tables: list[list[str]] = []
    for key in _front(reports):
        if tables:
            wider = _table(console, varied, reports, [*tables[-1], key])
            if console.measure(wider).maximum <= console.width - _INDENT:
                tables[-1].append(key)
                continue
        tables.append([key])
    return tables


def _front(reports: Sequence["CellReport"]) -> dict[str, dict[str, Any]]:
    """The measures of the front page, as the first cell has them that has them."""
    found: dict[str, dict[str, Any]] = {}
    for report in reports:
        found = {**{key: each for key, each in report.measures.items() if each["front"]}, **found}
    return found


def _table(
    console: "Console", varied: Sequence["Varied"], reports: Sequence["CellReport"], keys: Sequence[str]
) -> "Table":
    from rich.table import Table

    names = [each.name for each in varied]
    most = max(_NARROWEST, (console.width - _INDENT) // 2 // len(varied) - 2)  # long values leave room for measures
    front = _front(reports)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for each in varied:
        name = ".".join(each.path[1:]) if names.count(each.name) > 1 else each.name
        heading = name.replace("_", "\n")
        table.add_column(heading, justify="right", style="bold", vertical="top", overflow="fold", max_width=most)
    for key in keys:
        first, _, second = front[key]["title"].rpartition(" ")
        heading = f"{first}\n{second}\n{_SIGN.get(front[key]['unit'], ' ')}"
        table.add_column(heading, justify="right", no_wrap=True)
    for report in reports:
        values = [report.values[each.key] for each in varied]
        table.add_row(*values, *(_entry(report.measures.get(key)) for key in keys))
    return table


def _entry(measured: dict[str, Any] | None) -> "Text":
    """A value, and below it the range that the games leave plausible."""
    from rich.text import Text

    from riskcore.lab.measure.words import number_words

    def words(value: float | None) -> str:
        return number_words(inf if value is None else value, measured["unit"]) if measured else ""

    if measured is None or (measured["value"] is None and not (measured["unit"] == "rounds" and measured["n"])):
        return Text("none")
    if measured["interval"] is None:
        return Text.assemble(words(measured["value"]), ("\ntoo few", "dim"))
    low, high = map(words, measured["interval"])
    between = " to " if low.startswith("-") else "–"  # noqa: RUF001 - a range
    return Text.assemble(words(measured["value"]), (f"\n{low}{between}{high}", "dim"))
