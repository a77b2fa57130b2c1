"""Three rules wrapped by a plugin that changes nothing: what wrapping itself costs."""

from collections.abc import Generator
from typing import Any

import attrs

from riskcore import Dice, State, hookimpl


@attrs.frozen(eq=False)
class Wrapped:
    """Passes reinforcements, attacks and dice through a closure each."""

    @hookimpl(wrapper=True)
    def reinforcement(self) -> Generator[None, Any, Any]:
        """Unchanged."""
        rule = yield

        def wrapped(state: State, player: int) -> int:
            armies: int = rule(state, player)
            return armies

        return wrapped

    @hookimpl(wrapper=True)
    def attack_refusal(self) -> Generator[None, Any, Any]:
        """Unchanged."""
        rule = yield

        def wrapped(state: State, player: int, source: int, target: int) -> str | None:
            refusal: str | None = rule(state, player, source, target)
            return refusal

        return wrapped

    @hookimpl(wrapper=True)
    def dice(self) -> Generator[None, Dice, Dice]:
        """Unchanged."""
        rule = yield

        def attack(state: State, source: int, target: int) -> int:
            return rule.attack(state, source, target)

        def defence(state: State, source: int, target: int) -> int:
            return rule.defence(state, source, target)

        return attrs.evolve(rule, attack=attack, defence=defence)
