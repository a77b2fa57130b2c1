"""A race for continents: whoever holds so many of them first wins."""

from collections.abc import Generator, Mapping
from typing import Literal

import attrs
from attrs.validators import ge

from risk_missions.holdings import HoldAnyContinents
from riskcore import Board, Outcome, RulebookError, State, View, WinCheck, hookimpl
from riskcore.rules import Interests, Progress
from riskcore.words import spelled

__all__ = ["ContinentRace"]


@attrs.frozen(eq=False)
class ContinentRace:
    """The first to hold a set number of continents wins."""

    continents: int = attrs.field(default=3, validator=ge(1), metadata={"help": "continents to hold, any of them"})
    checked: Literal["at once", "turn end"] = attrs.field(
        default="turn end",
        metadata={"help": "when it wins: at once, or if they are held at the end of the player's turn"},
    )

    @hookimpl(wrapper=True)
    def win_condition(self, board: Board) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """Besides, whoever holds {self.in_words} {self.when_in_words} wins. [H11]"""
        if self.continents > len(board.continents):
            raise RulebookError(f"{self.continents} continents to hold; the board {board.name!r} has fewer")
        checks = yield
        goal = HoldAnyContinents(self.continents)

        def held_at_turn_end(state: State) -> Outcome | None:
            holds = state.alive[state.player] and goal.holds(state, state.player)
            return Outcome(state.player, "continents") if holds else None

        def held(state: State) -> Outcome | None:
            for player in state.seats_from(state.player):
                if state.alive[player] and goal.holds(state, player):
                    return Outcome(player, "continents")
            return None

        if self.checked == "turn end":
            return (*checks, WinCheck(("turn end",), held_at_turn_end, revocable=True))
        # What changes owners is a capture, an elimination that hands territories on, or the set-up.
        return (*checks, WinCheck(("capture", "elimination", "turn start"), held, revocable=True))

    @hookimpl
    def interests(self) -> Interests:
        """Players want the continents that they are nearest to holding."""
        goal = HoldAnyContinents(self.continents)

        def wanted(view: View, player: int) -> Mapping[int, float]:
            return goal.wanted(view, player)

        return wanted

    @hookimpl
    def progress(self) -> Progress:
        """The continents that are nearest, as far as they are held."""
        return HoldAnyContinents(self.continents).progress

    @property
    def in_words(self) -> str:
        """The goal as a phrase."""
        return "a whole continent" if self.continents == 1 else f"{spelled(self.continents)} whole continents"

    @property
    def when_in_words(self) -> str:
        """When it counts."""
        return "at the end of their own turn" if self.checked == "turn end" else "at any moment, in anybody's turn,"
