"""A sweep's folder: results of one sweep only, whatever happens to the files, the disk and the folder meanwhile."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from riskcore.cli import main
from riskcore.files.shipped import shipped_root
from riskcore.lab.play.recorded_batch import record_batch

SHORT = ["--games", "4", "--players", "3", "--workers", "1", "--max-rounds", "2", "--bots", "greedy"]
MOVES = ["--vary", "rules.fortify.moves=1,2"]
RULE = """
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class {name}:
    \"\"\"More armies.\"\"\"

    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield
        return lambda state, player: rule(state, player) + {armies}
"""
DECK = """
name = "Mine"
[[missions]]
name = "a"
objective = "hold-territories"
count = {count}
[[missions]]
name = "b"
objective = "hold-territories"
count = 20
[[missions]]
name = "c"
objective = "hold-territories"
count = 21
"""


def sweep(folder: Path, *arguments: str, variant: str = "classic-1959") -> Result:
    return CliRunner().invoke(main, ["sweep", variant, *SHORT, *arguments, "-o", str(folder)])


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def column(folder: Path, key: str = "rules.fortify.moves") -> list[str]:
    return [row[key] for row in rows(folder)]


def cells(folder: Path) -> list[Path]:
    return sorted((folder / "cells").glob("*.json"))


def at_batch(number: int, do: Callable[[], object]) -> Callable[..., Any]:
    """What plays batches as ever, but before one of them does something."""
    played = 0

    def play(*arguments: Any, **options: Any) -> Any:
        nonlocal played
        played += 1
        if played == number:
            do()
        return record_batch(*arguments, **options)

    return play


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    file = tmp_path / "more.py"
    file.write_text(RULE.format(name="More", armies=1))
    return file


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "deck.toml"
    file.write_text(DECK.format(count=22))
    return file


def missions(deck: Path) -> list[str]:
    return ["--rule", "secret-mission", "--set", f"rules.secret-mission.deck={deck}"]


# -- files that decide the games


def test_a_rule_file_that_changes_meanwhile_stops_the_sweep(
    tmp_path: Path, rule: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, before = tmp_path / "out", rule.read_text()
    arguments = ["-p", str(rule), "--rule", "more", *MOVES]
    edit = at_batch(2, lambda: rule.write_text(RULE.format(name="More", armies=9)))
    with monkeypatch.context() as patched:
        patched.setattr("riskcore.lab.play.simulate.record_batch", edit)
        result = sweep(out, *arguments)
    assert (result.exit_code, f"{rule} has changed since the sweep began" in result.stderr) == (1, True)
    assert column(out) == ["1"]
    assert "more.py has changed" in sweep(out, *arguments).stderr
    rule.write_text(before)
    assert sweep(out, *arguments).exit_code == 0
    assert sweep(tmp_path / "straight", *arguments).exit_code == 0
    assert (out / "results.csv").read_bytes() == (tmp_path / "straight" / "results.csv").read_bytes()


def test_a_rule_file_that_is_spoiled_meanwhile_is_said_to_have_changed(
    tmp_path: Path, rule: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riskcore.lab.play.simulate.record_batch", at_batch(1, lambda: rule.write_text("import (")))
    result = sweep(tmp_path / "out", "-p", str(rule), "--rule", "more", *MOVES)
    assert (result.exit_code, result.stderr.startswith(f"{rule} has changed")) == (1, True)


def test_of_two_files_with_one_name_both_count(tmp_path: Path) -> None:
    files = [tmp_path / folder / "r.py" for folder in ("pa", "pb")]
    for file, name in zip(files, ("More", "Most"), strict=True):
        file.parent.mkdir()
        file.write_text(RULE.format(name=name, armies=1))
    arguments = [*(word for file in files for word in ("-p", str(file))), "--rule", "more", "--rule", "most", *MOVES]
    assert sweep(tmp_path / "out", *arguments).exit_code == 0
    for file, name in zip(files, ("More", "Most"), strict=True):
        before = file.read_text()
        file.write_text(RULE.format(name=name, armies=2))
        assert "r.py has changed" in sweep(tmp_path / "out", *arguments).stderr
        file.write_text(before)
    assert sweep(tmp_path / "out", *arguments).exit_code == 0


def test_a_changed_deck_is_noticed(tmp_path: Path, deck: Path) -> None:
    arguments = [*missions(deck), *MOVES]
    assert sweep(tmp_path / "out", *arguments).exit_code == 0
    deck.write_text(DECK.format(count=23))
    assert "rules.secret-mission.deck: deck.toml has changed" in sweep(tmp_path / "out", *arguments).stderr


def test_a_deck_or_a_rule_file_may_move(tmp_path: Path, deck: Path, rule: Path) -> None:
    assert sweep(tmp_path / "out", *missions(deck), "-p", str(rule), *MOVES).exit_code == 0
    (tmp_path / "elsewhere").mkdir()
    moved = [file.rename(tmp_path / "elsewhere" / file.name) for file in (deck, rule)]
    result = sweep(tmp_path / "out", *missions(moved[0]), "-p", str(moved[1]), *MOVES)
    assert "2 of 2 cells had been played already" in " ".join(result.stdout.split())


def test_a_changed_deck_among_the_values_is_noticed(tmp_path: Path, deck: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(DECK.format(count=24))
    key = "rules.secret-mission.deck"
    both = ["--rule", "secret-mission", "--vary", f"{key}={deck},{other}"]
    assert sweep(tmp_path / "out", *both).exit_code == 0
    deck.write_text(DECK.format(count=23))
    for arguments in (both, ["--rule", "secret-mission", "--vary", f"{key}={other}"]):
        assert f"{deck} has changed" in sweep(tmp_path / "out", *arguments).stderr


# -- what is the same sweep


@pytest.mark.parametrize(
    ("key", "first", "then"),
    [
        ("players.max", "3", "5,3"),
        ("board", "world", "BOARD,world"),
        ("without", '["capitals"]', '[],["capitals"]'),
    ],
)
def test_values_in_another_order_are_the_same_sweep(tmp_path: Path, key: str, first: str, then: str) -> None:
    board = tmp_path / "board.toml"
    board.write_text((shipped_root() / "boards" / "world.toml").read_text() + "\n# mine\n")
    for values in (first, then.replace("BOARD", str(board))):
        arguments = ["--games", "4", "--max-rounds", "2", "--vary", f"{key}={values}", "-o", str(tmp_path / "out")]
        result = CliRunner().invoke(main, ["sweep", "capitals", *arguments])
        assert result.exit_code == 0, result.stderr
    assert len(rows(tmp_path / "out")) == 2


def test_parameters_in_another_order_are_the_same_sweep(tmp_path: Path) -> None:
    more = ["--vary", 'rules.trading."forced_from"=4,5']
    sweep(tmp_path, *MOVES, *more)
    assert sweep(tmp_path, "--vary", "rules.trading.forced_from=4", "--vary", "rules.fortify.moves=3").exit_code == 0
    assert list(rows(tmp_path)[0])[:2] == ["rules.trading.forced_from", "rules.fortify.moves"]
    found = [(row["rules.trading.forced_from"], row["rules.fortify.moves"]) for row in rows(tmp_path)]
    assert found == [("4", "1"), ("4", "2"), ("4", "3"), ("5", "1"), ("5", "2")]


def test_rows_stand_in_the_order_of_their_values(tmp_path: Path) -> None:
    sweep(tmp_path, "--vary", "rules.fortify.moves=10,2")
    sweep(tmp_path, "--vary", "rules.fortify.moves=7,0x2,3")
    assert column(tmp_path) == ["0x2", "3", "7", "10"]


def test_a_row_is_there_before_its_cell_is_reported_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep(tmp_path, "--vary", "rules.fortify.moves=3")

    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("riskcore.lab.play.simulate.record_batch", at_batch(2, stop))
    assert sweep(tmp_path, "--vary", "rules.fortify.moves=1,2,3").exit_code == 130
    assert column(tmp_path) == ["1", "3"]


# -- a folder that was left in the middle


def test_a_folder_in_which_a_sweep_did_not_come_to_begin_is_empty(tmp_path: Path) -> None:
    (tmp_path / "cells").mkdir()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    parts = [tmp_path / f"sweep.json.{ended.pid}.part", tmp_path / "cells" / f"{'0' * 32}.json.{ended.pid}.part"]
    for part in parts:
        part.write_text("{")
    assert sweep(tmp_path, *MOVES).exit_code == 0
    assert not any(part.exists() for part in parts)


def test_a_file_that_another_sweep_is_writing_stays(tmp_path: Path) -> None:
    sweep(tmp_path, *MOVES)
    part = tmp_path / f"results.csv.{os.getppid()}.part"
    part.write_text("x")
    assert sweep(tmp_path, *MOVES).exit_code == 0
    assert part.exists()
    os.utime(part, (0, 0))
    assert sweep(tmp_path, *MOVES).exit_code == 0
    assert not part.exists()


@pytest.mark.parametrize("name", ["letter.txt", "film.mkv.part", "cells/letter.txt"])
def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path, name: str) -> None:
    file = tmp_path / "out" / name
    file.parent.mkdir(parents=True)
    file.write_text("dear")
    for more in ([], ["--fresh"]):
        assert "holds other things than a sweep" in sweep(tmp_path / "out", *MOVES, *more).stderr
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == [file]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert "is a file" in sweep(tmp_path / "letter.txt", *MOVES).stderr


def test_sweeps_that_begin_together_do_not_refuse_each_other(tmp_path: Path) -> None:
    code = "import sys; from riskcore.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "sweep", "classic-1959", *SHORT, *MOVES, "-o", str(tmp_path / "out")]
    started = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(3)]
    said = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said
    assert column(tmp_path / "out") == ["1", "2"]


# -- damage


def damaged(text: str) -> list[str]:
    """A cell's file in ways that are JSON or nearly so."""
    document = json.loads(text)
    changed = {**document, "report": {**document["report"], "digest": "0"}}
    less = {key: value for key, value in document.items() if key != "report"}
    return ["", "{", "[]", "null", "{}", "[" * 100_000, json.dumps(changed), json.dumps(less), text[:-50]]


