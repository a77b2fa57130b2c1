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
from riskcore.errors import RiskError, VariantError
from riskcore.files.toml_source import printable

if TYPE_CHECKING:
    from riskcore.files.variant import Variant

__all__ = ["check"]

_CHECKED = """\
Checked: keys and values, which rules need or exclude others, what they say in
words, goals, and a set-up for each number of players. What rules do is for
scenarios to show (riskvar test), and for riskvar soak to try out."""


@click.command(cls=Command, short_help="Find everything wrong with variant files.")
@variant_argument("paths", nargs=-1)
@plugin_files_option
def check(paths: tuple[str, ...], plugin_files: tuple[str, ...]) -> None:
    """Check variants by PATH or name, or every variant of a folder; all problems are reported at once.

    Without PATHS it checks the project of the working directory: its file, and the variants that this names.
    """
    from riskcore import load_variant

    wrong = 0
    played = False
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
            played = True
            if variant.goals:
                from riskcore.lab.goals.goals import read_goals

                read_goals(variant, variant.players.max)
        except RiskError as error:
            wrong += 1
            click.echo(_with_place(path, error), err=True)
        else:
            echo(f"{path}: {verdict}")
    if wrong:
        raise SystemExit(1)
    if played:
        echo(_CHECKED)


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
    from riskcore import Game, Rulebook
    from riskcore.text.explain import explain

    if variant.group == "base":
        return "fine, as a base to extend"
    rules = Rulebook(variant)
    explain(rules)  # its words are part of a rule, and can be wrong as well
    span = variant.players
    for players in range(span.min, span.max + 1):
        Game(rules, players)
    many = f"{span.min} to {span.max} players" if span.min < span.max else f"{span.min} players"
    return f"fine, {len(variant.rules)} rules for {many}"


def _with_place(path: str, error: "RiskError") -> str:
    """Each problem on its line, with the file also where the rules as a whole are wrong."""
    problems = str(error).splitlines()
    if isinstance(error, VariantError) and all(problem.file for problem in error.problems):
        return "\n".join(problems)
    name = printable(path)
    return "\n".join(line if line.startswith(name) else f"{name}: {line}" for line in problems)
