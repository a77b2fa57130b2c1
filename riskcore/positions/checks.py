"""Positions from outside: everything is checked against the rulebook and the board before a game goes on from it."""

from collections.abc import Iterable
from typing import Any

from riskcore.domains import Domain
from riskcore.errors import SaveError, closest
from riskcore.frames import DECIDER, PHASE, Frame, check_frame, domain_sizes
from riskcore.positions.document import MOST, Reading, shown
from riskcore.positions.invariants import broken_invariants
from riskcore.resolve import failure_words
from riskcore.rulebook import Rulebook
from riskcore.rules import Data, Outcome
from riskcore.state import NOBODY, OUT_OF_PLAY, State, copy_plain
from riskcore.tape import Tape

__all__ = ["POSITION", "data_fault", "position_document", "probe", "read_outcome", "read_position"]

POSITION = (
    "owner",
    "armies",
    "reserve",
    "alive",
    "hands",
    "deck",
    "discard",
    "sets_traded",
    "player",
    "first",
    "turn",
    "round",
    "captured",
    "orders",
    "frames",
    "data",
    "cursor",
)

_FURTHEST = 2_000_000  # numbers of a tape that are read; a game of ten thousand moves takes some fifty thousand
_MOST_DICE = 100  # of a standing order
_MOST_FRAMES = 64
_FRAME_MOST = 10**9  # an order may say "all"
_LONGEST_REASON = 10_000  # of a forfeit it begins with the bot, which may be a long command
_LONGEST_NAME = 60  # of a domain, in a message
_PROBED = 48  # moves


def position_document(state: State) -> dict[str, Any]:
    """All of a state but its rules and its tape, as plain data; lists are the state's own."""
    outcome = None if state.outcome is None else [state.outcome.winner, state.outcome.reason]
    return {**{name: getattr(state, name) for name in POSITION}, "outcome": outcome}


def read_position(read: Reading, rules: Rulebook, players: int, tape: Tape) -> State:
    """The reverse of `position_document`. What comes back breaks no invariant."""
    owners = players + len(rules.owners(players))
    state = State(rules, players, owners, tape)
    read.only((*POSITION, "outcome"))
    state.turn = read.whole("turn")
    state.round = read.whole("round", 0, state.turn)
    state.player = read.whole("player", 0 if state.turn else NOBODY, players - 1 if state.turn else NOBODY)
    state.first = read.whole("first", 0, players - 1)
    state.captured = read.whole("captured")
    state.sets_traded = read.whole("sets_traded")
    state.cursor = read.whole("cursor", 0, _FURTHEST)
    _read_board(read, state, owners)
    _read_cards(read, state, owners)
    state.reserve[:] = read.wholes("reserve", owners)
    state.orders[:] = read.wholes("orders", players, 0, _MOST_DICE)
    alive = read.items("alive", owners)
    if not all(type(value) is bool for value in alive) or not any(alive[:players]):
        read.refuse("alive", f"{shown(alive)}; must be true or false for each owner, and true for some player")
    if state.turn == 0 and not all(alive):
        read.refuse("alive", f"{shown(alive)}; nobody is out before the first turn")
    state.alive[:] = alive
    _read_data(read, state)
    state.outcome = read_outcome(read, players)
    _read_frames(read, state)
    wrong = broken_invariants(state)
    if wrong:
        read.refuse("", "; ".join(wrong[:3]))
    return state


def _read_board(read: Reading, state: State, owners: int) -> None:
    size = len(state.board.territories)
    owner = read.wholes("owner", size, OUT_OF_PLAY, owners - 1)
    armies = read.wholes("armies", size)
    for territory, (holder, number) in enumerate(zip(owner, armies, strict=True)):
        if holder >= 0:
            state.give(territory, holder)
        elif number:
            read.refuse(f"armies[{territory}]", f"{number}; must be 0 where no owner is")
        elif holder == OUT_OF_PLAY:
            try:
                state.take_out(territory)
            except ValueError as error:
                read.refuse(f"owner[{territory}]", str(error))
    state.armies[:] = armies


def _read_cards(read: Reading, state: State, owners: int) -> None:
    last = len(state.rules.deck) - 1
    hands = Reading({str(at): hand for at, hand in enumerate(read.items("hands", owners))}, read.what, "hands")
    for owner, hand in enumerate(state.hands):
        hand[:] = hands.wholes(str(owner), None, 0, last)
    state.deck[:] = read.wholes("deck", None, 0, last)
    state.discard[:] = read.wholes("discard", None, 0, last)


def _read_data(read: Reading, state: State) -> None:
    kept = read.below("data")
    kept.only(tuple(state.rules.data))
    for name, data in state.rules.data.items():
        fault = data_fault(data, kept.table[name], state.rules, state.players)
        if fault is not None:
            kept.refuse(name, fault)
        state.data[name] = copy_plain(kept.table[name])


def data_fault(data: Data, value: object, rules: Rulebook, players: int) -> str | None:
    """What is wrong with what a rule is said to have kept."""
    start = data.start(players, players + len(rules.owners(players)))
    return _unlike(value, start, data.entries, domain_sizes(rules, players))


