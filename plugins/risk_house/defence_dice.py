"""More (or fewer) dice for the defender, everywhere or in capitals alone."""

from collections.abc import Generator
from typing import Literal

import attrs
from attrs.validators import ge, le

from riskcore import Dice, State, hookimpl
from riskcore.rules import steady
from riskcore.words import counted

__all__ = ["DefenceDice"]


@attrs.frozen(eq=False)
class DefenceDice:
    """How many dice a defender rolls, and where."""

    most: int = attrs.field(default=3, validator=[ge(1), le(3)], metadata={"help": "most dice a defender rolls"})
    where: Literal["everywhere", "capitals"] = attrs.field(
        default="everywhere",
        metadata={"help": "everywhere, or only for players in their own capital (with the rule capitals)"},
    )

    @property
    def requires(self) -> tuple[str, ...]:
        """Capitals are another rule's."""
        return ("capitals",) if self.where == "capitals" else ()

    @hookimpl(wrapper=True)
    def dice(self) -> Generator[None, Dice, Dice]:
        """But {self.where_in_words} defenders roll up to {self.dice_in_words}, one for each army there at most. [H5]"""
        rule = yield
        most, defence = self.most, rule.defence
        if self.where == "everywhere":
            return attrs.evolve(rule, defence=steady(lambda state, source, target: most))

        def in_capital(state: State, source: int, target: int) -> int:
            return most if _is_own_capital(state, target) else defence(state, source, target)

        return attrs.evolve(rule, defence=steady(in_capital, defence))

    @property
    def where_in_words(self) -> str:
        """Where they do."""
        return "in their own capital" if self.where == "capitals" else "everywhere"

    @property
    def dice_in_words(self) -> str:
        """How many."""
        return counted(self.most, "die", "dice")


def _is_own_capital(state: State, territory: int) -> bool:
    owner = state.owner[territory]
    return owner < state.players and bool(state.data["capitals"][owner] == territory)
