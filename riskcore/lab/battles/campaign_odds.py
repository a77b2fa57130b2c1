"""The exact odds of a campaign: one army that takes several territories in a row, under a variant's own rules."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs

from riskcore.campaign import Rolls, RollShares, campaign, roll_shares
from riskcore.lab.battles import chain
from riskcore.lab.battles.battle_odds import check_armies, throws_without
from riskcore.lab.battles.battlefield import Battlefield, find_battlefield
from riskcore.lab.battles.chain import DiceLimit
from riskcore.lab.battles.choices import OddsError
from riskcore.rulebook import Rulebook

__all__ = ["MOST_TARGETS", "CampaignOdds", "campaign_odds"]

MOST_TARGETS = 500


@attrs.frozen(eq=False)
class CampaignOdds:
    """The odds of one campaign: all that `riskvar odds --then` shows.

    `taken[k]` is the probability that the first k + 1 targets fall, and `armies_left[i]` that all do and i armies then
    stand in the last, when the others have stayed behind.
    """

    rules: Rulebook
    attackers: int
    targets: tuple[int, ...]
    leave: int
    taken: tuple[float, ...]
    armies_left: tuple[float, ...]
    options: tuple[str, ...]  # rules whose options are used as well as possible
    left_out: tuple[str, ...]

    @property
    def win(self) -> float:
        """The probability that all targets fall."""
        return self.taken[-1]

    @property
    def mean_left(self) -> float | None:
        """Armies in the last territory, on average over the campaigns that succeed; None if none can."""
        armies = sum(number * share for number, share in enumerate(self.armies_left))
        return armies / self.win if self.win else None

    def to_dict(self) -> dict[str, Any]:
        """The odds as JSON holds them."""
        return {
            "variant": self.rules.variant.id,
            "name": self.rules.variant.name,
            "attackers": self.attackers,
            "targets": list(self.targets),
            "leave": self.leave,
            "win": self.win,
            "taken": list(self.taken),
            "armies_left": list(self.armies_left),
            "mean_left": self.mean_left,
            "options": list(self.options),
            "without": list(self.left_out),
        }


def campaign_odds(
    rules: Rulebook,
    attackers: int,
    targets: Sequence[int],
    *,
    leave: int = 1,
    without: Iterable[str] = (),
    places: Sequence[str] = (),
) -> CampaignOdds:
    """The odds that one army takes targets with so many defenders, one after another, and `leave` armies stay behind
    in every territory that it moves on from.

    Both sides roll all the dice they may, and no attack is made with `leave` armies or fewer. Every option is there at
    the start, but for those of the rules in `without`, and is used so that the whole campaign is likeliest to succeed.
    Where the dice depend on the place, name the places that the army goes through, the one it starts from first.
    """
    check_armies("attackers", attackers)
    check_armies("leave", leave)
    if not 1 <= len(targets) <= MOST_TARGETS:
        raise OddsError(f"{len(targets)} targets; must be 1 to {MOST_TARGETS}")
    for defenders in targets:
        check_armies("defenders", defenders)
    if places and len(places) != len(targets) + 1:
        raise OddsError(
            f"{len(places)} places for {len(targets)} targets; name the start and every target, or none of them"
        )
    left_out = tuple(dict.fromkeys(without))
    throws = throws_without(rules, left_out)
    fields = [
        find_battlefield(rules, attackers, defenders, *(places[number : number + 2] or (None, None)))
        for number, defenders in enumerate(targets)
    ]
    if throws.choices:
        limits = [
            (defenders, *field.limits(attackers, defenders, leave))
            for field, defenders in zip(fields, targets, strict=True)
        ]
        try:
            taken = chain.campaign_odds(attackers, limits, throws.tables, leave)
        except ValueError as error:
            raise OddsError(f"no odds for {rules.variant.name}: {error}") from error
    else:
        taken = campaign(
            attackers,
            [
                (defenders, _rolls(field, leave, attackers, defenders))
                for field, defenders in zip(fields, targets, strict=True)
            ],
            leave,
        )
    return CampaignOdds(
        rules,
        attackers,
        tuple(targets),
        leave,
        tuple(map(sum, taken)),
        tuple(taken[-1]),
        tuple(rule for rule, choice in throws.choices if not choice.forced),
        left_out,
    )


def _rolls(field: Battlefield, leave: int, attackers: int, defenders: int) -> Rolls:
    """What the rolls of a battle cost in which the dice alone decide."""
    rules = field.state.rules
    most_attack, most_defence = field.limits(attackers, defenders, leave)

    @cache
    def shares(attack: int, defence: int) -> RollShares:
        rules.loss_table(attack, defence)  # refuses too many dice
        return roll_shares(rules.dice.compare, attack, defence)

    def rolls(mine: int, theirs: int) -> RollShares:
        attack = min(_asked(most_attack, mine, theirs), mine - 1)
        return shares(attack, min(_asked(most_defence, mine, theirs), theirs)) if attack > 0 else ()

    return rolls


def _asked(limit: DiceLimit, mine: int, theirs: int) -> int:
    return limit(mine, theirs) if callable(limit) else limit
