"""Many games: the same whatever the workers, seats and bots counted right, nothing finished ever lost."""

import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Never

import pytest

import riskcore
from riskcore import Variant
from riskcore.lab.measure.measures import measure
from riskcore.lab.measure.summary import summarise
from riskcore.lab.play.batch import Arena, GameFailed, GameRecord, Plan, play_game
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import INTERRUPTED, simulate
from riskcore.lab.play.workers import WorkersDied, spread
from riskcore.lab.record.fold import fold
from riskcore.tape import derive_seed

SEAT_WINS = '''
from collections.abc import Generator
import attrs
from riskcore import Outcome, WinCheck, hookimpl

@attrs.frozen(eq=False)
class SeatWins:
    """Whoever sits in a seat wins at the end of the first turn."""
    seat: int = 1

    @hookimpl(wrapper=True)
    def win_condition(self):
        """The player in seat {self.seat} wins at once."""
        checks = yield
        def check(state):
            return Outcome((state.first + self.seat - 1) % state.players, "a seat")
        return (*checks, WinCheck(("turn end",), check))
'''

BROKEN_BOT = """
from typing import ClassVar
import attrs

@attrs.define
class Broken:
    order: ClassVar[int] = 0
    def start(self, view, seed):
        pass
    def decide(self, view):
        if view.round > 1:
            raise KeyError("lost")
        return next(iter(view.legal_moves))
"""


@pytest.fixture(scope="module")
def classic() -> Variant:
    return riskcore.load_variant("classic-1959")


def seat_wins(tmp_path: Path, seat: int, variant: str = "classic-1959") -> Variant:
    """A variant whose winner is known beforehand."""
    file = tmp_path / "seat_wins.py"
    file.write_text(SEAT_WINS)
    settings = [f"rules.seat-wins.seat={seat}"]
    return riskcore.load_variant(variant, rules=["seat-wins"], settings=settings, plugin_files=[file])


def test_a_run_is_the_same_again_and_with_more_workers(classic: Variant) -> None:
    plan = Plan(classic, 3, seed=5, bots=("greedy", "random"))
    alone = simulate(plan, 12)
    assert alone.digest() == simulate(plan, 12).digest() == simulate(plan, 12, workers=2).digest()
    assert len(alone) == 12
    assert alone.digest() != simulate(Plan(classic, 3, seed=6, bots=("greedy", "random")), 12).digest()


def test_any_executor_will_do(classic: Variant) -> None:
    plan = Plan(classic, 3)
    threads = simulate(plan, 6, workers=2, open_executor=partial(ThreadPoolExecutor, 2))
    assert threads.digest() == simulate(plan, 6).digest()


def test_a_game_follows_from_the_seed_and_its_number_alone(classic: Variant) -> None:
    plan = Plan(classic, 3, seed=9)
    assert play_game(Arena(plan), 4) == list(simulate(plan, 6))[4]
    assert plan.game_seed(4) == derive_seed(9, 4)


@pytest.mark.parametrize("seat", [1, 3])
def test_seats_are_counted_from_the_first_turn(tmp_path: Path, seat: int) -> None:
    results = simulate(Plan(seat_wins(tmp_path, seat), 4), 8)
    summary = summarise(results)
    assert [share.wins for share in summary.seats] == [8 if number == seat else 0 for number in range(1, 5)]
    assert len({record.winner for record in results}) > 1  # the seat is the same, the player is not
    assert (summary.median_rounds, summary.p90_rounds, summary.reasons) == (1, 1, {"a seat": 8})


def test_bots_that_differ_take_every_seat_in_turn(tmp_path: Path) -> None:
    plan = Plan(seat_wins(tmp_path, 1), 3, bots=("greedy", "random", "random"))
    results = simulate(plan, 6)
    assert [record.first_bot for record in results] == [0, 1, 2, 0, 1, 2]
    assert {name: share.wins for name, share in summarise(results).bots.items()} == {"greedy": 2, "random": 4}


def test_who_sits_where_stays_true_when_the_first_turn_is_rolled_for_again(tmp_path: Path) -> None:
    plan = Plan(seat_wins(tmp_path, 1, "golden-cavalry-2004"), 3, bots=("random", "greedy", "greedy"))
    arena = Arena(plan)
    for number in range(4):
        match = arena.open(number)
        while match.game.to_move is not None:
            match.game.push(match.deciders[match.game.to_move]())
        record = play_game(arena, number)
        bot = plan.line_up[(match.first_bot + match.game.state.first - match.first) % 3]
        assert plan.line_up[record.first_bot] == bot
        assert type(match.deciders[match.game.state.first].func.__self__) is arena.line_up[record.first_bot]  # type: ignore[attr-defined]


