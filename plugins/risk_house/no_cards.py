"""No cards: what a player gets depends on the board alone."""

from collections.abc import Callable, Generator, Sequence
from typing import ClassVar

import attrs

from riskcore import Card, State, Trading, hookimpl
from riskcore.rules import NO, Occasion

__all__ = ["NoCards"]

_WITH_CARDS = ("trade", "card")  # the phases of a turn that are about cards


@attrs.frozen(eq=False)
class NoCards:
    """A game without cards."""

    conflicts: ClassVar[tuple[str, ...]] = ("bribes", "card-reroll")
    conflict_reason: ClassVar[str] = "one of them takes all cards away, the other needs cards in hand"

    @hookimpl
    def deck(self) -> tuple[Card, ...]:
        """There are no cards. [H2]"""
        return ()

    @hookimpl(wrapper=True, trylast=True)  # innermost: other rules find the turn as it is without cards
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """Nobody trades sets and nobody takes a card. [H2]"""
        steps = yield
        return tuple(step for step in steps if step not in _WITH_CARDS)

    @hookimpl
    def card_award(self) -> Callable[[State, int], int]:
        """Captures earn no card. [H2]"""
        return lambda state, player: 0

    @hookimpl
    def is_set(self) -> Callable[[State, Sequence[int]], bool]:
        """There are no sets. [H2]"""
        return lambda state, cards: False

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """Sets bring no armies. [H2]"""
        return lambda state, player, cards: 0

    @hookimpl
    def trading(self) -> Callable[[State, int, Occasion, int], Trading]:
        """Nothing is traded. [H2]"""
        return lambda state, player, occasion, done: NO

    @hookimpl
    def elimination(self) -> Callable[[State, int, int], None]:
        """Whoever eliminates a player gets nothing for it but the territory. [H2]"""
        return lambda state, victim, by: None
