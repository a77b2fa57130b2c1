"""What a ladder shows on a terminal: the order, and every pair with its range drawn to scale."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import facts, interval_plot, print_block, print_indented
from riskcore.words import count, percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab.measure.standings import Standings

__all__ = ["show_ladder"]


def show_ladder(console: "Console", found: "Sequence[Standings]") -> None:
    """One ladder after another."""
    from rich.text import Text

    from riskcore.lab.measure.words import BOTS, standings_facts, standings_words

    for standings in found:
        plan = standings.plan
        console.print(Text(f"{plan.variant.name}: {standings_words(standings)}", style="bold"))
        about = [count(standings.games, "game"), f"{plan.players} players", f"seed {plan.seed}", *plan.variant.changes]
        print_indented(console, Text(", ".join(about), style="dim"), 0)
        console.print()
        print_block(console, _pairs(console, standings), 2)
        console.print()
        print_block(console, facts([*standings_facts(standings), ("Bots", BOTS)]), 2)
        console.print()


def _pairs(console: "Console", standings: "Standings") -> "Table":
    from rich.table import Table

    from riskcore.lab.measure.words import pair_words

    cells = [standings.cells[bot, rest] for bot, rest in pair_order(standings)]
    names = [pair_words(cell, standings.plan.players) for cell in cells]
    top = max(max(cell.interval.high, cell.fair) for cell in cells)
    room = max(10, min(40, console.width - 36 - max(map(len, names))))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("one among others", no_wrap=True)
    for heading in ("games", "wins", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("┊ marks an equal share", no_wrap=True, header_style="dim")
    for name, cell in zip(names, cells, strict=True):
        low, high = cell.interval.low, cell.interval.high
        between = f"{100 * low:.1f} – {100 * high:.1f}"  # noqa: RUF001 - a range
        drawn = interval_plot(low, cell.rate, high, cell.fair, top, room)
        table.add_row(name, f"{cell.won:,}", percent(cell.rate), between, drawn)
    return table


def pair_order(standings: "Standings") -> "Sequence[tuple[str, str]]":
    """The better bot first."""
    return [(bot, rest) for bot in standings.order for rest in standings.order if (bot, rest) in standings.cells]
