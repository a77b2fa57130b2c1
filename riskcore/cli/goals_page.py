"""How a run shows the verdicts on a variant's goals, and tells them to scripts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screen import print_block, print_indented

if TYPE_CHECKING:
    from rich.console import Console

    from riskcore.lab.sequential import Verdict
    from riskcore.lab.verdicts import Judged

__all__ = ["EXIT_CODES", "show_goals"]

EXIT_CODES: dict["Verdict", int] = {"pass": 0, "fail": 3, "undecided": 4}

_STYLES = {"pass": "bold green", "fail": "bold red", "undecided": "bold yellow"}
_WORDS = {
    "pass": "All goals are met.",
    "fail": "The variant misses a goal.",
    "undecided": "The games do not tell yet.",
}
_MORE = {False: "riskvar run --until-decided plays on until they do.", True: "--max-games lets it play on."}


def show_goals(console: "Console", judged: Sequence["Judged"], games: int, *, until_decided: bool) -> None:
    """A row for each goal, and what they come to; `until_decided` if the games went on as long as they were let."""
    if not judged:
        return
    from rich.table import Table
    from rich.text import Text

    from riskcore.lab.verdicts import overall

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("goal", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("what it asks for")
    table.add_column("games", justify="right", header_style="dim")
    for each in judged:
        verdict = Text(each.verdict, style=_STYLES[each.verdict])
        table.add_row(each.goal.key, verdict, each.goal.words, _needed(each, games))
    console.print()
    print_block(console, table, 2)
    console.print()
    words = "At most one set of verdicts in twenty has a wrong pass in it, and one in twenty a wrong fail."
    together = overall(judged)
    more = f" {_MORE[until_decided]}" if together == "undecided" else ""
    print_indented(console, Text(f"{_WORDS[together]}{more} {words}"), 2)


def _needed(judged: "Judged", games: int) -> str:
    if judged.decided_after:
        return f"{judged.decided_after:,}"
    if judged.games_left is None:
        return "wants a larger margin"
    return f"{games:,} + about {_rough(judged.games_left):,}"


def _rough(games: int) -> int:
    """Two digits are all that such a number is good for."""
    unit = 10 ** max(0, len(str(games)) - 2)
    return int(-(-games // unit) * unit)
