"""The games of a run as a worker sends them and a run keeps them: sixteen bytes each, measures apart."""

import hashlib
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import TYPE_CHECKING

import attrs

from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.conduct import Conduct

if TYPE_CHECKING:
    from riskcore.lab.play.recorded_batch import Recording
    from riskcore.lab.record.influence import Influence
    from riskcore.lab.record.lead import Lead

__all__ = ["Batch", "Results"]

_LAYOUT = Struct("<bBBBIII")  # winner or -1, seat, first bot, number of the reason, rounds, turns, moves
_NO_WINNER = -1


@attrs.frozen
class Batch:
    """Consecutive games of a run."""

    start: int
    reasons: tuple[str | None, ...]
    packed: bytes = attrs.field(repr=False)
    recording: "Recording | None" = attrs.field(default=None, repr=False)  # what measures are taken from
    logged: tuple[str, ...] = attrs.field(default=(), repr=False)  # by game: its lines for a log
    conduct: Conduct = attrs.field(default=Conduct(), repr=False)  # of the players, in games that were looked at

    @classmethod
    def of(
        cls,
        start: int,
        records: Sequence[GameRecord],
        recording: "Recording | None" = None,
        logged: Sequence[str] | None = None,
        conduct: Conduct = Conduct(),  # noqa: B008 - it does not change
    ) -> "Batch":
        """Pack the games from number `start` on."""
        reasons = tuple(dict.fromkeys(record.reason for record in records))
        packed = b"".join(
            _LAYOUT.pack(
                _NO_WINNER if record.winner is None else record.winner,
                record.seat,
                record.first_bot,
                reasons.index(record.reason),
                record.rounds,
                record.turns,
                record.moves,
            )
            for record in records
        )
        return cls(start, reasons, packed, recording, tuple(logged or ()), conduct)

    def __len__(self) -> int:
        return len(self.packed) // _LAYOUT.size

    def __iter__(self) -> Iterator[GameRecord]:
        for winner, seat, first_bot, reason, rounds, turns, moves in _LAYOUT.iter_unpack(self.packed):
            by = None if winner == _NO_WINNER else winner
            yield GameRecord(by, seat, first_bot, self.reasons[reason], rounds, turns, moves)


@attrs.define
class Results:
    """The games of a run, whichever came first. `stopped` says why some are missing; it is empty if none is.

    Where measures were taken, `lead` is who was taken to be ahead, `army_lead` the same from armies alone, and
    `influence` what games do to measures by way of the lead.
    """

    plan: Plan
    stopped: str = ""
    lead: "Lead | None" = attrs.field(default=None, init=False, repr=False)
    army_lead: "Lead | None" = attrs.field(default=None, init=False, repr=False)
    influence: "Influence | None" = attrs.field(default=None, init=False, repr=False)
    _batches: dict[int, Batch] = attrs.field(init=False, repr=False, factory=dict)

    def add(self, batch: Batch) -> None:
        """Take the games of a batch; one that is there already counts once."""
        self._batches[batch.start] = batch

    def __len__(self) -> int:
        return sum(len(batch) for batch in self._batches.values())

    def __iter__(self) -> Iterator[GameRecord]:
        """The games in the order of their numbers."""
        return (record for _, record in self.numbered())

    def batches(self) -> list[Batch]:
        """The batches in the order of their numbers."""
        return [self._batches[start] for start in sorted(self._batches)]

    @property
    def conduct(self) -> Conduct:
        """How the players carried on, in the games that were played again (`riskcore.lab.play.soundness`)."""
        return sum((batch.conduct for batch in self.batches()), start=Conduct())

    def missing(self, numbers: range) -> list[range]:
        """The games among these that are not there, as ranges."""
        gaps = []
        at = numbers.start
        for batch in self.batches():
            if batch.start in numbers:
                gaps.append(range(at, batch.start))
                at = batch.start + len(batch)
        return [gap for gap in (*gaps, range(at, numbers.stop)) if gap]

    def settle(self, batches: "Sequence[Batch]", lead: "Lead", army_lead: "Lead", influence: "Influence") -> None:
        """Put folded batches in the place of those that waited for the lead: all at once, if it is interrupted."""
        self._batches = {**self._batches, **{batch.start: batch for batch in batches}}
        self.lead, self.army_lead, self.influence = lead, army_lead, influence

    def numbered(self) -> Iterator[tuple[int, GameRecord]]:
        """The games with their numbers, in order."""
        for batch in self.batches():
            yield from enumerate(batch, batch.start)

    def digest(self) -> str:
        """A fingerprint of every game's outcome, the same however the games were spread over workers."""
        sha = hashlib.sha256()
        for number, game in self.numbered():
            winner = "nobody" if game.winner is None else game.winner
            line = (number, winner, game.seat, game.first_bot, game.reason, game.rounds, game.turns, game.moves)
            sha.update(repr(line).encode())
        return sha.hexdigest()
