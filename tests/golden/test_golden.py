"""Every shipped variant plays its golden game again, move by move, on every machine and Python version."""

import pytest

from . import golden_trees
from .golden_games import FOLDER, playthrough, variants


@pytest.mark.parametrize("name", variants())
def test_the_golden_game_is_played_again(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    assert file.is_file(), "no golden game: run `python tests/golden/golden_games.py` and look at what it wrote"
    assert playthrough(name) == file.read_text(encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(variants())


@pytest.mark.parametrize("name", variants())
def test_the_tree_is_counted_again(name: str) -> None:
    """Every legal move and every outcome of chance of a position early in a game, move by move and weight by weight."""
    tree = golden_trees.read().get(name)
    assert tree is not None, "no golden tree: run `python -m tests.golden.golden_trees` and look at what it wrote"
    assert golden_trees.count(name, int(tree["after"]), int(tree["depth"])) == tree


def test_no_golden_tree_is_left_over() -> None:
    assert set(golden_trees.read()) == set(variants())
