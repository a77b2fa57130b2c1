"""The example projects, installed beside the built wheel: a server, a bot package, a package with a house rule."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
PACKAGES = {"bot-package": "risk_turtle", "house-rule-package": "risk_supply"}


@pytest.fixture(scope="module")
def tools(clean_riskvar: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that has the wheel and both packages."""
    wheels = tmp_path_factory.mktemp("examples")
    for package in PACKAGES:
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels)]
        subprocess.run([*build, str(EXAMPLES / package)], check=True, capture_output=True)
    python = clean_riskvar.with_name("python")
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", *map(str, wheels.glob("*.whl"))]
    subprocess.run(install, check=True, capture_output=True)
    return clean_riskvar.parent


def run(command: list[object], folder: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_they_are_type_checked(tools: Path, tmp_path: Path) -> None:
    sources = [EXAMPLES / "server" / "server.py", *(EXAMPLES / folder / name for folder, name in PACKAGES.items())]
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", tools / "python"]
    assert "Success" in run([*command, *sources], tmp_path)


def test_the_bot_plays_with_its_parameters(tools: Path, tmp_path: Path) -> None:
    bots = ["--bots", "turtle(margin=5),greedy", "--games", "4", "--workers", "1", "--json"]
    answer = json.loads(run([tools / "riskvar", "run", "capitals", *bots], tmp_path))
    assert answer["games"] == 4
    assert "turtle(margin=5)" in answer["bots"]


def test_the_rule_is_explained_and_played(tools: Path, tmp_path: Path) -> None:
    words = run([tools / "riskvar", "explain", "classic-1959", "--rule", "supply-lines"], tmp_path)
    assert "borders one territory of its own side" in " ".join(words.split())


def test_the_rule_has_scenarios(tools: Path, tmp_path: Path) -> None:
    folder = EXAMPLES / "house-rule-package" / "tests"
    assert "2 of 2 scenarios passed" in run([tools / "riskvar", "test", folder], tmp_path)


def test_a_package_made_by_riskvar_new_can_be_installed(tools: Path, tmp_path: Path) -> None:
    run([tools / "riskvar", "new", "package", "late-levy"], tmp_path)
    folder = tmp_path / "risk-late-levy"
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, folder]
    run(build, tmp_path)
    wheel = next(tmp_path.glob("*.whl"))
    run([tools / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel], tmp_path)
    assert "late-levy.toml: fine" in run([tools / "riskvar", "check"], folder)
    assert "2 of 2 scenarios passed" in run([tools / "riskvar", "test"], folder)
    assert "two more armies" in run([tools / "riskvar", "explain", "classic-1959", "--rule", "late-levy"], tmp_path)
    run([sys.executable, "-m", "mypy", "--strict", "--python-executable", tools / "python", "risk_late_levy"], folder)


@pytest.fixture(scope="module")
def server(tools: Path) -> Iterator[str]:
    """The address of a running server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([tools / "python", EXAMPLES / "server" / "server.py", "capitals", str(port)])
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{address}/view/0").close()
            break
        except OSError:
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait()


def ask(address: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def decider(server: str) -> int:
    to_move: int = ask(f"{server}/view/0")[1]["view"]["to_move"]
    return to_move


def test_moves_go_over_the_server(server: str) -> None:
    for _ in range(30):
        seat = decider(server)
        status, told = ask(f"{server}/view/{seat}")
        assert status == 200
        assert ask(f"{server}/move/{seat}", told["moves"][0])[0] == 200


@pytest.mark.parametrize("junk", [None, 7, "place", [], ["fly"], ["place", "x", 1], ["place", 10**30, 1], {"move": 1}])
def test_junk_is_refused_and_changes_nothing(server: str, junk: object) -> None:
    seat = decider(server)
    before = ask(f"{server}/view/{seat}")
    status, told = ask(f"{server}/move/{seat}", [junk] if junk is None else junk)
    assert status == 400
    assert told["error"]
    assert ask(f"{server}/view/{seat}") == before


def test_others_cannot_move(server: str) -> None:
    seat = (decider(server) + 1) % 3
    assert ask(f"{server}/move/{seat}", ["done"])[0] == 409
    assert ask(f"{server}/view/9")[0] == 404
