"""One roll of a battle: what it may cost, and what the attacker may choose between before it does.

Choices may follow one another: a choice leads by chance to steps or to further choices. For the arithmetic all
rolls of so many dice become a few arrays, in which whatever offers the same is one.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple, TypeAlias, Union

import attrs
import numpy as np
import numpy.typing as npt

__all__ = ["Choice", "Floats", "LossCounts", "ModeTable", "Option", "Rolls", "Step", "compile_rolls", "plain_mode"]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Weight: TypeAlias = int | Fraction


class Step(NamedTuple):
    """What one battle may come to: the losses, and the mode in which the next battle is fought."""

    attacker_loss: int
    defender_loss: int
    mode: int = 0


#: What may follow from one decision of the attacker: steps, or further choices, with their weights.
Option: TypeAlias = tuple[tuple[Union[Step, "Choice"], Weight], ...]
#: The options the attacker has.
Choice: TypeAlias = tuple[Option, ...]
#: Dice of attacker and defender → (what the attacker may choose once the dice lie, how many rolls give that).
ModeTable: TypeAlias = Callable[[int, int], Iterable[tuple[Choice, Weight]]]
#: Dice of attacker and defender → ((attacker's loss, defender's loss), how many rolls give it).
LossCounts: TypeAlias = Callable[[int, int], Iterable[tuple[tuple[int, int], Weight]]]

#: How likely things are, steps or choices: (number of the thing, weight), sorted, without a common divisor.
_Spread: TypeAlias = tuple[tuple[int, int], ...]


def plain_mode(losses: LossCounts, mode: int = 0) -> ModeTable:
    """A mode that leaves nothing to decide and lasts to the end."""

    def table(attack_dice: int, defence_dice: int) -> list[tuple[Choice, Weight]]:
        option = tuple((Step(*loss, mode), weight) for loss, weight in losses(attack_dice, defence_dice))
        return [((option,), 1)]

    return table


@attrs.frozen(eq=False)
class Rolls:
    """All rolls of so many dice in one mode. The things they lead to are numbered: steps first, then choices.

    A level holds choices that lead to no others but those of the levels before it.
    """

    steps: tuple[Step, ...]
    levels: tuple[Floats, ...]  # probability by choice, option and thing with a lower number
    weights: Floats  # probability by thing that a roll leads to it directly
    again: int | None  # the step that changes nothing, if there is one

    def shares(self, values: Floats) -> Floats:
        """Probability by step and position if choices go by `values`: (win, armies) by step and position."""
        picks = []
        positions = np.arange(values.shape[2])
        for options in self.levels:
            choices, most, below = options.shape
            wins, armies = (options.reshape(-1, below) @ values).reshape(2, choices, most, -1)
            pick = _best(wins, armies)
            taken = np.arange(choices)[:, None], pick, positions
            values = np.concatenate([values, [wins[taken], armies[taken]]], axis=1)
            picks.append(pick)
        reach = np.repeat(self.weights[:, None], values.shape[2], axis=1)
        for options, pick in zip(reversed(self.levels), reversed(picks), strict=True):
            choices, most, below = options.shape
            reached = reach[below : below + choices]
            for option in range(most):
                reach[:below] += options[:, option].T @ np.where(pick == option, reached, 0.0)
        return self._moving_on(reach[: len(self.steps)])

    def plain_shares(self) -> Floats:
        """Probability by step when there is nothing to choose."""
        return self._moving_on(self.weights.copy())

    def _moving_on(self, shares: Floats) -> Floats:
        """Probabilities given that something changes: a roll that changes nothing is rolled again."""
        if self.again is not None:
            shares /= 1 - shares[self.again]
            shares[self.again] = 0.0
        return shares

    def surest_again(self) -> float:
        """The greatest probability that a roll changes nothing, whatever the attacker chooses."""
        values = np.zeros((len(self.steps), 1))
        if self.again is not None:
            values[self.again] = 1.0
        for options in self.levels:
            values = np.concatenate([values, (options @ values).max(axis=1)])
        return float(self.weights @ values[:, 0])


def _best(wins: Floats, armies: Floats) -> Ints:
    """The number of the best option, by choice and position; the arrays are by choice, option and position."""
    # Rounding must not decide between options that are equally good.
    likeliest = wins >= wins.max(axis=1, keepdims=True) * (1 - 1e-13)
    armies = np.where(likeliest, armies, -np.inf)
    best: Ints = (armies >= armies.max(axis=1, keepdims=True) - 1e-10).argmax(axis=1)
    return best


def compile_rolls(table: Iterable[tuple[Choice, Weight]], mode: int, modes: int, place: str) -> Rolls:
    """The arrays of a table; `place` says in errors which table it is."""
    compiler = _Compiler(place)
    rolls = compiler.arrays(compiler.spread(tuple(table)), mode)
    for step in rolls.steps:
        if min(step) < 0 or step.mode >= modes:
            raise ValueError(f"{place}: {step!r} must have no negative loss and a mode below {modes}")
        if step.attacker_loss == step.defender_loss == 0 and step.mode < mode:
            raise ValueError(f"{place}: {step!r} must cost an army, as it leads to an earlier mode")
    if rolls.surest_again() > 1 - 1e-12:
        raise ValueError(f"{place}: no roll is sure to cost an army, so the battle might never end")
    return rolls


class _Compiler:
    """Numbers things as they are met; what offers the same gets the same number."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.numbers: dict[Step | tuple[_Spread, ...], int] = {}
        self.choices: dict[int, tuple[_Spread, ...]] = {}
        self.level: list[int] = []  # by number: 0 for a step, else one more than the highest it leads to
        # By the identity of a choice, for trees share their branches; it is kept with it so that it stays the same.
        self.known: dict[int, tuple[Choice, _Spread]] = {}

    def spread(self, option: Option) -> _Spread:
        """Where an option leads, with weights."""
        weights = [weight for _, weight in option]
        if min(weights, default=0) < 0 or not any(weights):
            raise ValueError(f"{self.place}: the weights are {weights!r}, must not be negative nor all 0")
        whole = lcm(*(weight.denominator for weight in weights))
        ways = [self._leads_to(thing) for thing, _ in option]
        totals = [sum(weight for _, weight in way) for way in ways]
        scale = lcm(*totals)
        spread: dict[int, int] = {}
        for way, total, weight in zip(ways, totals, weights, strict=True):
            times = int(weight * whole) * (scale // total)
            for number, part in way:
                spread[number] = spread.get(number, 0) + part * times
        divisor = gcd(*spread.values())
        return tuple(sorted((number, weight // divisor) for number, weight in spread.items() if weight))

    def _leads_to(self, thing: Step | Choice) -> _Spread:
        """Where a thing leads: to itself, or straight on if it is a choice with nothing to decide."""
        if isinstance(thing, Step):
            return ((self._number(thing, 0), 1),)
        if id(thing) not in self.known:
            self.known[id(thing)] = (thing, self._look_at(thing))
        return self.known[id(thing)][1]

    def _look_at(self, choice: Choice) -> _Spread:
        if not choice:
            raise ValueError(f"{self.place}: a roll offers no option, must offer at least one")
        # Only the first option has a rank; which die of equals is turned must not make choices differ.
        first, *others = (self.spread(option) for option in choice)
        options = (first, *sorted(set(others) - {first}))
        if len(options) == 1:
            return first
        level = 1 + max(self.level[number] for option in options for number, _ in option)
        number = self._number(options, level)
        self.choices[number] = options
        return ((number, 1),)

    def _number(self, key: Step | tuple[_Spread, ...], level: int) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.level)
            self.level.append(level)
        return self.numbers[key]

    def arrays(self, roll: _Spread, mode: int) -> Rolls:
        """All that has been met, steps first and then level by level."""
        order = sorted(range(len(self.level)), key=self.level.__getitem__)
        place = {number: at for at, number in enumerate(order)}
        weights = np.zeros(len(order))
        _fill(weights, roll, place)
        levels = []
        for level in range(1, max(self.level) + 1):
            members = [number for number in order if self.level[number] == level]
            most = max(len(self.choices[number]) for number in members)
            options = np.zeros((len(members), most, place[members[0]]))
            for row, number in enumerate(members):
                first, *others = self.choices[number]
                for column in range(most):  # one with fewer options repeats its first: nothing new
                    _fill(options[row, column], others[column - 1] if 0 < column <= len(others) else first, place)
            levels.append(options)
        steps = tuple(key for key in self.numbers if isinstance(key, Step))
        again = steps.index(Step(0, 0, mode)) if Step(0, 0, mode) in steps else None
        return Rolls(steps, tuple(levels), weights, again)


def _fill(shares: Floats, spread: _Spread, place: Mapping[int, int]) -> None:
    total = sum(weight for _, weight in spread)
    for number, weight in spread:
        shares[place[number]] = weight / total
