"""Tuning: what is searched, how far goals are missed, and that the best settings are judged by new games."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import riskcore
from riskcore import VariantError
from riskcore.cli import main
from riskcore.lab.goals import read_goals
from riskcore.lab.play import Plan
from riskcore.lab.simulate import simulate
from riskcore.lab.tune import TuneError, read_dimensions, shortfalls, tune

GOALS = """
name = "Short"
extends = "classic-1959"
[rules.round-limit]
[goals]
length = {median = [2, 3]}
"""


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.toml"
    path.write_text(GOALS)
    return path


def tuned(path: Path, *arguments: str) -> Result:
    few = ["--games", "10", "--players", "3", "--workers", "1", "--max-games", "200"]
    return CliRunner().invoke(main, ["tune", str(path), *few, *arguments], env={"COLUMNS": "80"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a.b=3..3", "3 is not below 3"),
        ("a.b=5..2", "5 is not below 2"),
        ("a.b=7", "one value leaves nothing to search"),
        ("a.b=..3,", "must look like"),
    ],
)
def test_what_cannot_be_searched_is_refused(text: str, told: str) -> None:
    with pytest.raises(VariantError, match=told):
        read_dimensions([text])


def test_whole_ends_make_whole_values_and_others_do_not() -> None:
    dimensions = read_dimensions(["a.whole=-2..2", "a.part=0.5..1", "a.word=x,y"])
    seen = [trial.values for trial in tune(dimensions, 20, lambda values: {"goal": 1.0}, seed=1)]
    assert {values["a.whole"] for values in seen} <= {"-2", "-1", "0", "1", "2"}
    assert all(0.5 <= float(values["a.part"]) <= 1 for values in seen)
    assert len({values["a.part"] for values in seen}) > 5
    assert {values["a.word"] for values in seen} == {"x", "y"}


def test_the_search_finds_what_misses_nothing_and_stops_there() -> None:
    asked: list[int] = []

    def distance(values: dict[str, str]) -> dict[str, float]:
        asked.append(int(values["a.b"]))
        return {"goal": abs(asked[-1] - 37) / 10}

    trials = list(tune(read_dimensions(["a.b=0..60"]), 200, distance, seed=0))
    assert trials[-1].values == {"a.b": "37"}
    assert (trials[-1].total, len(trials)) == (0, len(asked))
    assert len(set(asked)) == len(asked) < 61  # none twice, and fewer than all
    again = list(
        tune(read_dimensions(["a.b=0..60"]), 200, lambda values: {"goal": abs(int(values["a.b"]) - 37) / 10}, 0)
    )
    assert again == trials


def test_settings_that_make_no_game_are_passed_over() -> None:
    def refuse_even(values: dict[str, str]) -> dict[str, float]:
        if int(values["a.b"]) % 2 == 0:
            raise VariantError([riskcore.Problem("even")])
        return {"goal": 1.0}

    trials = list(tune(read_dimensions(["a.b=0..9"]), 30, refuse_even, seed=0))
    assert {trial.problem for trial in trials if int(trial.values["a.b"]) % 2 == 0} == {"even"}
    assert all(trial.total == 1 for trial in trials if int(trial.values["a.b"]) % 2)


def test_a_goal_is_missed_by_margins(short: Path) -> None:
    variant = riskcore.load_variant(short, settings=["goals.completion={min=0.5,margin=0.1}"])
    plan = Plan(variant, 3)
    results = simulate(plan, 10, measured=True)
    wins = sum(record.winner is not None for record in results) / 10
    missed = shortfalls(read_goals(variant, 3), results)
    assert missed["completion"] == pytest.approx(max(0.0, (0.6 - wins) / 0.2))


def test_without_a_game_to_go_by_nothing_is_said_of_a_goal(short: Path) -> None:
    plan = Plan(riskcore.load_variant(short, settings=["goals.runaway.max=0.9"]), 3, max_rounds=1)
    results = simulate(plan, 3, measured=True)
    with pytest.raises(TuneError, match="no game ends in a way that says anything about runaway"):
        shortfalls(read_goals(plan.variant, 3), results)


def test_settings_under_which_no_game_ends_are_never_the_best(short: Path) -> None:
    few = ["--max-rounds", "3", "--set", "goals.runaway.max=0.9"]
    result = tuned(short, "--vary", "rules.round-limit.rounds=30,1", *few, "--json")
    assert json.loads(result.stdout)["settings"] == {"rules.round-limit.rounds": "1"}


def test_few_combinations_are_all_tried_once_in_order() -> None:
    dimensions = read_dimensions(["a.b=1..2", "a.c=x,y"])
    tried = tune(dimensions, 4, lambda values: {"length": 1.0}, seed=0)
    assert [tuple(trial.values.values()) for trial in tried] == [("1", "x"), ("1", "y"), ("2", "x"), ("2", "y")]


def test_it_finds_the_round_limit_that_a_length_needs_and_judges_it_anew(short: Path) -> None:
    result = tuned(short, "--vary", "rules.round-limit.rounds=1..8", "--trials", "30", "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["settings"]["rules.round-limit.rounds"] in ("2", "3")
    assert (told["verdict"], told["goals"][0]["goal"]) == ("pass", "length")
    totals = [trial["total"] for trial in told["trials"]]
    assert totals == sorted(totals)


def test_it_shows_the_best_and_exits_with_the_verdict(short: Path) -> None:
    result = tuned(short, "--vary", "rules.round-limit.rounds=6,7", "--trials", "3")
    assert result.exit_code == 3
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "--set rules.round-limit.rounds=" in result.stdout
    assert "misses a goal" in result.stdout


def test_all_ends_are_checked_before_anything_is_played(short: Path) -> None:
    result = tuned(short, "--vary", "rules.round-limit.rounds=-1..8", "--vary", "rules.fortify.reach=adjacent,far")
    assert result.exit_code == 1
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == [
        "--vary rules.round-limit.rounds=-1",
        "--vary rules.fortify.reach=far",
    ]


def test_without_goals_there_is_nothing_to_tune() -> None:
    result = tuned(Path("classic-1959"), "--vary", "rules.fortify.moves=1..3")
    assert (result.exit_code, "has no goals to meet" in result.stderr) == (2, True)


def test_without_optuna_it_says_what_to_install(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    result = tuned(short, "--vary", "rules.round-limit.rounds=1..8")
    assert (result.exit_code, 'pip install "riskvar[tune]"' in result.stderr) == (1, True)
