"""Ten thousand malformed, oversized, out-of-turn and forged messages to a served game: is it still played, did any
message change something, did anybody learn what they may not?

    python benchmarks/web_fuzz.py [messages]
"""

import asyncio
import json
import random
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import riskcore
from riskcore.errors import RiskError
from riskcore.lab.play.batch import Plan
from riskcore.web.game.study import Study
from riskcore.web.server import listen, make_server
from riskcore.web.session import new_session
from riskcore.web.store import GameStore

KINDS = (
    "sit move why look go pace resume step skip ask seat odds position edit part open booklet study report copy "
    "overview check start"
)
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**30, 1e308, float("inf"), "", "x", "exec:touch /tmp/riskvar-fuzz", "../..",
    "/etc/passwd", [], {}, [[]], ["place", 0, 1], ["place", 0, 10**20], ["attack", 0, 1, 3], ["done"],
    ["trade", [0, 1, 2]], [None] * 50, {"a": {"b": 1}}, {"rules": None},
    "you", "friend", "greedy", "\ud800", "\x00", ["you"] * 400,
)  # fmt: skip
WORDS = "move at seat node pace bot play who source target position what base rules seats seed id type"
FIELDS = WORDS.split()


def message(chance: random.Random) -> str:
    """Anything a hostile browser may say."""
    match chance.randrange(6):
        case 0:
            return "".join(chance.choices('{}[]",:0123456789abtypemov\\u\x00', k=chance.randrange(200)))
        case 1:
            return "[" * chance.randrange(12_000)
        case 2 if chance.random() < 0.02:
            return "x" * chance.randrange(60_000, 300_000)
    told = {name: chance.choice(VALUES) for name in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
    return json.dumps({**told, "type": chance.choice(KINDS.split())})


@contextmanager
def connected(port: int, token: str) -> Iterator[ClientConnection]:
    """A browser that has said who it is, and been told where the game stands."""
    with connect(f"ws://127.0.0.1:{port}/play", origin=Origin(f"http://127.0.0.1:{port}"), max_size=None) as socket:
        socket.send(token)
        while json.loads(socket.recv(timeout=10))["type"] != "position":
            pass
        yield socket


def secrets_in(told: Any, others: Sequence[Sequence[int]]) -> bool:
    """Whether a message holds a hand of somebody else, wherever in it."""
    if isinstance(told, str):
        return any(json.dumps(hand)[1:-1] in told for hand in others)
    if isinstance(told, dict):
        return any(secrets_in(each, others) for each in told.values())
    return isinstance(told, list) and (list(told) in others or any(secrets_in(each, others) for each in told))


def abuse(
    socket: ClientConnection, chance: random.Random, messages: int, others: Sequence[Sequence[int]]
) -> Counter[str]:
    """Say so many things, or fewer if the server hangs up; counts what came of it."""
    told: Counter[str] = Counter()
    try:
        while told["sent"] < messages:
            socket.send(message(chance))
            told["sent"] += 1
            with suppress(TimeoutError):
                while told["sent"] % 25 == 0:
                    answer = json.loads(socket.recv(timeout=0.005))
                    told["heard"] += 1
                    told["leaked"] += secrets_in(answer, others)
    except ConnectionClosed:
        told["closed"] += 1
    return told


def forged(port: int) -> bool:
    """Whether somebody with a made-up key, or from a page of somebody else, is told anything about a game."""
    for token, origin in ((secrets.token_urlsafe(18), f"http://127.0.0.1:{port}"), ("x", "http://example.org")):
        address = f"ws://127.0.0.1:{port}/play"
        with suppress(ConnectionClosed, InvalidStatus), connect(address, origin=Origin(origin)) as socket:
            socket.send(token)
            while True:
                if json.loads(socket.recv(timeout=10))["type"] != "goodbye":
                    return True
    return False


def no_study(plan: Plan) -> Study:
    """The games that bots play beside the page, which anybody may ask for, are played once and no concern here."""
    raise RiskError("no games are played here")


def main(messages: int) -> None:
    chance = random.Random(1)
    folder = tempfile.TemporaryDirectory()
    session = new_session(riskcore.load_variant("classic-1959"), 5, ("friend", "friend", "friend"), (), 3)
    session.play_study = no_study
    tree = session.tree
    hands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    held = {str(seat): hand for seat, hand in enumerate(hands)}
    tree.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "hands": held, "phase": "trade", "player": 2})
    store = GameStore(Path(folder.name))
    store.add(session)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = make_server(store, "127.0.0.1")
    threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True).start()
    before = tree.game.to_json()
    told: Counter[str] = Counter()
    start = time.monotonic()
    while told["sent"] < messages:
        seat = chance.choice([0, 1])  # seat 2 is to move
        with suppress(ConnectionClosed), connected(port, session.seats[seat].token) as socket:
            others = [hand for owner, hand in enumerate(hands) if owner != seat]
            told += abuse(socket, chance, min(messages - told["sent"], 1000), others)
        told["let in"] += forged(port)
    seconds = time.monotonic() - start
    same = tree.game.to_json() == before
    with connected(port, session.seats[2].token) as player:
        move = next(iter(tree.game.legal_moves))
        player.send(json.dumps({"type": "move", "move": list(move), "at": tree.here, "id": 1}))
        while json.loads(player.recv(timeout=5))["type"] != "answer":
            pass
    playing = tree.game.moves[-1:] == [tuple(move)]
    run = Path("/tmp/riskvar-fuzz").exists()
    print(
        f"{told['sent']} messages in {seconds:.0f} s, {told['heard']} answers, {told['closed']} connections hung up on"
    )
    print(
        f"changed: {not same}; cards of others told: {told['leaked']}; forged keys and origins let in: {told['let in']}"
    )
    print(f"a program was run: {run}; still playing: {playing}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
