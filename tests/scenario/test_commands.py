"""Scenarios from the command line and from pytest."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from riskcore.cli import main

from .helpers import TABLE, write

pytest_plugins = ["pytester"]

GOOD = f'{TABLE}[[scenario]]\nname = "Nine armies"\nshows = ["B1"]\nexpect.armies = {{ Japan = 9 }}\n'
BAD = f'{TABLE}[[scenario]]\nname = "Ten armies"\nshows = ["B2"]\nexpect.armies = {{ Japan = 10 }}\n'
BROKEN = f'{TABLE}[[scenario]]\nname = "Nine armies"\nexpect.armies = {{ Japn = 9 }}\n'
GENEROUS = """\
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Generous:
    @hookimpl
    def reinforcement(self):
        return lambda state, player: 50
"""
HOUSE = """\
variant = "classic-1959"
rules = ["generous"]
players = ["Red", "Blue"]
[[scenario]]
name = "Fifty armies"
position = { rest = "Blue", territories = { Japan = "Red" } }
expect.reserve = { Red = 50 }
"""


def riskvar(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["test", *map(str, words)])


def test_all_pass(tmp_path: Path) -> None:
    result = riskvar(write(tmp_path, GOOD))
    assert (result.exit_code, result.stdout) == (0, "1 of 1 scenarios passed\n")


def test_a_failure_is_told_and_exits_with_1(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    bad = write(tmp_path, BAD, "b.scenario.toml")
    result = riskvar(tmp_path)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{bad}:11:27: Ten armies [B2]\n  at the beginning, played as classic-1959\n")
    assert result.stdout.endswith("\n1 of 2 scenarios passed, 1 failed\n")


def test_a_broken_file_does_not_keep_others_from_running(tmp_path: Path) -> None:
    broken = write(tmp_path, BROKEN)
    write(tmp_path, GOOD, "b.scenario.toml")
    result = riskvar(tmp_path)
    assert result.exit_code == 1
    problem = 'scenario[0].expect.armies.Japn: unknown territory "Japn"; did you mean "Japan"?'
    assert result.stderr.strip() == f"{broken}:10:19: {problem}"
    assert result.stdout == "1 of 1 scenarios passed, 1 of 2 files could not be read\n"


def test_only_what_shows_a_rule(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, BAD, "b.scenario.toml")
    result = riskvar(tmp_path, "--shows", "B1")
    assert (result.exit_code, result.stdout) == (0, "1 of 1 scenarios passed\n")


def test_every_scenario_by_name(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    assert riskvar(file, "-v").stdout.splitlines()[0] == f"{file}:8: Nine armies [B1]"


def test_the_shipped_ones_by_default() -> None:
    result = riskvar("--shows", "B6")
    assert (result.exit_code, result.stdout) == (0, "39 of 39 scenarios passed\n")


def test_nothing_to_run_is_an_error(tmp_path: Path) -> None:
    result = riskvar(tmp_path)
    assert (result.exit_code, "no file ends in .scenario.toml there" in result.stderr) == (2, True)
    write(tmp_path, GOOD)
    result = riskvar(tmp_path, "--shows", "B99")
    assert (result.exit_code, "no scenario shows B99" in result.stderr) == (2, True)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = riskvar(tmp_path / "none.scenario.toml")
    assert result.exit_code == 1
    assert "no such file" in result.stderr


def test_rules_of_ones_own(tmp_path: Path) -> None:
    file, rule = write(tmp_path, HOUSE), write(tmp_path, GENEROUS, "generous.py")
    assert 'unknown rule "generous"' in riskvar(file).stderr
    assert riskvar(file, "-p", rule).exit_code == 0


# -- pytest -----------------------------------------------------------------------------------------------------------


def test_pytest_collects_scenario_files(pytester: pytest.Pytester) -> None:
    write(pytester.path, GOOD)
    write(pytester.path, BAD, "b.scenario.toml")
    result = pytester.runpytest("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["a.scenario.toml::Nine armies PASSED*"])
    result.stdout.fnmatch_lines(["*b.scenario.toml:11:27: Ten armies [[]B2]", "*expected  found", "*Japan  10  *9"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_broken_file_is_an_error_of_collection(pytester: pytest.Pytester) -> None:
    write(pytester.path, BROKEN)
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['*a.scenario.toml:10:19: *"Japn"; did you mean "Japan"?'])


def test_other_toml_files_are_left_alone(pytester: pytest.Pytester) -> None:
    write(pytester.path, GOOD, "scenario.toml")
    pytester.runpytest().assert_outcomes()


def test_a_project_names_the_files_of_its_rules(pytester: pytest.Pytester) -> None:
    write(pytester.path, HOUSE)
    write(pytester.path, GENEROUS, "generous.py")
    write(pytester.path, 'rules = ["generous.py"]', "riskvar.toml")
    pytester.runpytest().assert_outcomes(passed=1)
