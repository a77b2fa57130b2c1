"""Checked ways to change what stands on the board and waits beside it, each of them told.

A rule that changes `state.armies`, `state.reserve` or `state.owner` by itself leaves those behind who follow the game
by its events; `riskvar soak` finds it.
"""

from numbers import Integral

from riskcore.errors import RulebookError
from riskcore.events import (
    ArmiesLost,
    ArmiesMoved,
    ArmiesRemoved,
    FirstChosen,
    OwnerChanged,
    Placed,
    Received,
    TakenOut,
)
from riskcore.state import State

__all__ = [
    "MOST_AT_ONCE",
    "answered_armies",
    "choose_first",
    "hand_over",
    "lose",
    "move",
    "put",
    "receive",
    "remove",
    "room",
    "take_out",
]

MOST_AT_ONCE = 10_000  # with many more, a single attack could go on for minutes


def receive(state: State, owner: int, armies: int, reason: str) -> None:
    """Give an owner armies to place."""
    if _wrong(armies, MOST_AT_ONCE):
        more = f": at most {MOST_AT_ONCE:,} at once" if type(armies) is int and armies > 0 else ""
        raise RulebookError(f"owner {owner} cannot receive {armies} armies{more}")
    state.reserve[owner] += armies
    if state.sink is not None:
        state.sink.append(Received(owner, armies, reason))


def answered_armies(state: State, hook: str, armies: object, player: int) -> int:
    """How many armies a hook's answer is, which may be a whole number of another kind than moves may hold."""
    if not isinstance(armies, Integral):
        raise RulebookError(f"hook {hook}: {armies!r} armies for player {player}; must be a whole number")
    number = int(armies)
    if not 0 <= number <= MOST_AT_ONCE:
        who = state.rules.resolver.decisions[hook].words()
        right = "0 or more" if number < 0 else f"{MOST_AT_ONCE:,} at most"
        raise RulebookError(f"hook {hook} ({who}): {_short(number)} armies for player {player}; must be {right}")
    return number


def put(state: State, owner: int, territory: int, armies: int) -> None:
    """Put armies from an owner's reserve on one of the owner's territories."""
    waiting = state.reserve[owner]
    holder = state.owner[territory]
    if holder != owner or type(armies) is not int or not 0 <= armies <= waiting:
        name = state.board.territories[territory]
        if holder != owner:
            raise RulebookError(f"owner {owner} cannot put armies on {name}, which owner {holder} has")
        raise RulebookError(f"{armies} armies cannot be put on {name}: owner {owner} has {waiting} in reserve")
    state.reserve[owner] -= armies
    state.armies[territory] += armies
    if state.sink is not None:
        state.sink.append(Placed(owner, territory, armies))


def lose(state: State, owner: int, armies: int) -> None:
    """Take armies from an owner's reserve that no territory has room for."""
    waiting = state.reserve[owner]
    if _wrong(armies, waiting):
        raise RulebookError(f"owner {owner} cannot lose {armies} armies of {waiting} in reserve")
    state.reserve[owner] -= armies
    state.tell(ArmiesLost(owner, armies))


def remove(state: State, territory: int, armies: int | None = None) -> None:
    """Take armies off a territory. If it is all of them, as it is unless a number is given, the territory has to get
    others before the move is over.
    """
    standing = state.armies[territory]
    taken = standing if armies is None else armies
    if _wrong(taken, standing):
        name = state.board.territories[territory]
        raise RulebookError(f"{taken} armies cannot leave {name}, which has {standing}")
    state.armies[territory] -= taken
    state.tell(ArmiesRemoved(state.owner[territory], territory, taken))


def move(state: State, source: int, target: int, armies: int) -> None:
    """Move armies from one territory to another, whatever a player's fortifying would be allowed; one must stay."""
    most = state.armies[source] - 1
    if _wrong(armies, most):
        here, there = state.board.territories[source], state.board.territories[target]
        raise RulebookError(f"{armies} armies cannot move from {here} to {there}: at most {most} may")
    state.armies[source] -= armies
    state.armies[target] += armies
    state.tell(ArmiesMoved(state.owner[source], source, target, armies))


def hand_over(state: State, territory: int, owner: int) -> None:
    """Give a territory an owner, other than by a battle; the armies on it stay, so remove them first if need be."""
    if not 0 <= owner < len(state.held):
        raise RulebookError(f"{state.board.territories[territory]} cannot go to owner {owner}: there is none")
    state.give(territory, owner)
    if state.sink is not None:
        state.sink.append(OwnerChanged(territory, owner))


def take_out(state: State, territory: int) -> None:
    """Put a territory that nobody owns out of play; a continent must keep at least one."""
    state.take_out(territory)
    state.tell(TakenOut(territory))


def choose_first(state: State, player: int) -> None:
    """Say who takes the first turn (or, in a set-up, goes first)."""
    state.first = player
    state.tell(FirstChosen(player))


def room(state: State, territory: int) -> int:
    """How many more armies may stand on a territory."""
    return max(0, state.rules.army_limit(state, territory) - state.armies[territory])


def _short(number: int) -> str:
    return f"{number:,}" if abs(number) < 10**12 else "far too many"


def _wrong(armies: int, most: int | None = None) -> bool:
    return type(armies) is not int or armies < 0 or (most is not None and armies > most)
