"""What taking measures costs, against bare simulation of the same games: `python benchmarks/measures.py`.

Small batches are played in turns with and without measures, over and over; the best time of each batch counts, for the
machine may be busy with other things. Computing the intervals at the end is timed apart: it does not grow with the
number of games.
"""

import argparse
import time
from collections.abc import Callable

from riskcore import load_variant
from riskcore.lab.measure.measures import measure
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.recorded_batch import record_batch
from riskcore.lab.play.simulate import play_batch, simulate

BATCH = 10


def timed(act: Callable[[], object]) -> float:
    """Seconds of this process that something takes."""
    started = time.process_time()
    act()
    return time.process_time() - started


def compare(plan: Plan, batches: int, rounds: int) -> tuple[float, float, float]:
    """Seconds for the games without and with measures, and for the intervals."""
    results = simulate(plan, batches * BATCH, measured=True)
    assert results.lead is not None
    assert results.digest() == simulate(plan, batches * BATCH).digest(), "measures have changed a game"
    weights = results.lead.whole
    pieces = [range(start * BATCH, (start + 1) * BATCH) for start in range(batches)]
    bare = [float("inf")] * batches
    measured = [float("inf")] * batches
    for _ in range(rounds):
        for at, piece in enumerate(pieces):
            bare[at] = min(bare[at], timed(lambda piece=piece: play_batch(plan, piece)))
            measured[at] = min(measured[at], timed(lambda piece=piece: record_batch(plan, weights, piece)))
    return sum(bare), sum(measured), min(timed(lambda: measure(results)) for _ in range(3))


def main() -> None:
    """Print a line for each variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=["classic-1959", "capitals", "world-domination-1993", "expert"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--batches", type=int, default=6, help=f"of {BATCH} games each")
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    for name in options.variants:
        plan = Plan(load_variant(name), options.players)
        bare, measured, page = compare(plan, options.batches, options.rounds)
        games = options.batches * BATCH
        print(
            f"{name:24} bare {1000 * bare / games:6.2f} ms a game, measured {1000 * measured / games:6.2f}, "
            f"ratio {measured / bare:.3f}; all intervals {page:.2f} s"
        )


if __name__ == "__main__":
    main()
