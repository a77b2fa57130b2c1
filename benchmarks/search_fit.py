"""How much each asset counts for the chance to win: fitted to who wins among planners, as `search` judges positions.

Prints the weights, and how well they foretell games that they were not fitted to: `python benchmarks/search_fit.py`.
"""

import argparse
from collections.abc import Sequence
from math import log

import attrs
import numpy as np
from scipy.optimize import minimize

from risk_bots.asking import some_sets
from risk_bots.search.evaluation import Assets, Weights, assets, chances_of
from riskcore import DECIDER, load_variant
from riskcore.lab import Plan
from riskcore.lab.play.batch import Arena

VARIANTS = (
    "classic-1959",
    "world-domination-1993",
    "golden-cavalry-2004",
    "mission-2004",
    "two-player-1959",
    "two-player-1993",
    "two-player-passive-2004",
)
EVERY = 3  # turns: those between look much the same
LONGEST = 60  # rounds
PLAUSIBLE = {"ahead": 6, "at_risk": 3, "set_size": 10, "table": 3, "duel": 12, "wait": 2, "near": 3}  # 0 to this

Position = Sequence[Assets | None]


@attrs.frozen
class Played:
    """One game: positions at the start of turns, and who won."""

    positions: list[Position]
    winner: int

    def surprise(self, weights: Weights) -> float:
        """How little the chances expected the winner, on average: the negative logarithm of their chance."""
        return float(np.mean([-log(max(1e-6, chances_of(each, weights)[self.winner])) for each in self.positions]))


def play(arena: Arena, number: int) -> Played | None:
    """A game of planners; None if nobody won."""
    match = arena.open(number)
    game, state = match.game, match.game.state
    sets = some_sets(game.view(0))
    positions: list[Position] = []
    turn = 0
    while state.frames and state.round <= LONGEST:
        if state.turn != turn:
            turn = state.turn
            if turn % EVERY == 0:
                positions.append(assets(game, sets))
        game.push(match.deciders[state.frames[-1][DECIDER]]())
    outcome = state.outcome
    return Played(positions, outcome.winner) if outcome and outcome.winner >= 0 and positions else None


def main() -> None:
    """Play, fit, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("variants", nargs="*", default=VARIANTS)
    options.add_argument(
        "--games", type=int, default=100, help="of each variant; every second one is kept for the test"
    )
    options.add_argument("--seed", type=int, default=0)
    arguments = options.parse_args()
    games: dict[str, list[Played]] = {}
    for name in arguments.variants:
        variant = load_variant(name)
        players = min(4, variant.players.max)
        arena = Arena(Plan(variant, players, arguments.seed, ("planner",)))
        played = (play(arena, number) for number in range(arguments.games))
        games[name] = [each for each in played if each is not None]
    names = [field.name for field in attrs.fields(Weights)]

    def surprise(values: Sequence[float], part: int) -> float:
        weights = Weights(*values)
        return float(np.mean([np.mean([each.surprise(weights) for each in one[part::2]]) for one in games.values()]))

    start = attrs.astuple(Weights())
    bounds = [(0.01, PLAUSIBLE[name]) for name in names]
    found = minimize(
        surprise, start, args=(0,), method="Powell", bounds=bounds, options={"maxiter": 8, "xtol": 0.02, "ftol": 1e-4}
    )
    for name, before, now in zip(names, start, found.x, strict=True):
        print(f"{name:10} now {before:6.2f}  fitted {now:6.2f}")
    print(f"surprise at other games: now {surprise(start, 1):.4f}, fitted {surprise(found.x, 1):.4f}")


if __name__ == "__main__":
    main()
