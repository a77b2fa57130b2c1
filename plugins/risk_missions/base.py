"""What every objective can do, and the measures that objectives share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

import attrs

from riskcore import Board, State, View

__all__ = ["NEEDED", "Objective", "nearest_continents", "of_continents"]

NEEDED = 4.0  # what a territory that a mission needs is worth to its holder, in armies


@attrs.frozen
class Objective(ABC):
    """Something to achieve; the fields are what a table of a deck file says.

    A state must be so when it is looked at. An event, once it has happened, stays achieved.
    """

    event: ClassVar[bool] = False

    @abstractmethod
    def describe(self) -> str:
        """The objective in a sentence."""

    @abstractmethod
    def holds(self, state: State, player: int) -> bool:
        """Whether the player has achieved it; of a state's fields only those that a view has too are read."""

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The territories that lead the player to it, with what each is worth in armies."""
        return {}

    def progress(self, view: View, player: int) -> float:
        """How near the player is to it, from 0 to 1: as near as the wanted territories that are held already."""
        if view.ask(self.holds, player):
            return 1.0
        wanted = self.wanted(view, player)
        held = sum(view.owner[place] == player for place in wanted)
        return held / (len(wanted) + 1) if wanted else 0.0

    def possible(self, players: int) -> bool:
        """Whether it can be achieved at all in a game of so many players."""
        return True

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """What a board makes impossible: the field that asks too much, and why."""
        return iter(())


def of_continents(view: View, player: int, continents: Iterable[int]) -> dict[int, float]:
    """Every territory of some continents, more valuable the more of its continent the player has."""
    wanted = {}
    for continent in continents:
        members = view.board.members[continent]
        worth = NEEDED * (0.5 + view.held_in[player][continent] / len(members))
        wanted.update(dict.fromkeys(members, worth))
    return wanted


def nearest_continents(view: View, player: int, number: int, without: Iterable[int] = ()) -> list[int]:
    """The continents of which the player lacks fewest territories; of equals, that with most already held."""
    held = view.held_in[player]
    sizes = view.continent_sizes
    left_out = set(without)
    others = [continent for continent in range(len(sizes)) if continent not in left_out]
    others.sort(key=lambda continent: (sizes[continent] - held[continent], -held[continent]))
    return others[:number]
