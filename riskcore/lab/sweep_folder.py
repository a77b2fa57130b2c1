"""The folder of a sweep: a file for each finished cell, whole or not there, and all of them as one table."""

import csv
import hashlib
import io
import json
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from riskcore import __version__
from riskcore.errors import RiskError
from riskcore.lab.batch_file import BatchFile
from riskcore.lab.measures import measure
from riskcore.lab.play import Plan
from riskcore.lab.results import Results
from riskcore.lab.summary import summarise
from riskcore.lab.sweep import Cell, Varied

__all__ = ["CellReport", "SweepFolder", "SweepFolderError", "need_duckdb", "sweep_identity"]

_PLAN = "sweep.json"
_CELLS = "cells"
_GAMES = ".games"
_CSV = "results.csv"
_PARQUET = "results.parquet"


class SweepFolderError(RiskError):
    """A folder that cannot hold the results of this sweep."""


@attrs.frozen
class CellReport:
    """What the games of a cell show, as JSON holds it."""

    values: dict[str, str]
    digest: str
    summary: dict[str, Any]
    measures: dict[str, dict[str, Any]]

    @classmethod
    def of(cls, cell: Cell, results: Results) -> "CellReport":
        """Measure the games of a cell."""
        measures = {each.key: {**each.to_dict(), "front": each.front} for each in measure(results)}
        return cls(dict(cell.values), results.digest(), summarise(results).to_dict(), measures)

    def row(self) -> dict[str, Any]:
        """The cell in a table with a column for each number."""
        row: dict[str, Any] = {**self.values, "games": self.summary["games"], "finished": self.summary["finished"]}
        for key, each in self.measures.items():
            low, high = each["interval"] or (None, None)
            row.update({key: each["value"], f"{key}_low": low, f"{key}_high": high})
        return {**row, "digest": self.digest}


def sweep_identity(cells: Sequence[Cell], varied: Sequence[Varied], games: int) -> dict[str, Any]:
    """All that decides how a sweep's games go, but for the values that it varies."""
    plan = cells[0].plan
    document = tomllib.loads(plan.variant.to_toml())
    for each in varied:
        table = document
        for part in each.path[:-1]:
            table = table.get(part, {})
        table.pop(each.name, None)
    return {**_conditions(plan, games), "varied": [each.key for each in varied], "variant": document}


def _conditions(plan: Plan, games: int) -> dict[str, Any]:
    """What is the same in all cells. Files are known by what they hold, so that they may move."""
    files = [*plan.variant.plugin_files, *([plan.variant.board] if os.path.isfile(plan.variant.board) else [])]
    return {
        "version": __version__,
        "games": games,
        "players": plan.players,
        "bots": list(plan.line_up),
        "seed": plan.seed,
        "max_rounds": plan.max_rounds,
        "files": {os.path.basename(file): hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in files},
    }


