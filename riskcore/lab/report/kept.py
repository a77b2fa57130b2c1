"""Kept games as one page: what people's games show, beside those of bots."""

from collections.abc import Iterator, Mapping, Sequence

from riskcore.lab.kept.companies import PlayedVariant
from riskcore.lab.kept.words import company_facts, left_out_words
from riskcore.lab.measure.compare import Change
from riskcore.lab.measure.findings import PERHAPS, signed, signed_range, unchanged
from riskcore.lab.measure.measures import Measured
from riskcore.lab.measure.words import range_words, value_words
from riskcore.lab.report.charts import length_chart, length_legend
from riskcore.lab.report.tables import measure_pictures, share_table
from riskcore.pages.markup import facts, section, table, text
from riskcore.pages.style import document
from riskcore.words import count, sentence

__all__ = ["kept_page"]


def kept_page(played: Sequence[PlayedVariant], left_out: Mapping[str, int], *, command: str) -> str:
    """A part for each variant that was played; `command` made the page."""
    names = dict.fromkeys(each.variant.name for each in played)
    title = f"{next(iter(names))}: games that were played" if len(names) == 1 else "Games that were played"
    parts = [f"<header><h1>{text(title)}</h1></header>", "<main>"]
    for each in played:
        parts += _variant(each)
    if left_out:
        parts.append(f'<p class="note">{text(sentence(f"left out: {left_out_words(left_out)}"))}</p>')
    parts.append(section("How to get this page", f"<pre><code>{text(command)}</code></pre>"))
    return document(title, [*parts, "</main>"])


def _variant(played: PlayedVariant) -> Iterator[str]:
    yield f"<h2>{text(played.variant.name)}, {played.players} players</h2>"
    if played.variant.summary:
        yield f"<p>{text(played.variant.summary)}</p>"
    yield f'<div class="headline">{facts((label, sentence(words)) for label, words in company_facts(played))}</div>'
    yield section("Side by side", _measures(played), *_remarks(played.changes))
    yield section("Who wins, and when", '<div class="pair">', *_shares(played), *_lengths(played), "</div>")


def _measures(played: PlayedVariant) -> str:
    """A row for each measure, a column for each company, and how far people's games differ."""
    by_company = [{each.key: each for each in company.measured if each.front} for company in played.companies]
    keys = dict.fromkeys(key for measured in by_company for key in measured)
    changes = {each.key: each for each in played.changes}
    rows = []
    for key in keys:
        measured = [each.get(key) for each in by_company]
        some = next(each for each in measured if each is not None)
        seat = next((each for name, each in changes.items() if name.startswith("seat.")), None)
        change = seat if key == "seat_balance" else changes.get(key)
        cells = [f"{text(some.title)}<small>{text(some.meaning)}</small>"]
        cells += map(_value, measured)
        if played.changes:
            cells.append("" if change is None else _difference(change))
        there = zip(played.companies, measured, strict=True)
        cells.append(measure_pictures({company.name: each for company, each in there if each is not None}))
        rows.append(cells)
    heads = ["measure", *(f"{each.name}, {count(len(each.games), 'game')}" for each in played.companies)]
    heads += ["difference"] if played.changes else []
    caption = "Measures, with the range that is plausible at 95 %"
    return table(caption, [*heads, "picture"], rows, "measures")


def _value(measured: Measured | None) -> str:
    if measured is None:
        return ""
    return f"{text(value_words(measured))}<small>{text(range_words(measured.interval, measured.unit))}</small>"


def _difference(change: Change) -> str:
    verdict = "differs" if change.different else "perhaps" if change.perhaps else "no difference shown"
    about = f"<small>{text(change.title.lower())}</small>" if change.key.startswith("seat.") else ""
    return f"{text(signed(change))}{about}<small>{text(signed_range(change))}</small><small>{verdict}</small>"


def _remarks(changes: Sequence[Change]) -> Iterator[str]:
    if any(each.perhaps for each in changes):
        yield f'<p class="note">{text(f"Perhaps: {PERHAPS}.")}</p>'
    same = unchanged(changes)
    if same:
        yield f'<p class="note">{text(f"No difference shown in {same}.")}</p>'


def _shares(played: PlayedVariant) -> Iterator[str]:
    """Wins by seat and by who played, each company on its own."""
    several = len(played.companies) > 1
    for company in played.companies:
        whose = f"Games of {company.name}: wins" if several else "Wins"
        seats = {f"seat {number}": share for number, share in enumerate(company.seats, 1)}
        tables = [share_table(f"{whose} by seat; a dashed line marks an equal share", seats)]
        if len(company.wins) > 1:
            tables.append(share_table(f"{whose} by who played; dashed: their share of the seats", company.wins))
        yield f"<div>{''.join(tables)}</div>"


def _lengths(played: PlayedVariant) -> Iterator[str]:
    """How long the games of people lasted, and those of the bots that they are compared with."""
    by_name = {company.name: company for company in played.companies}
    ours, base = (by_name.get(name) for name in played.compared)
    if ours is None or base is None or not ours.rounds or not base.rounds:
        return
    chart = length_chart(ours.rounds, len(ours.games), before=(base.rounds, len(base.games)))
    caption = "Length of games, as shares of all"
    yield f"<figure><figcaption>{caption}</figcaption>{chart}{length_legend(ours.name, base.name)}</figure>"
