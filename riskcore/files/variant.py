"""A variant: plain data that says which rules are played, on which board, by how many."""

import os
import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from riskcore.board import Board
from riskcore.errors import Problem, VariantError, VariantWarning
from riskcore.files.board_file import load_board
from riskcore.files.carried import FOLDER, DataFiles, labels
from riskcore.files.catalog import Catalog, rule_name
from riskcore.files.layers import Layer, file_layers, rule_layer, setting_layer
from riskcore.files.merge import Given, KeyAndValue, Merge, PlayerRange, RuleTable
from riskcore.files.reader import Reader
from riskcore.files.renames import up_to_date
from riskcore.files.shipped import named_files
from riskcore.files.toml_source import KeyPath, Place, TomlSource

__all__ = [
    "ListedVariant",
    "PlayerRange",
    "RuleTable",
    "Variant",
    "build_plugins",
    "listed_variant",
    "load_variant",
    "parse_variant",
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
    files: Mapping[str, str] = attrs.field(factory=dict)  # texts of its own board and decks, by reference
    classes: tuple[type, ...] = ()  # rules that are given as classes
    changes: tuple[str, ...] = attrs.field(default=(), eq=False)  # beside the file, as the command line has them
    goal_places: Mapping[KeyPath, KeyAndValue] = attrs.field(factory=dict, eq=False, repr=False)
    given: Mapping[KeyPath, Given] = attrs.field(factory=dict, eq=False, repr=False)  # all but rules and goals

    def __repr__(self) -> str:
        players = f"{self.players.min} to {self.players.max} players"
        return f"<Variant {self.id}: {len(self.rules)} rules, {players}>"

    def __hash__(self) -> int:
        return hash((self.id, self.players, self.board, tuple(rule.name for rule in self.rules)))

    def locate_goal(self, path: KeyPath, of_key: bool) -> Place:
        """Where something in `goals` stands; for what is not written, where its table stands."""
        for end in range(len(path), 0, -1):
            if found := self.goal_places.get(path[:end]):
                return found.key if of_key or end < len(path) else found.value
        return Place(self.id)

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

    def load_board(self) -> Board:
        """The board it is played on."""
        return load_board(DataFiles(self.files).board(self.board))

    def to_dict(self) -> dict[str, Any]:
        """The variant as JSON holds it, with the board and the decks that are its own.

        Plugin files stay out: what a save brings along must not run code.
        """
        named = labels(self.files)
        rules = tuple(
            attrs.evolve(rule, parameters={key: _renamed(value, named) for key, value in rule.parameters.items()})
            for rule in self.rules
        )
        text = attrs.evolve(self, board=named.get(self.board, self.board), rules=rules).to_toml()
        files = {named[reference]: text for reference, text in self.files.items()}
        return {"id": self.id, "lineage": list(self.lineage), "toml": text, **({"files": files} if files else {})}

    @classmethod
    def from_dict(cls, document: object, *, plugin_files: Sequence[str | os.PathLike[str]] = ()) -> "Variant":
        """The reverse of `to_dict`, checked like any file. No file is opened but shipped ones."""
        match document:
            case {"id": str(name), "lineage": [*lineage], "toml": str(text), **more} if all(
                isinstance(each, str) for each in lineage
            ) and more.keys() <= {"files"}:
                layer = Layer.of_text(text, "saved variant")
                if "extends" in layer.document:
                    raise VariantError([layer.place(("extends",), True).problem("a saved variant extends nothing")])
                files = DataFiles(_carried(more.get("files", {})), sealed=True)
                loaded = _load(layer, plugin_files=plugin_files, files=files)
                return attrs.evolve(loaded, id=name, lineage=tuple(lineage))
        raise VariantError([Problem("not a saved variant; it must have id, lineage and toml, and may have files")])


@attrs.frozen
class ListedVariant:
    """A line of a list of variants; a broken file has its problem instead of a summary."""

    id: str
    name: str
    summary: str
    group: str
    path: Path
    problem: str = ""


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A parameter with other names for files."""
    match value:
        case str():
            return names.get(value, value)
        case list() | tuple():
            return [_renamed(item, names) for item in value]
        case Mapping():
            return {key: _renamed(item, names) for key, item in value.items()}
    return value


def _carried(files: object) -> dict[str, str]:
    """The files of a save, under names that no file of a machine has."""
    match files:
        case dict() if all(
            isinstance(text, str) and re.fullmatch(rf"{FOLDER}/[^/\\\0]+", name) for name, text in files.items()
        ):
            return files
    raise VariantError([Problem(f"saved variant: files: must be texts under names like {FOLDER}/mine.toml")])


def load_variant(
    source: str | os.PathLike[str] | Mapping[str, Any],
    *,
    settings: Sequence[str] = (),
    rules: Sequence[str | type] = (),
    plugin_files: Sequence[str | os.PathLike[str]] = (),
) -> Variant:
    """Load a shipped variant by name or any by path; everything wrong with it is in one VariantError.

    A mapping is a variant itself, with the tables that a file would have; for TOML text see `parse_variant`. Among the
    added `rules` may be classes: they go by their names, as those in plugin files do.
    """
    layer = Layer.of_tables(source, "the variant given") if isinstance(source, Mapping) else source
    return _load(layer, settings, rules, plugin_files)


def parse_variant(
    text: str,
    *,
    settings: Sequence[str] = (),
    rules: Sequence[str | type] = (),
    plugin_files: Sequence[str | os.PathLike[str]] = (),
) -> Variant:
    """A variant from the text of a variant file; paths in it are relative to the current folder."""
    return _load(Layer.of_text(text, "the text given"), settings, rules, plugin_files)


def _load(
    source: str | os.PathLike[str] | Layer,
    settings: Sequence[str] = (),
    rules: Sequence[str | type] = (),
    plugin_files: Sequence[str | os.PathLike[str]] = (),
    files: DataFiles | None = None,
) -> Variant:
    layers, broken_chain = file_layers(source)
    problems = list(broken_chain)
    lineage = tuple(layer.id for layer in reversed(layers))
    classes = tuple(rule for rule in rules if not isinstance(rule, str))
    names = [rule if isinstance(rule, str) else rule_name(rule) for rule in rules]
    for make, options in ((rule_layer, names), (setting_layer, settings)):
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
        catalog = Catalog(plugin_files, classes)
    except VariantError as error:
        raise _error(problems + error.problems) from error
    merge = Merge(files or DataFiles())
    outdated: list[Problem] = []
    for layer in layers:
        now, old_names, doubled = up_to_date(layer, catalog)
        outdated += old_names
        problems += doubled
        merge.add(now)
    board_reference, board = merge.board()
    tables = merge.rule_tables(catalog, board)
    players = merge.player_range()
    problems += merge.problems
    if problems:
        raise _error(problems)
    for problem in outdated:
        warnings.warn(str(problem), VariantWarning, stacklevel=3)
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
        files=merge.carried,
        classes=classes,
        changes=(*(f"--rule {name}" for name in names), *(f"--set {setting}" for setting in settings)),
        goal_places=merge.goal_places(),
        given=merge.given(),
    )


def _error(problems: list[Problem]) -> VariantError:
    """The problems of each file in the order in which a reader of the file meets them."""
    files = list(dict.fromkeys(problem.file for problem in problems))
    return VariantError(sorted(problems, key=lambda each: (files.index(each.file), each.line, each.column)))


def build_plugins(variant: Variant, board: Board) -> list[tuple[str, object]]:
    """An instance of each of a variant's rules, in order of precedence."""
    catalog = Catalog(variant.plugin_files, variant.classes)
    reader = Reader(board, DataFiles(variant.files))
    plugins: list[tuple[str, object]] = []
    for table in variant.rules:
        cls = catalog.rule_class(table.name)
        plugins.append((table.name, reader.read(cls, table.parameters, ("rules", table.name), table.locate)))
    if reader.problems:
        raise VariantError(reader.problems)
    return plugins


def shipped_variants() -> tuple[ListedVariant, ...]:
    """Every shipped variant, also those that would not load."""
    return tuple(listed_variant(name, path) for name, path in named_files("variant").items())


def listed_variant(name: str, path: Path) -> ListedVariant:
    """What a list says about a file, under a name."""
    try:
        layer = Layer.of_file(TomlSource.read(path))
        problems = layer.problems()
    except VariantError as error:
        problems = error.problems
    if problems:
        return ListedVariant(name, name, "", DEFAULT_GROUP, path, str(problems[0]))
    own = layer.document
    return ListedVariant(name, own["name"], own.get("summary", ""), own.get("group", DEFAULT_GROUP), path)
