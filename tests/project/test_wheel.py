"""The built wheel works in a clean environment and an empty folder: plugins, variants and boards are in it."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def clean_riskvar(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`riskvar` installed from the wheel, with what it requires and nothing else."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(home, with_pip=True)
    tools = home / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", str(wheel)], check=True, capture_output=True)
    return tools / "riskvar"


def test_nothing_called_plugins_or_tests_is_in_it(wheel: Path) -> None:
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {"riskcore", "risk_editions", "risk_options", "risk_bots"} <= names
    assert not {"plugins", "tests", "variants", "benchmarks"} & names


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
