"""Ladders as one page: who beats whom, with ranges."""

from collections.abc import Iterator, Sequence

from riskcore.lab.measure.standings import Standings
from riskcore.lab.measure.words import BOTS, pair_words, standings_facts, standings_words
from riskcore.lab.report.charts import nice_top, whisker
from riskcore.pages.markup import facts, section, table, text
from riskcore.pages.style import document
from riskcore.words import count, percent, sentence

__all__ = ["ladder_page"]


def ladder_page(found: Sequence[Standings], command: str) -> str:
    """A section for each variant; `command` made the page."""
    title = "Who beats whom"
    header = f'<header><h1>{title}</h1></header>\n<p class="about">{text(sentence(BOTS))}</p>'
    sections = [section(each.plan.variant.name, *_ladder(each)) for each in found]
    again = section("How to get the same games", f"<pre><code>{text(command)}</code></pre>")
    return document(title, [header, "<main>", *sections, again, "</main>"])


def _ladder(standings: Standings) -> Iterator[str]:
    plan = standings.plan
    about = [count(standings.games, "game"), f"{plan.players} players", f"seed {plan.seed}", *plan.variant.changes]
    yield f'<p class="about">{text(", ".join(about))}</p>'
    yield f'<div class="headline"><ul><li>{text(standings_words(standings))}</li></ul></div>'
    cells = [
        standings.cells[bot, rest]
        for bot in standings.order
        for rest in standings.order
        if (bot, rest) in standings.cells
    ]
    top = nice_top(max(max(cell.interval.high, cell.fair) for cell in cells))
    rows = []
    for cell in cells:
        name = pair_words(cell, plan.players)
        between = f"{100 * cell.interval.low:.1f} – {100 * cell.interval.high:.1f}"  # noqa: RUF001 - a range
        label = f"{name}: wins {percent(cell.rate)}, plausible {between} %"
        drawn = whisker(cell.rate, cell.interval, (0.0, top), ("0 %", f"{100 * top:g} %"), mark=cell.fair, label=label)
        value = f"{text(percent(cell.rate))}<small>{text(between)}</small>"
        rows.append((f"{text(name)}<small>{text(count(cell.won, 'game'))}</small>", value, drawn))
    caption = "Games won by the one who sits alone; a dashed line marks an equal share"
    yield table(caption, ("one among others", "wins", "picture"), rows, "measures")
    yield facts((label, sentence(words)) for label, words in standings_facts(standings))
