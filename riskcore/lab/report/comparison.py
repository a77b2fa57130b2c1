"""What a rule does to the game, as one page: the changes from one variant to others, with their ranges."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from riskcore.lab.measure.compare import Change
from riskcore.lab.measure.findings import (
    PERHAPS,
    compared_names,
    finding,
    signed,
    signed_range,
    unchanged,
    verdict_sentence,
)
from riskcore.lab.measure.levels import ByLevel
from riskcore.lab.measure.summary import summarise
from riskcore.lab.measure.words import bots_words, conduct_words, level_words, line_up_words, number_words
from riskcore.lab.play.batch import rulebook_for
from riskcore.lab.play.results import Results
from riskcore.lab.report.charts import length_chart, length_legend, nice_top, whisker
from riskcore.lab.report.levels import levels_section
from riskcore.lab.report.maps import changed_board
from riskcore.lab.report.reproduce import reproduction
from riskcore.lab.report.tables import share_table
from riskcore.pages.markup import section, table, text
from riskcore.pages.style import document
from riskcore.text.booklet import Difference, diff_rules
from riskcore.text.rewording import Stretch
from riskcore.words import count, sentence

__all__ = ["comparison_page"]

_BRACKETS = (
    "In brackets stands the range that is plausible for a change: in 95 of 100 such comparisons it holds what endless "
    "games would show. Points are percentage points."
)


def comparison_page(
    played: Sequence[Results],
    found: Sequence[Sequence[Change]],
    levels: Sequence[Mapping[str, ByLevel]] = (),
    *,
    command: str,
) -> str:
    """The page of a comparison; the first of the played is what all others are compared with."""
    before, *names = compared_names([each.plan for each in played])
    title = f"{names[0]}, against {before}" if len(names) == 1 else f"What changes from {before}"
    parts = [_header(title, played), "<main>"]
    rules = rulebook_for(played[0].plan.variant)
    for name, other, measured, by_level in zip(names, played[1:], found, levels or [{}] * len(found), strict=True):
        if len(names) > 1:
            parts.append(f"<h2>{text(name)}</h2>")
            parts.append(f"<p>{text(other.plan.variant.summary)}</p>")
        parts.append(_gist(name, played[0], other, measured, by_level))
        parts += _changes(measured, (before, name))
        parts += levels_section(list(by_level.values()))
        parts.append(_seats_and_length(played[0], other, (before, name)))
        theirs = rulebook_for(other.plan.variant)
        parts.append(section("What differs in the rules", *_rules(diff_rules(rules, theirs))))
        parts.append(changed_board(rules.board, theirs.board, name))
    return document(title, [*parts, reproduction(played, [before, *names], command), "</main>"])


def _header(title: str, played: Sequence[Results]) -> str:
    plan = played[0].plan
    about = [f"{count(len(played[0]), 'game')} each", f"{plan.players} players", line_up_words(plan)]
    told = [*about, f"seed {plan.seed}", *played[-1].plan.variant.changes]
    summary = f"<p>{text(played[1].plan.variant.summary)}</p>" if len(played) == 2 else ""
    words = sentence(bots_words(*(each.plan for each in played)))
    for name, each in zip(compared_names([each.plan for each in played]), played, strict=True):
        words += "".join(f" {sentence(f'{name}: {told}')}" for told in conduct_words(each))
    return (
        f"<header><h1>{text(title)}</h1>{summary}\n"
        f'<p class="about">{text(", ".join(told))}</p></header>\n<p class="about">{text(words)}</p>'
    )


def _gist(name: str, base: Results, other: Results, measured: Sequence[Change], by_level: Mapping[str, ByLevel]) -> str:
    if base.digest() == other.digest():
        return '<div class="headline"><p>Exactly the same games: what differs never came into play.</p></div>'
    sums_up = f'<p class="verdict-sentence">{text(verdict_sentence(name, measured))}</p>'
    told = [(finding(each), by_level.get(each.key)) for each in measured if each.different]
    items = [f"<li>{text(sentence(words))}{_holds(level)}</li>" for words, level in told]
    listed = f"<ul>{''.join(items)}</ul><p>{text(_BRACKETS)}</p>" if items else ""
    same = unchanged(measured)
    rest = f"<p>{text(f'No difference shown in {same}.')}</p>" if same else ""
    return f'<div class="headline">{sums_up}{listed}{rest}</div>'


def _holds(level: ByLevel | None) -> str:
    return f" <em>{text(sentence(level_words(level)))}</em>" if level else ""


def _changes(measured: Sequence[Change], names: tuple[str, str]) -> Iterator[str]:
    rows = []
    for each in measured:
        after = " %" if each.unit == "share" else ""
        values = [
            "none" if value is None else f"{number_words(value, each.unit)}{after}" for value in (each.base, each.ours)
        ]
        verdict = "differs" if each.different else "perhaps" if each.perhaps else "no difference shown"
        change = f"{text(signed(each))}<small>{text(signed_range(each))}</small><small>{verdict}</small>"
        title = f"{text(each.title)}<small>{text(each.meaning)}</small>"
        rows.append((title, *map(text, values), change, _picture(each)))
    caption = "What changes, with the range that is plausible at 95 %; a dashed line marks no change"
    heads = ("measure", *names, "change", "picture")
    notes = [f'<p class="note">{text(f"Perhaps: {PERHAPS}.")}</p>'] if any(each.perhaps for each in measured) else []
    yield section("What changes", table(caption, heads, rows, "measures changes"), *notes)


def _picture(change: Change) -> str:
    """The change on a scale that has no change in its middle."""
    interval = change.interval
    if change.change is None or interval is None:
        return ""
    top = nice_top(max(abs(change.change), abs(interval.low), abs(interval.high)))
    parts = change.relative or change.unit == "share"
    end = f"{100 * top:g}{' %' if change.relative else ' pts'}" if parts else f"{top:g}"
    label = f"{change.title}: {signed(change)}, plausible {signed_range(change)}"
    return whisker(change.change, interval, (-top, top), (f"-{end}", f"+{end}"), mark=0.0, label=label)


def _seats_and_length(base: Results, other: Results, names: tuple[str, str]) -> str:
    summaries = [summarise(each) for each in (base, other)]
    highest = max(share.interval.high for each in summaries for share in each.seats)
    seats = [
        share_table(f"Wins by seat: {name}", {f"seat {at}": share for at, share in enumerate(each.seats, 1)}, highest)
        for name, each in zip(names, summaries, strict=True)
    ]
    rounds = [[game.rounds for game in each if game.reason is not None] for each in (base, other)]
    figure = ""
    if any(rounds):
        chart = length_chart(rounds[1], summaries[1].games, before=(rounds[0], summaries[0].games))
        stopped = "".join(
            f"; {count(each.unfinished, 'game')} of {name} stopped after round {other.plan.max_rounds} not shown"
            for name, each in zip(names, summaries, strict=True)
            if each.unfinished
        )
        caption = f"Length of games, as shares of all{stopped}"
        figure = f"<figure><figcaption>{text(caption)}</figcaption>{chart}{length_legend(names[1], names[0])}</figure>"
    return section("Seats and length", '<div class="pair">', "<div>", *seats, "</div>", figure, "</div>")


def _rules(differences: Sequence[Difference]) -> Iterator[str]:
    """What goes and what comes instead, chapter by chapter."""
    if not differences:
        yield "<p>Nothing: the rules are the same.</p>"
    for chapter, members in groupby(differences, key=lambda each: each.chapter):
        items = []
        for each in members:
            old = f"<del>{text(each.first.words)}</del>" if each.first and each.first != each.second else ""
            new = f"<ins>{text(each.second.words)}</ins>" if each.second else ""
            if each.reworded:
                old, new = "", "".join(map(_stretch, each.reworded))
            settings = f"<small>{text(sentence(each.settings))}</small>" if each.settings else ""
            items.append(f"<li>{old} {new} {settings}</li>")
        yield f'<h3>{text(chapter)}</h3><ul class="diff">{"".join(items)}</ul>'


def _stretch(stretch: Stretch) -> str:
    """Some words of a sentence that changed, or what came instead of them."""
    if not stretch.changed:
        return text(stretch.before)
    marked = (
        f"<{tag}>{text(words)}</{tag}>" for tag, words in (("del", stretch.before), ("ins", stretch.after)) if words
    )
    return "".join(marked)
