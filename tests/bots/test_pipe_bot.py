"""Bots that are other programs: whatever they do, it costs them one game, and the batch goes on."""

import shutil
import sys
import time
from pathlib import Path

import pytest

from riskcore import load_bot, load_variant
from riskcore.errors import VariantError
from riskcore.files.bots import bot_maker, split_bots
from riskcore.files.catalog import Catalog
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.simulate import simulate

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CLASSIC = load_variant("classic-1959")
TRICKLE = """
import os, time
for _ in open(0):
    while True:
        os.write(1, b"[")
        time.sleep(0.01)
"""
EAGER = """
import sys, json
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        row = [value["max"] if isinstance(value, dict) else value for value in message["legal"][0]]
        print(json.dumps({"move": row}) + "\\n" + json.dumps({"move": row}), flush=True)
"""


def reasons(bot: str, *, players: int = 3, games: int = 2) -> list[tuple[int | None, str | None]]:
    """Winner and reason of a few games with the bot in seat 1 of game 0, greedy ones in the others."""
    results = simulate(Plan(CLASSIC, players, 1, (bot, *["greedy"] * (players - 1)), 20), games)
    return [(record.winner, record.reason) for record in results]


def program(folder: Path, source: str) -> str:
    path = folder / "program.py"
    path.write_text(source)
    return f"{sys.executable} {path}"


def test_a_python_program_plays_whole_games() -> None:
    played = reasons(f"exec:{sys.executable} {EXAMPLES / 'pipe_bot.py'}")
    assert [reason for _, reason in played if reason not in (None, "conquest")] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_javascript_program_plays_whole_games() -> None:
    played = reasons(f"exec:node {EXAMPLES / 'pipe_bot.js'}")
    assert [reason for _, reason in played if reason not in (None, "conquest")] == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("for line in open(0): print('hello', flush=True)", "answered with no move"),
        ("for line in open(0): print('[' * 100000, flush=True)", "answered with no move"),
        ('for line in open(0): print(\'{"move": ["place", 0, 99]}\', flush=True)', "made an illegal move"),
        ("for line in open(0): print('{\"move\": 7}', flush=True)", "answered with no move"),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "answered too much"),
        ("for line in open(0): pass", "did not answer in time"),
        ("import time\ntime.sleep(60)", "did not answer in time"),
        (TRICKLE, "did not answer in time"),
        (EAGER, "answered without being asked"),
        (
            "for line in open(0): print('{\"move\": [\"place\", 1' + '0' * 9000 + ', 1]}', flush=True)",
            "answered with no move",
        ),
        ('for line in open(0): print(\'{"move": ["place", 1e999, 1]}\', flush=True)', "made an illegal move"),
        ("import os\nos.write(1, bytes(range(128, 256)) + b'\\n' * 3)\nfor line in open(0): pass", "answered"),
    ],
    ids=[
        "crash",
        "garbage",
        "deep",
        "illegal",
        "no list",
        "flood",
        "silence",
        "deaf",
        "trickle",
        "eager",
        "huge",
        "infinite",
        "no text",
    ],
)
def test_what_a_program_does_wrong_costs_it_the_game(tmp_path: Path, source: str, what: str) -> None:
    seconds = 0.5 if "in time" in what else 20  # a busy machine takes its time to start a program
    bot = f'exec(command="{program(tmp_path, source)}", seconds={seconds})'
    played = reasons(bot)
    assert [winner for winner, _ in played] == [None, None]
    assert all(reason is not None and reason.startswith(f"{bot} {what}") for _, reason in played)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see processes")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    source = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(child.pid))
for line in sys.stdin: pass
"""
    reasons(f'exec(command="{program(tmp_path, source)}", seconds=1)', games=1)
    child = Path(f"/proc/{note.read_text()}/stat")
    for _ in range(50):
        if not child.exists() or child.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the child is still there")


def test_a_program_that_is_not_there_forfeits() -> None:
    assert {reason for _, reason in reasons("exec:./no-such-program")} == {"exec:./no-such-program cannot be started"}


def test_against_a_program_that_forfeits_the_only_other_player_wins(tmp_path: Path) -> None:
    bot = f"exec:{program(tmp_path, 'raise SystemExit(1)')}"
    assert [winner is not None for winner, _ in reasons(bot, players=2)] == [True, True]


def test_in_text_mode_a_number_is_a_move(tmp_path: Path) -> None:
    source = "import sys\nfor line in sys.stdin:\n    if not line.strip(): print(1, flush=True)"
    played = reasons(f'exec(command="{program(tmp_path, source)}", mode="text")', games=1)
    assert [reason for _, reason in played if reason not in (None, "conquest")] == []


def test_a_bot_may_be_had_by_the_name_that_people_call_it() -> None:
    bot = load_bot("exec(command='./mine', seconds=3, mode='text')")
    assert (bot.command, bot.seconds, bot.mode) == ("./mine", 3, "text")
    with pytest.raises(VariantError, match="seconds"):
        load_bot("exec(command='x', seconds=0)")


def test_commas_within_brackets_and_quotes_belong_to_a_bot() -> None:
    text = 'planner, planner(aggression=0.9, patience=2), exec(command="a,b")'
    assert split_bots(text) == ("planner", "planner(aggression=0.9, patience=2)", 'exec(command="a,b")')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exec(secands=3, command='x')", "secands"),
        ("exec(command='x', seconds='y')", "seconds"),
        ("exec(seconds)", "must be key=value"),
        ("greedy(", "write NAME or NAME"),
        ("gredy", 'did you mean "greedy"'),
    ],
)
def test_a_bot_that_is_written_wrong_is_refused(text: str, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        bot_maker(text, Catalog())
