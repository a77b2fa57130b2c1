"""The throws of a variant's battles: what its dice cost, and what its rules let the attacker make of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

from riskcore.dice import roll_number
from riskcore.errors import RiskError
from riskcore.lab.battles.compiled_rolls import Choice, ModeTable, Step, Weight
from riskcore.phases.battle import COMPARE, DEFEND, THROW
from riskcore.rulebook import Rulebook
from riskcore.rules import BattleChoice, Throw

__all__ = ["OddsError", "Throws", "Told", "all_throws", "told_choices"]

_PLAIN_STEPS = {phase.name: phase for phase in (DEFEND, THROW, COMPARE)}

Told = tuple[str, BattleChoice]  # with the rule that tells of it


class OddsError(RiskError, ValueError):
    """A battle of which no odds can be given."""


def told_choices(rules: Rulebook) -> list[Told]:
    """The choices in a battle, in its order; an error if it has a step that no rule tells of."""
    no_odds = f"no odds for {rules.variant.name}"
    told: dict[str, Told] = {}
    for rule, choice in rules.battle_choices:
        if choice.step in told:
            both = f"{told[choice.step][0]!r} and {rule!r}"
            raise OddsError(f"{no_odds}: the rules {both} both tell what the battle step {choice.step!r} does")
        told[choice.step] = (rule, choice)
    steps = [phase.name for phase in rules.battle]
    for phase in rules.battle:
        if phase.name in _PLAIN_STEPS and phase is not _PLAIN_STEPS[phase.name]:
            raise OddsError(f"{no_odds}: a rule adds a move to the battle step {phase.name!r}")
        if phase.name not in _PLAIN_STEPS and phase.name not in told:
            rule = " or ".join(map(repr, _silent_rules(rules, told)))
            raise OddsError(
                f"{no_odds}: what the battle step {phase.name!r} does to the dice is not known; "
                f"the rule {rule} would have to tell it with the hook battle_choices"
            )
    if steps[:2] != ["defend", "throw"] or steps[-1] != "compare":
        raise OddsError(
            f"{no_odds}: its battle goes {', '.join(steps)}; what rules add must come between throw and compare"
        )
    return [told[step] for step in steps[2:-1]]


def _silent_rules(rules: Rulebook, told: Mapping[str, Told]) -> list[str]:
    """The rules that may have brought a step nobody tells of."""
    telling = {rule for rule, _ in told.values()}
    decision = rules.decisions["battle"]
    return [rule for rule in decision.modifiers if rule not in telling] or [decision.provider]


def all_throws(attack_dice: int, defence_dice: int) -> Iterator[tuple[Throw, int]]:
    """Every throw of so many dice with the number of rolls that give it."""
    defences = list(_hands(defence_dice))
    for attack, ways in _hands(attack_dice):
        for defence, more in defences:
            yield (attack, defence), ways * more


def _hands(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    for faces in combinations_with_replacement(range(6, 0, -1), dice):
        yield faces, factorial(dice) // prod(factorial(number) for number in Counter(faces).values())


class Throws:
    """Where choices lead from every throw. The mode of a battle has a bit for each choice that can be made only once:
    1 if it has been.
    """

    def __init__(self, rules: Rulebook, choices: Sequence[Told]) -> None:
        self.rules = rules
        self.choices = choices
        once = [choice for _, choice in choices if choice.once]
        self.bits = [1 << once.index(choice) if choice.once else 0 for _, choice in choices]
        self._ways: dict[tuple[int, Throw], list[Counter[Throw]]] = {}
        self._trees: dict[tuple[int, Throw, int], Step | Choice] = {}
        #: what the chain needs to know, by mode
        self.tables: list[ModeTable] = [self._table(mode) for mode in range(1 << len(once))]

    def _table(self, mode: int) -> ModeTable:
        def table(attack_dice: int, defence_dice: int) -> Iterator[tuple[Choice, Weight]]:
            if self.choices:
                for throw, number in all_throws(attack_dice, defence_dice):
                    yield (((self.tree(0, throw, mode), 1),),), number
            else:
                losses = Counter(self.rules.loss_table(attack_dice, defence_dice))
                yield (tuple((Step(*loss, mode), number) for loss, number in losses.items()),), 1

        return table

    def losses(self, throw: Throw) -> tuple[int, int]:
        """What a throw costs attacker and defender as it lies."""
        attack, defence = throw
        return self.rules.loss_table(len(attack), len(defence))[roll_number(attack + defence)]

    def options(self, stage: int, throw: Throw, mode: int) -> list[tuple[int, Counter[Throw]]]:
        """What may be done at a stage: the mode it leads to and the throws, with weights; to do nothing comes first."""
        leave = (mode, Counter({throw: 1}))
        if mode & self.bits[stage]:
            return [leave]
        if (stage, throw) not in self._ways:
            ways = [self._checked(stage, throw, way) for way in self.choices[stage][1].ways(*throw)]
            # Which die of equals is changed makes no difference.
            self._ways[stage, throw] = list({frozenset(way.items()): way for way in ways}.values())
        options = [(mode | self.bits[stage], way) for way in self._ways[stage, throw]]
        return options if options and self.choices[stage][1].forced else [leave, *options]

    def tree(self, stage: int, throw: Throw, mode: int) -> Step | Choice:
        """Where a throw leads from this stage on."""
        key = (stage, throw, mode)
        if key not in self._trees:
            self._trees[key] = self._grown(*key)
        return self._trees[key]

    def _grown(self, stage: int, throw: Throw, mode: int) -> Step | Choice:
        if stage == len(self.choices):
            return Step(*self.losses(throw), mode)
        return tuple(
            tuple((self.tree(stage + 1, new, after), weight) for new, weight in way.items())
            for after, way in self.options(stage, throw, mode)
        )

    def _checked(self, stage: int, throw: Throw, way: Sequence[Throw]) -> Counter[Throw]:
        rule = self.choices[stage][0]
        changed: Counter[Throw] = Counter()
        for attack, defence in way:
            if (len(attack), len(defence)) != (len(throw[0]), len(throw[1])):
                raise OddsError(f"rule {rule!r}: hook battle_choices: {(attack, defence)!r} came of {throw!r}")
            changed[tuple(sorted(attack, reverse=True)), tuple(sorted(defence, reverse=True))] += 1
        if not changed:
            raise OddsError(f"rule {rule!r}: hook battle_choices: a way to change {throw!r} leads to no throw")
        return changed
