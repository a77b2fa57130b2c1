"""Exact odds of a battle fought to the end, as a Markov chain over the armies still standing.

Rolls only take armies away, so positions with the same number of armies in all do not lead to each other:
they are computed together, one such diagonal after the other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

__all__ = [
    "BattleOdds",
    "DiceLimit",
    "LossCounts",
    "ModeTable",
    "Option",
    "Step",
    "battle_odds",
    "plain_mode",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Dice: TypeAlias = tuple[int, int]
Weight: TypeAlias = int | Fraction

#: Dice of attacker and defender → ((attacker's loss, defender's loss), how many rolls give it).
LossCounts: TypeAlias = Callable[[int, int], Iterable[tuple[tuple[int, int], Weight]]]
#: The most dice a side may roll: a number, or a function of the armies standing on its territory.
DiceLimit: TypeAlias = int | Callable[[int], int]

# A choice may hang on the value of rolling once more; bettering it by turns settles after two or three.
_MOST_IMPROVEMENTS = 20


class Step(NamedTuple):
    """What one battle may come to: the losses, and the mode in which the next battle is fought."""

    attacker_loss: int
    defender_loss: int
    mode: int = 0


#: What may follow from one decision of the attacker: steps with their weights.
Option: TypeAlias = tuple[tuple[Step, Weight], ...]
#: Dice of attacker and defender → (options the attacker has once the dice lie, how many rolls give these).
ModeTable: TypeAlias = Callable[[int, int], Iterable[tuple[tuple[Option, ...], Weight]]]


@attrs.frozen(eq=False)
class BattleOdds:
    """How a battle to the end comes out; `attackers` and `defenders` are the armies standing before it.

    `attackers_left[i]` is the probability that i armies of the attacker survive, before any move in and with
    the one that had to stay behind: a lost battle leaves 1. `defenders_left[j]` is that for the defender: a
    won battle leaves 0. One side always ends there, so the two arrays hold the whole joint distribution.
    """

    attackers: int
    defenders: int
    attackers_left: Floats
    defenders_left: Floats

    @property
    def win(self) -> float:
        """The probability that no defender is left."""
        return float(self.defenders_left[0])

    @property
    def mean_attackers_left(self) -> float:
        return float(self.attackers_left @ np.arange(self.attackers + 1))

    @property
    def mean_defenders_left(self) -> float:
        return float(self.defenders_left @ np.arange(self.defenders + 1))

    @property
    def attacker_losses(self) -> Floats:
        """Probability by the number of armies the attacker loses."""
        return self.attackers_left[::-1]

    @property
    def defender_losses(self) -> Floats:
        """Probability by the number of armies the defender loses."""
        return self.defenders_left[::-1]


def plain_mode(losses: LossCounts, mode: int = 0) -> ModeTable:
    """A mode that leaves nothing to decide and lasts to the end."""

    def table(attack_dice: int, defence_dice: int) -> list[tuple[tuple[Option, ...], Weight]]:
        option = tuple((Step(*loss, mode), weight) for loss, weight in losses(attack_dice, defence_dice))
        return [((option,), 1)]

    return table


def battle_odds(
    attackers: int,
    defenders: int,
    losses: LossCounts | Sequence[ModeTable],
    max_attack: DiceLimit = 3,
    max_defence: DiceLimit = 2,
) -> BattleOdds:
    """The exact distribution when both sides roll all the dice they may until one side cannot go on.

    With a sequence of modes the battle starts in mode 0 (say: a once-only option is there) and every step
    names the mode that follows (say: it is used up). Where a roll leaves the attacker a choice they take what
    makes a win likeliest; among equals what leaves more of their armies and fewer of the other's on average;
    and the first option if it is still among them, so offer first what spends nothing.
    """
    for armies, side in ((attackers, "attacking"), (defenders, "defending")):
        if armies < 1:
            raise ValueError(f"{armies!r} armies on the {side} territory: must be at least 1")
    modes = [plain_mode(losses)] if callable(losses) else list(losses)
    # The attacker's last army stays behind and never fights.
    attack_dice = _dice([(armies + 1, armies) for armies in range(1, attackers)], max_attack, "attack")
    defence_dice = _dice([(armies, armies) for armies in range(1, defenders + 1)], max_defence, "defence")
    return _Chain(modes, attack_dice, defence_dice).odds()


def _dice(armies: Sequence[tuple[int, int]], limit: DiceLimit, side: str) -> Ints:
    """Dice rolled by 0, 1, 2, … armies able to fight, from pairs of armies standing and able to fight."""
    dice = [0]
    for standing, able in armies:
        most = limit(standing) if callable(limit) else limit
        if most < 1:
            raise ValueError(f"{most!r} {side} dice for {standing} armies: must be at least 1")
        dice.append(min(most, able))
    return np.array(dice, dtype=np.int64)


@attrs.frozen(eq=False)
class _Rolls:
    """The battle of one mode with given dice: which options (roll, choice) lead to which steps how often."""

    steps: tuple[Step, ...]
    options: Floats  # probability by roll, choice and step
    weights: Floats  # probability by roll
    again: int | None  # the step that changes nothing, if there is one

    @property
    def leave_choice(self) -> bool:
        return len(self.options[0]) > 1

    def first_option(self) -> Floats:
        """Probability by step when there is nothing to choose."""
        return self.moving_on(np.asarray(self.weights @ self.options[:, 0]))

    def chosen(self, values: Floats) -> Floats:
        """Probability by step and position if choices go by `values`: (win, armies) by step and position."""
        wins, armies = np.tensordot(self.options, values, axes=(2, 1)).transpose(2, 0, 1, 3)
        # Rounding must not decide between options that are equally good.
        likeliest = wins >= wins.max(axis=1, keepdims=True) * (1 - 1e-13)
        armies = np.where(likeliest, armies, -np.inf)
        choice = (armies >= armies.max(axis=1, keepdims=True) - 1e-10).argmax(axis=1)
        taken = self.options[np.arange(len(self.weights))[:, None], choice]
        return self.moving_on(np.tensordot(self.weights, taken, axes=1).T)

    def moving_on(self, shares: Floats) -> Floats:
        """Probabilities given that something changes: a roll that changes nothing is rolled again."""
        if self.again is None:
            return shares
        moving: Floats = shares / (1 - shares[self.again])
        moving[self.again] = 0.0
        return moving


def _rolls(table: Iterable[tuple[tuple[Option, ...], Weight]], mode: int, modes: int, place: str) -> _Rolls:
    """Rolls that offer the same are counted together; those that offer no choice become one."""
    offers: dict[tuple[Option, ...], Weight] = {}
    for options, weight in table:
        if not options:
            raise ValueError(f"{place}: a roll offers no option, must offer at least one")
        # Only the first option has a rank; which die of equals is turned must not make rolls differ.
        alike = (options[0], *sorted(set(options[1:]) - {options[0]}))
        offers[alike] = offers.get(alike, 0) + weight
    everything = _total(list(offers.values()), place)
    certain: dict[Step, Fraction] = {}
    rows: list[tuple[Fraction, list[dict[Step, Fraction]]]] = []
    for options, weight in offers.items():
        share = Fraction(weight) / everything
        spread = [_spread(option, place) for option in options]
        if len(spread) > 1:
            rows.append((share, spread))
        else:
            for step, part in spread[0].items():
                certain[step] = certain.get(step, Fraction(0)) + part * share
    if certain:
        total = sum(certain.values(), Fraction(0))
        rows.append((total, [{step: share / total for step, share in certain.items()}]))
    return _as_arrays(rows, mode, modes, place)


def _total(weights: list[Weight], place: str) -> Weight:
    if min(weights, default=0) < 0 or not any(weights):
        raise ValueError(f"{place}: the weights are {weights!r}, must not be negative nor all 0")
    return sum(weights)


def _spread(option: Option, place: str) -> dict[Step, Fraction]:
    total = _total([weight for _, weight in option], place)
    spread: dict[Step, Fraction] = {}
    for step, weight in option:
        spread[step] = spread.get(step, Fraction(0)) + Fraction(weight) / total
    return spread


def _as_arrays(
    rows: list[tuple[Fraction, list[dict[Step, Fraction]]]], mode: int, modes: int, place: str
) -> _Rolls:
    steps = tuple(dict.fromkeys(step for _, choices in rows for choice in choices for step in choice))
    for step in steps:
        if min(step) < 0 or step.mode >= modes:
            raise ValueError(f"{place}: {step!r} must have no negative loss and a mode below {modes}")
        if step.attacker_loss == step.defender_loss == 0 and step.mode < mode:
            raise ValueError(f"{place}: {step!r} must cost an army, as it leads to an earlier mode")
    options = np.zeros((len(rows), max(len(choices) for _, choices in rows), len(steps)))
    for row, (_, choices) in enumerate(rows):
        for column in range(options.shape[1]):  # a row with fewer choices repeats its first: nothing new
            for step, share in choices[column if column < len(choices) else 0].items():
                options[row, column, steps.index(step)] = float(share)
    weights = np.array([float(weight) for weight, _ in rows])
    again = steps.index(Step(0, 0, mode)) if Step(0, 0, mode) in steps else None
    if again is not None and weights @ options[:, :, again].max(axis=1) > 1 - 1e-12:
        raise ValueError(f"{place}: no roll is sure to cost an army, so the battle might never end")
    return _Rolls(steps, options, weights, again)


class _Chain:
    """All positions of one battle. Arrays are indexed by armies able to fight, shifted by a margin.

    The margin holds losses greater than what is left, which a house rule may cause; they count as all of it.
    """

    def __init__(self, modes: Sequence[ModeTable], attack_dice: Ints, defence_dice: Ints) -> None:
        self.attackers, self.defenders = len(attack_dice) - 1, len(defence_dice) - 1
        self.diagonals = list(self._diagonals(attack_dice, defence_dice))
        pairs = dict.fromkeys(pair for pair, _, _ in self.diagonals)
        self.rolls = {
            pair: [
                _rolls(table(*pair), mode, len(modes), f"mode {mode}, {pair[0]} dice against {pair[1]}")
                for mode, table in enumerate(modes)
            ]
            for pair in pairs
        }
        every = [rolls for by_mode in self.rolls.values() for rolls in by_mode]
        self.margin = max((max(step[:2]) for rolls in every for step in rolls.steps), default=0)
        self.left = [np.maximum(np.arange(-self.margin, n + 1), 0) for n in (self.attackers, self.defenders)]
        self.shape = (len(modes), self.left[0].size, self.left[1].size)
        self.shares = self._best_shares() if any(rolls.leave_choice for rolls in every) else None

    def _diagonals(self, attack_dice: Ints, defence_dice: Ints) -> Iterator[tuple[Dice, Ints, Ints]]:
        """Positions with equal dice on one diagonal, fewest armies first: (dice, attackers, defenders)."""
        for total in range(2, self.attackers + self.defenders + 1):
            attackers = np.arange(max(1, total - self.defenders), min(self.attackers, total - 1) + 1)
            defenders = total - attackers
            dice = np.stack([attack_dice[attackers], defence_dice[defenders]])
            for pair in dict.fromkeys(zip(*dice.tolist(), strict=True)):
                here = (dice[0] == pair[0]) & (dice[1] == pair[1])
                yield (pair[0], pair[1]), attackers[here], defenders[here]

    def _best_shares(self) -> list[list[Floats]]:
        """Probability by step under the best choices, for every entry of the diagonals and every mode."""
        # The chance to win and the mean lead in armies at the end: known where the battle is over.
        values = np.empty((2, *self.shape))
        values[0] = self.left[1] == 0
        values[1] = self.left[0][:, None] - self.left[1]
        shares = []
        for pair, attackers, defenders in self.diagonals:
            rows, columns = attackers + self.margin, defenders + self.margin
            by_mode: list[Floats] = []
            for mode, rolls in reversed(list(enumerate(self.rolls[pair]))):
                attacker_loss, defender_loss, next_mode = np.array(rolls.steps).T[:, :, None]
                nexts = values[:, next_mode, rows - attacker_loss, columns - defender_loss]
                for _ in range(_MOST_IMPROVEMENTS):
                    best = rolls.chosen(nexts)
                    here = (best * nexts).sum(axis=1)
                    if rolls.again is None or np.array_equal(here, nexts[:, rolls.again]):
                        break
                    nexts[:, rolls.again] = here
                values[:, mode, rows, columns] = here
                by_mode.append(best)
            shares.append(by_mode[::-1])
        return shares

    def odds(self) -> BattleOdds:
        """Carry the probability of being in each position from the start to where the battle ends."""
        plain = {pair: [rolls.first_option() for rolls in by_mode] for pair, by_mode in self.rolls.items()}
        flow = np.zeros(self.shape)
        flow[0, -1, -1] = 1.0
        for number, (pair, attackers, defenders) in reversed(list(enumerate(self.diagonals))):
            rows, columns = attackers + self.margin, defenders + self.margin
            for mode, rolls in enumerate(self.rolls[pair]):
                here = flow[mode, rows, columns]
                shares = self.shares[number][mode] if self.shares else plain[pair][mode]
                for step, share in zip(rolls.steps, shares, strict=True):
                    flow[step.mode, rows - step.attacker_loss, columns - step.defender_loss] += here * share
        ended = flow.sum(axis=0)
        ended[self.margin + 1 :, self.margin + 1 :] = 0.0
        return BattleOdds(
            self.attackers + 1,
            self.defenders,
            _folded(ended.sum(axis=1), self.left[0] + 1),
            _folded(ended.sum(axis=0), self.left[1]),
        )


def _folded(probabilities: Floats, armies: Ints) -> Floats:
    folded = np.zeros(armies[-1] + 1)
    np.add.at(folded, armies, probabilities)
    return folded
