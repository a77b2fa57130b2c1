"""The parameters of a rule in plain words, read from its attrs fields."""

import types
import typing
from pathlib import Path
from typing import Any, Literal

import attrs
from attrs import validators

from riskcore.board import ContinentName, TerritoryName
from riskcore.files.toml_source import shown

__all__ = ["Parameter", "allowed_in_words", "formerly_of", "parameters_of", "type_in_words", "typed_fields"]

_WORDS: dict[object, tuple[str, str]] = {
    int: ("whole number", "whole numbers"),
    float: ("number", "numbers"),
    str: ("text", "texts"),
    bool: ("true or false", "true or false"),
    Path: ("path of a file", "paths of files"),
    TerritoryName: ("territory of the board", "territories of the board"),
    ContinentName: ("continent of the board", "continents of the board"),
}

# The classes behind attrs' validators have private names, so they are had from what makes them.
NUMBER: Any = type(validators.ge(0))
OPTION: Any = type(validators.in_(()))
AND: Any = type(validators.and_())
OPTIONAL: Any = type(validators.optional(validators.ge(0)))
EACH: Any = type(validators.deep_iterable(validators.ge(0)))
EACH_IN_TABLE: Any = type(validators.deep_mapping(validators.ge(0), validators.ge(0)))
MIN_LENGTH: Any = type(validators.min_len(0))
MAX_LENGTH: Any = type(validators.max_len(0))
PATTERN: Any = type(validators.matches_re(""))
SIMPLE = (NUMBER, OPTION, MIN_LENGTH, MAX_LENGTH, PATTERN)  # these look at the value alone


@attrs.frozen
class Parameter:
    """One key that a rule's table may have."""

    name: str
    type: str  # "whole number", "one of adjacent, connected"
    required: bool
    default: Any  # None when required, or when the rule computes it
    allowed: str  # ">= 1 and <= 6"; empty when the type says it all
    help: str
    formerly: tuple[str, ...] = ()  # what it was called before; `rule.key` where it was another rule's
    deprecated: str = ""  # what to do instead, for one that will go


def typed_fields(cls: type) -> dict[str, "attrs.Attribute[Any]"]:
    """The fields a variant file may set, by their key, with types instead of the names of types."""
    attrs.resolve_types(cls)
    return {field.alias or field.name: field for field in attrs.fields(cls) if field.init}


def formerly_of(field: "attrs.Attribute[Any]") -> tuple[str, ...]:
    """The names that a parameter had before."""
    names = field.metadata.get("formerly", ())
    return (names,) if isinstance(names, str) else tuple(names)


def parameters_of(cls: type) -> tuple[Parameter, ...]:
    """What a rule can be told in its table, in the order of its fields."""
    return tuple(_parameter(key, field) for key, field in typed_fields(cls).items())


def _parameter(key: str, field: "attrs.Attribute[Any]") -> Parameter:
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # the stubs call this class a function
        default = None if default.takes_self else default.factory()
    return Parameter(
        name=key,
        type=type_in_words(field.type),
        required=default is attrs.NOTHING,
        default=None if default is attrs.NOTHING else default,
        allowed=allowed_in_words(field.validator),
        help=field.metadata.get("help", ""),
        formerly=formerly_of(field),
        deprecated=field.metadata.get("deprecated", ""),
    )


def type_in_words(kind: Any, *, several: bool = False) -> str:
    """A type as a designer would call it: `whole number`, `list of texts`."""
    if kind in _WORDS:
        return _WORDS[kind][several]
    if hasattr(kind, "toml_words"):
        return str(kind.toml_words)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return "one of " + ", ".join(str(option) for option in inner)
    if origin in (typing.Union, types.UnionType):
        options = [option for option in inner if option is not type(None)]
        return " or ".join(type_in_words(option, several=several) for option in options)
    if kind in (list, tuple) or origin in (list, tuple):
        name = "lists" if several else "list"
        if origin is tuple and inner[-1:] != (...,):
            return f"{name} of {len(inner)}: " + ", ".join(type_in_words(one) for one in inner)
        return f"{name} of {type_in_words(inner[0], several=True)}" if inner else name
    if kind is dict or origin is dict or attrs.has(kind):
        name = "tables" if several else "table"
        return f"{name} of {type_in_words(inner[1], several=True)}" if inner and inner[1] is not Any else name
    return "values" if several else "value"


def allowed_in_words(validator: Any) -> str:
    """What a validator lets through: `>= 1 and <= 6`; empty for one that cannot be put into words."""
    if isinstance(validator, NUMBER):
        return f"{validator.compare_op} {shown(validator.bound)}"
    if isinstance(validator, OPTION):
        return "one of " + ", ".join(map(shown, validator.options))
    if isinstance(validator, AND):
        return " and ".join(filter(None, map(allowed_in_words, validator._validators)))
    if isinstance(validator, OPTIONAL):
        return allowed_in_words(validator.validator)
    if isinstance(validator, EACH):
        each = allowed_in_words(validator.member_validator)
        whole = allowed_in_words(validator.iterable_validator)
        return " and ".join(filter(None, [each and f"each {each}", whole]))
    if isinstance(validator, EACH_IN_TABLE):
        each = allowed_in_words(validator.value_validator)
        return each and f"each {each}"
    if isinstance(validator, MIN_LENGTH):
        return f"of length >= {validator.min_length}"
    if isinstance(validator, MAX_LENGTH):
        return f"of length <= {validator.max_length}"
    if isinstance(validator, PATTERN):
        return f"like {shown(validator.pattern.pattern)}"
    return ""
