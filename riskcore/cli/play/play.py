"""`riskvar play`: a game in the browser, against bots and friends."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.completion import complete_bots
from riskcore.cli.options import players_option, variant_options
from riskcore.cli.results import echo, echo_error
from riskcore.files.bots import split_bots

if TYPE_CHECKING:
    from socket import socket

__all__ = ["play"]

_PORT = 8420


@click.command(short_help="Play in the browser, against bots and friends.")
@variant_options
@players_option
@click.option(
    "--seats",
    default="you",
    show_default=True,
    metavar="WHO,…",
    help="Who sits at the table: `you` at this screen, `friend` with an address of their own, or a bot.",
)
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="NAME,…",
    help="Who sits in the seats that are left.",
    shell_complete=complete_bots,
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Seed of the random numbers: the same seed, the same cards and dice. Drawn anew if not given.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on; 0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"Port; {_PORT} or any that is free.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--games", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Where games are kept."
)
def play(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    players: int | None,
    seats: str,
    bots: str,
    seed: int | None,
    host: str,
    port: int | None,
    no_browser: bool,
    games: Path | None,
) -> None:
    """Play VARIANT in the browser.

    The page opens by itself. Games are kept, and go on where they were when you come back to their address.
    """
    from riskcore.cli.project import say_project
    from riskcore.lab import Recipe
    from riskcore.lab.play.recipe import USUAL_PLAYERS
    from riskcore.web.game.seats import new_seed
    from riskcore.web.server import serve
    from riskcore.web.session import new_session
    from riskcore.web.store import GameStore

    say_project(click.get_current_context())
    named = split_bots(seats)
    if players is None and len(named) > USUAL_PLAYERS:
        players = len(named)
    seed = new_seed() if seed is None else seed
    plan = Recipe(variant, settings, added, plugin_files, players, bots, seed).plan()
    if not all(named) or len(named) > plan.players:
        raise click.BadParameter(f"{seats!r} for {plan.players} players", param_hint="'--seats'")
    session = new_session(plan.variant, seed, named, plan.bots, plan.players)
    store = GameStore(games or _folder(), plugin_files)
    store.add(session)
    listener = _listen(host, port)
    name = host if host not in ("0.0.0.0", "::") else "127.0.0.1"
    place = f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"
    echo(f"{plan.variant.name}: {place}#{session.host}")
    for number, seat in enumerate(session.seats):
        if seat.token:
            echo(f"  {session.tree.names[number]}, a friend: {place}#{seat.token}")
    echo(f"  to look on: {place}#{session.spectator}")
    echo_error("Ctrl-C ends the server; the game is kept.")
    if not no_browser:
        _open(f"{place}#{session.host}")
    serve(store, listener, host)


def _folder() -> Path:
    """Where a user's games are kept: where the desktop's rules for folders say."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "riskvar" / "games"


def _listen(host: str, port: int | None) -> "socket":
    """A socket on the port asked for, or on the usual one if it is free."""
    from riskcore.web.server import listen

    try:
        return listen(host, _PORT if port is None else port)
    except OSError as error:
        if port is None and not isinstance(error, PermissionError):
            return listen(host, 0)
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(f"cannot serve on {host}:{port or _PORT}: {why}") from error


def _open(address: str) -> None:
    """The page, as soon as the server answers; a machine without a browser has the address."""
    import threading
    import webbrowser

    threading.Timer(0.5, webbrowser.open, [address]).start()
