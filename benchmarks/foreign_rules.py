"""How a bot fares under rules that it has never heard of: `python benchmarks/foreign_rules.py`.

Under each of the rules in `tests/bots/foreign_rules.py` alone, one bot plays against three that ignore the rule, each
in every seat equally often. Wins are a share of the games that somebody won. The usual game comes first: what the bot
wins there it owes to no rule.
"""

import argparse
import time
from pathlib import Path

from riskcore.lab import Recipe
from riskcore.lab.measure.columns import complete_blocks
from riskcore.lab.measure.measures import whole_blocks
from riskcore.lab.play.simulate import simulate
from riskcore.lab.stats.intervals import wilson

RULES = Path(__file__).parents[1] / "tests" / "bots" / "foreign_rules.py"
NAMES = ("supply-lines", "doctrines", "strongholds", "harbours")
PLAYERS = 4


def share(part: int, of: int) -> str:
    """A share of games with its range."""
    if not of:
        return "none"
    low, high = wilson(part, of).to_list()
    return f"{100 * part / of:.1f} %  {100 * (low or 0):5.1f} to {100 * (high or 0):5.1f}"


def main() -> None:
    """Play, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("rules", nargs="*", metavar="RULE", help=f"{', '.join(NAMES)}; all, if none is named")
    options.add_argument("--bot", default="planner", help="who plays alone")
    options.add_argument("--rest", default="ignores-rules", help="who plays against it")
    options.add_argument("--games", type=int, default=400, help="games under each rule")
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    bots = ",".join([given.bot, *[given.rest] * (PLAYERS - 1)])
    games = whole_blocks(given.games, PLAYERS)
    print(f"one {given.bot} among {PLAYERS - 1} {given.rest}, {games} games each, classic-1959, seed {given.seed}")
    print(f"{'rule':16}{'wins':>8}    {'95 % interval':16}{'unfinished':>12}{'CPU seconds':>13}")
    for name in given.rules or (None, *NAMES):
        recipe = Recipe("classic-1959", (), [name] if name else (), [RULES], PLAYERS, bots, given.seed)
        started = time.process_time()
        winners = complete_blocks(simulate(recipe.plan(), games))
        seconds = time.process_time() - started
        unfinished = winners.count(-1)
        won = share(winners.count(0), len(winners) - unfinished)
        print(f"{name or 'none':16}{won:>28}{unfinished / len(winners):>11.1%}{seconds:>13.1f}", flush=True)


if __name__ == "__main__":
    main()
