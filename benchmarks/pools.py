"""Large pools of games to draw runs from: how often a run is right shows only if many runs are made.

A pool is a file in a folder, named after the variant and the bot; calling this again adds what is missing:
`python benchmarks/pools.py FOLDER VARIANT BOT GAMES [--set …]`. `coverage.py` and `convergence.py` draw from pools.
"""

import argparse
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import numpy as np

from riskcore.lab import Plan, Recipe
from riskcore.lab.play.batch import GameRecord
from riskcore.lab.play.recorded_batch import Recording, fit_pilot, record_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.record.game_record import Log

AT_ONCE = 25  # games


@attrs.frozen
class Pool:
    """Games of one plan with all their turns."""

    plan: Plan
    rules: tuple[str, ...]
    games: list[tuple[GameRecord, Log]]

    def run(self, chosen: Sequence[int]) -> Results:
        """A run of these games, as if they had been played one after another."""
        results = Results(self.plan)
        records, logs = zip(*(self.games[at] for at in chosen), strict=True)
        results.add(Batch.of(0, records, Recording.of(self.rules, logs)))
        fit_pilot(results)
        return results

    def runs(self, number: int, games: int, seed: int) -> Iterator[Results]:
        """Runs of so many games, each drawn without putting back."""
        rng = np.random.default_rng(seed)
        for _ in range(number):
            yield self.run(rng.choice(len(self.games), games, replace=False).tolist())


def load(folder: Path, name: str) -> Pool:
    """The pool of this name."""
    batches: list[Batch] = []
    with (folder / f"{name}.pickle").open("rb") as file:
        plan = pickle.load(file)
        while True:
            try:
                batches.append(pickle.load(file))
            except EOFError:
                break
    games = [
        game
        for batch in batches
        if batch.recording is not None
        for game in zip(batch, batch.recording.logs, strict=True)
    ]
    recording = batches[0].recording
    return Pool(plan, recording.rules if recording else (), games)


def fill(path: Path, plan: Plan, games: int) -> None:
    """Play what is missing of so many games."""
    done = len(load(path.parent, path.stem).games) if path.exists() else 0
    with path.open("ab") as file:
        if not done:
            pickle.dump(plan, file)
        for start in range(done, games, AT_ONCE):
            pickle.dump(record_batch(plan, None, range(start, min(games, start + AT_ONCE))), file)
            file.flush()


def main() -> None:
    """Play, keep."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("variant")
    options.add_argument("bot")
    options.add_argument("games", type=int)
    options.add_argument("--set", dest="settings", action="append", default=[])
    options.add_argument("--name", help="of the pool; VARIANT-BOT by default")
    options.add_argument("--seed", type=int, default=11)
    arguments = options.parse_args()
    plan = Recipe(arguments.variant, settings=arguments.settings, bots=arguments.bot, seed=arguments.seed).plan()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    name = arguments.name or f"{arguments.variant}-{arguments.bot}"
    fill(arguments.folder / f"{name}.pickle", plan, arguments.games)


if __name__ == "__main__":
    main()
