"""A sweep: the same games under every combination of some settings, kept in a folder."""

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

import attrs

from riskcore.errors import RiskError
from riskcore.lab.measure.skill import side_game_total
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recipe import PlanError, Recipe
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.simulate import INTERRUPTED, simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.settings.files import need_duckdb
from riskcore.lab.settings.folder import CellReport, SweepFolder, SweepFolderError
from riskcore.lab.settings.grid import Cell, SweepStopped, Varied, key_path, make_grid, read_varied
from riskcore.lab.settings.grid import sweep as play_cells
from riskcore.lab.settings.identity import SweepIdentity

__all__ = ["Sweep", "refuse_both", "sweep"]


@attrs.define
class Sweep:
    """The cells of a sweep and what their games show, as far as they were played.

    `stopped` or `fault` says why reports are missing; `resumed` are the cells that had been played before.
    """

    cells: Sequence[Cell]
    varied: Sequence[Varied]
    games: int
    folder: SweepFolder
    resumed: int
    reports: list[CellReport] = attrs.field(factory=list)
    stopped: str = ""
    fault: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The sweep as JSON holds it."""
        return {
            "variant": self.cells[0].plan.variant.id,
            "games": self.games,
            "cells": [
                {
                    "settings": report.values,
                    "digest": report.digest,
                    "finished": report.summary["finished"],
                    "measures": {
                        key: {"value": each["value"], "interval": each["interval"]}
                        for key, each in report.measures.items()
                    },
                }
                for report in self.reports
            ],
        }


def sweep(
    recipe: Recipe,
    vary: Sequence[str],
    folder: str | os.PathLike[str],
    games: int = 1000,
    *,
    fresh: bool = False,
    parquet: bool = False,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Sweep:
    """Play a plan under every combination of settings, `vary` being like `["rules.capitals.bonus_armies=0,2,5"]`.

    What is finished is kept in the folder at once, so that the same call goes on where it was stopped; `fresh` deletes
    what is there. The table of results is written as CSV, with `parquet` in that format as well.
    """
    forget_arenas()
    if parquet:
        need_duckdb()
    varied = read_varied(vary)
    refuse_both(varied, recipe)
    cells = make_grid(varied, recipe.plan)
    identity = SweepIdentity(_unvaried(recipe, cells), cells, varied, games, players=recipe.players)
    place = SweepFolder(folder, identity, fresh=fresh)
    missing = [cell for cell in cells if place.find(cell) is None]
    tally = Tally(progress, sum(games + side_game_total(cell.plan, games, restricted=False) for cell in missing))
    found = Sweep(cells, varied, games, place, len(cells) - len(missing))
    _play(found, partial(simulate, workers=workers, open_executor=open_executor, progress=tally), parquet)
    return found


def _play(found: Sweep, play: Any, parquet: bool) -> None:
    """Play what is missing, cell by cell; what was finished before a fault is reported all the same."""
    try:
        for report in play_cells(found.cells, found.games, found.folder, play):
            found.reports.append(report)
            found.folder.write_csv(found.reports)
    except SweepStopped as error:
        found.stopped = str(error)
    except KeyboardInterrupt:  # between games
        found.stopped = INTERRUPTED
    except GameFailed as error:
        found.fault = str(error)
    except SweepFolderError as error:
        found.fault = str(error)
        return
    if parquet and found.reports:
        found.folder.write_parquet(found.reports)


def _unvaried(recipe: Recipe, cells: Sequence[Cell]) -> Plan:
    """What is played with nothing varied, so that no cell has to stand for all; some value may have to be given."""
    try:
        return recipe.plan()
    except RiskError:
        return cells[0].plan


def refuse_both(varied: Sequence[Varied], recipe: Recipe) -> None:
    """A parameter is either set or varied."""
    for setting in recipe.settings:
        try:
            path = key_path(setting.partition("=")[0])
        except ValueError:  # loading the variant says what is wrong
            continue
        for each in varied:
            if path == each.path:
                raise PlanError(f"--set {setting}: {each.key} is varied; give its values there")
