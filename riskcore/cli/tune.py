"""`riskvar tune`: a search for settings that meet a variant's goals."""

import json
from typing import TYPE_CHECKING, Any, NoReturn

import click

from riskcore.cli.options import (
    as_json,
    bots_option,
    fitting_bots,
    fitting_players,
    given_variant,
    max_rounds_option,
    number_of_games,
    players_option,
    seed_option,
    variant_options,
    workers_option,
)
from riskcore.cli.screen import facts, print_block, progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riskcore.lab.goals import Goal
    from riskcore.lab.play import Plan
    from riskcore.lab.tune import Dimension, Found

__all__ = ["tune"]

_SHOWN = 10  # trials on the page, the best ones
_MEANING = (
    "how far goals are missed: 0 is met with the goal's margin to spare, 1 is missed by as much; "
    "the verdicts below are from new games with another seed"
)


@click.command(short_help="Search for settings that meet a variant's goals.")
@variant_options
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="rules.X.Y=LOW..HIGH",
    help="A parameter and its range, or its values: A,B,C (repeatable).",
)
@click.option(
    "--trials", type=click.IntRange(min=1), default=30, show_default=True, metavar="N", help="How many settings to try."
)
@click.option(
    "--games", type=number_of_games, default=400, show_default=True, metavar="N", help="Games for each trial."
)
@click.option(
    "--max-games",
    type=number_of_games,
    default=20_000,
    show_default=True,
    metavar="N",
    help="The most games for the verdict on the best settings.",
)
@players_option
@bots_option
@seed_option
@workers_option
@scheduler_option
@max_rounds_option
@as_json
def tune(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    vary: tuple[str, ...],
    trials: int,
    games: int,
    max_games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    max_rounds: int,
    as_json: bool,
) -> None:
    """Search for settings with which VARIANT meets its goals; the best are judged anew, by games of another seed.

    It exits as `riskvar run --until-decided` does: 0 if all goals are met, 3 if one is missed, 4 if games do not tell.
    """
    from riskcore.lab.goals import locate_goals, read_goals
    from riskcore.lab.play import Plan
    from riskcore.lab.tune import Searcher, need_optuna, read_dimensions

    def plan(values: dict[str, str], seed: int) -> "Plan":
        loaded = given_variant(variant, (*settings, *_settings(values)), added, plugin_files)
        seats = fitting_players(loaded, players)
        return Plan(loaded, seats, seed, fitting_bots(bots, seats), max_rounds)

    def goals(plan: "Plan") -> "tuple[Goal, ...]":
        return read_goals(plan.variant, plan.players, locate_goals(variant, settings))

    need_optuna()
    dimensions = read_dimensions(vary)
    _check_ends(dimensions, lambda values: plan(values, seed))
    base = plan({}, seed)
    if not goals(base):
        raise click.UsageError(f"{base.variant.name} has no goals to meet; its file needs a [goals] table")
    with workforce(workers, scheduler) as force, progress_bar(games * trials, base.variant.name) as progress:
        searcher = Searcher(plan, goals, seed, force.workers, force.open_executor, progress)
        found = searcher.search(dimensions, trials, games, max_games)
    if found.trials and as_json:
        click.echo(json.dumps(_told(base, found), indent=2))
    elif found.trials:
        _show(base, dimensions, found, games)
    _leave(found)


def _settings(values: dict[str, str]) -> tuple[str, ...]:
    return tuple(f"{key}={value}" for key, value in values.items())


def _check_ends(dimensions: "Sequence[Dimension]", plan: "Callable[[dict[str, str]], Plan]") -> None:
    """Every value, or both ends of a range, must make a game with all else as it is; all problems at once."""
    from riskcore import VariantError
    from riskcore.lab.sweep import make_grid

    problems = []
    for each in dimensions:
        try:
            make_grid([each.varied], plan)
        except VariantError as error:
            problems += error.problems
    if problems:
        raise VariantError(problems)


def _told(base: "Plan", found: "Found") -> dict[str, Any]:
    from riskcore.lab.verdicts import overall

    return {
        "variant": base.variant.id,
        "settings": found.trials[0].values,
        "verdict": overall(found.judged) if found.judged else "undecided",
        "goals": [each.to_dict() for each in found.judged],
        "trials": [{"settings": each.values, "missed": each.missed, "total": each.total} for each in found.trials],
    }


def _show(base: "Plan", dimensions: "Sequence[Dimension]", found: "Found", games: int) -> None:
    """The best trials, how to use the very best, and the verdicts on it."""
    from rich.table import Table
    from rich.text import Text

    from riskcore.cli.goals_page import show_goals
    from riskcore.lab.run_words import count

    console = screen()
    tried = f"{count(len(found.trials), 'setting')} tried, {count(games, 'game')} each"
    console.print(Text(f"{base.variant.name}: {tried}", style="bold"))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for each in dimensions:
        table.add_column(each.varied.name.replace("_", "\n"), justify="right", style="bold", vertical="bottom")
    for heading in ("missed", *found.trials[0].missed):
        table.add_column(heading.replace("_", "\n"), justify="right")
    for trial in found.trials[:_SHOWN]:
        amounts = (trial.total, *trial.missed.values())
        table.add_row(*trial.values.values(), *(f"{amount:.2f}" for amount in amounts))
    console.print()
    print_block(console, table, 2)
    console.print()
    best = " ".join(f"--set {setting}" for setting in _settings(found.trials[0].values))
    print_block(console, facts([("Missed", _MEANING), ("Best", best)]), 2)
    show_goals(console, found.judged, until_decided=True)


def _leave(found: "Found") -> NoReturn:
    from riskcore.cli.goals_page import EXIT_CODES
    from riskcore.lab.run_words import count
    from riskcore.lab.simulate import INTERRUPTED
    from riskcore.lab.verdicts import overall

    if found.stopped:
        finished = f"{count(len(found.trials), 'trial')} finished; run it again to judge"
        click.echo(f"{found.stopped}: {finished}", err=True)
        raise SystemExit(130 if found.stopped == INTERRUPTED else 1)
    if not found.trials:
        click.echo(f"no settings make a game: {found.unplayable[0].problem}", err=True)
        raise SystemExit(1)
    raise SystemExit(EXIT_CODES[overall(found.judged)])
