"""A real scheduler with two worker processes on this machine: the same games as alone, whatever dies."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import riskcore
from riskcore import Variant
from riskcore.cli import main
from riskcore.lab.measure.measures import measure
from riskcore.lab.play import cluster as cluster_module
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.cluster import ClusterError, cluster
from riskcore.lab.play.simulate import simulate


@attrs.frozen
class Machines:
    """A scheduler, and the processes that work for it."""

    address: str
    process: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]

    def have(self, number: int) -> None:
        """See that so many workers are there: the dead forgotten, new ones started."""
        from distributed import Client

        self.workers[:] = [worker for worker in self.workers if worker.poll() is None]
        for worker in self.workers[number:]:
            worker.kill()
            worker.wait()
        while len(self.workers) < number:
            options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
            self.workers.append(start("worker", self.address, *options))
        with Client(self.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]  # it has no types
            while len(client.scheduler_info()["workers"]) != number:
                time.sleep(0.05)


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def started_scheduler(folder: Path) -> Iterator[Machines]:
    """A scheduler without workers; its process is the last to be stopped."""
    file = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(file)]
    process = start("scheduler", *options)
    workers: list[subprocess.Popen[bytes]] = []
    try:
        while not (file.exists() and file.read_text()):
            assert process.poll() is None, "the scheduler did not start"
            time.sleep(0.05)
        yield Machines(json.loads(file.read_text())["address"], process, workers)
    finally:
        for child in (*workers, process):
            child.kill()
            child.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with started_scheduler(tmp_path_factory.mktemp("dask")) as machines:
        yield machines


@pytest.fixture
def machines(scheduler: Machines) -> Machines:
    scheduler.have(2)
    return scheduler


@pytest.fixture(scope="module")
def classic() -> Variant:
    return riskcore.load_variant("classic-1959")


def test_two_worker_processes_play_the_games_of_a_serial_run(machines: Machines, classic: Variant) -> None:
    plan = Plan(classic, 3, seed=4, bots=("greedy", "random"))
    alone = simulate(plan, 12, measured=True)
    with cluster(machines.address) as remote:
        assert remote.workers == 2
        spread = simulate(plan, 12, measured=True, workers=2, open_executor=remote.open_executor)
    assert spread.digest() == alone.digest()
    assert measure(spread) == measure(alone)


def test_a_worker_killed_in_the_middle_costs_no_game(machines: Machines, classic: Variant) -> None:
    plan = Plan(classic, 4)
    finished: list[int] = []

    def kill_one(games: int) -> None:
        if games and not sum(finished):
            machines.workers[0].kill()
        finished.append(games)

    with cluster(machines.address) as remote:
        results = simulate(plan, 240, measured=True, workers=2, open_executor=remote.open_executor, progress=kill_one)
        assert remote.workers == 1
    assert machines.workers[0].wait() != 0
    assert (results.stopped, len(results), sum(finished)) == ("", 240, 240)
    alone = simulate(plan, 240, measured=True)
    assert results.digest() == alone.digest()
    assert measure(results) == measure(alone)


def test_a_scheduler_that_loses_all_workers_is_not_waited_for_for_ever(
    machines: Machines, classic: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_ALONE", 1)
    finished: list[int] = []

    def kill_all(games: int) -> None:
        finished.append(games)
        for worker in machines.workers if sum(finished) else ():
            worker.kill()

    with cluster(machines.address) as remote:
        results = simulate(Plan(classic, 4), 2000, workers=2, open_executor=remote.open_executor, progress=kill_all)
    assert results.stopped == f"the scheduler at {machines.address} has no worker left"
    assert 0 < len(results) == sum(finished) < 2000


def test_a_scheduler_that_dies_costs_nothing_that_was_finished(
    tmp_path: Path, classic: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(classic, 4)
    finished: list[int] = []
    with started_scheduler(tmp_path) as machines:
        machines.have(2)

        def kill_scheduler(games: int) -> None:
            if games and not sum(finished):
                machines.process.kill()
            finished.append(games)

        monkeypatch.setattr(cluster_module, "_PATIENCE", 2)
        with cluster(machines.address) as remote:
            results = simulate(plan, 400, workers=2, open_executor=remote.open_executor, progress=kill_scheduler)
    assert results.stopped == f"the scheduler at {machines.address} is gone"
    assert 0 < len(results) == sum(finished) < 400
    numbers = [number for number, _ in results.numbered()]
    first = simulate(plan, max(numbers) + 1, workers=2)
    assert [dict(first.numbered())[number] for number in numbers] == list(results)


def test_a_rule_file_that_changes_between_two_runs_is_read_again(machines: Machines, tmp_path: Path) -> None:
    file = tmp_path / "quick.py"
    reasons = []
    for reason in ("first", "second"):
        file.write_text(QUICK.format(reason=reason))
        plan = Plan(riskcore.load_variant("classic-1959", rules=["quick"], plugin_files=[file]), 3)
        with cluster(machines.address) as remote:
            results = simulate(plan, 4, workers=2, open_executor=remote.open_executor)
        reasons += [record.reason for record in results]
    assert reasons == ["first"] * 4 + ["second"] * 4


QUICK = '''
import attrs
from riskcore import Outcome, WinCheck, hookimpl

@attrs.frozen(eq=False)
class Quick:
    """The first turn decides."""

    @hookimpl(wrapper=True)
    def win_condition(self):
        """Whoever is first wins at once."""
        checks = yield
        return (*checks, WinCheck(("turn end",), lambda state: Outcome(state.first, "{reason}")))
'''


def test_a_game_that_fails_on_a_worker_is_told_here(machines: Machines, tmp_path: Path) -> None:
    file = tmp_path / "quick.py"
    file.write_text(QUICK.format(reason="x").replace("state.first,", "state.nothing,"))
    plan = Plan(riskcore.load_variant("classic-1959", rules=["quick"], plugin_files=[file]), 3)
    with cluster(machines.address) as remote, pytest.raises(GameFailed, match="has no attribute 'nothing'"):
        simulate(plan, 4, workers=2, open_executor=remote.open_executor)


def test_run_and_sweep_take_a_scheduler(machines: Machines, tmp_path: Path) -> None:
    few = ["classic-1959", "--games", "6", "--players", "3", "--json"]
    vary = ["--vary", "rules.fortify.moves=1,2", "-o"]
    remote = ["--scheduler", machines.address]
    here = CliRunner().invoke(main, ["sweep", *few, *vary, str(tmp_path / "here"), "--workers", "1"])
    there = CliRunner().invoke(main, ["sweep", *few, *vary, str(tmp_path / "there"), *remote])
    assert (there.exit_code, there.stdout) == (0, here.stdout)
    here, there = (CliRunner().invoke(main, ["run", *few, *more]) for more in (["--workers", "1"], remote))
    assert (there.exit_code, there.stdout) == (0, here.stdout)


def test_a_scheduler_without_workers_is_told_so(scheduler: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler.have(0)
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with (
        pytest.raises(ClusterError, match="has no worker; start one: dask worker tcp://127"),
        cluster(scheduler.address),
    ):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x:1"])
def test_an_address_where_nobody_answers(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with pytest.raises(ClusterError, match=f"no scheduler answers at {address}: "), cluster(address):
        pass


@pytest.mark.parametrize("address", ["foo", "tcp://10.0.0.5", "nonsense://x", ":8786"])
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(ClusterError, match=f"--scheduler {address}: must be a host and a port, such as tcp://"):
        cluster(address).__enter__()


def test_workers_of_its_own_and_a_scheduler_make_no_sense() -> None:
    result = CliRunner().invoke(main, ["run", "classic-1959", "--workers", "2", "--scheduler", "tcp://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "a scheduler has workers of its own" in result.stderr


def test_without_distributed_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r'pip install "riskvar\[dask\]"'), cluster("tcp://127.0.0.1:9"):
        pass
