"""A variant: plain data that says which rules are played, on which board, by how many."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from riskcore.board import Board
from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog
from riskcore.files.layers import Layer, file_layers, rule_layer, setting_layer
from riskcore.files.merge import Merge, PlayerRange, RuleTable
from riskcore.files.reader import Reader
from riskcore.files.shipped import named_files
from riskcore.files.toml_source import TomlSource

__all__ = [
    "PlayerRange",
    "RuleTable",
    "ShippedVariant",
    "Variant",
    "build_plugins",
    "load_variant",
    "shipped_variants",
]

DEFAULT_GROUP = "house"


@attrs.frozen
class Variant:
    """A well-formed variant: every rule exists and accepts its parameters. Cheap to pickle."""

    id: str
    name: str
    summary: str
    group: str
    players: PlayerRange
    board: str  # a shipped name or an absolute path, for `load_board`
    rules: tuple[RuleTable, ...]  # in order of precedence: a later rule goes over an earlier one
    goals: Mapping[str, Any]
    plugin_files: tuple[str, ...] = ()
    lineage: tuple[str, ...] = ()  # itself, then what it extends, and so on

    def __repr__(self) -> str:
        players = f"{self.players.min} to {self.players.max} players"
        return f"<Variant {self.id}: {len(self.rules)} rules, {players}>"

    def __hash__(self) -> int:
        return hash((self.id, self.players, self.board, tuple(rule.name for rule in self.rules)))

    def to_toml(self) -> str:
        """The variant as one file that extends nothing."""
        import tomli_w  # only exporting needs it

        document = {
            "name": self.name,
            "summary": self.summary,
            "group": self.group,
            "board": self.board,
            "players": attrs.asdict(self.players),
            "goals": self.goals,
            "rules": {rule.name: rule.parameters for rule in self.rules},
        }
        return tomli_w.dumps({key: value for key, value in document.items() if value})

    def to_dict(self) -> dict[str, Any]:
        """The variant as JSON holds it. Plugin files stay out: what a save brings along must not run code."""
        return {"id": self.id, "lineage": list(self.lineage), "toml": self.to_toml()}

    @classmethod
    def from_dict(cls, document: object, *, plugin_files: Sequence[str | os.PathLike[str]] = ()) -> "Variant":
        """The reverse of `to_dict`, checked like any file."""
        match document:
            case {"id": str(name), "lineage": [*lineage], "toml": str(text)} if all(
                isinstance(each, str) for each in lineage
            ):
                source = TomlSource.parse(text.encode("utf-8", "surrogatepass"), "saved variant")
                loaded = _load(source, plugin_files=plugin_files)
                return attrs.evolve(loaded, id=name, lineage=tuple(lineage))
        raise VariantError([Problem("not a saved variant; it must have id, lineage and toml")])


@attrs.frozen
class ShippedVariant:
    """A line of the list of shipped variants; a broken file has its problem instead of a summary."""

    id: str
    name: str
    summary: str
    group: str
    path: Path
    problem: str = ""


def load_variant(
    source: str | os.PathLike[str],
    *,
    settings: Sequence[str] = (),
    rules: Sequence[str] = (),
    plugin_files: Sequence[str | os.PathLike[str]] = (),
) -> Variant:
    """Load a shipped variant by name or any by path; everything wrong with it is in one VariantError."""
    return _load(source, settings, rules, plugin_files)


def _load(
    source: str | os.PathLike[str] | TomlSource,
    settings: Sequence[str] = (),
    rules: Sequence[str] = (),
    plugin_files: Sequence[str | os.PathLike[str]] = (),
) -> Variant:
    layers, broken_chain = file_layers(source)
    problems = list(broken_chain)
    lineage = tuple(layer.id for layer in reversed(layers))
    for make, options in ((rule_layer, rules), (setting_layer, settings)):
        for option in options:
            try:
                layers.append(make(option))
            except VariantError as error:
                problems += error.problems
    for layer in layers:
        problems += layer.problems()
    if broken_chain:  # without the parents, every rule they bring would look unknown
        raise _error(problems)
    try:
        catalog = Catalog(plugin_files)
    except VariantError as error:
        raise _error(problems + error.problems) from error
    merge = Merge()
    for layer in layers:
        merge.add(layer)
    board_reference, board = merge.board()
    tables = merge.rule_tables(catalog, board)
    players = merge.player_range()
    problems += merge.problems
    if problems:
        raise _error(problems)
    return Variant(
        id=lineage[0],
        name=merge.own["name"],
        summary=merge.own.get("summary", ""),
        group=merge.own.get("group", DEFAULT_GROUP),
        players=players,
        board=board_reference,
        rules=tables,
        goals=merge.goals,
        plugin_files=tuple(os.path.abspath(path) for path in plugin_files),
        lineage=lineage,
    )


def _error(problems: list[Problem]) -> VariantError:
    """The problems of each file in the order in which a reader of the file meets them."""
    files = list(dict.fromkeys(problem.file for problem in problems))
    return VariantError(sorted(problems, key=lambda each: (files.index(each.file), each.line, each.column)))


def build_plugins(variant: Variant, board: Board) -> list[tuple[str, object]]:
    """An instance of each of a variant's rules, in order of precedence."""
    catalog = Catalog(variant.plugin_files)
    reader = Reader(board)
    plugins: list[tuple[str, object]] = []
    for table in variant.rules:
        cls = catalog.rule_class(table.name)
        plugins.append((table.name, reader.read(cls, table.parameters, ("rules", table.name), table.locate)))
    if reader.problems:
        raise VariantError(reader.problems)
    return plugins


def shipped_variants() -> tuple[ShippedVariant, ...]:
    """Every shipped variant, also those that would not load."""
    return tuple(_shipped_variant(name, path) for name, path in named_files("variant").items())


def _shipped_variant(name: str, path: Path) -> ShippedVariant:
    try:
        layer = Layer.of_file(TomlSource.read(path))
        problems = layer.problems()
    except VariantError as error:
        problems = error.problems
    if problems:
        return ShippedVariant(name, name, "", DEFAULT_GROUP, path, str(problems[0]))
    own = layer.document
    return ShippedVariant(name, own["name"], own.get("summary", ""), own.get("group", DEFAULT_GROUP), path)
