"""`riskvar sweep`: the same games under every combination of some settings."""

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import (
    as_json,
    bots_option,
    fitting_bots,
    fitting_players,
    given_variant,
    max_rounds_option,
    number_of_games,
    players_option,
    seed_option,
    variant_options,
    workers_option,
)
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riskcore.lab.play.batch import Plan
    from riskcore.lab.sweep.folder import CellReport
    from riskcore.lab.sweep.grid import Cell, Varied

__all__ = ["sweep"]


@click.command(cls=Command, short_help="Play a variant under every combination of some settings.")
@variant_options
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
@players_option
@bots_option
@seed_option
@workers_option
@scheduler_option
@max_rounds_option
@as_json
def sweep(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    vary: tuple[str, ...],
    output: str,
    fresh: bool,
    parquet: bool,
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    max_rounds: int,
    as_json: bool,
) -> None:
    """Play VARIANT under every combination of some settings, and compare the measures.

    Finished games are kept at once: after Ctrl-C or a crash the same command goes on where it stopped.
    """
    from riskcore.cli.screens.sweep import show_sweep
    from riskcore.lab.measure.skill import side_game_total
    from riskcore.lab.play.batch import GameFailed, Plan
    from riskcore.lab.play.simulate import INTERRUPTED, simulate
    from riskcore.lab.sweep.folder import SweepFolder, SweepFolderError, need_duckdb
    from riskcore.lab.sweep.grid import SweepStopped, make_grid, read_varied
    from riskcore.lab.sweep.grid import sweep as play_sweep
    from riskcore.lab.sweep.identity import SweepIdentity

    def plan(values: dict[str, str]) -> "Plan":
        changes = (f"{key}={value}" for key, value in values.items())
        loaded = given_variant(variant, (*settings, *changes), added, plugin_files)
        seats = fitting_players(loaded, players)
        return Plan(loaded, seats, seed, fitting_bots(bots, seats), max_rounds)

    if parquet:
        need_duckdb()
    varied = read_varied(vary)
    _refuse_both(varied, settings)
    cells = make_grid(varied, plan)
    identity = SweepIdentity(_unvaried(plan, cells), cells, varied, games, players=players)
    folder = SweepFolder(output, identity, fresh=fresh)
    missing = [cell for cell in cells if folder.find(cell) is None]
    total = sum(games + side_game_total(cell.plan, games, restricted=False) for cell in missing)
    reports: list[CellReport] = []
    stopped = fault = ""
    with (
        workforce(workers, scheduler) as force,
        progress_bar(total, cells[0].plan.variant.name) as progress,
    ):
        play = partial(simulate, workers=force.workers, open_executor=force.open_executor, progress=progress)
        try:
            for report in play_sweep(cells, games, folder, play):
                reports.append(report)
                folder.write_csv(reports)
        except SweepStopped as error:
            stopped = str(error)
        except KeyboardInterrupt:  # between games
            stopped = INTERRUPTED
        except GameFailed as error:
            fault = str(error)
        except SweepFolderError as error:
            fault, parquet = str(error), False
    if parquet and reports:
        folder.write_parquet(reports)
    if as_json:
        told = [{"settings": report.values, "digest": report.digest, **_numbers(report)} for report in reports]
        echo(json.dumps({"variant": cells[0].plan.variant.id, "games": games, "cells": told}, indent=2))
    elif reports:
        show_sweep(screen(widest=None), cells, varied, reports, games, folder.path, played=len(missing))
    for report in reports:
        if report.fault:
            click.echo(f"with {report.words()}: skill was not measured: {report.fault}", err=True)
    if fault:
        click.echo(fault, err=True)
        raise SystemExit(1)
    if stopped:
        kept = f"{len(reports):,} of {len(cells):,} cells are finished; the same command goes on from there"
        leave_stopped(stopped, kept)


def _unvaried(plan: "Callable[[dict[str, str]], Plan]", cells: "Sequence[Cell]") -> "Plan":
    """What is played with nothing varied, so that no cell has to stand for all; some value may have to be given."""
    from riskcore import RiskError

    try:
        return plan({})
    except (RiskError, click.UsageError):
        return cells[0].plan


def _refuse_both(varied: "Sequence[Varied]", settings: tuple[str, ...]) -> None:
    """A parameter is either set or varied."""
    from riskcore.lab.sweep.grid import key_path

    for setting in settings:
        try:
            path = key_path(setting.partition("=")[0])
        except ValueError:  # loading the variant says what is wrong
            continue
        for each in varied:
            if path == each.path:
                raise click.UsageError(f"--set {setting}: {each.key} is varied; give its values there")


def _numbers(report: "CellReport") -> dict[str, object]:
    return {
        "finished": report.summary["finished"],
        "measures": {
            key: {"value": each["value"], "interval": each["interval"]} for key, each in report.measures.items()
        },
    }
