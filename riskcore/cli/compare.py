"""`riskvar compare`: the same bots and seeds under several variants, and what differs."""

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from riskcore.cli.options import (
    USUAL_PLAYERS,
    as_json,
    bots_option,
    change_options,
    fitting_bots,
    fitting_players,
    given_variant,
    max_rounds_option,
    players_option,
    seed_option,
    workers_option,
)
from riskcore.cli.screen import progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce

if TYPE_CHECKING:
    from riskcore.lab.compare import Change, Side
    from riskcore.lab.play import Plan
    from riskcore.lab.results import Results
    from riskcore.variant import Variant

__all__ = ["compare"]


@click.command(short_help="Say what differs between variants.")
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
    as_json: bool,
) -> None:
    """Play the first VARIANT and each of the others with the same bots, players and seeds, and say what differs.

    --rule and --set change all of them. A single VARIANT with changes is compared with itself without them.
    """
    from riskcore.cli.compare_page import show_comparison
    from riskcore.lab.chairs import chair_total
    from riskcore.lab.compare import compare as compare_sides
    from riskcore.lab.play import Plan
    from riskcore.lab.simulate import simulate

    changes = [*(f"--rule {name}" for name in added), *(f"--set {setting}" for setting in settings)]
    loaded = [given_variant(each, settings, added, plugin_files) for each in variants]
    if len(loaded) == 1:
        if not changes:
            raise click.UsageError("one variant and no change: name another variant, or add --rule or --set")
        loaded.insert(0, given_variant(variants[0], (), (), plugin_files))
    seats = _common_players(loaded, players)
    plans = [Plan(each, seats, seed, fitting_bots(bots, seats), max_rounds) for each in loaded]
    played, sides = [], []
    total = len(plans) * (games + chair_total(plans[0], games, restricted=False))
    with workforce(workers, scheduler) as force, progress_bar(total, "compare") as progress:
        play = partial(simulate, workers=force.workers, open_executor=force.open_executor, progress=progress)
        for plan in plans:
            results, side = _play(plan, games, play)
            played.append(results)
            sides.append(side)
    found = compare_sides(sides[0], sides[1:])
    if as_json:
        click.echo(json.dumps(_told(played, found, changes), indent=2))
    else:
        show_comparison(screen(), played, found, changes)


def _play(plan: "Plan", games: int, play: "partial[Results]") -> tuple["Results", "Side"]:
    """The games of a variant; an incomplete run ends the command."""
    from riskcore.lab.chairs import measure_chairs
    from riskcore.lab.compare import Side
    from riskcore.lab.games import Games
    from riskcore.lab.simulate import INTERRUPTED

    results = play(plan, games, measured=True)
    chairs = measure_chairs(plan, games, play, restricted=False) if not results.stopped else None
    stopped = results.stopped or (chairs.stopped if chairs else "")
    if chairs is None or stopped:
        click.echo(f"{stopped}: {plan.variant.name} is not complete, so there is nothing to compare", err=True)
        raise SystemExit(130 if stopped == INTERRUPTED else 1)
    if chairs.fault:
        click.echo(f"skill was not measured in {plan.variant.name}: {chairs.fault}", err=True)
    return results, Side(Games.of(results), chairs.measured)


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
    from riskcore.lab.findings import finding
    from riskcore.lab.run_words import BOTS

    plan = played[0].plan
    about: dict[str, Any] = {"games": len(played[0]), "players": plan.players, "seed": plan.seed}
    about |= {"bots": list(plan.line_up), "max_rounds": plan.max_rounds, "changes": changes, "note": BOTS}
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
