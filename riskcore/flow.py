"""How a game moves on: frames are closed, sequences of phases advance, wins are noticed."""

from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from riskcore import domains
from riskcore.errors import RulebookError
from riskcore.events import GameWon, TurnStarted
from riskcore.frames import DECIDER, PHASE, Frame, FrameFields
from riskcore.rules import Outcome, Phase, WinEvent
from riskcore.state import NOBODY

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = ["SETUP", "TURN", "SetupFrame", "TurnFrame", "begin", "check_win", "close", "enter_turn_at", "forfeit", "win"]


class SetupFrame(FrameFields, phase="setup"):
    """The set-up, below all its decisions; whoever it names goes on with it, nobody at first."""

    step: int = domains.step("setup")


class TurnFrame(FrameFields, phase="turn"):
    """A player's turn, below all its decisions."""

    step: int = domains.step("turn")


# Bound once, for the loop of a game: Python looks names of a class up anew each time.
_STEP: Final = TurnFrame.step


def close(state: "State") -> None:
    """End the top frame; the one below goes on."""
    frames = state.frames
    frames.pop()
    if state.outcome is None and frames:
        below = frames[-1]
        state.rules.phases[below[PHASE]].resume(state, below)


def win(state: "State", outcome: Outcome) -> None:
    """End the game. Nothing is left to decide."""
    _check_outcome(state, outcome)
    state.outcome = outcome
    state.frames.clear()
    state.tell(GameWon(outcome.winner, outcome.reason))


def forfeit(state: "State", reason: str) -> GameWon:
    """End the game because whoever is to decide cannot: the last player left has won, and of several nobody has."""
    loser = state.frames[-1][DECIDER]
    left = [player for player in range(state.players) if player != loser and state.alive[player]]
    outcome = Outcome(left[0] if len(left) == 1 else NOBODY, reason)
    win(state, outcome)
    return GameWon(outcome.winner, outcome.reason)


def _check_outcome(state: "State", outcome: Any) -> None:
    """An owner without a seat, or what is nobody at all, would be counted as some player's win."""
    match outcome:
        case Outcome(winner=Integral(), reason=str()) if not isinstance(outcome.winner, bool):
            if outcome.winner == NOBODY or 0 <= outcome.winner < state.players:
                return
    raise RulebookError(
        f"hook win_condition: the game ends with {outcome!r}; must be an Outcome whose winner is a player, "
        f"0 to {state.players - 1}, or NOBODY, and whose reason is text"
    )


def check_win(state: "State", event: WinEvent) -> bool:
    """Ask the ways to win that listen to this event; True if the game is over."""
    if state.outcome is not None:
        return True
    for check in state.rules.win_checks[event]:
        outcome = check(state)
        if outcome is not None:
            win(state, outcome)
            return True
    return False


def begin(state: "State") -> None:
    """Start the set-up of a fresh state."""
    frame = SetupFrame.new(NOBODY, 0)
    state.frames.append(frame)
    _set_up(state, frame)


def enter_turn_at(state: "State", player: int, phase: str) -> None:
    """Go to a phase of a player's turn, as if the phases before had passed: positions are set up this way."""
    names = [step.name for step in state.rules.turn]
    frame = TurnFrame.new(player, names.index(phase))
    state.frames[:] = [frame]
    _take_turns(state, frame)


def _set_up(state: "State", frame: Frame) -> None:
    """Enter the set-up's phases one after another until one waits for a decision; then the first turn."""
    frames = state.frames
    steps = state.rules.setup
    while frame[SetupFrame.step] < len(steps):
        step = steps[frame[SetupFrame.step]]
        frame[SetupFrame.step] += 1
        step.enter(state, frame[DECIDER])
        if state.outcome is not None or frames[-1] is not frame:
            return
    frames[0] = frame = TurnFrame.new(state.first, 0)
    if not _start_turn(state, state.first):
        _take_turns(state, frame)


def _start_turn(state: "State", player: int) -> bool:
    """Make it a player's turn; True if the game is over by that."""
    first = state.first
    if state.turn == 0 or (player - first) % state.players <= (state.player - first) % state.players:
        state.round += 1
    state.player = player
    state.turn += 1
    state.captured = 0
    if state.sink is not None:
        state.sink.append(TurnStarted(player, state.round))
    return check_win(state, "turn start")


def _take_turns(state: "State", frame: Frame) -> None:
    """Enter the turn's phases one after another until one waits for a decision; the next turn follows."""
    frames = state.frames
    steps = state.rules.turn
    last = len(steps)
    while True:
        player = frame[DECIDER]
        at = frame[_STEP]
        while at < last:
            frame[_STEP] = at + 1
            steps[at].enter(state, player)
            if not frames or frames[-1] is not frame:  # somebody has to decide, or the game is over
                return
            at += 1
        if check_win(state, "turn end"):
            return
        alive = state.alive
        player = (player + 1) % state.players
        while not alive[player]:
            player = (player + 1) % state.players
        frame[DECIDER] = player
        frame[_STEP] = 0
        if _start_turn(state, player):
            return


def _no_entry(state: "State", player: int) -> None:
    """Set-up and turn are entered by `begin` alone."""


SETUP = Phase("setup", enter=_no_entry, resume=_set_up, frame=SetupFrame)
TURN = Phase("turn", enter=_no_entry, resume=_take_turns, frame=TurnFrame)
