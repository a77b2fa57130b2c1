"""Odds of campaigns as a bot needs them, many at a time: exact for armies of some size, scaled down for larger ones."""

from functools import lru_cache

from riskcore.campaign import RollShares, fight, roll_shares
from riskcore.dice import Compare

__all__ = ["CampaignOdds", "campaign_odds"]

_MOST = 40  # armies that are counted exactly; larger battles are scaled down to it
_RARE = 1e-4  # what is as unlikely is left out


class CampaignOdds:
    """Odds for one kind of dice, each worked out when it is first asked for.

    An army of `mine` fights until the target falls or one army is left. Then all but one move in and fight on.
    """

    __slots__ = ("_ends", "_holds", "_rolls")

    def __init__(self, compare: Compare, attack: int, defence: int) -> None:
        self._rolls: list[list[RollShares]] = [
            [roll_shares(compare, mine, theirs) if mine and theirs else () for theirs in range(defence + 1)]
            for mine in range(attack + 1)
        ]
        self._ends: dict[tuple[int, int], list[tuple[int, float]]] = {}
        self._holds: dict[tuple[int, tuple[int, ...]], tuple[float, float]] = {}

    def ends(self, mine: int, theirs: int) -> list[tuple[int, float]]:
        """(armies that move in, chance) once the target has fallen; the rest is failure."""
        key = mine, theirs
        known = self._ends.get(key)
        if known is None:
            left = fight([*[0.0] * mine, 1.0], theirs, self._roll)
            chances = ((armies - 1, left[armies][0]) for armies in range(2, mine + 1))
            known = self._ends[key] = [(armies, share) for armies, share in chances if share > _RARE]
        return known

    def _roll(self, mine: int, theirs: int) -> RollShares:
        rolls = self._rolls[min(mine - 1, len(self._rolls) - 1)]
        return rolls[min(theirs, len(rolls) - 1)]

    def through(self, mine: int, targets: tuple[int, ...]) -> tuple[float, float]:
        """The chance to take all targets in a row, and the armies then expected at the end (0 for a failure)."""
        if not targets:
            return 1.0, float(mine)
        most = max(mine, *targets)
        if most > _MOST:
            scale = most / _MOST
            chance, left = self.through(
                max(1, round(mine / scale)), tuple(max(1, round(theirs / scale)) for theirs in targets)
            )
            return chance, left * scale
        key = mine, targets
        known = self._holds.get(key)
        if known is None:
            known = self._holds[key] = self._walk(mine, targets)
        return known

    def _walk(self, mine: int, targets: tuple[int, ...]) -> tuple[float, float]:
        chance = left = 0.0
        rest = targets[1:]
        holds = self._holds
        for armies, share in self.ends(mine, targets[0]):
            if rest:
                further, expected = holds.get((armies, rest)) or self.through(armies, rest)
                chance += share * further
                left += share * expected
            else:
                chance += share
                left += share * armies
        return chance, left


@lru_cache(maxsize=64)
def campaign_odds(compare: Compare, attack: int, defence: int) -> CampaignOdds:
    """The odds for so many dice at most, shared by all players of a process."""
    return CampaignOdds(compare, attack, defence)
