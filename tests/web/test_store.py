"""Games on disk survive the server that wrote them, and are logs like any other."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import riskcore
from riskcore.cli import main
from riskcore.logs.game_log import read_log
from riskcore.web.session import GameSession, Guest, new_session
from riskcore.web.store import GameStore

HOST = Guest((0,), host=True)


def begun(folder: Path) -> GameSession:
    """A game of two branches, in the middle of the second."""
    session = new_session(riskcore.load_variant("classic-1959"), 3, ("you", "friend"), ("greedy",), 3)
    GameStore(folder).add(session)
    for _ in range(40):
        session.play(tuple(next(iter(session.tree.game.legal_moves))))
    session.go(HOST, 15)
    session.play(tuple(list(session.tree.game.legal_moves)[1]))
    return session


def log_in(folder: Path) -> Path:
    (file,) = folder.glob("*.jsonl")
    return file


def keys_in(folder: Path) -> Path:
    (file,) = folder.glob("*.keys.json")
    return file


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    session = begun(tmp_path)
    again = GameStore(tmp_path).find(session.seats[1].token)
    assert again is not None
    assert again.tree.game.to_json() == session.tree.game.to_json()
    assert [(node.parent, node.move) for node in again.tree.nodes] == [
        (node.parent, node.move) for node in session.tree.nodes
    ]
    assert again.guest(session.host) == session.guest(session.host)


def test_a_line_that_was_cut_off_is_left_out_and_the_game_goes_on(tmp_path: Path) -> None:
    session = begun(tmp_path)
    log_in(tmp_path).write_bytes(log_in(tmp_path).read_bytes()[:-9])
    again = GameStore(tmp_path).find(session.host)
    assert again is not None
    assert again.tree.here == 15
    again.play(tuple(next(iter(again.tree.game.legal_moves))))
    third = GameStore(tmp_path).find(session.host)
    assert third is not None
    assert third.tree.game.to_json() == again.tree.game.to_json()


def test_a_kept_game_is_a_log_of_the_moves_that_led_to_where_it_stands(tmp_path: Path) -> None:
    session = begun(tmp_path)
    (logged,) = read_log(log_in(tmp_path))
    assert logged.replay().to_json() == session.tree.game.to_json()
    assert (len(logged.moves), logged.about["seats"], logged.end) == (16, ["you", "friend", "greedy"], {})


def test_a_game_goes_on_in_the_log_from_a_position_set_up_by_hand(tmp_path: Path) -> None:
    session = new_session(riskcore.load_variant("classic-1959"), 3, ("you",), ("greedy",), 3)
    GameStore(tmp_path).add(session)
    session.set_up(HOST, {"owners": {"Brazil": 1}, "armies": {"Brazil": 9}, "rest": 0, "phase": "attack"})
    session.play(("done",))
    (logged,) = read_log(log_in(tmp_path))
    assert logged.replay().key() == session.tree.game.key()
    assert logged.moves == [("done",)]


def test_how_a_game_ended_is_kept_and_proven(tmp_path: Path) -> None:
    session = new_session(riskcore.load_variant("classic-1959"), 3, (), ("greedy",), 2)
    GameStore(tmp_path).add(session)
    tree = session.tree
    while tree.game.outcome is None:
        session.play(tuple(session.bots.decider(tree.game, tree.game.to_move or 0, "greedy")()))
    told = CliRunner().invoke(main, ["replay", str(log_in(tmp_path))]).output
    assert f"1 game of {len(tree.game.moves)} moves, each played again as the log says" in told
    text = log_in(tmp_path).read_text(encoding="utf-8").splitlines(keepends=True)
    text[2:4] = text[3:4]  # a move is missing
    log_in(tmp_path).write_text("".join(text), encoding="utf-8")
    assert CliRunner().invoke(main, ["replay", str(log_in(tmp_path))]).exit_code == 1


def test_a_log_tells_nobody_the_keys(tmp_path: Path) -> None:
    session = begun(tmp_path)
    text = log_in(tmp_path).read_text(encoding="utf-8")
    assert [token for token in session.tokens if token in text] == []


def test_a_seat_given_away_later_is_found_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    session.seat(HOST, 2, "friend")
    assert GameStore(tmp_path).find(session.seats[2].token) is not None


def test_games_that_nobody_looks_at_are_not_kept_in_memory(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    first, second = (new_session(riskcore.load_variant("classic-1959"), n, ("you",), ("greedy",), 3) for n in (1, 2))
    store.add(first)
    first.play(tuple(next(iter(first.tree.game.legal_moves))))
    store.add(second)
    again = store.find(first.host)
    assert again is not None
    assert again is not first
    assert again.tree.game.to_json() == first.tree.game.to_json()


def test_a_game_with_rules_of_ones_own_wants_them_given_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    keys = json.loads(keys_in(tmp_path).read_text(encoding="utf-8"))
    keys_in(tmp_path).write_text(json.dumps({**keys, "plugin_files": ["/elsewhere/winter.py"]}), encoding="utf-8")
    with pytest.raises(riskcore.GameError, match=r"rules of /elsewhere/winter\.py: give them again with -p"):
        GameStore(tmp_path).find(session.host)


@pytest.mark.parametrize(
    "line", ['{"move":["place",1,1],"after":99}', '{"go":-1}', '{"jump":3}', "{", '{"go":1,"x":2}']
)
def test_a_spoilt_line_is_told_with_its_place(line: str, tmp_path: Path) -> None:
    session = begun(tmp_path)
    with log_in(tmp_path).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(riskcore.SaveError, match=r"\.jsonl:45: not a log of games"):
        GameStore(tmp_path).find(session.host)


def test_files_that_are_no_games_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.keys.json").write_text("hello\n", encoding="utf-8")
    (tmp_path / "empty.keys.json").write_text("", encoding="utf-8")
    assert GameStore(tmp_path).find("hello") is None
