"""The page about missions: its examples play, its vocabulary is complete, its numbers are of the shipped deck."""

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from risk_missions.deck_file import load_deck
from risk_missions.objectives import VOCABULARY
from riskcore import Game, Rulebook, load_variant
from riskcore.files.toml_source import shown

from .helpers import rulebook

PAGE = Path(__file__).parents[2] / "docs" / "missions.md"


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_examples_make_a_game(page: str, tmp_path: Path) -> None:
    """[M04-5] The deck and the variant that names it, each as the page has it."""
    for block in re.findall(r"```toml\n# (\S+\.toml).*?\n(.*?)```", page, re.DOTALL):
        (tmp_path / block[0]).write_text(block[1])
    game = Game(Rulebook(load_variant(tmp_path / "my-missions.toml")), 3)
    assert [len(hand) for hand in game.state.data["missions"]] == [2, 2, 2]


def _as_toml(value: Any) -> str:
    return shown(list(value) if isinstance(value, tuple) else value)


def test_the_vocabulary_is_complete(page: str) -> None:
    """[M04-5] Every objective with every field, and the default of those that may be left out."""
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", page, re.MULTILINE))
    wanted = {}
    for word, kind in VOCABULARY.items():
        fields = [
            field.name if field.default is attrs.NOTHING else f"{field.name} = {_as_toml(field.default)}"
            for field in attrs.fields(kind)
        ]
        wanted[word] = ", ".join(f"`{each}`" for each in fields)
    assert rows == wanted


def test_the_measured_missions_are_the_shipped_ones(page: str) -> None:
    """[M04-5] Rank, name and words; only the numbers are as old as the measurement."""
    deck = load_deck(Path("decks/missions-2004.toml"), rulebook("mission-2004").board)
    listed = re.findall(r"^\| (\w+) \| ([^|]+?) \| ([^|]+\.) \|", page, re.MULTILINE)
    assert listed == [(deck.piles[each.pile], each.name, each.words) for each in deck.missions.values()]
