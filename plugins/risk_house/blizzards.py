"""Blizzards: some territories are out of play from the start, different ones in every game."""

from collections.abc import Callable, Generator
from typing import ClassVar

import attrs
from attrs.validators import ge

from riskcore import Board, Component, Phase, RulebookError, State, hookimpl
from riskcore.phases import take_out
from riskcore.rules import steady
from riskcore.state import OUT_OF_PLAY
from riskcore.words import counted

__all__ = ["Blizzards"]

_Refusal = Callable[[State, int, int, int], str | None]

_SHARE = 4  # at most one territory in so many


@attrs.frozen(eq=False)
class Blizzards:
    """Territories that nobody can have."""

    conflicts: ClassVar[tuple[str, ...]] = ("missions",)
    conflict_reason: ClassVar[str] = "a mission may ask for a territory that lies under a blizzard"
    number: int = attrs.field(default=4, validator=ge(1), metadata={"help": "territories out of play"})

    @hookimpl(wrapper=True)
    def setup(self, board: Board) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """But before anything else {self.in_words} drawn, to lie under a blizzard for the whole game; the others stay
        connected, and every continent keeps at least one. Nobody can have a territory under a blizzard, and no army
        stands there. A continent counts as whole without it; its card stays in the deck, and is good for sets. [H9]
        """
        most = len(board.territories) // _SHARE
        if self.number > most:
            raise RulebookError(f"{self.number} blizzards are too many for the board {board.name!r}: at most {most}")
        return ("blizzards", *(yield))

    @hookimpl
    def components(self) -> tuple[Component, ...]:
        """Markers show where the blizzards are."""
        return (Component("Blizzards", counted(self.number, "marker", "markers")),)

    @hookimpl(wrapper=True)
    def attack_refusal(self) -> Generator[None, _Refusal, _Refusal]:
        """But a territory under a blizzard cannot be attacked, and nobody passes through it. [H9]"""
        rule = yield

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            if state.owner[target] == OUT_OF_PLAY:
                return f"{state.board.territories[target]} lies under a blizzard"
            return rule(state, player, source, target)

        return steady(refusal, rule)

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The draw."""
        return (Phase("blizzards", self._draw, words="draw the territories under a blizzard"),)

    @property
    def in_words(self) -> str:
        """How many."""
        return counted(self.number, "territory is", "territories are")

    def _draw(self, state: State, player: int) -> None:
        order = list(range(len(state.owner)))
        state.shuffle(order)
        for _ in range(self.number):
            chosen = next((place for place in order if _is_expendable(state, place)), None)
            if chosen is None:  # a board whose every territory is needed
                return
            take_out(state, chosen)


def _is_expendable(state: State, territory: int) -> bool:
    """Whether the board without a territory stays connected, and its continent keeps another."""
    if state.owner[territory] == OUT_OF_PLAY or state.continent_sizes[state.board.continent_of[territory]] == 1:
        return False
    rest = [other for other, owner in enumerate(state.owner) if owner != OUT_OF_PLAY and other != territory]
    return len(state.board.reachable(rest[0], rest)) == len(rest)
