"""A rulebook: every hook of a variant resolved once into the rule that decides, with who provided and modified it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

import attrs

from riskcore import resolve
from riskcore.dice import MOST_DICE, LossTable, check_dice, loss_table
from riskcore.errors import RulebookError
from riskcore.files.variant import Variant, build_plugins
from riskcore.flow import SETUP, TURN
from riskcore.hookspecs import declared_hooks
from riskcore.moves import Move, compile_test
from riskcore.phases import STANDARD_PHASES
from riskcore.rules import AddedAction, Data, Phase, WinCheck, WinEvent

if TYPE_CHECKING:
    from riskcore.hookspecs import Hooks as Rules
    from riskcore.state import State
else:
    Rules = object  # at run time without: attributes that hide those of a class are slower to read

__all__ = ["Rulebook"]

_SHARED_PHASES = {phase.name: phase for phase in (SETUP, TURN, *STANDARD_PHASES)}
_PLAIN_BATTLE = ("defend", "throw", "compare")

_FOLLOWING = (
    "__weakref__",  # what is known of a rulebook is kept beside it
    "advice",
    "answers",
    "board",
    "brought",
    "calls_off",
    "complete",
    "decisions",
    "move_tables",
    "moves",
    "plain_battle",
    "plugins",
    "public_data",
    "redraws",
    "resolver",
    "shapes",
    "steady_attacks",
    "tables",
    "unimagined",
    "variant",
    "watches_captures",
    "win_checks",
)

MoveTable = dict[str, tuple[Callable[["State", list[Any], Any], str | None], Callable[[Sequence[Any], "State"], bool]]]


class Rulebook(Rules):
    """The rules of a variant, ready to play. It does not change while games are played and serves any number.

    What each hook of `riskcore.hookspecs` came to is an attribute by the hook's name; the others follow from those.
    """

    if not TYPE_CHECKING:  # there the hooks are known from their declaration
        __slots__ = (*declared_hooks(), *_FOLLOWING)  # read at every move: quicker than a dictionary of that size

    def __init__(
        self, variant: Variant, resolver: "resolve.Resolver | None" = None, answers: Mapping[str, Any] | None = None
    ) -> None:
        """Ask the variant's plugins; the other arguments are for `derive`, which has asked them already."""
        self.variant = variant
        self.resolver = resolver or _ask(variant)
        self.answers: Mapping[str, Any] = answers or self.resolver.answers
        self.board = self.resolver.board
        self.plugins = self.resolver.plugins
        self.decisions = self.resolver.decisions  # who provides a hook, and who modifies it

        self.brought: tuple[tuple[str, Phase | AddedAction], ...] = tuple(
            (rule, item) for rule, given in self.answers["phases"] for item in given
        )  # with the rule that brings it
        phases = _register(self.brought)
        for name, hook in declared_hooks().items():
            setattr(self, name, hook.keep(name, self.answers[name], phases))
        if not any(phase.actions for phase in self.turn):
            provider = self.decisions["turn"].provider
            raise RulebookError(f"rule {provider!r}: hook turn: no phase of the turn lets a player decide anything")

        self.win_checks = _by_event(self.win_condition)
        self.watches_captures = bool(
            self.win_checks["capture"] or self.win_checks["armies"] or self.invasion_ended
        )  # so that a capture nobody watches costs one look
        self.calls_off = not all(getattr(rule, "unannounced", False) for rule in self.invasion_ended)
        self.steady_attacks = all(
            getattr(rule, "steady", False) for rule in (self.attack_refusal, self.dice.attack, self.dice.defence)
        )
        self.plain_battle = tuple(phase.name for phase in self.battle) == _PLAIN_BATTLE
        self.redraws = tuple(data.redraw for data in self.data.values() if data.redraw is not None)
        self.unimagined = _never_redrawn(self.answers["data"])
        self.public_data = tuple(name for name, data in self.data.items() if data.seen == "public")
        self.moves = _move_types(self.brought)
        self.advice = {
            name: [action.advice for action in phase.actions if action.advice is not None]
            for name, phase in phases.items()
            if any(action.advice is not None for action in phase.actions)
        }
        self.shapes = {
            kind: compile_test(move, len(self.board.territories), len(self.deck)) for kind, move in self.moves.items()
        }
        self.move_tables: dict[str, MoveTable] = {
            name: {action.move.kind: (action.play, self.shapes[action.move.kind]) for action in phase.actions}
            for name, phase in phases.items()
        }
        self.tables: list[list[LossTable | None]] = [[None] * MOST_DICE for _ in range(MOST_DICE)]
        self.complete = True

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "complete"):
            raise AttributeError(f"{self!r} does not change: make another with derive({name}=…)")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} does not change: it keeps its {name}")

    def __repr__(self) -> str:
        return f"<Rulebook {self.variant.name!r}, {len(self.plugins)} rules>"

    def derive(self, **answers: Any) -> "Rulebook":
        """Another rulebook, in which some hooks are answered otherwise; the answers are as `answers` has them."""
        unknown = sorted(answers.keys() - self.answers.keys())
        if unknown:
            raise RulebookError(f"no hook {unknown[0]!r}")
        return type(self)(self.variant, self.resolver, {**self.answers, **answers})

    def loss_table(self, attack_dice: int, defence_dice: int) -> LossTable:
        """What each roll of so many dice costs, under this rulebook's comparison."""
        try:
            table = self.tables[attack_dice][defence_dice]
        except (IndexError, TypeError):  # no such table can be, as the check will say
            table = None
        return table or self._new_table(attack_dice, defence_dice)

    def _new_table(self, attack_dice: int, defence_dice: int) -> LossTable:
        """A table that is asked for the first time: then what rules say about dice is checked."""
        check_dice(attack_dice, "attack")
        check_dice(defence_dice, "defence")
        if attack_dice + defence_dice > MOST_DICE:
            raise RulebookError(f"hook dice: {attack_dice} against {defence_dice} dice; at most {MOST_DICE} together")
        table = loss_table(self.dice.compare, attack_dice, defence_dice)
        if self.battle[-1].name == "compare" and not any(map(any, table)):  # no later step takes armies instead
            dice = f"{attack_dice} against {defence_dice} dice"
            raise RulebookError(f"hook dice: no roll of {dice} costs an army, so a battle would never end")
        self.tables[attack_dice][defence_dice] = table
        return table


