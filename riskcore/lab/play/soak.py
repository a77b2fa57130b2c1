"""Random games under watch: after every move, does everything still hold that holds in every game?"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from riskcore.cards import UNKNOWN
from riskcore.events import Captured, CardDrawn, Event, TurnStarted
from riskcore.game import Game
from riskcore.lab.play.batch import Arena, Plan, arena_for, fault_words, is_ctrl_c
from riskcore.positions.notation import position_key
from riskcore.state import State
from riskcore.testing import broken_invariants, leaks, told_by, untold
from riskcore.view import Spectator, known_cards

__all__ = ["Failure", "Inspector", "Soaked", "soak_game", "soak_games"]

_TRY_ALL = 50  # at every so many moves each listed move is tried, not only the one that is made
_SCRAMBLE = 8  # at every so many moves one viewer's position is looked at with everything hidden from it changed


@attrs.frozen
class Failure:
    """A game in which something did not hold, and the moves that lead there."""

    number: int
    seed: int
    problems: tuple[str, ...]
    moves: tuple[tuple[Any, ...], ...] = attrs.field(repr=False)


@attrs.frozen
class Soaked:
    """How some games went: finished, stopped at the cap of moves, or failed."""

    finished: int = 0
    capped: int = 0
    moves: int = 0
    failure: Failure | None = None  # the first; games after it were not played

    @property
    def games(self) -> int:
        """The games played to the end or the cap."""
        return self.finished + self.capped

    def __add__(self, other: "Soaked") -> "Soaked":
        failures = [each for each in (self.failure, other.failure) if each is not None]
        return Soaked(
            self.finished + other.finished,
            self.capped + other.capped,
            self.moves + other.moves,
            min(failures, key=lambda failure: failure.number, default=None),
        )


def soak_games(plan: Plan, max_moves: int, numbers: range) -> Soaked:
    """Soak some games of a plan up to the first failure; what a worker is asked to do."""
    arena = arena_for(plan)
    total = Soaked()
    for number in numbers:
        total += soak_game(arena, number, max_moves)
        if total.failure is not None:
            break
    return total


def soak_game(arena: Arena, number: int, max_moves: int) -> Soaked:
    """Play a game with everything checked after every move."""
    match = arena.open(number, events=True)
    game = match.game
    inspector = Inspector(game)
    problems = broken_invariants(game.state)
    made = 0
    while not problems and game.to_move is not None and made < max_moves:
        try:
            before = game.state.copy()
            move = match.deciders[game.to_move]()
            problems = [*_meddling(game, before), *inspector.secrets(move)]
            events = game.push(move)
            made += 1
            problems += inspector.problems(before, events)
        except BaseException as error:  # that a move raises one is what this is looking for
            if is_ctrl_c(error):
                raise
            problems = [fault_words(error)]
    if problems:
        failure = Failure(number, arena.plan.game_seed(number), tuple(problems), tuple(game.moves))
        return Soaked(moves=made, failure=failure)
    over = game.outcome is not None
    return Soaked(finished=int(over), capped=int(not over), moves=made)


def _meddling(game: Game, before: State) -> Iterator[str]:
    """A view shows a bot the game's own lists, since copies would be slow: whoever writes to them is found here."""
    if game.key() != position_key(before):
        yield f"the bot of player {game.to_move} changed the game while it decided: a view is to be read only"


class Inspector:
    """Looks at a game after each of its moves."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._views = [game.view(viewer) for viewer in (None, *range(game.players))]
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
        """While the game goes on there is a legal move, and what is listed is accepted."""
        game = self._game
        self._looks += 1
        if game.outcome is not None:
            return
        if not game.legal_moves:
            yield f"no legal move in phase {game.phase!r} for player {game.to_move}"
        elif self._looks % _TRY_ALL == 0:
            for move in game.legal_moves:
                if move not in game.legal_moves:
                    yield f"{move!r} is listed as legal in phase {game.phase!r}, but refused"
