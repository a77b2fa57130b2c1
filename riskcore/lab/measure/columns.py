"""The games of a run as columns of numbers, one for each game: what every measure is computed from."""

from collections.abc import Callable, Sequence
from operator import attrgetter

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.recorded_batch import Recording
from riskcore.lab.play.results import Results
from riskcore.lab.record.fold import CHANCES, Fold
from riskcore.lab.record.lead import FEATURES

__all__ = ["Games", "complete_blocks", "lengths", "plain_columns"]

Floats = npt.NDArray[np.float64]


@attrs.frozen(eq=False)
class Games:
    """Columns by name; a game that lacks something has "not a number" there.

    The fields of `lab.record.fold.Fold`, and: `decided` is 1 or 0, `seat` is the winner's or 0, `rounds` is infinite
    for a game that was stopped, `turns`, `moves` (decisions that players took),
    `choices` and `asked` (logarithms of legal moves, and at how many decisions). `felt`
    has a column for each rule, `influence` what games do to some columns by way of the lead's weights
    (`riskcore.lab.record.influence`).
    """

    plan: Plan
    columns: dict[str, Floats]
    felt: dict[str, Floats] = attrs.field(factory=dict)
    influence: dict[str, Floats] = attrs.field(factory=dict)
    pilot: int = 0  # the games, the first ones, that the lead was fitted to

    def __len__(self) -> int:
        return len(self.columns["seat"])

    @property
    def stopped(self) -> int:
        """Games that were stopped at the round cap: how they would have ended, nobody knows."""
        return int(np.count_nonzero(np.isinf(self.columns["rounds"])))

    def varying(self, name: str) -> Floats:
        """A column with what games do to it by way of the lead, that varies from game to game as its mean from run to
        run; the mean is what it would be had the lead been fitted to all games.
        """
        return self.columns[name] + self.influence.get(name, 0.0)

    def fit_variance(self) -> dict[str, float]:
        """By column, the variance that the mean owes to the fit of the lead to the pilot, however many games follow."""
        found: dict[str, float] = {}
        for name, influence in self.influence.items():
            moved, told = influence[: self.pilot], self.columns[name][: self.pilot]
            games = max(1, int(np.count_nonzero(~np.isnan(told))))
            together = float(np.nansum(told * moved))
            found[name] = (float(moved @ moved) + 2 * max(0.0, together)) / games**2
        return found

    @classmethod
    def of(cls, results: Results, *, by_armies: bool = False) -> "Games":
        """The games of a run; with `by_armies`, those of its pilot as they look when armies alone say who is ahead."""
        kept = [
            (batch, batch.recording)
            for batch in results.batches()
            if batch.recording is not None and (batch.recording.army_folds or not by_armies)
        ]
        records = [record for batch, _ in kept for record in batch]
        columns = plain_columns(records)
        part = attrgetter("army_folds" if by_armies else "folds")
        folds = _stacked(kept, np.float64, part, len(Fold._fields))
        columns.update(zip(Fold._fields, folds.T, strict=True))
        rules = kept[0][1].rules if kept else ()
        counts = _stacked(kept, np.uint32, attrgetter("counts"), 2 + len(rules))
        columns["choices"], columns["asked"], *felt = counts.T
        pilot = sum(len(batch) for batch, recording in kept if recording.army_folds)
        moved = {}
        if results.influence is not None and not by_armies:
            moves = results.influence.of(_stacked(kept, np.float64, attrgetter("slopes"), len(FEATURES)))
            moves[np.isnan(columns["drama"])] = 0.0
            moved = dict(zip(CHANCES, moves.T, strict=True))
        return cls(results.plan, columns, dict(zip(rules, felt, strict=True)), moved, pilot)


def _stacked(
    kept: Sequence[tuple[object, Recording]], kind: type[np.generic], part: Callable[[Recording], bytes], width: int
) -> Floats:
    packed = b"".join(part(recording) for _, recording in kept)
    return np.frombuffer(packed, dtype=kind).reshape(-1, width).astype(np.float64)


def plain_columns(records: Sequence[GameRecord]) -> dict[str, Floats]:
    """What there is to say of games whose turns need not be known."""
    return {
        "decided": np.asarray([record.winner is not None for record in records], dtype=np.float64),
        "seat": np.asarray([record.seat for record in records], dtype=np.float64),
        "rounds": lengths(records),
        "turns": np.asarray([record.turns for record in records], dtype=np.float64),
        "moves": np.asarray([record.moves for record in records], dtype=np.float64),
    }


def lengths(records: Sequence[GameRecord]) -> Floats:
    """Rounds by game; one that was stopped would have gone on, for who knows how long."""
    return np.asarray([np.inf if record.reason is None else record.rounds for record in records], dtype=np.float64)


def complete_blocks(results: Results) -> list[int]:
    """The places in the line-up that won, -1 for nobody, in blocks of games in which every bot had every seat."""
    plan = results.plan
    blocks: dict[int, list[int]] = {}
    for number, game in results.numbered():
        place = (game.first_bot + game.seat - 1) % plan.players if game.seat else -1
        blocks.setdefault(number // plan.players, []).append(place)
    return [place for places in blocks.values() if len(places) == plan.players for place in places]
