"""Games on disk survive the server that wrote them."""

import json
from pathlib import Path

import pytest

import riskcore
from riskcore.web.session import GameSession, Guest, new_session
from riskcore.web.store import GameStore

HOST = Guest((0,), host=True)


def begun(folder: Path) -> GameSession:
    """A game of two branches, in the middle of the second."""
    session = new_session(riskcore.load_variant("classic-1959"), 3, ("you", "friend"), ("greedy",), 3)
    GameStore(folder).add(session)
    for _ in range(40):
        session.play(tuple(next(iter(session.history.game.legal_moves))))
    session.go(HOST, 15)
    session.play(tuple(list(session.history.game.legal_moves)[1]))
    return session


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    session = begun(tmp_path)
    again = GameStore(tmp_path).find(session.seats[1].token)
    assert again is not None
    assert again.history.game.to_json() == session.history.game.to_json()
    assert [(node.parent, node.move) for node in again.history.nodes] == [
        (node.parent, node.move) for node in session.history.nodes
    ]
    assert again.guest(session.host) == session.guest(session.host)


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    session = begun(tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    file.write_bytes(file.read_bytes()[:-9])
    again = GameStore(tmp_path).find(session.host)
    assert again is not None
    assert again.history.here == 15


def test_a_seat_given_away_later_is_found_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    session.seat(HOST, 2, "friend")
    assert GameStore(tmp_path).find(session.seats[2].token) is not None


def test_a_game_with_rules_of_ones_own_wants_them_given_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    other = json.dumps({**json.loads(head), "plugin_files": ["/elsewhere/winter.py"]})
    file.write_text("\n".join([other, *lines, ""]), encoding="utf-8")
    with pytest.raises(riskcore.GameError, match=r"rules of /elsewhere/winter\.py: give them again with -p"):
        GameStore(tmp_path).find(session.host)


def test_files_that_are_no_games_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_text("hello\n", encoding="utf-8")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    assert GameStore(tmp_path).find("hello") is None
