"""What follows when a territory's last army falls: frame ["move in", player, source, target, fewest, victim]."""

from collections.abc import Iterator

from riskcore.events import Captured, Eliminated, MovedIn
from riskcore.flow import check_win
from riskcore.moves import Move, MoveIn
from riskcore.rules import Action, Frame, Phase
from riskcore.state import NOBODY, State

__all__ = ["MOVE_IN", "capture", "eliminate", "end_invasion"]


def capture(state: State, player: int, source: int, target: int, fewest: int, move_in: int) -> None:
    """A target has fallen: at least `fewest` armies move in; `move_in` says how many, 0 asks where there is a choice.

    The fewest move at once, so that no territory is empty while the player decides on the others.
    """
    owner = state.owner
    armies = state.armies
    taker = owner[source]
    victim = owner[target]
    state.give(target, taker)
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
        state.frames.append(["move in", player, source, target, fewest, victim])
        return
    moved = move_in if move_in < most else most
    if moved < fewest:
        moved = fewest
    armies[source] -= moved
    armies[target] = moved
    _settle(state, player, source, target, moved, victim)


def _most(state: State, source: int, target: int, armies: int) -> int:
    limit = state.rules.army_limit(state, target)
    return armies - 1 if armies <= limit else limit


def _settle(state: State, player: int, source: int, target: int, moved: int, victim: int) -> None:
    if state.sink is not None:
        state.sink.append(MovedIn(state.owner[target], source, target, moved))
    for listener in state.rules.captured:
        listener(state, player, target, victim)
    rules = state.rules
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
        if frame[0] == "attack":
            attackers = frame[3:]
            frame[2:] = [-1]
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
        state.discard.extend(state.hands[victim])
        state.hands[victim].clear()
    else:
        state.rules.elimination(state, victim, by)


def _legal(state: State, frame: Frame) -> Iterator[Move]:
    _, _, source, target, fewest, _ = frame
    for moved in range(fewest, _most(state, source, target, state.armies[source] + fewest) + 1):
        yield MoveIn(moved)


def _play(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    _, player, source, target, fewest, victim = frame
    moved = move[1]
    most = _most(state, source, target, state.armies[source] + fewest)
    if not fewest <= moved <= most:
        return f"{moved} armies cannot move in: at least {fewest} and at most {most} may"
    state.armies[source] -= moved - fewest
    state.armies[target] = moved
    state.frames.pop()
    below = state.frames[-1]
    _settle(state, player, source, target, moved, victim)
    if state.outcome is None and state.frames[-1] is below:
        state.rules.phases[below[0]].resume(state, below)
    return None


def _no_entry(state: State, player: int) -> None:
    """Moving in is entered by `capture` alone."""


MOVE_IN = Phase("move in", _no_entry, (Action(MoveIn, _legal, _play),), words="move armies in")
