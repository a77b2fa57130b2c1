"""`riskvar run`: many bot games, and what they say."""

import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from riskcore.cli.interrupt import leave_stopped
from riskcore.cli.options import (
    as_json,
    bots_option,
    changes_words,
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
from riskcore.cli.output import command_again, write_file
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar, screen
from riskcore.cli.workforce import scheduler_option, workforce
from riskcore.errors import RiskError

if TYPE_CHECKING:
    from riskcore.lab.goals.verdicts import Judged
    from riskcore.lab.measure.measures import Measured
    from riskcore.lab.measure.skill import SideGames
    from riskcore.lab.play.results import Results

__all__ = ["run"]

MOST_GAMES = 20_000  # far more than goals need as a rule: what decides is the test


@click.command(cls=Command, short_help="Play many bot games and say what they show.")
@variant_options
@click.option(
    "--games", type=number_of_games, default=200, show_default=True, metavar="N", help="How many games to play."
)
@players_option
@bots_option
@seed_option
@workers_option
@scheduler_option
@max_rounds_option
@click.option(
    "--all-measures", is_flag=True, help="Show every measure, and play more games to learn what some things are worth."
)
@click.option(
    "--until-decided",
    is_flag=True,
    help="Play until every goal of the variant is met or missed; exit with 0 if all are met, 3 if one is missed, 4 if "
    "the games are inconclusive.",
)
@click.option(
    "--max-games",
    type=number_of_games,
    metavar="N",
    help=f"With --until-decided: stop after so many games; {MOST_GAMES:,} by default.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a report with pictures as well, a page to show to others.",
)
@as_json
def run(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    max_rounds: int,
    all_measures: bool,
    until_decided: bool,
    max_games: int | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Play many bot games of VARIANT: who wins from which seat, how long, dramatic and open games are, how they end.

    The same command gives the same games, on any machine and with any number of workers.
    """
    from riskcore.cli.screens.goals import EXIT_CODES, show_goals
    from riskcore.cli.screens.run import show_run
    from riskcore.lab.goals.goals import locate_goals, read_goals
    from riskcore.lab.goals.play_until import play_until_decided
    from riskcore.lab.goals.verdicts import judge, overall, skill_scores
    from riskcore.lab.measure.measures import measure
    from riskcore.lab.measure.skill import SideGames, play_side_games, side_game_total
    from riskcore.lab.measure.words import count
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.simulate import simulate

    _check_until(until_decided, max_games)
    loaded = given_variant(variant, settings, added, plugin_files)
    seats = fitting_players(loaded, players)
    plan = Plan(loaded, seats, seed, fitting_bots(bots, seats), max_rounds)
    changes = changes_words(added, settings)
    goals = read_goals(loaded, seats, locate_goals(variant, settings))
    if until_decided:
        if not goals:
            raise click.UsageError(f"{loaded.name} has no goals to decide; its file needs a [goals] table")
        games = max_games or MOST_GAMES
    side_games = SideGames()
    total = games + side_game_total(plan, games, restricted=all_measures)
    with workforce(workers, scheduler) as force, progress_bar(total, loaded.name) as progress:
        used, opened = force.workers, force.open_executor
        play = partial(simulate, workers=used, open_executor=opened, progress=progress)
        started = time.perf_counter()
        if until_decided:
            results, judged = play_until_decided(
                plan, goals, games, workers=used, open_executor=opened, progress=progress
            )
        else:
            results = play(plan, games, measured=True)
        if not results.stopped:
            side_games = play_side_games(plan, len(results), play, restricted=all_measures)
        seconds = time.perf_counter() - started
        if not until_decided:
            judged = judge(goals, results, skill_scores(side_games.measured))
    measured = [*measure(results, front=not (all_measures or as_json or html)), *side_games.measured]
    unwritten: BaseException | None = None
    if html is not None and len(results):
        try:  # first, for whoever reads the screen may leave; and what cannot be written shall not cost the screen
            _write_report(html, results, measured, judged, changes, used)
        except (click.ClickException, RiskError, KeyboardInterrupt) as error:  # games are played again for it
            unwritten = error
    if as_json:
        verdicts = {"verdict": overall(judged), "goals": [each.to_dict() for each in judged]} if goals else {}
        echo(json.dumps({**_told(results, changes, measured), **verdicts}, indent=2))
    elif len(results):
        played = len(results) + side_games.games
        speed = f"{played / seconds:,.0f} games a second with {count(used, 'worker')} ({seconds:.1f} s)"
        shown = [each for each in measured if each.front or all_measures]
        show_run(screen(), results, shown, changes, [("Speed", speed), ("Digest", results.digest()[:16])])
        show_goals(screen(), judged, until_decided=until_decided)
    if unwritten is not None:
        raise unwritten
    _tell_faults(side_games, results, games)
    if until_decided:
        raise SystemExit(EXIT_CODES[overall(judged)])


def _check_until(until_decided: bool, max_games: int | None) -> None:
    """A number of games chosen for another purpose must not end a test early, nor the other way round."""
    if max_games is not None and not until_decided:
        raise click.UsageError("--max-games goes with --until-decided; otherwise --games says how many")
    given = click.get_current_context().get_parameter_source("games")
    if until_decided and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--games does not go with --until-decided; --max-games limits it")


def _write_report(
    html: Path,
    results: "Results",
    measured: Sequence["Measured"],
    judged: Sequence["Judged"],
    changes: Sequence[str],
    workers: int,
) -> None:
    from riskcore.lab.report import report_page

    command = command_again(click.get_current_context(), but=("as_json", "html", "workers", "scheduler"))
    page = report_page(results, measured, judged, command=command, changes=changes, workers=workers)
    write_file(html, page)


def _tell_faults(side_games: "SideGames", results: "Results", games: int) -> None:
    """What did not work, if anything; a run that was stopped ends with an exit code of its own."""
    if side_games.fault:
        click.echo(f"skill was not measured: {side_games.fault}", err=True)
    stopped = results.stopped or side_games.stopped
    if stopped:
        what = f"{len(results):,} of {games:,} games were played" if results.stopped else "not all skill was measured"
        leave_stopped(stopped, what)


def _told(results: "Results", changes: Sequence[str], measured: Sequence["Measured"]) -> dict[str, Any]:
    """What JSON says about a run and its games."""
    from riskcore.lab.measure.summary import summarise

    plan = results.plan
    return {
        "variant": plan.variant.id,
        "name": plan.variant.name,
        "changes": list(changes),
        "players": plan.players,
        "seed": plan.seed,
        "bots": list(plan.line_up),
        "max_rounds": plan.max_rounds,
        **summarise(results).to_dict(),
        "measures": {each.key: each.to_dict() for each in measured},
        "lead": None if results.lead is None else results.lead.to_dict(),
        "lead_by_armies": None if results.army_lead is None else results.army_lead.to_dict(),
        "digest": results.digest(),
    }
