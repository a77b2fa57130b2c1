"""Objectives that are an event: what players have done is kept in the state, so that it stays achieved."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import attrs
from attrs.validators import ge, le

from riskcore import Board, ContinentName, Data, State, View, domains
from riskcore.words import SEAT_COLOURS, counted, listed, spelled

from .base import NEEDED, Objective, nearest_continents, of_continents

__all__ = [
    "FEATS",
    "BreakContinents",
    "CaptureInOneTurn",
    "CompleteContinents",
    "EliminateColour",
    "EliminatePlayers",
    "note_capture",
    "note_elimination",
]

MOST_COLOURS = 6


def _no_feats(players: int, owners: int) -> list[dict[str, Any]]:
    return [{"captures": 0, "completed": [], "broken": [], "eliminated": []} for _ in range(players)]


# By player: most captures in one turn, continents completed by a capture, continents broken, players eliminated.
FEATS = Data("feats", _no_feats, seen="public", entries=domains.count())


def note_capture(state: State, player: int, target: int, victim: int) -> None:
    """Note what a capture with own armies has achieved."""
    if state.owner[target] != player:
        return
    feats = state.data["feats"][player]
    if state.captured > feats["captures"]:
        feats["captures"] = state.captured
    continent = state.board.continent_of[target]
    size = state.continent_sizes[continent]
    if state.held_in[player][continent] == size and continent not in feats["completed"]:
        feats["completed"].append(continent)
    if state.held_in[victim][continent] == size - 1 and continent not in feats["broken"]:
        feats["broken"].append(continent)


def note_elimination(state: State, victim: int, by: int) -> None:
    """Note who took a player out of the game."""
    if 0 <= by < state.players and victim < state.players:
        state.data["feats"][by]["eliminated"].append(victim)


@attrs.frozen
class CaptureInOneTurn(Objective):
    """So many captures in a single turn."""

    event: ClassVar[bool] = True
    count: int = attrs.field(validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        return f"Capture {counted(self.count, 'territory', 'territories')} in one turn."

    def holds(self, state: State, player: int) -> bool:
        """Look at the best turn so far."""
        captures: int = state.data["feats"][player]["captures"]
        return captures >= self.count

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More captures than there are territories of others."""
        if self.count >= len(board.territories):
            yield "count", f"{self.count} is too many; the board has {len(board.territories)} territories"


@attrs.frozen
class CompleteContinents(Objective):
    """The last missing territory of so many continents (of certain ones, if any are named) captured."""

    event: ClassVar[bool] = True
    count: int = attrs.field(default=1, validator=ge(1))
    continents: tuple[ContinentName, ...] = ()

    def describe(self) -> str:
        """The objective in a sentence."""
        if not self.continents:
            if self.count == 1:
                return "Capture the last missing territory of one continent."
            many = f"In {spelled(self.count)} different continents"
            return f"{many}, capture the last territory that was missing there; it need not be in one turn."
        if self.count == len(self.continents):
            return f"Capture the last missing territory of {listed(self.continents)}."
        return f"Capture the last missing territory of {spelled(self.count)} of {listed(self.continents)}."

    def holds(self, state: State, player: int) -> bool:
        """Count the continents that were completed."""
        completed = state.data["feats"][player]["completed"]
        return sum(continent in completed for continent in self._choice(state.board)) >= self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The continents still to complete that lack fewest."""
        completed = view.data["feats"][player]["completed"]
        choice = self._choice(view.board)
        out = [c for c in range(len(view.board.continents)) if c in completed or c not in choice]
        missing = self.count - sum(continent in completed for continent in choice)
        return of_continents(view, player, nearest_continents(view, player, missing, out)) if missing > 0 else {}

    def _choice(self, board: Board) -> list[int]:
        return [board.continents.index(name) for name in self.continents or board.continents]

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """A continent named twice, or more than there are to choose from."""
        if len(set(self.continents)) < len(self.continents):
            yield "continents", "a continent is named twice"
        elif self.count > len(self._choice(board)):
            yield "count", f"{self.count} is too many; there is a choice of {len(self._choice(board))}"


@attrs.frozen
class BreakContinents(Objective):
    """A territory captured from somebody who held its whole continent, on so many different continents."""

    event: ClassVar[bool] = True
    count: int = attrs.field(default=1, validator=ge(1))

    def describe(self) -> str:
        """The objective in a sentence."""
        if self.count == 1:
            return "Capture a territory of one continent that another player holds whole."
        many = f"In {spelled(self.count)} different continents"
        return f"{many}, capture a territory while another player holds it all; it need not be in one turn."

    def holds(self, state: State, player: int) -> bool:
        """Count the continents that were broken."""
        return len(state.data["feats"][player]["broken"]) >= self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """Every territory of a continent that somebody else holds whole, unless it was broken before."""
        broken = view.data["feats"][player]["broken"]
        wanted: dict[int, float] = {}
        for continent, size in enumerate(view.continent_sizes):
            whole = any(counts[continent] == size for owner, counts in enumerate(view.held_in) if owner != player)
            if whole and continent not in broken:
                wanted.update(dict.fromkeys(view.board.members[continent], NEEDED))
        return wanted

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More continents than there are."""
        if self.count > len(board.continents):
            yield "count", f"{self.count} is too many; the board has {len(board.continents)} continents"


