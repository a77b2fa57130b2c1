"""The command line, `riskvar`: a package per family of commands; each imports what is slow only when it runs."""

import errno
import os
import sys
from typing import Any

import click

from riskcore import RiskError, __version__
from riskcore.cli.authoring.new import new
from riskcore.cli.authoring.schema import schema
from riskcore.cli.authoring.upgrade import upgrade
from riskcore.cli.interrupt import INTERRUPTED, one_ctrl_c
from riskcore.cli.lab.compare import compare
from riskcore.cli.lab.ladder import ladder
from riskcore.cli.lab.measure import measure
from riskcore.cli.lab.odds import odds
from riskcore.cli.lab.perft import perft
from riskcore.cli.lab.run import run
from riskcore.cli.lab.soak import soak
from riskcore.cli.lab.sweep import sweep
from riskcore.cli.lab.tune import tune
from riskcore.cli.play.play import play
from riskcore.cli.play.replay import replay
from riskcore.cli.play.watch import watch
from riskcore.cli.project import ProjectDefaults
from riskcore.cli.results import system_words
from riskcore.cli.rules.check import check
from riskcore.cli.rules.explain import explain
from riskcore.cli.rules.lists import bots, rules, variants
from riskcore.cli.rules.rulebook import diff, rulebook
from riskcore.cli.rules.test_command import test
from riskcore.cli.screens.console import PLAINLY

__all__ = ["main"]


class Commands(click.Group):
    """Commands in the order in which a newcomer needs them; what goes wrong on purpose is shown without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def main(self, *arguments: Any, **options: Any) -> Any:
        with one_ctrl_c():
            return super().main(*arguments, **options)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        try:
            return super().make_context(*arguments, **options)
        except KeyboardInterrupt:  # click would call it a failure
            raise click.exceptions.Exit(INTERRUPTED) from None

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # names and drawings may hold what a terminal's encoding lacks
                stream.reconfigure(errors=PLAINLY)
        try:
            return super().invoke(ctx)
        except RiskError as error:
            click.echo(str(error), err=True)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever reads has seen enough; click ends quietly
            click.echo(system_words(error), err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or leaving would try again
            ctx.exit(1)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
VARIANT is a shipped name or the path of a TOML file. To begin with:
  riskvar list
  riskvar explain classic-1959
  riskvar watch classic-1959
  riskvar run classic-1959""",
)
@click.version_option(__version__, package_name="riskvar", message="riskvar %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Design and test rules of the board game Risk: editions, options and house rules as plugins."""
    ctx.default_map = {name: ProjectDefaults(name) for name in main.commands}


for command in (
    run,
    compare,
    sweep,
    tune,
    odds,
    perft,
    ladder,
    play,
    watch,
    replay,
    measure,
    explain,
    rulebook,
    diff,
    variants,
    rules,
    bots,
    check,
    test,
    soak,
    new,
    schema,
    upgrade,
):
    main.add_command(command)
