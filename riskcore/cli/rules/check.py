"""`riskvar check`: is this variant well-formed, and does it make a game?"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.authoring.project import PROJECT_FILE
from riskcore.cli.options import plugin_files_option
from riskcore.cli.project import own_project, variant_argument
from riskcore.cli.results import Command, echo

if TYPE_CHECKING:
    from riskcore.files.variant import Variant

__all__ = ["check"]


@click.command(cls=Command, short_help="Find everything wrong with variant files.")
@variant_argument("paths", nargs=-1)
@plugin_files_option
def check(paths: tuple[str, ...], plugin_files: tuple[str, ...]) -> None:
    """Check variants by PATH or name, or every variant of a folder; all problems are reported at once.

    Without PATHS it checks the project of the working directory: its file, and the variants that this names.
    """
    from riskcore import RiskError, load_variant

    wrong = 0
    files = list(_files(paths or _own_files()))
    if not files:
        raise RiskError(f"no TOML file in {', '.join(paths)}")
    for path in files:
        try:
            if Path(path).name == PROJECT_FILE:
                echo(f"{path}: {_project_verdict(path)}")
                continue
            variant = load_variant(path, plugin_files=plugin_files)
            verdict = _verdict(variant)
            if variant.goals:
                from riskcore.lab.goals.goals import read_goals

                read_goals(variant, variant.players.max)
        except RiskError as error:
            wrong += 1
            click.echo(_with_place(path, str(error)), err=True)
        else:
            echo(f"{path}: {verdict}")
    if wrong:
        raise SystemExit(1)


def _own_files() -> tuple[str, ...]:
    """The project's file, and the variants that it names."""
    project = own_project()
    if project is None:
        raise click.UsageError(f"name a variant or a folder; there is no {PROJECT_FILE} here or above")
    return tuple(os.path.relpath(path) for path in (project.file, *project.variants.values()))


def _project_verdict(path: str) -> str:
    from riskcore.authoring.project import read_project
    from riskcore.words import count

    project = read_project(Path(path))
    return f"fine, {count(len(project.rules), 'rule file')} and {count(len(project.variants), 'variant')}"


def _files(paths: tuple[str, ...]) -> Iterator[str]:
    for path in paths:
        if Path(path).is_dir():
            found = sorted(str(file) for file in Path(path).glob("*.toml"))
            yield from (file for file in found if not file.endswith(".scenario.toml"))
        else:
            yield path


def _verdict(variant: "Variant") -> str:
    from riskcore import Rulebook
    from riskcore.text.explain import explain

    if variant.group == "base":
        return "fine, as a base to extend"
    rules = Rulebook(variant)
    explain(rules)  # its words are part of a rule, and can be wrong as well
    span = variant.players
    players = f"{span.min} to {span.max} players" if span.min < span.max else f"{span.min} players"
    return f"fine, {len(variant.rules)} rules for {players}"


def _with_place(path: str, problems: str) -> str:
    """Each problem on its line, beginning with the file even where the rules as a whole are wrong."""
    return "\n".join(line if line.startswith(path) else f"{path}: {line}" for line in problems.splitlines())
