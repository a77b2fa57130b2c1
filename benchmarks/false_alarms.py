"""How often a variant is called different from itself: two runs of the same games, drawn from pools (`pools.py`).

`python benchmarks/false_alarms.py FOLDER VARIANT [--runs 300]` compares as `riskvar compare` does, levels included: the
pools are VARIANT-novice, VARIANT-greedy and VARIANT-planner. Skill, for which there is no pool, is drawn at 50 %.
"""

import argparse
from pathlib import Path

import numpy as np
from pools import Pool, load

from riskcore.lab.comparisons import by_level
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Side, compare
from riskcore.lab.measure.measures import Measured

LEVELS = ("novice", "greedy", "planner")
SKILL_GAMES = 100


def pair(pool: Pool, games: int, rng: np.random.Generator) -> tuple[Games, Games]:
    """Two runs that have no game in common."""
    chosen = rng.permutation(len(pool.games))[: 2 * games].tolist()
    return Games.of(pool.run(chosen[:games])), Games.of(pool.run(chosen[games:]))


def skill(rng: np.random.Generator) -> list[Measured]:
    """Skill as a run measures it."""
    wins = int(rng.binomial(SKILL_GAMES, 0.5))
    return [
        Measured(
            "skill", "Skill", "", "share", wins / SKILL_GAMES, None, SKILL_GAMES, front=True, details={"wins": wins}
        )
    ]


def main() -> None:
    """Draw, compare, count."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("variant")
    options.add_argument("--runs", type=int, default=300)
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--beside", type=int, default=100)
    arguments = options.parse_args()
    pools = {level: load(arguments.folder, f"{arguments.variant}-{level}") for level in LEVELS}
    rng = np.random.default_rng(7)
    called: dict[str, int] = {}
    any_called = any_level = 0
    for run in range(1, arguments.runs + 1):
        sides = {
            level: pair(pool, arguments.games if level == LEVELS[-1] else arguments.beside, rng)
            for level, pool in pools.items()
        }
        base, ours = sides[LEVELS[-1]]
        changes = compare(Side(base, skill(rng)), [Side(ours, skill(rng))])
        different = [each.key.partition(".")[0] for each in changes[0] if each.different]
        [levels] = by_level(changes, {level: list(both) for level, both in sides.items()})
        held = [key for key, each in levels.items() if each.holds not in (None, "not settled")]
        any_called += bool(different)
        any_level += bool(different or held)
        for key in (*different, *(f"{key} by level" for key in held)):
            called[key] = called.get(key, 0) + 1
        if run % 20 == 0 or run == arguments.runs:
            print(
                f"{run} runs: different {any_called}, or said to hold at some level {any_level}; {called}", flush=True
            )


if __name__ == "__main__":
    main()
