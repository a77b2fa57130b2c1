"""A rulebook: every hook of a variant resolved once into the rule that decides, with who provided and modified it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, get_args

import attrs

from riskcore import resolve
from riskcore.cards import Card
from riskcore.dice import MOST_DICE, LossTable, check_dice, loss_table
from riskcore.errors import RulebookError
from riskcore.files.variant import Variant, build_plugins
from riskcore.flow import SETUP, TURN
from riskcore.moves import Move, compile_test
from riskcore.phases import STANDARD_PHASES
from riskcore.rules import (
    AddedAction,
    BattleChoice,
    Data,
    Dice,
    FortifyRule,
    Interests,
    InvasionEnded,
    KnownCards,
    Occasion,
    Phase,
    Table,
    Trading,
    WinCheck,
    WinEvent,
)

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = ["Rulebook"]

_PLAIN_BATTLE = ("defend", "throw", "compare")

MoveTable = dict[str, tuple[Callable[["State", list[Any], Any], str | None], Callable[[Sequence[Any], int], bool]]]


class Rulebook:
    """The rules of a variant, ready to play. It does not change while games are played and serves any number."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = variant.load_board()
        self.plugins: list[tuple[str, object]] = build_plugins(variant, self.board)
        hooks = resolve.Resolver(self.plugins, self.board)

        self.owners: Callable[[int], tuple[str, ...]] = hooks.rule("owners", 1)
        self.deck: tuple[Card, ...] = hooks.items("deck", Card)
        self.dice: Dice = hooks.instance("dice", Dice)
        self.reinforcement: Callable[[State, int], int] = hooks.rule("reinforcement", 2)
        self.is_set: Callable[[State, Sequence[int]], bool] = hooks.rule("is_set", 2)
        self.set_value: Callable[[State, int, Sequence[int]], int] = hooks.rule("set_value", 3)
        self.trading: Callable[[State, int, Occasion, int], Trading] = hooks.rule("trading", 4)
        self.army_limit: Callable[[State, int], int] = hooks.rule("army_limit", 2)
        self.fortify: FortifyRule = hooks.instance("fortify", FortifyRule)
        self.commands: Callable[[State, int], tuple[int, ...]] = hooks.rule("commands", 2)
        self.attack_refusal: Callable[[State, int, int, int], str | None] = hooks.rule("attack_refusal", 4)
        self.defender: Callable[[State, int, int], int] = hooks.rule("defender", 3)
        self.card_award: Callable[[State, int], int] = hooks.rule("card_award", 2)
        self.elimination: Callable[[State, int, int], None] = hooks.rule("elimination", 3)
        self.win_checks = _by_event(hooks.items("win_condition", WinCheck))
        self.traded: tuple[Callable[[State, int, Sequence[int]], None], ...] = hooks.rules("traded", 3)
        self.captured: tuple[Callable[[State, int, int, int], None], ...] = hooks.rules("captured", 4)
        self.eliminated: tuple[Callable[[State, int, int], None], ...] = hooks.rules("eliminated", 3)
        self.invasion_ended: tuple[InvasionEnded, ...] = hooks.rules("invasion_ended", 5)
        self.known_cards: tuple[KnownCards, ...] = hooks.rules("known_cards", 2)
        self.interests: tuple[Interests, ...] = hooks.rules("interests", 2)
        self.watches_captures = bool(
            self.win_checks["capture"] or self.win_checks["armies"] or self.invasion_ended
        )  # so that a capture nobody watches costs one look
        self.data: dict[str, Data] = hooks.named("data", Data)
        self.battle_choices: tuple[tuple[str, BattleChoice], ...] = tuple(
            hooks.collected("battle_choices", (BattleChoice,))
        )  # with the rule that tells of it
        self.appendix: tuple[tuple[str, Table], ...] = tuple(hooks.collected("appendix", (Table,)))

        brought = hooks.collected("phases", (Phase, AddedAction))
        self.phases = _register(brought)
        self.setup = self._sequence(hooks, "setup")
        self.turn = self._sequence(hooks, "turn")
        self.battle = self._sequence(hooks, "battle")
        if not any(phase.actions for phase in self.turn):
            provider = hooks.decisions["turn"].provider
            raise RulebookError(f"rule {provider!r}: hook turn: no phase of the turn lets a player decide anything")
        self.steady_attacks = all(
            getattr(rule, "steady", False) for rule in (self.attack_refusal, self.dice.attack, self.dice.defence)
        )
        self.plain_battle = tuple(phase.name for phase in self.battle) == _PLAIN_BATTLE
        self.moves = _move_types(brought)
        self.advice = {
            name: [action.advice for action in phase.actions if action.advice is not None]
            for name, phase in self.phases.items()
            if any(action.advice is not None for action in phase.actions)
        }
        self.shapes = {
            kind: compile_test(move, len(self.board.territories), len(self.deck)) for kind, move in self.moves.items()
        }
        self.move_tables: dict[str, MoveTable] = {
            name: {action.move.kind: (action.play, self.shapes[action.move.kind]) for action in phase.actions}
            for name, phase in self.phases.items()
        }
        self.tables: list[list[LossTable | None]] = [[None] * MOST_DICE for _ in range(MOST_DICE)]
        self.decisions = hooks.decisions
        self.brought: tuple[tuple[str, Phase | AddedAction], ...] = tuple(brought)  # with the rule that brings it
        self.resolver = hooks

    def __repr__(self) -> str:
        return f"<Rulebook {self.variant.name!r}, {len(self.plugins)} rules>"

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

    def _sequence(self, hooks: "resolve.Resolver", hook: str) -> tuple[Phase, ...]:
        return tuple(self.phases[name] for name in hooks.sequence(hook, self.phases))


def _by_event(checks: Iterable[WinCheck]) -> dict[WinEvent, "tuple[Callable[[State], Any], ...]"]:
    checks = tuple(checks)
    return {event: tuple(each.check for each in checks if event in each.on) for event in get_args(WinEvent)}


def _register(extra: Iterable[tuple[str, Phase | AddedAction]]) -> dict[str, Phase]:
    """The shared phases and those that rules bring, with the actions that rules add."""
    phases = {phase.name: phase for phase in (SETUP, TURN, *STANDARD_PHASES)}
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