def _ask(variant: Variant) -> "resolve.Resolver":
    board = variant.load_board()
    return resolve.Resolver(build_plugins(variant, board), board, _SHARED_PHASES)


def _by_event(checks: Iterable[WinCheck]) -> dict[WinEvent, "tuple[Callable[[State], Any], ...]"]:
    checks = tuple(checks)
    return {event: tuple(each.check for each in checks if event in each.on) for event in get_args(WinEvent)}


def _never_redrawn(kept: Iterable[tuple[str, Iterable[Data]]]) -> str | None:
    """Why no game can be imagined under these rules, if so: an imagined game would show what is hidden."""
    for rule, given in kept:
        for data in given:
            if data.seen != "public" and data.redraw is None:
                return (
                    f"rule {rule!r}: hook data: {data.name!r} is hidden and has no redraw, so no game can be imagined: "
                    "say how to redraw it, or let everybody see it with seen='public'"
                )
    return None


def _register(extra: Iterable[tuple[str, Phase | AddedAction]]) -> dict[str, Phase]:
    """The shared phases and those that rules bring, with the actions that rules add."""
    phases = dict(_SHARED_PHASES)
    added: list[tuple[str, AddedAction]] = []
    for rule, item in extra:
        if isinstance(item, AddedAction):
            added.append((rule, item))
        elif item.name in phases:
            raise RulebookError(f"rule {rule!r}: hook phases: there is a phase {item.name!r} already")
        else:
            phases[item.name] = item
    for rule, item in added:
        if item.phase not in phases:
            raise RulebookError(f"rule {rule!r}: hook phases: adds an action to {item.phase!r}, which no rule brings")
        phase = phases[item.phase]
        if any(action.move.kind == item.action.move.kind for action in phase.actions):
            kind = item.action.move.kind
            raise RulebookError(f"rule {rule!r}: hook phases: the phase {phase.name!r} has a move {kind!r} already")
        phases[phase.name] = attrs.evolve(phase, actions=(*phase.actions, item.action))
    return phases


def _move_types(brought: Iterable[tuple[str, Phase | AddedAction]]) -> dict[str, type[Move]]:
    """Every kind of move, from the shared phases and from what rules bring."""
    kinds = {action.move.kind: action.move for phase in STANDARD_PHASES for action in phase.actions}
    for rule, item in brought:
        for action in item.actions if isinstance(item, Phase) else (item.action,):
            known = kinds.setdefault(action.move.kind, action.move)
            if known is not action.move:
                names = f"{known.__qualname__} and {action.move.__qualname__}"
                raise RulebookError(f"rule {rule!r}: hook phases: {names} are both moves of kind {known.kind!r}")
    return kinds
