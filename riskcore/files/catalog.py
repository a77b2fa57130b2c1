"""Which rules and bots there are: installed ones by entry point, a designer's own from a Python file."""

import hashlib
import importlib.metadata
import inspect
import os
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

import attrs

from riskcore.errors import Problem, VariantError, error_words
from riskcore.files.disk import MAX_BYTES, TOO_LARGE, read_start, reading_failed
from riskcore.files.toml_source import hint, printable, shown

__all__ = ["Catalog", "PluginFile", "kebab_case", "load_plugin_file", "rule_name"]

RULES = "riskcore"
BOTS = "riskcore.bots"
HOOK_MARK = "riskcore_impl"  # what pluggy's HookimplMarker("riskcore") leaves on a function

EntryPoint = importlib.metadata.EntryPoint


@attrs.frozen
class PluginFile:
    """The rules and bots that one Python file defines, by name."""

    path: str
    rules: Mapping[str, type]
    bots: Mapping[str, type]


@cache
def _installed(group: str) -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of a group by name; more than one under a name is an error once it is asked for."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in importlib.metadata.entry_points(group=group):
        found.setdefault(point.name, {}).setdefault(point.value, point)
    return MappingProxyType({name: tuple(found[name].values()) for name in sorted(found)})


class Catalog:
    """The rules and bots one variant can use. Classes of installed ones are imported when asked for."""

    def __init__(self, plugin_files: Iterable[str | os.PathLike[str]] = (), classes: Iterable[type] = ()) -> None:
        problems: list[Problem] = []
        self._own: dict[str, dict[str, tuple[type, str]]] = {RULES: {}, BOTS: {}}
        for path in plugin_files:
            try:
                plugin_file = load_plugin_file(path)
            except VariantError as error:
                problems += error.problems
                continue
            problems += self._add(RULES, plugin_file.rules, plugin_file.path)
            problems += self._add(BOTS, plugin_file.bots, plugin_file.path)
        for cls in classes:
            problems += self._add(RULES, {rule_name(cls): cls}, f"{cls.__module__}.{cls.__qualname__}")
        if problems:
            raise VariantError(problems)

    def rule_names(self) -> tuple[str, ...]:
        """The names a variant's tables may have, sorted."""
        return self._names(RULES)

    def rule_class(self, name: str) -> type:
        """The class of a rule."""
        return self._class(RULES, name)

    def bot_names(self) -> tuple[str, ...]:
        """The names of the bots, sorted."""
        return self._names(BOTS)

    def bot_class(self, name: str) -> type:
        """The class of a bot."""
        return self._class(BOTS, name)

    def _add(self, group: str, classes: Mapping[str, type], path: str) -> Iterable[Problem]:
        for name, cls in classes.items():
            if name in _installed(group):
                owner = _installed(group)[name][0].value
            elif name in self._own[group]:
                owner = self._own[group][name][1]
            else:
                self._own[group][name] = cls, path
                continue
            message = f"{shown(name)} is already the name of {owner}; rename class {cls.__name__}"
            yield Problem(message, path, _line_of(cls), 1)

    def _names(self, group: str) -> tuple[str, ...]:
        return tuple(sorted({*_installed(group), *self._own[group]}))

    def _class(self, group: str, name: str) -> type:
        if name in self._own[group]:
            return self._own[group][name][0]
        kind = "rule" if group == RULES else "bot"
        points = _installed(group).get(name, ())
        if not points:
            raise _error(
                f"unknown {kind} {shown(name)}{hint(name, self._names(group))}"
                f" (`riskvar {kind}s` lists those installed; -p FILE.py loads one of your own)"
            )
        if len(points) > 1:
            owners = " and ".join(point.value for point in points)
            raise _error(f"{kind} {shown(name)} is installed more than once: {owners}")
        try:
            cls: Any = points[0].load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # importing a plugin runs its code, which may raise anything
            message = f"{kind} {shown(name)}: {points[0].value} cannot be loaded: {_in_words(error)}"
            raise _error(message) from error
        if not attrs.has(cls):
            raise _error(f"{kind} {shown(name)}: {points[0].value} must be an attrs class")
        return cls


