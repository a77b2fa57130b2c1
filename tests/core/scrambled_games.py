"""Games in which all that a viewer cannot know is changed: `python tests/core/scrambled_games.py [VIEWS] [VARIANT …]`.

The tests look at few positions of each game; by hand, look at as many as there is time for. Each view that is looked at
is imagined as well, and so many views are looked at of each variant, in whole games, half of them of greedy players.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from risk_bots.pipe_bot import decision_line, opening_line
from risk_bots.pipe_text import describe_decision, legal_ranges
from riskcore import Game, Rulebook, View, load_variant
from riskcore.files.catalog import Catalog
from riskcore.files.variant import shipped_variants
from riskcore.testing import leaks, scramble, told_by

BOTS = ("greedy", "random")
MAX_ROUNDS = 200
MAX_MOVES = {"greedy": 5000, "random": 800}  # random play may never end
EVERY = 5
# Events that bring secrets to light, as the rules have it
REVEALING = ("aim reached", "capital fell", "capital named", "mission shown")


def variants() -> list[str]:
    """The shipped variants that can be played."""
    return [variant.id for variant in shipped_variants() if variant.group != "base"]


def decisions(rules: Rulebook, bot: str, seed: int) -> Iterator[tuple[Game, tuple[object, ...]]]:
    """The positions of a whole game, each with the move about to be made."""
    players = max(rules.variant.players.min, min(4, rules.variant.players.max))
    cls = Catalog().bot_class(bot)
    game = Game(rules, players, seed, orders=getattr(cls, "order", 0), events=False)
    bots = [cls() for _ in range(players)]
    views = [game.view(player) for player in range(players)]
    for player, view in enumerate(views):
        bots[player].start(view, seed + player)
    for _ in range(MAX_MOVES[bot]):
        decider = game.to_move
        if decider is None or game.state.round > MAX_ROUNDS:
            break
        move = bots[decider].decide(views[decider])
        yield game, move
        game.push(move)


def told_to_programs(game: Game, seed: int) -> list[str]:
    """What a program that plays over a pipe is told that depends on what it cannot know."""
    player = game.to_move
    twin = game.copy()
    scramble(twin.state, player, seed)
    one, two = (_pipe_texts(each.view(player), seed) for each in (game, twin))
    return [f"a pipe tells {mine[:80]}" for mine, other in zip(one, two, strict=True) if mine != other]


def _pipe_texts(view: View, seed: int) -> list[str]:
    rows = legal_ranges(view)
    return [opening_line(view, seed), decision_line(view, rows), describe_decision(view, rows)]


def looked_at(rules: Rulebook, bot: str, seed: int, every: int) -> Counter[str]:
    """How often something was looked at, by what it was, and every leak. Decisions in secret are looked at always."""
    chance = Random(seed)
    found: Counter[str] = Counter()
    game = None
    for number, (game, move) in enumerate(decisions(rules, bot, seed)):
        waiting = rules.phases[game.phase or ""]
        if waiting.secret is None and chance.randrange(every):
            continue
        found.update(f"leak: {leak}" for leak in told_to_programs(game, number))
        for viewer in (None, *range(game.players)):
            found["views"] += 1
            found["of decisions in secret"] += game.view(viewer).to_move is None
            found.update(f"leak: {leak}" for leak in leaks(game, viewer, number))
            if viewer != game.to_move:
                found.update(f"leak: {leak}" for leak in told_by(game, move, viewer, number, REVEALING))
    found["finished"] += game is not None and game.outcome is not None
    return found


def main(views: int, names: list[str]) -> None:
    """Look at many positions of every variant."""
    for name in names:
        rules = Rulebook(load_variant(name))
        found: Counter[str] = Counter()
        games = 0
        while found["views"] < views:
            found += looked_at(rules, BOTS[games % len(BOTS)], games, EVERY)
            games += 1
        counts = [f"{found.pop(what, 0):6} {what}" for what in ("views", "of decisions in secret", "finished")]
        print(f"{name:26}{', '.join(counts)} of {games} games", flush=True)
        for leak, times in found.most_common():
            print(f"  {times} times {leak}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:] or variants())