@attrs.frozen
class EliminatePlayers(Objective):
    """So many players eliminated by oneself, whoever they are."""

    event: ClassVar[bool] = True
    count: int = attrs.field(default=1, validator=[ge(1), le(MOST_COLOURS - 1)])

    def describe(self) -> str:
        """The objective in a sentence."""
        return f"Eliminate {counted(self.count, 'player', 'players')}."

    def holds(self, state: State, player: int) -> bool:
        """Count the victims."""
        return len(state.data["feats"][player]["eliminated"]) >= self.count

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The territories of whoever has fewest."""
        rivals = [rival for rival in range(view.players) if rival != player and view.held[rival] > 0]
        if not rivals:
            return {}
        weakest = min(rivals, key=lambda rival: (view.held[rival], rival))
        return dict.fromkeys(view.territories_of(weakest), NEEDED)

    def possible(self, players: int) -> bool:
        """The last one to be eliminated ends the game, so one opponent must be to spare."""
        return self.count < players - 1


@attrs.frozen
class EliminateColour(Objective):
    """One certain player eliminated; for that player, and where another's deed does not count, territories instead."""

    event: ClassVar[bool] = True
    colour: Literal["Orange", "Sky", "Green", "Yellow", "Navy", "Red"]
    otherwise: int = attrs.field(default=24, validator=ge(1))
    by_anyone: bool = True

    @property
    def seat(self) -> int:
        """The player of the colour."""
        return SEAT_COLOURS.index(self.colour)

    def describe(self) -> str:
        """The objective in a sentence."""
        lost = "" if self.by_anyone else " or another player does it"
        instead = f"hold {counted(self.otherwise, 'territory', 'territories')} instead"
        return f"Eliminate {self.colour}; if that is yourself{lost}, {instead}."

    def holds(self, state: State, player: int) -> bool:
        """Look whether the target is out and, where it matters, who did it."""
        if self.seat != player:
            if state.alive[self.seat]:
                return False
            if self.by_anyone or self.seat in state.data["feats"][player]["eliminated"]:
                return True
        return state.held[player] >= self.otherwise

    def progress(self, view: View, player: int) -> float:
        """The fewer territories the target has, the nearer; else as many as there have to be."""
        if self.seat == player:
            return min(1.0, view.held[player] / self.otherwise)
        size = len(view.owner) / view.players
        return 1.0 if view.ask(self.holds, player) else max(0.0, 1.0 - (view.held[self.seat] + 1) / size)

    def wanted(self, view: View, player: int) -> dict[int, float]:
        """The target's territories."""
        return {} if self.seat == player else dict.fromkeys(view.territories_of(self.seat), NEEDED)

    def possible(self, players: int) -> bool:
        """Colours that nobody plays cannot be eliminated."""
        return self.seat < players

    def faults(self, board: Board) -> Iterator[tuple[str, str]]:
        """More territories than there are."""
        if self.otherwise > len(board.territories):
            yield "otherwise", f"{self.otherwise} is too many; the board has {len(board.territories)} territories"
