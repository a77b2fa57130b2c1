"""A limit to attacking: so many battles, invasions or captures a turn, and no more."""

from collections.abc import Callable, Generator
from typing import Literal

import attrs
from attrs.validators import ge

from riskcore import Data, Phase, State, domains, hookimpl
from riskcore.phases import BattleFrame
from riskcore.rules import BattleChoice, steady
from riskcore.sequences import insert_before
from riskcore.words import counted

__all__ = ["AttackLimit"]

_Refusal = Callable[[State, int, int, int], str | None]

_MADE = "attack-limit"  # [turn, how many were made in it, the target of the last battle]


@attrs.frozen(eq=False)
class AttackLimit:
    """A limit on the attacks of a turn."""

    limit: int = attrs.field(default=3, validator=ge(1), metadata={"help": "how many a turn"})
    count: Literal["battles", "invasions", "captures"] = attrs.field(
        default="captures",
        metadata={
            "help": "what is counted: each roll, each run of battles against one territory, or each territory taken"
        },
    )

    @hookimpl(wrapper=True)
    def attack_refusal(self) -> Generator[None, _Refusal, _Refusal]:
        """But a player may make at most {self.limit_in_words} a turn{self.meaning}. [H4]"""
        rule = yield
        refused = f"at most {self.limit_in_words} a turn may be made, and that many have been"

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            reason = rule(state, player, source, target)
            return refused if reason is None and self._spent(state, target) else reason

        return steady(refusal, rule) if self.count == "captures" else refusal

    @hookimpl(wrapper=True)
    def battle(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """{self.counting}. [H4]"""
        steps = yield
        return steps if self.count == "captures" else insert_before(steps, "compare", "count attack")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Counting."""
        return () if self.count == "captures" else (Phase("count attack", self._note, words="it is counted"),)

    @hookimpl
    def battle_choices(self) -> tuple[BattleChoice, ...]:
        """Counting invasions leaves a battle as it is; counting battles may cut it short, so that is not told."""
        return (BattleChoice("count attack", lambda attack, defence: ()),) if self.count == "invasions" else ()

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """What has been made this turn."""
        return (
            ()
            if self.count == "captures"
            else (Data(_MADE, lambda players, owners: [0, 0, -1], seen="public", entries=domains.count(-1)),)
        )

    @property
    def limit_in_words(self) -> str:
        """The limit as a phrase."""
        return counted(self.limit, self.count.removesuffix("s"), self.count)

    @property
    def meaning(self) -> str:
        """What is counted, if the word alone does not say it."""
        return {
            "battles": "; every roll of the dice is one",
            "invasions": "; all consecutive battles against one territory are one",
            "captures": " with their own armies",
        }[self.count]

    @property
    def counting(self) -> str:
        """When an attack counts."""
        return "An attack counts " + ("if it takes its target" if self.count == "captures" else "once dice are rolled")

    def _note(self, state: State, player: int) -> None:
        made = state.data[_MADE]
        target = state.frames[-1][BattleFrame.target]
        if made[0] != state.turn:
            made[:] = [state.turn, 0, -1]
        if self.count == "battles" or made[2] != target:
            made[1] += 1
            made[2] = target

    def _spent(self, state: State, target: int) -> bool:
        """Whether no other attack may be made, or none but on the territory that is being invaded."""
        if self.count == "captures":
            return state.captured >= self.limit
        turn, number, last = state.data[_MADE]
        if turn != state.turn or number < self.limit:
            return False
        return self.count == "battles" or target != last
