"""`riskvar compare`: the same bots and seeds under several variants, and what differs."""

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, levels_option, recipes_options
from riskcore.cli.output import unwritten_page
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

if TYPE_CHECKING:
    from riskcore.lab import Recipe

__all__ = ["compare"]


@click.command(cls=Command, short_help="Say what differs between variants.")
@click.option(
    "--games", type=click.IntRange(min=2), default=400, show_default=True, metavar="N", help="Games of each variant."
)
@levels_option
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with pictures as well, to show to others.",
)
@recipes_options
@workforce_options
@as_json
def compare(
    recipes: "list[Recipe]",
    workforce: AbstractContextManager[Workforce],
    games: int,
    levels: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    """Play the first VARIANT and each of the others with the same bots, players and seeds, and say what differs.

    A single VARIANT is compared with the one that it extends; with --rule or --set, with itself without these. Given
    several, --rule and --set change all of them.
    """
    from riskcore import lab
    from riskcore.cli.screens.compare import show_comparison
    from riskcore.lab.play.recipe import baseline, plans_to_compare

    if len(recipes) == 1:
        recipes.insert(0, baseline(recipes[0]))
    plans = plans_to_compare(recipes)
    with workforce as force, progress_bar("compare") as progress:
        found = lab.compare(plans, games, levels=levels, progress=progress, **force.options)
    for fault in found.faults:
        click.echo(fault, err=True)
    if found.stopped:
        name = found.played[-1].plan.variant.name
        leave_stopped(found.stopped, f"{name} is not complete, so there is nothing to compare")
    unwritten = unwritten_page(html, found.page)
    if as_json:
        echo(json.dumps(found.to_dict(), indent=2))
    else:
        with paged_screen() as console:
            show_comparison(console, found)
    if unwritten is not None:
        raise unwritten