def rule_name(cls: object) -> str:
    """What a rule is called whose class is given as such: by the class, like one in a plugin file."""
    if not isinstance(cls, type) or not _has_hooks(cls):
        raise _error(f"{cls!r} is no rule: a rule is an attrs class with at least one method marked @hookimpl")
    if not attrs.has(cls):
        raise _error(f"class {cls.__name__} is not an attrs class; put @attrs.frozen above it")
    return kebab_case(cls.__name__)


def _has_hooks(cls: type) -> bool:
    return any(hasattr(getattr(cls, name, None), HOOK_MARK) for name in dir(cls))


def load_plugin_file(path: str | os.PathLike[str]) -> PluginFile:
    """Import a Python file and find the attrs classes in it: with hooks a rule, with `decide` a bot."""
    file = os.fspath(path)
    module = _import_file(file)
    rules: dict[str, type] = {}
    bots: dict[str, type] = {}
    problems: list[Problem] = []
    for cls in vars(module).values():
        if not isinstance(cls, type) or cls.__module__ != module.__name__ or cls.__name__.startswith("_"):
            continue
        kind = rules if _has_hooks(cls) else bots if callable(getattr(cls, "decide", None)) else None
        if kind is None:
            continue
        name = kebab_case(cls.__name__)
        if not attrs.has(cls):
            message = f"class {cls.__name__} is not an attrs class; put @attrs.frozen above it"
            problems.append(Problem(message, file, _line_of(cls), 1))
        elif kind.setdefault(name, cls) is not cls:
            message = f"classes {kind[name].__name__} and {cls.__name__} would both be called {shown(name)}"
            problems.append(Problem(message, file, _line_of(cls), 1))
    if not problems and not rules and not bots:
        message = "no rule in it: a rule is an attrs class with at least one method marked @hookimpl"
        problems.append(Problem(message, file))
    if problems:
        raise VariantError(problems)
    return PluginFile(file, rules, bots)


def _import_file(file: str) -> ModuleType:
    """The module of a file, named after path and content, so that an edited file is read again."""
    try:
        source = read_start(file)
    except (OSError, ValueError) as error:
        raise VariantError([Problem(reading_failed(error), printable(file))]) from None
    if len(source) > MAX_BYTES:
        raise VariantError([Problem(TOO_LARGE, printable(file))])
    name = f"_riskcore_plugin_{hashlib.sha256(os.fsencode(os.path.realpath(file)) + source).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = os.path.realpath(file)
    sys.modules[name] = module  # attrs and typing look a class's module up by its name
    try:
        exec(compile(source, module.__file__, "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise  # the user wants to stop
        raise VariantError([_import_problem(error, file, module.__file__)]) from error
    return module


def _import_problem(error: BaseException, file: str, real_file: str) -> Problem:
    if isinstance(error, SyntaxError) and error.filename == real_file:
        return Problem(f"not Python: {error.msg}", file, error.lineno or 1, error.offset or 1)
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == real_file), None)
    return Problem(f"cannot be imported: {_in_words(error)}", file, line or 1, 1)


def _in_words(error: BaseException) -> str:
    return " ".join(error_words(error).split())


def _line_of(cls: type) -> int:
    try:
        return inspect.getsourcelines(cls)[1]
    except (OSError, TypeError):  # made without a `class` statement; a line is a courtesy, not worth an error
        return 1


def kebab_case(name: str) -> str:
    """What a class is called in variant files: `EmpireBonus` → `empire-bonus`, `NoDMZRule` → `no-dmz-rule`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).replace("_", "-").lower()


def _error(message: str) -> VariantError:
    return VariantError([Problem(message)])
