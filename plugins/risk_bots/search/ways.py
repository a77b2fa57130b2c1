"""Ways to play on, for a player that tries them in imagined games: styles, tastes, and moves to begin with."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

import attrs

from risk_bots.greedy import GreedyBot
from risk_bots.planner import PlannerBot
from riskcore import PHASE, View
from riskcore.phases import PlaceFrame, room

__all__ = ["PLANNER", "Way", "ways_on"]

_DONE = ("done",)
_MOVES = 6  # of a kind that are tried, chosen by chance if there are more
_TASTES = 4  # for continents, that are tried before the first claim
_STRENGTH = 3  # armies to begin an attack with
_SEEDS = 1 << 30

Anything = TypeVar("Anything")


@attrs.frozen
class Way:
    """A way to play on: how it is called, and what makes a player that follows it."""

    words: str
    make: Callable[[], GreedyBot]
    seed: int | None = None  # of its tastes, if it has its own

    def player(self, view: View, seed: int) -> GreedyBot:
        """A player in the seat of a view who plays this way from now on."""
        player = self.make()
        player.start(view, seed if self.seed is None else self.seed)
        return player


@attrs.define
class _Beginner(PlannerBot):
    """Makes one move that it was told to make, and then its own."""

    move: tuple[Any, ...] | None = None

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move that was told, once."""
        move, self.move = self.move, None
        return move or super().decide(view)


@attrs.define
class _Settler(PlannerBot):
    """Puts all armies of the set-up in one place, as far as there is room."""

    place: int = -1

    def decide(self, view: View) -> tuple[Any, ...]:
        """A planner's move, but for own armies of the set-up."""
        frame = view.frames[-1]
        if view.turn == 0 and frame[PHASE] == "place" and frame[PlaceFrame.owner] == view.player:
            armies = min(frame[PlaceFrame.left], view.ask(room, self.place))
            if armies and self.place in (frame[PlaceFrame.among] or (self.place,)):
                return ("place", self.place, armies)
        return super().decide(view)


@attrs.define
class _Sweeper(PlannerBot):
    """Once all that it planned is done, attacks wherever it is ahead."""

    def decide(self, view: View) -> tuple[Any, ...]:
        """A planner's move, but for the end of its attacks."""
        move = super().decide(view)
        frame = view.frames[-1]
        return self._look_for_more(view, frame) if move == _DONE and frame[PHASE] == "attack" else move

    def _look_for_more(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        return GreedyBot._attack(self, view, frame)


PLANNER = Way("as a planner does", PlannerBot)
_STYLES = (
    PLANNER,
    Way("one move at a time", GreedyBot),
    Way("boldly", partial(PlannerBot, aggression=2.0)),
    Way("carefully", partial(PlannerBot, aggression=0.4)),
    Way("with a sweep at the end", _Sweeper),
)
_KEEPING = Way("keeping the cards", partial(PlannerBot, patience=1.0))


def ways_on(view: View, random: Random, known: bool) -> Iterator[Way]:
    """The ways to try now, a planner's first; `known` if players have an answer to what is asked."""
    yield PLANNER
    if known:
        yield from _IDEAS.get(view.frames[-1][PHASE], _no_idea)(view, random)
    else:
        for move in sorted({tuple(view.legal_moves.sample(random)) for _ in range(_MOVES)}):
            yield _beginning(f"beginning with {' '.join(map(str, move))}", move)


def _beginning(words: str, move: tuple[Any, ...]) -> Way:
    return Way(words, partial(_Beginner, move=move))


def _no_idea(view: View, random: Random) -> Iterator[Way]:
    return iter(())


def _ideas_to_claim(view: View, random: Random) -> Iterator[Way]:
    for _ in range(_TASTES if view.player not in view.owner else 0):
        yield Way("after its own taste", PlannerBot, random.randrange(_SEEDS))


def _ideas_to_trade(view: View, random: Random) -> Iterator[Way]:
    yield _KEEPING


def _ideas_to_place(view: View, random: Random) -> Iterator[Way]:
    frame = view.frames[-1]
    if frame[PlaceFrame.owner] != view.player:
        return
    among = frame[PlaceFrame.among]
    places = [place for place in _borders(view) if not among or place in among]
    names = view.board.territories
    if view.turn == 0:
        for place in _some(places, random):
            yield Way(f"with all in {names[place]}", partial(_Settler, place=place))
        return
    yield from _STYLES[1:]
    for place in _some(places, random):
        armies = min(frame[PlaceFrame.left], view.ask(room, place))
        if armies:
            yield _beginning(f"from {names[place]}", ("place", place, armies))


def _ideas_to_attack(view: View, random: Random) -> Iterator[Way]:
    yield from _STYLES[1:]
    owner, armies, names = view.owner, view.armies, view.board.territories
    attacks = [
        (source, target)
        for source in _borders(view)
        if armies[source] >= _STRENGTH
        for target in view.board.neighbours[source]
        if owner[target] >= 0 and owner[target] != view.player and armies[target] < armies[source]
    ]
    legal = view.legal_moves
    for source, target in _some(attacks, random):
        move = ("assault", source, target, 1, 1 - armies[target] // 3, 0)
        if move in legal:
            yield _beginning(f"taking {names[target]} first", move)


_IDEAS: dict[str, Callable[[View, Random], Iterator[Way]]] = {
    "attack": _ideas_to_attack,
    "claim": _ideas_to_claim,
    "place": _ideas_to_place,
    "trade": _ideas_to_trade,
}


def _some(all_of_them: Sequence[Anything], random: Random) -> Sequence[Anything]:
    return all_of_them if len(all_of_them) <= _MOVES else random.sample(all_of_them, _MOVES)


def _borders(view: View) -> list[int]:
    """The player's territories beside somebody else's."""
    me, owner, neighbours = view.player, view.owner, view.board.neighbours
    return [
        place
        for place, holder in enumerate(owner)
        if holder == me and any(owner[near] != me and owner[near] >= 0 for near in neighbours[place])
    ]
