"""`riskvar perft`: count every legal move and every outcome of chance, so many moves deep."""

import json

import click

from riskcore.cli.options import as_json, given_variant, seed_option, variant_options
from riskcore.cli.results import Command, echo

__all__ = ["perft"]


@click.command(cls=Command, short_help="Count every legal move and every outcome of chance.")
@variant_options
@click.option("--depth", type=click.IntRange(0, 20), default=2, show_default=True, metavar="N", help="How many moves.")
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Number of players; as few as may play.")
@seed_option
@click.option(
    "--after",
    type=click.IntRange(0, 10_000),
    default=0,
    metavar="N",
    help="Begin after so many moves of the seed's game, drawn from the legal ones.",
)
@click.option("--divide", is_flag=True, help="Count beyond each first move.")
@as_json
def perft(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    depth: int,
    players: int | None,
    seed: int,
    after: int,
    divide: bool,
    as_json: bool,
) -> None:
    """Count the game tree of VARIANT: leaves, and a digest of all moves, weights and positions.

    It begins after the set-up. Every roll is counted with its exact weight, and so is every card that may be drawn.
    Numbers change only when rules do, and --divide shows beyond which move. --set board=islands takes a board that is
    small enough to go deep.
    """
    from riskcore import lab

    loaded = given_variant(variant, settings, added, plugin_files)
    counted = lab.perft(loaded, depth, players=players, seed=seed, after=after)
    if as_json:
        echo(json.dumps(counted.to_dict(), indent=2))
        return
    if divide and counted.divide:
        width = max(len(branch.move) for branch in counted.divide)
        for branch in counted.divide:
            echo(f"{branch.move:<{width}}  {branch.positions:>5,}  {branch.leaves:>14,}  {branch.digest}")
        echo()
    game = counted.game
    echo(f"{game.variant.name}, {game.players} players, depth {depth}: {counted.leaves:,} leaves, {counted.digest}")
