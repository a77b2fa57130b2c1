"""`riskvar replay`: the games of a log, played again."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.options import plugin_files_option
from riskcore.cli.results import Command, echo
from riskcore.words import count

if TYPE_CHECKING:
    from riskcore.logs.game_log import LoggedGame

__all__ = ["replay"]


@click.command(cls=Command, short_help="Play the games of a log again, as proof or to follow one.")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--game", "number", type=click.IntRange(min=0), metavar="N", help="Tell this game, turn by turn.")
@click.option("--other-rules", is_flag=True, help="Replay under other rules than the log was written under.")
@plugin_files_option
def replay(path: Path, number: int | None, other_rules: bool, plugin_files: tuple[str, ...]) -> None:
    """Play every game of FILE again, and see that each ends as the log says.

    `riskvar run --log` writes such files, and `riskvar play` keeps every game in one.
    """
    from riskcore.logs.game_log import read_game, read_log

    if number is not None:
        _tell(read_game(path, number, plugin_files=plugin_files, other_rules=other_rules))
        return
    games = moves = unfinished = 0
    for logged in read_log(path, plugin_files=plugin_files, other_rules=other_rules):
        logged.replay()
        games, moves, unfinished = games + 1, moves + len(logged.moves), unfinished + (not logged.end)
    echo(f"{path.name}: {count(games, 'game')} of {count(moves, 'move')}, each played again as the log says")
    if unfinished:
        echo("the game has not ended yet")


def _tell(logged: "LoggedGame") -> None:
    from riskcore.cli.play.watch import Show

    logged.replay()  # what is told has happened
    show = Show.of_log(logged)
    show.introduce()
    for _ in show.turns():
        continue
    show.conclude()