@pytest.mark.parametrize("which", range(9))
def test_a_damaged_cell_is_played_again(tmp_path: Path, which: int) -> None:
    sweep(tmp_path, *MOVES)
    good = (tmp_path / "results.csv").read_bytes()
    path = cells(tmp_path)[0]
    path.write_text(damaged(path.read_text())[which])
    result = sweep(tmp_path, *MOVES)
    assert result.exit_code == 0, result.stderr
    assert "1 of 2 cells had been played already" in " ".join(result.stdout.split())
    assert (tmp_path / "results.csv").read_bytes() == good


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"varied": 1, "variant": 2}', "[" * 100_000, "\udc80"])
def test_a_damaged_plan_is_told_and_can_be_deleted(tmp_path: Path, text: str) -> None:
    sweep(tmp_path, *MOVES)
    (tmp_path / "sweep.json").write_bytes(text.encode(errors="surrogateescape"))
    result = sweep(tmp_path, *MOVES)
    assert (result.exit_code, "sweep.json is damaged" in result.stderr, "--fresh" in result.stderr) == (1, True, True)
    assert sweep(tmp_path, *MOVES, "--fresh").exit_code == 0


# -- what the system does not let one do


@pytest.mark.parametrize("suffix", [".games", ".json", "results.csv"])
def test_a_full_disk_is_told_with_the_file_and_how_to_go_on(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    opened = Path.open
    wanted = "cells" if suffix.startswith(".") else "out"

    def full(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.parent.name == wanted and suffix in path.name and arguments[:1] in [("wb",), ("ab",)]:
            return opened(Path("/dev/full"), *arguments, **options)
        return opened(path, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        result = sweep(out, *MOVES)
    assert result.exit_code == 1
    assert f"cannot write {out}" in result.stderr
    assert "no space left on device; what is finished is kept; the same command goes on" in result.stderr
    assert not list(out.rglob("*.part"))
    assert sweep(out, *MOVES).exit_code == 0
    assert column(out) == ["1", "2"]


def test_what_cannot_be_read_is_not_said_to_be_unwritable(tmp_path: Path) -> None:
    sweep(tmp_path, *MOVES)
    (tmp_path / "sweep.json").unlink()
    (tmp_path / "sweep.json").mkdir()
    assert f"cannot read {tmp_path / 'sweep.json'}: is a directory" in sweep(tmp_path, *MOVES).stderr
