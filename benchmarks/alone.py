"""How often one bot wins alone among others of one kind: `python benchmarks/alone.py VARIANT…`.

Unlike `riskvar ladder` it does not stop when the order is settled, for here the share itself is asked for. The bot sits
in every seat equally often. Wins are a share of the games that somebody won.
"""

import argparse
import time

from riskcore.files.variant import shipped_variants
from riskcore.lab import Recipe
from riskcore.lab.measure.columns import complete_blocks
from riskcore.lab.measure.measures import whole_blocks
from riskcore.lab.play.simulate import simulate
from riskcore.lab.stats.intervals import wilson


def main() -> None:
    """Play, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("variants", nargs="*", metavar="VARIANT", help="all that are shipped, if none is named")
    options.add_argument("--bot", default="planner", help="who plays alone")
    options.add_argument("--rest", default="greedy", help="who plays against it")
    options.add_argument("--games", type=int, default=1000, help="games of each variant")
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    print(f"one {given.bot} among {given.rest}, {given.games} games or more each, seed {given.seed}")
    print(f"{'variant':26}{'players':>7}{'wins':>8}  {'95 % interval':14}{'unfinished':>10}{'CPU seconds':>12}")
    for name in given.variants or [listed.id for listed in shipped_variants() if listed.group != "base"]:
        seats = Recipe(name).plan().players
        bots = ",".join([given.bot, *[given.rest] * (seats - 1)])
        started = time.process_time()
        plan = Recipe(name, players=seats, bots=bots, seed=given.seed).plan()
        winners = complete_blocks(simulate(plan, whole_blocks(given.games, seats)))
        seconds = time.process_time() - started
        unfinished = winners.count(-1)
        won = len(winners) - unfinished
        low, high = wilson(winners.count(0), won).to_list() if won else (None, None)
        told = f"{winners.count(0) / won:8.1%}  {low or 0:6.1%} {high or 0:6.1%}" if won else f"{'none':24}"
        print(f"{name:26}{seats:7}{told}{unfinished / len(winners):11.1%}{seconds:12.0f}", flush=True)


if __name__ == "__main__":
    main()
