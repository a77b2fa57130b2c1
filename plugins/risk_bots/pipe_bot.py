"""A player that is another program: JSON, a line at a time, on its standard input and output.

Whatever that program does costs it a game at most: if it crashes, stays silent, floods its output or answers with what
is no move, it forfeits that game, and the next one begins with a fresh program.
"""

import json
import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from typing import Any, ClassVar, Literal

import attrs
from attrs.validators import gt, min_len

from riskcore import Forfeit, View
from riskcore.errors import error_words
from riskcore.moves import thaw

from .pipe_text import answered_move, describe_decision, legal_ranges

__all__ = ["PROTOCOL", "PipeBot", "decision_line", "move_of", "opening_line"]

PROTOCOL = 1
LONGEST_LINE = 1_000_000  # of an answer, in bytes
_PIECE = 65536


@attrs.define
class PipeBot:
    """Another program plays: `exec:COMMAND`. Knows what the program knows; costs what it takes, up to `seconds`."""

    order: ClassVar[int] = 0
    command: str = attrs.field(validator=min_len(1))
    seconds: float = attrs.field(default=10.0, validator=gt(0), metadata={"help": "time for each decision"})
    mode: Literal["json", "text"] = attrs.field(
        default="json", metadata={"help": "text: the position in words, and moves with numbers"}
    )
    _program: "_Program | None" = attrs.field(init=False, default=None)
    _opening: str = attrs.field(init=False, default="")  # what the program is told before its first decision

    def start(self, view: View, seed: int) -> None:
        """Begin a game with a fresh program, which is told the rules of the table once it has to decide."""
        self._program = None
        self._opening = opening_line(view, seed)

    def decide(self, view: View) -> tuple[Any, ...]:
        """The program's move."""
        try:
            return self._ask(view, time.monotonic() + self.seconds)
        except Forfeit:
            if self._program is not None:
                self._program.stop()
            raise

    def _ask(self, view: View, deadline: float) -> tuple[Any, ...]:
        if self._program is None:
            self._program = _Program(self.command)
            if self.mode == "json":
                self._program.send(self._opening, deadline)
        rows = legal_ranges(view)
        if self.mode == "text":
            self._program.send(describe_decision(view, rows), deadline)
            return _numbered_move(self._program.receive(deadline), rows)
        self._program.send(decision_line(view, rows), deadline)
        move = move_of(self._program.receive(deadline))
        if move not in view.legal_moves:
            raise Forfeit("made an illegal move", json.dumps(move)[:200])
        return move


def opening_line(view: View, seed: int) -> str:
    """All that stays the same during a game."""
    rules, board = view.rules, view.board
    about = {
        "type": "start",
        "protocol": PROTOCOL,
        "variant": rules.variant.name,
        "player": view.player,
        "players": view.players,
        "seed": seed,
        "territories": board.territories,
        "neighbours": board.neighbours,
        "continents": [
            {"name": name, "bonus": bonus, "territories": members}
            for name, bonus, members in zip(board.continents, board.bonuses, board.members, strict=True)
        ],
        "cards": [[card.insignia, card.territory] for card in rules.deck],
        "moves": {kind: {name: field.name for name, field in one.fields.items()} for kind, one in rules.moves.items()},
    }
    return json.dumps(about)


def decision_line(view: View, rows: list[list[Any]]) -> str:
    """What is asked, with the rows of `legal_ranges`."""
    return json.dumps({"type": "decide", "view": view.to_dict(), "legal": rows})


def move_of(line: bytes) -> tuple[Any, ...]:
    """The move that a program has answered with; whether it is legal is another question."""
    try:
        answer = json.loads(line)
        move = thaw(answer["move"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Forfeit("answered with no move", f'{_quoted(line)}; must be {{"move": [...]}}') from None
    if not isinstance(move, tuple):
        raise Forfeit("answered with no move", f"{_quoted(line)}; a move is a list")
    return move


def _numbered_move(line: bytes, rows: list[list[Any]]) -> tuple[Any, ...]:
    move = answered_move(line.decode("utf-8", "replace"), rows)
    if move is None:
        raise Forfeit("answered with no move", f"{_quoted(line)}; must be a number from 1 to {len(rows)}, or two")
    return move


def _quoted(line: bytes) -> str:
    return repr(line[:80].decode("utf-8", "replace"))


class _Program:
    """A program under way. Nothing it does takes longer than a deadline, or more memory than a line."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # so that whatever it starts ends with it
            )
        except (OSError, ValueError) as error:
            raise Forfeit("cannot be started", error_words(error)) from error
        assert self._process.stdin is not None  # it was asked for
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._out.fileno(), False)
        self._read = b""
        self.stop = weakref.finalize(self, _end, self._process)

    def send(self, text: str, deadline: float) -> None:
        """Write a line, to which nothing may have been answered yet."""
        if self._read:
            raise Forfeit("answered without being asked", _quoted(self._read))
        left = memoryview(f"{text}\n".encode())
        while left:
            self._wait(self._in.fileno(), selectors.EVENT_WRITE, deadline, "does not read its input")
            try:
                left = left[os.write(self._in.fileno(), left[:_PIECE]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Forfeit(self._ended()) from None

    def receive(self, deadline: float) -> bytes:
        """Read a line."""
        while b"\n" not in self._read:
            if len(self._read) > LONGEST_LINE:
                raise Forfeit("answered too much", f"over {LONGEST_LINE} bytes in a line")
            self._wait(self._out.fileno(), selectors.EVENT_READ, deadline, "did not answer in time")
            try:
                piece = os.read(self._out.fileno(), _PIECE)
            except BlockingIOError:
                continue
            if not piece:
                raise Forfeit(self._ended())
            self._read += piece
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _wait(self, descriptor: int, event: int, deadline: float, fault: str) -> None:
        left = deadline - time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, event)
            if left <= 0 or not selector.select(left):  # else a byte now and then would buy time
                raise Forfeit(fault)

    def _ended(self) -> str:
        try:
            return f"ended with exit code {self._process.wait(1)}"
        except subprocess.TimeoutExpired:
            return "closed its output"


def _end(process: "subprocess.Popen[bytes]") -> None:
    """A program that is not asked any more has nothing to do."""
    with suppress(OSError):  # it may have ended, and all that it started
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue  # it had not read all that was written
