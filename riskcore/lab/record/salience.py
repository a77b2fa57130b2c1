"""How often a rule makes itself felt: a rulebook that counts while it is played.

A rule is felt when a player makes a move that the rule brought (to pass is not to use it), when a phase of its own
without decisions or its answer to an event changes what lies on the table, when a number or a yes is different from
what it would be without the rule, and when the game is won its way. What can be felt in none of these ways is not
counted at all, which is not the same as never.
"""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any

import attrs

from riskcore.dice import check_dice, loss_table
from riskcore.frames import PHASE
from riskcore.hooks import Felt
from riskcore.hookspecs import declared_hooks
from riskcore.moves import Done
from riskcore.phases.fortify import FortifyFrame
from riskcore.rulebook import Rulebook
from riskcore.rules import Action, AddedAction, Dice, FortifyRule, Outcome, Phase, WinCheck
from riskcore.state import State

__all__ = ["Fires", "watched"]

Rule = Callable[..., Any]


class Fires:
    """Counts for the rules that can be felt, while one game after another is played."""

    def __init__(self) -> None:
        self.rules: dict[str, int] = {}  # name to its place in the counts
        self._counts: list[int] = []
        self.state: State | None = None

    def start(self, state: State) -> None:
        """Count for this game alone; copies of it, and views, are only what players think of."""
        self._counts[:] = [0] * len(self.rules)
        self.state = state

    def finish(self) -> tuple[int, ...]:
        """The counts of the game, in the order of `rules`."""
        self.state = None
        return tuple(self._counts)

    def place(self, rule: str) -> tuple[list[int], int]:
        """Where a rule is counted."""
        at = self.rules.setdefault(rule, len(self.rules))
        if at == len(self._counts):
            self._counts.append(0)
        return self._counts, at


def watched(rules: Rulebook) -> tuple[Rulebook, Fires]:
    """A rulebook that counts, and its counts. Its games go exactly as those of the rulebook it is made from."""
    fires = Fires()
    hooks = {felt: [name for name, hook in declared_hooks().items() if hook.felt == felt] for felt in _LISTEN}
    answers = {name: listen(rules, fires, name) for felt, listen in _LISTEN.items() for name in hooks[felt]}
    return rules.derive(**answers), fires


def _steps(rules: Rulebook, fires: Fires, hook: str) -> list[tuple[str, tuple[Phase | AddedAction, ...]]]:
    """A move is felt, and so is a step without decisions if it changes something."""
    before = {phase.name for phase in rules.setup}  # over before anybody counts, unless there is something to decide
    return [
        (rule, tuple(_counted_step(fires, rule, item, before) for item in brought))
        for rule, brought in rules.answers[hook]
    ]


def _counted_step(fires: Fires, rule: str, item: Phase | AddedAction, before: set[str]) -> Phase | AddedAction:
    if isinstance(item, AddedAction):
        return attrs.evolve(item, action=_counted_action(fires, rule, item.action))
    if item.actions:
        return attrs.evolve(item, actions=tuple(_counted_action(fires, rule, action) for action in item.actions))
    return attrs.evolve(item, enter=_if_changed(fires, rule, item.enter)) if item.name not in before else item


def _counted_action(fires: Fires, rule: str, action: Action) -> Action:
    return action if action.move is Done else attrs.evolve(action, play=_if_played(fires, rule, action.play))


def _if_played(fires: Fires, rule: str, play: Callable[..., str | None]) -> Callable[..., str | None]:
    counts, at = fires.place(rule)

    def counted(state: State, frame: list[Any], move: Any) -> str | None:
        refusal = play(state, frame, move)
        if refusal is None and state is fires.state:
            counts[at] += 1
        return refusal

    return counted


def _table(state: State) -> tuple[Any, ...]:
    """What players see, and what they have to decide."""
    return (
        state.owner[:],
        state.armies[:],
        state.reserve[:],
        state.alive[:],
        [len(hand) for hand in state.hands],
        [frame[:] for frame in state.frames],
        state.outcome,
    )


def _if_changed(fires: Fires, rule: str, act: Callable[..., None]) -> Callable[..., None]:
    counts, at = fires.place(rule)

    @wraps(act)
    def counted(state: State, *arguments: Any) -> None:
        if state is not fires.state:
            act(state, *arguments)
            return
        before = _table(state)
        act(state, *arguments)
        if _table(state) != before:
            counts[at] += 1

    return counted


def _if_different(fires: Fires, stages: Sequence[tuple[str, Rule]], decide: Rule, *, views: bool = False) -> Rule:
    """A rule that counts, when asked in the game, for each of a row of others that differs from the one before it.

    With `views` it counts too what a player asks before making a move.
    """
    _, first = stages[0]
    later = [(rule, *fires.place(name)) for name, rule in stages[1:]]

    @wraps(decide)
    def counted(state: State, *arguments: Any) -> Any:
        game = fires.state
        if game is not None and (state is game or (views and getattr(state, "_state", None) is game)):
            cursor = game.cursor
            before = first(state, *arguments)
            for rule, counts, at in later:
                game.cursor = cursor  # all draw the same chance
                now = rule(state, *arguments)
                if now != before:
                    counts[at] += 1
                before = now
            game.cursor = cursor
        return decide(state, *arguments)

    return counted


