"""States from a described position, checked as strictly as anything else that people write."""

from collections.abc import Mapping, Sequence
from typing import Any

from riskcore import flow
from riskcore.errors import GameError, closest
from riskcore.state import State, copy_plain

__all__ = ["fill_position"]

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


def fill_position(state: State, position: Mapping[str, Any]) -> State:
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
    for name, value in position.get("data", {}).items():
        if name not in state.rules.data:
            raise _unknown("data", name, tuple(state.rules.data))
        state.data[name] = copy_plain(value)
    phases = tuple(phase.name for phase in state.rules.turn)
    phase = position.get("phase", phases[0])
    if phase not in phases:
        raise _unknown("phase", phase, phases)
    flow.enter_turn_at(state, state.player, phase)
    return state


def _people_the_board(state: State, position: Mapping[str, Any]) -> None:
    board = state.board
    owners = len(state.held)
    rest = _member("rest", position.get("rest", 0), owners)
    named = {
        _territory(state, name): _member(f"owners: {name}", owner, owners)
        for name, owner in position.get("owners", {}).items()
    }
    out = [_territory(state, name) for name in position.get("out", ())]
    for territory in range(len(board.territories)):
        if territory in out:
            state.take_out(territory)
        else:
            state.give(territory, named.get(territory, rest))
            state.armies[territory] = 1
    for name, armies in position.get("armies", {}).items():
        territory = _territory(state, name)
        if territory in out or type(armies) is not int or armies < 1:
            raise GameError(f"position: armies: {name}: {armies!r}; a territory in play has 1 army or more")
        state.armies[territory] = armies


def _deal_cards(state: State, position: Mapping[str, Any]) -> None:
    for player, hand in position.get("hands", {}).items():
        owner = int(player) if isinstance(player, str) and player.isdigit() else player
        state.hands[_member("hands", owner, len(state.held))][:] = hand
    state.deck[:] = position.get("deck", ())
    state.discard[:] = position.get("discard", ())
    cards = range(len(state.rules.deck))
    dealt = [card for pile in (*state.hands, state.deck, state.discard) for card in pile]
    left = [card for card in cards if card not in dealt]
    if "deck" not in position:
        state.deck[:] = left
    elif "discard" not in position:
        state.discard[:] = left
    elif left:
        raise GameError(f"position: cards: {left} are in no hand, in neither deck nor discard pile")
    wrong = [card for card in dealt if card not in cards or dealt.count(card) > 1]
    if wrong:
        raise GameError(f"position: cards: {wrong[0]!r} is no card, or in two places; there are 0 to {len(cards) - 1}")


def _territory(state: State, name: str) -> int:
    if name not in state.board.territories:
        raise _unknown("territory", name, state.board.territories)
    return state.board.territory(name)


def _member(what: str, value: Any, size: int) -> int:
    if type(value) is not int or not 0 <= value < size:
        raise GameError(f"position: {what}: {value!r}; must be a number from 0 to {size - 1}")
    return value


def _number(what: str, value: Any) -> int:
    if type(value) is not int or value < 0:
        raise GameError(f"position: {what}: {value!r}; must be a whole number, 0 or more")
    return value


def _numbers(position: Mapping[str, Any], key: str, default: Sequence[int], size: int) -> list[int]:
    values = list(position.get(key, default))
    if len(values) != size:
        raise GameError(f"position: {key}: {values!r}; must be {size} numbers")
    return [_number(key, value) for value in values]


def _unknown(what: str, name: object, known: Sequence[str]) -> GameError:
    meant = closest(str(name), known)
    advice = f"did you mean {meant!r}?" if meant else f"known are {', '.join(known)}"
    return GameError(f"position: unknown {what} {name!r}; {advice}")
