"""Sweeps: every combination once, each the same as a run of its own, and nothing lost or counted twice after a kill."""

import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner, Result

from riskcore import VariantError, load_variant
from riskcore.cli import main
from riskcore.lab.play.batch import GameFailed, Plan
from riskcore.lab.play.progress import Progress
from riskcore.lab.play.recorded_batch import record_batch
from riskcore.lab.settings.batch_file import BatchFile
from riskcore.lab.settings.grid import Varied, read_varied

FEW = ["--games", "4", "--players", "3", "--workers", "1", "--bots", "greedy"]
SHORT = ["--max-rounds", "2"]
MOODY = """
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Moody:
    \"\"\"A rule that works in some moods.\"\"\"

    mood: int = 1

    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield
        return lambda state, player: rule(state, player) + 6 // self.mood
"""
FRONT = 10  # measures of the front page
MOVES = ["--vary", "rules.fortify.moves=1,2"]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def sweep(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["sweep", "classic-1959", *FEW, *arguments, "-o", str(folder)])


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def run_json(*arguments: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        CliRunner().invoke(main, ["run", "classic-1959", *FEW, *arguments, "--json"]).stdout
    )
    return told


# -- what is varied


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a.b=0,2 , 5", ("0", "2", "5")),
        ("a.b=heir", ("heir",)),
        ("a.b=[1,2],[3]", ("[1,2]", "[3]")),
        ("""a.b="x,y",'z,['""", ('"x,y"', "'z,['")),
        ("a.b={c=1,d=[2,3]},4", ("{c=1,d=[2,3]}", "4")),
    ],
)
def test_values_stand_between_commas_outside_brackets_and_quotes(text: str, values: tuple[str, ...]) -> None:
    assert read_varied([text]) == (Varied("a.b", values),)


@pytest.mark.parametrize("text", ["", "a.b", "a.b=", "a.b=1,", "=1", "a b=1", "[a] #=1"])
def test_what_is_no_list_of_values_is_told_with_an_example(text: str) -> None:
    with pytest.raises(VariantError, match=r"must look like rules\.capitals\.bonus_armies=0,2,5"):
        read_varied([text])


def test_a_value_or_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(VariantError) as caught:
        read_varied(["a.b=1,1", "c.d=1", 'c."d"=2'])
    assert [problem.message for problem in caught.value.problems] == [
        "1 is given twice; each value needs one cell",
        'c."d" is varied already; give all its values at once',
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("1,+1", "1 is given twice, the second time as +1"),
        ("3,1,0x1", "1 is given twice, the second time as 0x1"),
        ("far,'far'", "far is given twice, the second time as 'far'"),
        ("[1, 2],[1,2]", "[1, 2] is given twice, the second time as [1,2]"),
        ("{a=1,b=2},{b=2,a=1.0}", "{a=1,b=2} is given twice, the second time as {b=2,a=1.0}"),
    ],
)
def test_one_value_written_in_two_ways_is_given_twice(values: str, told: str) -> None:
    with pytest.raises(VariantError) as caught:
        read_varied([f"a.b={values}"])
    assert told in str(caught.value)


def test_values_that_only_look_alike_are_different() -> None:
    assert read_varied(["a.b=1,true,'1',[1]"])[0].values == ("1", "true", "'1'", "[1]")


def test_one_parameter_has_one_name() -> None:
    assert [each.key for each in read_varied(['a . "b"=1', 'c."x y"=1'])] == ["a.b", 'c."x y"']


@pytest.mark.parametrize(
    ("values", "instead"),
    [("0..5", "0,1,2,3,4,5"), ("-10..90", "-10,0,10,20,30,40,50,60,70,80,90"), ("0.5..1,2", "0.5,1"), ("5..0", "5,0")],
)
def test_ranges_are_said_to_be_for_tune(values: str, instead: str) -> None:
    with pytest.raises(VariantError, match=r"a range LOW\.\.HIGH is for `riskvar tune`") as caught:
        read_varied([f"a.b={values}"])
    assert str(caught.value).endswith(f"List the values: {instead}")


def test_all_that_is_wrong_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = sweep(tmp_path / "out", "--vary", "rules.fortify.moves=-7,1,x", "--vary", "rules.fortify.reach=far")
    assert result.exit_code == 1
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == [
        "--vary rules.fortify.moves=-7",
        "--vary rules.fortify.reach=far",
        "--vary rules.fortify.moves=x",
    ]
    assert not (tmp_path / "out").exists()


