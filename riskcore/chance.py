"""Chance made explicit: every way in which the numbers that rules draw may fall, each with its exact weight.

A move is made again and again on a tape whose numbers say, when a rule multiplies one, into how many equal parts it
cuts the row from 0 to 1. So rules draw as they always do, and need not know that nothing is left to chance.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, NoReturn

from riskcore.dice import Throw
from riskcore.errors import RiskError
from riskcore.game import Game
from riskcore.positions.notation import position_key
from riskcore.rulebook import Rulebook
from riskcore.tape import Tape

__all__ = ["MOST_WAYS", "ChanceError", "Way", "outcomes"]

MOST_WAYS = 100_000  # in which the chance of a single move may fall; a shuffle of nine things has more


_NOT_AGAIN = "a rule draws other numbers each time that the same move is made"


class ChanceError(RiskError):
    """A rule draws numbers in a way that cannot be made explicit."""


class Way(NamedTuple):
    """One position that a move may lead to, and its exact probability."""

    weight: Fraction
    game: Game


def outcomes(game: Game, move: Sequence[Any]) -> list[Way]:
    """Every position that a move may lead to; the weights sum to 1, and the game stays as it is.

    The deck counts as lying in no order: which card is drawn is chance, too, and it is sorted in what is returned.
    """
    found: dict[Any, Way] = {}
    path: list[int] | None = []
    ways = 0
    while path is not None:
        ways += 1
        if ways > MOST_WAYS:
            raise ChanceError(f"chance may fall in more than {MOST_WAYS:,} ways in the move {game.words(move)}")
        twin = game.copy()
        twin.events = False  # who listens would hear of each face of the dice
        tape = ExplicitTape(path, game.rules)
        twin.state.tape, twin.state.cursor = tape, 0
        twin.settle()
        twin.push(move)
        _leave_chance(twin, game)
        key = position_key(twin.state)
        before = found.get(key)
        found[key] = Way(tape.weight + before.weight, before.game) if before else Way(tape.weight, twin)
        path = tape.next_path()
    if sum(way.weight for way in found.values()) != 1:
        raise ChanceError(_NOT_AGAIN)
    return list(found.values())


def _leave_chance(twin: Game, game: Game) -> None:
    """Let a copy go on by the chance of the game it comes from, with a deck that says nothing by its order."""
    state = twin.state
    state.tape, state.cursor = game.state.tape, game.state.cursor
    state.deck.sort()
    twin.events = game.events
    twin.settle()


class ExplicitTape(Tape):
    """A tape on which chance goes a given way: `path` has a choice for each of the first numbers that decide something.

    Of those after them the first choice is taken, so that `next_path` can go through all ways one after another.
    """

    __slots__ = ("_path", "_rules", "_taken", "_weights")

    orders_deck = False

    def __init__(self, path: Sequence[int], rules: Rulebook) -> None:
        super().__init__(0)
        self._path = path
        self._rules = rules
        self._weights: list[list[tuple[int, int]]] = []  # for each decision its choices: (number, of equally many)
        self._taken: dict[int, tuple[int, int]] = {}  # place on the tape: into how many parts it was cut, and which

    def reach(self, position: int) -> None:
        """Write the tape up to and past `position`."""
        while len(self.values) <= position:
            self.values.append(Draw.at(self, len(self.values)))

    def take(self, place: int, parts: int) -> int:
        """In which of so many equal parts the number at a place lies."""
        if place in self._taken:
            before, part = self._taken[place]
            if before != parts:
                raise ChanceError(f"a rule cuts one number of the tape into {before} parts, then into {parts}")
            return part
        choices = _choices(parts, self._rules)
        part = 0
        if len(choices) > 1:
            at = len(self._weights)
            chosen = self._path[at] if at < len(self._path) else 0
            if chosen >= len(choices):
                raise ChanceError(_NOT_AGAIN)
            part = choices[chosen][0]
            self._weights.append(choices)
        self._taken[place] = parts, part
        return part

    @property
    def _chosen(self) -> list[int]:
        if len(self._path) > len(self._weights):
            raise ChanceError(_NOT_AGAIN)
        return [*self._path, *[0] * (len(self._weights) - len(self._path))]

    @property
    def weight(self) -> Fraction:
        """How likely chance is to go this way."""
        above = below = 1
        for choices, chosen in zip(self._weights, self._chosen, strict=True):
            above *= choices[chosen][1]
            below *= sum(number for _, number in choices)
        return Fraction(above, below)

    def next_path(self) -> list[int] | None:
        """The way after this one; None after the last."""
        path = self._chosen
        while path and path[-1] + 1 == len(self._weights[len(path) - 1]):
            path.pop()
        if not path:
            return None
        path[-1] += 1
        return path


def _choices(parts: int, rules: Rulebook) -> list[tuple[int, int]]:
    """Which of so many parts have to be looked at, and for how many each stands.

    A throw that is compared at once matters by what it costs alone, so one stands for all that cost the same.
    """
    if isinstance(parts, Throw) and rules.plain_battle:
        return _by_losses(rules.loss_table(parts.attack, parts.defence))
    if parts > MOST_WAYS:
        raise ChanceError(f"a rule draws one of {parts:,}; at most {MOST_WAYS:,} are counted")
    return _one_by_one(parts)


@cache
def _one_by_one(parts: int) -> list[tuple[int, int]]:
    return [(part, 1) for part in range(parts)]


@cache
def _by_losses(table: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(table.index(losses), number) for losses, number in sorted(Counter(table).items())]


def _refuse(number: "Draw", *others: object) -> NoReturn:
    raise ChanceError(
        "a rule reads a number of the tape as it is; chance can be counted where rules draw with below, roll or shuffle"
    )


class Draw(float):
    """A number of the tape that is not known: all one can do is to cut the row into parts and see in which it lies."""

    __slots__ = ("_place", "_tape")

    _tape: ExplicitTape
    _place: int

    @classmethod
    def at(cls, tape: ExplicitTape, place: int) -> "Draw":
        """The number at a place of a tape."""
        draw = cls(0.5)
        draw._tape, draw._place = tape, place
        return draw

    def __mul__(self, parts: float) -> float:
        """A number in the part that is taken."""
        if not isinstance(parts, int) or parts < 1:
            _refuse(self)
        return self._tape.take(self._place, parts) + 0.5

    __rmul__ = __mul__
    __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = _refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __round__ = _refuse
    __int__ = __trunc__ = __floor__ = __ceil__ = __neg__ = _refuse
