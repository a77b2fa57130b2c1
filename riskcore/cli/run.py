"""`riskvar run`: many bot games, and what they say."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from riskcore.cli.options import (
    as_json,
    bots_option,
    fitting_bots,
    fitting_players,
    given_variant,
    max_rounds_option,
    players_option,
    seed_option,
    variant_options,
    workers_option,
)
from riskcore.cli.screen import (
    facts,
    interval_plot,
    list_words,
    percent,
    print_block,
    print_indented,
    progress_bar,
    screen,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.lab.play import Plan
    from riskcore.lab.summary import Share, Summary

__all__ = ["run"]

_SMALL_CHANCE = 0.05


@click.command(short_help="Play many bot games and say what they show.")
@variant_options
@click.option(
    "--games", type=click.IntRange(min=1), default=200, show_default=True, metavar="N", help="How many games to play."
)
@players_option
@bots_option
@seed_option
@workers_option
@max_rounds_option
@as_json
def run(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int | None,
    max_rounds: int,
    as_json: bool,
) -> None:
    """Play many bot games of VARIANT: who wins from which seat, how long games last, how they end.

    The same command gives the same games, on any machine and with any number of workers.
    """
    from riskcore.lab.play import Plan
    from riskcore.lab.simulate import INTERRUPTED, simulate
    from riskcore.lab.summary import summarise
    from riskcore.lab.workers import available_cores

    loaded = given_variant(variant, settings, added, plugin_files)
    seats = fitting_players(loaded, players)
    plan = Plan(loaded, seats, seed, fitting_bots(bots, seats), max_rounds)
    changes = [*(f"--rule {name}" for name in added), *(f"--set {setting}" for setting in settings)]
    used = workers or available_cores()
    started = time.perf_counter()
    with progress_bar(games, loaded.name) as progress:
        results = simulate(plan, games, workers=used, progress=progress)
    seconds = time.perf_counter() - started
    summary = summarise(results)
    digest = results.digest()
    if as_json:
        about = {"variant": loaded.id, "name": loaded.name, "changes": changes, "players": seats, "seed": seed}
        how = {"bots": list(plan.line_up), "max_rounds": max_rounds}
        click.echo(json.dumps({**about, **how, **summary.to_dict(), "digest": digest}, indent=2))
    elif len(results):
        speed = f"{len(results) / seconds:,.0f} games a second with {_count(used, 'worker')} ({seconds:.1f} s)"
        _show(screen(), plan, changes, summary, (("Speed", speed), ("Digest", digest[:16])))
    if results.stopped:
        click.echo(f"{results.stopped}: {len(results):,} of {games:,} games were played", err=True)
        raise SystemExit(130 if results.stopped == INTERRUPTED else 1)


def _show(
    console: "Console", plan: "Plan", changes: list[str], summary: "Summary", more: tuple[tuple[str, str], ...]
) -> None:
    from rich.text import Text

    console.print(Text(plan.variant.name, style="bold"))
    print_indented(console, Text(plan.variant.summary), 0)
    about = [_count(summary.games, "game"), f"{plan.players} players", _line_up_words(plan), f"seed {plan.seed}"]
    print_indented(console, Text(", ".join([*about, *changes]), style="dim"), 0)
    console.print()
    seats = {f"seat {number}": share for number, share in enumerate(summary.seats, 1)}
    print_block(console, _shares(console, "wins by seat", seats), 2)
    console.print()
    if len(summary.bots) > 1:
        print_block(console, _shares(console, "wins by bot", summary.bots), 2)
        console.print()
    print_block(console, facts([*_findings(plan, summary), *more]), 2)


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


def _findings(plan: "Plan", summary: "Summary") -> Iterator[tuple[str, str]]:
    chance = summary.seat_p_value
    if summary.finished:
        shown = f"p = {chance:.2f}" if chance >= 0.01 else f"p = {chance:.1g}"
        if chance < _SMALL_CHANCE:
            yield "Seats", f"they differ: chance alone would hardly do this ({shown})"
        else:
            yield "Seats", f"no difference shown: chance alone would do this too ({shown})"
        half, most = summary.median_rounds, summary.p90_rounds
        yield "Length", f"half of the games end by round {half:g}, nine in ten by round {most:g}"
    endings = [f"{reason} {_part(number, summary.games)}" for reason, number in summary.reasons.items()]
    yield "Endings", ", ".join(endings) or "none"
    if summary.unfinished:
        stopped = f"{_part(summary.unfinished, summary.games)}, stopped after round {plan.max_rounds}"
        yield "Unfinished", f"{stopped}; they are nobody's wins"


def _part(number: int, games: int) -> str:
    return f"{number:,} ({percent(number / games)})"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + "s" * (number != 1)


def _line_up_words(plan: "Plan") -> str:
    names = list(dict.fromkeys(plan.line_up))
    if len(names) == 1:
        return f"all {names[0]}"
    return list_words([f"{plan.line_up.count(name)} {name}" for name in names])
