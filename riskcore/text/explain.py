"""A variant's rules in words: the docstrings of the hooks in force, filled in, with who decides and who modifies."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from riskcore.errors import RiskError, RulebookError
from riskcore.files.shipped import portable
from riskcore.files.toml_source import shown
from riskcore.hooks import Hook
from riskcore.hookspecs import PROJECT, Hooks, declared_hooks
from riskcore.resolve import idle_hooks
from riskcore.rulebook import Rulebook
from riskcore.rules import AddedAction, Phase

__all__ = ["CHAPTERS", "READ_UNDER", "HookUse", "Statement", "explain", "explain_rule", "plain", "setting_words"]

#: The chapters in which rules are told, in the order in which a player would ask.
CHAPTERS: Mapping[str, str] = {
    "win": "How to win",
    "setup": "Setting up",
    "turn": "Your turn",
    "armies": "New armies",
    "cards": "Cards and sets",
    "attack": "Attacking",
    "battle": "Battles and moving in",
    "elimination": "Eliminating a player",
    "fortify": "Fortifying",
    "lists": "For reference",
}

#: The chapters in which the phases that games share are told.
READ_UNDER: Mapping[str, str] = {
    "reinforce": "armies",
    "trade": "cards",
    "place": "armies",
    "attack": "attack",
    "defend": "battle",
    "move in": "battle",
    "spoils": "elimination",
    "fortify": "fortify",
    "card": "cards",
}

_ORDER = {chapter: number for number, chapter in enumerate(CHAPTERS)}
_STRIPPED = 2  # the level of optimization at which there are no docstrings
_MARK = f"{PROJECT}_impl"
_IDS = re.compile(r"\s*\[([^\]]*)\]\s*$")
_WORDLESS = "The author of the rule {} has not put into words what it does here: its hook {} has no docstring."
_PLACEHOLDER = re.compile(r"{self\.(\w+)[^}]*}")


@attrs.frozen
class Statement:
    """What one rule says about one hook, and the parameters it says it with.

    It is not `told` to players if it is machinery of a rule that says elsewhere what they need.
    """

    rule: str
    words: str
    ids: tuple[str, ...]
    parameters: Mapping[str, Any]
    told: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The statement as JSON holds it."""
        return {"rule": self.rule, "words": self.words, "ids": list(self.ids), "parameters": plain(self.parameters)}


