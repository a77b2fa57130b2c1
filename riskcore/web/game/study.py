"""What games among bots say about the game on the page: who is ahead, a report, and whether its goals are met.

They are played by a process of their own, so that the page stays quick. Who is ahead is judged as in the lab, from what
all can see: the weights are those that explain the winners of these games best.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import attrs

from riskcore.errors import RiskError
from riskcore.game import Game
from riskcore.lab.goals.verdicts import value_words
from riskcore.lab.play.batch import Plan
from riskcore.lab.record.game_record import Log, Recorder, Turns
from riskcore.lab.record.lead import beliefs
from riskcore.lab.runs import Run, run
from riskcore.rulebook import Rulebook

__all__ = ["Standings", "Study", "chances", "play_study"]

_GAMES = 100
_SECONDS = 25  # then the games so far must do
_LONGEST = 120  # seconds, with the report
_BOT = "greedy"


@attrs.frozen
class Study:
    """Games among bots and what they say; without `weights` none was won."""

    games: int
    bot: str
    weights: tuple[float, ...]
    report: str  # a page
    goals: tuple[dict[str, Any], ...]


class Standings:
    """How everybody stands in positions of one game, as all can see it: the rows of the lab's record."""

    def __init__(self, rules: Rulebook, players: int) -> None:
        self._recorder: Recorder | None = None
        with suppress(Exception):  # rules may not answer what the record asks of them; the game can be played
            self._recorder = Recorder(rules, players, secrets=False)

    def row(self, game: Game) -> bytes:
        """The row of a position. What is hidden does not show in it: it is that of any game that looks the same."""
        if self._recorder is None:
            return b""
        with suppress(Exception):
            self._recorder.start(game.view(None).imagine(0).state)()
            return self._recorder.finish().rows
        return b""


def chances(rows: Sequence[bytes], players: int, weights: Sequence[float]) -> list[list[int]]:
    """Each player's chance to win in thousandths, by position; empty where nothing is known."""
    if not any(rows):
        return [[] for _ in rows]
    table = Log(players, b"".join(rows), 0, 0, ()).table()
    found = iter(beliefs(Turns.of(table, players), weights).tolist())
    return [[round(1000 * each) for each in next(found)] if row else [] for row in rows]


def play_study(plan: Plan) -> Study:
    """Play the games of a study in a process of its own, and wait for it; `RiskError` says why there is none."""
    try:
        told = subprocess.run(
            [sys.executable, "-c", f"from {__name__} import _answer; _answer()"],
            input=pickle.dumps(attrs.evolve(plan, bots=(_BOT,))),
            capture_output=True,
            timeout=_LONGEST,
            check=False,
        )
    except (OSError, subprocess.SubprocessError, pickle.PicklingError) as error:
        raise RiskError(f"no games could be played: {error}") from None
    if told.returncode != 0:
        raise RiskError(told.stderr.decode(errors="replace").strip().rpartition("\n")[2] or "no games could be played")
    answer = json.loads(told.stdout)
    return Study(**{**answer, "weights": tuple(answer["weights"]), "goals": tuple(answer["goals"])})


def _answer() -> None:
    """The process: a plan comes in, a study goes out."""
    os.nice(10)
    with suppress(AttributeError):  # where there are no alarms it takes as long as it takes
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.alarm(_SECONDS)
    plan: Plan = pickle.load(sys.stdin.buffer)  # from the server, which has made it
    found = run(plan, _GAMES, front=True)
    with suppress(AttributeError):
        signal.alarm(0)
    sys.stdout.write(json.dumps(attrs.asdict(_study(plan, found))))


def _study(plan: Plan, found: Run) -> Study:
    results = found.results
    lead = results.lead
    won = lead is not None and lead.quality is not None
    report = found.page(f"riskvar run {plan.variant.id} --games {len(results)}") if len(results) else ""
    goals = [
        {"words": each.goal.words, "verdict": each.verdict, "value": value_words(each.goal, each.value)}
        for each in found.judged
    ]
    return Study(len(results), _BOT, lead.whole if won and lead is not None else (), report, tuple(goals))
