"""Projects: a `riskvar.toml` beside one's files that names rule files, variants, and what options are by default."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
from attrs.validators import ge, le, min_len, optional

from riskcore.errors import Problem, VariantError
from riskcore.files.reader import Reader
from riskcore.files.toml_source import TomlSource, dotted, shown

__all__ = ["PROJECT_FILE", "Defaults", "Project", "ProjectTable", "find_project", "project_file", "read_project"]

PROJECT_FILE = "riskvar.toml"

_PLAYERS = 100  # far more than any variant takes


def _option(words: str, least: int | None = None, most: int | None = None) -> Any:
    bounds = [*([ge(least)] if least is not None else []), *([le(most)] if most is not None else [])]
    return attrs.field(default=None, validator=optional(bounds) if bounds else None, metadata={"help": words})


@attrs.frozen
class Defaults:
    """What the options of these names are where the command line does not give them."""

    bots: str | None = attrs.field(
        default=None, validator=optional(min_len(1)), metadata={"help": "who plays, as --bots takes it"}
    )
    players: int | None = _option("how many players", 1, _PLAYERS)
    games: int | None = _option("how many games run, compare, sweep and tune play", 1, 1_000_000_000)
    seed: int | None = _option("seed of the random numbers", 0)
    max_rounds: int | None = _option("a game is stopped after this round", 1)
    workers: int | None = _option("processes to use", 1, 256)


@attrs.frozen
class ProjectTable:
    """What a project file says."""

    rules: tuple[str, ...] = attrs.field(
        default=(), metadata={"help": "Python files with rules and bots, relative to this file; may hold * and **"}
    )
    variants: tuple[str, ...] = attrs.field(
        default=(), metadata={"help": "variant files that commands know by name, relative to this file; likewise"}
    )
    defaults: Defaults = attrs.field(
        factory=Defaults, metadata={"help": "what options are where the command line does not give them"}
    )


@attrs.frozen
class Project:
    """A project file that has been read: every file in it is there."""

    file: Path
    rules: tuple[Path, ...]
    variants: Mapping[str, Path]  # by the names that commands take
    defaults: Mapping[str, Any]  # by the keys of the file, only what it gives
    source: TomlSource = attrs.field(eq=False, repr=False)

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return self.file.parent


def project_file(folder: str | os.PathLike[str]) -> Path | None:
    """The project file of a folder, or of the nearest folder above it that has one."""
    start = Path(os.path.abspath(folder))
    return next((found for each in (start, *start.parents) if (found := each / PROJECT_FILE).is_file()), None)


def find_project(folder: str | os.PathLike[str]) -> Project | None:
    """The project of a folder; whatever is wrong with its file is in one VariantError.

    Its rules are code that will be run, so a file that somebody else has put there is refused.
    """
    file = project_file(folder)
    if file is None:
        return None
    if not _own(file):
        message = "belongs to another user, and may name code to run: make it yours, or work somewhere else"
        raise VariantError([Problem(message, str(file))])
    return read_project(file)


def _own(file: Path) -> bool:
    """Whether the user, or who runs the machine, has written a file."""
    return not hasattr(os, "geteuid") or file.stat().st_uid in (os.geteuid(), 0)


def read_project(file: Path) -> Project:
    """What a project file says, its patterns resolved to files."""
    source = TomlSource.read(file)
    reader = Reader()
    table = reader.read(ProjectTable, source.document, (), source.place)
    if table is None:
        raise VariantError(_sorted(reader.problems))
    problems: list[Problem] = []
    rules = [path for _, path in _files("rules", table.rules, source, problems)]
    variants: dict[str, Path] = {}
    for index, path in _files("variants", table.variants, source, problems):
        known = variants.setdefault(path.stem, path)
        if known != path:
            message = (
                f"{shown(path.stem)} is the name of two variants: {_below(known, source)} and {_below(path, source)}"
            )
            problems.append(source.place(("variants", index)).problem(f"variants[{index}]: {message}"))
    if problems:
        raise VariantError(_sorted(problems))
    given = {key: value for key, value in attrs.asdict(table.defaults).items() if value is not None}
    return Project(file, tuple(dict.fromkeys(rules)), variants, given, source)


def _files(
    key: str, patterns: tuple[str, ...], source: TomlSource, problems: list[Problem]
) -> Iterator[tuple[int, Path]]:
    """The files that patterns mean, each with its pattern's number; a pattern may mean none, a name must be one."""
    suffix = ".py" if key == "rules" else ".toml"
    folder = Path(source.file).parent
    for index, pattern in enumerate(patterns):
        at = source.place((key, index))
        wild = any(sign in pattern for sign in "*?[")
        try:
            if not pattern.endswith(suffix) or os.path.isabs(pattern):
                raise ValueError(f"{shown(pattern)} must be a path below this file that ends in {suffix}")
            found = sorted(folder.glob(pattern)) if wild else [folder / pattern]
        except ValueError as error:
            problems.append(at.problem(f"{dotted((key, index))}: {error}"))
            continue
        if not wild and not found[0].is_file():
            problems.append(at.problem(f"{dotted((key, index))}: there is no file {shown(pattern)} in {folder}"))
            continue
        yield from ((index, Path(os.path.normpath(path))) for path in found if path.is_file())


def _below(path: Path, source: TomlSource) -> str:
    return os.path.relpath(path, Path(source.file).parent)


def _sorted(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.line, problem.column))
