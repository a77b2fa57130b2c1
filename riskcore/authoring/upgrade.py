"""Bringing files up to date: names of before become those of today, and everything else stays as it is."""

import codecs
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from riskcore.authoring.toml_edit import Written, replaced, written
from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog
from riskcore.files.layers import Layer, file_layers, setting_layer
from riskcore.files.renames import Outdated, outdated, up_to_date
from riskcore.files.shipped import shipped_root
from riskcore.files.toml_source import KeyPath, TomlSource, dotted
from riskcore.scenario import SUFFIX

__all__ = ["Upgrade", "files_to_upgrade", "upgrade"]


@attrs.frozen
class Upgrade:
    """What a file would be with the names of today."""

    file: Path
    before: str
    after: str
    changes: tuple[Problem, ...]  # each old name, and what it is called now
    notes: tuple[Problem, ...]  # what only the author can decide


def files_to_upgrade(paths: Iterable[Path]) -> list[Path]:
    """Files with those that they extend and that are not shipped, each once."""
    found: dict[Path, None] = {}
    for path in paths:
        found[path] = None
        if not path.name.endswith(SUFFIX):
            layers, _ = file_layers(path)
            files = (Path(layer.place((), False).file) for layer in reversed(layers))
            found |= dict.fromkeys(file for file in files if not file.is_relative_to(shipped_root()))
    return list(found)


def upgrade(file: Path, catalog: Catalog) -> Upgrade:
    """A file with the names of today; nothing is written."""
    source = TomlSource.read(file)
    data = file.read_bytes()
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    text = data.removeprefix(mark)
    if file.name.endswith(SUFFIX):
        after, found = _upgraded_scenario(text, source.document, catalog)
    else:
        after, found = _upgraded_variant(text, source, catalog)
    problems = [(each, source.place(each.path, bool(each.reason or each.path[0] == "rules"))) for each in found]
    changes = tuple(place.problem(each.words) for each, place in problems if each.now)
    notes = tuple(place.problem(each.words) for each, place in problems if each.reason)
    return Upgrade(file, data.decode(), (mark + after).decode(), changes, notes)


def _upgraded_variant(text: bytes, source: TomlSource, catalog: Catalog) -> tuple[bytes, list[Outdated]]:
    found = list(outdated(source.document, catalog))
    now = {each.path: each.now for each in found if each.now}
    renamed = {path: str(new[-1]) for path, new in now.items() if not _is_moved(path, now)}
    after = replaced(text, [(place, renamed[place.path]) for place in written(text) if place.path in renamed])
    moved = {path: new for path, new in now.items() if path not in renamed}
    if moved:
        after = _with_moved(after, {(*_table_now(path, now), path[2]): new for path, new in moved.items()})
    layer, _, problems = up_to_date(Layer.of_file(source), catalog)
    if problems:
        raise VariantError(problems)
    if now and not _same(after, layer.document):
        message = "cannot be rewritten by itself; change by hand what riskvar check warns of"
        raise VariantError([source.place((), False).problem(message)])
    return after, found


def _table_now(path: KeyPath, now: Mapping[KeyPath, KeyPath]) -> KeyPath:
    """What the table of a rule is called today."""
    return now.get(path[:2], path[:2])


def _is_moved(path: KeyPath, now: Mapping[KeyPath, KeyPath]) -> bool:
    """Whether a parameter goes to the table of another rule."""
    return len(path) == 3 and now[path][:2] != _table_now(path, now)


def _with_moved(text: bytes, moved: Mapping[KeyPath, KeyPath]) -> bytes:
    """A text with parameters in the tables of other rules, each with the comment behind it."""
    import tomlkit  # only what moves needs it
    from tomlkit.items import InlineTable

    document = tomlkit.parse(text.decode())
    rules: Any = document["rules"]
    for (_, rule, key), (_, home, new) in moved.items():
        value = rules[rule].value.item(key)
        rules[rule].remove(key)
        if home not in rules:
            rules.append(home, tomlkit.table())
        if isinstance(rules[home], InlineTable) and value.trivia.comment:  # which has no room for it
            rules[rule].add(tomlkit.comment(value.trivia.comment.lstrip("# ")))
        rules[home].append(new, value)
    return tomlkit.dumps(document).encode()


def _same(text: bytes, document: Mapping[str, Any]) -> bool:
    """Whether a text says what it should, the order of rules included."""
    try:
        found = tomllib.loads(text.decode())
    except ValueError:
        return False
    return found == document and list(found.get("rules", ())) == list(document.get("rules", ()))


def _upgraded_scenario(text: bytes, document: Mapping[str, Any], catalog: Catalog) -> tuple[bytes, list[Outdated]]:
    """Scenarios name rules and parameters as options of commands do."""
    found: list[Outdated] = []
    edits: list[tuple[Written, str]] = []
    for place in written(text):
        if place.is_value and _is_option(place.path):
            option = _at(document, place.path)
            new, said = _option_now(str(place.path[-2]), option, catalog)
            found += [attrs.evolve(each, path=place.path, now=each.now and (new,)) for each in said]
            edits += [(place, new)] if new != option else []
    return replaced(text, edits), found


def _is_option(path: KeyPath) -> bool:
    """Whether something in a scenario file is a rule to add or a parameter to set."""
    of_file = path[2:] if path[0] == "scenario" else path
    return len(of_file) == 2 and of_file[0] in ("rules", "settings")


def _at(document: Any, path: KeyPath) -> str:
    for part in path:
        document = document[part]
    return str(document)


def _option_now(kind: str, option: str, catalog: Catalog) -> tuple[str, list[Outdated]]:
    """What a rule that is added, or a parameter that is set, is called today; and what was found to be old."""
    try:
        document = {"rules": {option: {}}} if kind == "rules" else setting_layer(option).document
    except VariantError:  # told when the scenario is run
        return option, []
    found = list(outdated(document, catalog))
    now = {each.path: each.now for each in found if each.now}
    if not now:
        return option, found
    said = [*(each for each in found if each.reason), next(each for each in reversed(found) if each.now)]
    if kind == "rules":
        return str(now["rules", option][-1]), said
    key, equals, value = option.partition("=")
    path = _path_of(key)
    new = next((*now[path[:end]], *path[end:]) for end in (3, 2) if path[:end] in now)
    return f"{dotted(new)}{key[len(key.rstrip()) :]}{equals}{value}", said


def _path_of(key: str) -> KeyPath:
    path: KeyPath = ()
    table: Any = tomllib.loads(f"{key} = 0")
    while isinstance(table, dict):
        step, table = next(iter(table.items()))
        path = (*path, step)
    return path
