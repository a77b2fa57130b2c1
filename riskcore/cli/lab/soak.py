"""`riskvar soak`: random games with everything checked after every move."""

import json
import os
import re
import shlex
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from riskcore.cli.completion import complete_bots
from riskcore.cli.options import change_options, given_variant, seed_option, workers_option
from riskcore.cli.project import variant_argument
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import progress_bar
from riskcore.words import count

if TYPE_CHECKING:
    from riskcore.files.variant import Variant
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.soak import Failure, Soaked

__all__ = ["soak"]

_BATCH = 5  # these games are slow, and a failure shall be told soon
_MOST_TOLD = 5  # forfeits of a table size
_MOST_PLAYERS = 100  # far more than any variant takes
_RANGES = re.compile(r"\d+(-\d+)?(,\d+(-\d+)?)*")


class _Asked(NamedTuple):
    """What a command line was about, for another."""

    source: str
    settings: tuple[str, ...]
    added: tuple[str, ...]
    plugin_files: tuple[str, ...]
    bots: str
    max_moves: int

    @property
    def words(self) -> str:
        """The variant and what was changed about it, for a shell."""
        rules = [word for name in self.added for word in ("--rule", name)]
        settings = [word for setting in self.settings for word in ("--set", setting)]
        return shlex.join([self.source, *rules, *settings]) + self.plugins

    @property
    def plugins(self) -> str:
        """The files of rules, for a shell."""
        return "".join(f" -p {shlex.quote(file)}" for file in self.plugin_files)


def _counts(ctx: click.Context, param: click.Parameter, value: str | None) -> frozenset[int] | None:
    """The numbers of players that `4`, `3-6` or `2,4-6` means."""
    if value is None:
        return None
    if not _RANGES.fullmatch(value):
        raise click.BadParameter(f"{value!r}: write a number such as 4, a range such as 3-6, or several: 2,4-6")
    spans = [part.partition("-") for part in value.split(",")]
    return frozenset(n for low, _, high in spans for n in range(int(low), min(int(high or low), _MOST_PLAYERS) + 1))


@click.command(cls=Command, short_help="Look for faults: random games, checked at every move.")
@variant_argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@change_options
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="Games for each number of players.",
)
@click.option("--players", callback=_counts, metavar="N|N-N", help="Table sizes; all that a variant allows.")
@click.option(
    "--bots", default="random", show_default=True, metavar="NAME,…", help="Who plays.", shell_complete=complete_bots
)
@seed_option
@click.option(
    "--first", type=click.IntRange(min=0), default=0, metavar="N", help="Number of the first game, to play one again."
)
@click.option(
    "--max-moves",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    metavar="N",
    help="Stop a game after this many moves; random play may never end.",
)
@click.option(
    "--pairs",
    metavar="NAME,…|all",
    help="Add each of these rules alone, and every pair of them; 'all' is every installed option.",
)
@workers_option
def soak(
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    games: int,
    players: frozenset[int] | None,
    bots: str,
    seed: int,
    first: int,
    max_moves: int,
    pairs: str | None,
    workers: int | None,
) -> None:
    """Look for faults in the rules of VARIANTs: random games, everything checked after every move.

    Checked are the counts and cards of every position, armies against what the events tell, cards drawn, hidden
    hands, and that legal moves are there and accepted. The first failure comes with what it takes to see it again.
    With --pairs, rules that cannot be played together are listed with the reason.
    """
    from riskcore.errors import RulebookError, VariantError
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.recipe import line_up_of
    from riskcore.lab.play.workers import available_cores

    loaded = [given_variant(variant, settings, added, plugin_files) for variant in variants]
    sizes = [_table_sizes(variant, players) for variant in loaded]
    combinations = _combinations(pairs, plugin_files)
    wide = max(len(_title(variant, names)) for variant in loaded for names in combinations)
    echo(f"{'variant':<{wide}}  players   games  finished  capped       moves")
    moves = 0
    for source, variant, counts in zip(variants, loaded, sizes, strict=True):
        for names in combinations:
            try:
                changed = given_variant(source, settings, (*added, *names), plugin_files) if names else variant
                for size in counts:
                    plan = Plan(changed, size, seed, line_up_of(bots, size))
                    total = _soak(plan, range(first, first + games), max_moves, workers or available_cores())
                    numbers = f"{total.games:>6,}  {total.finished:>8,}  {total.capped:>6,}  {total.moves:>10,}"
                    echo(f"{_title(variant, names):<{wide}}  {size:>7}  {numbers}")
                    for forfeit in total.forfeits[:_MOST_TOLD]:
                        echo(f"  forfeit: {forfeit}")
                    if len(total.forfeits) > _MOST_TOLD:
                        echo(f"  and {len(total.forfeits) - _MOST_TOLD} more forfeits")
                    moves += total.moves
                    if total.failure is not None:
                        asked = _Asked(source, settings, (*added, *names), plugin_files, bots, max_moves)
                        _report(plan, asked, total.failure)
                        raise SystemExit(1)
            except (RulebookError, VariantError) as error:
                if not names:
                    raise
                echo(f"{_title(variant, names):<{wide}}  refused: {error}")
    echo(f"No fault found in {count(moves, 'move')}.")


