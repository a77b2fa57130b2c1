"""The built wheel, and an environment that has nothing else."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def clean_riskvar(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`riskvar` installed from the wheel, with what it requires and nothing else."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(home, with_pip=True)
    tools = home / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", str(wheel)], check=True, capture_output=True)
    return tools / "riskvar"
