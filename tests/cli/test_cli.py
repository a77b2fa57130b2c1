"""The command line as people and scripts meet it: exit codes, streams, JSON, width, colour."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from riskcore.cli import main
from riskcore.files.catalog import Catalog
from riskcore.files.variant import shipped_variants
from riskcore.lab.play.results import Batch

FEW = ["--games", "4", "--players", "3", "--workers", "1", "--bots", "greedy", "--no-levels"]
ESCAPE = "\x1b"


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def riskvar(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def riskvar_process(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from riskcore.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=cwd, env={**os.environ, **environment}, check=False
    )


def run_json(*arguments: str) -> dict[str, Any]:
    result = riskvar("run", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    told: dict[str, Any] = json.loads(result.stdout)
    return told


# -- run


def test_run_prints_one_object_with_what_scripts_need() -> None:
    told = run_json("classic-1959", *FEW, "--seed", "3")
    assert (told["variant"], told["games"], told["players"], told["seed"]) == ("classic-1959", 4, 3, 3)
    assert told["finished"] == sum(told["wins_by_seat"]) == sum(told["reasons"].values()) == 4
    assert len(told["wins_by_seat"]) == 3
    assert 1 <= told["rounds"]["median"] <= told["rounds"]["p90"]
    assert re.fullmatch("[0-9a-f]{64}", told["digest"])


def test_run_gives_the_same_bytes_again_and_with_two_workers() -> None:
    few = ["run", "classic-1959", "--games", "6", "--players", "3", "--json", "--workers"]
    assert riskvar(*few, "1").stdout == riskvar(*few, "1").stdout == riskvar(*few, "2").stdout


def test_run_in_a_process_of_its_own_from_an_empty_folder(tmp_path: Path) -> None:
    arguments = ["run", "classic-1959", "--games", "4", "--players", "3", "--json"]
    process = riskvar_process(*arguments, "--workers", "2", cwd=tmp_path, PYTHONHASHSEED="7")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == riskvar(*arguments, "--workers", "1").stdout


def test_run_counts_games_at_the_cap_as_unfinished() -> None:
    told = run_json("classic-1959", *FEW, "--max-rounds", "1")
    assert (told["finished"], told["unfinished"], told["wins_by_seat"], told["reasons"]) == (0, 4, [0, 0, 0], {})
    assert told["rounds"] == {"median": None, "p90": None}
    text = riskvar("run", "classic-1959", *FEW, "--max-rounds", "1").stdout
    assert "4 (100.0 %), stopped after round 1; they are nobody's wins" in " ".join(text.split())


def test_run_shows_seats_length_and_endings_in_words() -> None:
    text = " ".join(riskvar("run", "classic-1959", *FEW).stdout.split())
    assert "Classic 1959" in text
    assert "4 games, 3 players, all greedy, seed 0" in text
    assert all(f"seat {seat}" in text for seat in (1, 2, 3))
    assert "half of the games end by this round" in text
    assert "Endings conquest 4 (100.0 %)" in text


def test_run_takes_four_players_or_the_nearest_the_variant_allows() -> None:
    assert run_json("classic-1959", "--games", "1", "--workers", "1", "--max-rounds", "1")["players"] == 4
    assert run_json("two-player-1959", "--games", "1", "--workers", "1", "--max-rounds", "1")["players"] == 2


def test_run_tells_bots_apart() -> None:
    told = run_json("classic-1959", *FEW, "--bots", "greedy,random,random", "--max-rounds", "40")
    assert told["bots"] == ["greedy", "random", "random"]
    assert sum(told["wins_by_bot"].values()) == told["finished"]
    assert "1 greedy and 2 random" in riskvar("run", "classic-1959", *FEW, "--bots", "greedy,random,random").stdout


def test_run_plays_what_the_command_line_changes(tmp_path: Path) -> None:
    rule = tmp_path / "quick.py"
    rule.write_text(
        "import attrs\nfrom riskcore import Outcome, WinCheck, hookimpl\n"
        "@attrs.frozen(eq=False)\nclass Quick:\n"
        "    word: str = 'quick'\n"
        "    @hookimpl(wrapper=True)\n    def win_condition(self):\n"
        "        checks = yield\n"
        "        return (*checks, WinCheck(('turn end',), lambda state: Outcome(state.player, self.word)))\n"
    )
    changes = ["-p", str(rule), "--rule", "quick", "--set", "rules.quick.word='rapid'"]
    told = run_json("classic-1959", *FEW, *changes)
    assert told["reasons"] == {"rapid": 4}
    assert told["wins_by_seat"] == [4, 0, 0]
    assert told["changes"] == ["--rule quick", "--set rules.quick.word='rapid'"]


def test_run_interrupted_shows_what_was_played_and_exits_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_after_one(task: Any, pieces: Iterator[range], **options: object) -> Iterator[tuple[range, Batch]]:
        piece = next(pieces)
        yield piece, task(piece)
        raise KeyboardInterrupt

    monkeypatch.setattr("riskcore.lab.play.simulate.spread", stop_after_one)
    result = riskvar("run", "classic-1959", "--games", "500", "--players", "3", "--workers", "1")
    assert result.exit_code == 130
    assert "25 games, 3 players" in result.stdout
    assert result.stderr == "interrupted: 25 of 500 games were played\n"


# -- what there is


def test_list_groups_variants_and_hides_bases() -> None:
    text = riskvar("list").stdout
    assert text.index("Editions") < text.index("classic-1959") < text.index("golden-cavalry-2004")
    assert text.index("Games for two") < text.index("two-player-1959") < text.index("Options\n")
    assert "standard" not in text
    assert "standard" in riskvar("list", "--all").stdout


def test_list_as_json_has_every_shipped_variant() -> None:
    told = json.loads(riskvar("list", "--all", "--json").stdout)
    assert {entry["id"] for entry in told} == {shipped.id for shipped in shipped_variants()}
    assert not any(entry["problem"] for entry in told)


def test_rules_tells_parameters_with_type_default_and_range() -> None:
    text = " ".join(riskvar("rules", "fortify").stdout.split())
    assert "moves whole number, >= 0 1" in text
    assert 'reach one of adjacent, connected "adjacent"' in text
    assert "[C59-6" in text


def test_rules_lists_every_installed_rule_and_json_agrees() -> None:
    text = riskvar("rules").stdout
    told = json.loads(riskvar("rules", "--json").stdout)
    assert len(told) > 10
    assert all(rule["name"] in text for rule in told)
    capitals = json.loads(riskvar("rules", "capitals", "--json").stdout)
    assert capitals["parameters"][0]["name"] == "bonus_armies"
    assert any(hook["hook"] == "turn" and hook["modifies"] for hook in capitals["hooks"])


def test_bots_lists_the_players() -> None:
    assert re.findall(r"^  ([\w-]+)  ", riskvar("bots").stdout, re.MULTILINE) == list(Catalog().bot_names())


# -- check


def test_check_tells_every_problem_of_every_file_at_once(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "Bad"\nextends = "classic-1959"\n[rules.fortify]\nmovez = 2\nreach = "far"\n')
    worse = tmp_path / "worse.toml"
    worse.write_text("name = [\n")
    result = riskvar("check", "classic-1959", str(bad), str(worse))
    assert result.exit_code == 1
    assert result.stdout.startswith("classic-1959: fine")
    lines = result.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{bad}:4:1", f"{bad}:5:9", f"{worse}:2:1"]
    assert 'did you mean "moves"?' in lines[0]


def test_check_takes_a_folder_and_names_the_file_of_rules_that_make_no_game(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('name = "A"\nextends = "classic-1959"\n')
    (tmp_path / "b.toml").write_text('name = "B"\nextends = "classic-1959"\nwithout = ["fortify"]\n')
    result = riskvar("check", str(tmp_path))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{tmp_path / 'a.toml'}: fine")
    assert result.stderr.startswith(f"{tmp_path / 'b.toml'}: hook fortify has no provider")


def test_check_tries_a_set_up_for_each_number_of_players(tmp_path: Path) -> None:
    variant = tmp_path / "few.toml"
    variant.write_text(
        'name = "Few"\nextends = "world-domination-1993"\n'
        "[rules.claim.armies]\n2 = 40\n3 = 35\n4 = 30\n5 = 25\n6 = 200_000\n"
    )
    result = riskvar("check", str(variant))
    assert result.exit_code == 1
    assert "cannot receive" in result.stderr


def test_everything_shipped_is_fine_and_what_that_means_is_said() -> None:
    result = riskvar("check", *(str(shipped.path) for shipped in shipped_variants()))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Checked: keys and values, which rules need or exclude others" in result.stdout


# -- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["run", "no-such-variant"], 1),
        (["run", "/no/such/file.toml"], 1),
        (["run", "classic-1959", "--bots", "nobody"], 1),
        (["run", "classic-1959", "--set", "rules.fortify.moves=x"], 1),
        (["run", "classic-1959", "--set", "nonsense"], 1),
        (["run", "classic-1959", "--rule", "no-such-rule"], 1),
        (["run", "classic-1959", "-p", "/no/such/rule.py"], 1),
        (["run", "standard"], 1),
        (["explain", "clasic-1959"], 1),
        (["rules", "no-such-rule"], 1),
        (["check", "no-such-variant"], 1),
        (["watch", "no-such-variant"], 1),
        (["soak", "no-such-variant"], 1),
        (["run"], 2),
        (["run", "classic-1959", "--games", "0"], 2),
        (["run", "classic-1959", "--games", "many"], 2),
        (["run", "classic-1959", "--players", "9"], 2),
        (["run", "classic-1959", "--seed", "-1"], 2),
        (["run", "classic-1959", "--workers", "0"], 2),
        (["run", "classic-1959", "--max-rounds", "0"], 2),
        (["run", "classic-1959", "--bots", "greedy,,random"], 2),
        (["run", "classic-1959", "--bots", "greedy,greedy,greedy", "--players", "2"], 2),
        (["watch", "classic-1959", "--delay", "-1"], 2),
        (["watch", "classic-1959", "--turns", "0"], 2),
        (["watch", "classic-1959", "--players", "1"], 2),
        (["soak", "classic-1959", "--players", "7-9"], 2),
        (["soak", "classic-1959", "--players", "3-"], 2),
        (["check"], 2),
        (["no-such-command"], 2),
        (["run", "classic-1959", "--no-such-option"], 2),
    ],
)
def test_mistakes_are_told_on_stderr_without_a_traceback(arguments: list[str], code: int) -> None:
    result = riskvar(*arguments)
    assert isinstance(result.exception, SystemExit)  # anything else is a traceback
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.strip()


def test_a_mistake_in_a_real_process_leaves_no_traceback() -> None:
    process = riskvar_process("run", "no-such-variant")
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith('no shipped variant is called "no-such-variant"')


def test_a_rule_that_fails_in_the_game_is_told_with_its_game(tmp_path: Path) -> None:
    rule = tmp_path / "faulty.py"
    rule.write_text(
        "import attrs\nfrom riskcore import hookimpl\n"
        "@attrs.frozen(eq=False)\nclass Faulty:\n"
        "    @hookimpl(wrapper=True)\n    def card_award(self):\n"
        "        rule = yield\n"
        "        return lambda state, player: 1 // 0\n"
    )
    for command in ("run", "watch"):
        result = riskvar(command, "classic-1959", "-p", str(rule), "--rule", "faulty")
        assert result.exit_code == 1
        assert re.match(r"game \d+ of seed 0 with 4 players failed in turn 1, .*ZeroDivisionError", result.stderr)


@pytest.mark.parametrize("columns", ["0", "1", "17"])
def test_no_terminal_is_too_narrow(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (["run", "classic-1959", "--games", "3"], ["odds", "classic-1959", "--attackers", "3"]):
        result = riskvar(*arguments, *(["--defenders", "2"] if arguments[0] == "odds" else []))
        assert result.exit_code == 0, result.output


def test_a_reader_who_leaves_does_not_cost_the_report(tmp_path: Path) -> None:
    program = "import sys; from riskcore.cli import main; sys.exit(main())"
    page = tmp_path / "page.html"
    command = f'"{sys.executable}" -c "{program}" run classic-1959 --games 3 --html "{page}" | true'
    subprocess.run(["bash", "-c", command], check=False, stderr=subprocess.DEVNULL)
    assert page.exists()


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = [sys.executable, "-c", "from riskcore.cli import main; main()", "watch", "classic-1959"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


# -- how it looks

SHOWN = [
    ["--help"],
    ["run", "--help"],
    ["list", "--all"],
    ["rules"],
    ["rules", "trading"],
    ["rules", "claim"],
    ["bots"],
    ["explain", "expert", "--all"],
    ["run", "capitals", *FEW, "--bots", "greedy,random", "--rule", "army-limit"],
    ["watch", "capitals", "--turns", "6"],
    ["soak", "classic-1959", "--games", "1", "--players", "3", "--max-moves", "20", "--workers", "1"],
]


@pytest.mark.parametrize("arguments", SHOWN, ids=" ".join)
def test_everything_fits_eighty_columns_and_has_no_escapes_in_a_pipe(arguments: list[str]) -> None:
    result = riskvar(*arguments)
    assert result.exit_code == 0, result.stderr
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    assert ESCAPE not in result.stdout


@pytest.mark.parametrize("arguments", [["run", "classic-1959", *FEW], ["watch", "classic-1959", "--turns", "1"]])
def test_no_color_means_no_escapes_at_all(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    assert ESCAPE in riskvar(*arguments).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESCAPE not in riskvar(*arguments).stdout


def test_a_terminal_without_line_drawing_gets_ascii() -> None:
    process = riskvar_process("watch", "classic-1959", "--turns", "1", PYTHONIOENCODING="ascii")
    assert (process.returncode, process.stderr) == (0, "")
    assert "?" not in process.stdout
    assert "Round 1 - " in process.stdout


def test_half_a_surrogate_in_a_reason_does_not_cost_the_report(tmp_path: Path) -> None:
    rule, page = tmp_path / "odd.py", tmp_path / "page.html"
    rule.write_text(
        "import attrs\nfrom riskcore import Outcome, WinCheck, hookimpl\n"
        "@attrs.frozen(eq=False)\nclass Odd:\n"
        "    @hookimpl(wrapper=True)\n    def win_condition(self):\n"
        "        return (*(yield), WinCheck(('turn end',), lambda state: Outcome(state.player, 'odd \\udc80')))\n"
    )
    result = riskvar("run", "classic-1959", *FEW, "-p", str(rule), "--rule", "odd", "--html", str(page))
    assert result.exit_code == 0, result.stderr
    assert "Odd \\udc80 4" in page.read_text(encoding="utf-8")


def test_without_standard_error_there_is_no_bar(tmp_path: Path) -> None:
    program = "import sys; from riskcore.cli import main; sys.exit(main())"
    command = f'"{sys.executable}" -c "{program}" run classic-1959 --games 3 --players 3 --json 2>&-'
    done = subprocess.run(["bash", "-c", command], check=False, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 3


TALKATIVE = """
import os, sys
import attrs
from riskcore import hookimpl

