"""What Tab offers, asked as shells ask it."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete, get_completion_class

from riskcore.cli import main
from riskcore.files.catalog import Catalog
from riskcore.files.shipped import named_files

OWN = """
import attrs
from riskcore import hookimpl
open("run", "w").close()

@attrs.frozen(eq=False)
class LateLevy:
    'More armies.'
    armies: int = 2

    @hookimpl(wrapper=True)
    def reinforcement(self):
        return (yield)

@attrs.define
class Sleeper:
    def decide(self, view): ...
"""


def offered(line: str) -> list[str]:
    """What is offered for the last word of a command line."""
    *words, incomplete = line.split(" ")
    found = ShellComplete(main, {}, "riskvar", "_RISKVAR_COMPLETE").get_completions(words[1:], incomplete)
    return [f"({each.type})" if each.type != "plain" else each.value for each in found]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "riskvar.toml").write_text('rules = ["own.py"]\nvariants = ["gifts.toml"]\n', encoding="utf-8")
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "gifts.toml").write_text(
        'name = "Gifts"\nextends = "classic-1959"\nrules.late-levy = {}\n', encoding="utf-8"
    )
    return tmp_path


def test_commands() -> None:
    assert offered("riskvar ru") == ["run", "rulebook", "rules"]


@pytest.mark.parametrize("command", ["run", "explain", "check", "play", "sweep", "new rule late --extends"])
def test_variants(command: str) -> None:
    assert offered(f"riskvar {command} ") == list(named_files("variant"))
    assert offered(f"riskvar {command} two-player-p") == ["two-player-passive-2004"]


def test_several_variants_and_files_where_no_name_begins_so() -> None:
    assert offered("riskvar ladder capitals exp") == ["expert"]
    assert offered("riskvar run ./mi") == ["(file)"]
    assert offered("riskvar run capitals -p ") == ["(file)"]


def test_rules() -> None:
    assert offered("riskvar rules ") == list(Catalog().rule_names())
    assert offered("riskvar compare capitals --rule army-limit --rule bl") == ["blizzards"]


def test_bots_also_after_a_comma() -> None:
    assert offered("riskvar run capitals --bots pl") == ["planner"]
    assert offered("riskvar run capitals --bots greedy,planner,nov") == ["greedy,planner,novice"]


def test_paths_for_set_are_those_of_the_variants_rules_with_their_defaults_and_choices() -> None:
    assert offered("riskvar run classic-1959 --set rules.fortify.") == [
        "rules.fortify.moves=1",
        "rules.fortify.reach=adjacent",
        "rules.fortify.reach=connected",
    ]
    assert offered("riskvar run classic-1959 --set rules.capitals.") == []
    assert "rules.capitals.bonus_armies=5" in offered("riskvar run capitals --set rules.capitals.")
    assert "rules.blizzards.number=4" in offered("riskvar run capitals --rule blizzards --set rules.blizzards.")
    assert offered("riskvar run capitals --set pl") == ["players.min=2", "players.max=6"]


def test_what_a_project_adds_is_found_without_running_it(project: Path) -> None:
    assert offered("riskvar run gif") == ["gifts"]
    assert offered("riskvar run gifts --rule la") == ["late-levy"]
    assert offered("riskvar run gifts --bots sl") == ["sleeper"]
    assert offered("riskvar run gifts --set rules.l") == ["rules.late-levy.armies="]
    assert not (project / "run").exists()


@pytest.mark.parametrize("text", ["rules = 3", "variants = [", "rules = ['gone.py']"])
def test_a_broken_project_costs_nothing_but_its_names(text: str, project: Path) -> None:
    (project / "riskvar.toml").write_text(text, encoding="utf-8")
    assert offered("riskvar ru") == ["run", "rulebook", "rules"]
    assert offered("riskvar run gif") == ["(file)"]


def test_own_files_that_are_not_python_are_passed_over(project: Path) -> None:
    (project / "own.py").write_bytes(b"class Half(:\n\x00")
    assert offered("riskvar run gifts --rule army-l") == ["army-limit"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    made = get_completion_class(shell)
    assert made is not None
    source = made(main, {}, "riskvar", "_RISKVAR_COMPLETE").source_vars()
    assert source["complete_var"] == "_RISKVAR_COMPLETE"


def test_it_loads_nothing_slow() -> None:
    program = """
import sys
from click.shell_completion import ShellComplete
from riskcore.cli import main
shell = ShellComplete(main, {}, "riskvar", "_RISKVAR_COMPLETE")
assert shell.get_completions(["run"], "cap") and shell.get_completions(["run", "capitals", "--bots"], "gr")
print(*sorted(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    slow = {"numpy", "rich", "cattrs", "tree_sitter", "riskcore.lab", "riskcore.web"}
    assert slow & set(done.stdout.split()) == set()
