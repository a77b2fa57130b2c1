"""The exact odds of a battle under a variant's own rules, and how its options are used best in it."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from numbers import Integral
from typing import Any

import attrs

from riskcore.lab.battles.battlefield import find_battlefield
from riskcore.lab.battles.chain import BattleOdds, Step, battle_odds
from riskcore.lab.battles.choices import OddsError, Throws, all_throws, told_choices
from riskcore.rulebook import Rulebook
from riskcore.rules import Throw
from riskcore.words import percent

__all__ = ["MOST_ARMIES", "Odds", "OddsError", "OptionUse", "check_armies", "throws_without", "variant_odds"]

MOST_ARMIES = 1000  # on a side

Losses = tuple[int, int]  # of attacker and defender
Worth = tuple[float, float]  # chance to win, mean margin in armies at the end


@attrs.frozen
class OptionUse:
    """How an option is used best, in the first roll and in the whole battle.

    `first_roll[losses]` is how often the dice of the first roll, as they lie when the option comes in, would cost so
    much, and how often they would and the option is used. `in_battle` is the probability that it is used at all, for
    one that can be used but once.
    """

    rule: str
    words: str
    once: bool
    given: str
    first_roll: Mapping[Losses, tuple[float, float]]
    in_battle: float | None

    @property
    def in_first_roll(self) -> float:
        """The probability that it is used in the first roll."""
        return sum(used for _, used in self.first_roll.values())

    @property
    def assumed(self) -> str:
        """What must be so for the option to be there."""
        return ", ".join(filter(None, [self.given, "not used before in this turn" if self.once else ""]))

    @property
    def best_use(self) -> str:
        """The best use in a sentence."""
        shares = {losses: used / seen for losses, (seen, used) in self.first_roll.items()}
        cases = [f"{a}:{d} {percent(share) if share else 'never'}" for (a, d), share in shares.items()]
        often = f"in {percent(self.in_first_roll)} of first rolls"
        often += f" (by the losses that attacker:defender would have: {', '.join(cases)})"
        if self.in_battle is None:
            return f"It comes back with every roll, so it is used whenever it helps: {often}."
        return (
            f"It can be used once, so it waits until it helps most: {often}, by the end in {percent(self.in_battle)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """The use as JSON holds it."""
        return {
            "rule": self.rule,
            "words": self.words,
            "once": self.once,
            "assumed": self.assumed,
            "best_use": self.best_use,
            "used_in_first_roll": self.in_first_roll,
            "used_in_battle": self.in_battle,
            "first_roll": [
                {"attacker_loss": a, "defender_loss": d, "probability": seen, "used": used}
                for (a, d), (seen, used) in self.first_roll.items()
            ],
        }


@attrs.frozen(eq=False)
class Odds:
    """The odds of one battle: all that `riskvar odds` shows."""

    rules: Rulebook
    battle: BattleOdds
    keep: int
    dice: tuple[int, int]  # in the first roll
    options: tuple[OptionUse, ...]
    left_out: tuple[str, ...]  # rules whose options are not there

    @property
    def mean_winners_left(self) -> float | None:
        """Attackers left on average after a win; None if there is none."""
        left = self.battle.winners_left
        return float(left @ range(len(left)) / left.sum()) if left.any() else None

    @property
    def mean_holders_left(self) -> float | None:
        """Defenders left on average after an attack that failed; None if it cannot."""
        left = self.battle.defenders_left[1:]
        return float(left @ range(1, len(left) + 1) / left.sum()) if left.any() else None

    def to_dict(self) -> dict[str, Any]:
        """The odds as JSON holds them.

        `attackers_left[i]` is the probability that in the end i armies of the attacker stand where they came from,
        before any move in, and `defenders_left[j]` that of j armies of the defender: 0 is a win.
        """
        battle = self.battle
        return {
            "variant": self.rules.variant.id,
            "name": self.rules.variant.name,
            "attackers": battle.attackers,
            "defenders": battle.defenders,
            "keep": self.keep,
            "attack_dice": self.dice[0],
            "defence_dice": self.dice[1],
            "win": battle.win,
            "mean_attackers_left": battle.mean_attackers_left,
            "mean_defenders_left": battle.mean_defenders_left,
            "attackers_left": battle.attackers_left.tolist(),
            "defenders_left": battle.defenders_left.tolist(),
            "options": [option.to_dict() for option in self.options],
            "without": list(self.left_out),
        }


def variant_odds(
    rules: Rulebook,
    attackers: int,
    defenders: int,
    *,
    keep: int = 1,
    without: Iterable[str] = (),
    source: str | None = None,
    target: str | None = None,
) -> Odds:
    """The odds of a battle that goes on until no defender is left, or the attacker has `keep` armies or may not attack.

    Both sides roll all the dice they may. Every option is there at the start, but for those of the rules in
    `without`, and is used so that a win is likeliest. Where the dice depend on the place, name source and target.
    """
    for name, armies in (("attackers", attackers), ("defenders", defenders), ("keep", keep)):
        check_armies(name, armies)
    left_out = tuple(dict.fromkeys(without))
    throws = throws_without(rules, left_out)
    field = find_battlefield(rules, attackers, defenders, source, target)
    try:
        battle = battle_odds(attackers, defenders, throws.tables, *field.limits(attackers, defenders, keep))
    except OddsError:
        raise
    except ValueError as error:
        raise OddsError(f"no odds for {rules.variant.name}: {error}") from error
    dice = field.dice(attackers, defenders)
    uses = _first_roll(throws, battle.after, dice) if battle.after else [{}] * len(throws.choices)
    options = tuple(
        OptionUse(
            rule,
            rules.phases[choice.step].words or choice.step,
            choice.once,
            choice.given,
            use,
            _ever_used(battle, bit) if choice.once else None,
        )
        for (rule, choice), bit, use in zip(throws.choices, throws.bits, uses, strict=True)
        if use and not choice.forced
    )
    return Odds(rules, battle, keep, dice, options, left_out)


def check_armies(name: str, armies: int) -> None:
    """Raise an error unless so many armies can be counted."""
    if not isinstance(armies, Integral) or isinstance(armies, bool) or not 1 <= armies <= MOST_ARMIES:
        raise OddsError(f"{name}: {armies!r} armies; must be a whole number from 1 to {MOST_ARMIES}")


@lru_cache(maxsize=8)
def throws_without(rules: Rulebook, left_out: tuple[str, ...]) -> Throws:
    """The throws with the options that are there."""
    told = told_choices(rules)
    known = [rule for rule, choice in told if not choice.forced]
    for rule in left_out:
        if rule not in known:
            there = f"those that do: {', '.join(known)}" if known else "no rule of this variant does"
            raise OddsError(f"cannot do without {rule!r}: it leaves no choice in a battle; {there}")
    return Throws(rules, [(rule, choice) for rule, choice in told if rule not in left_out or choice.forced])


def _ever_used(battle: BattleOdds, bit: int) -> float:
    return float(sum(share for mode, share in enumerate(battle.modes) if mode & bit))


def _first_roll(
    throws: Throws, after: Mapping[Step, Worth], dice: tuple[int, int]
) -> list[dict[Losses, tuple[float, float]]]:
    """For each choice in its turn: how often the dice would cost so much, and how often they are changed then.

    Empty for what leaves nothing to decide.
    """
    judge = _Judge(throws, after)
    lying: dict[tuple[Throw, int], float] = {(throw, 0): number / 6 ** sum(dice) for throw, number in all_throws(*dice)}
    uses = []
    for stage in range(len(throws.choices)):
        use: dict[Losses, tuple[float, float]] = {}
        choice = False
        then: dict[tuple[Throw, int], float] = {}
        for (throw, mode), share in lying.items():
            best, _ = judge.best(stage, throw, mode)
            seen, used = use.get(throws.losses(throw), (0.0, 0.0))
            use[throws.losses(throw)] = (seen + share, used + share * (best > 0))
            options = throws.options(stage, throw, mode)
            choice |= len(options) > 1
            after_mode, way = options[best]
            for new, weight in way.items():
                key = (new, after_mode)
                then[key] = then.get(key, 0.0) + share * weight / way.total()
        uses.append(dict(sorted(use.items(), reverse=True)) if choice else {})
        lying = then
    return uses


class _Judge:
    """What throws of the first roll are worth, stage by stage, if all that follows is played as well as possible."""

    def __init__(self, throws: Throws, after: Mapping[Step, Worth]) -> None:
        self.throws = throws
        self.after = after
        self.known: dict[tuple[int, Throw, int], tuple[int, Worth]] = {}

    def best(self, stage: int, throw: Throw, mode: int) -> tuple[int, Worth]:
        """The number of the best option, 0 being to change nothing where that is as good, and its worth."""
        key = (stage, throw, mode)
        if key not in self.known:
            if stage == len(self.throws.choices):
                self.known[key] = 0, self.after[Step(*self.throws.losses(throw), mode)]
            else:
                options = self.throws.options(stage, throw, mode)
                worths = [self._mean(stage + 1, after_mode, way) for after_mode, way in options]
                best = max(range(len(worths)), key=lambda number: _rounded(worths[number]))
                self.known[key] = best, worths[best]
        return self.known[key]

    def _mean(self, stage: int, mode: int, way: Mapping[Throw, int]) -> Worth:
        win = margin = 0.0
        for throw, weight in way.items():
            _, worth = self.best(stage, throw, mode)
            win += weight * worth[0]
            margin += weight * worth[1]
        total = sum(way.values())
        return win / total, margin / total


def _rounded(worth: Worth) -> Worth:
    """So that rounding does not decide between options that are equally good."""
    return float(f"{worth[0]:.12e}"), round(worth[1], 9)
