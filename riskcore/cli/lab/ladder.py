"""`riskvar ladder`: which bots beat which."""

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, number_of_games, recipes_options
from riskcore.cli.output import unwritten_page
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

if TYPE_CHECKING:
    from riskcore.lab import Recipe, Standings

__all__ = ["ladder"]


@click.command(cls=Command, short_help="Say which bots beat which.")
@click.option(
    "--games", type=number_of_games, default=600, show_default=True, metavar="N", help="The most games of each pair."
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with pictures as well, to show to others.",
)
@recipes_options
@workforce_options
@as_json
def ladder(
    recipes: "list[Recipe]",
    workforce: AbstractContextManager[Workforce],
    games: int,
    html: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each VARIANT against one another: one alone among players of another kind, every seat in turn.

    Without --bots these are the levels of play that are installed, from novice on. It stops as soon as it is settled
    who is better of any two, or after --games games of each pair.
    """
    from riskcore import lab
    from riskcore.cli.screens.ladder import show_ladder
    from riskcore.lab.report import ladder_page

    found: list[Standings] = []
    with workforce as force, progress_bar("ladder") as progress:
        for recipe in recipes:
            bots, plan = recipe.competitors()
            found.append(lab.ladder(plan, bots, games, progress=progress, **force.options))
            if found[-1].stopped:
                break
    unwritten = unwritten_page(html, lambda command: ladder_page(found, command))
    if as_json:
        echo(json.dumps({"ladders": [each.to_dict() for each in found]}, indent=2))
    else:
        with paged_screen() as console:
            show_ladder(console, found)
    if unwritten is not None:
        raise unwritten
    if found[-1].stopped:
        leave_stopped(found[-1].stopped, f"{found[-1].games:,} games were played in {found[-1].plan.variant.name}")
