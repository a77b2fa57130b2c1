"""`riskvar check`: is this variant well-formed, and does it make a game?"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.options import plugin_files_option
from riskcore.cli.results import Command, echo

if TYPE_CHECKING:
    from riskcore.files.variant import Variant

__all__ = ["check"]


@click.command(cls=Command, short_help="Find everything wrong with variant files.")
@click.argument("paths", nargs=-1, required=True)
@plugin_files_option
def check(paths: tuple[str, ...], plugin_files: tuple[str, ...]) -> None:
    """Check variants by PATH or name, or every TOML file of a folder; all problems are reported at once."""
    from riskcore import RiskError, load_variant

    wrong = 0
    files = list(_files(paths))
    if not files:
        raise RiskError(f"no TOML file in {', '.join(paths)}")
    for path in files:
        try:
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


def _files(paths: tuple[str, ...]) -> Iterator[str]:
    for path in paths:
        if Path(path).is_dir():
            yield from sorted(str(file) for file in Path(path).glob("*.toml"))
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
