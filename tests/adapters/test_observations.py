"""What stands where in an observation."""

import numpy as np

from riskcore import Game, Rulebook, load_variant
from riskcore.adapters.observations import ObservationLayout

RULES = Rulebook(load_variant("classic-1959"))
POSITION = {
    "owners": {"Brazil": 1, "Peru": 2},
    "armies": {"Brazil": 7},
    "rest": 0,
    "hands": {1: [3, 5], 2: [4]},
    "player": 1,
}


def shown(part: str, player: int) -> list[float]:
    layout = ObservationLayout(RULES, 3)
    game = Game.from_position(RULES, 3, POSITION)
    row = layout.observe(game.view(player))
    _, start, size, _ = layout.parts[part]
    assert row.shape == (layout.size,)
    assert row.dtype == np.float32
    return [float(number) for number in row[start : start + size]]


def test_owners_are_counted_from_the_observer() -> None:
    brazil = RULES.board.territory("Brazil")
    assert [shown("owner", player)[brazil] for player in range(3)] == [1, 0, 2]


def test_armies_stand_by_territory() -> None:
    assert shown("armies", 0)[RULES.board.territory("Brazil")] == 7


def test_a_player_sees_their_own_cards_and_how_many_others_hold() -> None:
    assert [card for card, held in enumerate(shown("hand", 1)) if held] == [3, 5]
    assert not any(shown("hand", 0))
    assert shown("cards held", 0) == [0, 2, 1]
    assert shown("cards held", 1) == [2, 1, 0]


def test_whose_turn_it_is_is_counted_from_the_observer_too() -> None:
    assert [shown("table", player)[1] for player in range(3)] == [1, 0, 2]


def test_parts_lie_one_behind_the_other() -> None:
    parts = list(ObservationLayout(RULES, 3).parts.values())
    assert [part.start + part.size for part in parts[:-1]] == [part.start for part in parts[1:]]


def test_what_others_hide_is_not_observed() -> None:
    layout = ObservationLayout(RULES, 3)
    rows = [
        layout.observe(Game.from_position(RULES, 3, {**POSITION, "hands": {1: [3, 5], 2: [card]}}).view(1))
        for card in (4, 30)
    ]
    assert np.array_equal(*rows)