print("loading")

@attrs.frozen(eq=False)
class Talkative:
    @hookimpl(wrapper=True)
    def reinforcement(self):
        print("resolving")
        rule = yield

        def talking(state, player):
            print("playing")
            os.write(1, b"writing\\n")
            os.system("echo calling")
            return rule(state, player)

        return talking

    @hookimpl(wrapper=True)
    def dice(self):
        dice = yield

        def talking(state, source, target):
            print("rolling")
            return dice.attack(state, source, target)

        return attrs.evolve(dice, attack=talking)
"""

FEWEST = ["--games", "2", "--players", "3", "--max-rounds", "1"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "classic-1959", *FEWEST, "--workers", "1"], {"loading", "resolving", "playing", "writing", "calling"}),
        (["run", "classic-1959", *FEWEST, "--workers", "2"], {"loading", "resolving", "playing", "writing", "calling"}),
        (["odds", "classic-1959", "--attackers", "3", "--defenders", "2"], {"loading", "resolving", "rolling"}),
        (["explain", "classic-1959"], {"loading", "resolving"}),
    ],
)
def test_what_a_rule_prints_does_not_get_among_the_results(
    tmp_path: Path, arguments: list[str], said: set[str]
) -> None:
    rule = tmp_path / "talkative.py"
    rule.write_text(TALKATIVE)
    process = riskvar_process(*arguments, "-p", str(rule), "--rule", "talkative", "--json")
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout)["name"] == "Classic 1959"
    assert said <= set(process.stderr.split())


@pytest.mark.parametrize("workers", [1, 2])
def test_a_rule_may_print_where_there_is_no_standard_error(tmp_path: Path, workers: int) -> None:
    rule = tmp_path / "talkative.py"
    rule.write_text(TALKATIVE.replace('print("playing")', 'sys.stdout.write("playing")'))
    program = "import sys; from riskcore.cli import main; sys.exit(main())"
    options = f'{" ".join(FEWEST)} --workers {workers} -p "{rule}" --rule talkative --json'
    command = f'"{sys.executable}" -c "{program}" run classic-1959 {options} 2>&-'
    done = subprocess.run(["bash", "-c", command], check=False, stdout=subprocess.PIPE)
    assert json.loads(done.stdout)["games"] == 2


def test_a_rule_that_closes_standard_output_does_not_cost_the_results(tmp_path: Path) -> None:
    rule = tmp_path / "talkative.py"
    rule.write_text(TALKATIVE.replace('print("playing")', "sys.stdout.close(); sys.stdout = open(os.devnull, 'w')"))
    process = riskvar_process("run", "classic-1959", *FEWEST, "--workers", "1", "-p", str(rule), "--rule", "talkative")
    assert process.returncode == 0, process.stderr
    assert "2 games, 3 players" in process.stdout


def test_what_is_printed_while_a_command_is_tested_stays_apart_too(tmp_path: Path) -> None:
    rule = tmp_path / "talkative.py"
    rule.write_text(TALKATIVE)
    result = riskvar("run", "classic-1959", *FEWEST, "--workers", "1", "-p", str(rule), "--rule", "talkative", "--json")
    assert json.loads(result.stdout)["games"] == 2
    assert {"resolving", "playing"} <= set(result.stderr.split())


def interrupted(*pauses: float) -> tuple[int, str, str]:
    """Exit code and output of a long run, interrupted after each of the pauses."""
    command = [sys.executable, "-c", "from riskcore.cli import main; main()", "run", "classic-1959"]
    command += ["--games", "100000", "--players", "3", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        for pause in pauses:
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    return process.returncode, out, err


def test_ctrl_c_pressed_twice_in_a_hurry_shows_what_was_played_all_the_same() -> None:
    code, out, err = interrupted(4, 0.02, 0.1)
    assert code == 130
    assert "seat 1" in out
    assert re.fullmatch(r"interrupted: [\d,]+ of 100,000 games were played\n", err)


def test_the_command_listens_to_ctrl_c_before_it_imports_what_takes_time() -> None:
    program = (
        "import signal, sys; import riskvar\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'riskcore': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.argv = ['riskvar', 'list']\n"
        "riskvar.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "riskvar", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("riskvar ")


def test_rules_without_their_docstrings_are_not_told_as_if_they_were_wordless() -> None:
    done = riskvar_process("explain", "classic-1959", PYTHONOPTIMIZE="2")
    assert (done.returncode, done.stdout) == (1, "")
    assert "docstrings, which Python leaves out with -OO" in done.stderr
