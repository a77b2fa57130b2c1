"""`riskvar sweep`: the same games under every combination of some settings."""

import json
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, number_of_games, recipe_options
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

if TYPE_CHECKING:
    from riskcore.lab import Recipe, Sweep

__all__ = ["sweep"]


@click.command(cls=Command, short_help="Play a variant under every combination of some settings.")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="rules.X.Y=V,V,…",
    help="A parameter and its values (repeatable: every combination is played).",
)
@click.option(
    "-o", "output", required=True, metavar="FOLDER", help="Where results are kept; the same command continues there."
)
@click.option("--fresh", is_flag=True, help="Delete the results of a sweep that are in the folder.")
@click.option("--parquet", is_flag=True, help="Write results.parquet beside results.csv (needs riskvar[parquet]).")
@click.option(
    "--games", type=number_of_games, default=1000, show_default=True, metavar="N", help="Games for each cell."
)
@recipe_options
@workforce_options
@as_json
def sweep(
    recipe: "Recipe",
    workforce: AbstractContextManager[Workforce],
    vary: tuple[str, ...],
    output: str,
    fresh: bool,
    parquet: bool,
    games: int,
    as_json: bool,
) -> None:
    """Play VARIANT under every combination of some settings, and compare the measures.

    Finished games are kept at once: after Ctrl-C or a crash the same command goes on where it stopped.
    """
    from riskcore import lab
    from riskcore.cli.screens.sweep import show_sweep

    with workforce as force, progress_bar("sweep") as progress:
        found = lab.sweep(recipe, vary, output, games, fresh=fresh, parquet=parquet, progress=progress, **force.options)
    if as_json:
        echo(json.dumps(found.to_dict(), indent=2))
    elif found.reports:
        with paged_screen(widest=None) as console:
            show_sweep(console, found)
    _leave(found)


def _leave(found: "Sweep") -> None:
    """Tell what did not work, if anything, and end with an exit code of its own."""
    for report in found.reports:
        if report.fault:
            click.echo(f"with {report.words()}: skill was not measured: {report.fault}", err=True)
    if found.fault:
        click.echo(found.fault, err=True)
        raise SystemExit(1)
    if found.stopped:
        finished = f"{len(found.reports):,} of {len(found.cells):,} cells are finished"
        leave_stopped(found.stopped, f"{finished}; the same command goes on from there")