@attrs.frozen
class HookUse:
    """A hook of a variant: who decides it, whom they replaced, and who modifies it, innermost first.

    Most hooks have one decider; where every answer counts there may be several. What a sequence of steps came to after
    all that is in `steps`.
    """

    chapter: str
    hook: str
    deciders: tuple[Statement, ...]
    replaced: tuple[str, ...] = ()
    modifiers: tuple[Statement, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What all rules say, those that decide first."""
        return (*self.deciders, *self.modifiers)

    @property
    def told(self) -> tuple[Statement, ...]:
        """What of it is for players."""
        return tuple(each for each in self.statements if each.told)

    def to_dict(self) -> dict[str, Any]:
        """The hook as JSON holds it."""
        return {
            "chapter": CHAPTERS[self.chapter],
            "hook": self.hook,
            "deciders": [each.to_dict() for each in self.deciders],
            "replaced": list(self.replaced),
            "modifiers": [each.to_dict() for each in self.modifiers],
            "steps": list(self.steps),
        }


def explain(rules: Rulebook) -> tuple[HookUse, ...]:
    """Every hook that a rule of the variant answers, chapter by chapter.

    Each rule is told of, whatever hooks it uses: one that says nothing else speaks with its machinery.
    """
    uses = [use for hook in _hooks() for use in _uses(rules, hook)]
    speaking = {each.rule for use in uses for each in use.told}
    uses = [_tell(use, lambda each: each.told or each.rule not in speaking) for use in uses]
    if not rules.deck:  # that there are no cards says it all
        silent = [use for use in uses if use.chapter == Hooks.deck.chapter and use.hook != Hooks.deck.name]
        uses = [_tell(use, lambda _: False) if use in silent else use for use in uses]
    return tuple(sorted(uses, key=lambda use: _ORDER[use.chapter]))


def explain_rule(name: str, cls: type) -> tuple[tuple[str, bool, Statement], ...]:
    """The hooks of an installed rule as (hook, whether it modifies another rule's answer, statement).

    The words are those of the rule without parameters of its own; where one is required its name stands instead.
    """
    subject: Any = cls
    with suppress(Exception):  # where a parameter is required, or the defaults of a designer's rule do not work
        subject = cls()
    return tuple(
        (hook, _modifies(cls, hook), _statement(name, subject, hook))
        for hook in (each.name for each in _hooks())
        if _answers(cls, hook) and (subject is cls or hook not in idle_hooks(subject))
    )


def plain(value: Any) -> Any:
    """A parameter as JSON holds it."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(item) for item in value]
    if attrs.has(type(value)):
        return {field.name: plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _hooks() -> list[Hook[Any]]:
    """The hooks in the order in which a player would ask."""
    return sorted(declared_hooks().values(), key=lambda hook: _ORDER[hook.chapter])


def _tell(use: HookUse, told: Callable[[Statement], bool]) -> HookUse:
    """The same use, with what is told to players decided anew."""
    deciders, modifiers = (
        tuple(attrs.evolve(each, told=told(each)) for each in some) for some in (use.deciders, use.modifiers)
    )
    return attrs.evolve(use, deciders=deciders, modifiers=modifiers)


def _uses(rules: Rulebook, hook: Hook[Any]) -> Iterator[HookUse]:
    """How a hook is used; where every rule's answer counts, by the chapters that the answers belong to."""
    plugins = dict(rules.plugins)

    def say(rule: str, offers_moves: bool = False) -> Statement:
        statement = _statement(rule, plugins[rule], hook.name)
        told = not hook.machinery or offers_moves or bool(statement.ids)
        return attrs.evolve(statement, told=told)

    decision = rules.decisions.get(hook.name)
    if decision is not None:
        kept = getattr(rules, hook.name)
        steps = tuple(each.name for each in kept if isinstance(each, Phase)) if isinstance(kept, tuple) else ()
        modifiers = tuple(map(say, decision.modifiers))
        yield HookUse(hook.chapter, hook.name, (say(decision.provider),), decision.replaced, modifiers, steps)
        return
    found: dict[str, list[Statement]] = {}
    for rule, answer in rules.answers[hook.name]:
        chapter, offers_moves = _place(rules, answer) if hook.name == Hooks.phases.name else (hook.chapter, False)
        found.setdefault(chapter, []).append(say(rule, offers_moves))
    yield from (HookUse(chapter, hook.name, tuple(statements)) for chapter, statements in found.items())


def _place(rules: Rulebook, brought: Iterable[Phase | AddedAction]) -> tuple[str, bool]:
    """Where people read of what a rule brings, and whether it offers them moves in a phase of another rule."""
    for item in brought:
        if isinstance(item, AddedAction):
            return READ_UNDER.get(item.phase, "turn"), True
    names = [item.name for item in brought if isinstance(item, Phase)]
    sequences: dict[str, str] = {phase.name: Hooks.setup.chapter for phase in rules.setup}
    sequences |= {phase.name: Hooks.battle.chapter for phase in rules.battle}
    return next((sequences[each] for each in names if each in sequences), Hooks.phases.chapter), False


def _answers(cls: type, hook: str) -> bool:
    return hasattr(getattr(cls, hook, None), _MARK)


def _modifies(cls: type, hook: str) -> bool:
    return bool(getattr(getattr(cls, hook), _MARK)["wrapper"])


def _statement(name: str, subject: Any, hook: str) -> Statement:
    """What a rule says about a hook; `subject` is the plugin, or its class where it needs parameters to be made."""
    if sys.flags.optimize >= _STRIPPED:
        raise RiskError("rules are told in their docstrings, which Python leaves out with -OO or PYTHONOPTIMIZE=2")
    cls = subject if isinstance(subject, type) else type(subject)
    text = " ".join((getattr(cls, hook).__doc__ or cls.__doc__ or _WORDLESS.format(name, hook)).split())
    ids = _IDS.search(text)
    template = text[: ids.start()] if ids else text
    return Statement(
        name,
        _tidy(_PLACEHOLDER.sub(r"<\1>", template) if subject is cls else _fill(name, hook, template, subject)),
        tuple(part.strip() for part in ids[1].split(",") if part.strip()) if ids else (),
        {} if subject is cls else dict(_parameters(subject)),
    )


def _fill(name: str, hook: str, template: str, plugin: object) -> str:
    try:
        return template.format(self=plugin)
    except Exception as error:  # a designer's docstring and properties may raise anything
        raise RulebookError(
            f"rule {name!r}: the docstring of its hook {hook} cannot be filled in: {type(error).__name__}: {error}; "
            "parameters stand in it as {self.name}, and a literal brace is written twice"
        ) from error


def _tidy(text: str) -> str:
    """Without the gaps that an empty placeholder leaves."""
    return re.sub(r"\s+([,.;:])", r"\1", " ".join(text.split()))


def _parameters(plugin: Any) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(type(plugin)):
        if field.init:
            value = getattr(plugin, field.name)
            yield field.alias or field.name, portable(value) if isinstance(value, Path) else value


def setting_words(parameters: Mapping[str, Any]) -> str:
    """Parameters as a variant file writes them: `moves = 1, reach = "adjacent"`; those without a value left out."""
    return ", ".join(f"{name} = {shown(value)}" for name, value in parameters.items() if value is not None)
