"""What games among bots say of the game on the page."""

from typing import Any

import numpy as np
import pytest

import riskcore
from riskcore.errors import RiskError
from riskcore.lab.play.batch import Plan
from riskcore.web.game.study import Standings, Study, chances, play_study

from .conftest import Play
from .test_page import in_battle, open_page, until

RULES = riskcore.Rulebook(riskcore.load_variant("classic-1959"))
POSITION = {"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "armies": {"Brazil": 20}}


def row(**position: Any) -> bytes:
    return Standings(RULES, 3).row(riskcore.Game.from_position(RULES, 3, {**POSITION, **position}))


def test_games_are_played_and_say_who_is_ahead() -> None:
    study = play_study(Plan(riskcore.load_variant("capitals"), 3))
    assert study.games == 100
    assert "Capitals" in study.report
    [[first, second, third]] = chances([row()], 3, study.weights)
    assert first > second < third
    assert first + second + third in range(998, 1003)


def test_a_study_that_cannot_be_made_says_why() -> None:
    with pytest.raises(RiskError, match="players"):
        play_study(Plan(riskcore.load_variant("capitals"), 17))


def test_a_position_without_record_has_no_chances() -> None:
    assert chances([b"", row()], 3, (1.0,) * 5)[0] == []


def test_cards_that_nobody_sees_do_not_count() -> None:
    """Only how many there are shows."""
    assert row(hands={"0": [0, 1, 2]}) == row(hands={"0": [3, 20, 42]})
    assert row(hands={"0": [0, 1, 2]}) != row(hands={"0": [0, 1]})


def test_equal_players_have_equal_chances() -> None:
    found = chances([row()], 3, (0.0,) * 5)
    assert np.abs(np.subtract(found, 333)).max() <= 1


def test_the_page_shows_who_would_win_over_the_whole_game(play: Play, page: Any) -> None:
    table = play()
    table.session.play_study = lambda plan: Study(7, "greedy", (0.0, 5.0, 0.0, 0.0, 0.0), "", ())
    in_battle(table)
    open_page(page, table)
    page.wait_for_selector(".ribbon")
    told = str(page.locator(".ribbon").get_attribute("aria-label"))
    [[first, *_]] = chances([table.session.tree.node.standing], 3, (0.0, 5.0, 0.0, 0.0, 0.0))
    assert told.startswith(f"Who would win: Orange {round(first / 10)} %, ")
    page.keyboard.press("ArrowLeft")
    until(page, f"!document.querySelector('.ribbon').getAttribute('aria-label').startsWith({told!r})")
