"""Finished batches of games on disk, so that a run that is killed loses none: one line for each, added at once.

A line that was cut off or damaged is as good as none. Only numbers and names are read back, never code.
"""

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any
from zlib import crc32

import attrs

from riskcore.lab.play.conduct import Conduct
from riskcore.lab.play.recorded_batch import Recording
from riskcore.lab.play.results import Batch
from riskcore.lab.record.game_record import Log
from riskcore.lab.settings.files import writing

__all__ = ["BatchFile"]


class BatchFile:
    """A file that batches are added to, and read from when the run begins again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, batch: Batch) -> None:
        """Write a batch. Two processes may do so at the same time."""
        text = json.dumps(_written(batch), separators=(",", ":"))
        # Begun on a new line, lest it be lost with one that a killed process left unfinished.
        with writing(self.path), self.path.open("ab") as file:
            file.write(f"\n{crc32(text.encode()):08x} {text}\n".encode())

    def read(self) -> list[Batch]:
        """The batches that are whole, no game twice."""
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return []
        found: list[Batch] = []
        seen: set[int] = set()
        for line in lines:
            batch = _read(line)
            if batch is not None and seen.isdisjoint(numbers := range(batch.start, batch.start + len(batch))):
                seen.update(numbers)
                found.append(batch)
        return found

    def remove(self) -> None:
        """Delete the file, if there is one."""
        self.path.unlink(missing_ok=True)


def _read(line: bytes) -> Batch | None:
    checksum, _, text = line.partition(b" ")
    try:
        return _batch(json.loads(text)) if int(checksum, 16) == crc32(text) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _packed(data: bytes) -> str:
    return b64encode(data).decode("ascii")


def _written(batch: Batch) -> dict[str, Any]:
    recording = batch.recording
    assert recording is not None, "only measured games are kept"
    return {
        "start": batch.start,
        "reasons": batch.reasons,
        "packed": _packed(batch.packed),
        "rules": recording.rules,
        "counts": _packed(recording.counts),
        "folds": _packed(recording.folds),
        "slopes": _packed(recording.slopes),
        "conduct": attrs.astuple(batch.conduct),
        "logs": [(log.players, _packed(log.rows), log.choices, log.asked, log.fires) for log in recording.logs],
    }


def _batch(told: dict[str, Any]) -> Batch:
    logs = tuple(
        Log(players, b64decode(rows), choices, asked, tuple(fires))
        for players, rows, choices, asked, fires in told["logs"]
    )
    counts, folds, slopes = (b64decode(told[part]) for part in ("counts", "folds", "slopes"))
    recording = Recording(tuple(told["rules"]), counts, folds, slopes=slopes, logs=logs)
    conduct = Conduct(*told["conduct"])
    batch = Batch(told["start"], tuple(told["reasons"]), b64decode(told["packed"]), recording, conduct=conduct)
    if type(batch.start) is not int or (logs and len(logs) != len(batch)):
        raise ValueError("the games do not go with what is known of them")
    return batch
