"""`riskvar run`: the front page of measures, all of them, and the same as JSON."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from riskcore import load_variant
from riskcore.cli import main
from riskcore.lab.measure import skill as side_games
from riskcore.lab.measure.measures import MEASURES
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.simulate import INTERRUPTED, simulate

FRONT = ["Decided games", "Seat balance", "Typical length", "Long games", "Drama", "Late surprise", "Victory lap"]
FRONT += ["Runaway leader", "Idle time", "Skill"]
WORTH = ["Trading", "Fortifying", "Continents", "Own rules"]


def riskvar(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})


def run_json(*arguments: str) -> dict[str, Any]:
    result = riskvar("run", *arguments, "--workers", "1", "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_the_front_page_has_its_measures_in_eighty_columns() -> None:
    text = riskvar("run", "capitals", "--games", "12", "--workers", "1").stdout
    starts = [line.strip().split("  ")[0] for line in text.splitlines()]
    assert [start for start in starts if start in FRONT][: len(FRONT)] == FRONT
    assert max(map(len, text.splitlines())) <= 80
    assert "Stolen kills" not in text
    assert " ".join(text.split()).count("only bots have played; people play differently") == 1


def test_all_measures_are_shown_when_asked_for() -> None:
    text = riskvar("run", "capitals", "--games", "12", "--workers", "1", "--all-measures").stdout
    starts = [line.strip().split("  ")[0] for line in text.splitlines()]
    assert set(starts) >= {each.title for each in MEASURES} | {"Rule capitals", *WORTH}
    assert "with armies alone to say who leads" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_json_has_measures_beside_what_it_had() -> None:
    told = run_json("capitals", "--games", "12")
    assert set(told["measures"]) == {each.key for each in MEASURES} | {"felt.capitals", "skill"}
    assert told["measures"]["completion"]["value"] == told["finished"] / told["games"] == 1
    assert told["measures"]["length"]["value"] == told["rounds"]["median"]
    assert told["measures"]["seat_balance"]["details"]["wins"] == told["wins_by_seat"]
    assert told["lead"]["games"] == 12
    assert told["digest"] == simulate(Plan(load_variant("capitals"), 4, bots=("planner",)), 12).digest()


def test_json_with_all_measures_says_what_things_are_worth() -> None:
    told = run_json("classic-1959", "--players", "3", "--games", "3", "--all-measures")
    worth = {key for key in told["measures"] if key.startswith("restricted.")}
    assert worth == {"restricted.never-trades", "restricted.never-fortifies", "restricted.ignores-continents"}


def test_measures_of_games_that_nobody_won_are_told_as_missing() -> None:
    told = run_json("classic-1959", "--games", "4", "--max-rounds", "1")
    assert told["measures"]["completion"]["value"] == 0
    assert told["measures"]["drama"] | {"value": None, "interval": None, "n": 0} == told["measures"]["drama"]
    text = riskvar("run", "classic-1959", "--games", "4", "--max-rounds", "1", "--workers", "1").stdout
    assert "no game was won, so nobody can say who was ahead" in text


def test_a_bot_that_breaks_a_rule_on_the_side_does_not_cost_the_page(tmp_path: Path) -> None:
    file = tmp_path / "trap.py"
    file.write_text(
        "import attrs\nfrom riskcore import hookimpl\n"
        "@attrs.frozen(eq=False)\nclass Trap:\n"
        "    @hookimpl(wrapper=True)\n    def reinforcement(self):\n"
        "        rule = yield\n"
        "        def due(state, player):\n"
        "            assert 0 not in state.orders, 'somebody wants to be asked'\n"  # as random bots do
        "            return rule(state, player)\n"
        "        return due\n"
    )
    few = ["--games", "4", "--workers", "1", "--all-measures"]
    result = riskvar("run", "capitals", "-p", str(file), "--rule", "trap", *few)
    assert result.exit_code == 0
    assert "Idle time" in result.stdout
    assert "Skill of novice" not in result.stdout
    assert "skill was not measured: game 0 of seed 0" in result.stderr


def test_a_rule_that_tells_bots_nothing_is_named(tmp_path: Path) -> None:
    few = ["--games", "4", "--workers", "1"]
    told = " ".join(riskvar("run", "capitals", "--rule", "army-limit", *few).stdout.split())
    assert "the bots keep to army-limit but have no plan for it" in told
    assert "have no plan" not in riskvar("run", "capitals", *few).stdout


def test_a_variant_without_summary_leaves_no_gap(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text('name = "Plain"\nextends = "classic-1959"\n')
    assert riskvar("run", str(file), "--games", "4", "--workers", "1").stdout.splitlines()[1].startswith("4 games")


def test_interrupted_after_the_last_game_of_the_run_only_skill_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    played = side_games.play_side_games

    def stopped(*arguments: Any, **options: Any) -> side_games.SideGames:
        return attrs.evolve(played(*arguments, **options), stopped=INTERRUPTED)

    monkeypatch.setattr("riskcore.lab.runs.play_side_games", stopped)
    result = riskvar("run", "capitals", "--games", "4", "--workers", "1")
    assert result.exit_code == 130
    assert result.stderr == "interrupted: not all skill was measured\n"
