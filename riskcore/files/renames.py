"""Names of rules and parameters that are others by now, and what will go: found in layers, and understood all the same.

A rule says it of itself, in one place: `formerly = ("old-name",)` and `deprecated = "what to do instead"` on its class,
`metadata={"formerly": "old_key"}` or `{"deprecated": …}` on a field, `"other-rule.key"` for one that it has taken over.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs

from riskcore.errors import Problem
from riskcore.files.catalog import Catalog
from riskcore.files.layers import Layer
from riskcore.files.parameters import formerly_of, typed_fields
from riskcore.files.toml_source import KeyPath, Place, dotted

__all__ = ["Outdated", "names_of_old", "outdated", "up_to_date"]

Parameter = tuple[str, str]  # the rule, and the key in its table


@attrs.frozen
class Outdated:
    """A name that a file uses: where, and the path that it has now, or why it should be used no more."""

    path: KeyPath
    now: KeyPath = ()
    reason: str = ""

    @property
    def words(self) -> str:
        """What there is to say about it."""
        if self.reason:
            return f"{dotted(self.path)}: is deprecated: {self.reason}"
        moved = len(self.now) > 2 and self.path[:2] != self.now[:2]
        return f"{dotted(self.path)}: is called {dotted(self.now) if moved else self.now[-1]} now"


@attrs.frozen(slots=False)
class _Renames:
    """What was called otherwise before. Asked only about what no rule knows, since it loads them all."""

    catalog: Catalog

    @cached_property
    def rules(self) -> dict[str, str]:
        """The names of today by those of before."""
        return dict(names_of_old(self.catalog))

    @cached_property
    def taken_over(self) -> dict[Parameter, Parameter]:
        """The parameters of today by those that were another rule's."""
        found: dict[Parameter, Parameter] = {}
        for rule in self.catalog.rule_names():
            for key, field in _fields(_class(self.catalog, rule)).items():
                for old in formerly_of(field):
                    before, dot, old_key = old.rpartition(".")
                    if dot:
                        found[before, old_key] = rule, key
        return found


def names_of_old(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """The names that rules had before, each with the name it has now."""
    names = catalog.rule_names()
    for name in names:
        yield from ((old, name) for old in getattr(_class(catalog, name), "formerly", ()) if old not in names)


def outdated(document: Mapping[str, Any], catalog: Catalog) -> Iterator[Outdated]:
    """What a layer says in names that are no more, or that will go."""
    known, renames = catalog.rule_names(), _Renames(catalog)
    without = document.get("without")
    for index, name in enumerate(without if isinstance(without, list) else ()):
        if isinstance(name, str) and name not in known and name in renames.rules:
            yield Outdated(("without", index), ("without", renames.rules[name]))
    rules = document.get("rules")
    for name, table in rules.items() if isinstance(rules, Mapping) else ():
        rule = name if name in known else renames.rules.get(name)
        if rule is not None and rule != name:
            yield Outdated(("rules", name), ("rules", rule))
        if isinstance(table, Mapping):
            yield from _outdated_keys(name, rule, table, renames)


def _outdated_keys(name: str, rule: str | None, table: Mapping[str, Any], renames: _Renames) -> Iterator[Outdated]:
    """The same in a rule's table; where the rule is no more, others may have taken over its parameters."""
    cls = _class(renames.catalog, rule) if rule else None
    fields = _fields(cls)
    if reason := getattr(cls, "deprecated", ""):
        yield Outdated(("rules", name), reason=reason)
    for key in table:
        if key in fields:
            if reason := fields[key].metadata.get("deprecated", ""):
                yield Outdated(("rules", name, key), reason=reason)
        elif own := next((new for new, field in fields.items() if key in formerly_of(field)), None):
            yield Outdated(("rules", name, key), ("rules", rule or name, own))
        elif taken := renames.taken_over.get((name, key)):
            yield Outdated(("rules", name, key), ("rules", *taken))


def _class(catalog: Catalog, rule: str) -> type | None:
    """The class of a rule; None for one that is broken, which others tell."""
    try:
        cls = catalog.rule_class(rule)
        typed_fields(cls)
    except Exception:  # its annotations may name anything
        return None
    return cls


def _fields(cls: type | None) -> Mapping[str, "attrs.Attribute[Any]"]:
    return typed_fields(cls) if cls else {}


def up_to_date(layer: Layer, catalog: Catalog) -> tuple[Layer, list[Problem], list[Problem]]:
    """A layer with the names of today, each still placed where the old one stands; what to warn of; what is wrong.

    It is wrong to say the same thing under both names.
    """
    found = list(outdated(layer.document, catalog))
    advice = "; riskvar upgrade rewrites files" if layer.kind == "file" else ""
    warnings = [layer.place(each.path, True).problem(each.words + advice * bool(each.now)) for each in found]
    now = {each.path: each.now for each in found if each.now}
    if not now:
        return layer, warnings, []
    document = dict(layer.document)
    if isinstance(document.get("without"), list):
        without = enumerate(document["without"])
        document["without"] = [now[at][-1] if (at := ("without", index)) in now else name for index, name in without]
    rules, places, problems = _with_names_of_today(layer, now)
    if rules:
        document["rules"] = rules

    def place(path: KeyPath, of_key: bool) -> Place:
        return layer.place(_before(path, places), of_key)

    return attrs.evolve(layer, document=document, place=place), warnings, problems


def _with_names_of_today(
    layer: Layer, now: Mapping[KeyPath, KeyPath]
) -> tuple[dict[str, Any], dict[KeyPath, KeyPath], list[Problem]]:
    """The tables of the rules in their order, those that only take parameters over last; and where all of it stands."""
    rules: dict[str, Any] = {}
    places: dict[KeyPath, KeyPath] = {}
    moved: list[tuple[KeyPath, Any]] = []
    problems: list[Problem] = []

    def enter(rule: str, key: str, value: Any, path: KeyPath) -> None:
        table = rules.setdefault(rule, {})
        if isinstance(table, dict) and key in table:
            message = f"{dotted(path)}: is {dotted(('rules', rule, key))}, which stands here too"
            problems.append(layer.place(path, True).problem(message))
        elif isinstance(table, dict):  # else it is told to be none
            table[key] = value
            places["rules", rule, key] = path

    for name, table in layer.document.get("rules", {}).items():
        rule = str(now.get(("rules", name), ("rules", name))[1])
        places.setdefault(("rules", rule), ("rules", name))
        inside = table.items() if isinstance(table, Mapping) else ()
        stays = {key: value for key, value in inside if now.get(("rules", name, key), ("rules", rule))[1] == rule}
        if not isinstance(table, Mapping):
            rules.setdefault(rule, table)
        elif stays or not inside or layer.kind != "setting":
            rules.setdefault(rule, {})
        for key, value in stays.items():
            path: KeyPath = ("rules", name, key)
            enter(rule, str(now.get(path, path)[2]), value, path)
        moved += [(("rules", name, key), value) for key, value in inside if key not in stays]
    for old, value in moved:
        enter(str(now[old][1]), str(now[old][2]), value, old)
    return rules, places, problems


def _before(path: KeyPath, places: Mapping[KeyPath, KeyPath]) -> KeyPath:
    """Where something is written that is called so now."""
    for end in (3, 2):
        if path[:end] in places:
            return (*places[path[:end]], *path[end:])
    return path
