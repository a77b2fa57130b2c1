"""What processes gain and what measuring costs: `python benchmarks/processes.py`.

All ways of playing the same games take turns within one run, and the best time of each counts, for the machine may be
busy with other things. With `--memory` it plays that many measured games once and prints the most memory it took.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from riskcore import load_variant
from riskcore.lab.measure.measures import measure
from riskcore.lab.measure.skill import play_side_games
from riskcore.lab.play.batch import Plan, arena_for, play_game
from riskcore.lab.play.simulate import simulate

COMMAND = "import sys; from riskcore.cli import main; sys.exit(main())"


def bare(plan: Plan, games: int) -> None:
    """The games and nothing else."""
    arena = arena_for(plan)
    for number in range(games):
        play_game(arena, number)


def games_of_a_run(plan: Plan, games: int) -> None:
    """All that `riskvar run` plays: measured games, and those that tell what skill is worth."""
    simulate(plan, games, measured=True)
    play_side_games(plan, games, simulate, restricted=False)


def command(*arguments: str) -> None:
    """`riskvar` in a process of its own, start included."""
    subprocess.run([sys.executable, "-c", COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL)


def best_of(ways: dict[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """The shortest time of each, taken in turns."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(repeats):
        for name, way in ways.items():
            started = time.perf_counter()
            way()
            best[name] = min(best[name], time.perf_counter() - started)
    return best


def megabytes(who: int) -> float:
    """The most memory that a process of this kind ever had."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(who).ru_maxrss * unit / 1e6


def take_memory(plan: Plan, games: int, workers: int) -> None:
    """Play measured games and print the most memory of this process and of its largest worker."""
    results = simulate(plan, games, measured=True, workers=workers)
    measure(results)
    here, worker = megabytes(resource.RUSAGE_SELF), megabytes(resource.RUSAGE_CHILDREN)
    print(f"{len(results):,} measured games: {here:.0f} MB here, {worker:.0f} MB in the largest worker")


def main() -> None:
    """Time, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--variant", default="classic-1959")
    options.add_argument("--games", type=int, default=1000, help="games of each way of playing, each time")
    options.add_argument("--repeats", type=int, default=7, help="times that each way is taken")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--memory", type=int, metavar="GAMES", help="only print the memory of so many games")
    given = options.parse_args()
    plan = Plan(load_variant(given.variant), 4)
    if given.memory:
        take_memory(plan, given.memory, given.workers)
        return
    games, many = given.games, given.workers
    run = ["run", given.variant, "--players", "4", "--games", str(games), "--workers", "1"]
    ways: dict[str, Callable[[], object]] = {
        "bare games": lambda: bare(plan, games),
        "one process": lambda: simulate(plan, games),
        f"{many} processes": lambda: simulate(plan, games, workers=many),
        "one process, measured": lambda: simulate(plan, games, measured=True),
        f"{many} processes, measured": lambda: simulate(plan, games, measured=True, workers=many),
        "the games of riskvar run": lambda: games_of_a_run(plan, games),
        "riskvar run, one worker": lambda: command(*run),
    }
    best = best_of(ways, given.repeats)
    for name, seconds in best.items():
        print(f"{name:28}{seconds:8.2f} s{games / seconds:9.0f} games/s")
    one, measured = best["one process"], best["one process, measured"]
    print(f"{many} processes against one      {one / best[f'{many} processes']:8.2f} times as fast")
    print(f"… measured                  {measured / best[f'{many} processes, measured']:8.2f} times as fast")
    print(f"simulate over bare games    {one / best['bare games']:8.2f} times the time")
    print(f"measured over unmeasured    {measured / one:8.2f} times the time")
    over = best["riskvar run, one worker"] / best["the games of riskvar run"]
    print(f"riskvar run over its games  {over:8.2f} times the time")
    over = best["riskvar run, one worker"] / best["bare games"]
    print(f"… over as many bare games   {over:8.2f} times the time")


if __name__ == "__main__":
    main()
