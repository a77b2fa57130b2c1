"""What measures are taken from: games played with a recorder, folded on the worker as soon as the lead is known.

The first games of a run, its pilot, come back with all their turns; the lead is fitted to them. Later games are folded
where they are played, with the same weights however many workers there are, so that a run of any length needs the same
little memory.
"""

import threading
from collections.abc import Sequence
from functools import lru_cache

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.errors import RulebookError
from riskcore.lab.play.batch import (
    Arena,
    Plan,
    arena_for,
    fault_words,
    game_failed,
    play_game,
    rulebook_for,
)
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.soundness import Examiner
from riskcore.lab.record.fold import Fold, Stack, fold
from riskcore.lab.record.game_record import Log, Recorder
from riskcore.lab.record.influence import influence_of
from riskcore.lab.record.lead import FEATURES, Example, Lead, Lessons, Weights, fit_lead, slopes

__all__ = ["PILOT", "Recording", "fit_pilot", "fold_batch", "forget_arenas", "record_batch", "recorded_arena_for"]

PILOT = 1000  # games that the lead is fitted to
_AT_ONCE = 200  # games of it that are folded together


@attrs.frozen
class Recording:
    """Beside the outcome of each game of a batch, what the recorder saw of it."""

    rules: tuple[str, ...]
    #: By game: `choices`, `asked` and `fires` of its log; unsigned, 32 bits.
    counts: bytes
    folds: bytes = b""  # by game: the fields of `Fold`, as floats of 64 bits
    army_folds: bytes = b""  # the same with a lead that knows armies alone; of the pilot only
    slopes: bytes = b""  # by game and feature of the lead: which way the game would have drawn its weights
    logs: tuple[Log, ...] = ()  # until they are folded

    @classmethod
    def of(cls, rules: tuple[str, ...], logs: Sequence[Log]) -> "Recording":
        """A recording that is still to be folded."""
        counts = np.asarray([(log.choices, log.asked, *log.fires) for log in logs], dtype=np.uint32)
        return cls(rules, counts.tobytes(), logs=tuple(logs))


@attrs.frozen
class RecordedArena:
    """An arena with its recorder."""

    arena: Arena
    recorder: Recorder


def recorded_arena_for(plan: Plan) -> RecordedArena:
    """The recorded arena of a plan; a worker keeps it from batch to batch."""
    return _arena_of_thread(plan, threading.get_ident())


@lru_cache(maxsize=16)
def _arena_of_thread(plan: Plan, thread: int) -> RecordedArena:
    """A recorder sees one game at a time, and an executor may play several at once in threads."""
    rules = rulebook_for(plan.variant)
    try:
        recorder = Recorder(rules, plan.players)
    except Exception as error:  # the recorder asks rules for more than the rulebook did
        raise RulebookError(f"a rule failed: {fault_words(error)}") from error
    return RecordedArena(Arena(plan, recorder.rulebook), recorder)


def forget_arenas() -> None:
    """Build rulebooks and arenas anew: a designer's rule file may have changed."""
    for known in (_arena_of_thread, arena_for, rulebook_for):
        known.cache_clear()


def record_batch(plan: Plan, weights: Weights | None, numbers: range, *, logged: bool = False) -> Batch:
    """Play some games of a plan with a recorder; what a worker is asked to do. Without weights they stay unfolded."""
    recorded = recorded_arena_for(plan)
    examiner = Examiner(plan)
    records, logs = [], []
    lines: list[str] | None = [] if logged else None
    for number in numbers:
        records.append(play_game(recorded.arena, number, recorded.recorder, lines, examiner.look))
        try:
            logs.append(recorded.recorder.finish())
        except RulebookError as error:
            raise game_failed(plan, number, None, error, where="when it was over") from error
    recording = Recording.of(recorded.recorder.rules, logs)
    batch = Batch.of(numbers.start, records, recording, lines, examiner.conduct)
    return batch if weights is None else fold_batch(batch, weights)


def fold_batch(batch: Batch, weights: Weights) -> Batch:
    """Fold games that the weights were not fitted to."""
    assert batch.recording is not None
    games = _examples(batch)
    [folds] = fold(Stack.of(*zip(*(game[1:] for game in games), strict=True)), weights)
    by_game = _slopes(games, weights).tobytes()
    return attrs.evolve(batch, recording=attrs.evolve(batch.recording, folds=folds.tobytes(), slopes=by_game, logs=()))


def _examples(batch: Batch) -> list[Example]:
    assert batch.recording is not None
    numbered = enumerate(zip(batch, batch.recording.logs, strict=True), batch.start)
    return [Example(number, log, record.winner, record.rounds) for number, (record, log) in numbered]


def _slopes(games: Sequence[Example], weights: Weights) -> npt.NDArray[np.float64]:
    """By game and feature; 0 for a game that nobody won."""
    won = [game.winner is not None for game in games]
    found = np.zeros((len(games), len(FEATURES)))
    if any(won):
        found[won] = slopes(Lessons.of([game for game in games if game.winner is not None]), weights)[0]
    return found


def fit_pilot(results: Results) -> Lead:
    """Fit the lead to the games that are not folded yet, and fold them: each by weights that never saw it."""
    waiting = [batch for batch in results.batches() if batch.recording is not None and batch.recording.logs]
    games = [game for batch in waiting for game in _examples(batch)]
    lessons = Lessons.of([game for game in games if game.winner is not None])
    lead, army_lead = fit_lead(lessons), fit_lead(lessons, ("armies",))
    parts = *_fold(games, lead, army_lead), _slopes(games, lead.whole)
    folded, start = [], 0
    for batch in waiting:
        assert batch.recording is not None
        end = start + len(batch)
        folds, army_folds, by_game = (part[start:end].tobytes() for part in parts)
        recording = attrs.evolve(batch.recording, folds=folds, army_folds=army_folds, slopes=by_game, logs=())
        folded.append(attrs.evolve(batch, recording=recording))
        start = end
    results.settle(folded, lead, army_lead, influence_of(lessons, lead.whole))
    return lead


def _fold(games: Sequence[Example], *leads: Lead) -> list[npt.NDArray[np.float64]]:
    """Fold games that the leads were fitted to by each of these."""
    folded = [[np.empty((0, len(Fold._fields)))] for _ in leads]
    for start in range(0, len(games), _AT_ONCE):
        chosen = games[start : start + _AT_ONCE]
        weights = [[lead.for_game(game.number) for game in chosen] for lead in leads]
        _, logs, winners, rounds = zip(*chosen, strict=True)
        for each, found in zip(folded, fold(Stack.of(logs, winners, rounds), *weights), strict=True):
            each.append(found)
    return [np.concatenate(each) for each in folded]
