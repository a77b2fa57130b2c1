"""A closer look at some games of a run: they are played again, and more is kept of them.

A game is known by its number, so what is seen does not depend on workers.
"""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.events import Battle
from riskcore.lab.measure.columns import Games
from riskcore.lab.play.batch import Arena, Plan, follow, play_game
from riskcore.lab.play.recorded_batch import PILOT, recorded_arena_for
from riskcore.lab.play.results import Results
from riskcore.lab.play.workers import spread
from riskcore.lab.record.game_record import Turns
from riskcore.lab.record.lead import beliefs

__all__ = ["MOMENTS", "SAMPLE", "Sight", "Story", "look_at_board", "tell_story", "telling_games"]

Floats = npt.NDArray[np.float64]

MOMENTS = (0.25, 0.5, 0.75, 1.0)  # parts of a game after which the board is looked at
SAMPLE = 120  # games whose boards are looked at

_PIECE = 15


class Sight(NamedTuple):
    """Counts by territory over some games that somebody won."""

    games: int
    held: npt.NDArray[np.int64]  # by moment and territory: games in which it was the later winner's
    battles: npt.NDArray[np.int64]  # rolls of the dice over it


def look_at_board(results: Results, workers: int = 1) -> Sight | None:
    """What became of each territory in the first games that somebody won; None if nobody won any."""
    won = [number for number, record in results.numbered() if record.winner is not None][:SAMPLE]
    pieces = [tuple(won[start : start + _PIECE]) for start in range(0, len(won), _PIECE)]
    sights = [sight for _, sight in spread(partial(_look, results.plan), pieces, workers=workers)]
    if not sights:
        return None
    return Sight(
        sum(each.games for each in sights),
        np.asarray(sum(each.held for each in sights)),
        np.asarray(sum(each.battles for each in sights)),
    )


def _look(plan: Plan, numbers: Sequence[int]) -> Sight:
    board = Arena(plan)
    territories = len(board.rules.board.territories)
    held = np.zeros((len(MOMENTS), territories), dtype=np.int64)
    battles = np.zeros(territories, dtype=np.int64)
    for number in numbers:
        winner, owners = _owners_by_turn(board, number, battles)
        for at, moment in enumerate(MOMENTS):
            held[at] += np.asarray(owners[round(moment * (len(owners) - 1))]) == winner
    return Sight(len(numbers), held, battles)


def _owners_by_turn(board: Arena, number: int, battles: npt.NDArray[np.int64]) -> tuple[int, list[tuple[int, ...]]]:
    """Who wins, and whose each territory is at the start of each turn and at the end; battles are counted."""
    match = board.open(number, events=True)
    state = match.game.state
    owners: list[tuple[int, ...]] = []
    turn = 0
    for told in chain([match.game.opening], follow(match, board.plan, number)):
        for event in told:
            if isinstance(event, Battle):
                battles[event.target] += 1
        if state.frames and state.turn != turn:
            turn = state.turn
            owners.append(tuple(state.owner))
    owners.append(tuple(state.owner))
    assert state.outcome is not None
    return state.outcome.winner, owners


@attrs.frozen(eq=False)
class Story:
    """How the chances in a game went. Seats count from 0 here, in order of play."""

    number: int
    chances: Floats  # by turn and seat; the last row is how it ended
    rounds: tuple[int, ...]  # the turns, from 0, that a round begins with
    winner: int
    bots: tuple[str, ...]  # by seat


def telling_games(results: Results) -> tuple[int, int] | None:
    """The numbers of a typical game, as dramatic and as long as most, and of the most dramatic one.

    They are among the games that the lead was fitted to, and each is judged by weights that never saw it.
    """
    games = Games.of(results)
    numbers = np.asarray([number for number, _ in results.numbered()])
    drama, rounds = games.columns["drama"], games.columns["rounds"]
    told = (numbers < PILOT) & ~np.isnan(drama)
    if not told.any():
        return None
    numbers, drama, rounds = numbers[told], drama[told], rounds[told]
    low, high = np.quantile(drama, (0.4, 0.6))
    off = np.abs(rounds - np.median(rounds)) + np.where((drama >= low) & (drama <= high), 0.0, np.inf)
    return int(numbers[off.argmin()]), int(numbers[drama.argmax()])


def tell_story(results: Results, number: int) -> Story:
    """Play a game of a measured run again and say how the chances went."""
    assert results.lead is not None, "the run was not measured"
    plan = results.plan
    recorded = recorded_arena_for(plan)
    record = play_game(recorded.arena, number, recorded.recorder)
    log = recorded.recorder.finish()
    turns = Turns.of(log.table(), plan.players)
    first = int(turns.player[0])
    seats = (turns.player[:-1] - first) % plan.players
    chances = np.roll(beliefs(turns, results.lead.for_game(number)), -first, axis=1)
    chances[-1] = 0.0
    chances[-1, record.seat - 1] = 1.0
    line_up = plan.line_up
    return Story(
        number,
        chances,
        tuple(at for at, seat in enumerate(seats.tolist()) if at == 0 or seat <= seats[at - 1]),
        record.seat - 1,
        tuple(line_up[(record.first_bot + seat) % plan.players] for seat in range(plan.players)),
    )