# -- what is played


def test_every_combination_is_a_row_with_the_games_of_a_run_of_its_own(tmp_path: Path) -> None:
    result = sweep(tmp_path / "out", *MOVES, "--vary", "rules.trading.forced_from=4,5", "--seed", "2")
    assert result.exit_code == 0, result.stderr
    found = rows(tmp_path / "out")
    varied = [(row["rules.fortify.moves"], row["rules.trading.forced_from"]) for row in found]
    assert varied == [("1", "4"), ("1", "5"), ("2", "4"), ("2", "5")]
    changes = ["--set", "rules.fortify.moves=2", "--set", "rules.trading.forced_from=4", "--seed", "2"]
    alone = run_json(*changes)
    assert (found[2]["digest"], int(found[2]["games"])) == (alone["digest"], 4)
    for key in ("length", "drama", "seat_balance"):
        assert float(found[2][key]) == alone["measures"][key]["value"]
        assert [float(found[2][f"{key}_{end}"]) for end in ("low", "high")] == alone["measures"][key]["interval"]


@pytest.mark.parametrize("columns", ["40", "80", "220"])
def test_the_table_fits_the_terminal_and_has_a_range_below_each_value(
    tmp_path: Path, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    told = sweep(tmp_path / "out", *MOVES, "--games", "8", "--max-rounds", "60").stdout
    assert max(map(len, told.splitlines())) <= int(columns)
    lines = [line.split() for line in told.splitlines()]
    values = [line for line in lines if line[:1] == ["2"]]
    ranges = [below for line, below in pairwise(lines) if line[:1] == ["2"]]
    assert sum(len(line) - 1 for line in values) == sum(map(len, ranges)) == FRONT
    assert all("–" in each for line in ranges for each in line)  # noqa: RUF001 - a range
    assert len(values) == {"40": 4, "80": 2, "220": 1}[columns]
    assert "\x1b" not in told


def test_many_parameters_get_tables_below_one_another(tmp_path: Path) -> None:
    many = ["fortify.moves=1", "trading.forced_from=5", "trading.down_to=4", "trading.elimination_from=6"]
    text = sweep(tmp_path / "out", *(word for each in many for word in ("--vary", f"rules.{each}"))).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert sum(line.split()[:1] == ["moves"] for line in text.splitlines()) > 1
    assert "Idle" in text


def test_skill_is_measured_as_in_a_run(tmp_path: Path) -> None:
    told = json.loads(sweep(tmp_path, *MOVES, "--json").stdout)
    for number, row in enumerate(rows(tmp_path), 1):
        alone = run_json("--set", f"rules.fortify.moves={number}")["measures"]["skill"]
        assert told["cells"][number - 1]["measures"]["skill"]["interval"] == alone["interval"]
        assert float(row["skill"]) == alone["value"]
        assert [float(row[f"skill_{end}"]) for end in ("low", "high")] == alone["interval"]


def test_the_bar_counts_all_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, int]] = []

    @contextmanager
    def bar(name: str) -> Iterator[Progress]:
        yield lambda finished, total: heard.append((finished, total))

    monkeypatch.setattr("riskcore.cli.lab.sweep.progress_bar", bar)
    assert sweep(tmp_path, *MOVES, *SHORT).exit_code == 0
    assert {total for _, total in heard} == {2 * (4 + 6)}
    assert heard[-1] == (2 * (4 + 6), 2 * (4 + 6))


def test_interrupted_in_the_games_for_skill_a_cell_keeps_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("riskcore.lab.play.simulate.play_batch", interrupted)
        result = sweep(tmp_path / "out", *MOVES, *SHORT)
    assert (result.exit_code, "0 of 2 cells are finished" in result.stderr) == (130, True)
    assert games_kept(tmp_path / "out") == 4
    assert sweep(tmp_path / "out", *MOVES, *SHORT).exit_code == 0
    assert sweep(tmp_path / "whole", *MOVES, *SHORT).exit_code == 0
    assert (tmp_path / "out" / "results.csv").read_bytes() == (tmp_path / "whole" / "results.csv").read_bytes()


