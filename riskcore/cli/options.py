"""Arguments and options that commands share, and what they mean."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from riskcore.files.bots import split_bots

if TYPE_CHECKING:
    from riskcore.files.variant import Variant

__all__ = [
    "USUAL_PLAYERS",
    "as_json",
    "bots_option",
    "change_options",
    "changes_words",
    "fitting_bots",
    "fitting_players",
    "given_variant",
    "max_rounds_option",
    "number_of_games",
    "players_option",
    "plugin_files_option",
    "seed_option",
    "variant_options",
    "workers_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])

USUAL_PLAYERS = 4
MOST_WORKERS = 256

number_of_games = click.IntRange(1, 1_000_000_000)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
players_option = click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="Number of players; 4 if the variant allows."
)
bots_option = click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="NAME,…",
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
max_rounds_option = click.option(
    "--max-rounds",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="Stop a game after this round; it counts as unfinished.",
)
plugin_files_option = click.option(
    "-p", "plugin_files", multiple=True, metavar="FILE.py", help="Load rules and bots of your own (repeatable)."
)


def variant_options(command: Command) -> Command:
    """The variant, and what the command line changes about it."""
    return click.argument("variant")(change_options(command))


def change_options(command: Command) -> Command:
    """What the command line changes about variants."""
    for decorate in (
        plugin_files_option,
        click.option("--rule", "added", multiple=True, metavar="NAME", help="Add a rule (repeatable)."),
        click.option(
            "--set", "settings", multiple=True, metavar="rules.X.Y=V", help="Change a parameter (repeatable)."
        ),
    ):
        command = decorate(command)
    return command


def changes_words(added: tuple[str, ...], settings: tuple[str, ...]) -> list[str]:
    """What the command line changes about variants, as it was typed."""
    return [*(f"--rule {name}" for name in added), *(f"--set {setting}" for setting in settings)]


def given_variant(
    variant: str, settings: tuple[str, ...], added: tuple[str, ...], plugin_files: tuple[str, ...]
) -> "Variant":
    """The variant that a command is about."""
    from riskcore.files.variant import load_variant

    return load_variant(variant, settings=settings, rules=added, plugin_files=plugin_files)


def fitting_players(variant: "Variant", players: int | None) -> int:
    """The number of players asked for, or the usual one as far as the variant allows."""
    span = variant.players
    if players is None:
        return min(max(USUAL_PLAYERS, span.min), span.max)
    if not span.min <= players <= span.max:
        raise click.BadParameter(
            f"{players} players: {variant.name} is for {span.min} to {span.max}", param_hint="'--players'"
        )
    return players


def fitting_bots(bots: str, players: int) -> tuple[str, ...]:
    """The names of the bots; that they exist is checked when they are loaded."""
    names = split_bots(bots)
    if not all(names):
        raise click.BadParameter(f"{bots!r}: a name is missing, write NAME or NAME,NAME", param_hint="'--bots'")
    if len(names) > players:
        raise click.BadParameter(f"{len(names)} bots for {players} players", param_hint="'--bots'")
    return names