def _answer(rules: Rulebook, fires: Fires, hook: str, felt: Callable[[Rule], Rule], *, views: bool = False) -> Rule:
    """The rule that decides a hook, which counts what is `felt` of each of those that had a say."""
    stages = [(name, felt(rule)) for name, rule in rules.resolver.stages(hook)]
    decide: Rule = rules.answers[hook]
    return _if_different(fires, stages, decide, views=views) if len(stages) > 1 else decide


def _itself(rule: Rule) -> Rule:
    return rule


def _limit(rules: Rulebook, fires: Fires, hook: str) -> Rule:
    """A limit to the armies on a territory is felt where it is reached."""
    return _answer(
        rules, fires, hook, lambda rule: lambda state, territory: state.armies[territory] >= rule(state, territory)
    )


def _dice(rules: Rulebook, fires: Fires, hook: str) -> Dice:
    """Limits are felt as far as there are armies for them, dice that compare otherwise in every battle."""
    dice: Dice = rules.answers[hook]
    stages = [(name, _dice_felt(each)) for name, each in rules.resolver.stages(hook)]
    if len(stages) == 1:
        return dice
    counted = _if_different(fires, stages, dice.defence)
    vars(counted).pop("steady", None)  # the limits shall be asked for in every battle
    return attrs.evolve(dice, defence=counted)


def _dice_felt(dice: Dice) -> Rule:
    table = loss_table(dice.compare, 2, 2)

    def felt(state: State, source: int, target: int) -> tuple[Any, ...]:
        attack, defence = dice.attack(state, source, target), dice.defence(state, source, target)
        try:
            return min(attack, state.armies[source] - 1), min(defence, state.armies[target]), table
        except TypeError:
            check_dice(attack, "attack")
            check_dice(defence, "defence")
            raise

    return felt


def _marches(rules: Rulebook, fires: Fires, hook: str) -> FortifyRule:
    """A move is felt that the rule before would not have allowed."""
    fortify: FortifyRule = rules.answers[hook]
    stages = [(name, _march_felt(each)) for name, each in rules.resolver.stages(hook)]
    if len(stages) == 1:
        return fortify
    return attrs.evolve(fortify, reaches=_if_different(fires, stages, fortify.reaches))


def _march_felt(rule: FortifyRule) -> Rule:
    def allowed(state: State, source: int, target: int) -> bool:
        frame = state.frames[-1]
        moved = frame[FortifyFrame.made] if frame[PHASE] == FortifyFrame.phase else 0
        return moved < rule.moves and rule.reaches(state, source, target)

    return allowed


def _wins(rules: Rulebook, fires: Fires, hook: str) -> tuple[WinCheck, ...]:
    """A win is felt as the doing of the rule that brought the way to win."""
    (_, usual), *later = rules.resolver.stages(hook)
    known = {_name_of(check.check) for check in usual}
    bringer: dict[tuple[str, str], str] = {}
    for name, checks in later:
        ways = {_name_of(check.check) for check in checks}
        bringer.update(dict.fromkeys(ways - known, name))
        known |= ways
    in_force: tuple[WinCheck, ...] = rules.answers[hook]
    return tuple(
        attrs.evolve(each, check=_if_won(fires, bringer.get(_name_of(each.check)), each.check)) for each in in_force
    )


def _name_of(rule: Callable[..., Any]) -> tuple[str, str]:
    """What stays the same of a function that is defined anew each time a hook is asked."""
    return getattr(rule, "__module__", ""), getattr(rule, "__qualname__", type(rule).__qualname__)


def _if_won(fires: Fires, rule: str | None, check: Rule) -> Rule:
    if rule is None:
        return check
    counts, at = fires.place(rule)

    @wraps(check)
    def counted(state: State) -> Outcome | None:
        outcome: Outcome | None = check(state)
        if outcome is not None and state is fires.state:
            counts[at] += 1
        return outcome

    return counted


def _changes(rules: Rulebook, fires: Fires, hook: str) -> list[tuple[str, Rule]]:
    return [(name, _if_changed(fires, name, rule)) for name, rule in rules.answers[hook]]


# How rules at a hook are made to count, by the way in which they are felt; moves and steps of a rule's own come first.
_LISTEN: dict[Felt, Callable[[Rulebook, Fires, str], Any]] = {
    "step": _steps,
    "answer": partial(_answer, felt=_itself),
    "limit": _limit,
    "attempt": partial(_answer, felt=_itself, views=True),  # players do not try what they know to be refused
    "dice": _dice,
    "marches": _marches,
    "win": _wins,
    "change": _changes,
}
