"""Objectives that are a state of the board: they must be so at the moment they count."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

import attrs
from attrs.validators import ge, min_len

from riskcore import Board, ContinentName, State, TerritoryName, View
from riskcore.state import OUT_OF_PLAY
from riskcore.words import counted, listed, spelled

from .base import NEEDED, Objective, nearest_continents, of_continents

__all__ = [
    "HoldAnyContinents",
    "HoldChain",
    "HoldContinents",
    "HoldInEach",
    "HoldRealm",
    "HoldTerritories",
    "HoldThese",
]

_NO_WAY = 1_000_000_000  # more armies than there can be
_NOTHING = -1


@attrs.frozen
class HoldTerritories(Objective):
    """So many territories, wherever they are, each with so many armies at least."""

    count: int = attrs.field(validator=ge(1))
    armies: int = attrs.field(default=1, validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        garrison = f" with at least {spelled(self.armies)} armies on each" if self.armies > 1 else ""
        return f"Hold {counted(self.count, 'territory', 'territories')}{garrison}."

    def holds(self, state: State, player: int) -> bool:
        """Count them."""
        if state.held[player] < self.count or self.armies == 1:
            return state.held[player] >= self.count
        armies = state.armies
        garrisons = [place for place in state.territories_of(player) if armies[place] >= self.armies]
        return len(garrisons) >= self.count

    def progress(self, view: View, player: int) -> float:
        """Count them, whatever stands there."""
        return 1.0 if view.ask(self.holds, player) else min(view.held[player], self.count - 1) / self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """Own territories that lack armies, once there are enough of them; any other territory is as good as any."""
        if self.armies == 1 or view.held[player] < self.count:
            return {}
        return {place: NEEDED for place in view.territories_of(player) if view.armies[place] < self.armies}

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More territories than there are."""
        if self.count > len(board.territories):
            yield "count", f"{self.count} is too many; the board has {len(board.territories)} territories"


@attrs.frozen
class HoldContinents(Objective):
    """These continents, and so many others of the player's choice."""

    continents: tuple[ContinentName, ...] = attrs.field(validator=min_len(1))
    others: int = attrs.field(default=0, validator=ge(0))

    def describe(self) -> str:
        """The objective in a sentence."""
        choice = [counted(self.others, "other continent", "other continents")] if self.others else []
        return f"Hold the whole of {listed([*self.continents, *choice])}."

    def holds(self, state: State, player: int) -> bool:
        """All that are named, and enough of the rest."""
        board = state.board
        held = state.held_in[player]
        for name in self.continents:
            continent = board.continents.index(name)
            if held[continent] < state.continent_sizes[continent]:
                return False
        return self.others == 0 or _whole(state, player) >= len(self.continents) + self.others

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """All of the named continents, and of those that are nearest to being held."""
        named = [view.board.continent(name) for name in self.continents]
        return of_continents(view, player, named + nearest_continents(view, player, self.others, named))

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """A continent named twice, or more others than there are."""
        if len(set(self.continents)) < len(self.continents):
            yield "continents", "a continent is named twice"
        elif len(self.continents) + self.others > len(board.continents):
            yield "others", f"{self.others} is too many; the board has {len(board.continents)} continents in all"


def _whole(state: State, player: int) -> int:
    """How many continents a player holds whole."""
    return sum(held == size for held, size in zip(state.held_in[player], state.continent_sizes, strict=True))


