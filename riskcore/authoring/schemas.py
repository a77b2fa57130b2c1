"""The schemas of `riskvar schema`: what variants, boards, scenarios and projects may say, and the files of rules.

They are made from the classes that the files are read into, and from the rules that are there. Editors have them while
a file is written, before it is loaded; what depends on several tables at once, they do not see.
"""

import inspect
import json
from collections.abc import Callable, Iterable, Mapping

from riskcore.authoring.project import ProjectTable
from riskcore.errors import RiskError
from riskcore.files.board_file import BoardTable, board_names
from riskcore.files.catalog import Catalog
from riskcore.files.json_schema import JsonSchema, schema_of_table
from riskcore.files.layers import VariantTable
from riskcore.files.parameters import formerly_of, typed_fields
from riskcore.files.renames import names_of_old
from riskcore.files.shipped import named_files
from riskcore.files.toml_source import hint, shown
from riskcore.lab.goals.goals import GoalsTable
from riskcore.scenario.tables import FileTable

__all__ = ["schema_kinds", "schema_of_file", "schema_text"]

_DRAFT = "http://json-schema.org/draft-07/schema#"
_PATH = r"[/\\]|\.toml$"  # what makes a reference a path


def schema_kinds(catalog: Catalog) -> tuple[str, ...]:
    """What there are schemas for: the kinds that the core reads, and the files that parameters of rules name."""
    return (*_KINDS, *sorted(_files_of_rules(catalog)))


def schema_of_file(kind: str, catalog: Catalog) -> JsonSchema:
    """The schema of a kind of files."""
    about = {"$schema": _DRAFT, "title": f"riskvar {kind}"}
    if kind in _KINDS:
        return {**about, **_KINDS[kind](catalog)}
    of_rules = _files_of_rules(catalog)
    if kind not in of_rules:
        known = schema_kinds(catalog)
        raise RiskError(f"no schema for {shown(kind)}{hint(kind, known)}; there are {', '.join(known)}")
    return {**about, **of_rules[kind]()}


def schema_text(kind: str, catalog: Catalog) -> str:
    """The same as the text of a file."""
    return json.dumps(schema_of_file(kind, catalog), indent=2) + "\n"


def _files_of_rules(catalog: Catalog) -> dict[str, Callable[[], JsonSchema]]:
    """By the key of the parameter that names it: the schema of a file that only a rule reads."""
    fields = [item for name in catalog.rule_names() for item in typed_fields(catalog.rule_class(name)).items()]
    return {key: field.metadata["schema"] for key, field in fields if "schema" in field.metadata}


def _variant(catalog: Catalog) -> JsonSchema:
    schema = schema_of_table(VariantTable)
    properties = schema["properties"]
    rules = {name: _rule(catalog, name) for name in catalog.rule_names()}
    old = {
        old: {**rules[name], "deprecated": True, "description": f"Now called {name}."}
        for old, name in names_of_old(catalog)
    }
    _add_taken_over(rules | old, catalog)
    properties["rules"] |= {"properties": {**rules, **old}, "additionalProperties": False}
    properties["without"] |= _list_of([*rules, *old])
    properties["goals"] |= schema_of_table(GoalsTable)
    properties["extends"] |= _reference(named_files("variant"))
    properties["board"] |= _reference(board_names())
    properties["board"]["properties"]["base"] |= _reference(board_names())
    return {**schema, "required": ["name"]}


def _add_taken_over(rules: Mapping[str, JsonSchema], catalog: Catalog) -> None:
    """Parameters stand in the tables of the rules that they belonged to, too, marked."""
    for name in catalog.rule_names():
        for key, field in typed_fields(catalog.rule_class(name)).items():
            for old in formerly_of(field):
                rule, dot, old_key = old.rpartition(".")
                if dot and rule in rules:
                    now = {**rules[name]["properties"][key], "deprecated": True}
                    rules[rule]["properties"][old_key] = {**now, "description": f"Now called rules.{name}.{key}."}


def _rule(catalog: Catalog, name: str) -> JsonSchema:
    """A rule's table; what it must have may be inherited, so nothing is required."""
    cls = catalog.rule_class(name)
    purpose = " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())
    schema = {"description": purpose, **schema_of_table(cls, required=False)}
    if deprecated := getattr(cls, "deprecated", ""):
        schema |= {"deprecated": True, "description": f"{purpose} (deprecated: {deprecated})"}
    return schema


def _reference(names: Iterable[str]) -> JsonSchema:
    """The name of something shipped, or a path."""
    return {"anyOf": [{"enum": sorted(names)}, {"pattern": _PATH}, {"type": "object"}]}


def _list_of(names: Iterable[str]) -> JsonSchema:
    return {"items": {"enum": sorted(names)}}


def _scenario(catalog: Catalog) -> JsonSchema:
    schema = schema_of_table(FileTable)
    one = schema["properties"]["scenario"]["items"]
    for table in (schema, one):
        table["properties"]["rules"] |= _list_of(catalog.rule_names())
    return schema


_KINDS: Mapping[str, Callable[[Catalog], JsonSchema]] = {
    "variant": _variant,
    "board": lambda catalog: schema_of_table(BoardTable),
    "scenario": _scenario,
    "project": lambda catalog: schema_of_table(ProjectTable),
}
