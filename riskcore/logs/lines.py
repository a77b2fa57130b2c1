"""What all logs of games share: JSON Lines, of which the first says what is played."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from riskcore import __version__
from riskcore.errors import SaveError
from riskcore.files.variant import Variant
from riskcore.game import Game
from riskcore.positions.checks import read_outcome
from riskcore.positions.document import Reading
from riskcore.positions.identity import rules_identity
from riskcore.positions.save import check_rules
from riskcore.rulebook import Rulebook

__all__ = ["LONGEST", "WHAT", "Digest", "Paths", "digest", "end_line", "head_line", "log_line", "read_end", "read_head"]

WHAT = "a log of games"
LONGEST = 4_000_000  # characters of a line
_FORMAT = 1
_LETTERS = 16

Paths = Sequence[str | os.PathLike[str]]


def head_line(rules: Rulebook, about: Mapping[str, Any]) -> str:
    """The first line: the variant, its rules' digest, and what else is worth keeping."""
    head = {"log": _FORMAT, "riskcore": __version__, "variant": rules.variant.to_dict(), **about}
    return log_line({**head, "rules": rules_identity(rules)})


def end_line(game: Game, before: str, *, forfeit: bool = False) -> str:
    """How a game ended, with digests of the position and of its lines before this one."""
    state = game.state
    outcome = None if game.outcome is None else [game.outcome.winner, game.outcome.reason]
    end = {"outcome": outcome, "forfeit": forfeit, "round": state.round, "turn": state.turn}
    return log_line({"end": {**end, "position": digest(game.position_text())}, "check": before})


def read_head(read: Reading, plugin_files: Paths, *, other_rules: bool) -> tuple[Rulebook, dict[str, Any]]:
    """The rules of the first line, and what else it says."""
    if read.table["log"] != _FORMAT:
        raise SaveError(f"a log of format {read.table['log']!r:.40}; this version reads format {_FORMAT} alone")
    read.only(("log", "riskcore", "variant", "rules"), tuple(read.table))
    rules = Rulebook(Variant.from_dict(read.table["variant"], plugin_files=plugin_files))
    if not other_rules:
        check_rules(read, rules)
    return rules, {key: value for key, value in read.table.items() if key not in ("log", "variant", "rules")}


def read_end(read: Reading, players: int) -> Mapping[str, Any]:
    """What the last line of a game says of its end; whether the moves lead there is another question."""
    end = read.below("end")
    end.only(("outcome", "forfeit", "round", "turn", "position"))
    outcome = read_outcome(end, players)
    if type(end.table["forfeit"]) is not bool or (end.table["forfeit"] and outcome is None):
        end.refuse("forfeit", "must be true or false, and true with an outcome alone")
    end.whole("round")
    end.whole("turn")
    return end.table


def log_line(document: Mapping[str, Any]) -> str:
    """A line of a log."""
    return json.dumps(document, separators=(",", ":")) + "\n"


class Digest:
    """A few letters that change with the texts so far."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, text: str) -> None:
        """One text more."""
        self._sum.update(text.encode("utf-8", "surrogatepass"))

    @property
    def letters(self) -> str:
        """The digest."""
        return self._sum.hexdigest()[:_LETTERS]


def digest(*texts: str) -> str:
    """The digest of some texts."""
    whole = Digest()
    for text in texts:
        whole.add(text)
    return whole.letters
