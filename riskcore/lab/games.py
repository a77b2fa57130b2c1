"""The games of a run as columns of numbers, one for each game: what every measure is computed from."""

from collections.abc import Callable, Sequence
from operator import attrgetter

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.fold import CHANCES, Fold
from riskcore.lab.notes import Notes
from riskcore.lab.play import GameRecord, Plan
from riskcore.lab.results import Batch, Results

__all__ = ["Games", "complete_blocks", "lengths"]

Floats = npt.NDArray[np.float64]


@attrs.frozen(eq=False)
class Games:
    """Columns by name; a game that lacks something has "not a number" there.

    The fields of `riskcore.lab.fold.Fold`, and: `decided` is 1 or 0, `seat` is the winner's or 0, `rounds` is infinite
    for a game that was stopped, `choices` and `asked` (legal moves, and the decisions they were counted at). `felt` has
    a column for each rule, `influence` what games do to some columns by way of the lead's weights
    (`riskcore.lab.influence`).
    """

    plan: Plan
    columns: dict[str, Floats]
    felt: dict[str, Floats] = attrs.field(factory=dict)
    influence: dict[str, Floats] = attrs.field(factory=dict)

    def __len__(self) -> int:
        return len(self.columns["seat"])

    def varying(self, name: str) -> Floats:
        """A column that has the same mean, and varies from game to game as that mean does from run to run."""
        return self.columns[name] + self.influence.get(name, 0.0)

    def fit_variance(self) -> dict[str, float]:
        """By column, the variance that its mean owes to the fit of the lead, and that more games do not lessen."""
        found: dict[str, float] = {}
        for name, influence in self.influence.items():
            told = self.columns[name]
            games, pilot = (max(1, int(np.count_nonzero(each))) for each in (~np.isnan(told), influence))
            together = float(np.nansum(told * influence))
            found[name] = float(influence @ influence) / games**2 + 2 * max(0.0, together) / (games * pilot)
        return found

    @classmethod
    def of(cls, results: Results, *, by_armies: bool = False) -> "Games":
        """The games of a run; with `by_armies`, those of its pilot as they look when armies alone say who is ahead."""
        kept = [
            (batch, batch.notes)
            for batch in results.batches()
            if batch.notes is not None and (batch.notes.army_folds or not by_armies)
        ]
        records = [record for batch, _ in kept for record in batch]
        columns = {
            "decided": np.asarray([record.winner is not None for record in records], dtype=np.float64),
            "seat": np.asarray([record.seat for record in records], dtype=np.float64),
            "rounds": lengths(records),
        }
        part = attrgetter("army_folds" if by_armies else "folds")
        folds = _stacked(kept, np.float64, part, len(Fold._fields))
        columns.update(zip(Fold._fields, folds.T, strict=True))
        rules = kept[0][1].rules if kept else ()
        counts = _stacked(kept, np.uint32, attrgetter("counts"), 2 + len(rules))
        columns["choices"], columns["asked"], *felt = counts.T
        moved = {} if by_armies else _spread(kept, columns["drama"])
        return cls(results.plan, columns, dict(zip(rules, felt, strict=True)), moved)


def _spread(kept: Sequence[tuple[Batch, Notes]], told: Floats) -> dict[str, Floats]:
    """The influences of the pilot's games, which act on all games that tell anything, however many came later."""
    found = np.zeros((len(told), len(CHANCES)))
    pilot = np.repeat([bool(notes.influences) for _, notes in kept], [len(batch) for batch, _ in kept]).astype(np.bool_)
    if not pilot.any():
        return {}
    found[pilot] = _stacked(kept, np.float64, attrgetter("influences"), len(CHANCES))
    there = ~np.isnan(told)
    found *= there.sum() / max(1, np.count_nonzero(there & pilot))
    return dict(zip(CHANCES, found.T, strict=True))


def _stacked(
    kept: Sequence[tuple[object, Notes]], kind: type[np.generic], part: Callable[[Notes], bytes], width: int
) -> Floats:
    packed = b"".join(part(notes) for _, notes in kept)
    return np.frombuffer(packed, dtype=kind).reshape(-1, width).astype(np.float64)


def lengths(records: Sequence[GameRecord]) -> Floats:
    """Rounds by game; one that was stopped would have gone on, for who knows how long."""
    return np.asarray([np.inf if record.reason is None else record.rounds for record in records], dtype=np.float64)


def complete_blocks(results: Results) -> list[int]:
    """The places in the line-up that won, -1 for nobody, in blocks of games in which every bot had every seat."""
    plan = results.plan
    blocks: dict[int, list[int]] = {}
    for number, game in results.numbered():
        place = (game.lead + game.seat - 1) % plan.players if game.seat else -1
        blocks.setdefault(number // plan.players, []).append(place)
    return [place for places in blocks.values() if len(places) == plan.players for place in places]
