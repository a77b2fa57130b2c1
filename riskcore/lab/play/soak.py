"""Random games under watch: after every move, does everything still hold that holds in every game?"""

from collections.abc import Iterator
from typing import Any

import attrs

from riskcore.errors import Forfeit, IllegalMove
from riskcore.game import Game
from riskcore.lab.play.batch import Arena, Plan, arena_for, end_by_forfeit, fault_words, is_ctrl_c
from riskcore.positions.notation import position_key
from riskcore.state import State
from riskcore.testing import Disagreement, Inspector, broken_invariants

__all__ = ["Failure", "Soaked", "soak_game", "soak_games"]


@attrs.frozen
class Failure:
    """A game in which something did not hold, and the moves that lead there.

    `tried` is the move that failed when it was made, or was tried, after them; `unlisted`, whether it was accepted
    though nothing lists it.
    """

    number: int
    seed: int
    problems: tuple[str, ...]
    moves: tuple[tuple[Any, ...], ...] = attrs.field(repr=False)
    orders: tuple[int, ...] = ()
    tried: tuple[Any, ...] | None = None
    unlisted: bool = False


@attrs.frozen
class Soaked:
    """How some games went: finished, stopped at the cap of moves, or failed."""

    finished: int = 0
    capped: int = 0
    moves: int = 0
    failure: Failure | None = None  # the first; games after it were not played
    forfeits: tuple[str, ...] = ()  # of the finished ones: which bot could not play on, and why

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
            self.forfeits + other.forfeits,
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
    """Play a game with everything checked after every move; that a bot forfeits ends it, and is no fault."""
    match = arena.open(number, events=True)
    game = match.game
    inspector = Inspector(game)
    problems = broken_invariants(game.state)
    made = 0
    tried: tuple[Any, ...] | None = None
    odd: Disagreement | None = None
    forfeits: tuple[str, ...] = ()
    while not problems and game.to_move is not None and made < max_moves:
        tried = None
        try:
            before = game.state.copy()
            move = match.deciders[game.to_move]()
            problems = [*_meddling(game, before), *inspector.secrets(move)]
            tried = tuple(move)
            events = game.push(move)
            tried = None
            made += 1
            problems += inspector.problems(before, events)
            odd = next(inspector.disagreements(), None)
        except Forfeit as error:
            forfeits = (f"game {number}: {end_by_forfeit(match, arena.plan, error).reason}",)
        except BaseException as error:  # that a move raises one is what this is looking for
            if is_ctrl_c(error):
                raise
            problems = [fault_words(error)]
            if isinstance(error, IllegalMove) and tried in tuple(game.legal_moves):
                odd = Disagreement(game, tried, listed=True)
        if odd is not None:
            tried = tuple(odd.move)
            problems.append(str(odd))
    if problems:
        told = tuple(problems), tuple(game.moves), tuple(game.state.orders), tried
        failure = Failure(number, arena.plan.game_seed(number), *told, unlisted=odd is not None and not odd.listed)
        return Soaked(moves=made, failure=failure)
    over = game.outcome is not None
    return Soaked(int(over), int(not over), made, forfeits=forfeits)


def _meddling(game: Game, before: State) -> Iterator[str]:
    """A view shows a bot the game's own lists, since copies would be slow: whoever writes to them is found here."""
    if game.key() != position_key(before):
        yield f"the bot of player {game.to_move} changed the game while it decided: a view is to be read only"
