"""How a run shows the verdicts on a variant's goals, and tells them to scripts."""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console

    from riskcore.lab.goals.verdicts import Judged
    from riskcore.lab.stats.sequential import Verdict

__all__ = ["EXIT_CODES", "show_goals"]

EXIT_CODES: dict["Verdict", int] = {"pass": 0, "fail": 3, "undecided": 4}

_STYLES = {"pass": "bold green", "fail": "bold red", "undecided": "bold yellow"}
_MORE = {
    False: " riskvar run --until-decided plays on until they do.",
    True: " A larger --max-games lets it play on.",
}
_INDENT, _GAP = 2, 2
_NARROWEST = 12  # words of a goal in less would be one to a line


def show_goals(console: "Console", judged: Sequence["Judged"], *, until_decided: bool) -> None:
    """A row for each goal, and what they come to; `until_decided` if the games went on as long as they were let."""
    if not judged:
        return
    from rich.table import Table
    from rich.text import Text

    from riskcore.lab.goals.verdicts import SURENESS, overall, overall_words, value_words

    rows = [(each.goal.key, each.verdict, value_words(each.goal, each.value), _needed(each)) for each in judged]
    taken = [max(map(len, column)) + _GAP for column in zip(("goal", "verdict", "now", "games"), *rows, strict=True)]
    room = max(_NARROWEST, console.width - _INDENT - sum(taken))
    table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("goal", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("what it asks for")
    table.add_column("now", justify="right", no_wrap=True)
    table.add_column("games", justify="right", header_style="dim")
    for each, (key, verdict, value, needed) in zip(judged, rows, strict=True):
        table.add_row(key, Text(verdict, style=_STYLES[verdict]), _wrapped(each.goal.words, room), value, needed)
    console.print()
    print_block(console, table, _INDENT)
    console.print()
    more = _MORE[until_decided] if overall(judged) == "undecided" and any(each.games_left for each in judged) else ""
    print_indented(console, Text(f"{overall_words(judged)}{more} {SURENESS}"), _INDENT)


def _wrapped(words: str, width: int) -> str:
    """Lines of so many characters; a number stays on a line with its percent sign, which rich would part."""
    return "\n".join(wrap(words.replace(" %", "\u00a0%"), width)).replace("\u00a0", " ")


def _needed(judged: "Judged") -> str:
    """After how many games there was a verdict, or how many more it takes."""
    from riskcore.lab.measure.words import rough

    if judged.decided_after:
        return f"decided after {judged.decided_after:,}"
    if judged.games_left is None:
        return "margin too small"
    return f"about {rough(judged.games_left):,} more"