def _combinations(pairs: str | None, plugin_files: tuple[str, ...]) -> list[tuple[str, ...]]:
    """No rule at all; or each of the rules alone, and every two of them."""
    if pairs is None:
        return [()]
    from itertools import combinations

    from riskcore.files.catalog import Catalog

    catalog = Catalog(plugin_files)
    if pairs == "all":
        classes = {name: catalog.rule_class(name) for name in catalog.rule_names()}
        names = [name for name, rule in classes.items() if getattr(rule, "role", "option") == "option"]
    else:
        names = [name.strip() for name in pairs.split(",")]
        for name in names:
            catalog.rule_class(name)
    return [*((name,) for name in names), *combinations(names, 2)]


def _title(variant: "Variant", names: tuple[str, ...]) -> str:
    return " + ".join((variant.id, *names))


def _table_sizes(variant: "Variant", wanted: frozenset[int] | None) -> list[int]:
    span = variant.players
    sizes = [count for count in range(span.min, span.max + 1) if wanted is None or count in wanted]
    if not sizes:
        raise click.BadParameter(f"{variant.name} is for {span.min} to {span.max} players", param_hint="'--players'")
    return sizes


def _soak(plan: "Plan", numbers: range, max_moves: int, workers: int) -> "Soaked":
    """All the games, or those up to a failure."""
    from riskcore.lab.play.batch import arena_for
    from riskcore.lab.play.progress import Tally
    from riskcore.lab.play.recorded_batch import forget_arenas
    from riskcore.lab.play.soak import Soaked, soak_games
    from riskcore.lab.play.workers import spread

    forget_arenas()
    arena_for(plan)  # what does not work at all is told before any process is started
    batches = (numbers[start : start + _BATCH] for start in range(0, len(numbers), _BATCH))
    total = Soaked()
    with progress_bar(f"{plan.variant.id}, {plan.players} players") as bar:
        progress = Tally(bar, len(numbers))
        answers = spread(partial(soak_games, plan, max_moves), batches, workers=workers, resting=partial(progress, 0))
        with closing(answers):
            for batch, soaked in answers:
                total += soaked
                progress(len(batch))
                if total.failure is not None:
                    break
    return total


def _report(plan: "Plan", asked: _Asked, failure: "Failure") -> None:
    """What failed and what shows it again, on stderr; the moves as JSON, on stdout."""
    click.echo(f"game {failure.number} failed after {len(failure.moves)} moves:", err=True)
    for problem in failure.problems:
        click.echo(f"  {problem}", err=True)
    where = f"--players {plan.players} --seed {plan.seed} --first {failure.number} --games 1"
    again = f"riskvar soak {asked.words} --bots {shlex.quote(asked.bots)} {where} --max-moves {asked.max_moves}"
    click.echo(f"again: {again}", err=True)
    try:
        shown = _write_scenario(plan, asked, failure)
    except OSError as error:  # the folder may be for reading only, and the game is told all the same
        shown = f"no scenario was written: {(error.strerror or str(error)).lower()}"
    click.echo(shown, err=True)
    about = {"variant": plan.variant.id, "rules": asked.added, "players": plan.players, "seed": failure.seed}
    echo(json.dumps({**about, "problems": failure.problems, "moves": failure.moves, "tried": failure.tried}))


def _write_scenario(plan: "Plan", asked: _Asked, failure: "Failure") -> str:
    """Write the fault as the shortest scenario that shows it; what to do with it."""
    from riskcore import Rulebook
    from riskcore.files.disk import write_whole
    from riskcore.scenario.discovery import SUFFIX
    from riskcore.scenario.shrinking import Fault, fault_text
    from riskcore.text.narrate import player_names

    rules = Rulebook(plan.variant)
    told = (failure.orders, failure.problems, failure.moves, failure.tried, failure.unlisted)
    fault = Fault(plan.players, failure.seed, *told)
    variant = os.path.relpath(asked.source) if os.path.exists(asked.source) else None
    text = fault_text(rules, fault, player_names(plan.players, rules.owners(plan.players)), variant)
    if text is None:
        return "no scenario shows it: it takes the whole game, or it is the bot's"
    file = Path(f"fault-{plan.variant.id}-{failure.number}{SUFFIX}")
    write_whole(file, text)
    return f"shown by: riskvar test {shlex.quote(str(file))}{asked.plugins}"
