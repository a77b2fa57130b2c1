"""Where each value of a variant comes from: a line of a file, an option, or the default of a rule."""

import inspect
import re
from collections.abc import Iterator
from typing import Any, Literal

import attrs

from riskcore.files.catalog import Catalog
from riskcore.files.merge import DEFAULT_BOARD
from riskcore.files.parameters import parameters_of, typed_fields
from riskcore.files.toml_source import KeyPath, Place
from riskcore.files.variant import Variant
from riskcore.text.explain import plain

__all__ = ["Origin", "origins"]


@attrs.frozen
class Origin:
    """A value, and where it stands; if nobody has given it, it is a `default`, and stands in a rule's source."""

    path: KeyPath
    value: Any
    place: Place
    kind: Literal["file", "option", "default"]

    def to_dict(self) -> dict[str, Any]:
        """The origin as JSON holds it."""
        where = {"file": self.place.file, "line": self.place.line, "column": self.place.column}
        return {"path": list(self.path), "value": plain(self.value), "kind": self.kind, **where}


def origins(variant: Variant) -> tuple[Origin, ...]:
    """Every value of a variant: what it says of itself, its players and board, its rules in order, its goals."""
    found = [_given(path, given.value, given.place) for path, given in variant.given.items()]
    found += _unsaid(variant)
    catalog = Catalog(variant.plugin_files, variant.classes)
    for rule in variant.rules:
        found.append(_given(("rules", rule.name), {}, rule.place))
        cls = catalog.rule_class(rule.name)
        for each in parameters_of(cls):
            path = ("rules", rule.name, each.name)
            if each.name in rule.parameters:
                found.append(_given(path, rule.parameters[each.name], rule.places[each.name]))
            else:
                found.append(Origin(path, each.default, _source(cls, each.name), "default"))
    found += _goals(variant)
    return tuple(found)


def _given(path: KeyPath, value: Any, place: Place) -> Origin:
    return Origin(path, value, place, "file" if place.line else "option")


def _unsaid(variant: Variant) -> Iterator[Origin]:
    """What no layer says."""
    nowhere = Place("")
    for key in ("min", "max"):
        if ("players", key) not in variant.given:
            yield Origin(("players", key), getattr(variant.players, key), nowhere, "default")
    if ("board",) not in variant.given:
        yield Origin(("board",), DEFAULT_BOARD, nowhere, "default")


def _goals(variant: Variant) -> Iterator[Origin]:
    for key, goal in variant.goals.items():
        parts = {("goals", key, part): item for part, item in goal.items()} if isinstance(goal, dict) else {}
        for path, value in parts.items() if parts else [(("goals", key), goal)]:
            yield _given(path, value, variant.locate_goal(path, False))


def _source(cls: type, key: str) -> Place:
    """Where a class says what a parameter is by default."""
    name = typed_fields(cls)[key].name
    try:
        lines, first = inspect.getsourcelines(cls)
        file = inspect.getsourcefile(cls) or ""
    except (OSError, TypeError):  # made without a `class` statement
        return Place(cls.__qualname__)
    own = (number for number, line in enumerate(lines, first) if re.match(rf"\s+{name}\s*:", line))
    return Place(file, next(own, first), 1)
