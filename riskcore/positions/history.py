"""The way back: positions that a game remembers, and the moves that lead on from them.

Remembering costs nothing while a game is played: it is the position before the first move, and taking moves back is
playing the others again from there. What has been gone back to is remembered as well, so a search that goes to and fro
does not begin at the beginning each time.
"""

from typing import Any

from riskcore.errors import GameError
from riskcore.frames import DECIDER, PHASE
from riskcore.state import State

__all__ = ["History", "Played", "chain_of"]

# Moves, each with who made it and in which phase, as a chain from the last to the first, so that copies share what they
# have in common
Played = tuple["Played", tuple[Any, ...], int, str] | None

_EVERY = 64  # moves played again between two positions that are remembered on the way
_MOST = 512  # remembered positions


def chain_of(played: Played, first: Played = None) -> list[tuple[Played, tuple[Any, ...], int, str]]:
    """The links of a chain of moves after the `first`, in the order in which they were made."""
    links = []
    while played is not None and played is not first:
        links.append(played)
        played = played[0]
    links.reverse()
    return links


class History:
    """Where a game can go back to: the first position it remembers, and others on the way."""

    __slots__ = ("_marks", "first", "start")

    def __init__(self, played: Played, state: State) -> None:
        self.first = played
        self.start = state.copy()
        self._marks: dict[int, tuple[Played, State]] = {}

    def position(self, played: Played) -> State:
        """The position after some of the moves, as a state of its own."""
        path: list[Played] = []
        node = played
        while (state := self._remembered(node)) is None:
            if node is None:
                raise GameError("there is no way back: the game began in a position after this move")
            path.append(node)
            node = node[0]
        state = state.copy()
        for number, node in enumerate(reversed(path), 1):
            _play_again(state, node)
            if number % _EVERY == 0:
                self._remember(node, state)
        self._remember(played, state)
        return state

    def _remembered(self, node: Played) -> State | None:
        if node is self.first:
            return self.start
        mark = self._marks.get(id(node))
        return mark[1] if mark is not None else None

    def _remember(self, node: Played, state: State) -> None:
        if len(self._marks) >= _MOST:
            self._marks.clear()
        self._marks[id(node)] = node, state.copy()  # with the node itself, so that no other gets its id


def _play_again(state: State, node: Played) -> None:
    assert node is not None  # none of a path is
    _, move, mover, phase = node
    frame = state.frames[-1] if state.frames else None
    if frame is not None and (frame[DECIDER], frame[PHASE]) == (mover, phase):
        entry = state.rules.move_tables[frame[PHASE]].get(move[0])
        if entry is not None and entry[0](state, frame, move) is None:
            return
    raise GameError(
        f"there is no way back: {move!r}, played again, is illegal. Has the state been changed other than by moves? "
        "Call `settle` after that"
    )
