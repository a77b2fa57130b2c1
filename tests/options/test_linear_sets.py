"""Sets that bring 4, 5, 6, … armies whatever the edition says."""

import pytest

from riskcore.moves import Trade

from .helpers import EDITIONS, position, rulebook

ANY_THREE = (0, 1, 8)  # three infantry
ALL_KINDS = (42, 43, 0)  # two wild cards and one more


@pytest.mark.parametrize("edition", [*EDITIONS, "mission-2004"])
@pytest.mark.parametrize(("traded_before", "armies"), [(0, 4), (1, 5), (2, 6), (11, 15), (40, 44)])
def test_every_set_brings_one_army_more_than_the_one_before(edition: str, traded_before: int, armies: int) -> None:
    """[X1] Over all players; where the edition goes by insignia, too."""
    rules = rulebook(edition, "linear-sets")
    owners = {rules.board.territories[card]: 1 for card in ANY_THREE}  # so that no card matches an own territory
    game = position(rules, owners=owners, hands={0: list(ANY_THREE)}, sets_traded=traded_before, phase="trade")
    game.push(Trade(ANY_THREE))
    assert game.state.reserve[0] == armies


def test_what_a_set_shows_makes_no_difference() -> None:
    """[X1, M04-2]"""
    rules = rulebook("mission-2004", "linear-sets")
    game = position(rules)
    assert rules.set_value(game.state, 0, ANY_THREE) == rules.set_value(game.state, 0, ALL_KINDS) == 4


def test_first_value_and_step_are_parameters() -> None:
    """[X1]"""
    settings = ("rules.linear-sets.first=6", "rules.linear-sets.step=3")
    rules = rulebook("classic-1959", "linear-sets", settings=settings)
    game = position(rules, sets_traded=4)
    assert rules.set_value(game.state, 0, ANY_THREE) == 18
