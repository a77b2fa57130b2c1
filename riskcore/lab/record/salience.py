"""How often a rule makes itself felt: a rulebook that counts while it is played.

A rule is felt when a player makes a move that the rule brought (to pass is not to use it), when a phase of its own
without decisions or its answer to an event changes what lies on the table, when a number or a yes is different from
what it would be without the rule, and when the game is won its way. What can be felt in none of these ways is not
counted at all, which is not the same as never.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import attrs

from riskcore.dice import check_dice, loss_table
from riskcore.frames import PHASE
from riskcore.moves import Done
from riskcore.phases.fortify import FortifyFrame
from riskcore.rulebook import Rulebook
from riskcore.rules import Dice, FortifyRule, Outcome, Phase
from riskcore.state import State

__all__ = ["Fires", "watch"]

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


def watch(rules: Rulebook) -> Fires:
    """Make a rulebook count. Its games go exactly as before."""
    fires = Fires()
    _watch_phases(rules, fires)
    for hook, felt in _FELT.items():
        _watch_answer(rules, fires, hook, felt)
    _watch_dice(rules, fires)
    _watch_fortify(rules, fires)
    _watch_wins(rules, fires)
    for hook in ("traded", "invasion_ended"):
        answers = rules.resolver.answers(hook)
        setattr(rules, hook, tuple(_if_changed(fires, name, rule) for name, rule in answers))
    return fires


def _itself(rule: Rule) -> Rule:
    return rule


def _where_reached(rule: Rule) -> Rule:
    """A limit to the armies on a territory is felt where it is reached."""
    return lambda state, territory: state.armies[territory] >= rule(state, territory)


# What is felt of the answer to a hook.
_FELT: dict[str, Callable[[Rule], Rule]] = {
    "reinforcement": _itself,
    "set_value": _itself,
    "trading": _itself,
    "army_limit": _where_reached,
    "defender": _itself,
    "card_award": _itself,
    "attack_refusal": _itself,
}


def _watch_phases(rules: Rulebook, fires: Fires) -> None:
    before = {phase.name for phase in rules.setup}  # over before anybody counts, unless there is something to decide
    for rule, item in rules.brought:
        actions = item.actions if isinstance(item, Phase) else (item.action,)
        table = rules.move_tables[item.name if isinstance(item, Phase) else item.phase]
        for action in actions:
            if action.move is not Done:
                play, shape = table[action.move.kind]
                table[action.move.kind] = (_if_played(fires, rule, play), shape)
        if isinstance(item, Phase) and not item.actions and item.name not in before:
            phase = rules.phases[item.name]
            rules.phases[item.name] = attrs.evolve(phase, enter=_if_changed(fires, rule, phase.enter))
    for sequence in ("setup", "turn", "battle"):
        setattr(rules, sequence, tuple(rules.phases[phase.name] for phase in getattr(rules, sequence)))


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


def _watch_answer(rules: Rulebook, fires: Fires, hook: str, felt: Callable[[Rule], Rule]) -> None:
    stages = rules.resolver.stages(hook)
    if len(stages) > 1:
        compared = [(name, felt(rule)) for name, rule in stages]
        asked_before = hook == "attack_refusal"  # players do not try what they know to be refused
        setattr(rules, hook, _if_different(fires, compared, getattr(rules, hook), views=asked_before))


def _watch_dice(rules: Rulebook, fires: Fires) -> None:
    """Limits are felt as far as there are armies for them, dice that compare otherwise in every battle."""
    stages = rules.resolver.stages("dice")
    if len(stages) > 1:
        compared = [(name, _dice_felt(dice)) for name, dice in stages]
        rules.dice = attrs.evolve(rules.dice, defence=_if_different(fires, compared, rules.dice.defence))
        rules.steady_attacks = False  # the limits shall be asked for in every battle


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


def _watch_fortify(rules: Rulebook, fires: Fires) -> None:
    """A move is felt that the rule before would not have allowed."""
    stages = rules.resolver.stages("fortify")
    if len(stages) > 1:
        compared = [(name, _fortify_felt(rule)) for name, rule in stages]
        rules.fortify = attrs.evolve(rules.fortify, reaches=_if_different(fires, compared, rules.fortify.reaches))


def _fortify_felt(rule: FortifyRule) -> Rule:
    def allowed(state: State, source: int, target: int) -> bool:
        frame = state.frames[-1]
        moved = frame[FortifyFrame.made] if frame[PHASE] == FortifyFrame.phase else 0
        return moved < rule.moves and rule.reaches(state, source, target)

    return allowed


def _watch_wins(rules: Rulebook, fires: Fires) -> None:
    """A win is felt as the doing of the rule that brought the way to win."""
    (_, usual), *later = rules.resolver.stages("win_condition")
    known = {_name_of(check.check) for check in usual}
    bringer: dict[tuple[str, str], str] = {}
    for name, checks in later:
        ways = {_name_of(check.check) for check in checks}
        bringer.update(dict.fromkeys(ways - known, name))
        known |= ways
    for event, ways_to_win in rules.win_checks.items():
        rules.win_checks[event] = tuple(_if_won(fires, bringer.get(_name_of(way)), way) for way in ways_to_win)


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
