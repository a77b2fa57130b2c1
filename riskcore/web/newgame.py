"""A game to be begun from the page: which variants and rules there are, and a variant with other rules.

What a page says opens no file: it names shipped variants, rules and parameters, and is read like a save.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import attrs
import tomli_w

from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog
from riskcore.files.layers import setting_value
from riskcore.files.variant import Variant, load_variant, shipped_variants
from riskcore.rulebook import Rulebook
from riskcore.text.rule_facts import rule_facts

__all__ = ["Changes", "as_file", "changed", "changes_of", "overview", "variant_facts"]

Typed = Mapping[str, Mapping[str, str] | None]


@attrs.frozen
class Changes:
    """What makes another variant of a shipped one."""

    without: tuple[str, ...]
    added: tuple[str, ...]
    parameters: Mapping[str, Mapping[str, Any]]  # by rule

    @property
    def settings(self) -> list[str]:
        """What `--set` has to be told."""
        dropped = [f"without={_text(self.without)}"] if self.without else []
        return dropped + [
            f"rules.{rule}.{key}={_text(value)}"
            for rule, values in self.parameters.items()
            for key, value in values.items()
        ]


def overview(variant: Variant) -> dict[str, Any]:
    """The shipped variants, and every rule with its parameters."""
    catalog = Catalog(variant.plugin_files)
    return {
        "variants": [
            {"id": each.id, "name": each.name, "summary": each.summary, "group": each.group}
            for each in shipped_variants()
            if each.group != "base" and not each.problem
        ],
        "rules": [_typed(rule_facts(name, catalog.rule_class(name))) for name in catalog.rule_names()],
    }


def _typed(facts: dict[str, Any]) -> dict[str, Any]:
    """What a form shows of a rule, with defaults as they would be typed."""
    parameters = [
        {**each, "default": "" if each["default"] is None else _text(each["default"])} for each in facts["parameters"]
    ]
    return {"name": facts["name"], "role": facts["role"], "purpose": facts["purpose"], "parameters": parameters}


def changed(variant: Variant, base: str, rules: Typed) -> Variant:
    """A shipped variant, or with no base the one that is played, with rules added, changed or (None) left out."""
    if base and base not in {each.id for each in shipped_variants()}:
        raise VariantError([Problem(f"there is no shipped variant {base!r}")])
    start = load_variant(base, plugin_files=variant.plugin_files) if base else variant
    document = start.to_dict()
    tables = tomllib.loads(document["toml"])
    own = tables.setdefault("rules", {})
    for name, parameters in rules.items():
        if parameters is None:
            own.pop(name, None)
        else:
            own.setdefault(name, {}).update(_values(name, parameters))
    document["toml"] = tomli_w.dumps(tables)
    try:
        found = Variant.from_dict(document, plugin_files=variant.plugin_files)
        Rulebook(found)  # finds what does not go together
    except VariantError as error:  # where it stands in a file that nobody has written says nothing
        raise VariantError([Problem(each.message) for each in error.problems]) from None
    return found


def changes_of(variant: Variant) -> Changes | None:
    """What makes this variant of the shipped one with the same name; None if no rules and parameters do."""
    if variant.id not in {each.id for each in shipped_variants()}:
        return None
    base = {rule.name: rule.parameters for rule in load_variant(variant.id).rules}
    own = {rule.name: rule.parameters for rule in variant.rules}
    differing = {
        name: {key: value for key, value in parameters.items() if base.get(name, {}).get(key) != value}
        for name, parameters in own.items()
    }
    without = tuple(name for name in base if name not in own)
    added = tuple(name for name in own if name not in base)
    changes = Changes(without, added, {name: values for name, values in differing.items() if values})
    try:
        found = load_variant(
            variant.id, settings=changes.settings, rules=changes.added, plugin_files=variant.plugin_files
        )
    except VariantError:
        return None
    told = [(rule.name, rule.parameters) for rule in found.rules]
    same = (found.players, found.board) == (variant.players, variant.board)
    return changes if same and told == [*own.items()] else None


def variant_facts(variant: Variant) -> dict[str, Any]:
    """What a form shows of a variant."""
    return {
        "name": variant.name,
        "summary": variant.summary,
        "span": [variant.players.min, variant.players.max],
        "rules": {
            table.name: {key: _text(value) for key, value in table.parameters.items()} for table in variant.rules
        },
    }


def as_file(variant: Variant) -> str:
    """A variant as a file: what it changes about a shipped one, or else all of it."""
    changes = changes_of(variant)
    if changes is None:
        return variant.to_toml()
    rules = {name: changes.parameters.get(name, {}) for name in (*changes.added, *changes.parameters)}
    document = {
        "name": f"{variant.name}, changed",
        "extends": variant.id,
        "without": list(changes.without),
        "rules": rules,
    }
    return tomli_w.dumps({key: value for key, value in document.items() if value})


def _values(rule: str, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Parameters as typed, in TOML; a word without quotes is text."""
    values = {}
    for key, text in parameters.items():
        try:
            values[key] = setting_value(text)
        except ValueError as error:
            raise VariantError([Problem(f"rules.{rule}.{key}: {text!r} is not a TOML value: {error}")]) from None
    return values


def _text(value: Any) -> str:
    """A value as it would be typed, in one line."""
    return value if isinstance(value, str) and setting_value(value) == value else _inline(value)


def _inline(value: Any) -> str:
    match value:
        case Mapping():
            keys = {key: key if re.fullmatch(r"[\w-]+", key, re.ASCII) else json.dumps(key) for key in value}
            return f"{{ {', '.join(f'{keys[key]} = {_inline(each)}' for key, each in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").strip()
