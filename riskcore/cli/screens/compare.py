"""What a comparison shows on a terminal: findings in words, then every measure before and after."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import facts, print_block, print_indented
from riskcore.cli.screens.levels import show_levels

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab import Comparison
    from riskcore.lab.measure.compare import Change
    from riskcore.lab.measure.levels import ByLevel
    from riskcore.lab.play.results import Results

__all__ = ["show_comparison"]


def show_comparison(console: "Console", comparison: "Comparison") -> None:
    """The first variant against each of the others."""
    from rich.text import Text

    from riskcore.lab.measure.findings import PERHAPS, compared_names
    from riskcore.lab.measure.words import bots_words, conduct_words, line_up_words
    from riskcore.words import count

    played = comparison.played
    base, plan = played[0], played[0].plan
    before, *names = compared_names([each.plan for each in played])
    about = [f"{count(len(base), 'game')} each", f"{plan.players} players", line_up_words(plan), f"seed {plan.seed}"]
    if names == [each.plan.variant.name for each in played[1:]]:
        about += played[-1].plan.variant.changes
    levels = comparison.levels or [{}] * len(names)
    for name, other, measured, by_level in zip(names, played[1:], comparison.changes, levels, strict=True):
        print_indented(console, Text(f"{name}, against {before}", style="bold"), 0)
        print_indented(console, Text(", ".join(about), style="dim"), 0)
        console.print()
        _show_findings(console, base, other, measured, by_level)
        console.print()
        print_block(console, _measures(measured), 2)
        console.print()
        if by_level:
            show_levels(console, list(by_level.values()))
            console.print()
    notes = [("Bots", bots_words(*(each.plan for each in played)))]
    if any(change.perhaps for measured in comparison.changes for change in measured):
        notes.insert(0, ("Perhaps", PERHAPS))
    for name, each in zip((before, *names), played, strict=True):
        notes += [("Players", f"{name}: {words}") for words in conduct_words(each)]
    print_block(console, facts(notes), 2)


def _show_findings(
    console: "Console",
    base: "Results",
    other: "Results",
    measured: Sequence["Change"],
    by_level: Mapping[str, "ByLevel"],
) -> None:
    from rich.text import Text

    from riskcore.lab.measure.findings import finding, unchanged
    from riskcore.lab.measure.words import level_words

    if base.digest() == other.digest():
        print_indented(console, Text("Exactly the same games: what differs never came into play."), 2)
        return
    for each in measured:
        if each.different:
            level = by_level.get(each.key)
            at = f": {level_words(level)}" if level else ""
            print_indented(console, Text(f"• {finding(each)}{at}"), 2, hang=2)
    same = unchanged(measured)
    if same:
        print_indented(console, Text(f"No difference shown in {same}.", style="dim"), 2)


def _measures(measured: Sequence["Change"]) -> "Table":
    from rich.table import Table

    from riskcore.lab.measure.findings import signed, signed_range
    from riskcore.lab.measure.words import number_words

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
        verdict = "differs" if each.different else "perhaps" if each.perhaps else ""
        table.add_row(each.title, *values, signed(each), signed_range(each), verdict)
    return table
