"""Dice: a roll of n dice is a number below 6**n whose base-6 digits are the faces, the attacker's first.

A table then says, for every such number, what the battle costs each side. So a battle costs one random number and one
look-up, the faces are there for whoever looks, and the odds of any dice rule can be counted exactly.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from numbers import Integral

from riskcore.errors import RulebookError

__all__ = [
    "MOST_DICE",
    "Compare",
    "LossTable",
    "Throw",
    "check_dice",
    "compare_high",
    "faces_of",
    "loss_odds",
    "loss_table",
    "roll_number",
    "throw_of",
]

MOST_DICE = 7  # together; the table of a roll has 6**n entries

# (attack, defence), both highest first, to (attacker's losses, defender's losses)
Compare = Callable[[Sequence[int], Sequence[int]], tuple[int, int]]
LossTable = tuple[tuple[int, int], ...]


class Throw(int):
    """How many ways the dice of both sides may fall: a number that tells which dice they are to who counts chance."""

    attack: int
    defence: int


@cache
def throw_of(attack_dice: int, defence_dice: int) -> Throw:
    """The throw of so many dice."""
    throw = Throw(6 ** (attack_dice + defence_dice))
    throw.attack, throw.defence = attack_dice, defence_dice
    return throw


def compare_high(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Highest against highest, next against next; a tie costs the attacker."""
    won = sum(a > d for a, d in zip(attack, defence, strict=False))
    return min(len(attack), len(defence)) - won, won


def faces_of(roll: int, attack_dice: int, defence_dice: int) -> tuple[list[int], list[int]]:
    """The faces of a roll, in the order of the dice."""
    digits = []
    for _ in range(attack_dice + defence_dice):
        roll, digit = divmod(roll, 6)
        digits.append(digit + 1)
    digits.reverse()
    return digits[:attack_dice], digits[attack_dice:]


def roll_number(faces: Sequence[int]) -> int:
    """The roll whose dice show these faces: the reverse of `faces_of`."""
    number = 0
    for face in faces:
        number = number * 6 + face - 1
    return number


def check_dice(dice: object, side: str) -> None:
    """Raise an error unless a rule's answer is a number of dice; `side` is attack or defence."""
    if not isinstance(dice, Integral) or isinstance(dice, bool):
        raise RulebookError(f"hook dice: {dice!r} {side} dice; must be a whole number, at least 1")
    if dice < 1:
        raise RulebookError(f"hook dice: {dice} {side} dice; must be at least 1")


@lru_cache(maxsize=256)
def loss_table(compare: Compare, attack_dice: int, defence_dice: int) -> LossTable:
    """What every roll of so many dice costs: (attacker's losses, defender's losses), by the roll's number."""
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]] = {}
    table = []
    for roll in range(6 ** (attack_dice + defence_dice)):
        attack, defence = faces_of(roll, attack_dice, defence_dice)
        key = tuple(sorted(attack, reverse=True)), tuple(sorted(defence, reverse=True))
        if key not in known:
            known[key] = _checked(compare(*key), *key)
        table.append(known[key])
    return tuple(table)


def _checked(losses: object, attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """What a comparison answered, if it is what it has to be."""
    match losses:
        case (Integral(), Integral()) if isinstance(losses, tuple) and min(losses) >= 0:
            return losses
    raise RulebookError(
        f"hook dice: {attack} compared with {defence} gave {losses!r}; must be a tuple of two whole numbers, "
        "the losses of attacker and defender, neither below 0"
    )


def loss_odds(compare: Compare, attack_dice: int, defence_dice: int) -> dict[tuple[int, int], Fraction]:
    """The exact probability of each (attacker's losses, defender's losses)."""
    table = loss_table(compare, attack_dice, defence_dice)
    return {losses: Fraction(number, len(table)) for losses, number in sorted(Counter(table).items())}
