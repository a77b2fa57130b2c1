"""Games on disk: a file of JSON lines for each, written as it is played and read when somebody comes back to it.

The first line says what is played and by whom; each line after it is a move, a position set up by hand, a step to
another position, or a change of seats. What was cut off when the machine stopped is left out.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from riskcore.errors import GameError, RiskError
from riskcore.files.variant import Variant
from riskcore.moves import thaw
from riskcore.web.seats import Seat, new_token
from riskcore.web.session import GameSession

__all__ = ["GameStore"]

_FORMAT = 1
_WITH_SEATS = ('{"format"', '{"seats"')  # the lines that have tokens


class GameStore:
    """A folder of games, and those of them that are open. Rules of one's own must be given again to go on."""

    def __init__(self, folder: Path, plugin_files: Sequence[str] = ()) -> None:
        self._folder = folder
        self._plugin_files = tuple(os.path.abspath(path) for path in plugin_files)
        self._open: dict[str, GameSession] = {}
        self._files: dict[str, Path] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(folder.glob("*.jsonl")):
            self._enlist(file)

    def add(self, session: GameSession) -> None:
        """Keep a new game."""
        file = self._folder / f"{new_token()}.jsonl"
        with file.open("x", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(self._head(session))}\n")
        self._keep(session, file)

    def find(self, token: str) -> GameSession | None:
        """The game that a token leads to."""
        if token not in self._open and token in self._files:
            self._keep(self._read(self._files[token]), self._files[token])
        return self._open.get(token)

    def _enlist(self, file: Path) -> None:
        """Remember whom a game is for; what is no game is passed over."""
        try:
            with file.open(encoding="utf-8") as stream:
                head, *later = [json.loads(line) for line in stream if line.startswith(_WITH_SEATS)]
            seats = [seat for line in (head, *later) for seat in line["seats"]]
            tokens = [head["host"], head["spectator"], *(seat["token"] for seat in seats)]
        except (OSError, ValueError, KeyError, TypeError):
            return
        self._files.update((token, file) for token in tokens if token)

    def _keep(self, session: GameSession, file: Path) -> None:
        self._open.update((token, session) for token in session.tokens)

        def write(line: dict[str, Any]) -> None:
            with file.open("a", encoding="utf-8") as stream:
                stream.write(f"{json.dumps(line)}\n")
            self._open.update((token, session) for token in session.tokens)

        session.write = write

    def _head(self, session: GameSession) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "variant": session.variant.to_dict(),
            "plugin_files": list(session.variant.plugin_files),
            "seed": session.history.seed,
            "orders": list(session.history.orders),
            "seats": [{"who": seat.who, "token": seat.token} for seat in session.seats],
            "host": session.host,
            "spectator": session.spectator,
        }

    def _read(self, file: Path) -> GameSession:
        try:
            lines = [json.loads(line) for line in file.read_bytes().split(b"\n")[:-1]]
            return self._replayed(lines[0], lines[1:])
        except RiskError:
            raise
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise GameError(f"{file.name} is not a kept game: {type(error).__name__}: {error}") from error

    def _replayed(self, head: dict[str, Any], lines: Sequence[dict[str, Any]]) -> GameSession:
        missing = [path for path in head["plugin_files"] if path not in self._plugin_files]
        if missing:
            raise GameError(f"this game is played with rules of {missing[0]}: give them again with -p")
        variant = Variant.from_dict(head["variant"], plugin_files=head["plugin_files"])
        seats = [Seat(**seat) for seat in head["seats"]]
        tokens = {"host": head["host"], "spectator": head["spectator"]}
        session = GameSession(variant, head["seed"], seats, **tokens, orders=head["orders"])
        history = session.history
        for line in lines:
            if "seats" in line:
                session.seats[:] = [Seat(**seat) for seat in line["seats"]]
                continue
            history.go(line["go"] if "go" in line else line["after"])
            if "move" in line:
                history.push(thaw(line["move"]))
            elif "position" in line:
                history.set_up(line["position"])
        session.paused = history.here != history.line()[-1]
        return session
