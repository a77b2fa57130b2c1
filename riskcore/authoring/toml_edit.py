"""Where names are written in a TOML text, each time that they are, and other names in their places.

Nothing but the names changes: not a comment, not an order, not a blank.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from riskcore.files.toml_source import KeyPath, dotted, key_steps

__all__ = ["Written", "replaced", "written"]


@attrs.frozen
class Written:
    """A part of a key, or a value that is text: its path, and the bytes of the text that it takes."""

    path: KeyPath
    start: int
    end: int
    is_value: bool = False

    def as_toml(self, name: str) -> str:
        """Another name in its place."""
        return json.dumps(name, ensure_ascii=False) if self.is_value else dotted((name,))


def replaced(data: bytes, names: Iterable[tuple[Written, str]]) -> bytes:
    """A text with other names in some places."""
    for place, name in sorted(names, key=lambda each: -each[0].start):
        data = data[: place.start] + place.as_toml(name).encode() + data[place.end :]
    return data


def written(data: bytes) -> Iterator[Written]:
    """Every part of every key of a TOML text, and every text in it."""
    import tree_sitter  # both only when something is rewritten
    import tree_sitter_toml

    root = tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language())).parse(data).root_node
    yield from _inside((), root)
    last_index: dict[KeyPath, int] = {}  # of the [[tables]] that a path has so far
    for node in root.named_children:
        if node.type in ("table", "table_array_element") and node.named_children:
            path: KeyPath = ()
            steps = list(_parts(node.named_children[0]))
            for depth, (step, part) in enumerate(steps, 1):
                path = (*path, step)
                yield Written(path, part.start_byte, part.end_byte)
                if node.type == "table_array_element" and depth == len(steps):
                    last_index[path] = last_index.get(path, -1) + 1
                if path in last_index:
                    path = (*path, last_index[path])
            yield from _inside(path, node)


def _inside(path: KeyPath, node: Any) -> Iterator[Written]:
    """What is written in a table or a list."""
    inner = [child for child in node.named_children if child.type != "comment"]
    if node.type == "string":
        yield Written(path, node.start_byte, node.end_byte, is_value=True)
    elif node.type == "array":
        for index, item in enumerate(inner):
            yield from _inside((*path, index), item)
    else:
        for pair in inner:
            parts = [child for child in pair.named_children if child.type != "comment"]
            if pair.type == "pair" and len(parts) == 2:
                key, value = parts
                below = path
                for step, part in _parts(key):
                    below = (*below, step)
                    yield Written(below, part.start_byte, part.end_byte)
                yield from _inside(below, value)


def _parts(key: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a (dotted) key with their nodes."""
    if key.type == "dotted_key":
        for part in key.named_children:
            yield from _parts(part)
    else:
        yield from ((step, key) for step in key_steps(key))
