"""Goals for each seat's share, and goals that name the level of play at which they are judged."""

from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from riskcore import VariantError, load_variant
from riskcore.lab import Recipe, run
from riskcore.lab.goals.goals import Goal, read_goals
from riskcore.lab.goals.level_games import at_level
from riskcore.lab.goals.verdicts import GoalTests, answer_words, overall, value_of
from riskcore.lab.measure.columns import Games
from riskcore.lab.play.batch import Plan

CLASSIC = load_variant("classic-1959")


def goal(key: str, table: Any, players: int = 4) -> Goal:
    (found,) = read_goals(attrs.evolve(CLASSIC, goals={key: table}), players)
    return found


def verdict(of: Goal, shares: list[float], games: int = 4000) -> str:
    """What games say that seats win as often as this."""
    tests = GoalTests([of])
    won = np.random.default_rng(1).choice(len(shares), size=games, p=shares) + 1.0
    for start in range(0, games, 50):
        tests.see({"seat": won[start : start + 50]})
    return tests.judged()[0].verdict


def test_a_share_for_each_seat_may_be_said_in_short() -> None:
    short, long = goal("seat_share", [0.2, 0.3]), goal("seat_share", {"each": [0.2, 0.3]})
    assert short.words == long.words == "each seat wins from 20 to 30 % of the games"
    assert len(short.claims) == 8


@pytest.mark.parametrize(
    ("shares", "expected"),
    [([0.25] * 4, "pass"), ([0.36, 0.22, 0.21, 0.21], "fail"), ([0.29, 0.28, 0.28, 0.15], "fail")],
)
def test_no_seat_may_win_more_or_less_often(shares: list[float], expected: str) -> None:
    assert verdict(goal("seat_share", [0.2, 0.3]), shares) == expected


def test_the_value_is_that_of_the_seat_that_is_furthest_from_an_equal_share() -> None:
    games = Games(Plan(CLASSIC, 4), {"seat": np.asarray([1.0] * 30 + [2] * 28 + [3] * 27 + [4] * 15)})
    assert value_of(goal("seat_share", [0.2, 0.3]), games) == 0.15


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("seat_share = [0.3, 0.2]", "each = [0.3, 0.2]: must be two shares from 0 to 1, the smaller first"),
        ("seat_share = [0.24, 0.26]", "must be two margins of 0.02 apart"),
        ('drama = {max = 0.5, level = "expert"}', "goals.drama.level"),
        ('skill = {max = 0.5, level = "greedy"}', "goals.skill.level: unknown key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'name = "Mine"\nextends = "classic-1959"\n[goals]\n{line}\n')
    with pytest.raises(VariantError, match=r"mine\.toml:4:") as caught:
        read_goals(load_variant(file), 4)
    assert told in str(caught.value)


def test_a_goal_that_names_a_level_is_judged_by_games_of_that_level(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = 'length = {median = [1, 2]}\nlong_games = {max = 3, level = "novice"}\n'
    file.write_text(f'name = "Mine"\nextends = "capitals"\n[goals]\n{lines}')
    plan = Recipe(str(file), players=3, bots="greedy").plan()
    own, named = run(plan, 30, levels=False).judged
    novices = run(attrs.evolve(plan, bots=("novice",)), 30, levels=False)
    assert (own.goal.level, named.goal.level) == (None, "novice")
    assert named.goal.words.endswith(", among novice bots")
    assert named.value == next(each.value for each in novices.measured if each.key == "long_games")
    assert at_level(plan, "novice") == novices.plan


def test_settings_are_one_bots_answer_if_other_players_miss_the_goals() -> None:
    plan, length = Plan(CLASSIC, 4, bots=("planner",)), goal("length", {"median": [10, 30]})
    tests = {name: GoalTests([length]) for name in ("short", "long")}
    for name, rounds in (("short", 20.0), ("long", 90.0)):
        tests[name].see({"seat": np.ones(1000), "rounds": np.full(1000, rounds)})
    met, missed = tests["short"].judged(), tests["long"].judged()
    assert (overall(met), overall(missed)) == ("pass", "fail")
    assert "one bot's only" in answer_words(plan, met, {"novice": met, "greedy": missed})
    assert "at every level of play" in answer_words(plan, met, {"novice": met, "greedy": met})
