"""Moving armies at the end of a turn."""

from collections.abc import Iterator

from riskcore import domains
from riskcore.events import Fortified
from riskcore.flow import check_win, close
from riskcore.frames import Frame, FrameFields
from riskcore.moves import Done, Fortify, Move, MoveRange
from riskcore.phases.armies import room
from riskcore.rules import Action, Phase
from riskcore.state import State

__all__ = ["FORTIFY", "FortifyFrame", "open_fortify"]


class FortifyFrame(FrameFields, phase="fortify"):
    """Moving armies, the player's own as a rule."""

    owner: int = domains.owner()  # whose armies
    made: int = domains.count(0)  # moves made


def open_fortify(state: State, player: int, owner: int) -> None:
    """Let a player move an owner's armies as the fortify rule has it."""
    if state.rules.fortify.moves > 0:
        state.frames.append(FortifyFrame.new(player, owner, 0))


def _enter(state: State, player: int) -> None:
    open_fortify(state, player, player)


def _legal(state: State, frame: Frame) -> Iterator[MoveRange]:
    for source in state.territories_of(frame[FortifyFrame.owner]):
        spare = state.armies[source] - 1
        if spare > 0:
            for target in state.rules.fortify.targets(state, source):
                most = min(spare, room(state, target))
                if most > 0:
                    yield MoveRange(Fortify, (source, target), 1, most)


def _play(state: State, frame: Frame, move: tuple[str, int, int, int]) -> str | None:
    _, source, target, armies = move
    owner = frame[FortifyFrame.owner]
    rules = state.rules
    names = state.board.territories
    if state.owner[source] != owner or state.owner[target] != owner or source == target:
        return f"armies move only between the player's own territories, not from {names[source]} to {names[target]}"
    if armies >= state.armies[source]:
        return f"{armies} armies cannot leave {names[source]}: it has {state.armies[source]} and keeps at least one"
    if not rules.fortify.reaches(state, source, target):
        return f"{names[target]} is out of reach from {names[source]}"
    if state.armies[target] + armies > rules.army_limit(state, target):
        return f"{names[target]} has no room for {armies} more armies"
    state.armies[source] -= armies
    state.armies[target] += armies
    if state.sink is not None:
        state.sink.append(Fortified(owner, source, target, armies))
    frame[FortifyFrame.made] += 1
    if rules.win_checks["armies"] and check_win(state, "armies"):
        return None
    if frame[FortifyFrame.made] >= rules.fortify.moves:
        close(state)
    return None


def _legal_done(state: State, frame: Frame) -> Iterator[Move]:
    yield Done()


def _play_done(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


FORTIFY = Phase(
    "fortify",
    _enter,
    (Action(Fortify, _legal, _play), Action(Done, _legal_done, _play_done)),
    words="move armies between their own territories",
    frame=FortifyFrame,
)
