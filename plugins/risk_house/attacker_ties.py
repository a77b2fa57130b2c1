"""Ties to the attacker: equal dice cost the defender an army."""

from collections.abc import Generator, Sequence
from typing import Literal

import attrs

from riskcore import Dice, hookimpl

__all__ = ["AttackerTies", "compare_highest_tie_to_attacker", "compare_ties_to_attacker"]


def compare_ties_to_attacker(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Highest against highest, next against next; a tie costs the defender."""
    won = sum(a >= d for a, d in zip(attack, defence, strict=False))
    return min(len(attack), len(defence)) - won, won


def compare_highest_tie_to_attacker(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Highest against highest, where a tie costs the defender; then next against next, where it costs the attacker."""
    won = sum(a > d for a, d in zip(attack, defence, strict=False)) + (attack[0] == defence[0])
    return min(len(attack), len(defence)) - won, won


@attrs.frozen(eq=False)
class AttackerTies:
    """The attacker wins equal dice."""

    pairs: Literal["all", "highest"] = attrs.field(
        default="all", metadata={"help": "in every comparison, or only in that of the highest dice"}
    )

    @hookimpl(wrapper=True)
    def dice(self) -> Generator[None, Dice, Dice]:
        """But ties go to the attacker{self.pairs_in_words}: equal dice cost the defender an army. [H6]"""
        rule = yield
        compare = compare_ties_to_attacker if self.pairs == "all" else compare_highest_tie_to_attacker
        return attrs.evolve(rule, compare=compare)

    @property
    def pairs_in_words(self) -> str:
        """Which comparisons."""
        return "" if self.pairs == "all" else " where the highest dice are compared, and to the defender elsewhere"