class SweepFolder:
    """Results that outlive the process: whatever is killed when, a cell is kept once or not at all."""

    def __init__(self, path: str | os.PathLike[str], identity: dict[str, Any], *, fresh: bool = False) -> None:
        """Make the folder, or continue in it if it holds the same sweep; `fresh` deletes another's results."""
        self.path = Path(path)
        self._identity: dict[str, Any] = json.loads(json.dumps(identity))  # as it will be read back
        self._reported: set[Path] = set()
        self._prepare(fresh)

    def _prepare(self, fresh: bool) -> None:
        there = self.path / _PLAN
        if self.path.exists() and not self.path.is_dir():
            raise SweepFolderError(f"{self.path} is a file; results need a folder")
        if there.exists():
            if fresh:
                self._clear()
            else:
                self._compare(there)
        elif self.path.exists() and any(self.path.iterdir()):
            raise SweepFolderError(f"{self.path} holds other things than a sweep; give an empty or a new folder")
        (self.path / _CELLS).mkdir(parents=True, exist_ok=True)
        if not there.exists():
            _write(there, json.dumps(self._identity, indent=2))

    def _compare(self, there: Path) -> None:
        try:
            known = json.loads(there.read_text(encoding="utf-8"))
        except ValueError as error:
            raise SweepFolderError(f"{there} is damaged: {error}; --fresh deletes it and its results") from None
        if known == self._identity:
            return
        differences = [
            _difference(name, known.get(name) if isinstance(known, dict) else None, mine)
            for name, mine in self._identity.items()
            if not isinstance(known, dict) or known.get(name) != mine
        ]
        raise SweepFolderError(
            f"{self.path} holds results of another sweep: {'; '.join(differences)}. "
            "Give another folder, or --fresh to delete those results"
        )

    def _clear(self) -> None:
        """Delete what a sweep writes, and nothing else."""
        cells = self.path / _CELLS
        files = [*cells.glob("*.json"), *cells.glob(f"*{_GAMES}")]
        for path in [*files, *(self.path / name for name in (_CSV, _PARQUET, _PLAN))]:
            path.unlink(missing_ok=True)

    def batches(self, cell: Cell) -> BatchFile:
        """The games of a cell that is not finished."""
        return BatchFile(self._file(cell).with_suffix(_GAMES))

    def _file(self, cell: Cell) -> Path:
        """A cell's file is named by all that decides its games."""
        conditions = {**_conditions(cell.plan, self._identity["games"]), "variant": cell.plan.variant.to_toml()}
        name = hashlib.sha256(json.dumps(conditions, sort_keys=True).encode()).hexdigest()
        return self.path / _CELLS / f"{name[:32]}.json"

    def find(self, cell: Cell) -> CellReport | None:
        """The report of a cell that was kept; a file that does not read is as good as none."""
        report = _read(self._file(cell))
        if report is None:
            return None
        self._reported.add(self._file(cell))
        return attrs.evolve(report, values=dict(cell.values))  # the same value may be written otherwise now

    def keep(self, cell: Cell, results: Results) -> CellReport:
        """Measure a cell's games, and keep what they show."""
        report = CellReport.of(cell, results)
        _write(self._file(cell), json.dumps(attrs.asdict(report), indent=1))
        self._reported.add(self._file(cell))
        self.batches(cell).remove()
        return report

    def _others(self) -> list[CellReport]:
        """What other commands left here for other values of the same parameters."""
        found = (_read(path) for path in (self.path / _CELLS).glob("*.json") if path not in self._reported)
        return sorted(
            (report for report in found if report is not None),
            key=lambda report: [_in_order(value) for value in report.values.values()],
        )

    def write_csv(self, reports: Sequence[CellReport]) -> Path:
        """One row for each cell that is kept here, those reported first."""
        rows = [report.row() for report in (*reports, *self._others())]
        columns = list(dict.fromkeys(column for row in rows for column in row))
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        path = self.path / _CSV
        _write(path, text.getvalue())
        return path

    def write_parquet(self, reports: Sequence[CellReport]) -> Path:
        """The same table as Parquet."""
        need_duckdb()
        import duckdb

        source, path = self.write_csv(reports), self.path / _PARQUET
        part = _part_of(path)
        with duckdb.connect() as database:
            table = database.read_csv(str(source), header=True, sample_size=-1)
            table.write_parquet(str(part))
        os.replace(part, path)
        return path


def _read(path: Path) -> CellReport | None:
    try:
        return CellReport(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _in_order(value: str) -> tuple[float, str]:
    """Numbers by their size, then all else."""
    try:
        return float(value), value
    except ValueError:
        return float("inf"), value


def _difference(name: str, known: object, mine: object) -> str:
    if isinstance(known, (int, str)) and isinstance(mine, (int, str)):
        return f"{name} {known} there, {mine} here"
    if isinstance(known, list) and isinstance(mine, list):
        return f"{name} {', '.join(map(str, known))} there, {', '.join(map(str, mine))} here"
    return {"variant": "the variant is another", "files": "a plugin or board file has changed"}.get(name, name)


def need_duckdb() -> None:
    """Say what is missing before anything is played."""
    try:
        import duckdb  # noqa: F401 - only whether it is there
    except ImportError:
        raise SweepFolderError('parquet needs duckdb: pip install "riskvar[parquet]"; CSV is written always') from None


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def _write(path: Path, text: str) -> None:
    """All of it or nothing, also if the machine stops in between."""
    part = _part_of(path)
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
