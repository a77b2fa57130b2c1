"""What holds in every position between two moves."""

from collections.abc import Callable
from typing import Any

from riskcore.frames import PHASE, Frame, check_frame
from riskcore.resolve import failure_words
from riskcore.state import NOBODY, OUT_OF_PLAY, State

__all__ = ["broken_invariants"]


def broken_invariants(state: State) -> list[str]:
    """What is wrong with a state between two moves; an empty list if nothing is."""
    wrong = []
    board = state.board
    for territory, owner in enumerate(state.owner):
        if (state.armies[territory] < 1) != (owner in (NOBODY, OUT_OF_PLAY)) or (owner == NOBODY and state.turn > 0):
            wrong.append(f"{board.territories[territory]} has {state.armies[territory]} armies of owner {owner}")
    in_play = [sum(state.owner[t] != OUT_OF_PLAY for t in members) for members in board.members]
    if state.continent_sizes != in_play:
        wrong.append(f"the continents are counted with {state.continent_sizes} territories in play")
    for owner in range(len(state.held)):
        if state.held[owner] != state.owner.count(owner):
            wrong.append(f"owner {owner} is counted with {state.held[owner]} territories")
        counted = [sum(state.owner[t] == owner for t in members) for members in board.members]
        if state.held_in[owner] != counted:
            wrong.append(f"owner {owner} is counted with {state.held_in[owner]} by continent")
        if state.reserve[owner] < 0:
            wrong.append(f"owner {owner} has a reserve of {state.reserve[owner]}")
        if state.turn > 0 and state.held[owner] > 0 and not state.alive[owner]:
            wrong.append(f"owner {owner} is out but holds territories")
    cards = sorted([*state.deck, *state.discard, *(card for hand in state.hands for card in hand)])
    if cards != list(range(len(state.rules.deck))):
        wrong.append(f"{len(cards)} cards are accounted for, not each of {len(state.rules.deck)} once")
    wrong += [fault for frame in state.frames if (fault := _frame_fault(state, frame)) is not None]
    kept = [(name, data.mismatch) for name, data in state.rules.data.items() if data.mismatch is not None]
    wrong += [f"data: {name}: {fault}" for name, mismatch in kept if (fault := _told(state, mismatch)) is not None]
    if (state.outcome is None) != bool(state.frames):
        wrong.append("the game is over, yet somebody decides, or the other way round")
    return wrong


def _frame_fault(state: State, frame: Frame) -> str | None:
    """What is wrong with a decision that waits: in itself, or here."""
    fault = check_frame(frame, state.rules, state.players)
    if fault is None and (mismatch := state.rules.phases[frame[PHASE]].mismatch) is not None:
        fault = _told(state, mismatch, frame)
    return fault


def _told(state: State, mismatch: Callable[..., str | None], *about: Any) -> str | None:
    """What a rule says does not fit; that it fails over it says as much."""
    try:
        return mismatch(state, *about)
    except Exception as error:
        return failure_words(state.rules.plugins, error)
