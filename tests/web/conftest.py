"""A server in a thread and a real browser; without a browser the tests that need one are skipped, and say so."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import riskcore
from riskcore.errors import RiskError
from riskcore.lab.play.batch import Plan
from riskcore.web.game.study import Study
from riskcore.web.server import listen, make_server
from riskcore.web.session import GameSession, new_session
from riskcore.web.store import GameStore

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]

Play = Callable[..., "Table"]


class Table:
    """A game that is served, and the addresses of those who sit at it."""

    def __init__(self, session: GameSession, store: GameStore, port: int) -> None:
        self.session = session
        self.store = store
        self.port = port
        self.host = self.address(session.host)

    def address(self, token: str) -> str:
        return f"http://127.0.0.1:{self.port}/#{token}"


def no_study(plan: Plan) -> Study:
    raise RiskError("no games are played here")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """A function that serves a new game."""
    servers: list[tuple[uvicorn.Server, threading.Thread]] = []

    def start(
        variant: Any = "classic-1959",
        seats: tuple[str, ...] = ("you",),
        *,
        bots: Any = ("greedy",),
        players: int = 3,
        seed: int = 1,
    ) -> Table:
        loaded = riskcore.load_variant(variant) if isinstance(variant, str) else variant
        session = new_session(loaded, seed, seats, bots, players)
        session.play_study = no_study  # it would take some seconds of every test
        store = GameStore(tmp_path / "games")
        store.add(session)
        listener = listen("127.0.0.1", 0)
        port = listener.getsockname()[1]
        server = make_server(store, "127.0.0.1")
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
        thread.start()
        servers.append((server, thread))
        return Table(session, store, port)

    yield start
    for server, thread in servers:
        server.force_exit = server.should_exit = True
        thread.join(5)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is not tested")
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}: the page is not tested")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page in which nothing may go wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(8000)
    faults: list[str] = []
    shown = context.new_page()
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield shown
    context.close()
    assert faults == []
