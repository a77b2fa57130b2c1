"""Games on disk: for each a log, written as it is played, and beside it who holds the keys to its seats.

A log can be given away and replayed like any other. The keys are in a file of their own, with the rules' plugin files:
only here do they open anything.
"""

import json
import os
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import attrs

from riskcore.errors import GameError, SaveError
from riskcore.logs.game_tree import GameTreeLog, read_kept_game
from riskcore.web.game.seats import Seat, new_token
from riskcore.web.session import GameSession

__all__ = ["GameStore"]

_LOG = ".jsonl"
_KEYS = ".keys.json"


class GameStore:
    """A folder of games, and those of them that are open. Rules of one's own must be given again to go on."""

    def __init__(self, folder: Path, plugin_files: Sequence[str] = ()) -> None:
        self._folder = folder
        self._plugin_files = tuple(os.path.abspath(path) for path in plugin_files)
        self._open: dict[str, GameSession] = {}
        self._logs: dict[str, Path] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for keys in sorted(folder.glob(f"*{_KEYS}")):
            self._enlist(keys)

    def add(self, session: GameSession) -> Path:
        """Keep a new game; where its log is."""
        path = self._folder / f"{_plain(session.variant.id)}-{date.today()}-{new_token()[:6]}{_LOG}"
        log = GameTreeLog(path)
        log.begin(session.tree.game, {"seats": [seat.who for seat in session.seats]})
        self._keep(session, path, log)
        for node in session.tree.nodes[1:]:  # of a game that was opened
            session.write(node.to_step())
        return path

    def find(self, token: str) -> GameSession | None:
        """The game that a token leads to."""
        if token not in self._open and token in self._logs:
            path = self._logs[token]
            session, whole = self._read(path)
            log = GameTreeLog(path)
            log.resume(whole)
            self._keep(session, path, log)
        return self._open.get(token)

    def _enlist(self, keys: Path) -> None:
        """Remember whom a game is for; what is no game is passed over."""
        try:
            told = json.loads(keys.read_text(encoding="utf-8"))
            tokens = [told["host"], told["spectator"], *(seat["token"] for seat in told["seats"])]
        except (OSError, ValueError, KeyError, TypeError):
            return
        log = keys.with_name(keys.name.removesuffix(_KEYS) + _LOG)
        self._logs.update((token, log) for token in tokens if token)

    def _keep(self, session: GameSession, path: Path, log: GameTreeLog) -> None:
        def write(step: dict[str, Any]) -> None:
            log.write(step)
            if "seats" in step:
                self._give_keys(session, path)
            elif session.tree.game.outcome is not None:
                log.end(session.tree.game)

        self._close_deserted()
        session.write = write
        self._give_keys(session, path)

    def _give_keys(self, session: GameSession, path: Path) -> None:
        """Write down who may come in, and let them; a kill leaves the old file or the new one."""
        keys = {
            "host": session.host,
            "spectator": session.spectator,
            "seats": [attrs.asdict(seat) for seat in session.seats],
            "plugin_files": list(session.variant.plugin_files),
        }
        file = path.with_name(path.name.removesuffix(_LOG) + _KEYS)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(keys), encoding="utf-8")
        os.replace(part, file)
        self._open.update((token, session) for token in session.tokens)
        self._logs.update((token, path) for token in session.tokens)

    def _close_deserted(self) -> None:
        """Forget the games that nobody looks at; they are on disk."""
        for session in {id(each): each for each in self._open.values()}.values():
            if not session.watchers and session.rests:
                for token in session.tokens:
                    del self._open[token]

    def _read(self, path: Path) -> tuple[GameSession, int]:
        file = path.with_name(path.name.removesuffix(_LOG) + _KEYS)
        try:
            keys = json.loads(file.read_text(encoding="utf-8"))
            missing = [each for each in keys["plugin_files"] if each not in self._plugin_files]
            seats = [Seat(**seat) for seat in keys["seats"]]
            host, spectator = keys["host"], keys["spectator"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SaveError(f"{file.name}: not the keys of a game: {type(error).__name__}: {error}") from error
        if missing:
            raise GameError(f"this game is played with rules of {missing[0]}: give them again with -p")
        kept = read_kept_game(path, keys["plugin_files"])
        if len(seats) != kept.players:
            raise SaveError(f"{file.name}: not the keys of a game: {len(seats)} seats for {kept.players} players")
        session = GameSession(kept.rules, kept.seed, seats, host=host, spectator=spectator, orders=kept.orders)
        session.tree.replay(kept.steps)
        session.paused = session.tree.here != session.tree.line()[-1]
        return session, kept.whole


def _plain(name: str) -> str:
    """A variant's name as a part of a file's."""
    return re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "game"
