"""The built wheel works in a clean environment and an empty folder: plugins, variants and boards are in it."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USER_PROGRAM = """
import random
from collections.abc import Callable, Generator

import attrs

import riskcore
from riskcore import Board, Game, Move, State, View, hookimpl, lab

Reinforcement = Callable[[State, int], int]


@attrs.frozen(eq=False)
class Gift:
    armies: int = 1

    @hookimpl(wrapper=True)
    def reinforcement(self, board: Board) -> Generator[None, Reinforcement, Reinforcement]:
        rule = yield

        def with_gift(state: State, player: int) -> int:
            return rule(state, player) + self.armies

        return with_gift


@attrs.define
class Hasty:
    order: int = 2

    def start(self, view: View, seed: int) -> None:
        self.order = view.players - seed % 2

    def decide(self, view: View) -> Move:
        return next(iter(view.legal_moves))


def play(game: Game, chance: random.Random) -> int | None:
    while game.outcome is None:
        game.push(game.legal_moves.sample(chance))
    return game.outcome.winner


game = Game(riskcore.load_variant("capitals"), players=4, seed=7)
winner = play(game, random.Random(1))
found = lab.run(lab.Recipe("capitals", players=4, seed=7).plan(), games=40)
lengths = [each.value for each in found.measured if each.key == "length"]
"""
MISTAKES = """
from sound import found, game

game.push(game.winner)
found.measure
"""


def test_nothing_called_plugins_or_tests_is_in_it(wheel: Path) -> None:
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {"riskcore", "risk_editions", "risk_options", "risk_bots"} <= names
    assert not {"plugins", "tests", "variants", "benchmarks"} & names


def test_every_package_says_that_it_is_typed(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    packages = {name.split("/")[0] for name in names if name.endswith(".py")}
    assert packages >= {"riskcore", "risk_editions", "risk_bots"}
    assert [name for name in sorted(packages) if f"{name}/py.typed" not in names] == []


def test_programs_are_type_checked_against_it(clean_riskvar: Path, tmp_path: Path) -> None:
    (tmp_path / "sound.py").write_text(USER_PROGRAM, encoding="utf-8")
    (tmp_path / "mistaken.py").write_text(MISTAKES, encoding="utf-8")
    interpreter = clean_riskvar.with_name("python")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", interpreter, "sound.py", "mistaken.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        'mistaken.py:4: error: "Game" has no attribute "winner"  [attr-defined]',
        'mistaken.py:5: error: "Run" has no attribute "measure"; maybe "measured"?  [attr-defined]',
        "Found 2 errors in 1 file (checked 2 source files)",
    ]


def test_it_runs_a_shipped_variant_in_an_empty_folder(clean_riskvar: Path, tmp_path: Path) -> None:
    command = [clean_riskvar, "run", "classic-1959", "--games", "6", "--seed", "3", "--json"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    answer = json.loads(done.stdout)
    assert answer["games"] == 6
    assert sum(answer["wins_by_seat"]) == answer["finished"] == 6


def test_every_shipped_variant_loads_from_it(clean_riskvar: Path, tmp_path: Path) -> None:
    names = sorted(path.stem for path in (ROOT / "variants").rglob("*.toml") if is_variant(path))
    subprocess.run([clean_riskvar, "check", *names], cwd=tmp_path, check=True, capture_output=True)


def is_variant(path: Path) -> bool:
    return not {"boards", "decks", "scenarios"} & set(path.relative_to(ROOT / "variants").parts)