def test_games_that_fail_for_the_sake_of_skill_cost_only_the_skill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any, **options: Any) -> Any:
        raise GameFailed("the novice is lost")

    with monkeypatch.context() as patched:
        patched.setattr("riskcore.lab.play.simulate.play_batch", fail)
        first = sweep(tmp_path, "--vary", "rules.fortify.moves=1")
    again = sweep(tmp_path, *MOVES)
    for result in (first, again):
        assert result.exit_code == 0
        assert result.stderr == "with rules.fortify.moves=1: skill was not measured: the novice is lost\n"
    assert "Skill" in again.stdout
    assert [row["skill"] == "" for row in rows(tmp_path)] == [True, False]
    assert list(rows(tmp_path)[0])[-1] == "digest"


def test_json_has_each_cell_with_its_settings(tmp_path: Path) -> None:
    told = json.loads(sweep(tmp_path / "out", *MOVES, "--json").stdout)
    assert [cell["settings"] for cell in told["cells"]] == [{"rules.fortify.moves": "1"}, {"rules.fortify.moves": "2"}]
    assert told["cells"][0]["digest"] == run_json("--set", "rules.fortify.moves=1")["digest"]


def test_parquet_holds_what_the_csv_holds(tmp_path: Path) -> None:
    folder = tmp_path / "it's here"
    assert sweep(folder, *MOVES, "--parquet").exit_code == 0
    path = str(folder / "results.parquet").replace("'", "''")
    found = duckdb.connect().execute(f"select \"rules.fortify.moves\", games, length, digest from '{path}'").fetchall()
    assert found == [(int(row["rules.fortify.moves"]), 4, float(row["length"]), row["digest"]) for row in rows(folder)]


def test_without_duckdb_it_says_so_before_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    result = sweep(tmp_path / "out", *MOVES, "--parquet")
    assert (result.exit_code, 'pip install "riskvar[parquet]"' in result.stderr) == (1, True)
    assert not (tmp_path / "out").exists()
    assert sweep(tmp_path / "out", *MOVES).exit_code == 0


# -- going on


def kept(folder: Path) -> dict[str, int]:
    """The cell files, and which writing of each it is."""
    return {path.name: path.stat().st_ino for path in (folder / "cells").glob("*.json")}


