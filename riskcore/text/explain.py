"""A variant's rules in words: the docstrings of the hooks in force, filled in, with who decides and who modifies."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from riskcore.errors import RulebookError
from riskcore.files.shipped import portable
from riskcore.files.toml_source import shown
from riskcore.hookspecs import PROJECT
from riskcore.rulebook import Rulebook

__all__ = ["SEQUENCES", "TOPICS", "HookUse", "Statement", "explain", "explain_rule", "plain", "setting_words"]

_BESIDES = "Besides"

#: The hooks in the order in which a player would ask; the last topic is mostly for those who write rules.
TOPICS: Mapping[str, tuple[str, ...]] = {
    "Setting up": ("setup", "owners"),
    "A turn": ("turn",),
    "Armies": ("reinforcement", "army_limit"),
    "Cards": ("deck", "card_award", "is_set", "set_value", "trading", "traded", "known_cards"),
    "Battle": ("attack_refusal", "commands", "battle", "defender", "dice", "invasion_ended"),
    "Moving armies": ("fortify",),
    "Elimination and winning": ("elimination", "win_condition"),
    _BESIDES: ("captured", "eliminated", "phases", "battle_choices", "data", "interests", "appendix"),
}

#: The hooks that decide on steps, each a phase.
SEQUENCES = ("setup", "turn", "battle")

_MARK = f"{PROJECT}_impl"
_IDS = re.compile(r"\s*\[([^\]]*)\]\s*$")
_PLACEHOLDER = re.compile(r"{self\.(\w+)[^}]*}")


@attrs.frozen
class Statement:
    """What one rule says about one hook, and the parameters it says it with."""

    rule: str
    words: str
    ids: tuple[str, ...]
    parameters: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The statement as JSON holds it."""
        return {"rule": self.rule, "words": self.words, "ids": list(self.ids), "parameters": plain(self.parameters)}


@attrs.frozen
class HookUse:
    """A hook of a variant: who decides it, whom they replaced, and who modifies it, innermost first.

    Most hooks have one decider; where every answer counts there may be several. What a sequence of steps came to after
    all that is in `steps`.
    """

    topic: str
    hook: str
    deciders: tuple[Statement, ...]
    replaced: tuple[str, ...] = ()
    modifiers: tuple[Statement, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def technical(self) -> bool:
        """Whether it tells a player nothing: the machinery of rules that are explained under other hooks."""
        return self.topic == _BESIDES and (self.hook == "interests" or not any(each.ids for each in self.deciders))

    def to_dict(self) -> dict[str, Any]:
        """The hook as JSON holds it."""
        return {
            "topic": self.topic,
            "hook": self.hook,
            "deciders": [each.to_dict() for each in self.deciders],
            "replaced": list(self.replaced),
            "modifiers": [each.to_dict() for each in self.modifiers],
            "steps": list(self.steps),
        }


def explain(rules: Rulebook) -> tuple[HookUse, ...]:
    """Every hook that a rule of the variant answers, topic by topic."""
    return tuple(use for topic, hooks in TOPICS.items() for hook in hooks if (use := _use(rules, topic, hook)))


def explain_rule(name: str, cls: type) -> tuple[tuple[str, bool, Statement], ...]:
    """The hooks of an installed rule as (hook, whether it modifies another rule's answer, statement).

    The words are those of the rule without parameters of its own; where one is required its name stands instead.
    """
    subject: Any = cls
    with suppress(Exception):  # where a parameter is required, or the defaults of a designer's rule do not work
        subject = cls()
    return tuple(
        (hook, _modifies(cls, hook), _statement(name, subject, hook))
        for hooks in TOPICS.values()
        for hook in hooks
        if _answers(cls, hook)
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


def _use(rules: Rulebook, topic: str, hook: str) -> HookUse | None:
    plugins = dict(rules.plugins)
    decision = rules.decisions.get(hook)
    if decision is not None:
        return HookUse(
            topic,
            hook,
            (_statement(decision.provider, plugins[decision.provider], hook),),
            decision.replaced,
            tuple(_statement(name, plugins[name], hook) for name in decision.modifiers),
            tuple(phase.name for phase in getattr(rules, hook)) if hook in SEQUENCES else (),
        )
    answers = [(name, plugin) for name, plugin in plugins.items() if _answers(type(plugin), hook)]
    statements = tuple(_statement(name, plugin, hook) for name, plugin in answers)
    return HookUse(topic, hook, statements) if statements else None


def _answers(cls: type, hook: str) -> bool:
    return hasattr(getattr(cls, hook, None), _MARK)


def _modifies(cls: type, hook: str) -> bool:
    return bool(getattr(getattr(cls, hook), _MARK)["wrapper"])


def _statement(name: str, subject: Any, hook: str) -> Statement:
    """What a rule says about a hook; `subject` is the plugin, or its class where it needs parameters to be made."""
    cls = subject if isinstance(subject, type) else type(subject)
    text = " ".join((getattr(cls, hook).__doc__ or cls.__doc__ or "").split())
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
            "parameters stand in it as {self.name}, and a brace of its own is written twice"
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
