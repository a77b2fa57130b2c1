"""What follows when a territory's last army falls: armies move in, invasions and owners come to their end."""

from collections.abc import Iterator
from typing import Final

from riskcore import domains
from riskcore.events import Captured, Eliminated, MovedIn
from riskcore.flow import check_win
from riskcore.frames import DECIDER, PHASE, Frame, FrameFields
from riskcore.moves import MoveIn, MoveRange
from riskcore.phases.hands import discard
from riskcore.rules import Action, Phase
from riskcore.state import NOBODY, State

__all__ = ["MOVE_IN", "NO_INVASION", "AttackFrame", "MoveInFrame", "capture", "eliminate", "end_invasion"]

NO_INVASION = -1


class AttackFrame(FrameFields, phase="attack"):
    """Attacking; the invasion is kept only where a rule listens to the end of invasions."""

    invaded: int = domains.optional(domains.territory())  # the target of the open invasion
    attackers: slice = domains.rest(domains.owner())  # whose armies have taken part in it


class MoveInFrame(FrameFields, phase="move in"):
    """A territory that has been captured, with the fewest armies in it already."""

    source: int = domains.territory()
    target: int = domains.territory()
    fewest: int = domains.count(1)
    victim: int = domains.owner()  # who held it before


# Bound once, for the loop of a game: Python looks names of a class up anew each time.
_new_move_in = MoveInFrame.new
_SOURCE: Final = MoveInFrame.source
_TARGET: Final = MoveInFrame.target
_FEWEST: Final = MoveInFrame.fewest


def capture(state: State, player: int, source: int, target: int, fewest: int, move_in: int) -> None:
    """A target has fallen: at least `fewest` armies move in; `move_in` says how many, 0 asks where there is a choice.

    The fewest move at once, so that no territory is empty while the player decides on the others.
    """
    owner = state.owner
    armies = state.armies
    taker = owner[source]
    victim = owner[target]
    state.give(target, taker)
    armies[target] = 0
    if taker == player:
        state.captured += 1
    if state.sink is not None:
        state.sink.append(Captured(taker, source, target, victim))
    most = armies[source] - 1
    limit = state.rules.army_limit(state, target)
    if limit < most:
        most = limit
    if move_in == 0 and most > fewest:
        armies[source] -= fewest
        armies[target] = fewest
        if state.sink is not None:
            state.sink.append(MovedIn(taker, source, target, fewest))
        state.frames.append(_new_move_in(player, source, target, fewest, victim))
        return
    moved = move_in if move_in < most else most
    if moved < fewest:
        moved = fewest
    armies[source] -= moved
    armies[target] = moved
    if state.sink is not None:
        state.sink.append(MovedIn(taker, source, target, moved))
    _settle(state, player, target, victim)


def _most(state: State, source: int, target: int, armies: int) -> int:
    limit = state.rules.army_limit(state, target)
    return armies - 1 if armies <= limit else limit


def _settle(state: State, player: int, target: int, victim: int) -> None:
    rules = state.rules
    for listener in rules.captured:
        listener(state, player, target, victim)
    if rules.watches_captures:
        if check_win(state, "capture") or check_win(state, "armies"):
            return
        if rules.invasion_ended:
            end_invasion(state, player, target, victim)
    if state.held[victim] == 0:
        eliminate(state, victim, player)


def end_invasion(state: State, player: int, target: int, victim: int) -> None:
    """Tell the rules that listen that an invasion is over, won or called off."""
    for frame in reversed(state.frames):
        if frame[PHASE] == AttackFrame.phase:
            attackers = frame[AttackFrame.attackers]
            frame[AttackFrame.invaded] = NO_INVASION
            frame[AttackFrame.attackers] = []
            break
    for listener in state.rules.invasion_ended:
        listener(state, player, target, attackers, victim)


def eliminate(state: State, victim: int, by: int) -> None:
    """Take an owner out of the game; `by` is who did it, or NOBODY. The win check comes before any card passes."""
    state.alive[victim] = False
    if state.sink is not None:
        state.sink.append(Eliminated(victim, by))
    for listener in state.rules.eliminated:
        listener(state, victim, by)
    if check_win(state, "elimination"):
        return
    if by == NOBODY:
        discard(state, victim, state.hands[victim])
    else:
        state.rules.elimination(state, victim, by)


def _legal(state: State, frame: Frame) -> Iterator[MoveRange]:
    source, target, fewest = frame[_SOURCE], frame[_TARGET], frame[_FEWEST]
    yield MoveRange(MoveIn, (), fewest, _most(state, source, target, state.armies[source] + state.armies[target]))


def _play(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    source, target = frame[_SOURCE], frame[_TARGET]
    moved = move[1]
    armies, frames = state.armies, state.frames
    both = armies[source] + armies[target]
    most = _most(state, source, target, both)
    if not frame[_FEWEST] <= moved <= most:
        return f"{moved} armies cannot move in: at least {frame[_FEWEST]} and at most {most} may"
    armies[source] = both - moved
    armies[target] = moved
    if state.sink is not None:
        state.sink.append(MovedIn(state.owner[target], source, target, moved))
    frames.pop()
    below = frames[-1]
    _settle(state, frame[DECIDER], target, frame[MoveInFrame.victim])
    if state.outcome is None and frames[-1] is below:
        state.rules.phases[below[PHASE]].resume(state, below)
    return None


def _no_entry(state: State, player: int) -> None:
    """Moving in is entered by `capture` alone."""


MOVE_IN = Phase("move in", _no_entry, (Action(MoveIn, _legal, _play),), words="move armies in", frame=MoveInFrame)
