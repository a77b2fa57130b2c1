"""What a run shows on a terminal: seats, measures with their intervals, and what there is to say about them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import facts, interval_plot, print_block, print_indented
from riskcore.words import percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab.goals.verdicts import Judged
    from riskcore.lab.measure.levels import ByLevel
    from riskcore.lab.measure.measures import Measured
    from riskcore.lab.measure.summary import Share
    from riskcore.lab.play.results import Results

__all__ = ["show_run"]


def show_run(
    console: "Console",
    results: "Results",
    measured: Sequence["Measured"],
    judged: Sequence["Judged"],
    levels: Sequence["ByLevel"],
    more: Sequence[tuple[str, str]],
) -> None:
    """The page of a run: its gist, the front page of measures, and where there are more of them, those too."""
    from rich.text import Text

    from riskcore.lab.goals.verdicts import overall_words
    from riskcore.lab.measure.summary import summarise
    from riskcore.lab.measure.words import bots_words, findings, line_up_words
    from riskcore.lab.report.headline import headline
    from riskcore.words import count

    plan, summary = results.plan, summarise(results)
    console.print(Text(plan.variant.name, style="bold"))
    if plan.variant.summary:
        print_indented(console, Text(plan.variant.summary), 0)
    about = [count(summary.games, "game"), f"{plan.players} players", line_up_words(plan), f"seed {plan.seed}"]
    print_indented(console, Text(", ".join([*about, *plan.variant.changes]), style="dim"), 0)
    console.print()
    verdict = [overall_words(judged)] if judged else []
    for words in (*verdict, *headline(summary, measured, levels)):
        print_indented(console, Text(f"• {words}"), 2, hang=2)
    seats = {f"seat {number}": share for number, share in enumerate(summary.seats, 1)}
    blocks = [_shares(console, "wins by seat", seats)]
    if len(summary.bots) > 1:
        blocks.append(_shares(console, "wins by bot", summary.bots))
    front = [each for each in measured if each.front]
    others = [each for each in measured if not each.front]
    blocks.append(_measures("measure", front))
    if others:
        blocks.append(_measures("more measures", others))
    said = [*findings(results, summary, measured, thorough=bool(others)), ("Bots", bots_words(plan))]
    for block in (*blocks, facts([*said, *more])):
        console.print()
        print_block(console, block, 2)


def _shares(console: "Console", title: str, shares: Mapping[str, "Share"]) -> "Table":
    """Wins with their intervals, as numbers and drawn to scale."""
    from rich.table import Table

    top = max([max(share.interval.high, share.fair) for share in shares.values()])
    room = max(10, min(50, console.width - 50))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(title, no_wrap=True)
    table.add_column("wins", justify="right")
    table.add_column("share", justify="right")
    table.add_column("95 % interval", justify="right")
    table.add_column("┊ marks an equal share", no_wrap=True, header_style="dim")
    for name, share in shares.items():
        low, high = share.interval.low, share.interval.high
        table.add_row(
            name,
            f"{share.wins:,}",
            percent(share.rate),
            f"{100 * low:.1f} – {100 * high:.1f}",  # noqa: RUF001 - a range
            interval_plot(low, share.rate, high, share.fair, top, room),
        )
    return table


def _measures(title: str, measured: Sequence["Measured"]) -> "Table":
    """A row for each measure: value, interval, and what it says."""
    from rich.table import Table

    from riskcore.lab.measure.words import range_words, value_words

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(title, no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("95 % interval", justify="right", no_wrap=True)
    table.add_column("what it says", header_style="dim")
    for each in measured:
        table.add_row(each.title, value_words(each), range_words(each.interval, each.unit), each.meaning)
    return table
