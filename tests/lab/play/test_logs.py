"""Logs of games: whatever a run plays can be played again from its file, and what is wrong with a file is told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riskcore import Game, Rulebook, SaveError, lab
from riskcore.cli import main
from riskcore.files.variant import load_variant
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.logbook import open_log
from riskcore.lab.play.simulate import simulate
from riskcore.logs.game_log import read_log
from riskcore.logs.game_tree import GameTreeLog

PLAN = Plan(load_variant("classic-1959", settings=["rules.fortify.moves=2"]), 3, 7, ("greedy", "random"), 15)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of four games."""
    path = tmp_path / "games.jsonl"
    writer = open_log(path, PLAN)
    simulate(PLAN, 4, log=writer.add)
    writer.close()
    return path


def faults(path: Path) -> tuple[int, str]:
    """How many games can be played again, and what then is wrong."""
    games = 0
    try:
        for logged in read_log(path):
            logged.replay()
            games += 1
    except SaveError as error:
        return games, str(error).replace(str(path), "FILE")
    return games, ""


def alter(path: Path, line: int, change: Callable[[dict[str, Any]], object]) -> None:
    lines = path.read_text().splitlines(keepends=True)
    document = json.loads(lines[line])
    change(document)
    lines[line] = json.dumps(document, separators=(",", ":")) + "\n"
    path.write_text("".join(lines))


def test_every_game_of_a_log_can_be_played_again(log: Path) -> None:
    games = list(read_log(log))
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert [game.seed for game in games] == [PLAN.game_seed(number) for number in range(4)]
    assert games[1].about["bots"] == ["random", "greedy", "greedy"] or len(games[1].about["bots"]) == 3
    assert faults(log) == (4, "")


def test_with_several_workers_the_log_is_the_same(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    lab.run(PLAN, 4, front=True, workers=2, log=path)
    assert path.read_bytes() == log.read_bytes()


def test_a_log_that_is_there_already_is_not_written_over(log: Path) -> None:
    before = log.read_bytes()
    with pytest.raises(SaveError, match="there is such a file already"):
        open_log(log, PLAN)
    assert log.read_bytes() == before


def test_a_log_that_breaks_off_has_its_whole_games(log: Path) -> None:
    text = log.read_text()
    lines = text.splitlines(keepends=True)
    log.write_text("".join(lines[:9]))
    assert faults(log) == (2, "FILE:9: the log breaks off in the middle of a game; those before it are whole")
    log.write_text(text[: len("".join(lines[:9])) - 30])
    assert faults(log) == (2, "FILE:9: the log breaks off in this line")
    log.write_text("")
    assert faults(log) == (0, "FILE: not a log of games: the file is empty")


def test_a_log_that_was_tampered_with_is_told_with_the_line(log: Path) -> None:
    alter(log, 5, lambda line: line["moves"].pop())
    assert faults(log) == (1, "FILE:7: not a log of games: check: the lines of this game have been changed")


def test_a_result_that_the_moves_do_not_lead_to_is_told(log: Path) -> None:
    alter(log, 3, lambda line: line["end"].update(outcome=[0, "magic"]))
    games, fault = faults(log)
    assert games == 0
    assert fault.startswith("FILE:2: game 0: played again, it ends otherwise:")


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (0, {"log": 2}, "FILE:1: a log of format 2; this version reads format 1 alone"),
        (0, {"rules": {}}, "FILE:1: not a log of games: rules: it was played under other rules"),
        (0, {"variant": {"id": "x", "lineage": [], "toml": "board = '/etc/hosts'\nname = 'X'"}}, "neither shipped nor"),
        (1, {"game": -1}, "FILE:4: not a log of games: check"),
        (2, {"move": []}, "FILE:4: not a log of games: check"),
    ],
)
def test_a_foreign_or_older_log_is_refused(log: Path, line: int, change: dict[str, Any], message: str) -> None:
    alter(log, line, lambda document: document.update(change))
    assert message in faults(log)[1]


@pytest.mark.parametrize("text", ["no log\n", "[]\n", "{}\n", '{"game": 1}\n', "[" * 10**5 + "\n", "x" * 10, "\x00\n"])
def test_what_is_no_log_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    games, fault = faults(path)
    assert games == 0
    assert fault.startswith("FILE:1: ")


