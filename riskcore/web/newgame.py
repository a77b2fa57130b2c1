"""A game to be begun from the page: which variants and rules there are, and a variant with other rules.

What a page says opens no file: it names shipped variants, rules and parameters, and is read like a save.
"""

import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w

from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog
from riskcore.files.layers import setting_value
from riskcore.files.variant import Variant, load_variant, shipped_variants
from riskcore.rulebook import Rulebook
from riskcore.text.rule_facts import rule_facts

__all__ = ["as_file", "changed", "overview", "variant_facts"]

Changes = Mapping[str, Mapping[str, str] | None]


def overview(variant: Variant) -> dict[str, Any]:
    """The shipped variants, and every rule with its parameters."""
    catalog = Catalog(variant.plugin_files)
    return {
        "variants": [
            {"id": each.id, "name": each.name, "summary": each.summary, "group": each.group}
            for each in shipped_variants()
            if each.group != "base" and not each.problem
        ],
        "rules": [
            {key: value for key, value in rule_facts(name, catalog.rule_class(name)).items() if key != "hooks"}
            for name in catalog.rule_names()
        ],
    }


def changed(variant: Variant, base: str, rules: Changes) -> Variant:
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
    found = Variant.from_dict(document, plugin_files=variant.plugin_files)
    Rulebook(found)  # finds what does not go together
    return found


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


def as_file(variant: Variant, base: str, rules: Changes) -> str:
    """The changes as a variant file."""
    document = {
        "name": f"{variant.name}, changed",
        "extends": base,
        "without": [name for name, parameters in rules.items() if parameters is None],
        "rules": {name: _values(name, parameters) for name, parameters in rules.items() if parameters is not None},
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
    """A value as it would be typed."""
    return value if isinstance(value, str) else tomli_w.dumps({"x": value}).removeprefix("x = ").strip()
