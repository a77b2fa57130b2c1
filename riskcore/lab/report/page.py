"""The page itself, from the headline down to the command that makes it again."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from riskcore.lab.goals.verdicts import SURENESS, Judged, overall_words, value_words
from riskcore.lab.measure.levels import ByLevel
from riskcore.lab.measure.measures import Measured
from riskcore.lab.measure.summary import Summary, summarise
from riskcore.lab.measure.words import bots_words, findings, line_up_words, rough, unsettled_words
from riskcore.lab.play.batch import rulebook_for
from riskcore.lab.play.results import Results
from riskcore.lab.report.charts import length_chart, story_chart, story_legend
from riskcore.lab.report.headline import headline
from riskcore.lab.report.levels import levels_section
from riskcore.lab.report.maps import board_maps
from riskcore.lab.report.replays import look_at_board, tell_story, telling_games
from riskcore.lab.report.reproduce import reproduction
from riskcore.lab.report.tables import measure_table, share_table
from riskcore.pages.markup import facts, section, table, text
from riskcore.pages.style import document
from riskcore.rulebook import Rulebook
from riskcore.text.explain import CHAPTERS, explain
from riskcore.words import count, sentence

__all__ = ["report_page"]

_MARKS = {"pass": "✓ pass", "fail": "✗ fail", "undecided": "? undecided"}


def report_page(
    results: Results,
    measured: Sequence[Measured],
    judged: Sequence[Judged] = (),
    levels: Sequence[ByLevel] = (),
    *,
    command: str,
    workers: int = 1,
) -> str:
    """The report of a run that was simulated with `measured=True`, as HTML that is well-formed XML too.

    Some games are played again for the pictures; the page is the same however many workers do it.
    """
    plan, summary = results.plan, summarise(results)
    rules = rulebook_for(plan.variant)
    front = [each for each in measured if each.front]
    others = [each for each in measured if not each.front]
    parts = [
        _header(results, summary, measured, judged, levels),
        "<main>",
        *_goals(judged),
        section(
            "What the games show",
            measure_table("Measures, with the range that is plausible at 95 %; a dashed line marks pure chance", front),
            facts((label, sentence(words)) for label, words in findings(results, summary, front, thorough=False)),
        ),
        *levels_section(levels),
        _seats_and_length(results, summary),
        *_stories(results),
    ]
    sight = look_at_board(results, workers)
    if sight is not None:
        parts.append(section("The board", board_maps(rules.board, sight, plan.players)))
    if others:
        unsettled = ((label, sentence(words)) for label, words in unsettled_words(others))
        parts.append(section("More measures", measure_table("Measures beside those above", others), facts(unsettled)))
    parts += [section("The rules", _rules(rules)), reproduction([results], [plan.variant.name], command), "</main>"]
    return document(f"{plan.variant.name}: report", parts)


def _header(
    results: Results,
    summary: Summary,
    measured: Sequence[Measured],
    judged: Sequence[Judged],
    levels: Sequence[ByLevel],
) -> str:
    plan = results.plan
    about = [count(summary.games, "game"), f"{plan.players} players", line_up_words(plan), f"seed {plan.seed}"]
    told = [*([overall_words(judged)] if judged else []), *headline(summary, measured, levels)]
    gist = "".join(f"<li>{text(words)}</li>" for words in told)
    stopped = f"<p>The run was stopped early: {text(results.stopped)}.</p>" if results.stopped else ""
    about_it = f"<p>{text(plan.variant.summary)}</p>" if plan.variant.summary else ""
    return (
        f"<header><h1>{text(plan.variant.name)}</h1>{about_it}\n"
        f'<p class="about">{text(", ".join([*about, *plan.variant.changes]))}</p></header>\n'
        f'<div class="headline"><ul>{gist}</ul>{stopped}<p>{text(sentence(bots_words(plan)))}</p></div>'
    )


def _goals(judged: Sequence[Judged]) -> Iterator[str]:
    if judged:
        rows = [
            (
                text(each.goal.words),
                text(value_words(each.goal, each.value)),
                f'<span class="verdict">{_MARKS[each.verdict]}</span>',
                text(_decided_words(each)),
            )
            for each in judged
        ]
        words = f"{overall_words(judged)} {SURENESS}"
        heads = ("goal", "now", "verdict", "decided")
        yield section("Goals", f"<p>{text(words)}</p>", table("Verdicts", heads, rows))


def _decided_words(judged: Judged) -> str:
    if judged.decided_after:
        return f"after {count(judged.decided_after, 'game')}"
    if judged.games_left is None:
        return "not yet; more games would not settle it, a larger margin might"
    return f"not yet; about {rough(judged.games_left):,} more games would tell"


def _seats_and_length(results: Results, summary: Summary) -> str:
    seats = {f"seat {number}": share for number, share in enumerate(summary.seats, 1)}
    tables = [share_table("Wins by seat, in order of play; a dashed line marks an equal share", seats)]
    if len(summary.bots) > 1:
        tables.append(share_table("Wins by bot; a dashed line marks an equal share", summary.bots))
    parts = ["<div>", *tables, "</div>"]
    rounds = [game.rounds for game in results if game.reason is not None]
    if rounds:
        marks = (("half", summary.median_rounds), ("nine in ten", summary.p90_rounds))
        chart = length_chart(rounds, summary.games, [(words, last) for words, last in marks if last is not None])
        stopped = f"after round {results.plan.max_rounds}"
        unfinished = f"; {count(summary.unfinished, 'game')} stopped {stopped} not shown" if summary.unfinished else ""
        caption = f"Length of games, as shares of all {summary.games:,}{unfinished}"
        parts.append(f"<figure><figcaption>{text(caption)}</figcaption>{chart}</figure>")
    return section("Seats and length", '<div class="pair">', *parts, "</div>")


def _stories(results: Results) -> Iterator[str]:
    chosen = telling_games(results)
    if chosen is None:
        return
    figures = []
    for number, title in zip(chosen, ("A typical game", "The most dramatic game"), strict=True):
        story = tell_story(results, number)
        figures.append(
            f"<figure><figcaption>{title}: number {number}</figcaption>"
            f"{story_chart(story)}{story_legend(story)}</figure>"
        )
    note = (
        "Each player's chance to win at the start of every turn, as far as territories, armies, income, cards and "
        "progress tell; the last step is how it ended. With the variant, players, bots and seed of this run, "
        f"riskvar watch --game {chosen[1]} tells the most dramatic one turn by turn."
    )
    yield section("How games go", f"<p>{text(note)}</p>", '<div class="pair">', *figures, "</div>")


def _rules(rules: Rulebook) -> str:
    """The sentences of all rules in force, chapter by chapter."""
    blocks = []
    told = [use for use in explain(rules) if use.told]
    for chapter, uses in groupby(told, key=lambda use: use.chapter):
        words = dict.fromkeys(each.words for use in uses for each in use.told)
        items = "".join(f"<li>{text(each)}</li>" for each in words)
        blocks.append(f"<div><h3>{text(CHAPTERS[chapter])}</h3><ul>{items}</ul></div>")
    return "\n".join(['<div class="rules">', *blocks, "</div>"])
