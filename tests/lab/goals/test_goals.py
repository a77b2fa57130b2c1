"""Goals of a variant: how they are read, what they claim, and that verdicts are wrong no more often than promised."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from click.testing import CliRunner

from riskcore import VariantError, load_variant
from riskcore.cli import main
from riskcore.lab.goals.goals import Columns, Goal, read_goals
from riskcore.lab.goals.play_until import play_until_decided
from riskcore.lab.goals.verdicts import LOOK, GoalTests, judge, overall
from riskcore.lab.measure.measures import MEASURES, Measure
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.simulate import simulate

CLASSIC = load_variant("classic-1959")
EVERY = {
    "seat_balance": {"max_spread": 0.04},
    "length": {"median": [8, 20]},
    "long_games": {"max": 40},
    **{
        key: {"min": 0.1, "max": 0.9}
        for key in ("completion", "drama", "victory_lap", "runaway", "idle", "first_out", "lowest_chance")
    },
    **{key: {"min": 0.1, "max": 0.9} for key in ("comeback", "uncertainty", "skill")},
}


def goals(table: dict[str, Any], players: int = 4) -> tuple[Goal, ...]:
    return read_goals(attrs.evolve(CLASSIC, goals=table), players)


def problems(tmp_path: Path, lines: str, *settings: str) -> list[str]:
    file = tmp_path / "mine.toml"
    file.write_text(f'name = "Mine"\nextends = "classic-1959"\n[goals]\n{lines}\n')
    variant = load_variant(file, settings=settings)
    with pytest.raises(VariantError) as caught:
        read_goals(variant, 4)
    return [str(problem).removeprefix(f"{tmp_path}/") for problem in caught.value.problems]


# -- reading


def test_a_goal_that_is_no_table_in_a_parent_is_overruled(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text('name = "P"\nextends = "classic-1959"\n[goals]\ncompletion = 5\n')
    child = tmp_path / "child.toml"
    child.write_text('name = "C"\nextends = "parent.toml"\n[goals]\ncompletion = {minn = 0.5}\n')
    with pytest.raises(VariantError, match=r"child\.toml:4:15: goals\.completion\.minn: unknown key"):
        read_goals(load_variant(child), 4)


def test_bounds_may_be_just_two_margins_apart() -> None:
    assert goals({"completion": {"min": 0.2, "max": 0.24, "margin": 0.02}})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("lenght = {median = [8, 20]}", 'mine.toml:4:1: goals.lenght: unknown key; did you mean "length"?'),
        (
            "completion = {min = 95}",
            "mine.toml:4:21: goals.completion.min: 95.0 is out of range; must be > 0 and <= 1; "
            "shares are parts of 1: 95 % is 0.95",
        ),
        ("openness = {min = 0.3}", 'mine.toml:4:1: goals.openness: unknown key; did you mean "uncertainty"?'),
        ('"First one out" = {min = 0.3}', 'did you mean "first_out"?'),
        ("early_leaders = {min = 0.3}", 'goals.early_leaders: unknown key; did you mean "runaway"?'),
        (
            "kingmaking = {max = 0.1}",
            "goals.kingmaking: unknown key; must be one of completion, seat_balance, seat_share, length",
        ),
        ("length = {median = [1, 2], min = 1}", 'goals.length.min: unknown key; did you mean "median"?'),
        ("runaway = {}", "mine.toml:4:11: goals.runaway: says nothing; must have min, max or both"),
        (
            "idle = {min = 0.3, max = 0.31}",
            "mine.toml:4:8: goals.idle: min = 0.3 and max = 0.31 must be two margins of 0.02 apart",
        ),
        (
            "length = {median = [20, 8]}",
            "mine.toml:4:10: goals.length: median = [20, 8]: must be two rounds, the smaller first",
        ),
        ("seat_balance = 0.04", "mine.toml:4:16: goals.seat_balance: must be a table, not 0.04"),
        (
            "drama = {max = 0.5, margin = 1e-17}",
            "mine.toml:4:30: goals.drama.margin: 1e-17 is out of range; must be >= 0.001",
        ),
    ],
)
def test_a_wrong_goal_is_told_with_its_place(tmp_path: Path, line: str, problem: str) -> None:
    (told,) = problems(tmp_path, line)
    assert problem in told


def test_the_spread_of_seats_is_not_taken_for_a_margin(tmp_path: Path) -> None:
    told = problems(tmp_path, "seat_balance = {min = 0.9}")
    assert 'mine.toml:4:17: goals.seat_balance.min: unknown key; did you mean "max_spread"?' in told


def test_of_very_many_unknown_goals_the_first_are_named(tmp_path: Path) -> None:
    told = problems(tmp_path, "\n".join(f"g{number} = 1" for number in range(25)))
    assert len(told) == 21
    assert any(each.endswith("goals: 5 more unknown keys") for each in told)


@pytest.mark.parametrize("measure", [each for each in MEASURES if each.key in EVERY], ids=lambda each: each.key)
def test_a_goal_that_goes_by_the_title_of_its_measure_is_told_its_key(tmp_path: Path, measure: Measure) -> None:
    (told,) = problems(tmp_path, f'"{measure.title}" = {{max = 0.5}}')
    assert told.endswith(f'unknown key; did you mean "{measure.key}"?')


def test_all_wrong_goals_are_told_at_once_each_where_the_last_word_on_it_stands(tmp_path: Path) -> None:
    told = problems(tmp_path, "runaway = {}\nlength = {median = [8, 20]}", "goals.length.median=[1]")
    assert [each.split(": ")[0] for each in told] == ["--set goals.length.median=[1]", "mine.toml:4:11"]


def test_a_goal_of_a_parent_is_told_in_the_parents_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('name = "Base"\nextends = "classic-1959"\ngoals.drama = 3\n')
    (tmp_path / "child.toml").write_text('name = "Child"\nextends = "base.toml"\ngoals.idle = {max = 0.3}\n')
    with pytest.raises(VariantError, match=r"base\.toml:3:15: goals\.drama: must be a table, not 3"):
        read_goals(load_variant(tmp_path / "child.toml"), 4)


def test_a_setting_changes_a_part_of_a_goal_where_a_file_states_it_anew(tmp_path: Path) -> None:
    base, child = tmp_path / "base.toml", tmp_path / "child.toml"
    base.write_text('name = "Base"\nextends = "classic-1959"\ngoals.drama = {min = 0.1, margin = 0.01}\n')
    child.write_text('name = "Child"\nextends = "base.toml"\ngoals.drama = {max = 0.3}\n')
    assert load_variant(child).goals == {"drama": {"max": 0.3}}
    settings = ["goals.drama.min=0.2", "goals.drama.max=0.9"]
    assert load_variant(base, settings=settings).goals == {"drama": {"min": 0.2, "max": 0.9, "margin": 0.01}}


def test_check_tells_wrong_goals(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nextends = "classic-1959"\ngoals.drama = 3\n')
    result = CliRunner().invoke(main, ["check", str(file)])
    assert result.exit_code == 1
    assert "mine.toml:3:15: goals.drama: must be a table, not 3" in result.stderr


# -- verdicts on games made by chance

Made = Callable[[np.random.Generator], Columns]


def seats(*shares: float) -> Made:
    return lambda rng: {"seat": rng.choice(np.arange(1, len(shares) + 1), LOOK, p=shares).astype(float)}


def rate(column: str, share: float) -> Made:
    return lambda rng: {"seat": np.ones(LOOK), column: (rng.random(LOOK) < share).astype(float)}


def verdicts(table: dict[str, Any], made: Made, runs: int, most: int = 20_000) -> Counter[str]:
    """The verdicts of some runs, each played until decided."""
    found: Counter[str] = Counter()
    for run in range(runs):
        rng, tests = np.random.default_rng(run), GoalTests(goals(table))
        while not tests.decided and tests.seen < most:
            tests.see(made(rng))
        found[overall(tests.judged())] += 1
    return found


def test_a_rate_on_the_wrong_side_of_the_margin_passes_at_most_once_in_twenty() -> None:
    assert verdicts({"completion": {"min": 0.95}}, rate("decided", 0.93), 200)["pass"] <= 10


def test_a_rate_on_the_right_side_of_the_margin_fails_at_most_once_in_twenty() -> None:
    assert verdicts({"runaway": {"max": 0.6}}, rate("leader_won", 0.58), 60)["fail"] <= 3


def test_seats_too_far_apart_by_the_margin_pass_at_most_once_in_twenty() -> None:
    assert verdicts({"seat_balance": {"max_spread": 0.1}}, seats(0.31, 0.25, 0.25, 0.19), 60)["pass"] <= 3


def test_seats_near_enough_by_the_margin_fail_at_most_once_in_twenty_however_many_pairs_there_are() -> None:
    assert verdicts({"seat_balance": {"max_spread": 0.1}}, seats(0.29, 0.29, 0.21, 0.21), 60)["fail"] <= 3


def test_a_seat_that_wins_far_too_often_is_found_in_a_thousand_games() -> None:
    assert verdicts({"seat_balance": {"max_spread": 0.04}}, seats(0.4, 0.2, 0.2, 0.2), 20, 1000) == {"fail": 20}


def test_of_many_goals_that_are_missed_by_the_margin_one_passes_at_most_in_one_run_of_twenty() -> None:
    names = ("runaway", "comeback", "drama", "victory_lap", "uncertainty")
    columns = ("leader_won", "comeback", "drama", "victory_lap", "uncertainty")
    wrong = 0
    for run in range(400):
        rng, tests = (
            np.random.default_rng(run),
            GoalTests(goals({name: {"max": 0.5, "margin": 0.05} for name in names})),
        )
        while not tests.decided:
            tests.see({"seat": np.ones(LOOK), **{name: (rng.random(LOOK) < 0.55).astype(float) for name in columns}})
        wrong += any(each.verdict == "pass" for each in tests.judged())
    assert wrong <= 20


@pytest.mark.parametrize(("rounds", "verdict"), [(7, "fail"), (8, "pass"), (14, "pass"), (20, "pass"), (21, "fail")])
def test_the_median_may_lie_on_either_end_of_its_band(rounds: int, verdict: str) -> None:
    made = {"seat": np.ones(LOOK), "rounds": np.full(LOOK, float(rounds))}
    assert verdicts({"length": {"median": [8, 20]}}, lambda rng: made, 1, 1000) == {verdict: 1}


def test_games_that_do_not_finish_have_no_length() -> None:
    made = {"seat": np.ones(LOOK), "rounds": np.where(np.arange(LOOK) < 5, 10.0, np.nan)}
    tests = GoalTests(goals({"length": {"median": [8, 20]}}))
    for _ in range(9):
        tests.see(made)
    assert tests.judged()[0].verdict == "undecided"
    tests.see(made)
    assert tests.judged()[0].verdict == "pass"


def test_idle_time_is_that_of_all_eliminated_players_together() -> None:
    """Half of the games have one player who waits 0.6 of the game, half have three who wait 0.1 each: 0.225 of all."""
    one = np.arange(LOOK) % 2 == 0
    made = {"seat": np.ones(LOOK), "idle": np.where(one, 0.6, 0.3), "out": np.where(one, 1.0, 3.0)}
    assert verdicts({"idle": {"max": 0.25}}, lambda rng: made, 1) == {"pass": 1}
    assert verdicts({"idle": {"max": 0.2}}, lambda rng: made, 1) == {"fail": 1}


def test_goals_about_the_lead_allow_for_what_its_fit_is_off_by() -> None:
    """Every run of games has its own lead, whose fit is off by 0.04 as a rule; the goal is missed by its margin."""
    wrong = Counter[str]()
    for allowed in (0.0, 0.04**2):
        for run in range(100):
            rng, tests = np.random.default_rng(run), GoalTests(goals({"runaway": {"max": 0.5, "margin": 0.05}}))
            tests.allow_for({"leader_won": allowed})
            made = rate("leader_won", 0.55 + rng.normal(0, 0.04))
            while not tests.decided and tests.seen < 5000:
                tests.see(made(rng))
            wrong[f"{allowed > 0}"] += overall(tests.judged()) == "pass"
    assert wrong["True"] <= 5
    assert wrong["False"] > 5


def test_a_verdict_stays_whatever_comes_after() -> None:
    tests = GoalTests(goals({"completion": {"min": 0.5}}))
    for _ in range(4):
        tests.see({"seat": np.ones(LOOK), "decided": np.ones(LOOK)})
    (before,) = tests.judged()
    for _ in range(100):
        tests.see({"seat": np.ones(LOOK), "decided": np.zeros(LOOK)})
    assert tests.judged() == [before]
    assert (before.verdict, before.games_left) == ("pass", 0)


def test_one_missed_goal_is_enough_to_fail_and_one_open_one_keeps_the_rest_from_passing() -> None:
    tests = GoalTests(goals({"completion": {"min": 0.95}, "runaway": {"max": 0.5}}))
    won = (np.arange(LOOK) % 2).astype(float)
    for _ in range(6):
        tests.see({"seat": np.ones(LOOK), "decided": np.ones(LOOK), "leader_won": won})
    assert [each.verdict for each in tests.judged()] == ["pass", "undecided"]
    assert overall(tests.judged()) == "undecided"
    for _ in range(20):
        tests.see({"seat": np.ones(LOOK), "decided": np.ones(LOOK), "leader_won": np.ones(LOOK)})
    assert overall(tests.judged()) == "fail"


def test_games_about_skill_decide_on_skill_and_nothing_else() -> None:
    tests = GoalTests(goals({"skill": {"min": 0.4}, "completion": {"min": 0.5}}))
    for _ in range(4):
        tests.see({"seat": np.ones(LOOK), "decided": np.ones(LOOK)})
    assert (tests.decided, tests.decided_on_skill) == (True, False)
    for _ in range(3):
        tests.see_skill(np.zeros(LOOK))
    skill, completion = tests.judged()
    assert (skill.verdict, skill.decided_after, skill.value) == ("fail", LOOK, 0.0)
    assert (completion.verdict, completion.decided_after) == ("pass", LOOK)


def test_games_about_skill_that_nobody_wins_say_nothing() -> None:
    tests = GoalTests(goals({"skill": {"min": 0.4}}))
    for _ in range(10):
        tests.see_skill(np.where(np.arange(LOOK) < 4, 1.0, np.nan))
    assert tests.judged()[0].verdict == "undecided"
    assert tests.judged()[0].value == 1


# -- verdicts on real games


def test_every_goal_can_be_judged_on_a_real_run() -> None:
    results = simulate(Plan(CLASSIC, 3), 30, measured=True)
    judged = judge(goals(EVERY, 3), results)
    assert [each.goal.key for each in judged] == list(EVERY)
    assert all(each.verdict == "undecided" and each.games_left for each in judged)


@pytest.mark.parametrize("table", [{"completion": {"min": 0.9}}, {"completion": {"min": 0.9}, "idle": {"max": 0.9}}])
def test_games_and_verdicts_do_not_depend_on_the_number_of_workers(table: dict[str, Any]) -> None:
    plan = Plan(CLASSIC, 2, seed=1)
    runs = [play_until_decided(plan, goals(table, 2), 150, workers=workers) for workers in (1, 2)]
    assert runs[0][0].digest() == runs[1][0].digest()
    told = [[each.to_dict() for each in judged] for _, judged in runs]
    assert told[0] == told[1] == [each.to_dict() for each in judge(goals(table, 2), runs[0][0])]


def test_verdicts_come_with_what_the_games_show_in_the_terms_of_the_goal() -> None:
    results = simulate(Plan(CLASSIC, 3, max_rounds=15), 30, measured=True)
    rounds = sorted(record.rounds if record.reason else np.inf for record in results)
    wins = Counter(record.seat for record in results if record.seat)
    told = {each.goal.key: each.value for each in judge(goals(EVERY, 3), results)}
    assert told["length"] == rounds[14]
    assert told["completion"] == wins.total() / 30
    assert told["seat_balance"] == pytest.approx((max(wins.values()) - min(wins.values())) / wins.total())


def test_a_length_that_is_never_reached_is_null_in_json() -> None:
    results = simulate(Plan(CLASSIC, 3, max_rounds=1), 4, measured=True)
    (judged,) = judge(goals({"length": {"median": [1, 2]}}, 3), results)
    assert (judged.value, judged.to_dict()["value"]) == (np.inf, None)


def test_games_for_a_goal_about_skill_are_played_beside_the_run_in_whole_blocks() -> None:
    plan = Plan(CLASSIC, 3, seed=1)
    runs = [play_until_decided(plan, goals({"skill": {"min": 0.1}}, 3), 200, workers=workers) for workers in (1, 2)]
    (judged,) = runs[0][1]
    assert [each.to_dict() for each in runs[1][1]] == [judged.to_dict()]
    assert (judged.verdict, (judged.decided_after or 1) % 3) == ("pass", 0)
    assert runs[0][0].digest() == runs[1][0].digest() == simulate(plan, LOOK).digest()


def test_playing_stops_at_the_look_that_decides() -> None:
    results, judged = play_until_decided(Plan(CLASSIC, 2), goals({"long_games": {"max": 1}}, 2), 1000)
    assert (judged[0].verdict, judged[0].decided_after, len(results)) == ("fail", LOOK, LOOK)


def test_interrupted_it_keeps_what_is_finished() -> None:
    def interrupt(games: int) -> None:
        raise KeyboardInterrupt

    table = {"seat_balance": {"max_spread": 0.01}}
    results, judged = play_until_decided(Plan(CLASSIC, 2), goals(table, 2), 500, progress=interrupt)
    assert (results.stopped, len(results), judged[0].verdict) == ("interrupted", LOOK, "undecided")
    assert results.lead is not None


def test_a_doubt_about_who_is_ahead_that_no_game_lessens_is_told() -> None:
    """A margin far below what the fit of the lead can be off by: more games would not decide it."""
    plan, goal = Plan(CLASSIC, 3), goals({"drama": {"max": 0.147, "margin": 0.001}}, 3)
    [judged] = judge(goal, simulate(plan, 60, measured=True))
    assert (judged.verdict, judged.games_left) == ("undecided", None)
    _, [judged] = play_until_decided(plan, goal, 60)
    assert (judged.verdict, judged.games_left) == ("undecided", None)


HEAD_START = '''
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class HeadStart:
    """Extra armies for whoever begins."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """The first turn of the game brings 3 armies more."""
        rule = yield
        return lambda state, player: rule(state, player) + (3 if state.turn == 1 else 0)
'''


def test_a_head_start_for_seat_1_misses_a_goal_of_equal_seats_within_a_thousand_games(tmp_path: Path) -> None:
    """Four seeds as they come: chance makes one of them take all thousand."""
    file = tmp_path / "head_start.py"
    file.write_text(HEAD_START)
    variant = load_variant("classic-1959", rules=["head-start"], plugin_files=[str(file)])
    goal, taken = goals({"seat_balance": {"max_spread": 0.04}}), []
    for seed in range(4):
        _, [judged] = play_until_decided(Plan(variant, 4, seed=seed), goal, 1000, workers=2)
        assert judged.verdict == "fail"
        assert judged.decided_after is not None
        taken.append(judged.decided_after)
    assert sorted(taken)[2] < 1000


# -- riskvar run


def variant_file(tmp_path: Path, goal: str) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(f'name = "Mine"\nextends = "classic-1959"\n[goals]\n{goal}\n')
    return str(file)


@pytest.mark.parametrize(
    ("goal", "code", "verdict"),
    [
        ("length = {median = [1, 90]}", 0, "pass"),
        ("long_games = {max = 1}", 3, "fail"),
        ("seat_balance = {max_spread = 0.01}", 4, "undecided"),
    ],
)
def test_the_exit_code_of_run_until_decided_tells_the_verdict(
    tmp_path: Path, goal: str, code: int, verdict: str
) -> None:
    few = ["--max-games", "50", "--players", "2", "--workers", "1", "--bots", "greedy", "--no-levels"]
    result = CliRunner().invoke(main, ["run", variant_file(tmp_path, goal), "--until-decided", "--json", *few])
    assert result.exit_code == code, result.stderr
    assert json.loads(result.stdout)["verdict"] == verdict


def test_an_ordinary_run_shows_verdicts_and_succeeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    few = ["--games", "4", "--players", "3", "--workers", "1", "--bots", "greedy", "--no-levels"]
    result = CliRunner().invoke(main, ["run", variant_file(tmp_path, "long_games = {max = 1}"), *few])
    assert result.exit_code == 0, result.stderr
    assert "nine games in ten" in result.stdout
    assert "undecided" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_run_shows_the_value_of_each_goal_and_what_its_games_are(tmp_path: Path) -> None:
    lines = ["long_games = {max = 1}", "length = {median = [1, 90]}", "completion = {max = 0.1}"]
    few = ["--games", "100", "--players", "2", "--workers", "1", "--bots", "greedy", "--no-levels"]
    asked = ["run", variant_file(tmp_path, "\n".join([*lines, "seat_balance = {max_spread = 0.01}"])), *few]
    shown = CliRunner().invoke(main, asked, env={"COLUMNS": "80"}).stdout.splitlines()
    rows = {line.split()[0]: line for line in shown if line.startswith("  ") and len(line.split()) > 1}
    assert re.search(r" round \d+  decided after 50$", rows["length"])
    assert re.search(r" 100\.0 %  decided after 50$", rows["completion"])
    assert re.search(r" \d+\.\d points +about [\d,]+ more$", rows["seat_balance"])
    assert "The variant misses 2 of 4 goals." in "\n".join(shown)
    assert max(map(len, shown)) <= 80


def test_a_goal_about_skill_is_judged_by_the_games_that_a_run_plays_for_skill(tmp_path: Path) -> None:
    few = ["--games", "60", "--players", "3", "--workers", "1", "--json", "--bots", "greedy", "--no-levels"]
    told = json.loads(CliRunner().invoke(main, ["run", variant_file(tmp_path, "skill = {max = 0.1}"), *few]).stdout)
    (goal,), skill = told["goals"], told["measures"]["skill"]
    assert (goal["value"], goal["decided_after"]) == (skill["value"], skill["n"])
    assert goal["verdict"] == told["verdict"] == "fail"


def test_a_report_shows_the_value_of_each_goal(tmp_path: Path) -> None:
    few = [
        "--games",
        "4",
        "--players",
        "3",
        "--workers",
        "1",
        "--html",
        str(tmp_path / "page.html"),
        "--bots",
        "greedy",
        "--no-levels",
    ]
    CliRunner().invoke(main, ["run", variant_file(tmp_path, "completion = {min = 0.5}"), *few])
    page = (tmp_path / "page.html").read_text()
    assert '<th scope="row">decided games: at least 50\u00a0%</th><td data-head="now">100.0\u00a0%</td>' in page


def test_a_percent_sign_stays_with_its_number(tmp_path: Path) -> None:
    few = ["--games", "4", "--players", "3", "--workers", "1", "--bots", "greedy", "--no-levels"]
    for bound in (0.6, 0.65, 0.625):  # wherever the line ends
        file = variant_file(tmp_path, f"runaway = {{max = {bound}}}\nfirst_out = {{min = 0.3, max = {bound}}}")
        for width in ("76", "80", "84"):
            shown = CliRunner().invoke(main, ["run", file, *few], env={"COLUMNS": width}).stdout
            assert "runaway" in shown
            assert not re.search(r"^ +%", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["classic-1959", "--until-decided"], "has no goals"),
        (["classic-1959", "--max-games", "9"], "--max-games goes with --until-decided"),
        (["classic-1959", "--until-decided", "--games", "9"], "--games does not go with --until-decided"),
    ],
)
def test_run_refuses_options_that_would_end_a_test_early(arguments: list[str], reason: str) -> None:
    result = CliRunner().invoke(main, ["run", *arguments])
    assert result.exit_code == 2
    assert reason in result.stderr


def test_a_margin_that_no_game_can_tell_is_not_said_to_want_more_games(tmp_path: Path) -> None:
    file = variant_file(tmp_path, "drama = {max = 0.147, margin = 0.001}")
    few = ["--games", "60", "--players", "3", "--workers", "1", "--bots", "greedy", "--no-levels"]
    told = " ".join(CliRunner().invoke(main, ["run", file, *few]).stdout.split())
    assert "margin too small" in told
    assert "plays on until they do" not in told
