"""Games that were kept: measured as a run measures its own, and sorted by who has played them."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riskcore import Game, RiskError, SaveError, lab
from riskcore.cli import main
from riskcore.frames import DECIDER
from riskcore.lab.play.batch import Arena
from riskcore.logs.game_tree import GameTreeLog

PEOPLE = ("you", "friend", "friend")
PLAN = lab.Recipe("capitals", players=3, seed=5, bots="greedy").plan()


def keep(path: Path, who: Sequence[str], number: int = 0, most: int = 10**6) -> Path:
    """Write a game as the page keeps it; a bot plays for everybody."""
    match = Arena(PLAN).open(number)
    game, step = match.game, 0
    log = GameTreeLog(path)
    log.begin(Game(game.rules, game.players, game.state.tape.seed, orders=game.state.orders), {"seats": list(who)})
    while game.outcome is None and step < most:
        move = match.deciders[game.state.frames[-1][DECIDER]]()
        game.push(move)
        log.write({"move": list(move), "after": step})
        step += 1
    if game.outcome is not None:
        log.end(game)
    return path


def run_log(folder: Path, games: int, bots: str = "greedy", **more: Any) -> tuple[Path, lab.Run]:
    path = folder / f"{bots}.jsonl"
    return path, lab.run(lab.Recipe("capitals", players=3, seed=5, bots=bots, **more).plan(), games, log=path)


@pytest.mark.parametrize("games", [9, 120])
def test_the_log_of_a_run_measures_the_same_as_the_run(tmp_path: Path, games: int) -> None:
    path, found = run_log(tmp_path, games)
    [company] = lab.measure_logs([path]).played[0].companies
    assert company.who == ("greedy",)
    assert [each.to_dict() for each in company.measured] == [
        each.to_dict() for each in found.measured if each.key != "skill"
    ]
    assert company.results.digest() == found.results.digest()


def test_games_that_a_cap_stopped_are_undecided_here_too(tmp_path: Path) -> None:
    path, found = run_log(tmp_path, 6, max_rounds=3)
    [company] = lab.measure_logs([path]).played[0].companies
    assert company.measured[0].to_dict() == found.measured[0].to_dict()
    assert company.measured[0].value != 1


def test_past_the_pilot_the_log_still_measures_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("simulate", "recorded_batch"):
        monkeypatch.setattr(f"riskcore.lab.play.{module}.PILOT", 40)
    monkeypatch.setattr("riskcore.lab.kept.companies.PILOT", 40)
    path, found = run_log(tmp_path, 60)
    [company] = lab.measure_logs([path]).played[0].companies
    assert [each.to_dict() for each in company.measured] == [
        each.to_dict() for each in found.measured if each.key != "skill"
    ]


def test_people_stand_beside_bots(tmp_path: Path) -> None:
    bots, _ = run_log(tmp_path, 8)
    files = [keep(tmp_path / f"{number}.jsonl", PEOPLE, number) for number in range(3)]
    files.append(keep(tmp_path / "mixed.jsonl", ("you", "greedy", "greedy"), 9))
    [played] = lab.measure_logs([bots, *files]).played
    assert [each.name for each in played.companies] == ["people", "people and greedy", "greedy"]
    assert [len(each.games) for each in played.companies] == [3, 1, 8]
    assert played.beside == 0
    assert played.compared == ("people", "greedy")
    assert {each.judged_by for each in played.companies} == {"greedy"}
    mixed = played.companies[1].wins
    assert mixed["people"].fair == pytest.approx(1 / 3)
    assert sum(share.wins for share in mixed.values()) == 1


def test_the_same_moves_are_worth_the_same_whoever_made_them(tmp_path: Path) -> None:
    """People who play as the bots did differ from them in nothing, and are measured by what they are judged by."""
    bots, _ = run_log(tmp_path, 24)
    files = [keep(tmp_path / f"{number}.jsonl", PEOPLE, number) for number in range(24)]
    [played] = lab.measure_logs([bots, *files]).played
    people, greedy = played.companies
    assert not [each.key for each in played.changes if each.different]
    assert {each.key for each in played.changes} >= {"length", "drama"}
    for key in ("completion", "seat_balance", "length", "idle"):
        mine, theirs = ({each.key: each for each in one.measured}[key] for one in (people, greedy))
        assert (mine.value, mine.interval) == (theirs.value, theirs.interval)


def test_bots_are_played_beside_people_where_there_are_none(tmp_path: Path) -> None:
    file = keep(tmp_path / "one.jsonl", PEOPLE)
    [played] = lab.measure_logs([file], games=6, seed=5).played
    assert [(each.name, len(each.games)) for each in played.companies] == [("people", 1), ("planner", 6)]
    assert played.beside == 6
    [alone] = lab.measure_logs([file], games=0).played
    assert [each.name for each in alone.companies] == ["people"]


def test_games_that_show_nothing_are_left_out_and_counted(tmp_path: Path) -> None:
    over, going = keep(tmp_path / "over.jsonl", PEOPLE), keep(tmp_path / "going.jsonl", PEOPLE, most=20)
    found = lab.measure_logs([over, going], games=0)
    assert found.left_out == {"not over yet": 1}
    assert len(found.played[0].companies[0].games) == 1
    with pytest.raises(RiskError, match="there is no game to measure: 1 not over yet"):
        lab.measure_logs([going])


def test_tables_count_among_peoples_games(tmp_path: Path) -> None:
    table = tmp_path / "evenings.csv"
    table.write_text("seats,winner,rounds,minutes\n3,1,10,60\n3,2,,80\n3,,4,30\n")
    [alone] = lab.measure_logs([table], variant="capitals", games=0).played
    measured = {each.key: each for each in alone.companies[0].measured}
    assert (measured["completion"].value, measured["completion"].n) == (pytest.approx(2 / 3), 3)
    assert (measured["length"].value, measured["length"].n) == (10, 2)  # nobody counted the rounds of the second
    assert (measured["minutes"].value, measured["minutes"].n) == (80, 3)
    assert measured["drama"].value is None
    [beside] = lab.measure_logs([table, keep(tmp_path / "one.jsonl", PEOPLE)], games=0).played
    [people] = beside.companies
    assert (len(people.games), people.at_table) == (4, 3)
    assert sum(seat.wins for seat in people.seats) == 3


def test_a_table_says_not_what_was_played(tmp_path: Path) -> None:
    table = tmp_path / "evenings.csv"
    table.write_text("seats,winner\n3,1\n")
    with pytest.raises(RiskError, match=r"evenings\.csv: which variant was played there.* name it with --variant"):
        lab.measure_logs([table])


def test_few_games_prove_no_difference(tmp_path: Path) -> None:
    table = tmp_path / "evenings.csv"
    table.write_text("seats,winner,rounds\n" + "3,1,150\n" * 19)
    [played] = lab.measure_logs([table], variant="capitals", games=30).played
    assert not played.changes
    table.write_text("seats,winner,rounds\n" + "3,1,150\n" * 20)
    [played] = lab.measure_logs([table], variant="capitals", games=30).played
    assert {each.key for each in played.changes if each.different} >= {"length", "seat.1"}


def test_a_log_that_was_changed_is_refused(tmp_path: Path) -> None:
    path, _ = run_log(tmp_path, 2)
    path.write_text(path.read_text().replace('"round":', '"round":1', 1))
    keep(tmp_path / "kept.jsonl", PEOPLE)
    text = (tmp_path / "kept.jsonl").read_text()
    for name, changed in (
        ("a", text.replace('"outcome":[', '"outcome":[1', 1)),
        ("b", text.replace("move", "muve", 1)),
    ):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(changed)
        with pytest.raises(SaveError, match=rf"{name}\.jsonl:\d+: "):
            lab.measure_logs([file], games=0)


# -- the command ------------------------------------------------------------------------------------------------------


def command(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["measure", *arguments, "--workers", "1"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_the_command_shows_people_beside_bots_in_eighty_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    files = [str(keep(tmp_path / f"{number}.jsonl", PEOPLE, number)) for number in range(2)]
    table = tmp_path / "evenings.csv"
    table.write_text("seats,winner,rounds,minutes\n3,1,10,60\n")
    shown = command(*files, str(table), "--games", "4")
    assert shown.startswith("Capitals, 3 players\n")
    assert "People   3 games, 1 of them at a table; half of them end by round" in shown
    assert "60 min" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_command_prints_what_the_function_tells(tmp_path: Path) -> None:
    file = keep(tmp_path / "one.jsonl", PEOPLE)
    told = json.loads(command(str(file), "--games", "4", "--json"))
    assert told == json.loads(json.dumps(lab.measure_logs([file], games=4).to_dict()))
    assert [each["who"] for each in told["played"][0]["companies"]] == [["people"], ["planner"]]


def test_the_page_is_well_formed_and_names_the_command(tmp_path: Path) -> None:
    file, page = keep(tmp_path / "<one>.jsonl", PEOPLE), tmp_path / "people.html"
    command(str(file), "--games", "4", "--html", str(page))
    ET.fromstring(page.read_text(encoding="utf-8").partition("\n")[2])
    assert "riskvar measure &#x27;" in page.read_text()
    assert "&lt;one&gt;.jsonl" in page.read_text()
