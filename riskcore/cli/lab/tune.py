"""`riskvar tune`: a search for settings that meet a variant's goals."""

import json
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NoReturn

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import as_json, number_of_games, recipe_options
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.cli.screens.pager import paged_screen
from riskcore.cli.workforce import Workforce, workforce_options

if TYPE_CHECKING:
    from riskcore.lab import Recipe
    from riskcore.lab.settings.tune import Found

__all__ = ["tune"]


@click.command(cls=Command, short_help="Search for settings that meet a variant's goals.")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="rules.X.Y=LOW..HIGH",
    help="A parameter and its range, or its values: A,B,C (repeatable).",
)
@click.option(
    "--trials", type=click.IntRange(min=1), default=30, show_default=True, metavar="N", help="How many settings to try."
)
@click.option(
    "--games", type=number_of_games, default=400, show_default=True, metavar="N", help="Games for each trial."
)
@click.option(
    "--max-games",
    type=number_of_games,
    default=20_000,
    show_default=True,
    metavar="N",
    help="The most games for the verdict on the best settings.",
)
@recipe_options
@workforce_options
@as_json
def tune(
    recipe: "Recipe",
    workforce: AbstractContextManager[Workforce],
    vary: tuple[str, ...],
    trials: int,
    games: int,
    max_games: int,
    as_json: bool,
) -> None:
    """Search for settings with which VARIANT meets its goals; the best are judged again, by games of another seed.

    It exits as `riskvar run --until-decided` does: 0 if all goals are met, 3 if one is missed, 4 if the games are
    inconclusive.
    """
    from riskcore import lab
    from riskcore.cli.screens.tune import show_tuning

    with workforce as force, progress_bar("tune") as progress:
        tuning = lab.tune(
            recipe, vary, trials=trials, games=games, max_games=max_games, progress=progress, **force.options
        )
    if as_json:
        echo(json.dumps(tuning.to_dict(), indent=2))
    elif tuning.found.trials:
        with paged_screen() as console:
            show_tuning(console, tuning)
    _leave(tuning.found)


def _leave(found: "Found") -> NoReturn:
    from riskcore.cli.screens.goals import EXIT_CODES
    from riskcore.cli.screens.tune import faults
    from riskcore.lab.goals.verdicts import overall
    from riskcore.words import count

    if found.stopped:
        leave_stopped(found.stopped, f"{count(len(found.trials), 'trial')} finished; run it again to judge")
    if not found.trials:
        click.echo("\n".join(["no settings make a game:", *faults(found)]), err=True)
        raise SystemExit(1)
    raise SystemExit(EXIT_CODES[overall(found.judged)])
