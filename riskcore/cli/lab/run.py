"""`riskvar run`: many bot games, and what they say."""

import json
import time
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, levels_option, number_of_games, recipe_options
from riskcore.cli.output import unwritten_page
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

if TYPE_CHECKING:
    from rich.console import Console

    from riskcore.lab import Recipe, Run

__all__ = ["run"]

MOST_GAMES = 20_000  # far more than goals need as a rule: what decides is the test


@click.command(cls=Command, short_help="Play many bot games and say what they show.")
@click.option(
    "--games", type=number_of_games, default=200, show_default=True, metavar="N", help="How many games to play."
)
@click.option(
    "--all-measures", is_flag=True, help="Show every measure, and play more games to learn what some things are worth."
)
@click.option(
    "--until-decided",
    is_flag=True,
    help="Play until every goal of the variant is met or missed; exit with 0 if all are met, 3 if one is missed, 4 if "
    "the games are inconclusive.",
)
@click.option(
    "--max-games",
    type=number_of_games,
    metavar="N",
    help=f"With --until-decided: stop after this many games; {MOST_GAMES:,} by default.",
)
@levels_option
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a report with pictures as well, a page to show to others.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write every game to a new file as well, move by move, for `riskvar replay`.",
)
@click.option(
    "--raw",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a table as well, a row for each game: CSV, or Parquet if the name ends in .parquet.",
)
@recipe_options
@workforce_options
@as_json
def run(
    recipe: "Recipe",
    workforce: AbstractContextManager[Workforce],
    games: int,
    all_measures: bool,
    until_decided: bool,
    max_games: int | None,
    levels: bool,
    html: Path | None,
    log: Path | None,
    raw: Path | None,
    as_json: bool,
) -> None:
    """Play many bot games of VARIANT: who wins from which seat, how long, dramatic and open games are, how they end.

    The same command gives the same games, on any machine and with any number of workers.
    """
    from riskcore import lab

    most = _most_games(games, until_decided, max_games)
    plan = recipe.plan()
    started = time.perf_counter()
    with workforce as force, progress_bar(plan.variant.name) as progress:
        found = lab.run(
            plan,
            most,
            until_decided=until_decided,
            all_measures=all_measures,
            front=not (all_measures or as_json or html),
            **{"log": log, "levels": levels, "progress": progress, **force.options},
        )
    seconds = time.perf_counter() - started
    unwritten = _write(found, raw, html, force.workers)
    if as_json:
        echo(json.dumps(found.to_dict(), indent=2))
    elif len(found.results):
        with paged_screen() as console:
            _show(console, found, all_measures, until_decided, _speed(found, seconds, force.workers))
    _leave(found, most, until_decided, unwritten)


def _most_games(games: int, until_decided: bool, max_games: int | None) -> int:
    """A number of games chosen for another purpose must not end a test early, nor the other way round."""
    if max_games is not None and not until_decided:
        raise click.UsageError("--max-games goes with --until-decided; otherwise --games says how many")
    given = click.get_current_context().get_parameter_source("games")
    if until_decided and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--games does not go with --until-decided; --max-games limits it")
    return (max_games or MOST_GAMES) if until_decided else games


def _write(found: "Run", raw: Path | None, html: Path | None, workers: int) -> BaseException | None:
    """Write the files that are asked for; what kept the page from being written."""
    if raw is not None:
        found.write_games(raw)
    return unwritten_page(html if len(found.results) else None, partial(found.page, workers=workers))


def _speed(found: "Run", seconds: float, workers: int) -> str:
    from riskcore.words import count

    return f"{found.games / seconds:,.0f} games a second with {count(workers, 'worker')} ({seconds:.1f} s)"


def _show(console: "Console", found: "Run", all_measures: bool, until_decided: bool, speed: str) -> None:
    from riskcore.cli.screens.goals import show_goals
    from riskcore.cli.screens.levels import show_levels
    from riskcore.cli.screens.run import show_run

    shown = [each for each in found.measured if each.front or all_measures]
    more = [("Speed", speed), ("Digest", found.results.digest()[:16])]
    show_run(console, found.results, shown, found.judged, found.levels, more)
    if found.levels:
        console.print()
        show_levels(console, found.levels)
    show_goals(console, found.judged, until_decided=until_decided)


def _leave(found: "Run", games: int, until_decided: bool, unwritten: BaseException | None) -> None:
    """Tell what did not work, if anything, and end with the exit code of a run that was stopped, or of its verdict."""
    from riskcore.cli.screens.goals import EXIT_CODES

    if unwritten is not None:
        raise unwritten
    if found.side_games.fault:
        click.echo(f"skill was not measured: {found.side_games.fault}", err=True)
    for fault in found.faults:
        click.echo(fault, err=True)
    if found.stopped:
        played = f"{len(found.results):,} of {games:,} games were played"
        leave_stopped(found.stopped, played if found.results.stopped else "not all skill was measured")
    if until_decided:
        raise SystemExit(EXIT_CODES[found.verdict])
