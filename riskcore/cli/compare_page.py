"""What a comparison shows on a terminal: findings in words, then every measure before and after."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screen import print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab.compare import Change
    from riskcore.lab.results import Results

__all__ = ["show_comparison"]


def show_comparison(
    console: "Console", played: Sequence["Results"], found: Sequence[Sequence["Change"]], changes: Sequence[str]
) -> None:
    """The first variant against each of the others."""
    from rich.text import Text

    from riskcore.lab.run_words import BOTS, count, line_up_words

    base, plan = played[0], played[0].plan
    alone = base.plan.variant.lineage == played[1].plan.variant.lineage and len(played) == 2
    about = [f"{count(len(base), 'game')} each", f"{plan.players} players", line_up_words(plan), f"seed {plan.seed}"]
    for other, measured in zip(played[1:], found, strict=True):
        name = other.plan.variant.name
        if alone and changes:
            name = f"{name} with {', '.join(changes)}"
        print_indented(console, Text(f"{name}, against {plan.variant.name}", style="bold"), 0)
        print_indented(console, Text(", ".join(about if alone else [*about, *changes]), style="dim"), 0)
        console.print()
        _show_findings(console, base, other, measured)
        console.print()
        print_block(console, _measures(measured), 2)
        console.print()
    print_indented(console, Text(f"Bots: {BOTS}."), 0)


def _show_findings(console: "Console", base: "Results", other: "Results", measured: Sequence["Change"]) -> None:
    from rich.text import Text

    from riskcore.lab.findings import finding, unchanged

    if base.digest() == other.digest():
        print_indented(console, Text("Exactly the same games: what differs never came into play."), 2)
        return
    for each in measured:
        if each.different:
            print_indented(console, Text(f"• {finding(each)}"), 2, hang=2)
    same = unchanged(measured)
    if same:
        print_indented(console, Text(f"No difference shown in {same}.", style="dim"), 2)


def _measures(measured: Sequence["Change"]) -> "Table":
    from rich.table import Table

    from riskcore.lab.run_words import number_words

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("measure", no_wrap=True)
    for title in ("before", "after", "change", "95 % interval"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for each in measured:
        after = " %" if each.unit == "share" else ""
        values = [
            "none" if value is None else f"{number_words(value, each.unit)}{after}" for value in (each.base, each.ours)
        ]
        verdict = "differs" if each.different else ""
        table.add_row(each.title, *values, _change(each), _interval(each), verdict)
    return table


def _change(change: "Change") -> str:
    if change.change is None:
        return "unknown"
    unit = " %" if change.relative else " pts" if change.unit == "share" else ""
    return f"{_signed(change.change, change)}{unit}"


def _interval(change: "Change") -> str:
    if change.interval is None:
        return "too few"
    return f"{_signed(change.interval.low, change)} to {_signed(change.interval.high, change)}"


def _signed(value: float, change: "Change") -> str:
    shown = f"{100 * value:+.1f}" if change.relative or change.unit == "share" else f"{value:+.2f}"
    return shown.lstrip("+-") if float(shown) == 0 else shown
