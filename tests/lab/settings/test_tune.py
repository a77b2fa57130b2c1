"""Tuning: what is searched, how far goals are missed, and that the best settings are judged by new games."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import riskcore
from riskcore import RiskError, RulebookError, VariantError
from riskcore.cli import main
from riskcore.lab.goals.goals import read_goals
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.simulate import simulate
from riskcore.lab.settings.search_space import read_dimensions
from riskcore.lab.settings.tune import Outcome, Searcher, TuneError, shortfalls, tune

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


def tuned(path: Path, *arguments: str, width: int = 80) -> Result:
    few = ["--games", "10", "--players", "3", "--workers", "1", "--max-games", "200"]
    return CliRunner().invoke(main, ["tune", str(path), *few, *arguments], env={"COLUMNS": str(width)})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a.b=3..3", "3 is not below 3"),
        ("a.b=5..2", "5 is not below 2"),
        ("a.b=7", "one value leaves nothing to search"),
        ("a.b=..3,", "must be a range such as 1..10"),
        ("a.b=1..", r"1\.\. is no range; must be a range such as 1\.\.10"),
        ("a.b=1...3", r"1\.\.\.3 is no range"),
        ("a.b=1..3,5", r"1\.\.3,5 is no range"),
        ("a.b=1..many", r"1\.\.many is no range"),
        ("a.b=", "must look like"),
    ],
)
def test_what_cannot_be_searched_is_refused(text: str, told: str) -> None:
    with pytest.raises(VariantError, match=told):
        read_dimensions([text])


def test_whole_ends_make_whole_values_and_others_do_not() -> None:
    dimensions = read_dimensions(["a.whole=-2..2", "a.part=0.5..1", "a.word=x,y"])
    seen = [trial.values for trial in tune(dimensions, 20, lambda values: Outcome({"goal": 1.0}), seed=1)]
    assert {values["a.whole"] for values in seen} <= {"-2", "-1", "0", "1", "2"}
    assert all(0.5 <= float(values["a.part"]) <= 1 for values in seen)
    assert len({values["a.part"] for values in seen}) > 5
    assert {values["a.word"] for values in seen} == {"x", "y"}


def test_paths_with_two_dots_are_values() -> None:
    (dimension,) = read_dimensions(["board=../one.toml,../two.toml"])
    assert [dimension.value(place) for place in range(dimension.size)] == ["../one.toml", "../two.toml"]


def test_values_between_close_ends_stay_between_them() -> None:
    (dimension,) = read_dimensions(["a.b=0.00001..0.00003"])
    assert [float(dimension.value(place)) for place in range(dimension.size)] == [0.00001, 0.00002, 0.00003]


def test_billions_of_values_are_not_listed() -> None:
    tried = list(tune(read_dimensions(["a.b=1..1000000000000"]), 3, lambda values: Outcome({"goal": 1.0}), seed=0))
    assert len(tried) == 3


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("vary", [["a.b=2..8"], ["a.b=x,y,z,u,v,w,t"], ["a.b=1..3", "a.c=x,y,z"]])
def test_there_are_as_many_trials_as_asked_for_and_none_twice(vary: list[str], seed: int) -> None:
    tried = [trial.values for trial in tune(read_dimensions(vary), 6, lambda values: Outcome({"goal": 1.0}), seed)]
    assert len({tuple(values.values()) for values in tried}) == len(tried) == 6


def test_the_search_finds_what_misses_nothing_and_stops_there() -> None:
    asked: list[int] = []

    def distance(values: dict[str, str]) -> Outcome:
        asked.append(int(values["a.b"]))
        return Outcome({"goal": abs(asked[-1] - 37) / 10})

    trials = list(tune(read_dimensions(["a.b=0..60"]), 50, distance, seed=0))
    assert trials[-1].values == {"a.b": "37"}
    assert (trials[-1].total, len(trials)) == (0, len(asked))
    assert len(set(asked)) == len(asked) < 61  # none twice, and fewer than all
    assert list(tune(read_dimensions(["a.b=0..60"]), 50, distance, seed=0)) == trials


def test_settings_that_make_no_game_are_passed_over() -> None:
    def refuse_even(values: dict[str, str]) -> Outcome:
        if int(values["a.b"]) % 2 == 0:
            raise VariantError([riskcore.Problem("even")])
        return Outcome({"goal": 1.0})

    trials = list(tune(read_dimensions(["a.b=0..9"]), 30, refuse_even, seed=0))
    assert {trial.problem for trial in trials if int(trial.values["a.b"]) % 2 == 0} == {"even"}
    assert all(trial.total == 1 for trial in trials if int(trial.values["a.b"]) % 2)


@pytest.mark.parametrize("error", [RulebookError("they conflict"), GameFailed("game 3 failed"), TuneError("no end")])
def test_settings_with_which_anything_fails_cost_no_other_trial(error: RiskError) -> None:
    def refuse_three(values: dict[str, str]) -> Outcome:
        if values["a.b"] == "3":
            raise error
        return Outcome({"goal": 1.0})

    for trials in (5, 4):  # all of them in order, or as optuna suggests
        problems = [trial.problem for trial in tune(read_dimensions(["a.b=1..5"]), trials, refuse_three, seed=1)]
        assert (len(problems), set(problems)) == (trials, {"", str(error)})


FRAGILE = '''
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Fragile:
    """Breaks."""

    at: int = 0

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """It may break."""
        rule = yield

        def fragile(state, player):
            if self.at == 2 and state.round == 2:
                raise KeyError("lost")
            return rule(state, player)

        return fragile
'''


def test_a_rule_that_breaks_with_some_settings_is_shown_with_them(short: Path, tmp_path: Path) -> None:
    (tmp_path / "fragile.py").write_text(FRAGILE)
    fragile = ["-p", str(tmp_path / "fragile.py"), "--rule", "fragile", "--vary", "rules.fragile.at=1..3"]
    result = tuned(short, *fragile)
    assert "3 of 3 possible settings tried" in result.stdout
    words = " ".join(result.stdout.split())
    assert "No game rules.fragile.at=2: game 0 of seed 0 with 3 players failed in turn" in words
    told = json.loads(tuned(short, *fragile, "--json").stdout)
    assert [trial["settings"] for trial in told["unplayable"]] == [{"rules.fragile.at": "2"}]
    assert len(told["trials"]) == 2


def test_if_the_best_breaks_in_its_new_games_the_next_best_is_judged(short: Path) -> None:
    def plan(values: dict[str, str], seed: int) -> Plan:
        if seed and values["rules.round-limit.rounds"] == "3":
            raise GameFailed("game 7 of seed 1 failed")
        settings = [f"{key}={value}" for key, value in values.items()]
        return Plan(riskcore.load_variant(short, settings=settings), 3, seed)

    searcher = Searcher(plan, lambda plan: read_goals(plan.variant, plan.players))
    found = searcher.search(read_dimensions(["rules.round-limit.rounds=5,4,3"]), trials=3, games=4, most=50)
    assert [trial.values["rules.round-limit.rounds"] for trial in found.trials] == ["4", "5"]
    assert [trial.problem for trial in found.unplayable] == ["game 7 of seed 1 failed"]
    assert [each.verdict for each in found.judged] == ["fail"]


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
    tried = tune(dimensions, 4, lambda values: Outcome({"length": 1.0}), seed=0)
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


def test_it_shows_what_was_measured_with_each_setting(short: Path) -> None:
    result = tuned(short, "--vary", "rules.round-limit.rounds=6,7")
    assert re.search(r"^ +6 +6\.19 +6 \(6\.19\)$", result.stdout, re.MULTILINE)
    told = json.loads(tuned(short, "--vary", "rules.round-limit.rounds=6,7", "--json").stdout)
    assert [trial["measured"] for trial in told["trials"]] == [{"length": 6.0}, {"length": 7.0}]


def test_a_goal_about_skill_is_searched_for_by_games_of_its_own(short: Path) -> None:
    vary = ["--vary", "rules.round-limit.rounds=2,3", "--set", "goals.skill={min=0.1}", "--json"]
    told = json.loads(tuned(short, *vary).stdout)
    assert told["trials"][0]["missed"]["skill"] == 0
    assert 0.1 < told["trials"][0]["measured"]["skill"] <= 1
    assert told["goals"][-1]["goal"] == "skill"


@pytest.mark.parametrize("width", [40, 60, 80])
def test_many_goals_are_shown_as_far_as_the_screen_allows(short: Path, width: int) -> None:
    names = ("completion", "drama", "victory_lap", "runaway", "idle", "first_out", "lowest_chance", "uncertainty")
    more = [word for name in names for word in ("--set", f"goals.{name}.max=0.9")]
    result = tuned(short, "--vary", "rules.round-limit.rounds=6,7", "--bots", "greedy", *more, width=width)
    table = result.stdout.split("Missed")[0]
    assert max(map(len, table.splitlines())) <= width
    assert "…" not in table
    assert "more with --json" in " ".join(result.stdout.split())


@pytest.mark.parametrize(("values", "at_edge"), [("6..8", True), ("6,8", False), ("2..8", False)])
def test_the_best_at_the_end_of_a_range_is_said_to_be_there(short: Path, values: str, at_edge: bool) -> None:
    result = tuned(short, "--vary", f"rules.round-limit.rounds={values}")
    assert ("the best lies at the edge of what was searched" in " ".join(result.stdout.split())) == at_edge


def test_where_no_game_ends_in_time_the_nearer_settings_are_the_better_ones(short: Path) -> None:
    told = json.loads(tuned(short, "--vary", "rules.round-limit.rounds=20,9,14", "--json").stdout)
    assert [trial["settings"]["rules.round-limit.rounds"] for trial in told["trials"]] == ["9", "14", "20"]
    assert all(trial["total"] > 5 for trial in told["trials"])


def test_no_wider_range_is_advised_than_the_rule_allows(short: Path) -> None:
    vary = ["--vary", "rules.round-limit.rounds=1..3", "--set", "goals.length.median=[0,0]"]
    assert json.loads(tuned(short, *vary, "--json").stdout)["at_edge"] == []
    assert "Edge" not in tuned(short, *vary).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--set", "rules.round-limit.rounds=3", "--vary", "rules.round-limit.rounds=1..4"],
            "--set rules.round-limit.rounds=3: rules.round-limit.rounds is varied",
        ),
        (["--vary", "goals.length.margin=0.01..0.1"], "--vary goals.length.margin: settings are judged by the goals"),
    ],
)
def test_what_is_set_or_a_goal_is_not_varied(short: Path, arguments: list[str], told: str) -> None:
    result = tuned(short, *arguments)
    assert (result.exit_code, told in result.stderr) == (2, True)


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
