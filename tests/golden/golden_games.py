"""Golden playthroughs: one game of every shipped variant. `python tests/golden/golden_games.py` writes them anew.

They change only when a rule, a bot or the use of random numbers changes; then look at the difference before keeping it.
"""

import hashlib
from pathlib import Path

from riskcore import Game, Rulebook, load_variant
from riskcore.files.catalog import Catalog
from riskcore.files.variant import shipped_variants

FOLDER = Path(__file__).parent
SEED = 59
MAX_ROUNDS = 60
SHOWN = 40  # moves; the fingerprint covers all


def variants() -> list[str]:
    """The shipped variants that can be played."""
    return [variant.id for variant in shipped_variants() if variant.group != "base"]


def playthrough(name: str) -> str:
    """A game of greedy players, as text."""
    variant = load_variant(name)
    players = max(variant.players.min, min(4, variant.players.max))
    bot = Catalog().bot_class("greedy")
    game = Game(Rulebook(variant), players, SEED, orders=bot.order)
    bots = [bot() for _ in range(players)]
    views = [game.view(player) for player in range(players)]
    for player, view in enumerate(views):
        bots[player].start(view, SEED + player)
    lines = []
    told = hashlib.sha256()
    while game.outcome is None and game.state.round <= MAX_ROUNDS:
        decider = game.to_move
        assert decider is not None
        events = game.push(bots[decider].decide(views[decider]))
        kind, *fields = game.moves[-1]
        lines.append(f"{decider}: {game.rules.moves[kind](*fields)!r}")
        told.update(repr(events).encode())
    outcome = f"{game.outcome.winner} by {game.outcome.reason}" if game.outcome else "nobody"
    state = game.state
    return "\n".join(
        [
            f"{name}, {players} players, seed {SEED}",
            f"won by {outcome} in round {state.round}, turn {state.turn}, after {len(game.moves)} moves",
            f"random numbers drawn: {state.cursor}",
            f"events: {told.hexdigest()[:32]}",
            *lines[:SHOWN],
            "",
        ]
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for known in FOLDER.glob("*.txt"):
        known.unlink()
    for each in variants():
        (FOLDER / f"{each}.txt").write_text(playthrough(each), encoding="utf-8")
