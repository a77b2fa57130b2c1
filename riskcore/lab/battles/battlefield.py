"""Where a battle takes place: what the rules say about dice and attacks there, by the armies that are left."""

from itertools import product

import attrs

from riskcore.dice import check_dice
from riskcore.game import Game
from riskcore.lab.battles.chain import DiceLimit
from riskcore.lab.battles.choices import OddsError
from riskcore.rulebook import Rulebook
from riskcore.state import State

__all__ = ["Battlefield", "find_battlefield"]

_LATE = 9  # the round: rules about the first ones are over
_FEW = (2, 3, 4)  # armies at which dice are likely to change


@attrs.frozen(eq=False)
class Battlefield:
    """Player 0 attacks from the source; player 1 holds the target and all the rest."""

    state: State
    source: int
    target: int

    def __str__(self) -> str:
        names = self.state.board.territories
        return f"from {names[self.source]} into {names[self.target]}"

    def refusal(self, attackers: int, defenders: int) -> str | None:
        """Why the attack may not be made, if so."""
        self._set(attackers, defenders)
        return self.state.rules.attack_refusal(self.state, 0, self.source, self.target)

    def attack_dice(self, attackers: int, defenders: int) -> int:
        """The most dice of the attacker; 0 if the attack may not be made."""
        if self.refusal(attackers, defenders) is not None:
            return 0
        dice = self.state.rules.dice.attack(self.state, self.source, self.target)
        check_dice(dice, "attack")
        return dice

    def limits(self, attackers: int, defenders: int, keep: int) -> tuple[DiceLimit, DiceLimit]:
        """The most dice of both from there on, for an attacker who stops with so many armies left."""
        attack, defence = self.attack_dice, self.defence_dice
        if self.state.rules.steady_attacks:  # rules that do not look at armies need not be asked for each number
            most, against = attack(attackers, defenders), defence(attackers, defenders)
            return lambda left, _: most if left > keep else 0, against
        return lambda left, others: attack(left, others) if left > keep else 0, defence

    def defence_dice(self, attackers: int, defenders: int) -> int:
        """The most dice of the defender."""
        self._set(attackers, defenders)
        dice = self.state.rules.dice.defence(self.state, self.source, self.target)
        check_dice(dice, "defence")
        return dice

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """What the two sides roll."""
        attack, defence = self.attack_dice(attackers, defenders), self.defence_dice(attackers, defenders)
        return min(attack, attackers - 1), min(defence, defenders)

    def _set(self, attackers: int, defenders: int) -> None:
        self.state.armies[self.source] = attackers
        self.state.armies[self.target] = defenders


def find_battlefield(
    rules: Rulebook, attackers: int, defenders: int, source: str | None, target: str | None
) -> Battlefield:
    """The battlefield between two places, or any where it makes no difference."""
    board = rules.board
    players = max(2, rules.variant.players.min)
    first = {board.territories[0]: 0}  # for whose turn it is has a territory; which one changes below
    position = {"owners": first, "rest": 1, "phase": "attack", "round": _LATE, "turn": _LATE * players}
    state = Game.from_position(rules, players, position).state
    state.give(0, 1)
    sources = range(len(board.territories)) if source is None else [_territory(rules, source)]
    targets = range(len(board.territories)) if target is None else [_territory(rules, target)]
    found: dict[tuple[tuple[int, int], ...], Battlefield] = {}
    refusal = "there is no such border on the board"
    for start in sources:
        state.give(start, 0)
        for end in board.neighbours[start]:
            if end not in targets:
                continue
            field = Battlefield(state, start, end)
            reason = field.refusal(attackers, defenders)
            if reason is None:
                sizes = product((*_FEW, attackers), (*_FEW, defenders))
                found.setdefault(tuple(field.dice(*armies) for armies in sizes), field)
            else:
                refusal = reason
        state.give(start, 1)
    if not found:
        raise OddsError(f"no battle of {attackers} against {defenders} armies: {refusal}")
    if len(found) > 1:
        one, other, *_ = found.values()
        raise OddsError(f"the dice depend on the place, {one} or {other}: name the source and the target")
    (field,) = found.values()
    state.give(field.source, 0)
    return field


def _territory(rules: Rulebook, name: str) -> int:
    if name not in rules.board.territories:
        raise OddsError(f"no territory {name!r} on the board {rules.board.name!r}")
    return rules.board.territory(name)
