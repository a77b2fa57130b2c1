"""The dice of a battle between throw and comparison, while the attacker may still change them.

A battle's frame keeps them as one number (`riskcore.dice`); here they are faces, each side's highest first, so that
a die is named by its place: the attacker's dice from 0, then the defender's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from riskcore import DECIDER, Event, Frame, Rulebook, State, domains
from riskcore.dice import faces_of, roll_number
from riskcore.phases import BattleFrame
from riskcore.rules import Throw

__all__ = ["Changes", "DiceShown", "exchange", "faces", "gains", "show", "sort_dice", "ways_to_change", "with_face"]

# (all dice, how many of them are the attacker's) to which die may be changed, and the faces it may then show, each as
# likely as the others: what a rule allows, for its moves, its advice and the odds alike
Changes = Callable[[Sequence[int], int], Mapping[int, Sequence[int]]]


class DiceShown(Event, kind="dice shown", told="{attacker} may change dice: {attack} against {defence}"):
    """The dice as they lie while the attacker may change them."""

    attacker: int = domains.owner()
    attack: tuple[int, ...] = domains.faces()
    defence: tuple[int, ...] = domains.faces()


def _throw(battle: Frame) -> tuple[list[int], list[int]]:
    """The attacker's dice and the defender's, as they lie."""
    return faces_of(battle[BattleFrame.roll], battle[BattleFrame.attack_dice], battle[BattleFrame.defence_dice])


def faces(battle: Frame) -> list[int]:
    """All dice of a battle, the attacker's first."""
    attack, defence = _throw(battle)
    return attack + defence


def sort_dice(battle: Frame) -> None:
    """Sort each side's dice, before a decision about them."""
    attack, defence = _throw(battle)
    attack.sort(reverse=True)
    defence.sort(reverse=True)
    battle[BattleFrame.roll] = roll_number(attack + defence)


def show(state: State, battle: Frame) -> None:
    """Tell everybody how the dice lie."""
    attack, defence = _throw(battle)
    state.tell(DiceShown(battle[DECIDER], tuple(attack), tuple(defence)))


def with_face(dice: Sequence[int], die: int, face: int) -> list[int]:
    """The dice after one of them was turned."""
    return [*dice[:die], face, *dice[die + 1 :]]


def ways_to_change(changes: Changes) -> Callable[[tuple[int, ...], tuple[int, ...]], Iterator[list[Throw]]]:
    """The changes that a rule allows, as `BattleChoice` has them."""

    def ways(attack: tuple[int, ...], defence: tuple[int, ...]) -> Iterator[list[Throw]]:
        dice = [*attack, *defence]
        for die, shown in changes(dice, len(attack)).items():
            yield [_sides(with_face(dice, die, face), len(attack)) for face in shown]

    return ways


def _sides(dice: Sequence[int], own: int) -> Throw:
    return tuple(sorted(dice[:own], reverse=True)), tuple(sorted(dice[own:], reverse=True))


def gains(rules: Rulebook, battle: Frame, changes: Changes) -> dict[int, float]:
    """What changing each die that may be changed would bring the attacker on average."""
    dice = faces(battle)
    now = exchange(rules, battle, dice)
    return {
        die: sum(exchange(rules, battle, with_face(dice, die, face)) - now for face in shown) / len(shown)
        for die, shown in changes(dice, battle[BattleFrame.attack_dice]).items()
    }


def exchange(rules: Rulebook, battle: Frame, dice: Sequence[int]) -> int:
    """What these dice would bring the attacker: armies the defender loses less armies the attacker loses."""
    table = rules.loss_table(battle[BattleFrame.attack_dice], battle[BattleFrame.defence_dice])
    attacker_losses, defender_losses = table[roll_number(dice)]
    return defender_losses - attacker_losses
