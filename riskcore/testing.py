"""For tests of rules: scripted dice, the invariants that hold in every game, and secrets that show."""

import json
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import attrs

from riskcore.cards import UNKNOWN
from riskcore.dice import roll_number
from riskcore.domains import Domain
from riskcore.events import Captured, CardDrawn, Event, TurnStarted
from riskcore.frames import DECIDER, PHASE
from riskcore.game import Game
from riskcore.legal import LegalMoves
from riskcore.moves import Done, Move
from riskcore.positions.invariants import broken_invariants
from riskcore.state import State
from riskcore.tape import Tape
from riskcore.view import Spectator, View, known_cards

__all__ = [
    "Disagreement",
    "Inspector",
    "broken_invariants",
    "leaks",
    "scramble",
    "script_dice",
    "told_by",
    "untold",
]

_COMPARED = 200  # legal moves, of which there may be thousands
_TRY_LISTED = 50  # at every so many moves each listed move is tried, not only the one that is made
_TRY_UNLISTED, _ODD_MOVES = 7, 12  # and at every so many, so many that are not listed
_SCRAMBLE = 8  # at every so many moves one viewer's position is looked at with everything hidden from it changed


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
            return _stopped(game.words(move), truth, other)
        if any(event.kind in revealing for event in (*truth.events, *other.events)):
            return []
        return [f"{game.words(move)!r} is told as {truth.events}, but as {other.events} if what is hidden differs"]
    found = _differences(truth.game.view(player), other.game)
    if truth.moves != other.moves:
        found.append(f"the moves are shown as {truth.moves}, but as {other.moves} if what is hidden differs")
    return [f"after {game.words(move)!r} {leak}" for leak in found]


def _differences(view: View, twin: Game) -> list[str]:
    """Where a view is not what it would be in the twin."""
    shown, scrambled = view.to_dict(), twin.view(view.player).to_dict()
    return [f"the view shows {key}: {shown[key]!r}" for key in shown if shown[key] != scrambled[key]]


class _MadePublic(NamedTuple):
    events: list[Event]
    moves: list[Move]  # as the player may see them
    game: Game


def _made_public(game: Game, move: Sequence[Any], player: int | None) -> _MadePublic | None:
    """What a player hears of a move until the next decision that this player may see; None if secrets come to light."""
    game.events = True
    before = len(game.moves)
    told = game.push(move)
    while game.outcome is None and game.view(player).to_move is None:
        if Done() not in game.legal_moves:  # what is done instead, everybody sees
            return None
        told += game.push(Done())
    if game.outcome is not None or any(isinstance(event, CardDrawn) and event.player == player for event in told):
        return None
    moves = [shown for made in game.made[before:] if (shown := made.seen_by(player)) is not None]
    return _MadePublic([event.seen_by(player) for event in told], moves, game)


def _stopped(move: str, one: _MadePublic, two: _MadePublic) -> list[str]:
    """Whether one game waits for a decision where the other, of which the same is told so far, has gone on."""
    short, long = sorted((one, two), key=lambda made: len(made.events))
    if long.events[: len(short.events)] != short.events or short.game.phase == long.game.phase:
        return []
    return [f"after {move!r} the decision {short.game.phase!r} is open because of what is hidden"]


def _could_be_open(state: State) -> bool:
    """Whether a decision that waits in secret has anything to decide, and any other somebody who may move."""
    if not state.frames:
        return True
    could_be = state.rules.phases[state.frames[-1][PHASE]].secret
    if could_be is not None and not could_be(state, state.frames[-1]):
        return False
    return bool(LegalMoves(state))


@attrs.frozen
class Disagreement:
    """A move that is listed as legal, but refused; or accepted, though it is not listed."""

    game: Game = attrs.field(repr=False)
    move: tuple[Any, ...]
    listed: bool

    def __str__(self) -> str:
        words, phase = self.game.words(self.move), self.game.phase
        if self.listed:
            return f"{words!r} is listed as legal in phase {phase!r}, but refused"
        return f"{words!r} is accepted in phase {phase!r}, but not listed as legal"


