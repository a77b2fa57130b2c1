"""How players carry on under rules that they may have no plan for: whether they hoard, idle, or run into refusals."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from riskcore.state import State

__all__ = ["Conduct", "Observer"]

_STRONG = 3  # times as many armies as there are next door: nobody need think long
_PILE = 20  # armies in one place; fewer are no hoard
_HALF = 0.5  # of all that a player has
_ATTACKS = ("attack", "assault")


@attrs.frozen
class Conduct:
    """Turns that were looked at, and in how many of them each of these was seen at the end."""

    turns: int = 0
    hoarding: int = 0  # half of what a player has stands in one place, from where nothing may be attacked
    idle: int = 0  # there was no attack, though one with three times the armies was allowed
    refused: int = 0  # there was none, for all such attacks were forbidden

    def __add__(self, other: "Conduct") -> "Conduct":
        mine, theirs = attrs.astuple(self), attrs.astuple(other)
        return Conduct(*(one + more for one, more in zip(mine, theirs, strict=True)))


class Observer:
    """Watches a game that is played, turn by turn; the first round is left out, for nobody can have hoarded yet."""

    def __init__(self, players: int) -> None:
        self.seen = Conduct()
        self._players = players
        self._turn = 0
        self._player = 0
        self._attacked = False

    def see(self, state: State, move: Sequence[Any]) -> None:
        """Hear of a move that is about to be made."""
        if state.turn != self._turn:
            if self._turn > self._players and state.alive[self._player]:
                self.seen += _conduct(state, self._player, self._attacked)
            self._turn, self._player, self._attacked = state.turn, state.player, False
        self._attacked = self._attacked or move[0] in _ATTACKS


def _conduct(state: State, player: int, attacked: bool) -> Conduct:
    """How a turn of a player ended."""
    own = state.territories_of(player)
    if not own:
        return Conduct(turns=1)
    armies = state.armies
    pile = max(own, key=lambda place: armies[place])
    large = armies[pile] >= max(_PILE, _HALF * sum(armies[place] for place in own))
    hoarding = large and not any(_allowed(state, player, pile, near) for near in _hostile(state, player, pile))
    wanted = [
        _allowed(state, player, place, near)
        for place in own
        for near in _hostile(state, player, place)
        if armies[place] - 1 >= _STRONG * armies[near]
    ]
    still = bool(wanted) and not attacked
    return Conduct(1, int(hoarding), int(still and any(wanted)), int(still and not any(wanted)))


def _hostile(state: State, player: int, place: int) -> Iterator[int]:
    return (near for near in state.board.neighbours[place] if state.owner[near] >= 0 and state.owner[near] != player)


def _allowed(state: State, player: int, source: int, target: int) -> bool:
    return state.rules.attack_refusal(state, player, source, target) is None
