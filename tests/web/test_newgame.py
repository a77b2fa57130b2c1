"""The form for another game: a changed variant, what makes it of a shipped one, and the file that has it."""

from typing import Any

import pytest

import riskcore
from riskcore.errors import VariantError
from riskcore.web.newgame import as_file, changed, changes_of, overview

Typed = dict[str, dict[str, str] | None]

CHANGES: list[Typed] = [
    {},
    {"capitals": {"bonus_armies": "9"}},
    {"capitals": None},
    {"no-cards": {}},
    {"round-limit": {"rounds": "12", "decided_by": '["armies"]'}},
    {"deal": None, "claim": {"armies": "{ 3 = 20, 4 = 10 }"}},
    {"formula": {"reinforcement": "territories // 4 + 1"}},
]


def rules_of(variant: riskcore.Variant) -> list[tuple[str, Any]]:
    return [(rule.name, rule.parameters) for rule in variant.rules]


@pytest.mark.parametrize("typed", CHANGES, ids=str)
def test_what_was_typed_is_the_same_on_the_command_line_and_in_a_file(typed: Typed) -> None:
    found = changed(riskcore.load_variant("capitals"), "", typed)
    changes = changes_of(found)
    assert changes is not None
    again = riskcore.load_variant("capitals", rules=changes.added, settings=changes.settings)
    assert rules_of(again) == rules_of(found)
    assert dict(rules_of(riskcore.parse_variant(as_file(found)))) == dict(rules_of(found))


def test_a_change_of_a_changed_variant_keeps_both() -> None:
    once = changed(riskcore.load_variant("capitals"), "", {"capitals": {"bonus_armies": "9"}})
    twice = changed(once, "", {"fortify": {"reach": "connected"}})
    changes = changes_of(twice)
    assert changes is not None
    assert changes.settings == ["rules.fortify.reach=connected", "rules.capitals.bonus_armies=9"]


def test_a_variant_that_is_not_shipped_has_all_of_itself_in_its_file() -> None:
    own = riskcore.load_variant({"name": "Mine", "extends": "capitals", "without": ["capitals"]})
    assert changes_of(own) is None
    assert rules_of(riskcore.parse_variant(as_file(own))) == rules_of(own)


def test_what_is_wrong_is_said_without_the_place_in_a_file_that_nobody_wrote() -> None:
    with pytest.raises(VariantError, match=r"^rules\.capitals\.bonus_armies: -3 is out of range"):
        changed(riskcore.load_variant("capitals"), "", {"capitals": {"bonus_armies": "-3"}})


@pytest.mark.parametrize("name", ["claim", "escalating-sets", "capitals", "turn"])
def test_defaults_are_shown_as_they_would_be_typed(name: str) -> None:
    told = next(rule for rule in overview(riskcore.load_variant("classic-1959"))["rules"] if rule["name"] == name)
    typed = {each["name"]: each["default"] for each in told["parameters"] if each["default"]}
    base = riskcore.load_variant("classic-1959")
    without: Typed = {"deal": None} if name == "claim" else {}
    assert rules_of(changed(base, "", {**without, name: typed}))