class Inspector:
    """Looks at a game after each of its moves: does everything hold that holds in every game?

    One who is `joining` a game that was set up in the middle has not been told what came before.
    """

    def __init__(self, game: Game, *, joining: bool = False) -> None:
        self._game = game
        self._random = Random(game.state.tape.seed)
        self._views = [game.view(viewer) for viewer in (None, *range(game.players))]
        if joining:
            self._spectator = Spectator.joining(game.rules, game.view(None).to_dict())
        else:
            self._spectator = Spectator(game.rules, game.players)
            self._spectator.follow(event.seen_by(None) for event in game.opening)
        self._drawn = 0  # cards of this turn
        self._captures = 0  # territories of this turn
        self._looks = 0

    def secrets(self, move: Sequence[Any]) -> Iterator[str]:
        """What the position and the move about to be made let somebody know who should not: one viewer at a time."""
        turn, left = divmod(self._looks, _SCRAMBLE)
        if left == 0:
            viewer = self._views[turn % len(self._views)].player
            found = leaks(self._game, viewer, turn)
            if viewer != self._game.to_move:
                found += told_by(self._game, move, viewer, turn)
            who = "a spectator" if viewer is None else f"player {viewer}"
            yield from (f"{who} gets what nobody may know: {leak}" for leak in found)

    def problems(self, before: State, events: list[Event]) -> Iterator[str]:
        """What is wrong after the move that led on from `before` and told these events."""
        yield from broken_invariants(self._game.state)
        yield from self._told(events)
        yield from self._cards(before, events)
        yield from self._hands()
        yield from self._moves()

    def _told(self, events: list[Event]) -> Iterator[str]:
        """Whoever hears what the events tell everybody knows what lies on the table."""
        self._spectator.follow(json.loads(json.dumps([event.seen_by(None) for event in events])))
        yield from untold(self._game.state, self._spectator)

    def _cards(self, before: State, events: list[Event]) -> Iterator[str]:
        """A turn brings the cards it has earned: one, for a capture, unless a rule awards otherwise."""
        for event in events:
            match event:
                case TurnStarted():
                    self._drawn = self._captures = 0
                case Captured():
                    self._captures += 1
                case CardDrawn():
                    self._drawn += 1
                    earned = max(before.rules.card_award(before, event.player), int(self._captures > 0))
                    if self._drawn > earned:
                        yield f"player {event.player} drew {self._drawn} cards in a turn that earned {earned}"

    def _hands(self) -> Iterator[str]:
        """Nobody's view shows a card of another that its player does not know by the rules."""
        state = self._game.state
        for view in self._views:
            known = {UNKNOWN, *known_cards(state, view.player)}
            for owner, hand in enumerate(view.hands):
                if owner != view.player and not known.issuperset(hand):
                    yield f"the view of {view.player} shows cards of owner {owner}: {hand}"
                if len(hand) != len(state.hands[owner]):
                    yield f"the view of {view.player} shows {len(hand)} cards of owner {owner}"

    def _moves(self) -> Iterator[str]:
        """While the game goes on there is a legal move."""
        game = self._game
        self._looks += 1
        if game.outcome is None and not game.legal_moves:
            yield f"no legal move in phase {game.phase!r} for player {game.to_move}"

    def disagreements(self) -> Iterator[Disagreement]:
        """Where `legal` and `play` disagree: now and then all that is listed is tried, and some moves that are not."""
        game = self._game
        if not game.legal_moves:
            return
        if self._looks % _TRY_LISTED == 0:
            yield from (Disagreement(game, move, True) for move in game.legal_moves if move not in game.legal_moves)
        if self._looks % _TRY_UNLISTED == 0:
            listed = {_sorted(move) for move in game.legal_moves}
            for _ in range(_ODD_MOVES):
                move = _odd_move(game, self._random)
                if _sorted(move) not in listed and move in game.legal_moves:
                    yield Disagreement(game, move, False)


def _sorted(move: Move) -> tuple[Any, ...]:
    """A move for comparison: in which order cards are named does not matter."""
    return tuple(tuple(sorted(value)) if isinstance(value, tuple) else value for value in move)


def _odd_move(game: Game, random: Random) -> Move:
    """A move of a kind that belongs here: a legal one with one field changed, or any at all."""
    actions = [each for each in game.rules.phases[game.phase or ""].actions if not each.order]
    legal = game.legal_moves.sample(random)
    if len(legal) > 1 and random.random() < 0.5:
        at = random.randrange(1, len(legal))
        domain = list(type(legal).fields.values())[at - 1]
        return _made(type(legal), (*legal[1:at], _any_value(domain, game.state, random), *legal[at + 1 :]))
    kind = random.choice(actions).move
    return _made(kind, [_any_value(domain, game.state, random) for domain in kind.fields.values()])


def _made(kind: type[Move], values: Sequence[Any]) -> Move:
    return kind(*values)


def _any_value(domain: Domain, state: State, random: Random) -> Any:
    """Something that a domain holds, likely or not."""
    sizes = {
        "territory": len(state.owner),
        "territories": len(state.owner),
        "card": len(state.rules.deck),
        "cards": len(state.rules.deck),
        "owner": len(state.held),
        "player": state.players,
    }
    if domain.choices:
        return random.choice(domain.choices)
    if domain.name in ("cards", "territories"):
        mine = state.hands[state.frames[-1][DECIDER]] if domain.name == "cards" else []
        pool = mine if len(mine) > 2 and random.random() < 0.8 else range(sizes[domain.name])
        return tuple(random.sample(pool, min(len(pool), random.randint(1, 3))))
    low = domain.low or 0
    size = sizes.get(domain.name.removesuffix(" or -1"))
    high = size - 1 if size is not None else domain.high
    return random.randint(low, low + 20 if high is None else high)
