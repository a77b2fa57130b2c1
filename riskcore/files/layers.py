"""The layers of a variant: a chain of files that extend one another, then `--rule` and `--set` options."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import attrs
from attrs.validators import and_, ge, le, min_len, optional

from riskcore.errors import Problem, VariantError
from riskcore.files.board_changes import BoardChanges
from riskcore.files.reader import Locate, Reader
from riskcore.files.shipped import resolve_reference
from riskcore.files.toml_source import MAX_DEPTH, Place, TomlSource, parse_toml, printable, shown

__all__ = [
    "COLOURS",
    "FEWEST_PLAYERS",
    "Layer",
    "file_layers",
    "reported",
    "rule_layer",
    "setting_layer",
    "setting_value",
]

FEWEST_PLAYERS = 2
COLOURS = 6  # of armies in the box, so of players at most

Group = Literal["edition", "two-player", "option", "house", "base"]


def _readable(_: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    """What follows these signs is an order to the terminal that shows the text."""
    if any(sign in value for sign in "\x1b\x9b"):
        raise ValueError("it would give orders to a terminal; must be plain text")


def _id_of(document: Mapping[str, Any]) -> str:
    """What a variant is called that has no file: its name in the manner of a file's."""
    name = document.get("name")
    return "-".join(re.findall(r"[a-z0-9]+", name.lower())) if isinstance(name, str) else ""


def _plain_table(tables: Any, place: Place, depth: int = 0) -> Any:
    """A copy, in which there is nothing that TOML does not have."""
    match tables:
        case Mapping() if depth < MAX_DEPTH and all(isinstance(key, str) for key in tables):
            return {key: _plain_table(value, place, depth + 1) for key, value in tables.items()}
        case list() | tuple() if depth < MAX_DEPTH:
            return [_plain_table(value, place, depth + 1) for value in tables]
        case str() | bool() | int() | float():
            return tables
    raise VariantError([place.problem(f"{shown(tables)} is no value that TOML has, or nested too deeply")])


_in_range = optional(and_(ge(FEWEST_PLAYERS), le(COLOURS)))


@attrs.frozen
class PlayersTable:
    """What a layer may say about the number of players."""

    min: int | None = attrs.field(default=None, validator=_in_range, metadata={"help": "the fewest players"})
    max: int | None = attrs.field(default=None, validator=_in_range, metadata={"help": "the most players"})


@attrs.frozen
class VariantTable:
    """What a layer may say; that a rule's table fits the rule is checked once all layers are merged."""

    name: str | None = attrs.field(
        default=None,
        validator=optional(and_(min_len(1), _readable)),
        metadata={"help": "what the variant is called in reports"},
    )
    summary: str = attrs.field(default="", validator=_readable, metadata={"help": "one sentence about it"})
    extends: str | None = attrs.field(
        default=None,
        metadata={"help": "the variant that this one starts from: a shipped name, or a path relative to this file"},
    )
    group: Group = attrs.field(default="house", metadata={"help": "where riskvar list shows it"})
    players: PlayersTable | None = attrs.field(default=None, metadata={"help": "how many can play"})
    without: tuple[str, ...] = attrs.field(default=(), metadata={"help": "inherited rules to drop"})
    board: str | BoardChanges | None = attrs.field(
        default=None, metadata={"help": "a shipped board's name, the path of a board file, or changes to the board"}
    )
    rules: dict[str, dict[str, Any]] = attrs.field(
        factory=dict, metadata={"help": "the rules and their parameters, in order of precedence"}
    )
    goals: dict[str, Any] = attrs.field(factory=dict, metadata={"help": "what the variant is meant to achieve"})


