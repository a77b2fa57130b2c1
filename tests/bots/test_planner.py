"""What the planner does where a beginner errs."""

import pytest

from riskcore import Rulebook, Variant, load_variant
from riskcore.files.variant import shipped_variants
from riskcore.lab.play.batch import Arena, Plan, play_game

from .players import decisions

PLAYABLE = [variant for variant in shipped_variants() if variant.group != "base"]
BOARD = Rulebook(load_variant("classic-1959")).board


@pytest.mark.parametrize("variant", PLAYABLE, ids=lambda variant: variant.id)
def test_plays_every_variant_to_the_end(variant: Variant) -> None:
    chosen = load_variant(variant.id)
    players = max(chosen.players.min, min(3, chosen.players.max))
    arena = Arena(Plan(chosen, players, seed=2, bots=("planner",), max_rounds=150))
    records = [play_game(arena, number) for number in range(2)]
    assert all(record.winner is not None for record in records)
    assert records == [play_game(arena, number) for number in range(2)], "the seed decides everything"


def test_takes_a_continent_it_can_have_rather_than_more_of_what_is_near() -> None:
    position = {
        "owners": {"Brazil": 0, "Peru": 0, "Argentina": 0, "Venezuela": 1},
        "armies": {"Brazil": 6, "Venezuela": 2, "North Africa": 2},
        "rest": 2,
        "phase": "attack",
    }
    first = decisions("planner", "classic-1959", position)[0]
    assert first[:3] == ("assault", BOARD.territory("Brazil"), BOARD.territory("Venezuela"))
