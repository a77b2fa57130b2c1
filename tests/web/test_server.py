"""The server as a browser meets it: who gets in, what each gets to see, and what becomes of nonsense."""

import http.client
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .conftest import Play, Table


@contextmanager
def visit(table: Table, token: str, origin: str | None = None) -> Iterator[ClientConnection]:
    """A connection of whoever has a token."""
    own = f"http://127.0.0.1:{table.port}"
    with connect(f"ws://127.0.0.1:{table.port}/play", origin=origin or own) as socket:  # type: ignore[arg-type]  # any text is an origin to a browser
        socket.send(token)
        yield socket


def hear(socket: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        message = json.loads(socket.recv(timeout=5))
        if message["type"] == kind:
            return message


def say(socket: ClientConnection, **message: Any) -> Any:
    """The answer to a message."""
    socket.send(json.dumps({"id": 1, **message}))
    return hear(socket, "answer")


def get(table: Table, path: str, host: str | None = None) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=5)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{table.port}"})
    return connection.getresponse()


def test_the_page_asks_nothing_of_the_network(play: Play) -> None:
    table = play()
    response = get(table, "/")
    text = response.read().decode()
    assert response.status == 200
    assert "default-src 'none'" in str(response.headers["Content-Security-Policy"])
    assert "://" not in text


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/server.py", "/server.py", "/static/main.js", "//etc/passwd"]
)
def test_no_other_file_can_be_had(path: str, play: Play) -> None:
    assert get(play(), path).status == 404


def test_a_name_made_up_by_somebody_else_is_turned_away(play: Play) -> None:
    assert get(play(), "/", host="riskvar.example").status == 403


def test_a_page_from_elsewhere_cannot_connect(play: Play) -> None:
    table = play()
    with pytest.raises(InvalidStatus), visit(table, table.session.host, origin="http://riskvar.example"):
        pass


@pytest.mark.parametrize("token", ["", "x", "you", "0" * 24, "x" * 5000])
def test_a_wrong_token_leads_nowhere(token: str, play: Play) -> None:
    with visit(play(), token) as socket:
        assert hear(socket, "goodbye")["error"]
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=5)


def test_a_move_for_another_seat_is_refused(play: Play) -> None:
    table = play(seats=("friend", "friend", "friend"))
    game = table.session.tree.game
    move = list(next(iter(game.legal_moves)))
    others = [seat for number, seat in enumerate(table.session.seats) if number != game.to_move]
    for token in (others[0].token, table.session.spectator, table.session.host):
        with visit(table, token) as socket:
            assert say(socket, type="move", move=move, at=0)["error"] == "somebody else decides now"
    assert game.moves == []


def test_only_the_host_takes_moves_back_and_sets_up_positions(play: Play) -> None:
    table = play(seats=("you", "friend"))
    with visit(table, table.session.seats[1].token) as socket:
        for message in (
            {"type": "go", "node": 0},
            {"type": "pace", "pace": 0},
            {"type": "edit", "position": {}},
            {"type": "position"},
            {"type": "seat", "seat": 0, "who": "friend"},
            {"type": "copy", "what": "save"},
        ):
            assert say(socket, **message)["error"] == "only the host of the game may do that"


def test_the_host_sees_no_hands_while_others_play(play: Play) -> None:
    table = play(seats=("you", "friend"))
    with visit(table, table.session.host) as socket:
        for message in ({"type": "position"}, {"type": "copy", "what": "save"}, {"type": "edit", "position": {}}):
            assert "others play at this table" in say(socket, **message)["error"]


def test_a_friends_cards_stay_hidden_when_the_host_hands_out_seats(play: Play) -> None:
    table = play(seats=("you", "friend"))
    with visit(table, table.session.host) as socket:
        assert "whose cards that would show" in say(socket, type="seat", seat=1, who="you")["error"]
        assert "error" not in say(socket, type="seat", seat=1, who="greedy")
        assert "others play at this table" in say(socket, type="position")["error"]
        assert "whose cards that would show" in say(socket, type="seat", seat=1, who="you")["error"]