def test_a_game_at_the_round_cap_is_nobodys_win(classic: Variant) -> None:
    results = simulate(Plan(classic, 4, max_rounds=1), 3)
    summary = summarise(results)
    assert [(record.winner, record.seat, record.reason, record.rounds, record.turns) for record in results] == [
        (None, 0, None, 1, 4)
    ] * 3
    assert (summary.finished, summary.unfinished) == (0, 3)
    assert [share.wins for share in summary.seats] == [0] * 4
    assert summary.median_rounds is None
    assert summary.reasons == {}


def test_a_batch_keeps_its_records_and_comes_in_any_order(classic: Variant) -> None:
    finished = GameRecord(2, 3, 1, "conquest", 18, 70, 4_000_000)
    unfinished = GameRecord(None, 0, 0, None, 200, 799, 12)
    first, second = Batch.of(0, [finished, unfinished]), Batch.of(2, [unfinished, finished])
    assert list(first) == [finished, unfinished]
    forwards, backwards = Results(Plan(classic, 4)), Results(Plan(classic, 4))
    for batch in (first, second):
        forwards.add(batch)
    for batch in (second, first, second):
        backwards.add(batch)
    assert list(forwards) == list(backwards) == [finished, unfinished, unfinished, finished]
    assert forwards.digest() == backwards.digest()
    assert len(first.packed) == 2 * 16


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_it_keeps_what_is_finished(classic: Variant, workers: int) -> None:
    plan = Plan(classic, 3)
    whole = dict(simulate(plan, 120, workers=2).numbered())

    def stop(finished: int) -> None:
        if finished:
            raise KeyboardInterrupt

    part = simulate(plan, 120, workers=workers, progress=stop)
    assert part.stopped == INTERRUPTED
    assert 0 < len(part) < 120
    assert all(whole[number] == record for number, record in part.numbered())


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named_with_game_and_place(tmp_path: Path, workers: int) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN_BOT)
    variant = riskcore.load_variant("classic-1959", plugin_files=[file])
    with pytest.raises(GameFailed, match=r"game 0 of seed 3 .*turn 4, phase '\w+', .*KeyError: 'lost'"):
        simulate(Plan(variant, 3, seed=3, bots=("broken",)), 1, workers=workers)


RUDE = """
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Rude:
    \"\"\"A rule that spoils games.\"\"\"

    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield

        def spoiled(state, player):
            {what}
        return spoiled
"""


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("raise SystemExit(0)", r"SystemExit: 0 \(rude\.py:14\)"),
        ("return 1 // 0", r"ZeroDivisionError: integer division or modulo by zero \(rude\.py:14\)"),
        ("raise GeneratorExit", r"GeneratorExit \(rude\.py:14\)"),
        ("raise type('Own', (BaseException,), {})('mine')", r"Own: mine \(rude\.py:14\)"),
        (
            "raise type('Mute', (Exception,), {'__str__': lambda self: 1 // 0})",
            r"Mute: it cannot say what is wrong \(rude\.py:14\)",
        ),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_rule_that_spoils_a_game_is_told_with_its_line(tmp_path: Path, what: str, told: str, workers: int) -> None:
    file = tmp_path / "rude.py"
    file.write_text(RUDE.format(what=what))
    variant = riskcore.load_variant("classic-1959", rules=["rude"], plugin_files=[str(file)])
    with pytest.raises(GameFailed, match=told):
        simulate(Plan(variant, 3, max_rounds=2), 2, measured=True, workers=workers)


def test_a_fault_travels_where_exceptions_take_their_causes_along(tmp_path: Path) -> None:
    """As they do once dask is loaded, on its clusters above all."""
    file = tmp_path / "rude.py"
    file.write_text(RUDE.format(what="raise type('Own', (Exception,), {})('mine')"))
    program = f"""
import distributed
from riskcore import load_variant
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.simulate import simulate

variant = load_variant("classic-1959", rules=["rude"], plugin_files=[{str(file)!r}])
try:
    simulate(Plan(variant, 3, max_rounds=2), 2, workers=2)
except GameFailed as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Own: mine (rude.py:14)" in done.stdout


def test_an_interrupt_in_a_worker_is_none_of_the_users(tmp_path: Path) -> None:
    file = tmp_path / "rude.py"
    file.write_text(RUDE.format(what="raise KeyboardInterrupt"))
    variant = riskcore.load_variant("classic-1959", rules=["rude"], plugin_files=[str(file)])
    with pytest.raises(GameFailed, match=r"KeyboardInterrupt \(rude\.py:14\)"):
        simulate(Plan(variant, 3, max_rounds=2), 2, workers=2)


@pytest.mark.parametrize("armies", ["3.5", "None", "'many'", "float('nan')", "10**30"])
def test_armies_that_no_record_can_hold_are_told_with_their_hook(tmp_path: Path, armies: str) -> None:
    file = tmp_path / "rude.py"
    file.write_text(RUDE.format(what=f"return rule(state, player) if player == state.player else {armies}"))
    variant = riskcore.load_variant("classic-1959", rules=["rude"], plugin_files=[str(file)])
    told = (
        r"game 0 of seed 0 .* failed when it was over: hook reinforcement: .* for player 1 in turn 1; must be a whole"
    )
    with pytest.raises(GameFailed, match=told):
        simulate(Plan(variant, 3, max_rounds=2), 2, measured=True)


def test_interrupted_while_the_lead_is_fitted_no_game_is_lost(
    classic: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyboardInterrupt
        return fold(*arguments)

    monkeypatch.setattr("riskcore.lab.play.recorded_batch.fold", interrupted)
    results = simulate(Plan(classic, 3), 20, measured=True)
    assert (results.stopped, len(results)) == (INTERRUPTED, 20)
    assert [each.value for each in measure(results)] == [
        each.value for each in measure(simulate(Plan(classic, 3), 20, measured=True))
    ]


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    program = f"""
import os, time
from pathlib import Path
from riskcore.lab.play.workers import local_pool

