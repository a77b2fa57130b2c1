"""For tests of rules: scripted dice, the invariants that hold in every game, and secrets that show."""

from collections.abc import Container, Iterable, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from riskcore.dice import roll_number
from riskcore.events import CardDrawn, Event
from riskcore.frames import PHASE
from riskcore.game import Game
from riskcore.legal import LegalMoves
from riskcore.moves import Done
from riskcore.positions.invariants import broken_invariants
from riskcore.state import State
from riskcore.tape import Tape
from riskcore.view import Spectator, View, known_cards

__all__ = ["broken_invariants", "leaks", "scramble", "script_dice", "told_by", "untold"]

_COMPARED = 200  # legal moves, of which there may be thousands


def script_dice(game: Game, rolls: Iterable[Sequence[int]]) -> None:
    """Let the next throws show these faces; afterwards chance goes on.

    A battle is one throw, the attacker's dice first: `(5, 4, 3, 6, 3)` is 5, 4, 3 against 6, 3. A die rolled alone is
    a throw of one: `(3,)`. Numbers drawn for anything else (a shuffle, say) count as a throw, so script only what comes
    before one.
    """
    state = game.state
    script = [(roll_number(faces) + 0.5) / 6 ** len(faces) for faces in rolls]
    state.tape = Tape(state.tape.seed, script)
    state.cursor = 0
    game.settle()


_TOLD = ("reserve", "alive", "discard", "sets_traded", "player", "first", "turn", "round", "captured", "outcome")


def untold(state: State, spectator: Spectator) -> list[str]:
    """What lies on the table without any event having told it; an empty list for rules that tell everything."""
    seen = spectator.state
    owners = zip(state.board.territories, state.owner, seen.owner, strict=True)
    armies = zip(state.board.territories, state.armies, seen.armies, strict=True)
    wrong = [f"{name} belongs to {now}, the events say {told}" for name, now, told in owners if now != told]
    wrong += [f"{name} has {now} armies, the events say {told}" for name, now, told in armies if now != told]
    facts = {name: (getattr(state, name), getattr(seen, name)) for name in _TOLD}
    facts["cards in the deck"] = len(state.deck), len(seen.deck)
    facts["cards in hands"] = [len(hand) for hand in state.hands], [len(hand) for hand in seen.hands]
    for name in state.rules.public_data:
        facts[f"data[{name!r}]"] = state.data[name], seen.data[name]
    return wrong + [f"{name}: {now!r}, the events say {told!r}" for name, (now, told) in facts.items() if now != told]


def scramble(state: State, player: int | None, seed: int) -> None:
    """Change everything that a player (None: a spectator) cannot know, and nothing else."""
    random = Random(seed)
    known = known_cards(state, player)
    others = [hand for owner, hand in enumerate(state.hands) if owner != player]
    pool = state.deck + [card for hand in others for card in hand if card not in known]
    random.shuffle(pool)
    for hand in others:
        hand[:] = [card if card in known else pool.pop() for card in hand]
    state.deck[:] = pool
    tape, cursor = state.tape, state.cursor
    state.tape, state.cursor = Tape(random.getrandbits(60)), 0
    for redraw_data in state.rules.redraws:
        redraw_data(state, player)
    state.tape, state.cursor = tape, cursor


def leaks(game: Game, player: int | None, seed: int) -> list[str]:
    """What a player (None: a spectator) gets that depends on what this player cannot know; an empty list if nothing."""
    twin = game.copy()
    scramble(twin.state, player, seed)
    mine, other = game.view(player), twin.view(player)
    found = _differences(mine, twin)
    if list(islice(mine.legal_moves, _COMPARED)) != list(islice(other.legal_moves, _COMPARED)):
        found.append("legal moves depend on what is hidden")
    if game.rules.unimagined is not None:
        return [*found, game.rules.unimagined]
    imagined = mine.imagine(seed)
    if imagined.to_json() != other.imagine(seed).to_json():
        found.append("an imagined game depends on what is hidden")
    found += [f"an imagined game: {wrong}" for wrong in broken_invariants(imagined.state)]
    if not _could_be_open(imagined.state):
        found.append(f"an imagined game has the decision {imagined.phase!r} open, which could not be")
    return found


def told_by(
    game: Game, move: Sequence[Any], player: int | None, seed: int, revealing: Container[str] | None = None
) -> list[str]:
    """What a move of somebody else tells a player (None: a spectator) besides what is told; an empty list if nothing.

    The move is made in two copies, one of them scrambled, where it may be refused. What others decide in secret they
    decline, and it must look as if there had been nothing to decide. With `revealing`, the kinds of events that bring
    secrets to light, no other event may depend on what is hidden; without, rules may tell of it what they like.
    """
    twin = game.copy()
    scramble(twin.state, player, seed)
    if move not in twin.legal_moves:
        return []
    truth, other = _made_public(game.copy(), move, player), _made_public(twin, move, player)
    if truth is None or other is None or truth.game.state.discard != other.game.state.discard:
        return []
    if known_cards(truth.game.state, player) != known_cards(game.state, player):
        return []  # a rule that lays cards open shows which were drawn
    if truth.events != other.events:
        if revealing is None:
            return _stopped(move, truth, other, player)
        if any(event.kind in revealing for event in (*truth.events, *other.events)):
            return []
        return [f"{tuple(move)} is told as {truth.events}, but as {other.events} if what is hidden differs"]
    return [f"after {tuple(move)} {leak}" for leak in _differences(truth.game.view(player), other.game)]


def _differences(view: View, twin: Game) -> list[str]:
    """Where a view is not what it would be in the twin."""
    shown, scrambled = view.to_dict(), twin.view(view.player).to_dict()
    return [f"the view shows {key}: {shown[key]!r}" for key in shown if shown[key] != scrambled[key]]


class _MadePublic(NamedTuple):
    events: list[Event]
    game: Game


def _made_public(game: Game, move: Sequence[Any], player: int | None) -> _MadePublic | None:
    """What a player hears of a move until the next decision that this player may see; None if secrets come to light."""
    game.events = True
    told = game.push(move)
    while game.outcome is None and game.view(player).to_move is None:
        if Done() not in game.legal_moves:  # what is done instead, everybody sees
            return None
        told += game.push(Done())
    if game.outcome is not None or any(isinstance(event, CardDrawn) and event.player == player for event in told):
        return None
    return _MadePublic([event.seen_by(player) for event in told], game)


def _stopped(move: Sequence[Any], one: _MadePublic, two: _MadePublic, player: int | None) -> list[str]:
    """Whether one game waits for a decision where the other, of which the same is told so far, has gone on."""
    short, long = sorted((one, two), key=lambda made: len(made.events))
    if long.events[: len(short.events)] != short.events or short.game.phase == long.game.phase:
        return []
    return [f"after {tuple(move)} the decision {short.game.phase!r} is open because of what is hidden"]


def _could_be_open(state: State) -> bool:
    """Whether a decision that waits in secret has anything to decide, and any other somebody who may move."""
    if not state.frames:
        return True
    could_be = state.rules.phases[state.frames[-1][PHASE]].secret
    if could_be is not None and not could_be(state, state.frames[-1]):
        return False
    return bool(LegalMoves(state))
