"""Merging the layers of a variant: later ones win, and every value remembers the layer it came from."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

import attrs

from riskcore.board import Board
from riskcore.errors import Problem, VariantError
from riskcore.files.board_changes import apply_changes, change_problems
from riskcore.files.board_file import load_board
from riskcore.files.carried import FOLDER, CarriedFile, DataFiles, own_text
from riskcore.files.catalog import Catalog
from riskcore.files.layers import COLOURS, FEWEST_PLAYERS, Layer, reported
from riskcore.files.parameters import typed_fields
from riskcore.files.reader import Reader
from riskcore.files.shipped import portable
from riskcore.files.toml_source import KeyPath, Place, TomlSource, dotted, hint, shown

__all__ = ["Given", "KeyAndValue", "Merge", "PlayerRange", "RuleTable"]

DEFAULT_BOARD = "world"


@attrs.frozen
class PlayerRange:
    """How many can play."""

    min: int
    max: int


@attrs.frozen
class RuleTable:
    """A rule by name with what a variant tells it, and where that stands."""

    name: str
    parameters: Mapping[str, Any]
    place: Place = attrs.field(eq=False, repr=False)
    places: Mapping[str, Place] = attrs.field(eq=False, repr=False)  # of each parameter

    def locate(self, path: KeyPath, of_key: bool) -> Place:
        """Where something in `rules.NAME` stands; a parameter's place serves for everything in it."""
        return self.places.get(str(path[2]), self.place) if len(path) > 2 else self.place


class Given(NamedTuple):
    """A value that a variant says outside of its rules and goals, and where."""

    value: Any
    place: Place


class KeyAndValue(NamedTuple):
    """Where a key stands, and where its value does."""

    key: Place
    value: Place


@attrs.frozen
class Setting:
    """A value and the layer that had the last word on it."""

    value: Any
    layer: Layer


@attrs.frozen
class MergedRule:
    """A rule's parameters from all layers, and the layer that brought the rule in."""

    layer: Layer
    parameters: dict[str, Setting] = attrs.field(factory=dict)

    def locate(self, path: KeyPath, of_key: bool) -> Place:
        """Where something in the rule's table stands, in the layer that gave it."""
        setting = self.parameters.get(str(path[2])) if len(path) > 2 else None
        return (setting.layer if setting else self.layer).place(path, of_key)


