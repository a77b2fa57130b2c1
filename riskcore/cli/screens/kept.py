"""What kept games show on a terminal: people and bots side by side, and what differs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from riskcore.cli.screens.console import facts, print_block, print_indented
from riskcore.words import count, sentence

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab import KeptGames
    from riskcore.lab.kept.companies import Company, PlayedVariant

__all__ = ["show_kept_games"]

_BESIDE = 2  # columns of values that 80 letters have room for


def show_kept_games(console: "Console", found: "KeptGames", *, all_measures: bool) -> None:
    """Each variant that was played, and what was left out."""
    from rich.text import Text

    from riskcore.lab.kept.words import left_out_words

    for each in found.played:
        _show_variant(console, each, all_measures)
    if found.left_out:
        print_indented(console, Text(f"Left out: {left_out_words(found.left_out)}.", style="dim"), 0)


def _show_variant(console: "Console", played: "PlayedVariant", all_measures: bool) -> None:
    from rich.text import Text

    from riskcore.lab.kept.words import company_facts

    console.print(Text(f"{played.variant.name}, {played.players} players", style="bold"))
    console.print()
    print_block(console, facts([(label, sentence(words)) for label, words in company_facts(played)]), 2)
    console.print()
    for words in _differences(played):
        print_indented(console, Text(words), 2, hang=2)
    if played.changes:
        console.print()
    for start in range(0, len(played.companies), _BESIDE):
        print_block(console, _measures(played.companies[start : start + _BESIDE], all_measures), 2)
        console.print()


def _differences(played: "PlayedVariant") -> Iterator[str]:
    from riskcore.lab.measure.findings import PERHAPS, signed, signed_range, unchanged

    if not played.changes:
        return
    ours, base = played.compared
    yield f"Games of {ours}, against those of {base}:"
    told = [each for each in played.changes if each.different or each.perhaps]
    for each in told:
        perhaps = "" if each.different else ", perhaps"
        yield f"• {each.title}: {signed(each)} [{signed_range(each)}]{perhaps}"
    if same := unchanged(played.changes):
        yield f"No difference shown in {same}."
    if any(each.perhaps for each in told):
        yield f"Perhaps: {PERHAPS}."


def _measures(companies: "Sequence[Company]", all_measures: bool) -> "Table":
    from rich.table import Table

    from riskcore.lab.measure.words import range_words, value_words

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("measure", no_wrap=True)
    for company in companies:
        table.add_column(f"{company.name}\n{count(len(company.games), 'game')}", justify="right")
        table.add_column("\n95 % interval", justify="right", no_wrap=True)
    by_company = [{each.key: each for each in company.measured} for company in companies]
    shown = {each.key: each for measured in by_company for each in measured.values() if each.front or all_measures}
    for key, some in shown.items():
        cells = []
        for each in (measured.get(key) for measured in by_company):
            cells += ["", ""] if each is None else [value_words(each), range_words(each.interval, each.unit)]
        table.add_row(some.title, *cells)
    return table
