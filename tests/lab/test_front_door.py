"""The lab's front door: functions that take a plan, tell progress, and return what `to_dict()` tells in JSON."""

import ast
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riskcore import lab
from riskcore.cli import main
from riskcore.files.toml_source import TomlSource
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.rulebook import Rulebook

PROJECT = Path(__file__).resolve().parents[2]
FEW = ("--games", "6", "--players", "3", "--seed", "5", "--workers", "1")


def printed(*arguments: str) -> Any:
    done = CliRunner().invoke(main, [*arguments, "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def plain(told: dict[str, Any]) -> Any:
    return json.loads(json.dumps(told))


# -- the same as the command line -------------------------------------------------------------------------------------


def test_the_documented_lines_give_what_the_documented_command_prints() -> None:
    page = (PROJECT / "docs" / "lab.md").read_text(encoding="utf-8")
    first = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    command = re.search(r"`riskvar (run .*) --json`", page)
    assert first
    assert command
    assert len(first[1].replace("\n\n", "\n").splitlines()) <= 5
    names: dict[str, Any] = {}
    exec(first[1], names)
    assert plain(names["found"].to_dict()) == printed(*command[1].split(), "--workers", "1")


def test_a_comparison_is_what_the_command_prints() -> None:
    plans = [lab.Recipe(name, players=3, seed=5).plan() for name in ("classic-1959", "capitals")]
    assert plain(lab.compare(plans, 6).to_dict()) == printed("compare", "classic-1959", "capitals", *FEW)


def test_a_sweep_is_what_the_command_prints(tmp_path: Path) -> None:
    vary = "rules.fortify.moves=1,2"
    found = lab.sweep(lab.Recipe("classic-1959", players=3, seed=5), [vary], tmp_path / "a", 6)
    assert plain(found.to_dict()) == printed("sweep", "classic-1959", "--vary", vary, "-o", str(tmp_path / "b"), *FEW)


def test_a_search_is_what_the_command_prints(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "M"\nextends = "classic-1959"\n[goals]\nlength = {median = [1, 200]}\n')
    vary = "rules.fortify.moves=1,2"
    few = ("--games", "4", "--trials", "2", "--max-games", "50")
    tuning = lab.tune(lab.Recipe(str(file), players=2), [vary], trials=2, games=4, max_games=50)
    told = CliRunner().invoke(main, ["tune", str(file), "--vary", vary, "--players", "2", *few, "--json"])
    assert plain(tuning.to_dict()) == json.loads(told.stdout)


def test_odds_are_what_the_command_prints() -> None:
    result = lab.odds(lab.Recipe("classic-1959").load(), 6, 4)
    assert plain(result.to_dict()) == printed("odds", "classic-1959", "--attackers", "6", "--defenders", "4")


# -- manners ----------------------------------------------------------------------------------------------------------


def test_progress_hears_of_every_game() -> None:
    heard: list[tuple[int, int]] = []
    found = lab.run(lab.Recipe("classic-1959", players=3).plan(), 6, progress=lambda *both: heard.append(both))
    assert {total for _, total in heard} == {24}
    assert heard[-1][0] == 2 * found.games == 24  # as many again at two other levels


@pytest.mark.parametrize(
    ("recipe", "told"),
    [
        (lab.Recipe("golden-cavalry-2004", players=2), "2 players: World Conquest 2004 is for 3 to 6"),
        (lab.Recipe("capitals", bots="greedy,,novice"), "a name is missing"),
        (lab.Recipe("capitals", players=3, bots="a,b,c,d"), "4 bots for 3 players"),
    ],
)
def test_what_does_not_fit_is_told_before_anything_is_played(recipe: lab.Recipe, told: str) -> None:
    with pytest.raises(lab.PlanError, match=told):
        recipe.plan()


def test_a_name_that_is_not_there_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="no attribute 'walk'"):
        getattr(lab, "walk")  # noqa: B009 - mypy knows that it is not there


@pytest.mark.parametrize(
    ("command", "variants"),
    [(("run", "capitals"), 1), (("compare", "capitals"), 2), (("compare", "capitals", "--html", "page.html"), 2)],
)
def test_files_are_parsed_once_and_rulebooks_built_once(
    command: tuple[str, ...], variants: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    counts: Counter[str] = Counter()

    def count(cls: type, name: str, what: Callable[..., str]) -> None:
        before = getattr(cls, name)

        def counting(*given: Any) -> Any:
            counts[what(*given)] += 1
            return before(*given)

        monkeypatch.setattr(cls, name, counting)

    monkeypatch.chdir(tmp_path)
    forget_arenas()
    forget_files()
    count(Rulebook, "__init__", lambda rules, variant, *parts: "derived" if parts else "rulebooks")
    count(TomlSource, "parse", lambda data, file: str(file))
    printed(*command, *FEW)
    assert (counts.pop("rulebooks"), counts.pop("derived")) == (
        variants,
        3 * variants,
    )  # one that counts for each level
    assert {Path(file).stem for file in counts} == {"standard", "classic-1959", "capitals", "world"}
    assert set(counts.values()) == {1}


def forget_files() -> None:
    from riskcore.files import toml_source

    toml_source._parsed.cache_clear()


# -- commands parse, call one function, print -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["run", "compare", "sweep", "tune", "odds"])
def test_a_command_has_no_long_function(name: str) -> None:
    tree = ast.parse((PROJECT / "riskcore" / "cli" / "lab" / f"{name}.py").read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {each: lines for each, lines in lengths.items() if lines > 40} == {}
