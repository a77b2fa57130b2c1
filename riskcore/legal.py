"""The moves that are legal now, lazily."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from riskcore.frames import PHASE
from riskcore.moves import Move, MoveRange, thaw

if TYPE_CHECKING:
    from riskcore.rules import Action
    from riskcore.state import State

__all__ = ["LegalMoves"]

_NUMBERS = ("count", "dice")


class LegalMoves:
    """Iterate over it, ask `move in` it, draw one from it, or look at its `ranges`; listing everything is the slow way.

    Orders (moves that stand for a row of others) are legal where `in` says so, but not listed.
    """

    __slots__ = ("_state",)

    def __init__(self, state: "State | None") -> None:
        self._state = state

    def _actions(self) -> "list[Action]":
        """The kinds of moves that may be made now, orders apart."""
        state = self._state
        if state is None or not state.frames:
            return []
        return [action for action in state.rules.phases[state.frames[-1][PHASE]].actions if not action.order]

    def _offers(self, action: "Action") -> Iterator[Move | MoveRange]:
        state = self._state
        assert state is not None  # otherwise there is no action
        return iter(action.legal(state, state.frames[-1]))

    def __iter__(self) -> Iterator[Move]:
        state = self._state
        for action in self._actions():
            assert state is not None  # otherwise there is no action
            yield from action.moves(state, state.frames[-1])

    def __contains__(self, move: object) -> bool:
        state = self._state
        if isinstance(move, list):
            move = thaw(move)
        if state is None or not state.frames or not isinstance(move, tuple) or not move or type(move[0]) is not str:
            return False
        entry = state.rules.move_tables[state.frames[-1][PHASE]].get(move[0])
        if entry is None or not entry[1](move, state):
            return False
        twin = state.copy()
        return entry[0](twin, twin.frames[-1], move) is None

    def __len__(self) -> int:
        return sum(map(_size, self.offers()))

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(repr(offer) for offer in self.ranges())}>"

    def offers(self) -> Iterator[Move | MoveRange]:
        """All of them as the rules offer them: moves, and ranges of moves."""
        return chain.from_iterable(map(self._offers, self._actions()))

    def ranges(self) -> Iterator[Move | MoveRange]:
        """All of them, compactly: those that end with a number of armies or dice as ranges, others as they are."""
        for action in self._actions():
            waiting: MoveRange | None = None
            for offer in self._offers(action):
                if isinstance(offer, MoveRange):
                    if waiting is not None:
                        yield waiting
                        waiting = None
                    yield offer
                    continue
                found = _range_of(offer)
                if waiting is not None:
                    if found is not None and _goes_on(waiting, found):
                        waiting = MoveRange(waiting.move, waiting.start, waiting.low, found.high)
                        continue
                    yield waiting
                waiting = found
                if found is None:
                    yield offer
            if waiting is not None:
                yield waiting

    def sample(self, random: Random) -> Move:
        """One legal move: a kind of move by chance, then a move of that kind by chance."""
        actions = self._actions()
        random.shuffle(actions)
        for action in actions:
            offers = list(self._offers(action))
            moves = sum(map(_size, offers))
            if moves:
                return _pick(offers, random.randrange(moves))
        raise IndexError("there is no legal move: the game is over")


def _size(offer: Move | MoveRange) -> int:
    return 1 if isinstance(offer, tuple) else len(offer)


def _pick(offers: list[Move | MoveRange], number: int) -> Move:
    """The move of this number among all that are offered."""
    for offer in offers:
        if isinstance(offer, MoveRange):
            if number < len(offer):
                return offer[number]
            number -= len(offer)
        elif number == 0:
            return offer
        else:
            number -= 1
    raise IndexError(number)


def _range_of(move: Move) -> MoveRange | None:
    """A move as a range of one, if it ends with a number."""
    kind = type(move)
    return MoveRange(kind, tuple(move[1:-1]), move[-1], move[-1]) if _ends_with_number(kind) else None


@cache
def _ends_with_number(kind: type[Move]) -> bool:
    domains = list(kind.fields.values())
    return bool(domains) and domains[-1].name in _NUMBERS


def _goes_on(before: MoveRange, after: MoveRange) -> bool:
    return (before.move, before.start, before.high + 1) == (after.move, after.start, after.low)
