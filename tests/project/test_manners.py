"""A guest in somebody else's process: importing, loading and playing touch nothing that belongs to it."""

import subprocess
import sys

PRINTING_THREAD = """
import os
import threading

import riskcore

over = threading.Event()


def count():
    number = 0
    while not over.is_set():
        print("printed", number, flush=True)
        os.write(1, f"written {number}\\n".encode())
        number += 1


thread = threading.Thread(target=count)
thread.start()
for name in ["classic-1959", "capitals", "mission-2004", "two-player-1959"] * 3:
    rules = riskcore.Rulebook(riskcore.load_variant(name))
    riskcore.Game(rules, players=rules.variant.players.min, seed=1)
over.set()
thread.join()
"""

BEFORE_AND_AFTER = """
import locale
import os
import random
import signal
import sys
import threading
import warnings


def process():
    return {
        "streams": [id(sys.stdin), id(sys.stdout), id(sys.stderr)],
        "descriptors": [os.fstat(number).st_ino for number in range(3)],
        "signals": [signal.getsignal(number) for number in signal.valid_signals()],
        "warnings": list(warnings.filters),
        "random": random.getstate(),
        "threads": threading.active_count(),
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "locale": locale.setlocale(locale.LC_ALL),
        "path": list(sys.path),
        "hooks": [sys.excepthook, sys.displayhook, sys.unraisablehook, threading.excepthook],
        "limit": sys.getrecursionlimit(),
    }


before = process()
import riskcore

game = riskcore.Game(riskcore.load_variant("mission-2004"), players=3, seed=1)
chance = random.Random(1)
while game.outcome is None and game.state.round < 5:
    game.push(game.legal_moves.sample(chance))
after = process()
print(*[name for name in before if before[name] != after[name]])
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)


def test_a_thread_that_prints_while_rulebooks_are_built_has_every_line_where_it_belongs() -> None:
    done = run(PRINTING_THREAD)
    lines = done.stdout.splitlines()
    assert len(lines) > 100
    assert lines == [f"{word} {number}" for number in range(len(lines) // 2) for word in ("printed", "written")]
    assert done.stderr == ""


def test_importing_loading_and_playing_leave_the_process_as_it_was() -> None:
    done = run(BEFORE_AND_AFTER)
    assert done.stdout.split() == []
    assert done.stderr == ""
