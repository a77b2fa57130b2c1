"""Armies for capitals held."""

from typing import Any

import pytest

from riskcore import Game, RulebookError

from .helpers import at, position, rulebook

INCOME = ("rules.capital-income.own=4", "rules.capital-income.taken=2")


def holding(**owners: int) -> Game:
    """The capitals of the players are Alaska, Brazil and Congo; player 0 has all that is not named."""
    rules = rulebook("classic-1959", "capitals", "capital-income", settings=INCOME)
    capitals = [rules.board.territory(name) for name in ("Alaska", "Brazil", "Congo")]
    given: dict[str, Any] = {"Peru": 1, "Egypt": 2, **owners}
    return position(rules, owners=given, data={"capitals": capitals}, phase="attack")


def bonus(game: Game, player: int) -> int:
    """What capitals add."""
    plain = position(rulebook("classic-1959")).rules.reinforcement(game.state, player)
    return game.rules.reinforcement(game.state, player) - plain


@pytest.mark.parametrize(
    ("owners", "armies"),
    [
        ({"Brazil": 1, "Congo": 2}, 4),
        ({"Alaska": 1, "Brazil": 1, "Congo": 2}, 0),
        ({"Brazil": 1, "Congo": 0}, 6),
        ({"Alaska": 1, "Brazil": 0, "Congo": 0}, 4),
    ],
)
def test_the_own_capital_and_those_of_others_bring_armies(owners: dict[str, int], armies: int) -> None:
    """[H7]"""
    assert bonus(holding(**owners), 0) == armies


def test_the_capital_of_a_player_who_is_out_still_pays() -> None:
    """[H7]"""
    game = holding(Peru=0, Brazil=0, Congo=2)
    assert not game.state.alive[1]
    assert bonus(game, 0) == 4 + 2


def test_a_sensible_player_wants_capitals_for_what_they_bring() -> None:
    """[H7]"""
    game = holding(Brazil=1, Congo=2)
    own = dict(game.rules.plugins)["capital-income"]
    worth = own.interests()(game.view(0), 0)  # type: ignore[attr-defined]
    assert worth[at(game, "Alaska")] > worth[at(game, "Brazil")] > 0


def test_it_needs_capitals() -> None:
    """[H7]"""
    with pytest.raises(RulebookError, match="'capital-income' requires the rule 'capitals'"):
        rulebook("classic-1959", "capital-income")
