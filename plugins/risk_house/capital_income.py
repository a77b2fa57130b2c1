"""Income from capitals: armies for holding your own, and those of others."""

from collections.abc import Callable, Generator, Mapping
from typing import ClassVar

import attrs
from attrs.validators import ge

from riskcore import State, View, hookimpl
from riskcore.rules import Interests
from riskcore.words import counted

__all__ = ["CapitalIncome"]

_Reinforcement = Callable[[State, int], int]

_TURNS = 3.0  # how many turns of income a capital is worth


@attrs.frozen(eq=False)
class CapitalIncome:
    """Armies for held capitals."""

    requires: ClassVar[tuple[str, ...]] = ("capitals",)
    own: int = attrs.field(default=2, validator=ge(0), metadata={"help": "armies a turn for a player's own capital"})
    taken: int = attrs.field(
        default=1, validator=ge(0), metadata={"help": "armies a turn for each other capital, those of the fallen too"}
    )

    @hookimpl(wrapper=True)
    def reinforcement(self) -> Generator[None, _Reinforcement, _Reinforcement]:
        """And players who hold their own capital get {self.own_in_words} for it, and {self.taken_in_words} for each
        capital of another player that they hold, even of one who is out. [H7]
        """
        rule = yield

        def with_capitals(state: State, player: int) -> int:
            armies = rule(state, player)
            for seat, place in enumerate(state.data["capitals"]):
                if place >= 0 and state.owner[place] == player:
                    armies += self.own if seat == player else self.taken
            return armies

        return with_capitals

    @property
    def own_in_words(self) -> str:
        """What a player's own capital brings."""
        return counted(self.own, "more army", "more armies")

    @property
    def taken_in_words(self) -> str:
        """What another's brings."""
        return counted(self.taken, "more army", "more armies")

    @hookimpl
    def interests(self) -> Interests:
        """A capital is worth a few turns of what it brings."""

        def worth(view: View, player: int) -> Mapping[int, float]:
            income = {
                place: _TURNS * (self.own if seat == player else self.taken)
                for seat, place in enumerate(view.data["capitals"])
                if place >= 0
            }
            return {place: armies for place, armies in income.items() if armies > 0}

        return worth