def test_the_command_writes_a_log_plays_it_again_and_tells_a_game(tmp_path: Path) -> None:
    path, table = tmp_path / "games.jsonl", tmp_path / "games.csv"
    options = ["--games", "3", "--players", "3", "--max-rounds", "4", "--log", str(path), "--raw", str(table)]
    done = CliRunner().invoke(main, ["run", "classic-1959", *options])
    assert done.exit_code == 0, done.output
    assert table.read_text().splitlines()[0] == "game,seed,winner,seat,first_bot,reason,rounds,turns,moves"
    assert len(table.read_text().splitlines()) == 4
    again = CliRunner().invoke(main, ["replay", str(path)])
    assert (again.exit_code, again.output.startswith("games.jsonl: 3 games of ")) == (0, True), again.output
    told = CliRunner().invoke(main, ["replay", str(path), "--game", "1"])
    watched = CliRunner().invoke(main, ["watch", "classic-1959", *options[2:6], "--game", "1"])
    followed = CliRunner().invoke(main, ["watch", str(path), "--game", "1"])
    assert told.output == watched.output == followed.output
    assert CliRunner().invoke(main, ["replay", str(path), "--game", "9"]).exit_code == 1


def test_the_rows_of_a_run_are_written_as_parquet_too(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    rows, table = tmp_path / "games.csv", tmp_path / "games.parquet"
    for path in (rows, table):
        options = ["--games", "2", "--players", "3", "--max-rounds", "3", "--raw", str(path)]
        assert CliRunner().invoke(main, ["run", "classic-1959", *options]).exit_code == 0
    assert duckdb.read_parquet(str(table)).fetchall() == duckdb.read_csv(str(rows)).fetchall()


def test_what_a_log_says_is_not_asked_of_who_watches_it(log: Path) -> None:
    refused = CliRunner().invoke(main, ["watch", str(log), "--bots", "greedy"])
    assert (refused.exit_code, "--bots: the log says what is played" in refused.output) == (2, True)


def test_a_game_of_a_page_is_watched_from_the_position_set_up_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "page.jsonl"
    rules = Rulebook(PLAN.variant)
    position = {"owners": {"Alaska": 1, "Siam": 2}, "armies": {"Brazil": 9}, "phase": "attack"}
    log, game = GameTreeLog(path), Game.from_position(rules, 3, position, 5)
    log.begin(Game(rules, 3, 5), {"seats": ["you", "greedy", "greedy"]})
    log.write({"position": position, "after": 0})
    game.push(("done",))
    log.write({"move": ["done"], "after": 1})
    watched = CliRunner().invoke(main, ["watch", str(path)])
    assert watched.exit_code == 0, watched.output
    assert "Orange (you), Sky (greedy) and Green (greedy)." in watched.output
    assert "Bra A9" in watched.output
    assert watched.output.endswith("The game goes on; 1 turn shown.\n")


QUITTER = """
from random import Random
import attrs
from riskcore import Forfeit

@attrs.define
class GivesUp:
    \"\"\"Plays as chance has it for two turns.\"\"\"
    order = 2
    _random: Random = attrs.field(init=False, factory=Random)

    def start(self, view, seed):
        self._random.seed(seed)

    def decide(self, view):
        if view.turn > 2:
            raise Forfeit("gave up")
        return view.legal_moves.sample(self._random)
"""


@pytest.fixture
def forfeited(tmp_path: Path) -> Path:
    """A log of a game for two that one player could not play on."""
    rules = tmp_path / "quitter.py"
    rules.write_text(QUITTER)
    path = tmp_path / "forfeited.jsonl"
    plan = Plan(load_variant("capitals", plugin_files=[rules]), 2, 1, ("gives-up", "greedy"), 15)
    writer = open_log(path, plan)
    simulate(plan, 1, log=writer.add)
    writer.close()
    return path


def test_a_forfeit_is_told_as_what_ended_the_game(forfeited: Path) -> None:
    assert faults(forfeited) == (1, "")
    watched = CliRunner().invoke(main, ["watch", str(forfeited), "--board", "end"]).output
    assert "wins the game: gives-up gave up." in watched


def test_nobody_wins_by_the_forfeit_of_another_but_who_was_left(forfeited: Path) -> None:
    def other_winner(line: dict[str, Any]) -> None:
        line["end"]["outcome"][0] = 1 - line["end"]["outcome"][0]

    alter(forfeited, 3, other_winner)
    assert "played again, it ends otherwise" in faults(forfeited)[1]


def test_moves_go_before_a_forfeit_as_the_log_says(forfeited: Path) -> None:
    alter(forfeited, 3, lambda line: line["end"].update(position="0" * 16))
    assert "played again, it ends otherwise" in faults(forfeited)[1]


@pytest.mark.parametrize(
    "end",
    [{"outcome": [9, "x"]}, {"outcome": "x"}, {"outcome": [0, 1]}, {"forfeit": 1}, {"forfeit": True, "outcome": None}],
)
def test_an_end_that_is_none_is_refused(log: Path, end: dict[str, Any]) -> None:
    alter(log, 3, lambda line: line["end"].update(end))
    assert "FILE:4: not a log of games: end." in faults(log)[1]
