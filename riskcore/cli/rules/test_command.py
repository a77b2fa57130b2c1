"""`riskvar test`: do the rules do what the scenarios say?"""

import os
from typing import TYPE_CHECKING

import click

from riskcore.cli.completion import complete_files
from riskcore.cli.options import plugin_files_option
from riskcore.cli.project import own_project
from riskcore.cli.results import Command, echo

if TYPE_CHECKING:
    from pathlib import Path

    from riskcore.scenario import RulebookCache, Scenario

__all__ = ["test"]


@click.command(cls=Command)
@click.argument("paths", nargs=-1, shell_complete=complete_files)
@click.option("--shows", multiple=True, metavar="ID", help="Run only what demonstrates this rule (repeatable).")
@click.option("--verbose", "-v", is_flag=True, help="Name every scenario.")
@plugin_files_option
def test(paths: tuple[str, ...], shows: tuple[str, ...], verbose: bool, plugin_files: tuple[str, ...]) -> None:
    """Run scenarios: files, or folders with *.scenario.toml in them; without PATHS those of the project.

    Where there is no project, without PATHS those that come with riskvar.
    """
    from riskcore.scenario import SUFFIX, RulebookCache, report, run, scenario_files, shipped_scenario_files

    project = None if paths else own_project()
    folders = paths if project is None else (os.path.relpath(project.folder),)
    files = scenario_files(folders) if folders else shipped_scenario_files()
    if not files:
        raise click.BadParameter(f"no file ends in {SUFFIX} there", param_hint="'PATHS'")
    rulebooks = RulebookCache(plugin_files)
    passed = failed = broken = 0
    for file in files:
        scenarios = _load(file, rulebooks)
        broken += scenarios is None
        for scenario in scenarios or ():
            if shows and not set(shows) & set(scenario.shows):
                continue
            failure = run(scenario)
            passed += failure is None
            failed += failure is not None
            if failure is not None:
                echo(f"{report(failure)}\n")
            elif verbose:
                echo(f"{file}:{scenario.place.line}: {scenario.name} [{', '.join(scenario.shows)}]")
    if shows and not passed + failed + broken:
        raise click.BadParameter(f"no scenario shows {' or '.join(shows)}", param_hint="'--shows'")
    echo(_summary(passed, failed, broken, len(files)))
    if failed or broken:
        raise SystemExit(1)


def _load(file: "Path", rulebooks: "RulebookCache") -> "list[Scenario] | None":
    """The scenarios of a file, or None where it is wrong and has been told to be."""
    from riskcore.errors import VariantError
    from riskcore.scenario import load_scenarios

    try:
        return load_scenarios(file, rulebooks)
    except VariantError as error:
        click.echo(f"{error}\n", err=True)
        return None


def _summary(passed: int, failed: int, broken: int, files: int) -> str:
    parts = [f"{passed} of {passed + failed} scenarios passed"]
    if failed:
        parts.append(f"{failed} failed")
    if broken:
        parts.append(f"{broken} of {files} files could not be read")
    return ", ".join(parts)
