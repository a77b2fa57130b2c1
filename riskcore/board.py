"""The board: territories, continents, borders, as plain data that the engine indexes by small integers."""

from collections.abc import Iterable
from typing import NewType

import attrs

__all__ = ["Board", "ContinentName", "TerritoryName"]

# A rule's parameter of these types is checked against the board the variant plays on.
TerritoryName = NewType("TerritoryName", str)
ContinentName = NewType("ContinentName", str)


@attrs.frozen(eq=False)
class Board:
    """A map. A territory is an index into `territories`, a continent one into `continents`."""

    name: str
    territories: tuple[str, ...]
    continents: tuple[str, ...]
    bonuses: tuple[int, ...]
    continent_of: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    insignia: tuple[str, ...]  # what the card of each territory shows
    places: tuple[tuple[float, float], ...] = ()  # where a drawing puts each territory's armies
    outlines: tuple[str, ...] = ()  # an SVG path for each territory
    adjacent: tuple[frozenset[int], ...] = attrs.field(init=False)
    members: tuple[tuple[int, ...], ...] = attrs.field(init=False)

    @adjacent.default
    def _adjacent(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(near) for near in self.neighbours)

    @members.default
    def _members(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(t for t, home in enumerate(self.continent_of) if home == continent)
            for continent in range(len(self.continents))
        )

    def territory(self, name: str) -> int:
        """The index of a territory's name."""
        return self.territories.index(name)

    def continent(self, name: str) -> int:
        """The index of a continent's name."""
        return self.continents.index(name)

    def reachable(self, start: int, through: Iterable[int]) -> set[int]:
        """The territories that can be walked to from `start` over `through` (which need not hold `start`)."""
        left = set(through)
        left.discard(start)
        return set(self._walk(start, left))

    def largest_piece(self, territories: Iterable[int]) -> set[int]:
        """The largest connected group of these territories; of equal ones, that with the first territory."""
        left = set(territories)
        largest: list[int] = []
        for start in sorted(left):
            if len(left) <= len(largest):
                break
            if start in left:
                left.remove(start)
                largest = max(largest, self._walk(start, left), key=len)
        return set(largest)

    def _walk(self, start: int, left: set[int]) -> list[int]:
        """Everywhere that can be walked to over territories that are left, which then are not any more."""
        reached = [start]
        for place in reached:  # which grows meanwhile
            for near in self.neighbours[place]:
                if near in left:
                    left.remove(near)
                    reached.append(near)
        return reached
