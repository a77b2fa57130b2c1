"""Every shipped variant plays its golden game again, move by move, on every machine and Python version."""

import pytest

from .golden_games import FOLDER, playthrough, variants


@pytest.mark.parametrize("name", variants())
def test_the_golden_game_is_played_again(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    assert file.is_file(), "no golden game: run `python tests/golden/golden_games.py` and look at what it wrote"
    assert playthrough(name) == file.read_text(encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(variants())