@attrs.frozen
class HoldAnyContinents(Objective):
    """So many continents, whichever they are."""

    count: int = attrs.field(validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        return f"Hold the whole of any {counted(self.count, 'continent', 'continents')}."

    def holds(self, state: State, player: int) -> bool:
        """Count the whole ones."""
        return _whole(state, player) >= self.count

    def progress(self, view: View, player: int) -> float:
        """The shares of the continents that are nearest."""
        nearest = nearest_continents(view, player, self.count)
        held, sizes = view.held_in[player], view.continent_sizes
        return sum(held[continent] / sizes[continent] for continent in nearest) / self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The continents that are nearest to being held."""
        return of_continents(view, player, nearest_continents(view, player, self.count))

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More continents than there are."""
        if self.count > len(board.continents):
            yield "count", f"{self.count} is too many; the board has {len(board.continents)} continents"


@attrs.frozen
class HoldInEach(Objective):
    """So many territories in each of so many continents."""

    count: int = attrs.field(validator=ge(1))
    continents: int = attrs.field(validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        territories = counted(self.count, "territory", "territories")
        return f"Hold {territories} in each of {counted(self.continents, 'continent', 'continents')}."

    def holds(self, state: State, player: int) -> bool:
        """Count the continents with enough territories."""
        return sum(held >= self.count for held in state.held_in[player]) >= self.continents

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The territories of the continents that lack fewest, where they lack any."""
        board = view.board
        held = view.held_in[player]
        large = [continent for continent, size in enumerate(view.continent_sizes) if size >= self.count]
        large.sort(key=lambda continent: -held[continent])
        lacking = [continent for continent in large[: self.continents] if held[continent] < self.count]
        return {place: NEEDED for continent in lacking for place in board.members[continent]}

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """Too few continents that are large enough."""
        large = sum(len(members) >= self.count for members in board.members)
        if large < self.continents:
            wanted = counted(self.count, "territory", "territories")
            yield "continents", f"{self.continents} is too many; {large} continents have {wanted} or more"


@attrs.frozen
class HoldThese(Objective):
    """These territories, each with so many armies at least."""

    territories: tuple[TerritoryName, ...] = attrs.field(validator=min_len(1))
    armies: int = attrs.field(default=1, validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        garrison = f", with at least {spelled(self.armies)} armies on each" if self.armies > 1 else ""
        return f"Hold {listed(self.territories)}{garrison}."

    def holds(self, state: State, player: int) -> bool:
        """Look at each."""
        places = [state.board.territory(name) for name in self.territories]
        return all(state.owner[place] == player and state.armies[place] >= self.armies for place in places)

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """Each of them."""
        return {view.board.territory(name): NEEDED for name in self.territories}

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """A territory named twice."""
        if len(set(self.territories)) < len(self.territories):
            yield "territories", "a territory is named twice"


@attrs.frozen
class HoldRealm(Objective):
    """So many connected territories."""

    count: int = attrs.field(validator=ge(2))

    def describe(self) -> str:
        """The objective in a sentence."""
        return f"Hold {spelled(self.count)} connected territories."

    def holds(self, state: State, player: int) -> bool:
        """Measure the largest piece."""
        if state.held[player] < self.count:
            return False
        return len(state.board.largest_piece(state.territories_of(player))) >= self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """What borders the largest piece."""
        return dict.fromkeys(_edge(view.board, tuple(view.territories_of(player))), NEEDED / 2)

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More territories than there are."""
        if self.count > len(board.territories):
            yield "count", f"{self.count} is too many; the board has {len(board.territories)} territories"


@lru_cache(maxsize=1024)  # territories change hands less often than anybody asks
def _edge(board: Board, territories: tuple[int, ...]) -> tuple[int, ...]:
    """What borders the largest piece of these territories."""
    piece = board.largest_piece(territories)
    edge = {near for place in piece for near in board.neighbours[place]}
    return tuple(sorted(edge - piece))


@attrs.frozen
class HoldChain(Objective):
    """A path through own territories from one place to another; a place is a territory or a continent."""

    ends: tuple[TerritoryName | ContinentName, TerritoryName | ContinentName]

    def describe(self) -> str:
        """The objective in a sentence."""
        return f"Hold an unbroken chain of territories from {self.ends[0]} to {self.ends[1]}."

    def holds(self, state: State, player: int) -> bool:
        """Walk from every own territory at one end, through own territory, to the other."""
        mine = set(state.territories_of(player))
        start, goal = (mine.intersection(_places(state.board, end)) for end in self.ends)
        while start and goal:
            piece = state.board.reachable(start.pop(), mine)
            if goal & piece:
                return True
            start -= piece
        return False

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The chain that costs fewest foreign armies."""
        armies = view.armies
        prices = [
            0 if holder == player else _NO_WAY if holder == OUT_OF_PLAY else 1 + armies[place]
            for place, holder in enumerate(view.owner)
        ]
        return dict.fromkeys(_cheapest(view.board, *self.ends, tuple(prices)), NEEDED)

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """Two ends that touch without a territory between them."""
        if set(_places(board, self.ends[0])) & set(_places(board, self.ends[1])):
            yield "ends", "the two ends overlap; a chain leads from one place to another"


@lru_cache(maxsize=1024)  # a player places armies or waits, and the prices stay as they are
def _cheapest(board: Board, here: str, there: str, prices: tuple[int, ...]) -> tuple[int, ...]:
    """Dijkstra's way from one place to another; the territories, or none if no way exists in this game."""
    goal, size = set(_places(board, there)), len(prices)
    costs, before, least = [_NO_WAY] * size, [_NOTHING] * size, _NO_WAY
    waiting: list[int] = []  # costs and territories in one number: of equal costs the first territory comes first
    for place in _places(board, here):
        if prices[place] < _NO_WAY:
            costs[place] = prices[place]
            heappush(waiting, prices[place] * size + place)
    while waiting:
        cost, place = divmod(heappop(waiting), size)
        if place in goal:
            return _way_to(place, before)
        if cost == costs[place]:  # or a cheaper way has been found since
            for near in board.neighbours[place]:
                new = cost + prices[near]
                if new < costs[near] and new <= least:
                    costs[near], before[near] = new, place
                    heappush(waiting, new * size + near)
                    if near in goal:
                        least = new
    return ()


def _way_to(place: int, before: Sequence[int]) -> tuple[int, ...]:
    way = []
    while place != _NOTHING:
        way.append(place)
        place = before[place]
    return tuple(reversed(way))


@lru_cache(maxsize=1024)
def _places(board: Board, end: str) -> tuple[int, ...]:
    return (board.territory(end),) if end in board.territories else board.members[board.continent(end)]
