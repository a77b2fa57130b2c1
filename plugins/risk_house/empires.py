"""A bonus for empires: armies for connected territories."""

from collections.abc import Callable, Generator, Mapping
from typing import Literal

import attrs
from attrs.validators import ge

from riskcore import State, View, hookimpl
from riskcore.rules import Interests
from riskcore.words import counted

__all__ = ["Empires"]

_Reinforcement = Callable[[State, int], int]


@attrs.frozen(eq=False)
class Empires:
    """Armies for a large connected empire."""

    armies: int = attrs.field(default=3, validator=ge(0), metadata={"help": "armies a turn for it"})
    size: int = attrs.field(default=8, validator=ge(1), metadata={"help": "fewest territories that are an empire"})
    who: Literal["largest", "every"] = attrs.field(
        default="largest",
        metadata={"help": "only the player with the largest empire of all, or everybody who has one"},
    )

    @hookimpl(wrapper=True)
    def reinforcement(self) -> Generator[None, _Reinforcement, _Reinforcement]:
        """And a player who holds at least {self.size_in_words}{self.who_in_words} gets
        {self.armies_in_words}. [H8]
        """
        rule = yield

        def with_empire(state: State, player: int) -> int:
            return rule(state, player) + (self.armies if self._rules_an_empire(state, player) else 0)

        return with_empire

    @hookimpl
    def interests(self) -> Interests:
        """What borders one's empire makes it larger."""
        return self._interests

    @property
    def size_in_words(self) -> str:
        """What an empire is."""
        return counted(self.size, "connected territory", "connected territories")

    @property
    def armies_in_words(self) -> str:
        """What it brings."""
        return counted(self.armies, "more army", "more armies")

    @property
    def who_in_words(self) -> str:
        """Among whom."""
        return ", no fewer than any other player," if self.who == "largest" else ""

    def _rules_an_empire(self, state: State, player: int) -> bool:
        own = _extent(state, player, self.size)
        if own == 0 or self.who == "every":
            return own > 0
        return all(_extent(state, rival, own + 1) == 0 for rival in range(state.players) if rival != player)

    def _interests(self, view: View, player: int) -> Mapping[int, float]:
        empire = view.board.largest_piece(view.territories_of(player))
        if self.armies == 0 or (self.who == "every" and len(empire) >= self.size):
            return {}
        edge = {near for place in empire for near in view.board.neighbours[place]}
        return dict.fromkeys(sorted(edge - empire), self.armies / 2)


def _extent(state: State, player: int, least: int) -> int:
    """The size of a player's largest connected group of territories; 0 if smaller than `least`."""
    if state.held[player] < least:
        return 0
    extent = len(state.board.largest_piece(state.territories_of(player)))
    return extent if extent >= least else 0
