"""`riskvar upgrade`: files that use names of before, rewritten."""

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.completion import complete_files
from riskcore.cli.options import plugin_files_option
from riskcore.cli.output import write_file
from riskcore.cli.project import own_project
from riskcore.cli.results import Command, echo
from riskcore.words import count

if TYPE_CHECKING:
    from riskcore.authoring.upgrade import Upgrade

__all__ = ["upgrade"]


@click.command(cls=Command, short_help="Rewrite files that use former names of rules.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), shell_complete=complete_files)
@click.option("--diff", "only_show", is_flag=True, help="Show what would change, and write nothing.")
@plugin_files_option
def upgrade(paths: tuple[Path, ...], only_show: bool, plugin_files: tuple[str, ...]) -> None:
    """Bring variant files and scenario files up to date: rules and parameters that are called otherwise by now.

    With each variant go the files of yours that it extends. Comments, order and blanks stay as they are. Without PATHS
    it goes through the project of the working directory. With --diff it exits with 1 if there is something to do.
    """
    from riskcore.authoring.upgrade import files_to_upgrade
    from riskcore.authoring.upgrade import upgrade as upgraded
    from riskcore.errors import VariantError
    from riskcore.files.catalog import Catalog

    catalog = Catalog(plugin_files)
    wrong = todo = 0
    for path in files_to_upgrade(paths or _own_files()):
        try:
            found = upgraded(path, catalog)
        except VariantError as error:
            wrong += 1
            click.echo(str(error), err=True)
            continue
        todo += found.after != found.before
        if only_show:
            _show(found)
        else:
            _write(found)
        for note in found.notes:
            click.echo(str(note), err=True)
    if wrong or (only_show and todo):
        raise SystemExit(1)


def _own_files() -> tuple[Path, ...]:
    """The variants and scenarios of the project."""
    from riskcore.scenario import scenario_files

    project = own_project()
    if project is None:
        raise click.UsageError("name a file; there is no project here")
    files = (*project.variants.values(), *scenario_files([project.folder]))
    return tuple(Path(os.path.relpath(file)) for file in files)


def _write(found: "Upgrade") -> None:
    if found.after != found.before:
        write_file(found.file, found.after)
    words = count(len(found.changes), "name") + " brought up to date" if found.changes else "up to date"
    echo(f"{found.file}: {words}")
    for change in found.changes:
        echo(f"  {change}")


def _show(found: "Upgrade") -> None:
    name = str(found.file)
    before, after = (text.splitlines(keepends=True) for text in (found.before, found.after))
    echo("".join(difflib.unified_diff(before, after, name, name)), nl=False)
