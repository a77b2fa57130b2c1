"""Ten thousand malformed, oversized, out-of-turn and forged messages to a served game: is it still played, did any
message change something, did anybody learn what they may not?

    python benchmarks/web_fuzz.py [messages]
"""

import asyncio
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import riskcore
from riskcore.web.server import listen, make_server
from riskcore.web.session import GameSession, new_session
from riskcore.web.store import GameStore

KINDS = "sit move why look go pace pause resume step ask seat odds position edit booklet copy overview check start open"
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


def connected(port: int, token: str) -> ClientConnection:
    socket = connect(f"ws://127.0.0.1:{port}/play", origin=f"http://127.0.0.1:{port}", max_size=None)  # type: ignore[arg-type]
    socket.send(token)
    return socket


def secrets_in(text: str, seat: int, session: GameSession) -> bool:
    """Whether a message holds a hand of somebody else."""
    told = json.loads(text)
    hands = told.get("view", {}).get("hands", [])
    return any(card >= 0 for owner, hand in enumerate(hands) if owner != seat for card in hand)


def main(messages: int) -> None:
    chance = random.Random(1)
    folder = tempfile.TemporaryDirectory()
    session = new_session(riskcore.load_variant("classic-1959"), 5, ("friend", "friend", "friend"), (), 3)
    tree = session.tree
    hands = {"0": [0, 1, 2], "1": [3, 4, 5], "2": [6, 7, 8]}
    tree.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "hands": hands, "phase": "trade", "player": 2})
    store = GameStore(Path(folder.name))
    store.add(session)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = make_server(store, "127.0.0.1")
    threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True).start()
    before = tree.game.to_json()
    sent = closed = heard = leaked = 0
    seat = 0
    socket = connected(port, session.seats[seat].token)
    start = time.monotonic()
    while sent < messages:
        try:
            socket.send(message(chance))
            sent += 1
            if sent % 25 == 0:
                while True:
                    text = socket.recv(timeout=0.005)
                    heard += 1
                    leaked += secrets_in(str(text), seat, session)
        except TimeoutError:
            pass
        except ConnectionClosed:
            closed += 1
            seat = chance.choice([0, 1])  # seat 2 is to move
            socket = connected(port, session.seats[seat].token)
    seconds = time.monotonic() - start
    same = tree.game.to_json() == before
    player = connected(port, session.seats[2].token)
    move = next(iter(tree.game.legal_moves))
    player.send(json.dumps({"type": "move", "move": list(move), "at": tree.here, "id": 1}))
    while json.loads(player.recv(timeout=5))["type"] != "answer":
        pass
    playing = tree.game.moves[-1:] == [tuple(move)]
    run = Path("/tmp/riskvar-fuzz").exists()
    print(f"{sent} messages in {seconds:.0f} s, {heard} answers, {closed} connections closed by the server")
    print(f"changed: {not same}; cards of others told: {leaked}; a program was run: {run}; still playing: {playing}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
