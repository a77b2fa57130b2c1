"""`riskvar tune`: a search for settings that meet a variant's goals."""

import json
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

import click

from riskcore.cli.interrupt import leave_stopped
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
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import facts, print_block, progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.table import Table

    from riskcore.lab.goals.goals import Goal
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.sweep.search_space import Dimension
    from riskcore.lab.sweep.tune import Found, Trial

__all__ = ["tune"]

_SHOWN = 10  # trials on the page, the best ones
_SHOWN_FAULTS = 3
_MISSED = "how far goals are missed: 0 is met with the goal's margin to spare, 1 is missed by as much"
_BY_GOAL = "; beside what was measured, how far that goal is missed"
_ANEW = "those below are from new games with another seed"


@click.command(cls=Command, short_help="Search for settings that meet a variant's goals.")
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

    It exits as `riskvar run --until-decided` does: 0 if all goals are met, 3 if one is missed, 4 if the games are
    inconclusive.
    """
    from riskcore.lab.goals.goals import locate_goals, read_goals
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.sweep.search_space import read_dimensions
    from riskcore.lab.sweep.tune import Searcher, need_optuna

    def plan(values: dict[str, str], seed: int) -> "Plan":
        loaded = given_variant(variant, (*settings, *_settings(values)), added, plugin_files)
        seats = fitting_players(loaded, players)
        return Plan(loaded, seats, seed, fitting_bots(bots, seats), max_rounds)

    def goals(plan: "Plan") -> "tuple[Goal, ...]":
        return read_goals(plan.variant, plan.players, locate_goals(variant, settings))

    need_optuna()
    dimensions = read_dimensions(vary)
    base = plan({}, seed)
    _refuse_misplaced(dimensions, settings)
    _check_ends(dimensions, lambda values: plan(values, seed))
    wanted = goals(base)
    if not wanted:
        raise click.UsageError(f"{base.variant.name} has no goals to meet; its file needs a [goals] table")
    total = games * min(trials, prod(each.size for each in dimensions))
    with workforce(workers, scheduler) as force, progress_bar(total, base.variant.name) as progress:
        searcher = Searcher(plan, goals, seed, force.workers, force.open_executor, progress)
        found = searcher.search(dimensions, trials, games, max_games)
    if as_json:
        echo(json.dumps(_told(base, found), indent=2))
    elif found.trials:
        _show(base, wanted, dimensions, found, games)
    _leave(found)


def _settings(values: dict[str, str]) -> tuple[str, ...]:
    return tuple(f"{key}={value}" for key, value in values.items())


def _refuse_misplaced(dimensions: "Sequence[Dimension]", settings: tuple[str, ...]) -> None:
    """A parameter is either set or varied; and what settings are judged by stays the same for all of them."""
    from riskcore.lab.sweep.grid import key_path

    for each in dimensions:
        if each.varied.path[0] == "goals":
            raise click.UsageError(
                f"--vary {each.key}: settings are judged by the goals, so these cannot be varied; "
                "vary a parameter of a rule, rules.X.Y"
            )
        for setting in settings:
            if key_path(setting.partition("=")[0]) == each.varied.path:
                raise click.UsageError(f"--set {setting}: {each.key} is varied; give its values there")


def _check_ends(dimensions: "Sequence[Dimension]", plan: "Callable[[dict[str, str]], Plan]") -> None:
    """Every value, or both ends of a range, must make a game with all else as it is; all problems at once."""
    from riskcore import VariantError
    from riskcore.lab.sweep.grid import make_grid

    problems = []
    for each in dimensions:
        try:
            make_grid([each.varied], plan)
        except VariantError as error:
            problems += error.problems
    if problems:
        raise VariantError(problems)


def _told(base: "Plan", found: "Found") -> dict[str, Any]:
    from riskcore.lab.goals.verdicts import overall
    from riskcore.lab.stats.intervals import finite

    return {
        "variant": base.variant.id,
        "settings": found.trials[0].values,
        "at_edge": found.at_edge,
        "verdict": overall(found.judged) if found.judged else "undecided",
        "goals": [each.to_dict() for each in found.judged],
        "possible": found.possible,
        "trials": [
            {
                "settings": each.values,
                "measured": {key: finite(value) for key, value in each.measured.items()},
                "missed": each.missed,
                "total": each.total,
            }
            for each in found.trials
        ],
        "unplayable": [{"settings": each.values, "problem": each.problem} for each in found.unplayable],
    }


def _show(base: "Plan", goals: "Sequence[Goal]", dimensions: "Sequence[Dimension]", found: "Found", games: int) -> None:
    """The best trials, how to use the very best, and the verdicts on it."""
    from rich.text import Text

    from riskcore.cli.screens.goals import show_goals
    from riskcore.lab.measure.words import count

    console = screen()
    tried = count(found.tried, "setting") if found.possible is None else _of_possible(found.tried, found.possible)
    console.print(Text(f"{base.variant.name}: {tried} tried, {count(games, 'game')} each", style="bold"))
    # The widest table that the screen has room for: at best with all numbers, at worst without goals that the best
    # settings meet anyway.
    worst = sorted(goals, key=lambda goal: -found.trials[0].missed[goal.key])
    layouts = [(len(goals), True), *((number, False) for number in range(len(goals), 0, -1))]
    for number, by_goal in layouts:
        shown = [goal for goal in goals if goal in worst[:number]]
        table = _table(shown, dimensions, found.trials[:_SHOWN], by_goal)
        if console.measure(table).maximum <= console.width - 2:
            break
    console.print()
    print_block(console, table, 2)
    console.print()
    more = f"; {count(len(goals) - number, 'goal')} more with --json" if number < len(goals) else ""
    rows = [
        ("Missed", f"{_MISSED}{_BY_GOAL if by_goal else ''}{more}"),
        ("Best", " ".join(f"--set {setting}" for setting in _settings(found.trials[0].values))),
    ]
    if found.at_edge:
        rows.append(("Edge", "the best lies at the edge of what was searched; a wider range may do better"))
    rows += [("No game", words) for words in _faults(found)]
    if found.judged:
        rows.append(("Verdicts", _ANEW))
    print_block(console, facts(rows), 2)
    show_goals(console, found.judged, until_decided=True)


def _of_possible(tried: int, possible: int) -> str:
    return f"{tried:,} of {possible:,} possible settings"


def _table(
    goals: "Sequence[Goal]", dimensions: "Sequence[Dimension]", trials: "Sequence[Trial]", by_goal: bool
) -> "Table":
    """A row for each trial with what was measured; if `by_goal`, with how far each goal was missed as well."""
    from rich.table import Table

    from riskcore.lab.goals.verdicts import value_words

    def cell(goal: "Goal", trial: "Trial") -> str:
        value = value_words(goal, trial.measured.get(goal.key)).removeprefix("round ")
        return f"{value} ({trial.missed[goal.key]:.2f})" if by_goal else value

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for each in dimensions:
        table.add_column(each.varied.name.replace("_", "\n"), justify="right", style="bold", vertical="bottom")
    for heading in ("missed", *(goal.key for goal in goals)):
        table.add_column(heading.replace("_", "\n"), justify="right")
    for trial in trials:
        table.add_row(*trial.values.values(), f"{trial.total:.2f}", *(cell(goal, trial) for goal in goals))
    return table


def _faults(found: "Found") -> list[str]:
    """The settings that make no game, and why; the first of them, and how many there are beside."""
    told = [f"{trial.words()}: {trial.problem}" for trial in found.unplayable[:_SHOWN_FAULTS]]
    more = len(found.unplayable) - len(told)
    return [*told, f"{more:,} more, with --json"] if more else told


def _leave(found: "Found") -> NoReturn:
    from riskcore.cli.screens.goals import EXIT_CODES
    from riskcore.lab.goals.verdicts import overall
    from riskcore.lab.measure.words import count

    if found.stopped:
        leave_stopped(found.stopped, f"{count(len(found.trials), 'trial')} finished; run it again to judge")
    if not found.trials:
        click.echo("\n".join(["no settings make a game:", *_faults(found)]), err=True)
        raise SystemExit(1)
    raise SystemExit(EXIT_CODES[overall(found.judged)])
