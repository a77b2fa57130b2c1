"""The server: the page's own files, and a web socket for each browser at a game. Nothing else can be asked for."""

import asyncio
import ipaddress
import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from riskcore.errors import RiskError
from riskcore.web.session import Refused
from riskcore.web.store import GameStore
from riskcore.web.visitor import Visitor

__all__ = ["listen", "make_server", "serve"]

_LONGEST_FRAME = 65_536  # bytes; more closes the connection before anybody looks at it
_PATIENCE = 10.0  # seconds for a browser to say who it is
_MOST_VISITORS = 64
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_REFUSED = 1008  # the code of a web socket that is closed for what its browser did


@cache
def page_files() -> Mapping[str, tuple[bytes, str]]:
    """The page's files by name, with their kinds; read once, so that no request ever opens a file."""
    found = {}
    for file in resources.files("riskcore.web").joinpath("static").iterdir():
        suffix = f".{file.name.rsplit('.', 1)[-1]}"
        if suffix in _KINDS:
            found[file.name] = file.read_bytes(), _KINDS[suffix]
    return found


def make_app(store: GameStore, hosts: Callable[[str], bool]) -> Starlette:
    """The application; `hosts` says by which names the server may be addressed."""
    visitors: set[Visitor] = set()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in page_files():
            return PlainTextResponse("there is no such page", status_code=404)
        content, kind = page_files()[name]
        return Response(content, media_type=kind, headers=_HEADERS)

    async def play(socket: WebSocket) -> None:
        own = f"{'https' if socket.url.scheme == 'wss' else 'http'}://{socket.headers.get('host')}"
        if socket.headers.get("origin") != own or len(visitors) >= _MOST_VISITORS:
            await socket.close(_REFUSED)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await _visit(store, socket, visitors)

    routes = [Route("/", page), Route("/{name}", page), WebSocketRoute("/play", play)]
    return Starlette(routes=routes, middleware=[Middleware(_KnownHosts, hosts=hosts)])


class _KnownHosts:
    """Turns away whoever calls the server by a name that is not its own, as a page elsewhere may make a browser do."""

    def __init__(self, app: ASGIApp, hosts: Callable[[str], bool]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            if not self._hosts(host):
                if scope["type"] == "websocket":
                    await receive()
                    await send({"type": "websocket.close", "code": _REFUSED})
                else:
                    await PlainTextResponse("this server has another name", status_code=403)(scope, receive, send)
                return
        await self._app(scope, receive, send)


async def _visit(store: GameStore, socket: WebSocket, visitors: set[Visitor]) -> None:
    """One browser from its token to its leaving."""
    try:
        token = await asyncio.wait_for(socket.receive_text(), _PATIENCE)
        session = store.find(token) if len(token) < 100 else None
        guest = session.guest(token) if session else None
    except RiskError as error:
        await socket.send_text(json.dumps({"type": "goodbye", "error": str(error)}))
        await socket.close(_REFUSED)
        return
    except (TimeoutError, KeyError):
        await socket.close(_REFUSED)
        return
    if session is None or guest is None:
        error_words = "no game is kept under this address"
        await socket.send_text(json.dumps({"type": "goodbye", "error": error_words}))
        await socket.close(_REFUSED)
        return
    visitor = Visitor(store, session, guest, socket.send_text)
    visitors.add(visitor)
    session.watchers.add(visitor)
    session.changed()  # bots may have waited for somebody to look on
    writer = asyncio.create_task(visitor.write())
    try:
        while True:
            await visitor.hear(await socket.receive_text())
    except Refused as error:
        await socket.close(_REFUSED, str(error))
    except KeyError:  # bytes instead of text
        await socket.close(_REFUSED)
    finally:
        writer.cancel()
        visitor.leave()
        visitors.discard(visitor)
        session.watchers.discard(visitor)


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on; a port of 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # whoever comes before the server is ready waits
    except OSError:
        listener.close()
        raise
    return listener


def own_names(host: str) -> Callable[[str], bool]:
    """Whether a server on a host may be addressed by a name. On loopback only as that; elsewhere by any number too,
    for a name that a stranger's page made up has a stranger's letters.
    """
    known = {"localhost", "127.0.0.1", "::1", host.lower(), socket.gethostname().lower()}
    loopback = host in ("localhost", "127.0.0.1", "::1")

    def is_own(header: str) -> bool:
        name = header.rsplit(":", 1)[0] if not header.endswith("]") else header
        name = name.strip("[]").lower()
        return name in known or (not loopback and _is_number(name))

    return is_own


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def make_server(store: GameStore, host: str) -> uvicorn.Server:
    """What serves the games of a store."""
    config = uvicorn.Config(
        make_app(store, own_names(host)),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=_LONGEST_FRAME,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def serve(store: GameStore, listener: socket.socket, host: str) -> None:
    """Serve until Ctrl-C."""
    make_server(store, host).run(sockets=[listener])
