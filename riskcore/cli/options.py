"""Arguments and options that commands share, and what they mean."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from riskcore.cli.completion import complete_bots, complete_files, complete_rules, complete_settings
from riskcore.cli.project import variant_argument, with_own_rules

if TYPE_CHECKING:
    from riskcore.files.variant import Variant
    from riskcore.lab import Recipe

__all__ = [
    "as_json",
    "bots_option",
    "change_options",
    "given_variant",
    "levels_option",
    "max_rounds_option",
    "number_of_games",
    "players_option",
    "plugin_files_option",
    "recipe_options",
    "recipes_options",
    "seed_option",
    "variant_options",
    "workers_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_WORKERS = 256

number_of_games = click.IntRange(1, 1_000_000_000)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
players_option = click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="Number of players; 4 if the variant allows."
)
bots_option = click.option(
    "--bots",
    show_default="planner",
    metavar="NAME,…",
    shell_complete=complete_bots,
    help="Who plays; several names are repeated round the table and move on by a seat each game.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the random numbers: the same seed gives the same games.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="Processes to use; all cores by default. Results do not depend on it.",
)
levels_option = click.option(
    "--levels/--no-levels",
    default=True,
    show_default=True,
    help="Play at the other levels of play as well, and say at which each finding holds.",
)
max_rounds_option = click.option(
    "--max-rounds",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="Stop a game after this round; it counts as unfinished.",
)
plugin_files_option = click.option(
    "-p",
    "plugin_files",
    multiple=True,
    metavar="FILE.py",
    callback=with_own_rules,
    shell_complete=complete_files,
    help="Load rules and bots of your own (repeatable).",
)


def variant_options(command: Command) -> Command:
    """The variant, and what the command line changes about it."""
    return variant_argument("variant")(change_options(command))


def change_options(command: Command) -> Command:
    """What the command line changes about variants."""
    for decorate in (
        plugin_files_option,
        click.option(
            "--rule",
            "added",
            multiple=True,
            metavar="NAME",
            help="Add a rule (repeatable).",
            shell_complete=complete_rules,
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="rules.X.Y=V",
            help="Change a parameter (repeatable).",
            shell_complete=complete_settings,
        ),
    ):
        command = decorate(command)
    return command


def given_variant(
    variant: str, settings: tuple[str, ...], added: tuple[str, ...], plugin_files: tuple[str, ...]
) -> "Variant":
    """The variant that a command is about."""
    from riskcore.files.variant import load_variant

    return load_variant(variant, settings=settings, rules=added, plugin_files=plugin_files)


def recipe_options(command: Command) -> Command:
    """A variant, what is changed about it, and who plays: handed over as one `Recipe`."""
    return variant_argument("variant")(_as_recipes(command, lambda recipes: {"recipe": recipes[0]}))


def recipes_options(command: Command) -> Command:
    """The same of several variants."""
    several = variant_argument("variant", nargs=-1, required=True, metavar="VARIANT…")
    return several(_as_recipes(command, lambda recipes: {"recipes": recipes}))


def _as_recipes(command: Command, handed: Callable[[list["Recipe"]], dict[str, Any]]) -> Command:
    @wraps(command)
    def with_recipes(
        variant: str | tuple[str, ...],
        settings: tuple[str, ...],
        added: tuple[str, ...],
        plugin_files: tuple[str, ...],
        players: int | None,
        bots: str | None,
        seed: int,
        max_rounds: int,
        **others: Any,
    ) -> Any:
        from riskcore.lab import PlanError, Recipe

        names = (variant,) if isinstance(variant, str) else variant
        recipes = [Recipe(name, settings, added, plugin_files, players, bots, seed, max_rounds) for name in names]
        try:
            return command(**handed(recipes), **others)
        except PlanError as error:
            raise click.UsageError(str(error)) from error

    for option in (max_rounds_option, seed_option, bots_option, players_option, change_options):
        with_recipes = option(with_recipes)
    return cast(Command, with_recipes)
