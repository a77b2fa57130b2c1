"""How often the intervals of a run hold the truth, which is known for pools of games (`pools.py`).

`python benchmarks/coverage.py FOLDER POOL… [--runs 300] [--games 200]` prints a row for each measure: how many of the
runs hold the value of all games of the pool, and how far runs lie beside it on average, in standard errors.
"""

import argparse
from pathlib import Path

import numpy as np
from pools import load

from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.measures import MEASURES


def main() -> None:
    """Draw, measure, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("pools", nargs="+")
    options.add_argument("--runs", type=int, default=300)
    options.add_argument("--games", type=int, default=200)
    arguments = options.parse_args()
    for name in arguments.pools:
        pool = load(arguments.folder, name)
        whole = Games.of(pool.run(range(len(pool.games))))
        chosen = [each for each in MEASURES if each.kind != "seats"]
        truth = {each.key: each.value(whole) for each in chosen}
        values: dict[str, list[float]] = {each.key: [] for each in chosen}
        sides: dict[str, list[int]] = {each.key: [] for each in chosen}  # -1: the interval lies below the truth
        for run in pool.runs(arguments.runs, arguments.games, seed=1):
            games = Games.of(run)
            for each in chosen:
                value, interval, true = each.value(games), each.interval(games), truth[each.key]
                if value is not None and interval is not None and true is not None and np.isfinite(value):
                    values[each.key].append(value)
                    sides[each.key].append((interval.low > true) - (interval.high < true))
        print(f"{name}: {len(pool.games):,} games, {arguments.runs} runs of {arguments.games}")
        for key, found in sides.items():
            told = np.asarray(values[key])
            beside = (told.mean() - truth[key]) / told.std() if told.std() else 0.0
            print(
                f"  {key:15} truth {truth[key]:7.3f}  held {100 * found.count(0) / len(found):5.1f} %"
                f"  too high {found.count(1):3}  too low {found.count(-1):3}  beside {beside:+.2f}"
            )


if __name__ == "__main__":
    main()
