"""Projects: what a riskvar.toml adds to commands, what it must not, and its mistakes."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from riskcore import VariantError
from riskcore.authoring import project as project_module
from riskcore.authoring.project import find_project, project_file
from riskcore.cli import main

RULE = """
import attrs

from riskcore import hookimpl


@attrs.frozen(eq=False)
class Gift:
    'More armies.'

    armies: int = 2

    @hookimpl(wrapper=True)
    def reinforcement(self):
        'Everybody gets {self.armies} more armies a turn.'
        rule = yield
        return lambda state, player: rule(state, player) + self.armies
"""
VARIANT = 'name = "Gifts"\nextends = "classic-1959"\n[rules.gift]\n'
PROJECT = 'rules = ["rules/*.py"]\nvariants = ["*/gifts.toml"]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, and the working directory."""
    for name, text in {"riskvar.toml": PROJECT, "rules/gift.py": RULE, "variants/gifts.toml": VARIANT}.items():
        write(tmp_path / name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def riskvar(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_commands_need_no_plugin_file_and_know_variants_by_name(folder: Path) -> None:
    result = riskvar("explain", "gifts")
    assert result.exit_code == 0, result.output
    assert "Everybody gets 2 more armies a turn." in result.stdout
    assert result.stderr == f"riskvar.toml: -p {Path('rules/gift.py')}\n"


def test_it_is_found_from_a_folder_below(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "variants")
    assert "2 more armies" in riskvar("explain", "gifts").stdout


def test_a_variant_file_brings_no_project_along(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder / "elsewhere" / "empty", "")
    (folder / "riskvar.toml").rename(folder / "variants" / "riskvar.toml")
    write(folder / "rules" / "gift.py", 'raise SystemExit("code was run")')
    monkeypatch.chdir(folder / "elsewhere")
    result = riskvar("explain", "../variants/gifts.toml")
    assert result.exit_code == 1
    assert "riskvar.toml is not in use: a project counts for who works in its folder" in result.stderr
    assert 'unknown rule "gift"' in result.stderr


def test_a_project_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "geteuid"):
        pytest.skip("files have no owner here")
    monkeypatch.setattr(project_module.os, "geteuid", lambda: 12345)
    monkeypatch.setattr(Path, "stat", lambda self, **_: os.stat_result((0o100644, 0, 0, 1, 4321, 0, 0, 0, 0, 0)))
    with pytest.raises(VariantError, match="belongs to another user"):
        find_project(folder)


@pytest.mark.parametrize("given", [[], ["--players", "4"]])
def test_the_command_line_wins_over_the_project_and_the_project_over_what_is_built_in(
    folder: Path, given: list[str]
) -> None:
    write(folder / "riskvar.toml", f"{PROJECT}[defaults]\nplayers = 3\nmax_rounds = 1\n")
    result = riskvar("run", "gifts", "--games", "2", "--workers", "1", "--json", *given)
    assert result.exit_code == 0, result.output
    assert f'"players": {4 if given else 3},' in result.stdout
    assert '"max_rounds": 1,' in result.stdout
    assert ("--players 3" in result.stderr) == (not given)


def test_a_page_names_the_whole_command(folder: Path) -> None:
    write(folder / "riskvar.toml", f"{PROJECT}[defaults]\nmax_rounds = 1\ngames = 2\n")
    assert riskvar("run", "gifts", "--workers", "1", "--html", "page.html").exit_code == 0
    page = (folder / "page.html").read_text(encoding="utf-8")
    for part in ("--games 2", "--max-rounds 1", "-p rules/gift.py", "variants/gifts.toml"):
        assert part in page


def test_ladder_and_soak_choose_their_players_themselves(folder: Path) -> None:
    write(folder / "riskvar.toml", f'{PROJECT}[defaults]\nbots = "greedy"\nplayers = 2\ngames = 5\n')
    result = riskvar("soak", "gifts", "--games", "1", "--players", "3", "--max-moves", "5", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "--bots" not in result.stderr


def test_a_name_of_a_shipped_variant_is_not_taken_over(folder: Path) -> None:
    write(folder / "mine" / "capitals.toml", VARIANT)
    write(folder / "riskvar.toml", 'rules = ["rules/gift.py"]\nvariants = ["mine/capitals.toml"]\n')
    result = riskvar("explain", "capitals")
    assert (result.exit_code, "write the path for yours" in result.stderr) == (2, True)
    assert riskvar("explain", str(Path("mine/capitals.toml"))).exit_code == 0


def test_check_list_and_test_know_it(folder: Path) -> None:
    write(folder / "a" / "mine.scenario.toml", f'{"#"}\nvariant = "../variants/gifts.toml"\n{SCENARIO}')
    checked = riskvar("check")
    assert checked.stdout.splitlines()[0] == "riskvar.toml: fine, 1 rule file and 1 variant"
    assert "gifts.toml: fine, 12 rules" in checked.stdout
    assert riskvar("list").stdout.startswith("Your project\n  gifts")
    assert "1 of 1 scenarios passed" in riskvar("test").stdout


SCENARIO = """
players = ["Red", "Blue"]
[position]
turn = "Red"
phase = "reinforce"
rest = "Blue"
territories = { Japan = "Red 5" }
[[scenario]]
name = "Two more"
expect.reserve = { Red = 5 }
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('rule = ["x.py"]', '1:1: rule: unknown key; did you mean "rules"?'),
        ('rules = ["rules/gift.py", "rules/gitf.py"]', '1:27: rules[1]: there is no file "rules/gitf.py" in '),
        ('variants = ["rules/gift.py"]', "1:13: variants[0]: "),
        ('variants = ["/etc/x.toml"]', "must be a path below this file that ends in .toml"),
        ("[defaults]\nplayers = 0", "2:11: defaults.players: 0 is out of range; must be >= 1"),
        ('[defaults]\nbots = "greddy"', '2:8: defaults.bots: unknown bot "greddy"; did you mean "greedy"?'),
        ("[defaults", "not TOML"),
    ],
)
def test_mistakes_have_line_and_column(folder: Path, text: str, wanted: str) -> None:
    write(folder / "riskvar.toml", text)
    result = riskvar("run", "classic-1959", "--games", "1", "--workers", "1")
    assert result.exit_code == 1
    assert "riskvar.toml:" in result.stderr
    assert wanted in result.stderr


def test_two_variants_of_one_name_are_a_mistake(folder: Path) -> None:
    write(folder / "other" / "gifts.toml", VARIANT)
    result = riskvar("check")
    assert result.exit_code == 1
    assert '2:13: variants[0]: "gifts" is the name of two variants' in result.stderr


def test_help_needs_no_project(folder: Path) -> None:
    write(folder / "riskvar.toml", "broken")
    assert riskvar("run", "--help").exit_code == 0


def test_where_there_is_none_there_is_none(tmp_path: Path) -> None:
    assert project_file(tmp_path) is None
    assert find_project(tmp_path) is None