@attrs.frozen(eq=False)
class Layer:
    """One contribution to a variant: its tables, and where each value of them stands."""

    kind: Literal["file", "rule", "setting"]
    id: str
    document: dict[str, Any] = attrs.field(repr=False)
    place: Locate = attrs.field(repr=False)

    @classmethod
    def of_file(cls, source: TomlSource) -> "Layer":
        """What a file contributes."""
        return cls("file", Path(source.file).stem, source.document, source.place)

    @classmethod
    def of_text(cls, text: str, name: str) -> "Layer":
        """What TOML contributes that is in no file; errors call it by this name, and paths in it start from here."""
        source = TomlSource.parse(text.encode("utf-8", "surrogatepass"), name)
        return cls("file", _id_of(source.document), source.document, source.place)

    @classmethod
    def of_tables(cls, tables: Mapping[str, Any], name: str) -> "Layer":
        """The same for tables as TOML has them."""
        place = Place(name, folder=os.path.abspath(""))
        return cls("file", _id_of(tables), _plain_table(tables, place), lambda path, of_key: place)

    def problems(self) -> list[Problem]:
        """What can be seen to be wrong without the other layers."""
        if self.kind == "file" and not self.document:
            message = "the file is empty; a variant needs `name`, and `extends` or [rules.…] to play by"
            return [self.place((), False).problem(message)]
        reader = Reader()
        reader.read(VariantTable, self.document, (), self.place)
        if self.kind == "file" and "name" not in self.document:
            reader.problems.append(self.place((), False).problem("name: missing; must be text"))
        if self.kind == "setting" and "extends" in self.document:
            message = "extends: cannot be set; load that variant instead"
            reader.problems.append(self.place((), False).problem(message))
        return reader.problems


def file_layers(source: str | os.PathLike[str] | Layer) -> tuple[list[Layer], list[Problem]]:
    """The files of a variant, the root of the family first, and what kept the chain from being complete."""
    layers: list[Layer] = []
    seen: dict[str, str] = {}
    reference: object = source
    folder = ""
    if isinstance(source, Layer):
        layers.append(source)
        reference = source.document.get("extends")
        folder = source.place((), False).folder
    while isinstance(reference, str | os.PathLike):
        asked_at = layers[0].place(("extends",), False) if layers else None
        try:
            toml = TomlSource.read(resolve_reference("variant", reference, folder))
        except LookupError as error:
            return layers, reported([Problem(str(error.args[0]))], "extends", asked_at)
        except VariantError as error:
            return layers, reported(error.problems, "extends", asked_at)
        real = os.path.realpath(toml.file)
        if real in seen:
            chain = [*list(seen.values())[list(seen).index(real) :], toml.file]
            circle = Problem(f"goes round in a circle: {' extends '.join(chain)}")
            return layers, reported([circle], "extends", asked_at)
        seen[real] = toml.file
        layers.insert(0, Layer.of_file(toml))
        reference = toml.document.get("extends")
        folder = os.path.dirname(toml.file)
    return layers, []


def reported(problems: list[Problem], key: str, asked_at: Place | None) -> list[Problem]:
    """Problems that have no line of their own are told where the file was asked for."""
    if asked_at is None:
        return problems
    return [problem if problem.line else asked_at.problem(f"{key}: {problem}") for problem in problems]


def rule_layer(name: str) -> Layer:
    """What `--rule NAME` adds: the rule with its default parameters."""
    place = Place(f"--rule {printable(name)}")
    return Layer("rule", name, {"rules": {name: {}}}, lambda path, of_key: place)


def setting_layer(setting: str) -> Layer:
    """What `--set rules.fortify.moves=2` changes. A value that is not TOML is taken as text."""
    place = Place(f"--set {printable(setting)}", folder=os.path.abspath(""))
    key, equals, value = setting.partition("=")
    value = value.strip()
    try:
        setting.encode()
        document = parse_toml(f"{key} = 0") if "\n" not in key else {}
    except ValueError:
        document = {}
    if not document or not equals or not value:
        raise VariantError([place.problem("must look like rules.fortify.moves=2")])
    table = document
    while isinstance(below := table[next(iter(table))], dict):
        table = below
    try:
        table[next(iter(table))] = setting_value(value)
    except ValueError as error:
        raise VariantError([place.problem(f"{shown(value)} is not a TOML value: {error}")]) from None
    return Layer("setting", setting, document, lambda path, of_key: place)


def setting_value(text: str) -> Any:
    """What a value means that stands on a command line: a TOML value, or else plain text."""
    try:
        document = parse_toml(f"value = {text}")
    except ValueError:
        if text.startswith(("[", "{", '"', "'")):
            raise
        return text
    return document["value"] if len(document) == 1 else text
