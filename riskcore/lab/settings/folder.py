"""The folder of a sweep: a file for each finished cell, whole or not there, and all of them as one table."""

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from riskcore.files.disk import write_new, write_whole
from riskcore.lab.measure.measures import measure
from riskcore.lab.measure.skill import SideGames
from riskcore.lab.measure.summary import summarise
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.settings.batch_file import BatchFile
from riskcore.lab.settings.files import (
    SweepFolderError,
    cannot,
    document_checksum,
    has_checksum,
    is_part,
    remove_stale,
    write_parquet,
    writing,
)
from riskcore.lab.settings.grid import Cell, rank, settings_words
from riskcore.lab.settings.identity import SweepIdentity, differences

__all__ = ["CellReport", "SweepFolder", "SweepFolderError"]

_PLAN = "sweep.json"
_CELLS = "cells"
_GAMES = ".games"
_CSV = "results.csv"
_PARQUET = "results.parquet"
_ELSE = "Give another folder, or --fresh to delete those results"


@attrs.frozen
class CellReport:
    """What the games of a cell show, as JSON holds it; `fault` says why skill is not among it."""

    values: dict[str, str]
    digest: str
    summary: dict[str, Any]
    measures: dict[str, dict[str, Any]]
    fault: str = ""

    @classmethod
    def of(cls, cell: Cell, results: Results, side_games: SideGames) -> "CellReport":
        """Measure the games of a cell."""
        measured = (*measure(results), *side_games.measured)
        measures = {each.key: {**each.to_dict(), "front": each.front} for each in measured}
        return cls(dict(cell.values), results.digest(), summarise(results).to_dict(), measures, side_games.fault)

    def words(self) -> str:
        """The cell as `--set` options would have it."""
        return settings_words(self.values)

    def row(self) -> dict[str, Any]:
        """The cell in a table with a column for each number."""
        row: dict[str, Any] = {**self.values, "games": self.summary["games"], "finished": self.summary["finished"]}
        for key, each in self.measures.items():
            low, high = each["interval"] or (None, None)
            row.update({key: each["value"], f"{key}_low": low, f"{key}_high": high})
        return {**row, "digest": self.digest}

    def ranks(self, keys: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
        """Where the cell stands among others, by these parameters."""
        return tuple(rank(self.values[key]) for key in keys)


@attrs.frozen
class _Kept:
    """A cell's file: its report, of which sweep it is, and the files that its own values name."""

    sweep: str
    files: dict[str, str]
    report: CellReport

    def write(self, path: Path) -> None:
        """Write it with a checksum, so that nothing is read that was not written."""
        document = json.loads(json.dumps(attrs.asdict(self)))
        with writing(path):
            write_whole(path, json.dumps({**document, "checksum": document_checksum(document)}, indent=1))

    @classmethod
    def read(cls, path: Path) -> "_Kept | None":
        """What was written; a file that does not read, or says anything else, is as good as none."""
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            if document.pop("checksum") != document_checksum(document):
                return None
            kept = cls(**{**document, "report": CellReport(**document["report"])})
            kept.report.row()
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return kept


class SweepFolder:
    """Results that outlive the process: whatever is killed when, a cell is kept once or not at all."""

    def __init__(self, path: str | os.PathLike[str], identity: SweepIdentity, *, fresh: bool = False) -> None:
        """Make the folder, or continue in it if it holds the same sweep; `fresh` deletes results that are there."""
        self.path = Path(path)
        self._identity = identity
        self._known: dict[Path, _Kept] = {}  # files that have been read, or written; whole ones do not change
        try:
            self._prepare(fresh)
        except OSError as error:
            raise cannot("read", error.filename or self.path, error) from error

    def _prepare(self, fresh: bool) -> None:
        plan, cells = self.path / _PLAN, self.path / _CELLS
        if self.path.exists() and not self.path.is_dir():
            raise SweepFolderError(f"{self.path} is a file; results need a folder")
        if fresh and plan.exists():
            self._clear()
        elif not plan.exists() and self.path.exists() and not self._is_empty():
            raise SweepFolderError(f"{self.path} holds other things than a sweep; give an empty or a new folder")
        _make(self.path)
        if not plan.exists():  # first of all: a folder in which a sweep began can always be gone on with
            with writing(plan):
                write_new(plan, json.dumps(self._identity.told, indent=2))
        self._compare(plan)
        _make(cells)
        for folder in (self.path, cells):
            remove_stale(folder)
        self._check_values()

    def _is_empty(self) -> bool:
        """Whether there is nothing but what a sweep leaves that was killed before it began."""
        cells = self.path / _CELLS
        inside = cells.iterdir() if cells.is_dir() else iter(())
        return all(is_part(path) for path in (*self.path.iterdir(), *inside) if path != cells or not path.is_dir())

    def _compare(self, plan: Path) -> None:
        text = plan.read_bytes()
        try:
            found = differences(json.loads(text), self._identity.told)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            reason = "nested too deeply" if isinstance(error, RecursionError) else error
            raise SweepFolderError(f"{plan} is damaged: {reason}; --fresh deletes it and its results") from None
        if found:
            raise SweepFolderError(f"{self.path} holds results of another sweep: {'; '.join(found)}. {_ELSE}")

    def _check_values(self) -> None:
        """See that files which varied values name hold what they held when their cells were played."""
        for kept in self._kept():
            for path, known in kept.files.items():
                if os.path.exists(path) and not has_checksum(path, known):
                    cell = f"a cell with {kept.report.words()}"
                    raise SweepFolderError(f"{self.path} has {cell}, but {path} has changed since. {_ELSE}")

    def _clear(self) -> None:
        """Delete what a sweep writes, and nothing else; last what says that it is one."""
        cells = self.path / _CELLS
        files = [*cells.glob("*.json"), *cells.glob(f"*{_GAMES}")]
        for path in [*files, *(self.path / name for name in (_CSV, _PARQUET, _PLAN))]:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise cannot("delete", path, error) from error

    def _file(self, cell: Cell) -> Path:
        """A cell's file is named by all that decides its games."""
        return self.path / _CELLS / f"{self._identity.of(cell).name}.json"

    def _batches(self, cell: Cell) -> BatchFile:
        return BatchFile(self._file(cell).with_suffix(_GAMES))

    def find(self, cell: Cell) -> CellReport | None:
        """The report of a cell that was kept."""
        kept = self._read(self._file(cell))
        if kept is None:
            return None
        return attrs.evolve(kept.report, values=dict(cell.values))  # the same value may be written otherwise now

    def begin(self, cell: Cell) -> list[Batch]:
        """The games of a cell that was not finished."""
        self._identity.check()
        return self._batches(cell).read()

    def add(self, cell: Cell, batch: Batch) -> None:
        """Keep games of a cell under way."""
        self._identity.check()
        self._batches(cell).add(batch)

    def check(self) -> None:
        """See that no file has changed since the sweep began."""
        self._identity.check()

    def keep(self, cell: Cell, results: Results, side_games: SideGames) -> CellReport:
        """Measure a cell's games, and keep what they and the games beside them show."""
        self._identity.check()
        report = CellReport.of(cell, results, side_games)
        kept = _Kept(self._identity.name, self._identity.of(cell).files, report)
        kept.write(self._file(cell))
        self._known[self._file(cell)] = kept
        self._batches(cell).remove()
        return report

    def _read(self, path: Path) -> _Kept | None:
        if path not in self._known:
            kept = _Kept.read(path)
            if kept is None or kept.sweep != self._identity.name:
                return None
            self._known[path] = kept
        return self._known[path]

    def _kept(self) -> Iterator[_Kept]:
        """What this command or others have left here of the same sweep."""
        for path in (self.path / _CELLS).glob("*.json"):
            kept = self._read(path)
            if kept is not None:
                yield kept

    def write_csv(self, reports: Sequence[CellReport]) -> Path:
        """One row for each cell that is kept here, in order of the values; those reported as they are written now."""
        keys = list(reports[0].values)
        rows = {report.ranks(keys): report for report in (*(kept.report for kept in self._kept()), *reports)}
        table = [report.row() for report in sorted(rows.values(), key=lambda report: report.ranks(keys))]
        columns = dict.fromkeys((*keys, *(column for row in table for column in row if column != "digest"), "digest"))
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
        path = self.path / _CSV
        with writing(path):
            write_whole(path, text.getvalue())
        return path

    def write_parquet(self, reports: Sequence[CellReport]) -> Path:
        """The same table as Parquet."""
        source, path = self.write_csv(reports), self.path / _PARQUET
        with writing(path):
            write_parquet(source, path)
        return path


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("make", folder, error) from error
