"""Campaigns: one army that fights its way through several territories, counted exactly where the dice decide alone."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from riskcore.dice import Compare, loss_table

__all__ = ["RollShares", "Rolls", "campaign", "fight", "roll_shares"]

RollShares = Sequence[tuple[int, int, float]]  # (attacker's losses, defender's losses, chance)
Rolls = Callable[[int, int], RollShares]  # by the armies of attacker and defender; nothing where the battle is over


@lru_cache(maxsize=256)
def roll_shares(compare: Compare, attack_dice: int, defence_dice: int) -> RollShares:
    """(attacker's losses, defender's losses, chance) of so many dice; a roll that costs nobody anything is repeated."""
    costly = Counter(losses for losses in loss_table(compare, attack_dice, defence_dice) if any(losses))
    return tuple((lost, won, number / costly.total()) for (lost, won), number in sorted(costly.items()))


def fight(shares: Sequence[float], defenders: int, rolls: Rolls) -> list[list[float]]:
    """The chance that a battle to the end leaves so many armies of either side: `fight(…)[mine][theirs]`.

    `shares[armies]` is the chance that the attacker begins with so many, one of which never fights.
    """
    chances = [[*[0.0] * defenders, share] for share in shares]
    for mine in range(len(chances) - 1, 1, -1):
        row = chances[mine]
        for theirs in range(defenders, 0, -1):
            share = row[theirs]
            if share and (costs := rolls(mine, theirs)):
                row[theirs] = 0.0
                for lost, won, chance in costs:
                    chances[max(mine - lost, 0)][max(theirs - won, 0)] += share * chance
    return chances


def campaign(armies: int, targets: Sequence[tuple[int, Rolls]], leave: int = 1) -> list[list[float]]:
    """The chance, for each target in turn, that it falls and that so many armies then stand in it.

    A target is its defenders and the rolls of its battle. All armies but `leave` move on into what has fallen; where
    dice cost so much that not even one could, there are 0 to fight on.
    """
    shares = [*[0.0] * armies, 1.0]
    taken = []
    for defenders, rolls in targets:
        fallen = [row[0] for row in fight(shares, defenders, rolls)]
        shares = [sum(fallen[: leave + 1]), *fallen[leave + 1 :]]
        taken.append(shares)
    return taken