class Merge:
    """What the layers added so far come to, and what is wrong between them.

    Each layer says for itself which of its values have the wrong type; here those are passed over.
    """

    def __init__(self, files: DataFiles) -> None:
        self.carried: dict[str, str] = {}  # the designer's own files: their texts by reference
        self._files = files
        self.problems: list[Problem] = []
        self.own: dict[str, str] = {}  # name, summary and group: not inherited
        self._own_layers: dict[str, Layer] = {}
        self.goals: dict[str, Any] = {}
        self._board: Setting | None = None
        self._board_changes: list[Setting] = []
        self._players: dict[str, Setting] = {}
        self._goal_layers: dict[KeyPath, Layer] = {}  # who had the last word on the goals, on each, on a part of it
        self._rules: dict[str, MergedRule] = {}
        self._depth: dict[Layer, int] = {}

    def add(self, layer: Layer) -> None:
        """Put a layer over those before it."""
        self._depth[layer] = len(self._depth)
        document = layer.document
        if layer.kind == "file":
            self.own, self._own_layers = {}, {}
        own: dict[str, str] = {key: document[key] for key in ("name", "summary", "group") if key in document}
        self.own |= own
        self._own_layers |= dict.fromkeys(own, layer)
        for key, goal in _table(document.get("goals")).items():
            known = self.goals.get(key)
            self._goal_layers |= dict.fromkeys([(), (key,), *((key, part) for part in _table(goal))], layer)
            if layer.kind == "setting" and isinstance(known, dict) and isinstance(goal, dict):
                self.goals[key] = {**known, **goal}  # where a file states a goal anew, a setting changes a part of it
            else:
                self.goals[key] = goal
        players = _table(document.get("players"))
        self._players |= {key: Setting(value, layer) for key, value in players.items()}
        self._add_board(layer, document.get("board"))
        self._drop(layer, document.get("without"))
        for name, table in _table(document.get("rules")).items():
            if isinstance(table, dict):
                self._add_rule(layer, name, table)

    def _add_board(self, layer: Layer, board: object) -> None:
        base = board.get("base") if isinstance(board, dict) else board
        if isinstance(base, str):
            self._board, self._board_changes = Setting(base, layer), []
        if isinstance(board, dict):
            self._board_changes.append(Setting(board, layer))

    def _drop(self, layer: Layer, names: object) -> None:
        for index, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str) and self._rules.pop(name, None) is None:
                message = f"rule {shown(name)} is not inherited{hint(name, self._rules)}"
                self._report(layer, ("without", index), message)

    def _add_rule(self, layer: Layer, name: str, table: dict[str, Any]) -> None:
        path = ("rules", name)
        if layer.kind == "rule" and name in self._rules:
            self._report(layer, path, "the variant already has this rule; change it with --set")
        elif layer.kind == "setting" and name not in self._rules:
            advice = hint(name, self._rules) or f"; add it with --rule {name}"
            self._report(layer, path, f"the variant has no such rule{advice}")
        else:
            rule = self._rules.setdefault(name, MergedRule(layer))
            rule.parameters.update({key: Setting(value, layer) for key, value in table.items()})

    def _report(self, layer: Layer, path: KeyPath, message: str, of_key: bool = False) -> None:
        self.problems.append(layer.place(path, of_key).problem(f"{dotted(path)}: {message}"))

    def goal_places(self) -> dict[KeyPath, "KeyAndValue"]:
        """Where the goals and everything in them stand, in the layer with the last word on it."""
        layers = self._goal_layers
        return {
            ("goals", *path): KeyAndValue(*(_kept(layer.place(("goals", *path), of_key)) for of_key in (True, False)))
            for path in _paths(self.goals)
            if (layer := layers.get(path[:2]) or layers.get(path[:1]) or layers.get(()))
        }

    def given(self) -> dict[KeyPath, Given]:
        """Everything that is said but the rules and goals, by its path."""
        found: dict[KeyPath, Given] = {(key,): _given(self._own_layers[key], (key,)) for key in self.own}
        found |= {("players", key): _given(setting.layer, ("players", key)) for key, setting in self._players.items()}
        if self._board is not None:
            found["board",] = _given(self._board.layer, self._board_path(self._board.layer))
        for changes in self._board_changes:
            for path in _leaves(changes.value):
                if path != ("base",):
                    found["board", *path] = _given(changes.layer, ("board", *path))
        return found

    def player_range(self) -> PlayerRange:
        """How many can play, by default as many as there are colours."""
        sizes = {"min": FEWEST_PLAYERS, "max": COLOURS}
        for key, setting in self._players.items():
            if key in sizes and type(setting.value) is int and FEWEST_PLAYERS <= setting.value <= COLOURS:
                sizes[key] = setting.value
        if sizes["min"] > sizes["max"]:
            last = max(self._players, key=lambda key: self._depth[self._players[key].layer])
            message = f"min = {sizes['min']} is more than max = {sizes['max']}"
            self._report(self._players[last].layer, ("players", last), message)
        return PlayerRange(**sizes)

    def board(self) -> tuple[str, Board | None]:
        """The board's name or absolute path, and the board unless it cannot be loaded."""
        if self._board is None:
            reference, place = DEFAULT_BOARD, None
        else:
            layer = self._board.layer
            reference, place = self._board.value, layer.place(self._board_path(layer), False)
        try:
            path = self._files.board(reference, place.folder if place else "")
            if path.stem != reference:
                reference = str(path)
                self._carry(path)
            board = load_board(path)
        except LookupError as error:
            self.problems += reported([Problem(str(error.args[0]))], "board", place)
        except VariantError as error:
            self.problems += reported(error.problems, "board", place)
        else:
            return self._changed_board(path, board) if self._board_changes else (reference, board)
        return reference, None

    def _board_path(self, layer: Layer) -> KeyPath:
        """Where a layer names the board."""
        return ("board",) if isinstance(layer.document["board"], str) else ("board", "base")

    def _changed_board(self, path: Path, board: Board) -> tuple[str, Board | None]:
        """A board of the variant's own, which it carries along: the board it is made from, with the changes."""
        import tomli_w  # only a changed board needs it

        document: dict[str, Any] = TomlSource.read(path).document
        for changes in self._board_changes:
            if changes.layer.problems():  # its tables are not even of the right types
                return str(path), None
            problems = list(change_problems(changes.value, board))
            for at, message, of_key in problems:
                self._report(changes.layer, ("board", *at), message, of_key)
            if problems:
                return str(path), None
            document = apply_changes(document, changes.value)
            try:
                board = load_board(CarriedFile.of(str(path), tomli_w.dumps(document)))
            except VariantError as error:
                for problem in error.problems:
                    self._report(changes.layer, ("board",), problem.message, True)
                return str(path), None
        reference = f"{FOLDER}/{path.stem}.toml"
        self.carried[reference] = tomli_w.dumps(document)
        return reference, board

    def rule_tables(self, catalog: Catalog, board: Board | None) -> tuple[RuleTable, ...]:
        """Every rule's table, checked against the rule's class."""
        reader = Reader(board, self._files)
        tables: list[RuleTable] = []
        for name, rule in self._rules.items():
            try:
                cls = catalog.rule_class(name)
            except VariantError as error:
                for problem in error.problems:
                    self._report(rule.layer, ("rules", name), problem.message, of_key=True)
                continue
            values = {key: setting.value for key, setting in rule.parameters.items()}
            instance = reader.read(cls, values, ("rules", name), rule.locate)
            if instance is not None:
                tables.append(_rule_table(name, rule, values | self._files_found(instance, values)))
        self.problems += reader.problems
        return tuple(tables)

    def _files_found(self, instance: object, values: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that name files, with what they were found to be."""
        fields = typed_fields(type(instance))
        named = [key for key in values if _names_files(fields[key].type)]
        return {key: self._found(getattr(instance, fields[key].name)) for key in named}

    def _found(self, value: Any) -> Any:
        match value:
            case Path():
                self._carry(value)
                return portable(value)
            case list() | tuple():
                return [self._found(item) for item in value]
            case dict():
                return {key: self._found(item) for key, item in value.items()}
        return value

    def _carry(self, path: Path) -> None:
        text = own_text(path)
        if text is not None:
            self.carried[str(path)] = text


def _rule_table(name: str, rule: MergedRule, parameters: dict[str, Any]) -> RuleTable:
    places = {key: _kept(rule.locate(("rules", name, key), False)) for key in parameters}
    return RuleTable(name, parameters, _kept(rule.locate(("rules", name), False)), places)


def _given(layer: Layer, path: KeyPath) -> Given:
    value: Any = layer.document
    for part in path:
        value = value[part]
    return Given(value, _kept(layer.place(path, False)))


def _leaves(value: Any) -> Iterator[KeyPath]:
    """The paths of the values in tables; a list is one of them."""
    if not isinstance(value, dict):
        yield ()
        return
    for key, item in value.items():
        yield from ((key, *path) for path in _leaves(item))


def _kept(place: Place) -> Place:
    return attrs.evolve(place, folder="")  # paths are absolute by now


def _paths(value: Any) -> Iterator[KeyPath]:
    """The path of a value and of everything in it."""
    yield ()
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, item in inside:
        yield from ((part, *path) for path in _paths(item))


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _names_files(kind: Any) -> bool:
    return kind is Path or any(_names_files(inner) for inner in get_args(kind))
