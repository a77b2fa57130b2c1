"""A TOML text with the position of every key and value in it, safe to read whatever the bytes are."""

import os
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import attrs

from riskcore.errors import Problem, VariantError, closest
from riskcore.files.disk import MAX_BYTES, TOO_LARGE, read_start, reading_failed

__all__ = [
    "MAX_DEPTH",
    "KeyPath",
    "Place",
    "TomlSource",
    "dotted",
    "hint",
    "key_steps",
    "parse_toml",
    "printable",
    "shown",
]

MAX_DEPTH = 32
MAX_SHOWN = 60  # characters of a value that an error quotes

KeyPath = tuple[str | int, ...]  # ("rules", "fortify", "moves"); a number is an index into a list
Position = tuple[int, int]  # line and column, both from 1
Span = tuple[Position, Position]  # of the key and of the value

_TEXTS_AND_COMMENTS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)' r"|'''.*?(?:'''|\Z)" r'|"(?:\\.|[^"\\\n])*"?' r"|'[^'\n]*'?|#[^\n]*",
    re.DOTALL,
)
_LONG_DOTTED_KEY = re.compile(rf"(?:\.[\w-]+){{{MAX_DEPTH}}}")
_ERROR_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOO_DEEP = f"nested too deeply: at most {MAX_DEPTH} levels are allowed"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@attrs.frozen
class Place:
    """Where something stands: in a file, or in an option of the command line (then without a line)."""

    file: str
    line: int = 0
    column: int = 0
    folder: str = attrs.field(default="", eq=False)  # what a relative path written here is relative to

    def problem(self, message: str) -> Problem:
        """What is wrong here."""
        return Problem(message, self.file, self.line, self.column)


class NotTomlError(ValueError):
    """A text that is not TOML, or more of it than a variant can need."""

    def __init__(self, reason: str, position: Position = (1, 1)) -> None:
        super().__init__(reason)
        self.position = position


def printable(text: str) -> str:
    """A text that any terminal can show, on one line."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def shown(value: object) -> str:
    """A value the way TOML writes it, on one line and not too long."""
    match value:
        case bool():
            text = str(value).lower()
        case str():
            escaped = value[:MAX_SHOWN].replace("\\", "\\\\").replace('"', '\\"')
            return f'"{printable(escaped)}"' + ("…" if len(value) > MAX_SHOWN else "")
        case list() | tuple():
            text = "[" + ", ".join(shown(item) for item in value[:MAX_SHOWN]) + "]"
        case Mapping():
            pairs = (f"{dotted((key,))} = {shown(item)}" for key, item in list(value.items())[:MAX_SHOWN])
            text = "{" + ", ".join(pairs) + "}"
        case _:
            text = str(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def dotted(path: KeyPath) -> str:
    """A path as a designer writes it: `rules.cards.values[2]`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if _BARE_KEY.fullmatch(part) else shown(part))
    return text


def hint(wrong: str, right: Iterable[str]) -> str:
    """`; did you mean "…"?` when one of the right names looks like the wrong one, else nothing."""
    name = closest(wrong, right)
    return f"; did you mean {shown(name)}?" if name else ""


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; whatever is wrong with it is a NotTomlError."""
    bones = re.sub(r"[ \t]+", "", _TEXTS_AND_COMMENTS.sub("_", text))
    if _LONG_DOTTED_KEY.search(bones):  # tomllib would take time quadratic in the length of the key
        raise NotTomlError(f"nested too deeply: a key of more than {MAX_DEPTH} parts")
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise NotTomlError(_TOO_DEEP) from None
    except ValueError as error:
        message, position = str(error), (1, 1)
        if found := _ERROR_POSITION.search(message):
            message = message[: found.start()]
            position = (int(found[1]), int(found[2])) if found[1] else _end_of(text)
        raise NotTomlError(message[:1].lower() + message[1:], position) from None
    todo: list[tuple[int, Any]] = [(1, document)]
    while todo:
        depth, value = todo.pop()
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise NotTomlError("a whole number that does not fit into 64 bits")
        if isinstance(value, dict | list):
            if depth > MAX_DEPTH:
                raise NotTomlError(_TOO_DEEP)
            todo += [(depth + 1, item) for item in (value.values() if isinstance(value, dict) else value)]
    return document


@attrs.frozen(eq=False, slots=False)
class TomlSource:
    """A parsed TOML text. Positions are looked for only when somebody asks."""

    file: str
    text: str = attrs.field(repr=False)
    document: dict[str, Any] = attrs.field(repr=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "TomlSource":
        """Read and parse a file; whatever is wrong with it is a VariantError."""
        file = str(path) if isinstance(path, Path) else os.fspath(path)
        try:
            data = read_start(path)
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
            raise VariantError([Place(printable(file)).problem(reading_failed(error))]) from None
        return _parsed(data, file)

    @classmethod
    def parse(cls, data: bytes, file: str) -> "TomlSource":
        """Parse the bytes of a file that is called `file` in errors."""
        if len(data) > MAX_BYTES:
            raise VariantError([Problem(TOO_LARGE, file)])
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8-sig", "replace")
            message = f"not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8 text"
            raise VariantError([Problem(message, file, *_end_of(before))]) from None
        try:
            return cls(file, text, parse_toml(text))
        except NotTomlError as error:
            raise VariantError([Problem(f"not TOML: {error}", file, *error.position)]) from None

    def place(self, path: KeyPath, of_key: bool = False) -> Place:
        """Where the value at a path stands (or its key); for what is not written, where its table stands."""
        known = path
        while known and known not in self._positions:
            known = known[:-1]
        key, value = self._positions.get(known, ((1, 1), (1, 1)))
        line, column = key if of_key or known != path else value
        return Place(self.file, line, column, os.path.dirname(os.path.abspath(self.file)))

    @cached_property
    def _positions(self) -> dict[KeyPath, Span]:
        return _positions(self.text)


@lru_cache(maxsize=64)
def _parsed(data: bytes, file: str) -> TomlSource:
    """A file that is asked for again and holds what it held is not parsed again; nobody writes to a document."""
    return TomlSource.parse(data, file)


def _end_of(text: str) -> Position:
    return text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1


def _positions(text: str) -> dict[KeyPath, Span]:
    """Every path of a TOML text with the positions of its key and of its value."""
    import tree_sitter  # both only when a position is asked for
    import tree_sitter_toml

    data = text.encode()
    line_starts = [0, *(match.end() for match in re.finditer(b"\n", data))]
    found: dict[KeyPath, Span] = {}

    def position(node: tree_sitter.Node) -> Position:
        # From the byte, since reading `row` of a point corrupts memory in tree-sitter 0.26.0.
        line = bisect_right(line_starts, node.start_byte)
        return line, len(data[line_starts[line - 1] : node.start_byte].decode("utf-8", "replace")) + 1

    def note(path: KeyPath, key: tree_sitter.Node, value: tree_sitter.Node) -> None:
        found.setdefault(path, (position(key), position(value)))

    def note_value(path: KeyPath, node: tree_sitter.Node) -> None:
        inner = [child for child in node.named_children if child.type != "comment"]
        if node.type == "array":
            for index, item in enumerate(inner):
                note((*path, index), item, item)
                note_value((*path, index), item)
        for pair in inner:
            parts = [child for child in pair.named_children if child.type != "comment"]  # one behind it belongs to it
            if pair.type == "pair" and len(parts) == 2:
                key, value = parts
                steps = key_steps(key)
                for depth in range(1, len(steps)):
                    note((*path, *steps[:depth]), key, key)
                note((*path, *steps), key, value)
                note_value((*path, *steps), value)

    root = tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language())).parse(data).root_node
    note_value((), root)
    last_index: dict[KeyPath, int] = {}  # of the [[tables]] that a path has so far
    for node in root.named_children:
        if node.type in ("table", "table_array_element") and node.named_children:
            header = node.named_children[0]
            path: KeyPath = ()
            steps = key_steps(header)
            for depth, step in enumerate(steps, 1):
                path = (*path, step)
                note(path, header, header)
                if node.type == "table_array_element" and depth == len(steps):
                    last_index[path] = last_index.get(path, -1) + 1
                if path in last_index:
                    path = (*path, last_index[path])
                    note(path, header, header)
            note_value(path, node)
    return found


def key_steps(node: Any) -> tuple[str, ...]:
    """The parts of a (dotted) key; tomllib undoes the quotes."""
    try:
        table: Any = tomllib.loads(node.text.decode() + " = 0")
    except ValueError:  # tomllib reads the text and tree-sitter does not: let the table's position do
        return ()
    steps: list[str] = []
    while isinstance(table, dict):
        step, table = next(iter(table.items()))
        steps.append(step)
    return tuple(steps)
