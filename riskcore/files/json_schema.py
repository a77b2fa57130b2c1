"""What a TOML file may say as JSON Schema (draft 7), for editors: from the fields of the classes it is read into."""

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal

import attrs

from riskcore.board import ContinentName, TerritoryName
from riskcore.files.parameters import (
    AND,
    EACH,
    EACH_IN_TABLE,
    MAX_LENGTH,
    MIN_LENGTH,
    NUMBER,
    OPTION,
    OPTIONAL,
    PATTERN,
    formerly_of,
    typed_fields,
)

__all__ = ["JsonSchema", "schema_of_table", "schema_of_type"]

JsonSchema = dict[str, Any]

_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string"}
_PLAIN |= {TerritoryName: "string", ContinentName: "string"}
_BOUNDS = {">=": "minimum", "<=": "maximum", ">": "exclusiveMinimum", "<": "exclusiveMaximum"}
_LENGTHS = {"string": "Length", "array": "Items", "object": "Properties"}


def schema_of_table(cls: type, *, required: bool = True) -> JsonSchema:
    """A table that is read into a class; keys without a default may be `required`."""
    fields = typed_fields(cls)
    properties = {key: _of_field(field) for key, field in fields.items()}
    for key, field in fields.items():
        for old in formerly_of(field):
            if "." not in old:  # else it was another rule's
                properties[old] = {**properties[key], "deprecated": True, "description": f"Now called {key}."}
    schema: JsonSchema = {"type": "object", "properties": properties, "additionalProperties": False}
    missing = [key for key, field in fields.items() if field.default is attrs.NOTHING]
    return {**schema, "required": missing} if required and missing else schema


def schema_of_type(kind: Any) -> JsonSchema:
    """A value of a type."""
    if hasattr(kind, "toml_schema"):  # a type that reads itself
        return dict(kind.toml_schema)
    if hasattr(kind, "from_toml") or kind is Any or kind is None:
        return {}
    if attrs.has(kind):
        return schema_of_table(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return {"type": sorted({_PLAIN[type(option)] for option in inner}), "enum": list(inner)}
    if origin in (typing.Union, types.UnionType):
        return _either([schema_of_type(option) for option in inner if option is not type(None)])
    if dict in (kind, origin):
        return {"type": "object", **({"additionalProperties": schema_of_type(inner[1])} if inner else {})}
    if kind in (list, tuple) or origin in (list, tuple):
        return _list(inner, fixed=origin is tuple and inner[-1:] != (...,))
    return {"type": _PLAIN.get(kind, "string")}


def _list(inner: tuple[Any, ...], fixed: bool) -> JsonSchema:
    if fixed:
        length = len(inner)
        items = [schema_of_type(one) for one in inner]
        return {"type": "array", "items": items, "minItems": length, "maxItems": length}
    return {"type": "array", **({"items": schema_of_type(inner[0])} if inner else {})}


def _either(options: list[JsonSchema]) -> JsonSchema:
    """Any of some. A keyword is heeded only by values of its type, so options of different types go into one."""
    kinds = [kind for option in options for kind in _types(option)]
    if {} in options:
        return {}
    if len(options) == 1 or len(set(kinds)) < len(kinds):
        return options[0] if all(option == options[0] for option in options) else {"anyOf": options}
    merged = {key: value for option in options for key, value in option.items()}
    return {**merged, "type": kinds}


def _types(schema: JsonSchema) -> list[str]:
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


def _of_field(field: "attrs.Attribute[Any]") -> JsonSchema:
    """A key: its value's type and limits, what it is for, and what it is if not given."""
    schema = schema_of_type(field.type)
    if field.converter is None:  # else the limits are those of what the converter makes of the value
        _limit(schema, field.validator)
    about = {"description": field.metadata.get("help", "")}
    if "deprecated" in field.metadata:
        about["description"] = f"{about['description']} (deprecated: {field.metadata['deprecated']})".strip()
        schema["deprecated"] = True
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # the stubs call this class a function
        default = None if default.takes_self else default.factory()
    if isinstance(default, tuple):
        default = list(default)
    if type(default) in (bool, int, float, str, list) and default != []:
        schema["default"] = default
    return {**{key: words for key, words in about.items() if words}, **schema}


def _limit(schema: JsonSchema, validator: Any) -> None:
    """Put a validator's limits into the schema of the value."""
    if isinstance(validator, AND):
        for each in validator._validators:
            _limit(schema, each)
    elif isinstance(validator, OPTIONAL):
        _limit(schema, validator.validator)
    elif isinstance(validator, NUMBER):
        schema[_BOUNDS[validator.compare_op]] = validator.bound
    elif isinstance(validator, OPTION):
        schema["enum"] = list(validator.options)
    elif isinstance(validator, PATTERN):
        schema["pattern"] = f"^(?:{validator.pattern.pattern})$"
    elif isinstance(validator, MIN_LENGTH | MAX_LENGTH):
        shortest = isinstance(validator, MIN_LENGTH)
        for kind in _types(schema):
            if kind in _LENGTHS:
                length = validator.min_length if shortest else validator.max_length
                schema[("min" if shortest else "max") + _LENGTHS[kind]] = length
    elif isinstance(validator, EACH):
        _limit(schema, validator.iterable_validator)
        if isinstance(schema.get("items"), Mapping):
            _limit(schema["items"], validator.member_validator)
    elif isinstance(validator, EACH_IN_TABLE) and isinstance(schema.get("additionalProperties"), Mapping):
        _limit(schema["additionalProperties"], validator.value_validator)
