"""One browser at a game: its messages in, positions and answers out."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from riskcore.errors import RiskError, error_words
from riskcore.moves import thaw
from riskcore.web import picture, workshop
from riskcore.web.game.numbering import Numbering
from riskcore.web.game.study import chances
from riskcore.web.messages import Allowance, parse
from riskcore.web.session import GameSession, Guest, Refused
from riskcore.web.store import GameStore

__all__ = ["Visitor"]

_LOG = logging.getLogger(__name__)

_MOST_WAITING = 200  # answers that a browser has not read yet
_DRAWN = 12  # positions whose events are told
_BREATH = 0.02  # seconds at least between two positions
_SLOW = frozenset(
    {"ask", "booklet", "check", "copy", "odds", "open", "overview", "report", "start", "study"}
)  # nobody waits for these
_MOST_AT_ONCE = 8  # of them
_LONGEST_TEXT = 4_000_000  # characters of a log or the like


class Visitor:
    """Whoever is slow gets fewer positions, not a longer queue: what is sent is always the newest."""

    def __init__(
        self, store: GameStore, session: GameSession, guest: Guest, send: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._session = session
        self._guest = guest
        self._send = send
        self._allowance = Allowance()
        self._answers: deque[dict[str, Any]] = deque([{"type": "about", **picture.about(session, guest)}])
        self._news = asyncio.Event()
        self._stale = True
        self._known = 0  # positions told
        self._judged = 0  # positions told with the chances in them
        self._numbers = Numbering()
        self._turn = -1
        self._parts: list[str] = []  # of a text to open
        self._slow: set[asyncio.Task[None]] = set()
        self.sitting = guest.seats[0] if len(guest.seats) == 1 else None

    def notice(self) -> None:
        """The game has changed."""
        self._stale = True
        self._news.set()

    async def write(self) -> None:
        """Send what there is to send, for as long as the browser is there."""
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            while self._answers:
                await self._send(json.dumps(self._answers.popleft()))
            if self._stale:
                self._stale = False
                await self._send(json.dumps(self._newest()))
                await asyncio.sleep(_BREATH)

    async def hear(self, text: str) -> None:
        """Do what a message asks, or say why not. Raises Refused where a browser must go."""
        number = 0
        answer: dict[str, Any] | None = None
        try:
            if not self._allowance.spend():
                raise Refused("too many messages: wait a moment")
            message = parse(text)
            number = message.get("id", 0)
            if message["type"] in _SLOW:
                self._begin(message, number)
                number = 0
            else:
                answer = await self._do(message)
        except RiskError as error:
            answer = {"error": str(error)}
        if len(self._answers) >= _MOST_WAITING:
            raise Refused("nobody reads the answers")
        self._reply(number, answer)

    def leave(self) -> None:
        """The browser is gone."""
        for task in self._slow:
            task.cancel()

    def _begin(self, message: dict[str, Any], number: int) -> None:
        """Do what takes a while, and hear what else is said meanwhile."""
        if len(self._slow) >= _MOST_AT_ONCE:
            raise Refused("too much at once: wait for the answers")

        async def work() -> None:
            try:
                answer = await self._do(message)
            except RiskError as error:
                answer = {"error": str(error)}
            except Exception as error:  # rules and bots are anybody's code
                answer = {"error": error_words(error)}
            self._reply(number, answer)

        task = asyncio.create_task(work())
        self._slow.add(task)
        task.add_done_callback(self._slow.discard)

    def _reply(self, number: int, answer: dict[str, Any] | None) -> None:
        if answer is not None or number:
            self._answers.append({"type": "answer", "id": number, **(answer or {})})
            self._news.set()

    def _newest(self) -> dict[str, Any]:
        """The position, or what is wrong with it: rules, which are anybody's code, are asked for it."""
        try:
            return self._position()
        except Exception as error:
            _LOG.exception("a position cannot be shown")
            return {"type": "goodbye", "error": f"this position cannot be shown: {error_words(error)}"}

    def _position(self) -> dict[str, Any]:
        session = self._session
        self._guest = session.guest_again(self._guest)
        own = self._guest.seats
        if self.sitting not in own:
            self.sitting = None
        state = session.tree.game.state
        if state.turn != self._turn:  # at one screen the cards of whoever played before are covered
            self._turn = state.turn
            if len(own) > 1 and self.sitting != state.player:
                self.sitting = None
        if len(own) == 1:
            self.sitting = own[0]
        new = session.tree.nodes[self._known :]
        self._known = len(session.tree.nodes)
        numbered = self._numbers.add(new, own)
        shown = picture.position(session, self._guest, self.sitting)
        shown["here"], shown["tip"] = self._numbers.shown(shown["here"]), self._numbers.shown(shown["tip"])
        told = picture.nodes(numbered, self._numbers, self.sitting, _DRAWN)
        return {"type": "position", "own": list(own), "nodes": told, "chances": self._chances(), **shown}

    def _chances(self) -> list[list[Any]]:
        """Who would win, for the positions that this has not been told of."""
        session = self._session
        if session.study is None or not session.study.weights:
            return []
        new = session.tree.nodes[self._judged :]
        self._judged = len(session.tree.nodes)
        found = chances([node.standing for node in new], session.tree.players, session.study.weights)
        return [[self._numbers.shown(node.number), each] for node, each in zip(new, found, strict=True) if each]

    async def _do(self, message: dict[str, Any]) -> dict[str, Any] | None:
        session, guest = self._session, self._guest
        match message["type"]:
            case "move":
                session.move(guest, thaw(message["move"]), self._numbers.real(message["at"]))
            case "why":
                session.require_turn(guest, session.tree.here)
                return self._why(thaw(message["move"]))
            case "sit":
                self._sit(message["seat"])
            case "look":
                return self._look(message["node"])
            case "go":
                session.go(guest, self._numbers.real(message["node"]))
            case "pace":
                pace = message["pace"]
                session.set_pace(guest, None if pace is None else min(5.0, max(0.0, float(pace))))
            case "resume":
                session.resume(guest)
            case "skip":
                session.skip(guest)
            case "step":
                await session.step(guest)
            case "seat":
                session.seat(guest, message["seat"], message["who"])
            case "ask":
                at = self._numbers.real(message["at"])
                return await workshop.ask_bot(session, guest, message["bot"], at, play=message["play"])
            case "part":
                self._add(message["text"])
            case "open":
                text, self._parts = "".join([*self._parts, message["text"]]), []
                return await workshop.open_text(self._store, session, guest, text, message["which"])
            case "copy" if message["node"] is not None:
                message["node"] = self._numbers.real(message["node"])
                return await workshop.answer(self._store, session, guest, message)
            case _:
                return await workshop.answer(self._store, session, guest, message)
        return None

    def _add(self, text: str) -> None:
        """A part of a text that is too long for one message."""
        self._session.require_host(self._guest)
        if sum(map(len, self._parts)) + len(text) > _LONGEST_TEXT:
            self._parts = []
            raise Refused(f"more than {_LONGEST_TEXT:,} characters")
        self._parts.append(text)

    def _why(self, move: tuple[Any, ...]) -> dict[str, Any]:
        """Why a move is refused, and by which rule."""
        words, cause = self._session.tree.causes.refusal(self._session.tree.game, move)
        return {"refusal": words, "cause": None if cause is None else list(cause)}

    def _sit(self, seat: int | None) -> None:
        if seat is not None and seat not in self._guest.seats:
            raise Refused("that seat is somebody else's")
        self.sitting = seat
        self.notice()

    def _look(self, shown: int) -> dict[str, Any]:
        number = self._numbers.real(shown)
        if number < 0:
            raise Refused(f"there is no position {shown}")
        tree = self._session.tree
        return {
            "node": shown,
            "causes": [list(cause) for cause in tree.nodes[number].causes],
            **picture.seen(tree, tree.at(number), self.sitting),
        }
