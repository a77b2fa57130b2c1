"""Trading sets, at the beginning of a turn and after an elimination."""

from collections.abc import Iterator
from itertools import combinations

from riskcore import domains
from riskcore.events import Traded
from riskcore.flow import close
from riskcore.frames import DECIDER, Frame, FrameFields
from riskcore.moves import Done, Move, Trade
from riskcore.phases.armies import MOST_AT_ONCE, answered_armies
from riskcore.phases.place import open_place
from riskcore.rules import MAY, MUST, NO, Action, Occasion, Phase
from riskcore.state import State

__all__ = ["SET_SIZE", "SPOILS", "TRADE", "SpoilsFrame", "TradeFrame", "hand_sets", "open_spoils"]

SET_SIZE = 3


class TradeFrame(FrameFields, phase="trade"):
    """A window in which sets may be traded."""

    occasion: int = domains.word("turn", "elimination")
    traded: int = domains.count(0)  # sets traded in this window


class SpoilsFrame(FrameFields, phase="spoils"):
    """Trading, then placing what it brings, before the attack goes on after an elimination."""

    step: int = domains.count(0, 2)  # of the two, how many have begun


def hand_sets(state: State, hand: list[int]) -> Iterator[tuple[int, ...]]:
    """Every set that can be made from a hand."""
    is_set = state.rules.is_set
    return (chosen for chosen in combinations(sorted(hand), SET_SIZE) if is_set(state, chosen))


def _open(state: State, player: int, occasion: Occasion) -> None:
    hand = state.hands[player]
    if len(hand) < SET_SIZE or state.rules.trading(state, player, occasion, 0) == NO:
        return
    frame = TradeFrame.new(player, occasion, 0)
    if _holds_set(state, frame):
        state.frames.append(frame)


def _holds_set(state: State, frame: Frame) -> bool:
    """Others, who see how many cards there are, must not see whether they make a set."""
    return any(hand_sets(state, state.hands[frame[DECIDER]]))


def _enter(state: State, player: int) -> None:
    if len(state.hands[player]) >= SET_SIZE:
        _open(state, player, "turn")


def _go_on(state: State, frame: Frame) -> None:
    """Close the window when nothing more may be traded."""
    player, occasion, done = frame[DECIDER], frame[TradeFrame.occasion], frame[TradeFrame.traded]
    if state.rules.trading(state, player, occasion, done) == NO or not _holds_set(state, frame):
        close(state)


def _legal_trades(state: State, frame: Frame) -> Iterator[Move]:
    return (Trade(chosen) for chosen in hand_sets(state, state.hands[frame[DECIDER]]))


def _play_trade(state: State, frame: Frame, move: tuple[str, tuple[int, ...]]) -> str | None:
    chosen = tuple(sorted(move[1]))
    player = frame[DECIDER]
    hand = state.hands[player]
    if not all(card in hand for card in chosen):
        return f"cards {chosen} are not all in hand"
    if len(chosen) != SET_SIZE or not state.rules.is_set(state, chosen):
        return f"cards {chosen} are not a set"
    armies = state.rules.set_value(state, player, chosen)
    if type(armies) is not int or not 0 <= armies <= MOST_AT_ONCE:
        armies = answered_armies(state, "set_value", armies, player)
    for card in chosen:
        hand.remove(card)
    state.discard.extend(chosen)
    state.sets_traded += 1
    state.reserve[player] += armies
    frame[TradeFrame.traded] += 1
    if state.sink is not None:
        state.sink.append(Traded(player, chosen, armies))
    for follow_up in state.rules.traded:
        follow_up(state, player, chosen)
    if state.outcome is None and state.frames[-1] is frame:
        _go_on(state, frame)
    return None


def _legal_done(state: State, frame: Frame) -> Iterator[Move]:
    if state.rules.trading(state, frame[DECIDER], frame[TradeFrame.occasion], frame[TradeFrame.traded]) == MAY:
        yield Done()


def _play_done(state: State, frame: Frame, move: object) -> str | None:
    if state.rules.trading(state, frame[DECIDER], frame[TradeFrame.occasion], frame[TradeFrame.traded]) == MUST:
        return f"with {len(state.hands[frame[DECIDER]])} cards a set must be traded"
    close(state)
    return None


def open_spoils(state: State, player: int) -> None:
    """Let a player trade after an elimination, and place what that brings before going on."""
    frame = SpoilsFrame.new(player, 0)
    state.frames.append(frame)
    _spoils(state, frame)


def _spoils(state: State, frame: Frame) -> None:
    player = frame[DECIDER]
    while frame[SpoilsFrame.step] < 2:
        frame[SpoilsFrame.step] += 1
        if frame[SpoilsFrame.step] == 1:
            _open(state, player, "elimination")
        else:
            open_place(state, player, player, state.reserve[player])
        if state.frames[-1] is not frame:
            return
    close(state)


TRADE = Phase(
    "trade",
    _enter,
    (Action(Trade, _legal_trades, _play_trade), Action(Done, _legal_done, _play_done)),
    resume=_go_on,
    words="trade sets of cards for armies",
    frame=TradeFrame,
    secret=_holds_set,
)
SPOILS = Phase("spoils", open_spoils, resume=_spoils, words="trade and place after an elimination", frame=SpoilsFrame)
