"""Placing armies."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from riskcore import domains
from riskcore.events import Placed, Received
from riskcore.flow import check_win, close
from riskcore.frames import Frame, FrameFields
from riskcore.moves import MoveRange, Place
from riskcore.phases.armies import MOST_AT_ONCE, answered_armies, lose, room
from riskcore.rules import Action, Phase
from riskcore.state import State

__all__ = ["PLACE", "REINFORCE", "PlaceFrame", "open_place"]


class PlaceFrame(FrameFields, phase="place"):
    """Placing armies, the player's own as a rule."""

    owner: int = domains.owner()  # whose armies
    left: int = domains.count(1)  # armies still to be placed
    among: slice = domains.rest(domains.territory())  # where they may go; if it names none, on all that the owner holds


# Bound once, for the loop of a game: Python looks names of a class up anew each time.
_new_place = PlaceFrame.new
_OWNER: Final = PlaceFrame.owner
_LEFT: Final = PlaceFrame.left
_AMONG: Final = PlaceFrame.among


def open_place(state: State, player: int, owner: int, armies: int, among: Sequence[int] = ()) -> None:
    """Let a player place armies from an owner's reserve, on any of the owner's territories or only on some.

    Armies that find no room anywhere are lost.
    """
    frame = _new_place(player, owner, armies, *among)
    if armies > 0 and not _no_room_left(state, frame):
        state.frames.append(frame)


def _eligible(state: State, frame: Frame) -> Iterable[int]:
    """Lazily, for as a rule the first one has room."""
    owner = frame[_OWNER]
    return frame[_AMONG] or (place for place, holder in enumerate(state.owner) if holder == owner)


def _no_room_left(state: State, frame: Frame) -> bool:
    """Whether every eligible territory is full; what is left of the armies is then lost."""
    owner, left = frame[_OWNER], frame[_LEFT]
    for territory in _eligible(state, frame):
        if room(state, territory):
            return False
    lose(state, owner, left)
    return True


def _legal(state: State, frame: Frame) -> Iterator[MoveRange]:
    for territory in _eligible(state, frame):
        most = min(frame[_LEFT], room(state, territory))
        if most > 0:
            yield MoveRange(Place, (territory,), 1, most)


def _play(state: State, frame: Frame, move: tuple[str, int, int]) -> str | None:
    _, territory, armies = move
    owner, left = frame[_OWNER], frame[_LEFT]
    if armies > left:
        return f"{armies} armies to place, but only {left} are left"
    if state.owner[territory] != owner:
        return f"{state.board.territories[territory]} belongs to somebody else"
    among = frame[_AMONG]
    if among and territory not in among:
        return f"these armies may not go to {state.board.territories[territory]}"
    space = state.rules.army_limit(state, territory) - state.armies[territory] - armies
    if space < 0:
        return f"{state.board.territories[territory]} has no room for {armies} more armies"
    state.reserve[owner] -= armies
    state.armies[territory] += armies
    if state.sink is not None:
        state.sink.append(Placed(owner, territory, armies))
    frame[_LEFT] = left = left - armies
    if state.rules.win_checks["armies"] and check_win(state, "armies"):
        return None
    if left == 0 or (space == 0 and _no_room_left(state, frame)):
        close(state)
    return None


def _enter(state: State, player: int) -> None:
    open_place(state, player, player, state.reserve[player])


def _reinforce(state: State, player: int) -> None:
    armies = state.rules.reinforcement(state, player)
    if type(armies) is not int or not 0 <= armies <= MOST_AT_ONCE:
        armies = answered_armies(state, "reinforcement", armies, player)
    state.reserve[player] += armies
    if state.sink is not None:
        state.sink.append(Received(player, armies, "reinforcement"))


def _mismatch(state: State, frame: Frame) -> str | None:
    owner, left = frame[_OWNER], frame[_LEFT]
    if left > state.reserve[owner]:
        return f"{left} armies of owner {owner} are to be placed, with {state.reserve[owner]} in reserve"
    return None


PLACE = Phase(
    "place",
    _enter,
    (Action(Place, _legal, _play),),
    words="place all new armies on their own territories, all on one or divided",
    frame=PlaceFrame,
    mismatch=_mismatch,
)
REINFORCE = Phase("reinforce", _reinforce, words="count the new armies")
