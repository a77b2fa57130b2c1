"""The game tree of every shipped variant from a position early in a game: `python -m tests.golden.golden_trees`.

They change only when a rule changes; `riskvar perft NAME --after N --divide` then shows beyond which move.
"""

import tomllib
from pathlib import Path

import tomli_w

from riskcore import Rulebook, load_variant
from riskcore.lab.play.perft import begun, count_tree

from .golden_games import variants

FILE = Path(__file__).parent / "trees.toml"
SEED = 7
TURN = 3
MOST = 400  # leaves of a tree that is worth another level


def read() -> dict[str, dict[str, int | str]]:
    """The trees as they were."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def count(name: str, after: int, depth: int) -> dict[str, int | str]:
    """The tree of a variant as it is."""
    variant = load_variant(name)
    counted = count_tree(begun(Rulebook(variant), variant.players.min, SEED, after), depth)
    chances = sum(branch.positions > 1 for branch in counted.divide)
    return {"after": after, "depth": depth, "chances": chances, "leaves": counted.leaves, "digest": counted.digest}


def attacks_after(name: str) -> int:
    """After how many moves of the seed's game the attacks of an early turn begin."""
    variant = load_variant(name)
    rules = Rulebook(variant)
    after = 0
    while True:
        game = begun(rules, variant.players.min, SEED, after)
        if game.state.turn >= TURN and game.phase == "attack":
            return after
        after += 1


def write() -> None:
    """Count anew."""
    trees = {}
    for name in variants():
        after = attacks_after(name)
        trees[name] = count(name, after, 1)
        if int(trees[name]["leaves"]) < MOST:
            trees[name] = count(name, after, 2)
        print(name, trees[name])
    FILE.write_text(tomli_w.dumps(trees), encoding="utf-8")


if __name__ == "__main__":
    write()
