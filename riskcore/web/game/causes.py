"""Which rules were at work: behind what a move did, and behind a refusal. Each with the printed rules that it cites."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any, NamedTuple

import attrs

from riskcore.events import (
    ArmiesLost,
    Battle,
    CardDrawn,
    CardsTaken,
    Eliminated,
    Event,
    Fortified,
    GameWon,
    Received,
    Traded,
    TurnStarted,
)
from riskcore.game import Game
from riskcore.hookspecs import declared_hooks
from riskcore.lab.record.salience import Fires, watched
from riskcore.rulebook import Rulebook
from riskcore.rules import AddedAction, Phase
from riskcore.state import State
from riskcore.text.explain import Statement, explain

__all__ = ["Cause", "Causes"]

_PHASES = "phases"
_DEPTH = 3  # of what a hook's answer is made of

# The hooks that decide what comes to pass; what rules tell of themselves they answer for.
_BEHIND: Mapping[type[Event], tuple[str, ...]] = {
    ArmiesLost: ("army_limit",),
    Battle: ("dice",),
    CardDrawn: ("card_award",),
    CardsTaken: ("elimination",),
    Eliminated: ("elimination",),
    Fortified: ("fortify",),
    GameWon: ("win_condition",),
    Traded: ("is_set", "set_value"),
}


class Cause(NamedTuple):
    """A rule, the ids of the printed rules that it cites, and what it says."""

    rule: str
    ids: tuple[str, ...]
    words: str
    turn: tuple[int, int] = (-1, 0)  # in which it was at work: whose, and the round


class Causes:
    """The rules of one game, asked what they had to do with it. `rules` plays as they do, and counts who was felt."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self._fires = Fires()
        self._said: dict[str, list[Statement]] = {}
        with suppress(Exception):  # what is said of rules is anybody's code: the game can be played without
            for use in explain(rules):
                self._said.setdefault(use.hook, []).extend(use.statements)
            self.rules, self._fires = watched(rules)
        self._bringers = {
            action.move.kind: rule
            for rule, item in rules.brought
            for action in ((item.action,) if isinstance(item, AddedAction) else item.actions)
        }
        self._tellers = {kind: rule for rule, kinds in rules.answers["events"] for kind in kinds}
        self._codes: dict[CodeType, tuple[str, str]] | None = None

    def start(self, state: State) -> None:
        """A move is about to be made."""
        self._fires.start(state)

    def behind(self, kind: str, events: Iterable[Event], turn: tuple[int, int]) -> list[Cause]:
        """The rules behind a move that has just been made in a turn, by what was told of it."""
        counts = self._fires.finish()
        felt = {rule for rule, at in self._fires.rules.items() if at < len(counts) and counts[at]}
        found: list[Cause] = []
        if kind in self._bringers:
            found += _in_turn(self._cited(self._bringers[kind], _PHASES), turn)
        for event in events:
            if isinstance(event, TurnStarted):
                turn = event.player, event.round
            if type(event) in self._tellers:
                found += _in_turn(self._cited(self._tellers[type(event)], _PHASES), turn)
            for hook in _hooks_behind(event):
                found += _in_turn(self._deciding(hook, felt), turn)
        return list(dict.fromkeys(found))

    def _deciding(self, hook: str, felt: set[str]) -> Iterator[Cause]:
        """Who decides a hook, and those of its modifiers that made a difference."""
        decision = self.rules.decisions[hook]
        for rule in (decision.provider, *(each for each in decision.modifiers if each in felt)):
            yield from self._cited(rule, hook)

    def _cited(self, rule: str, hook: str) -> Iterator[Cause]:
        for each in self._said.get(hook, ()):
            if each.rule == rule:
                yield Cause(rule, each.ids, each.words)
                return
        yield Cause(rule, (), "")

    def refusal(self, game: Game, move: Sequence[Any]) -> tuple[str, Cause | None]:
        """Why a move is refused, in the words of the rule that does, and which that is; empty if it is legal."""
        said: list[tuple[str, CodeType]] = []

        def listen(frame: FrameType, event: str, value: Any) -> None:
            if event == "return" and type(value) is str and value:
                said.append((value, frame.f_code))

        twin, before = game.copy(), sys.getprofile()
        sys.setprofile(listen)
        try:
            twin.push(move)
        except Exception as error:
            sys.setprofile(before)
            text = str(error)
            code = next((code for words, code in said if text.endswith(f": {words}")), None)
            return text.rsplit("to decide: ", 1)[-1], None if code is None else self._speaker(code, game.phase)
        finally:
            sys.setprofile(before)
        return "", None

    def _speaker(self, code: CodeType, phase: str | None) -> Cause | None:
        """Whose words a function has said; for those of a step of the engine, whoever has put it there answers."""
        if self._codes is None:
            self._codes = dict(_codes(self.rules))
        if code in self._codes:
            return next(self._cited(*self._codes[code]), None)
        for name, plugin in self.rules.plugins:  # a function made when its hook was asked, or while playing
            kind, _, hook = code.co_qualname.partition(".")
            if kind == type(plugin).__qualname__ and code.co_filename == _file_of(type(plugin)):
                return next(self._cited(name, hook.partition(".")[0]), None)
        for rule, item in self.rules.brought:
            if item.name == phase if isinstance(item, Phase) else item.phase == phase:
                return next(self._cited(rule, _PHASES), None)
        for hook in ("turn", "setup", "battle"):
            if any(each.name == phase for each in getattr(self.rules, hook)):
                return next(self._cited(self.rules.decisions[hook].provider, hook), None)
        return None


def _in_turn(causes: Iterable[Cause], turn: tuple[int, int]) -> list[Cause]:
    return [cause._replace(turn=turn) for cause in causes]


def _hooks_behind(event: Event) -> tuple[str, ...]:
    if isinstance(event, Received):
        return ("reinforcement",) if event.reason == "reinforcement" else ()
    return _BEHIND.get(type(event), ())


def _codes(rules: Rulebook) -> Iterator[tuple[CodeType, tuple[str, str]]]:
    """The functions that rules have answered hooks with."""
    for hook in declared_hooks():
        answers = rules.answers.get(hook)
        if hook in rules.decisions:
            for rule, answer in rules.resolver.stages(hook):
                yield from ((code, (rule, hook)) for code in _functions(answer))
        elif isinstance(answers, list):
            for rule, answer in answers:
                yield from ((code, (rule, hook)) for code in _functions(answer))


def _functions(answer: Any, depth: int = _DEPTH) -> Iterator[CodeType]:
    """The functions that an answer is made of."""
    code = getattr(answer, "__code__", None)
    if isinstance(code, CodeType):
        yield code
    elif depth:
        parts: Iterable[Any] = ()
        if isinstance(answer, tuple | list):
            parts = answer
        elif attrs.has(type(answer)):
            parts = [getattr(answer, field.name) for field in attrs.fields(type(answer))]
        for part in parts:
            yield from _functions(part, depth - 1)


def _file_of(kind: type) -> str:
    method: Callable[..., Any] | None = next((each for each in vars(kind).values() if hasattr(each, "__code__")), None)
    return method.__code__.co_filename if method is not None else ""
