"""`riskvar measure`: what games that were kept show, people's beside those of bots."""

import json
from contextlib import AbstractContextManager
from pathlib import Path

import click

from riskcore.cli.completion import complete_bots
from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, plugin_files_option, seed_option
from riskcore.cli.output import unwritten_page
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

__all__ = ["measure"]


@click.command(cls=Command, short_help="Say what games that were kept show, people's beside those of bots.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="LOGS…"
)
@click.option("--variant", metavar="VARIANT", help="What the games in tables are games of, if no log says it.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    metavar="N",
    help="Games of bots to play beside people's, where the logs have none; 0 for none.",
)
@click.option(
    "--bots",
    default="planner",
    show_default=True,
    metavar="NAME,…",
    shell_complete=complete_bots,
    help="Who plays these.",
)
@seed_option
@click.option("--all-measures", is_flag=True, help="Show every measure.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with pictures as well, to show to others.",
)
@plugin_files_option
@workforce_options
@as_json
def measure(
    files: tuple[Path, ...],
    workforce: AbstractContextManager[Workforce],
    variant: str | None,
    games: int,
    bots: str,
    seed: int,
    all_measures: bool,
    html: Path | None,
    plugin_files: tuple[str, ...],
    as_json: bool,
) -> None:
    """Measure the games of LOGS as `run` measures its own, and put people beside bots.

    `riskvar play` keeps every game in a log, and `riskvar run --log` writes one. A file that ends in .csv is a table of
    games that were played at a real table: seats, winner, rounds, minutes.
    """
    from riskcore import lab
    from riskcore.cli.screens.kept import show_kept_games

    with workforce as force, progress_bar("measure") as progress:
        found = lab.measure_logs(
            files,
            variant=variant,
            games=games,
            bots=bots,
            seed=seed,
            front=not (all_measures or as_json),
            plugin_files=plugin_files,
            progress=progress,
            **force.options,
        )
    if found.stopped:
        leave_stopped(found.stopped, "the games of the bots are not complete, so there is nothing to compare with")
    unwritten = unwritten_page(html, found.page)
    if as_json:
        echo(json.dumps(found.to_dict(), indent=2))
    else:
        with paged_screen() as console:
            show_kept_games(console, found, all_measures=all_measures)
    if unwritten is not None:
        raise unwritten
