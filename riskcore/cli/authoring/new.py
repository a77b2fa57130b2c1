"""`riskvar new`: files to start from."""

import os
import shlex
import sys
from pathlib import Path

import click

from riskcore.authoring.skeletons import KINDS, Kind, Wish, title_of
from riskcore.cli.completion import complete_variants
from riskcore.cli.project import own_project, variant_named
from riskcore.cli.results import Command, echo

__all__ = ["new", "on_terminal"]


@click.command(cls=Command, short_help="Make files to start from: a variant, a rule, a package.")
@click.argument("kind", required=False, type=click.Choice(tuple(KINDS)))
@click.argument("name", required=False)
@click.option("--title", help="What reports call it; the name in words, if not given.")
@click.option(
    "--extends",
    "base",
    metavar="VARIANT",
    help="The variant to start from; classic-1959.",
    shell_complete=complete_variants,
)
def new(kind: Kind | None, name: str | None, title: str | None, base: str | None) -> None:
    """Make files to start from, which work as they are: a variant, a rule, or a package to share, called NAME.

    They go into the project that you work in, or make one of the current folder. Nothing that is there is overwritten.
    On a terminal it asks for what you leave out.
    """
    from riskcore.authoring.making import make

    project = own_project()
    asked = on_terminal() and (kind is None or name is None)
    kind, name = kind or _asked_kind(asked), name or _asked_name(asked)
    if asked:
        title = title or click.prompt("What shall reports call it?", default=title_of(name), err=True)
        base = base or click.prompt("Which variant does it start from?", default="classic-1959", err=True)
    found = variant_named(base or "classic-1959", project)
    base = str(Path(found).absolute()) if found.endswith(".toml") else found
    folder = project.folder if project and kind != "package" else Path.cwd()
    wish = Wish(kind, name, title or title_of(name), base, folder, project)
    for path in make(wish):
        echo(os.path.relpath(path))
    echo("\nIt works as it is. Try:")
    for line in _next_steps(wish.root, kind, name):
        echo(f"  {line}")


def on_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty()


def _asked_kind(asked: bool) -> Kind:
    if not asked:
        raise click.UsageError(f"say what to make, and its name: {', '.join(KINDS)}")
    for each, meaning in KINDS.items():
        click.echo(f"  {each:8}  {meaning}", err=True)
    kinds = click.Choice(tuple(KINDS))
    kind: Kind = click.prompt("What do you want to make?", type=kinds, default="variant", err=True)
    return kind


def _asked_name(asked: bool) -> str:
    if not asked:
        raise click.UsageError("say what it is called, such as late-armies")
    return str(click.prompt("What is it called? Small letters and hyphens, such as late-armies", err=True))


def _next_steps(root: Path, kind: str, name: str) -> list[str]:
    """Commands that show it."""
    inside = os.path.relpath(root)
    steps = [f"cd {shlex.quote(inside)}"] if inside != "." else []
    steps += ["pip install -e ."] if kind == "package" else []
    own = name if kind != "package" else f"variants/{name}.toml"
    return [*steps, "riskvar check", "riskvar test", f"riskvar explain {own}", f"riskvar compare {own}"]
