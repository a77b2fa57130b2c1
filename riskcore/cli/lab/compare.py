"""`riskvar compare`: the same bots and seeds under several variants, and what differs."""

import json
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import (
    USUAL_PLAYERS,
    as_json,
    bots_option,
    change_options,
    changes_words,
    fitting_bots,
    fitting_players,
    given_variant,
    max_rounds_option,
    players_option,
    seed_option,
    workers_option,
)
from riskcore.cli.output import command_again, write_file
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce
from riskcore.files.layers import file_layers

if TYPE_CHECKING:
    from riskcore.files.variant import Variant
    from riskcore.lab.measure.compare import Change, Side
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.results import Results

__all__ = ["compare"]


@click.command(cls=Command, short_help="Say what differs between variants.")
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT…")
@change_options
@click.option(
    "--games", type=click.IntRange(min=2), default=1000, show_default=True, metavar="N", help="Games of each variant."
)
@players_option
@bots_option
@seed_option
@workers_option
@scheduler_option
@max_rounds_option
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with pictures as well, to show to others.",
)
@as_json
def compare(
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    max_rounds: int,
    html: Path | None,
    as_json: bool,
) -> None:
    """Play the first VARIANT and each of the others with the same bots, players and seeds, and say what differs.

    A single VARIANT is compared with the one that it extends; with --rule or --set, with itself without these. Given
    several, --rule and --set change all of them.
    """
    from riskcore.cli.screens.compare import show_comparison
    from riskcore.lab.measure.compare import compare as compare_sides
    from riskcore.lab.measure.skill import side_game_total
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.simulate import simulate

    changes = changes_words(added, settings)
    loaded = [given_variant(each, settings, added, plugin_files) for each in variants]
    if len(loaded) == 1:
        loaded.insert(0, given_variant(variants[0] if changes else _extended(variants[0]), (), (), plugin_files))
    seats = _common_players(loaded, players)
    plans = [Plan(each, seats, seed, fitting_bots(bots, seats), max_rounds) for each in loaded]
    played, sides = [], []
    total = len(plans) * (games + side_game_total(plans[0], games, restricted=False))
    with workforce(workers, scheduler) as force, progress_bar(total, "compare") as progress:
        play = partial(simulate, workers=force.workers, open_executor=force.open_executor, progress=progress)
        for plan in plans:
            results, side = _play(plan, games, play)
            played.append(results)
            sides.append(side)
    found = compare_sides(sides[0], sides[1:])
    unwritten = None if html is None else _write_page(html, played, found, changes)
    if as_json:
        echo(json.dumps(_told(played, found, changes), indent=2))
    else:
        show_comparison(screen(), played, found, changes)
    if unwritten is not None:
        raise unwritten


def _extended(variant: str) -> str:
    """The file of the variant that this one extends."""
    layers, _ = file_layers(variant)
    if len(layers) < 2 or layers[-2].document.get("group") == "base":
        raise click.UsageError(f"{variant} extends no other game: name another variant, or add --rule or --set")
    return os.path.join(os.curdir, layers[-2].place((), False).file)


def _write_page(
    html: Path, played: list["Results"], found: list[list["Change"]], changes: list[str]
) -> click.ClickException | None:
    """What cannot be written shall not cost the screen."""
    from riskcore.lab.report import comparison_page

    command = command_again(click.get_current_context(), but=("as_json", "html", "workers", "scheduler"))
    try:
        write_file(html, comparison_page(played, found, command=command, changes=changes))
    except click.ClickException as error:
        return error
    return None


def _play(plan: "Plan", games: int, play: "partial[Results]") -> tuple["Results", "Side"]:
    """The games of a variant; an incomplete run ends the command."""
    from riskcore.lab.measure.columns import Games
    from riskcore.lab.measure.compare import Side
    from riskcore.lab.measure.skill import SideGames, play_side_games

    results = play(plan, games, measured=True)
    side_games = SideGames() if results.stopped else play_side_games(plan, games, play, restricted=False)
    if stopped := results.stopped or side_games.stopped:
        leave_stopped(stopped, f"{plan.variant.name} is not complete, so there is nothing to compare")
    if side_games.fault:
        click.echo(f"skill was not measured in {plan.variant.name}: {side_games.fault}", err=True)
    return results, Side(Games.of(results), side_games.measured)


def _common_players(variants: list["Variant"], players: int | None) -> int:
    """A number of players that every variant allows, the usual one if possible."""
    if players is not None:
        for each in variants:
            fitting_players(each, players)
        return players
    fewest = max(each.players.min for each in variants)
    most = min(each.players.max for each in variants)
    if fewest > most:
        spans = ", ".join(f"{each.name} is for {each.players.min} to {each.players.max}" for each in variants)
        raise click.UsageError(f"no number of players suits all: {spans}")
    return min(max(USUAL_PLAYERS, fewest), most)


def _told(played: list["Results"], found: list[list["Change"]], changes: list[str]) -> dict[str, Any]:
    """What JSON says about a comparison."""
    from riskcore.lab.measure.findings import finding
    from riskcore.lab.measure.words import bots_words

    plan = played[0].plan
    about: dict[str, Any] = {"games": len(played[0]), "players": plan.players, "seed": plan.seed}
    about |= {"bots": list(plan.line_up), "max_rounds": plan.max_rounds, "changes": changes}
    about["note"] = bots_words(*(each.plan for each in played))
    who = [
        {"variant": each.plan.variant.id, "name": each.plan.variant.name, "digest": each.digest()} for each in played
    ]
    against = [
        {
            **other,
            "same_games": other["digest"] == who[0]["digest"],
            "findings": [finding(each) for each in measured if each.different],
            "measures": [each.to_dict() for each in measured],
        }
        for other, measured in zip(who[1:], found, strict=True)
    ]
    return {**about, "baseline": who[0], "compared": against}
