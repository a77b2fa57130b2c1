"""All that can be told about an installed rule before it is played: for lists, forms and programs."""

import inspect
from typing import Any

from riskcore.files.parameters import parameters_of
from riskcore.text.explain import explain_rule, plain

__all__ = ["company", "purpose", "rule_facts"]


def rule_facts(name: str, cls: type) -> dict[str, Any]:
    """A rule as JSON holds it: what it is for, what it can be told, and what it says about which hook."""
    parameters = [
        {
            "name": each.name,
            "type": each.type,
            "required": each.required,
            "default": plain(each.default),
            "allowed": each.allowed,
            "help": each.help,
            "formerly": list(each.formerly),
            "deprecated": each.deprecated,
        }
        for each in parameters_of(cls)
    ]
    hooks = [
        {"hook": hook, "modifies": modifies, "words": statement.words, "ids": list(statement.ids)}
        for hook, modifies, statement in explain_rule(name, cls)
    ]
    about = {"name": name, "role": getattr(cls, "role", "option"), "purpose": purpose(cls)}
    about |= {"formerly": list(getattr(cls, "formerly", ())), "deprecated": getattr(cls, "deprecated", "")}
    return {**about, "parameters": parameters, "hooks": hooks}


def company(cls: type) -> dict[str, tuple[str, ...]]:
    """What a rule says about others and about its former names, whatever its parameters."""
    words = {"formerly": "Formerly", "over": "Goes over", "requires": "Requires", "conflicts": "Cannot be played with"}
    said = {word: getattr(cls, name, ()) for name, word in words.items()}
    return {word: others for word, others in said.items() if isinstance(others, tuple) and others}


def purpose(cls: type) -> str:
    """The first paragraph of a class's docstring."""
    return " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())
