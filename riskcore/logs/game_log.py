"""A log of games: a line that says what is played, then three lines a game, so that a kill loses no more than a game.

`{"log": 1, …}` has the variant, its rules' digest and the run; `{"game": …}` begins a game, `{"moves": …}` has its
moves, `{"end": …}` its result, with a digest of the position and of the two lines before.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from riskcore.errors import RiskError, SaveError
from riskcore.events import Event
from riskcore.flow import forfeit
from riskcore.game import Game
from riskcore.logs.game_tree import TreeReader
from riskcore.logs.lines import LONGEST, WHAT, Paths, digest, end_line, head_line, log_line, read_end, read_head
from riskcore.positions.document import Reading, parse_json
from riskcore.positions.save import read_moves
from riskcore.rulebook import Rulebook

__all__ = ["LogWriter", "LoggedGame", "game_lines", "read_game", "read_log"]


def game_lines(game: Game, number: int, about: Mapping[str, Any], *, forfeit: bool = False) -> str:
    """The lines of a game that was played from its seed; `about` is what else is worth keeping of it."""
    state = game.state
    begin = {"game": number, "players": game.players, "seed": state.tape.seed, "orders": state.orders, **about}
    lines = [log_line(begin), log_line({"moves": game.moves})]
    return "".join([*lines, end_line(game, digest(*lines), forfeit=forfeit)])


class LogWriter:
    """Writes a new log, game after game in the order of their numbers, each at once and as a whole."""

    def __init__(self, path: Path, rules: Rulebook, about: Mapping[str, Any]) -> None:
        self._path = path
        self._next = 0
        self._waiting: dict[int, Sequence[str]] = {}
        try:
            self._file = open(path, "x", encoding="utf-8", newline="\n")  # noqa: SIM115 - it is closed by `close`
        except FileExistsError:
            raise SaveError(f"log {path}: there is such a file already; choose another name, or remove it") from None
        except OSError as error:
            raise SaveError(f"log {path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
        self._write([head_line(rules, about)])

    def add(self, start: int, games: Sequence[str]) -> None:
        """Take the lines of the games from a number on; those that others must come before wait."""
        self._waiting[start] = games
        while self._next in self._waiting:
            games = self._waiting.pop(self._next)
            self._write(games)
            self._next += len(games)

    def close(self) -> None:
        """Write what still waits for games that will not come, and end."""
        for start in sorted(self._waiting):
            self._write(self._waiting[start])
        self._file.close()

    def _write(self, texts: Sequence[str]) -> None:
        try:
            self._file.write("".join(texts))
            self._file.flush()
        except OSError as error:
            raise SaveError(f"log {self._path}: cannot be written: {(error.strerror or str(error)).lower()}") from error


class LoggedGame(NamedTuple):
    """A game of a log, with the line that it begins in."""

    place: str
    number: int
    about: Mapping[str, Any]  # what the log says of the run, and of the game
    rules: Rulebook
    players: int
    seed: int
    orders: tuple[int, ...]
    moves: list[tuple[Any, ...]]
    end: Mapping[str, Any]  # empty if the game has not ended
    start: Mapping[str, Any] | str | None = None  # a position set up by hand that the moves begin in

    @property
    def forfeit(self) -> str | None:
        """Which bot could not play on, and why; None if the game went on to its end, or to the cap of rounds."""
        return str(self.end["outcome"][1]) if self.end and self.end["forfeit"] else None

    def replay(self, *, events: bool = False) -> Game:
        """Play the game again, and see that it ends as the log says."""
        game = self.begin(events=events)
        for _ in self.follow(game):
            continue
        return game

    def follow(self, game: Game) -> Iterator[Sequence[Event]]:
        """Play it again from `begin` on: what each move tells, and a forfeit; in the end, it ends as the log says."""
        for number, move in enumerate(self.moves, 1):
            try:
                told = game.push(move)
            except RiskError as error:
                raise SaveError(f"{self.place}: game {self.number}: move {number}: {error}") from error
            yield told
        yield self.check(game)

    def begin(self, *, events: bool) -> Game:
        """The game before its first move."""
        try:
            if self.start is None:
                return Game(self.rules, self.players, self.seed, orders=self.orders, events=events)
            game = Game.from_position(self.rules, self.players, self.start, self.seed, events=events)
        except RiskError as error:
            raise SaveError(f"{self.place}: game {self.number}: {error}") from error
        game.state.orders[:] = self.orders
        return game

    def check(self, game: Game) -> Sequence[Event]:
        """See that a game whose moves were made again ends as the log says; a forfeit is told."""
        if not self.end:
            return []
        won = [forfeit(game.state, self.forfeit)] if self.forfeit is not None and game.outcome is None else []
        outcome = None if game.outcome is None else [game.outcome.winner, game.outcome.reason]
        if outcome != self.end["outcome"] or digest(game.position_text()) != self.end["position"]:
            raise SaveError(f"{self.place}: game {self.number}: played again, it ends otherwise: {outcome}")
        return won


def read_game(path: str | os.PathLike[str], number: int, **options: Any) -> LoggedGame:
    """One game of a log; the options are those of `read_log`."""
    for logged in read_log(path, **options):
        if logged.number == number:
            return logged
    raise SaveError(f"log {os.fspath(path)}: there is no game {number} in it")


def read_log(
    path: str | os.PathLike[str], *, plugin_files: Paths = (), other_rules: bool = False
) -> Iterator[LoggedGame]:
    """The games of a log, one after another; whatever is wrong is a SaveError that names the line.

    The variant is in the log, but no code is: its plugin files are given. Games before a fault have been given by then.
    Of a game that was kept as it was played, it is the moves that led to where it stands.
    """
    reader = _Reader(os.fspath(path), plugin_files, other_rules)
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            while line := file.readline(LONGEST + 1):
                found = reader.take(line)
                if found is not None:
                    yield found
    except OSError as error:
        raise SaveError(f"log {os.fspath(path)}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise SaveError(f"{reader.place}: not UTF-8: {error.reason}") from None
    yield from reader.finish()


class _Reader:
    """Puts lines together to games."""

    def __init__(self, file: str, plugin_files: Paths, other_rules: bool) -> None:
        self._file = file
        self._plugin_files = plugin_files
        self._other_rules = other_rules
        self._line = 0
        self._rules: Rulebook | None = None
        self._head: Mapping[str, Any] = {}
        self._tree: TreeReader | None = None
        self._group: list[tuple[str, Reading]] = []

    @property
    def place(self) -> str:
        """Where the reading stands."""
        return f"{self._file}:{self._line}"

    def take(self, line: str) -> LoggedGame | None:
        """The next line; the game that it ends, if it does."""
        self._line += 1
        try:
            return self._take(line)
        except RecursionError:
            raise SaveError(f"{self.place}: not a log of games: nested too deeply") from None
        except SaveError as error:
            raise SaveError(f"{self.place}: {error}") from None
        except RiskError as error:  # the variant, or its rulebook
            raise SaveError(f"{self.place}: not a log of games: {error}") from error

    def _take(self, line: str) -> LoggedGame | None:
        if not line.endswith("\n"):
            if self._tree is not None and len(line) <= LONGEST:
                return None  # the game was being played
            raise SaveError("the log breaks off in this line" if len(line) <= LONGEST else "the line is too long")
        if self._tree is not None:
            self._tree.take(line)
            return None
        read = Reading(parse_json(line, WHAT), WHAT)
        kind = next((key for key in ("log", "game", "moves", "end") if key in read.table), None)
        wanted = ("game", "moves", "end")[len(self._group)] if self._rules is not None else "log"
        if kind != wanted:
            read.refuse("", f"a line with {wanted!r} must stand here, not with {kind!r}" if kind else "no known line")
        if kind == "log":
            self._begin(read)
            return None
        self._group.append((line, read))
        return self._game() if kind == "end" else None

    def _begin(self, read: Reading) -> None:
        self._rules, self._head = read_head(read, self._plugin_files, other_rules=self._other_rules)
        if self._head.get("tree") is True:
            self._tree = TreeReader(self._rules, self._head, 0)

    def _game(self) -> LoggedGame:
        (first, begin), (second, moves), (_, end) = self._group
        self._group = []
        assert self._rules is not None  # or no game would have begun
        if end.table.get("check") != digest(first, second):
            raise SaveError("not a log of games: check: the lines of this game have been changed")
        begin.only(("game", "players", "seed", "orders"), tuple(begin.table))
        end.only(("end", "check"))
        span = self._rules.variant.players
        players = begin.whole("players", span.min, span.max)
        return LoggedGame(
            f"{self._file}:{self._line - 2}",
            begin.whole("game", 0, 10**9),
            {**self._head, **begin.table},
            self._rules,
            players,
            begin.whole("seed", 0, 2**256),
            tuple(begin.wholes("orders", players, 0, 100)),
            read_moves(moves, self._rules, players),
            read_end(end, players),
        )

    def finish(self) -> Iterator[LoggedGame]:
        """See that the log ends where a game has ended; the game, if it was still being played."""
        if self._rules is None:
            raise SaveError(f"{self._file}: not a log of games: the file is empty")
        if self._group:
            raise SaveError(f"{self.place}: the log breaks off in the middle of a game; those before it are whole")
        if self._tree is not None:
            try:
                kept = self._tree.game()
            except SaveError as error:
                raise SaveError(f"{self.place}: {error}") from None
            start, moves = kept.way()
            fixed = (kept.rules, kept.players, kept.seed, kept.orders, moves, kept.end, start)
            yield LoggedGame(f"{self._file}:2", 0, kept.about, *fixed)