def tell(number):
    time.sleep(0.2)
    return os.getpid()

with local_pool(2) as pool:
    Path({str(told)!r}).write_text(" ".join(map(str, set(pool.map(tell, range(4))))))
    time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        while not told.exists() or not told.read_text():
            assert process.poll() is None
            time.sleep(0.02)
        process.kill()
    until = time.monotonic() + 20
    while alive := [pid for pid in told.read_text().split() if _runs(int(pid))]:
        assert time.monotonic() < until, f"still there: {alive}"
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def double(piece: int) -> int:
    return 2 * piece


def double_or_die_once(marker: str, piece: int) -> int:
    """Kills its worker the first time it meets piece 5."""
    if piece == 5 and not os.path.exists(marker):
        Path(marker).touch()
        os._exit(1)
    return 2 * piece


def double_or_die(piece: int) -> int:
    """Kills its worker whenever it meets piece 5."""
    if piece == 5:
        os._exit(1)
    return 2 * piece


def test_pieces_are_each_done_once() -> None:
    assert sorted(spread(double, range(40), workers=2)) == [(piece, 2 * piece) for piece in range(40)]


def test_a_worker_that_dies_costs_nothing_that_was_finished(tmp_path: Path) -> None:
    task = partial(double_or_die_once, str(tmp_path / "died"))
    answers = Counter(spread(task, range(40), workers=2))
    assert (tmp_path / "died").exists()
    assert answers == Counter({(piece, 2 * piece): 1 for piece in range(40)})


def test_workers_that_keep_dying_are_given_up_with_the_rest_delivered() -> None:
    delivered: list[tuple[int, int]] = []
    with pytest.raises(WorkersDied, match="died 3 times in a row"):
        delivered.extend(spread(double_or_die, range(30), workers=2))  # those before the error stay in the list
    assert len(delivered) == len(set(delivered)) >= 20
    assert 5 not in dict(delivered)


class DeadOnArrival(ThreadPoolExecutor):
    """An executor that never does anything."""

    def submit(self, *arguments: object, **options: object) -> Never:
        raise BrokenExecutor("dead")


def test_a_run_whose_workers_keep_dying_says_so(classic: Variant) -> None:
    results = simulate(Plan(classic, 3), 4, workers=2, open_executor=DeadOnArrival)
    assert len(results) == 0
    assert "died 3 times" in results.stopped


@pytest.mark.parametrize(
    ("games", "workers", "told"),
    [(-3, 1, "games: -3; must be a whole number, at least 0"), (4, 0, "workers: 0; must be"), (2.5, 1, "games: 2.5;")],
)
def test_games_and_workers_that_cannot_be_are_told(classic: Variant, games: Any, workers: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        simulate(Plan(classic, 3), games, workers=workers)


def test_what_was_not_recorded_has_no_measures(classic: Variant) -> None:
    with pytest.raises(ValueError, match="measured=True"):
        measure(simulate(Plan(classic, 3, max_rounds=1), 2))


def fail_at_two(piece: int) -> int:
    """Pieces 5 and 7 fail, and 7 is quicker about it."""
    if piece == 5:
        time.sleep(0.3)
    if piece in (5, 7):
        raise ValueError(f"piece {piece}")
    return 2 * piece


@pytest.mark.parametrize("workers", [1, 2])
def test_of_several_failures_the_first_is_told(workers: int) -> None:
    with pytest.raises(ValueError, match="piece 5"):
        list(spread(fail_at_two, range(40), workers=workers))
