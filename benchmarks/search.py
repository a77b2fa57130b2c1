"""What a search pays: copies against bare list slices, early and late in a game, and imagined games over copies.

CPU time, all ways in turns within one run, the best of each: `python benchmarks/search.py`.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from riskcore import Game, Rulebook, load_variant
from riskcore.files.variant import shipped_variants

CALLS = 500
EARLY = 300  # moves
LATE = 10_000


def wander(rules: Rulebook, moves: int) -> Game:
    """A game after so many moves by chance; one game after another, if one is too short."""
    for seed in range(1000):
        game = Game(rules, rules.variant.players.max, seed, orders=2, events=False)
        chance = Random(seed)
        made = 0
        while game.outcome is None and made < moves:
            game.push(game.legal_moves.sample(chance))
            made += 1
        if made == moves:
            return game
    raise SystemExit(f"{rules.variant.name}: no game has {moves} moves")


def lists_in(value: Any) -> Iterator[list[Any] | dict[str, Any]]:
    """Every list and dict in what a rule keeps."""
    if isinstance(value, list | dict):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from lists_in(item)


def slices(game: Game) -> Callable[[], object]:
    """All lists of a state sliced by hand: the least that a copy can cost."""
    state = game.state
    flat = (
        *(state.owner, state.armies, state.continent_sizes, state.held, state.reserve),
        *(state.alive, state.deck, state.discard, state.orders),
        *state.held_in,
        *state.hands,
        *state.frames,
    )
    kept = list(lists_in(state.data))
    lists = [*flat, *(each for each in kept if isinstance(each, list))]
    dicts = [each for each in kept if isinstance(each, dict)]
    return lambda: ([each[:] for each in lists], [each.copy() for each in dicts])


def main() -> None:
    """Time, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("variants", nargs="*", help="all shipped ones, if none is named")
    options.add_argument("--repeats", type=int, default=15, help="batches of each")
    arguments = options.parse_args()
    playable = [variant.id for variant in shipped_variants() if variant.group != "base"]
    timed: dict[tuple[str, str], Callable[[], object]] = {}
    for name in arguments.variants or playable:
        game = wander(Rulebook(load_variant(name)), EARLY)
        view = game.view(0)
        timed[name, "slices"] = slices(game)
        timed[name, "copy"] = game.copy
        timed[name, "imagine"] = lambda view=view: view.imagine(5)  # type: ignore[misc]  # binds the view
    late = wander(Rulebook(load_variant("classic-1959")), LATE)
    long = f"classic-1959, {LATE:,} moves"
    timed[long, "slices"] = slices(late)
    timed[long, "copy"] = late.copy
    timed[long, "imagine"] = lambda: late.view(0).imagine(5)
    best = dict.fromkeys(timed, float("inf"))
    for _ in range(arguments.repeats):
        for key, run in timed.items():
            start = time.process_time()
            for _ in range(CALLS):
                run()
            best[key] = min(best[key], (time.process_time() - start) / CALLS * 1e6)
    print(f"{'µs':32}{'slices':>8}{'copy':>8}{'ratio':>8}{'imagine over copy':>20}")
    for name in dict.fromkeys(name for name, _ in timed):
        bare, copy, imagine = (best[name, what] for what in ("slices", "copy", "imagine"))
        print(f"{name:32}{bare:8.2f}{copy:8.2f}{copy / bare:8.2f}{imagine - copy:20.2f}")


if __name__ == "__main__":
    main()