def test_nobody_is_told_the_seed_where_cards_are_hidden(play: Play) -> None:
    """Whoever knows it can work out all cards and dice."""
    table = play(seats=("you", "friend"), seed=987654)
    session = table.session
    for token in (session.host, session.seats[1].token, session.spectator):
        with visit(table, token) as socket:
            assert hear(socket, "about")["seed"] is None
    with visit(table, session.host) as socket:
        assert "987654" not in say(socket, type="copy", what="command")["text"]
    with visit(alone := play(seed=987654), alone.session.host) as socket:
        assert hear(socket, "about")["seed"] == 987654
    with visit(alone, alone.session.spectator) as socket:
        assert hear(socket, "about")["seed"] is None


def test_a_game_begun_for_friends_has_a_seed_that_the_host_does_not_know(play: Play) -> None:
    table = play()
    with visit(table, table.session.host) as socket:
        told = say(socket, type="start", base="", rules={}, seats=["you", "friend", "greedy"], seed=5)
    begun = table.store.find(told["token"])
    assert begun is not None
    assert begun.tree.seed != 5


def test_a_move_seen_too_late_is_refused(play: Play) -> None:
    table = play()
    session = table.session
    with visit(table, session.host) as socket:
        before = hear(socket, "position")
        while before["decision"] is None:
            before = hear(socket, "position")
        move = list(next(iter(session.tree.game.legal_moves)))
        assert say(socket, type="move", move=move, at=before["here"] - 1)["error"] == "the game has moved on meanwhile"


NONSENSE = """
null
[]
{
1e999
"x"
{"type":["move"]}
{"type":"move"}
{"type":"move","move":5,"at":0}
{"type":"move","move":["place",1e400,1],"at":0}
{"type":"move","move":[[[[]]]],"at":0}
{"type":"move","move":["place",{"a":1},1],"at":0}
{"type":"open","path":"/etc/passwd"}
{"type":"go","node":true}
{"type":"look","node":-5}
{"type":"odds","source":-1,"target":99}
{"type":"sit","seat":0}
{"type":"booklet","id":"x"}
{"type":"ask","bot":"exec:touch /tmp/x","at":0,"play":true}
{"type":"seat","seat":0,"who":"exec:touch /tmp/x"}
""".splitlines()
NONSENSE += ["[" * 5000, "x" * 64_000, '{"type":"move","move":["place",' + "9" * 4000 + ',1],"at":0}']


def test_nonsense_changes_nothing_and_shows_nothing(play: Play) -> None:
    """A sample; `benchmarks/web_fuzz.py` sends ten thousand."""
    table = play(seats=("friend", "friend", "friend"), seed=5)
    session = table.session
    before = session.tree.game.to_json()
    chance = random.Random(1)
    with visit(table, session.seats[1].token) as socket:
        for text in [*NONSENSE, *("".join(chance.choices('{}[]",:0123456789abtypemov', k=60)) for _ in range(60))]:
            socket.send(text)
        answers = [hear(socket, "answer") for _ in range(len(NONSENSE))]
        assert all(answer["error"] for answer in answers)
    assert session.tree.game.to_json() == before
    with visit(table, session.seats[session.tree.game.to_move or 0].token) as socket:
        assert hear(socket, "position")["decision"]


def test_a_frame_that_is_too_long_ends_the_connection_only(play: Play) -> None:
    table = play()
    with visit(table, table.session.host) as socket:
        socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            hear(socket, "nothing")
    with visit(table, table.session.host) as socket:
        assert hear(socket, "about")["name"] == "Classic 1959"


def test_too_many_messages_are_not_heard(play: Play) -> None:
    table = play()
    with visit(table, table.session.host) as socket:
        for _ in range(150):
            socket.send('{"type":"look","node":0,"id":1}')
        assert "too many messages" in [hear(socket, "answer").get("error", "").split(":")[0] for _ in range(150)]


def test_no_message_to_a_seat_holds_cards_of_another(play: Play) -> None:
    table = play("classic-1959", seats=("friend", "friend", "friend"), seed=2)
    session = table.session
    game = session.tree.game
    while not all(game.state.hands[:3]):
        session.play(tuple(session.bots.decider(game, game.to_move or 0, "greedy")()))
    with visit(table, session.seats[0].token) as socket:
        own = say(socket, type="look", node=hear(socket, "position")["here"])["view"]["hands"]
    hands = session.tree.game.state.hands
    assert own == [hands[0], *([-1] * len(hand) for hand in hands[1:])]
