"""States from a described position, checked as strictly as anything else that people write."""

from collections.abc import Mapping, Sequence
from typing import Any

from riskcore import flow
from riskcore.errors import GameError, RiskError, closest
from riskcore.positions.checks import data_fault, probe, read_position
from riskcore.positions.document import MOST, Reading, shown
from riskcore.positions.invariants import broken_invariants
from riskcore.positions.notation import parse_position
from riskcore.resolve import failure_words
from riskcore.state import State, copy_plain

__all__ = ["fill_position", "set_up_position"]

_MOST_NAMED = 1000  # items of a list
_DIGITS = tuple("0123456789")  # players as JSON has them for keys

_KEYS = (
    "armies",
    "captured",
    "data",
    "deck",
    "discard",
    "first",
    "hands",
    "orders",
    "out",
    "owners",
    "phase",
    "player",
    "reserve",
    "rest",
    "round",
    "sets_traded",
    "turn",
)


def set_up_position(state: State, position: Mapping[str, Any] | str) -> None:
    """Turn a fresh state into a position that is described, or written in a line."""
    if isinstance(position, str):
        read = Reading(parse_position(position, state), "a position")
        state.become(read_position(read, state.rules, state.players, state.tape))
        probe(state)
        return
    if not isinstance(position, Mapping):
        raise GameError(f"position: {shown(position)}; must be a mapping, or text")
    try:
        fill_position(state, position)
    except RiskError:
        raise
    except Exception as error:
        raise GameError(f"position: {failure_words(state.rules.plugins, error)}") from error
    wrong = broken_invariants(state)
    if wrong:
        raise GameError(f"position: {wrong[0]}")


def fill_position(state: State, position: Mapping[str, Any]) -> None:
    """Fill a fresh state from a description, all keys optional:

    `owners` and `armies` by territory's name (unnamed territories: `rest`, an owner, with one army), `out` with the
    names of territories out of play, `hands` by player as lists of cards, `player` and `phase` (where the turn
    stands), `sets_traded`, `captured`, `turn`, `round`, `orders`, `reserve` (by owner; otherwise what the phase's
    predecessors would give is up to them), `data` to override what the rules keep. Cards that are named nowhere are
    the deck, in order, or with a `deck` the discard pile.
    """
    for key in position:
        if key not in _KEYS:
            raise _unknown("key", key, _KEYS)
    _people_the_board(state, position)
    _deal_cards(state, position)
    state.reserve[:] = _numbers(position, "reserve", state.reserve, len(state.held))
    state.orders[:] = _numbers(position, "orders", state.orders, state.players)
    state.alive[:] = [held > 0 for held in state.held]
    for name, default in (("sets_traded", 0), ("turn", 1), ("round", 1), ("captured", 0)):
        setattr(state, name, _number(name, position.get(name, default)))
    state.first = _member("first", position.get("first", 0), state.players)
    state.player = _member("player", position.get("player", 0), state.players)
    if not state.alive[state.player]:
        raise GameError(f"position: player {state.player} is to move but holds no territory")
    for name, value in _table(position, "data").items():
        if name not in state.rules.data:
            raise _unknown("data", name, tuple(state.rules.data))
        fault = data_fault(state.rules.data[name], value, state.rules, state.players)
        if fault is not None:
            raise GameError(f"position: data: {name}: {fault}")
        state.data[name] = copy_plain(value)
    phases = tuple(phase.name for phase in state.rules.turn)
    phase = position.get("phase", phases[0])
    if not isinstance(phase, str) or phase not in phases:
        raise _unknown("phase", phase, phases)
    flow.enter_turn_at(state, state.player, phase)


def _people_the_board(state: State, position: Mapping[str, Any]) -> None:
    board = state.board
    owners = len(state.held)
    rest = _member("rest", position.get("rest", 0), owners)
    named = {
        _territory(state, name): _member(f"owners: {name}", owner, owners)
        for name, owner in _table(position, "owners").items()
    }
    out = {_territory(state, name) for name in _list(position, "out")}
    for territory in range(len(board.territories)):
        if territory in out:
            try:
                state.take_out(territory)
            except ValueError as error:
                raise GameError(f"position: out: {error}") from None
        else:
            state.give(territory, named.get(territory, rest))
            state.armies[territory] = 1
    for name, armies in _table(position, "armies").items():
        territory = _territory(state, name)
        if territory in out or type(armies) is not int or not 1 <= armies <= MOST:
            raise GameError(f"position: armies: {name}: {shown(armies)}; a territory in play has 1 army or more")
        state.armies[territory] = armies


def _deal_cards(state: State, position: Mapping[str, Any]) -> None:
    for player, hand in _table(position, "hands").items():
        owner = int(player) if isinstance(player, str) and player in _DIGITS else player
        state.hands[_member("hands", owner, len(state.held))][:] = _list({"hands": hand}, "hands")
    state.deck[:] = _list(position, "deck")
    state.discard[:] = _list(position, "discard")
    cards = range(len(state.rules.deck))
    dealt = [card for pile in (*state.hands, state.deck, state.discard) for card in pile]
    left = [card for card in cards if card not in dealt]
    if "deck" not in position:
        state.deck[:] = left
    elif "discard" not in position:
        state.discard[:] = left
    elif left:
        raise GameError(f"position: cards: {left} are in no hand, in neither deck nor discard pile")
    wrong = [card for card in dealt if type(card) is not int or card not in cards or dealt.count(card) > 1]
    if wrong:
        raise GameError(
            f"position: cards: {shown(wrong[0])} is no card, or in two places; there are 0 to {len(cards) - 1}"
        )


def _table(position: Mapping[str, Any], key: str) -> Mapping[Any, Any]:
    table = position.get(key, {})
    if not isinstance(table, Mapping):
        raise GameError(f"position: {key}: {shown(table)}; must be a mapping")
    return table


def _list(position: Mapping[str, Any], key: str) -> Sequence[Any]:
    values = position.get(key, ())
    if not isinstance(values, list | tuple) or len(values) > _MOST_NAMED:
        raise GameError(f"position: {key}: {shown(values)}; must be a list")
    return values


def _territory(state: State, name: object) -> int:
    if not isinstance(name, str) or name not in state.board.territories:
        raise _unknown("territory", name, state.board.territories)
    return state.board.territory(name)


def _member(what: str, value: Any, size: int) -> int:
    if type(value) is not int or not 0 <= value < size:
        raise GameError(f"position: {what}: {shown(value)}; must be a number from 0 to {size - 1}")
    return value


def _number(what: str, value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise GameError(f"position: {what}: {shown(value)}; must be a whole number, 0 or more, and {MOST:,} at most")
    return value


def _numbers(position: Mapping[str, Any], key: str, default: Sequence[int], size: int) -> list[int]:
    values = position.get(key, default)
    if not isinstance(values, list | tuple) or len(values) != size:
        raise GameError(f"position: {key}: {shown(values)}; must be {size} numbers")
    return [_number(key, value) for value in values]


def _unknown(what: str, name: object, known: Sequence[str]) -> GameError:
    meant = closest(name, known) if isinstance(name, str) else None
    advice = f"did you mean {meant!r}?" if meant else f"known are {', '.join(known)}"
    return GameError(f"position: unknown {what} {shown(name)}; {advice}")
