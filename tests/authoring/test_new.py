"""What `riskvar new` writes works as it is, and nothing that is there is lost."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from riskcore.cli import main
from riskcore.files.variant import shipped_variants

PLAYABLE = [variant.id for variant in shipped_variants() if variant.group != "base"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def riskvar(*arguments: str, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=answers, env={"COLUMNS": "80", "NO_COLOR": "1"})


def files(folder: Path) -> set[str]:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {name for name in found if not name.startswith("schemas/") and "__pycache__" not in name}


def test_a_variant_works_at_once(folder: Path) -> None:
    assert riskvar("new", "variant", "late-armies").exit_code == 0
    assert files(folder) == {"riskvar.toml", "variants/late-armies.toml", "tests/late-armies.scenario.toml"}
    assert "late-armies.toml: fine" in riskvar("check").stdout
    assert riskvar("test").stdout == "2 of 2 scenarios passed\n"
    assert "number of the round is at least 5" in " ".join(riskvar("explain", "late-armies").stdout.split())
    games = ["--games", "2", "--max-rounds", "3", "--workers", "1"]
    assert riskvar("run", "late-armies", *games).exit_code == 0


def test_a_rule_works_at_once(folder: Path) -> None:
    assert riskvar("new", "rule", "late-levy", "--title", "A late levy").exit_code == 0
    assert "fine" in riskvar("check").stdout
    assert riskvar("test").stdout == "2 of 2 scenarios passed\n"
    words = " ".join(riskvar("explain", "late-levy").stdout.split())
    assert "From round 5 on, everybody gets two more armies at the start of a turn." in words
    pytest_says = subprocess.run([sys.executable, "-m", "pytest", "-q"], capture_output=True, text=True)
    assert "8 passed" in pytest_says.stdout, pytest_says.stdout


def test_what_is_written_is_formatted_and_typed(folder: Path) -> None:
    assert riskvar("new", "rule", "late-levy").exit_code == 0
    assert riskvar("new", "package", "early-levy").exit_code == 0
    ruff = shutil.which("ruff", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}") or "ruff"
    for command in (
        [ruff, "check", "--no-cache", "--select", "A,B,E,F,I,N,PT,RUF,SIM,UP,W", "--line-length", "120", "."],
        [ruff, "format", "--no-cache", "--check", "--line-length", "120", "."],
        [sys.executable, "-m", "mypy", "--strict", "rules", "tests", "risk-early-levy/risk_early_levy"],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("base", PLAYABLE)
@pytest.mark.parametrize("kind", ["variant", "rule"])
def test_it_starts_from_any_variant(kind: str, base: str, folder: Path) -> None:
    made = riskvar("new", kind, "late-levy", "--extends", base)
    assert made.exit_code == 0, made.output
    assert riskvar("test").stdout == "2 of 2 scenarios passed\n"


def test_it_starts_from_a_variant_of_the_project_and_from_a_file(folder: Path) -> None:
    riskvar("new", "variant", "late-armies")
    (folder / "elsewhere.toml").write_text('name = "Elsewhere"\nextends = "capitals"\n', encoding="utf-8")
    assert riskvar("new", "variant", "later-armies", "--extends", "late-armies").exit_code == 0
    assert riskvar("new", "variant", "latest-armies", "--extends", "elsewhere.toml").exit_code == 0
    later, latest = ((folder / "variants" / f"{name}-armies.toml").read_text() for name in ("later", "latest"))
    assert 'extends = "late-armies.toml"' in later
    assert 'extends = "../elsewhere.toml"' in latest
    assert riskvar("test").stdout == "6 of 6 scenarios passed\n"
    # what the first of them says about armies still counts
    assert "usual + (2 if round >= 5 else 0)) + (2 if round >= 5 else 0)" in later


def test_names_of_schemas_lead_to_schemas(folder: Path) -> None:
    riskvar("new", "rule", "late-levy")
    named = [path for path in folder.rglob("*.toml") if path.read_text().startswith("#:schema ")]
    assert len(named) == 3
    for path in named:
        schema = path.read_text().splitlines()[0].removeprefix("#:schema ")
        assert (path.parent / schema).is_file(), path
    assert '"late-levy"' in (folder / "schemas" / "variant.schema.json").read_text()


def test_a_project_keeps_its_folders(folder: Path) -> None:
    (folder / "riskvar.toml").write_text('# mine\nrules = ["code/*.py"]\nvariants = ["*.toml"]\n', encoding="utf-8")
    (folder / "below").mkdir()
    os.chdir(folder / "below")
    assert riskvar("new", "rule", "late-levy").exit_code == 0
    assert {"code/late_levy.py", "late-levy.toml", "tests/late-levy.scenario.toml"} <= files(folder)
    assert (folder / "riskvar.toml").read_text().startswith("# mine\n")
    assert riskvar("test").stdout == "2 of 2 scenarios passed\n"


def test_a_project_that_names_each_file_is_told_of_the_new_ones(folder: Path) -> None:
    (folder / "riskvar.toml").write_text("# mine\nvariants = [] # none yet\n", encoding="utf-8")
    assert riskvar("new", "rule", "late-levy").exit_code == 0
    text = (folder / "riskvar.toml").read_text()
    assert text == '# mine\nvariants = ["variants/late-levy.toml"] # none yet\nrules = ["rules/late_levy.py"]\n'
    assert riskvar("test").stdout == "2 of 2 scenarios passed\n"


@pytest.mark.parametrize("there", ["variants/late-levy.toml", "rules/late_levy.py", "tests/test_late_levy.py"])
def test_nothing_is_overwritten(there: str, folder: Path) -> None:
    (folder / there).parent.mkdir()
    (folder / there).write_text("mine", encoding="utf-8")
    refused = riskvar("new", "rule", "late-levy")
    assert (refused.exit_code, files(folder)) == (1, {there})
    assert refused.stderr.endswith(f"{there} is there already; nothing was written\n")
    assert (folder / there).read_text() == "mine"


def test_a_link_that_leads_nowhere_is_there_as_well(folder: Path) -> None:
    (folder / "variants").mkdir()
    (folder / "variants" / "late-levy.toml").symlink_to(folder / "nowhere")
    assert "is there already" in riskvar("new", "variant", "late-levy").stderr
    assert not (folder / "nowhere").exists()


def test_where_one_file_cannot_be_written_none_is(folder: Path) -> None:
    (folder / "tests").write_text("a file, not a folder", encoding="utf-8")
    refused = riskvar("new", "rule", "late-levy")
    assert refused.exit_code == 1
    assert "cannot write" in refused.stderr
    assert sorted(os.listdir(folder)) == ["tests"]


@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [
        ("variant", "Late", "must be words in small letters"),
        ("variant", "../late", "must be words in small letters"),
        ("variant", "late\x1b[2J", "must be words in small letters"),
        ("variant", "a" * 41, "at most 40 characters"),
        ("variant", "capitals", "is the name of a shipped variant already"),
        ("rule", "army-limit", "is the name of a rule already"),
        ("rule", "late-2", "words of two letters or more"),
        ("rule", "none", "there is another None in Python"),
        ("rule", "state", "there is another State in Python"),
        ("package", "exception", "there is another Exception in Python"),
    ],
)
def test_a_name_that_will_not_do(kind: str, name: str, reason: str, folder: Path) -> None:
    refused = riskvar("new", kind, name)
    assert refused.exit_code == 1
    assert reason in refused.stderr
    assert "\x1b" not in refused.stderr
    assert files(folder) == set()


@pytest.mark.parametrize("title", ["", 'The "best"', "back\\slash", "two\nlines", "\x1b[2J", "t" * 41])
def test_a_title_that_will_not_do(title: str, folder: Path) -> None:
    refused = riskvar("new", "variant", "late-levy", "--title", title)
    assert (refused.exit_code, files(folder)) == (1 if title else 0, set() if title else files(folder))


def test_a_script_is_not_asked_anything(folder: Path) -> None:
    assert riskvar("new").exit_code == 2
    assert "say what it is called" in riskvar("new", "variant").stderr


def test_a_terminal_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riskcore.cli.authoring.new.on_terminal", lambda: True)
    made = riskvar("new", answers="nonsense\nrule\nlate-levy\n\ncapitals\n")
    assert made.exit_code == 0, made.output
    text = (folder / "variants" / "late-levy.toml").read_text()
    assert 'name = "Late levy"\n' in text
    assert 'extends = "capitals"\n' in text
