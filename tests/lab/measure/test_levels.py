"""At which level of play a finding holds, by the definitions on the page of measures."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from riskcore import lab
from riskcore.cli import main
from riskcore.cli.screens.levels import columns
from riskcore.lab.measure.levels import adjusted, converged, holds, level_games
from riskcore.lab.stats.intervals import Interval

UP, DOWN, OPEN = Interval(0.01, 0.05), Interval(-0.05, -0.01), Interval(-0.02, 0.02)


@pytest.mark.parametrize(
    ("ranges", "words"),
    [
        ((UP, UP, UP), "at every level"),
        ((DOWN, DOWN), "at every level"),
        ((OPEN, UP, UP), "among good players only"),
        ((OPEN, UP, UP, UP), "among good players only"),
        ((UP, OPEN, DOWN), "reverses among better players"),
        ((UP, DOWN, DOWN), "reverses among better players"),
        ((UP, UP, OPEN), "not settled"),
        ((UP, OPEN, UP), "not settled"),
        ((OPEN, OPEN), "not settled"),
        ((UP, None), "not settled"),
        ((UP,), "not settled"),
    ],
)
def test_at_which_levels_a_finding_holds(ranges: tuple[Interval | None, ...], words: str) -> None:
    assert holds(ranges) == words


def test_ranges_are_widened_less_from_the_surest_to_the_least_sure() -> None:
    plain = [Interval(0.09, 0.11), Interval(0.02, 0.06), Interval(-0.01, 0.05)]
    wide = [each for each in adjusted([0.10, 0.04, 0.02], plain) if each]
    growth = [(now.high - now.low) / (was.high - was.low) for now, was in zip(wide, plain, strict=True)]
    assert growth[0] > growth[1] > growth[2] == pytest.approx(1)
    assert growth[0] == pytest.approx(2.394 / 1.960, abs=0.001)  # Bonferroni for three


def test_a_finding_that_only_just_misses_zero_alone_does_not_among_three() -> None:
    just = Interval(0.001, 0.079)
    assert just.low > 0
    assert all(each is not None and each.low < 0 for each in adjusted([0.04] * 3, [just] * 3)[:1])


def test_a_level_that_cannot_tell_is_left_alone() -> None:
    alone = Interval(0.25, 0.75)
    assert adjusted([None, 0.5], [None, alone]) == [None, alone]


@pytest.mark.parametrize(
    ("stronger", "weaker", "settled"),
    [
        ((0.25, Interval(0.24, 0.26)), (0.26, Interval(0.25, 0.27)), True),
        ((0.25, Interval(0.22, 0.28)), (0.26, Interval(0.23, 0.29)), None),  # too few games to say
        ((0.30, Interval(0.29, 0.31)), (0.25, Interval(0.24, 0.26)), False),
        ((None, None), (0.25, Interval(0.24, 0.26)), None),
    ],
)
def test_an_answer_has_converged_when_it_surely_moves_by_less_than_matters(
    stronger: Any, weaker: Any, settled: bool | None
) -> None:
    assert converged("seat.1", "share", stronger, weaker) is settled


def test_lengths_matter_by_a_tenth_of_themselves() -> None:
    short, long = (10.0, Interval(9.8, 10.2)), (10.5, Interval(10.3, 10.7))
    assert converged("length", "rounds", long, short) is True
    assert converged("length", "rounds", (11.5, Interval(11.3, 11.7)), short) is False


def test_slow_players_have_fewer_games_and_all_sit_in_whole_blocks() -> None:
    assert level_games("planner", 1000, 4) == 252 == level_games("novice", 1001, 4)
    assert level_games("search", 1000, 4) == 28
    assert level_games("planner", 8, 4) == 8


def test_columns_stand_for_the_least_and_the_most() -> None:
    assert columns([0.1, None, 0.3, 0.2]) == "▁ █▅"
    assert columns([2.0, 2.0]) == "▄▄"
    assert columns([None]) == ""


# -- run and compare


@pytest.fixture(scope="module")
def short_levels() -> Any:
    patch = pytest.MonkeyPatch()
    for module in ("measure.levels", "goals.level_games"):
        patch.setattr(f"riskcore.lab.{module}.LEVELS", ("random", "novice", "greedy"))
    yield
    patch.undo()


@pytest.fixture(scope="module")
def run(short_levels: None) -> lab.Run:
    return lab.run(lab.Recipe("two-player-1959", max_rounds=20, bots="greedy").plan(), 20)


def test_a_run_tells_each_finding_at_every_level(run: lab.Run) -> None:
    told = run.to_dict()["levels"]
    seats = next(each for key, each in told.items() if key.startswith("seat."))
    assert list(seats["levels"]) == ["random", "novice", "greedy"]
    assert told["length"]["levels"]["greedy"]["games"] == 20
    assert told["length"]["holds"] is None
    assert told["runaway"]["holds"] in ("at every level", "not settled", "among good players only")


def test_levels_change_no_game_of_the_run(run: lab.Run) -> None:
    assert run.results.digest() == lab.run(run.plan, 20, levels=False).results.digest()


def test_the_page_of_a_run_draws_every_level(run: lab.Run) -> None:
    root = ElementTree.fromstring(run.page("riskvar run two-player-1959").replace("<!DOCTYPE html>", ""))
    assert sum(each.get("class") == "levels" for each in root.iter()) == len(run.levels)


def test_a_comparison_tells_at_which_level_a_change_holds(short_levels: None) -> None:
    few = ["--games", "30", "--players", "3", "--workers", "1", "--max-rounds", "12", "--bots", "greedy"]
    arguments = ["compare", "classic-1959", "--rule", "no-cards", *few]
    told = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)["compared"][0]
    assert told["levels"].keys() == {each["key"] for each in told["measures"] if each["key"] != "skill"}
    shown = CliRunner().invoke(main, arguments).stdout
    assert "level of play" in shown


def test_a_measure_of_which_no_game_says_anything_has_no_value_at_that_level() -> None:
    found = lab.run(lab.Recipe("classic-1959", max_rounds=2, players=3).plan(), games=6, levels=True)
    idle = next(each for each in found.levels if each.key == "idle")
    assert all(at.value is None or at.value == at.value for at in idle.at)  # never a NaN, which nothing can draw
