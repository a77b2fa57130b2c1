"""How fast the pluggable engine is, against the hard-coded yardstick: `python benchmarks/speed.py`.

Every way of playing is first checked to give the yardstick's winners and turns from the same seeds; then all are timed
in turns within one run, and the best time of each counts, for the machine may be busy with other things.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
from hard_coded import Yardstick

from risk_bots.greedy import GreedyBot
from riskcore import DECIDER, PHASE, Game, Rulebook, View, load_variant

PLAYERS = 4
MAX_ROUNDS = 200
Result = tuple[int, int]


@attrs.define
class AsksToMoveIn(GreedyBot):
    """The same player, but asked how many armies move in."""

    def decide(self, view: View) -> tuple[Any, ...]:
        """As greedy, with orders that leave the move open."""
        move = GreedyBot.decide(self, view)
        return (*move[:5], 0) if move[0] == "assault" else move


@attrs.define
class StepByStep(GreedyBot):
    """The same player, but every roll is a move of its own."""

    _plan: tuple[Any, ...] = ()

    def decide(self, view: View) -> tuple[Any, ...]:
        """As greedy, carrying the order out battle by battle."""
        if view.frame[PHASE] != "attack":
            return GreedyBot.decide(self, view)
        if self._plan:
            _, source, target, keep, margin, _ = self._plan
            mine = view.armies[source]
            if view.owner[target] != view.player and mine > keep and mine - view.armies[target] >= margin:
                return ("attack", source, target, 3 if mine > 3 else mine - 1)
        move = GreedyBot.decide(self, view)
        if move[0] != "assault":
            self._plan = ()
            return move
        self._plan = move
        mine = view.armies[move[1]]
        return ("attack", move[1], move[2], 3 if mine > 3 else mine - 1)


def play(rules: Rulebook, bot: type[GreedyBot], order: int, seed: int) -> Game:
    """One game through `push`."""
    game = Game(rules, PLAYERS, seed, orders=order, events=False)
    views = [game.view(player) for player in range(PLAYERS)]
    bots = [bot() for _ in range(PLAYERS)]
    for view, player in zip(views, bots, strict=True):
        player.start(view, seed)
    state = game.state
    frames = state.frames
    push = game.push
    while frames and state.round < MAX_ROUNDS:
        decider = frames[-1][DECIDER]
        push(bots[decider].decide(views[decider]))
    return game


def result(game: Game) -> Result:
    """What must be the same as the yardstick's."""
    return (game.outcome.winner if game.outcome else -1), game.state.turn


def replay(rules: Rulebook, order: int, seed: int, moves: list[tuple[Any, ...]]) -> None:
    """Push the moves of a played game again, without asking anybody."""
    game = Game(rules, PLAYERS, seed, orders=order, events=False)
    push = game.push
    for move in moves:
        push(move)


def main() -> None:
    """Check, time, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=60, help="games in a timed batch")
    options.add_argument("--repeats", type=int, default=15, help="batches of each way of playing")
    arguments = options.parse_args()
    seeds = range(arguments.games)

    rules = Rulebook(load_variant("classic-1959"))
    wrapping = Path(__file__).with_name("wrapped_rules.py")
    wrapped = Rulebook(load_variant("classic-1959", rules=["wrapped"], plugin_files=[wrapping]))
    yardstick = Yardstick(rules.board)
    ways: dict[str, tuple[Rulebook, type[GreedyBot], int]] = {
        "attack orders through push": (rules, GreedyBot, 3),
        "… with three rules wrapped": (wrapped, GreedyBot, 3),
        "… with the move-in asked": (rules, AsksToMoveIn, 3),
        "every roll and defence asked": (rules, StepByStep, 0),
    }
    moves: dict[str, int] = {}
    for name, way in ways.items():
        moves[name] = 0
        for seed in seeds:
            game = play(*way, seed)
            moves[name] += len(game.moves)
            winner, turns, owners = yardstick.play(PLAYERS, seed, MAX_ROUNDS)
            if (winner, turns) != result(game) or owners != game.state.owner:
                raise SystemExit(f"{name}, seed {seed}: {result(game)}, but the yardstick has {(winner, turns)}")
    print(f"checked: {len(seeds)} games each, same winners, turns and territories as the yardstick")

    recorded = [(seed, play(rules, GreedyBot, 3, seed).moves) for seed in seeds]
    step_by_step = [(seed, play(rules, StepByStep, 0, seed).moves) for seed in seeds]
    timed: dict[str, Callable[[], object]] = {
        "hard-coded yardstick": lambda: [yardstick.play(PLAYERS, seed, MAX_ROUNDS) for seed in seeds]
    }
    for name, way in ways.items():
        timed[name] = lambda way=way: [play(*way, seed) for seed in seeds]  # type: ignore[misc]  # binds the way
    timed["replay of orders"] = lambda: [replay(rules, 3, seed, row) for seed, row in recorded]
    timed["replay of every roll"] = lambda: [replay(rules, 0, seed, row) for seed, row in step_by_step]
    moves["replay of orders"] = sum(len(row) for _, row in recorded)
    moves["replay of every roll"] = sum(len(row) for _, row in step_by_step)

    best = dict.fromkeys(timed, float("inf"))
    for _ in range(arguments.repeats):
        for name, run in timed.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)

    unit = best["hard-coded yardstick"]
    print(f"{'':30}{'games/s':>9}{'ratio':>8}{'moves/game':>12}{'µs/move':>9}{'moves/s':>11}")
    for name, seconds in best.items():
        row = f"{name:30}{len(seeds) / seconds:9.0f}{unit / seconds:8.3f}"
        if name in moves:
            number = moves[name]
            row += f"{number / len(seeds):12.0f}{seconds / number * 1e6:9.2f}{number / seconds:11,.0f}"
        print(row)


if __name__ == "__main__":
    main()
