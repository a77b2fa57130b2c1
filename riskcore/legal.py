"""The moves that are legal now, lazily."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from riskcore.frames import PHASE
from riskcore.moves import Move

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = ["LegalMoves"]


class LegalMoves:
    """Iterate over it, ask `move in` it, or draw one from it; listing everything is the slow way.

    Orders (moves that stand for a row of others) are legal where `in` says so, but not listed.
    """

    __slots__ = ("_state",)

    def __init__(self, state: "State | None") -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        state = self._state
        if state is not None and state.frames:
            frame = state.frames[-1]
            for action in state.rules.phases[frame[PHASE]].actions:
                if not action.order:
                    yield from action.legal(state, frame)

    def __contains__(self, move: object) -> bool:
        state = self._state
        if state is None or not state.frames or not isinstance(move, tuple) or not move or type(move[0]) is not str:
            return False
        entry = state.rules.move_tables[state.frames[-1][PHASE]].get(move[0])
        if entry is None or not entry[1](move, len(state.held)):
            return False
        twin = state.copy()
        return entry[0](twin, twin.frames[-1], move) is None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(repr(move) for move in self)}>"

    def sample(self, random: Random) -> Move:
        """One legal move: a kind of move by chance, then a move of that kind by chance."""
        state = self._state
        if state is not None and state.frames:
            frame = state.frames[-1]
            actions = [action for action in state.rules.phases[frame[PHASE]].actions if not action.order]
            random.shuffle(actions)
            for action in actions:
                moves = list(action.legal(state, frame))
                if moves:
                    return random.choice(moves)
        raise IndexError("there is no legal move: the game is over")