def _unlike(value: Any, start: Any, entries: Domain | None, sizes: dict[str, int]) -> str | None:
    """How a value differs in kind from what there is at the start, to which lists may be added that were empty."""
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(start, list):
        if type(value) is not list or (start and len(value) != len(start)) or len(value) > MOST:
            return f"{shown(value)}; must be a list" + (f" of {len(start)}" if start else "")
        pairs = zip(value, start or [None] * len(value), strict=True)
    if isinstance(start, dict):
        if type(value) is not dict or (start and value.keys() != start.keys()):
            return f"{shown(value)}; must be a table" + (f" of {', '.join(start)}" if start else "")
        pairs = ((value[key], start.get(key)) for key in value)
    if isinstance(start, list | dict):
        return next((fault for one, like in pairs if (fault := _unlike(one, like, entries, sizes))), None)
    if start is None and isinstance(value, list | dict) and entries is None:
        return None
    if start is not None and type(value) is not type(start):
        return f"{shown(value)}; must be {type(start).__name__}, as {start!r} is"
    if entries is not None and not entries.holds(value, sizes):
        name = entries.name if len(entries.name) < _LONGEST_NAME else "entry"
        meant = closest(value, entries.choices) if isinstance(value, str) else None
        return f"{shown(value)} is no {name} here" + (f"; did you mean {shown(meant)}?" if meant else "")
    if type(value) is int and abs(value) > MOST:
        return f"{value} is too much"
    return None


def read_outcome(read: Reading, players: int) -> Outcome | None:
    """How a game ended; None while it goes on."""
    value = read.table["outcome"]
    match value:
        case [int(winner), str(reason)] if (
            type(winner) is int and NOBODY <= winner < players and len(reason) <= _LONGEST_REASON
        ):
            return Outcome(winner, reason)
    if value is not None:
        read.refuse("outcome", f"{shown(value)}; must be null, or a player (-1: nobody) and a reason")
    return None


def _read_frames(read: Reading, state: State) -> None:
    for at, frame in enumerate(read.items("frames", most=_MOST_FRAMES)):
        fault = check_frame(frame, state.rules, state.players)
        if fault is None and any(type(value) is int and abs(value) > _FRAME_MOST for value in frame):
            fault = f"{shown(frame)}: a number in it is too much"
        if fault is None and any(state.owner[place] == OUT_OF_PLAY for place in _places(frame, state.rules)):
            fault = f"{shown(frame)}: a territory in it is out of play"
        if fault is None and (frame[PHASE] in ("setup", "turn")) != (at == 0):
            fault = f"{shown(frame)}: set-up or turn is the first frame, and no other is"
        if fault is not None:
            read.refuse(f"frames[{at}]", fault)
        state.frames.append(frame[:])
    if not state.frames:
        return
    if (state.frames[0][PHASE] == "setup") != (state.turn == 0):
        read.refuse("frames", "the first must be the set-up before turn 1, and the turn from then on")
    phases = [frame[PHASE] for frame in state.frames]
    if len(set(phases)) < len(phases):
        read.refuse("frames", f"{shown(phases)}: a phase waits below itself")
    if state.turn and state.frames[0][DECIDER] != state.player:
        read.refuse("frames[0]", f"{shown(state.frames[0])}; it is the turn of player {state.player}")
    if not 0 <= state.frames[-1][DECIDER] < state.players or not state.alive[state.frames[-1][DECIDER]]:
        read.refuse("frames", f"{shown(state.frames[-1])}: nobody who is in the game decides")


def _places(frame: Frame, rules: Rulebook) -> list[int]:
    """The territories that a frame is about."""
    declared = rules.phases[frame[PHASE]].frame
    values = [
        [value] if type(value) is int else value
        for name, value in declared.named(frame).items()
        if declared.fields[name].name.startswith("territory")
    ]
    return [place for several in values for place in several if place >= 0]


def probe(state: State) -> None:
    """See that a game can go on from a position: a few moves are made in a copy, until somebody else's turn begins."""
    twin = state.copy()
    try:
        for _ in range(_PROBED):
            if not twin.frames or twin.turn != state.turn:
                break
            _make_a_move(twin)
            wrong = broken_invariants(twin)
            if wrong:
                raise SaveError(f"no position to go on from: {wrong[0]}")
    except SaveError:
        raise
    except Exception as error:
        raise SaveError(f"no position to go on from: {failure_words(state.rules.plugins, error)}") from error


def _make_a_move(state: State) -> None:
    """The first of the last kind of moves there are: as a rule, that somebody has done enough. Of the others, the first
    is tried as well.
    """
    frame = state.frames[-1]
    kinds = [action for action in state.rules.phases[frame[PHASE]].actions if not action.order]
    found = [(action, move) for action in kinds if (move := next(iter(action.moves(state, frame)), None)) is not None]
    if not found:
        raise SaveError(f"no position to go on from: there is no legal move in phase {frame[PHASE]!r}")
    for number, (action, move) in enumerate(found, 1):
        tried = state if number == len(found) else state.copy()
        refusal = action.play(tried, tried.frames[-1], move)
        if refusal is not None:
            raise SaveError(f"no position to go on from: {move!r} is listed, but illegal: {refusal}")
