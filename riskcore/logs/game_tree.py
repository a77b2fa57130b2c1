"""A log of one game, written while it is played, with all that was tried and taken back.

After the two lines that every game begins with, each line is a step. `{"move": …, "after": 12}` and `{"position": …,
"after": 12}` lead on from an earlier position; the positions are numbered from 0 in the order in which they came about.
`{"go": 12}` says where the game stands, `{"seats": […]}` who sits at the table now, `{"end": …}` how the game has ended
here. So a kill loses no more than the line that was being written.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from riskcore.errors import RiskError, SaveError
from riskcore.game import Game
from riskcore.logs.lines import WHAT, Digest, Paths, end_line, head_line, log_line, read_end, read_head
from riskcore.positions.document import MOST, Reading, parse_json
from riskcore.positions.save import read_moves
from riskcore.rulebook import Rulebook

__all__ = ["GameTreeLog", "KeptGame", "Step", "TreeReader", "read_kept_game"]

_KINDS = ("move", "position", "go", "seats", "end")


class Step(NamedTuple):
    """From a position on to a new one, by a move or set up by hand; with neither, back to one that was there."""

    after: int
    move: tuple[Any, ...] | None = None
    position: Mapping[str, Any] | str | None = None

    @property
    def leads_on(self) -> bool:
        """Whether there is a new position."""
        return self.move is not None or self.position is not None


class KeptGame(NamedTuple):
    """A game out of such a log."""

    rules: Rulebook
    players: int
    seed: int
    orders: tuple[int, ...]
    about: Mapping[str, Any]
    steps: Sequence[Step]
    end: Mapping[str, Any]  # of where the game stands; empty if it goes on
    whole: int  # characters, without a line that was cut off

    def way(self) -> tuple[Mapping[str, Any] | str | None, list[tuple[Any, ...]]]:
        """How it came to where it stands: the last position set up by hand, if any, and the moves since."""
        reached = [Step(0)]
        here = 0
        for step in self.steps:
            here = len(reached) if step.leads_on else step.after
            reached += [step] * step.leads_on
        moves: list[tuple[Any, ...]] = []
        while (move := reached[here].move) is not None:
            moves.append(move)
            here = reached[here].after
        return reached[here].position, moves[::-1]


class GameTreeLog:
    """Writes a log, each line at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._check = Digest()

    def begin(self, game: Game, about: Mapping[str, Any]) -> None:
        """Start with a game that is at its beginning, in a new file."""
        state = game.state
        self._path.touch(exist_ok=False)
        self._append(head_line(game.rules, {"tree": True}))
        self.write({"game": 0, "players": game.players, "seed": state.tape.seed, "orders": state.orders, **about})

    def resume(self, whole: int) -> None:
        """Go on with a file, after its characters that are whole lines."""
        os.truncate(self._path, whole)
        self._check.add(self._path.read_text(encoding="utf-8").partition("\n")[2])

    def write(self, step: Mapping[str, Any]) -> None:
        """Keep a step."""
        self._keep(log_line(step))

    def end(self, game: Game) -> None:
        """Keep how the game has ended."""
        self._keep(end_line(game, self._check.letters))

    def _keep(self, line: str) -> None:
        self._append(line)
        self._check.add(line)

    def _append(self, line: str) -> None:
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(line)


class TreeReader:
    """Puts the lines after the first together; whatever is wrong with one is a SaveError."""

    def __init__(self, rules: Rulebook, about: Mapping[str, Any], whole: int) -> None:
        self._rules = rules
        self._about = dict(about)
        self._whole = whole
        self._begin: tuple[int, int, tuple[int, ...]] | None = None
        self._steps: list[Step] = []
        self._end: Mapping[str, Any] = {}
        self._positions = 1
        self._check = Digest()

    def take(self, line: str) -> None:
        """The next line."""
        read = Reading(parse_json(line, WHAT), WHAT)
        if self._begin is None:
            self._take_begin(read)
        else:
            self._take_step(read, self._begin[0])
        self._check.add(line)
        self._whole += len(line)

    def game(self) -> KeptGame:
        """What has been read so far."""
        if self._begin is None:
            raise SaveError("the log breaks off before its game")
        return KeptGame(self._rules, *self._begin, self._about, self._steps, self._end, self._whole)

    def _take_begin(self, read: Reading) -> None:
        read.only(("game", "players", "seed", "orders"), tuple(read.table))
        span = self._rules.variant.players
        players = read.whole("players", span.min, span.max)
        self._begin = players, read.whole("seed", 0, 2**256), tuple(read.wholes("orders", players, 0, 100))
        self._about |= read.table

    def _take_step(self, read: Reading, players: int) -> None:
        kind = next((key for key in _KINDS if key in read.table), None)
        if kind is None:
            read.refuse("", f"a line with one of {', '.join(_KINDS)} must stand here")
        if kind == "seats":
            self._about["seats"] = read.each("seats", lambda who: type(who) is str, "a name", 100)
        elif kind == "end":
            if read.table.get("check") != self._check.letters:
                read.refuse("check", "the lines before have been changed")
            self._end = read_end(read, players)
        else:
            self._lead(read, kind, players)
            self._end = {}

    def _lead(self, read: Reading, kind: str, players: int) -> None:
        if kind == "go":
            read.only(("go",))
            self._steps.append(Step(read.whole("go", 0, self._positions - 1)))
            return
        read.only((kind, "after"))
        after = read.whole("after", 0, self._positions - 1)
        if kind == "move":
            moves = Reading({"moves": [read.table["move"]]}, WHAT)
            step = Step(after, read_moves(moves, self._rules, players)[0])
        else:
            position = read.table["position"]
            if not isinstance(position, dict | str):
                read.refuse("position", "must be a table or text")
            step = Step(after, None, position)
        if self._positions > MOST:
            read.refuse("", f"more than {MOST:,} positions")
        self._positions += 1
        self._steps.append(step)


def read_kept_game(path: Path, plugin_files: Paths) -> KeptGame:
    """The game of such a log, to go on with; what was cut off at the end is left out."""
    place = path.name
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            first = file.readline()
            read = Reading(parse_json(first, WHAT), WHAT)
            rules, about = read_head(read, plugin_files, other_rules=False)
            reader = TreeReader(rules, about, len(first))
            for number, line in enumerate(file, 2):
                place = f"{path.name}:{number}"
                if line.endswith("\n"):
                    reader.take(line)
        return reader.game()
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(f"{place}: cannot be read: {error}") from error
    except RiskError as error:
        raise SaveError(f"{place}: {error}") from error