def test_a_killed_sweep_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    more = ["--vary", "rules.fortify.moves=1,2,3,4,5,6", "--games", "12"]
    arguments = ["sweep", "classic-1959", *FEW, *more, "-o", str(killed)]
    command = [sys.executable, "-c", "import sys; from riskcore.cli import main; sys.exit(main())", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (killed / "cells").exists() or not kept(killed):
            assert process.poll() is None, "it ended before it was killed"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    before = kept(killed)
    assert 1 <= len(before) < 6
    again, straight = sweep(killed, *more), sweep(whole, *more)
    assert (again.exit_code, straight.exit_code) == (0, 0)
    assert f"{len(before)} of 6 cells had been played already" in " ".join(again.stdout.split())
    assert before.items() <= kept(killed).items()
    assert (killed / "results.csv").read_bytes() == (whole / "results.csv").read_bytes()


def games_kept(folder: Path) -> int:
    """Games of unfinished cells."""
    return sum(len(batch) for path in (folder / "cells").glob("*.games") for batch in BatchFile(path).read())


def test_a_killed_cell_goes_on_with_the_games_it_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    more = ["--vary", "rules.fortify.moves=1", "--games", "300"]
    arguments = ["sweep", "classic-1959", *FEW, *more, "-o", str(killed)]
    command = [sys.executable, "-c", "import sys; from riskcore.cli import main; sys.exit(main())", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while games_kept(killed) < 30:
            assert process.poll() is None, "it ended before it was killed"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    before = games_kept(killed)
    assert 30 <= before < 300
    again: list[range] = []

    def counted(*arguments: Any, **options: Any) -> Any:
        again.append(arguments[-1])
        return record_batch(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr("riskcore.lab.play.simulate.record_batch", counted)
        assert sweep(killed, *more).exit_code == 0
    assert sum(map(len, again)) == 300 - before
    assert sweep(whole, *more, "--workers", "2").exit_code == 0
    assert (killed / "results.csv").read_bytes() == (whole / "results.csv").read_bytes()
    assert [path.suffix for path in (killed / "cells").iterdir()] == [".json"]


def test_games_that_were_cut_off_damaged_or_written_twice_count_once(tmp_path: Path) -> None:
    plan = Plan(load_variant("classic-1959"), 3)
    first, second, both = (record_batch(plan, None, numbers) for numbers in (range(2), range(2, 4), range(4)))
    file = BatchFile(tmp_path / "some.games")
    assert file.read() == []
    for batch in (first, first, both, second):
        file.add(batch)
    assert file.read() == [first, second]
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[:-30])
    assert file.read() == [first]
    file.add(second)
    assert file.read() == [first, second]
    file.path.write_bytes(whole.replace(b'"start":2', b'"start":3'))
    assert file.read() == [first]


def test_interrupted_it_keeps_the_cells_that_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[object] = []

    def interrupted(*arguments: Any, **options: Any) -> Any:
        played.append(arguments)
        if len(played) == 2:
            raise KeyboardInterrupt
        return record_batch(*arguments, **options)

    monkeypatch.setattr("riskcore.lab.play.simulate.record_batch", interrupted)
    result = sweep(tmp_path, *MOVES)
    assert result.exit_code == 130
    assert "1 of 2 cells are finished; the same command goes on from there" in result.stderr
    assert len(rows(tmp_path)) == len(kept(tmp_path)) == 1
    assert sweep(tmp_path, *MOVES).exit_code == 0
    assert len(rows(tmp_path)) == 2


def test_a_cell_in_which_games_fail_costs_no_other(tmp_path: Path) -> None:
    file = tmp_path / "moody.py"
    file.write_text(MOODY)
    result = sweep(tmp_path / "out", "-p", str(file), "--rule", "moody", "--vary", "rules.moody.mood=3,0,2", *SHORT)
    assert result.exit_code == 1
    assert "with rules.moody.mood=0: game " in result.stderr
    assert "ZeroDivisionError" in result.stderr
    assert [row["rules.moody.mood"] for row in rows(tmp_path / "out")] == ["2", "3"]


def test_a_parameter_is_set_or_varied_not_both(tmp_path: Path) -> None:
    result = sweep(tmp_path / "out", *MOVES, "--set", "rules.fortify.moves=3")
    assert (result.exit_code, "rules.fortify.moves is varied; give its values there" in result.stderr) == (2, True)


def test_a_setting_that_is_none_is_told_as_ever(tmp_path: Path) -> None:
    result = sweep(tmp_path / "out", *MOVES, "--set", "a b=1")
    assert (result.exit_code, result.stderr) == (1, "--set a b=1: must look like rules.fortify.moves=2\n")


def test_another_value_adds_a_cell_and_plays_no_other_again(tmp_path: Path) -> None:
    sweep(tmp_path, *MOVES)
    before = kept(tmp_path)
    assert sweep(tmp_path, "--vary", "rules.fortify.moves=3,2,1").exit_code == 0
    assert before.items() <= kept(tmp_path).items()
    assert len(kept(tmp_path)) == 3


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["--seed", "1"], "seed 0 there, 1 here"),
        (["--games", "5"], "games 4 there, 5 here"),
        (["--bots", "random"], "bots greedy, greedy, greedy there, random, random, random here"),
        (
            ["--set", "rules.trading.forced_from=4"],
            "the variant is another (rules.trading.forced_from 5 there, 4 here)",
        ),
        (["--rule", "capitals"], "the variant is another (rules.capitals not set there, {} here)"),
        (
            ["--vary", "rules.trading.forced_from=4"],
            "another sweep: varied rules.fortify.moves there, rules.fortify.moves, rules.trading.forced_from here.",
        ),
    ],
)
def test_results_of_another_sweep_are_not_mixed_in(tmp_path: Path, change: list[str], told: str) -> None:
    sweep(tmp_path, *MOVES, *SHORT)
    before = kept(tmp_path)
    result = sweep(tmp_path, *MOVES, *SHORT, *change)
    assert (result.exit_code, told in result.stderr, "--fresh" in result.stderr) == (1, True, True), result.stderr
    assert kept(tmp_path) == before
    assert sweep(tmp_path, *MOVES, *SHORT, *change, "--fresh").exit_code == 0
    assert not before.keys() & kept(tmp_path).keys()
