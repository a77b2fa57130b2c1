"""What a sweep shows on a terminal: a row for each cell, as many measures side by side as there is room for."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riskcore.cli.screen import facts, print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab.sweep import Cell, Varied
    from riskcore.lab.sweep_folder import CellReport

__all__ = ["show_sweep"]

_INDENT = 2
_SIGN = {"share": "%", "points": "points", "rounds": "rounds"}


def show_sweep(
    console: "Console",
    cells: Sequence["Cell"],
    varied: Sequence["Varied"],
    reports: Sequence["CellReport"],
    games: int,
    folder: Path,
    *,
    played: int,
) -> None:
    """The page of a sweep: ranges too where they fit beside the values, else tables below one another."""
    from rich.text import Text

    from riskcore.lab.run_words import BOTS, count, line_up_words

    plan = cells[0].plan
    console.print(Text(f"{plan.variant.name}: a sweep of {count(len(cells), 'cell')}", style="bold"))
    about = f"{count(games, 'game')} in each cell, {plan.players} players, {line_up_words(plan)}, seed {plan.seed}"
    print_indented(console, Text(about, style="dim"), 0)
    front = [key for key, each in reports[0].measures.items() if each["front"]]
    for keys, ranges in _layout(console, varied, reports, front):
        console.print()
        print_block(console, _table(varied, reports, keys, ranges), _INDENT)
    console.print()
    rows = [
        ("Bots", BOTS),
        ("Kept", f"{folder}: results.csv has every measure with its 95 % interval"),
    ]
    if played < len(cells):
        rows.append(("Before", f"{len(cells) - played} of {len(cells)} cells had been played already"))
    print_block(console, facts(rows), _INDENT)


def _layout(
    console: "Console", varied: Sequence["Varied"], reports: Sequence["CellReport"], front: Sequence[str]
) -> list[tuple[list[str], bool]]:
    """Which measures stand in which table, and whether with their ranges."""
    room = console.width - _INDENT

    def fits(keys: Sequence[str], ranges: bool) -> bool:
        return console.measure(_table(varied, reports, keys, ranges)).maximum <= room

    if fits(front, True):
        return [(list(front), True)]
    tables: list[tuple[list[str], bool]] = []
    for key in front:
        if tables and fits([*tables[-1][0], key], False):
            tables[-1][0].append(key)
        else:
            tables.append(([key], False))
    return tables


def _table(varied: Sequence["Varied"], reports: Sequence["CellReport"], keys: Sequence[str], ranges: bool) -> "Table":
    from rich.table import Table

    names = [each.name for each in varied]
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for each in varied:
        name = ".".join(each.path[1:]) if names.count(each.name) > 1 else each.name
        table.add_column(name.replace("_", "\n"), justify="right", style="bold", vertical="bottom", overflow="fold")
    for key in keys:
        measured = reports[0].measures[key]
        first, _, second = measured["title"].rpartition(" ")
        heading = f"{first}\n{second}\n{_SIGN.get(measured['unit'], ' ')}"
        table.add_column(heading, justify="right", no_wrap=True)
    for report in reports:
        values = [report.values[each.key] for each in varied]
        table.add_row(*values, *(_entry(report.measures[key], ranges) for key in keys))
    return table


def _entry(measured: dict[str, Any], ranges: bool) -> str:
    from riskcore.lab.run_words import number_words

    def words(value: float | None) -> str:
        return number_words(inf if value is None else value, measured["unit"])

    if measured["value"] is None and not (measured["unit"] == "rounds" and measured["n"]):
        return "none"
    if not ranges or measured["interval"] is None:
        return words(measured["value"])
    low, high = map(words, measured["interval"])
    return f"{words(measured['value'])} [{low}, {high}]"
