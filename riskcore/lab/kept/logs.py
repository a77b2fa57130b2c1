"""The games of logs, played again with a recorder: as a run sees its own games, whoever played them."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import attrs

from riskcore.errors import Forfeit, RulebookError, SaveError
from riskcore.files.variant import Variant
from riskcore.lab.play.batch import GameRecord, Match, fault_words, play_recorded, record_of
from riskcore.lab.play.logbook import logged_match
from riskcore.lab.record.game_record import Log, Recorder
from riskcore.logs.game_log import LoggedGame, read_log
from riskcore.positions.identity import rules_identity
from riskcore.rulebook import Rulebook

__all__ = ["PEOPLE", "LogReader", "SeenGame", "rules_key"]

#: What everybody is called who decides for themselves, be it at the screen or with an address of their own.
PEOPLE = "people"

_AT_A_PAGE = ("you", "friend")


class SeenGame(NamedTuple):
    """A game of a log, with who sat where and what a recorder saw of it."""

    variant: Variant
    key: str  # of its rules
    who: tuple[str, ...]  # by player: `PEOPLE`, or a bot's name
    max_rounds: int
    record: GameRecord
    log: Log
    rules: tuple[str, ...]  # that the log's `fires` are about


@attrs.define
class LogReader:
    """Reads logs one after another; games that show nothing are counted, by the reason."""

    plugin_files: Sequence[str | os.PathLike[str]] = ()
    hear: Callable[[], None] = lambda: None  # of every game
    left_out: dict[str, int] = attrs.field(init=False, factory=dict)
    _recorders: dict[tuple[str, int], Recorder] = attrs.field(init=False, factory=dict)

    def read(self, path: str | os.PathLike[str]) -> Iterator[SeenGame]:
        """The games of a log that have come to an end as they began."""
        for logged in read_log(path, plugin_files=self.plugin_files):
            self.hear()
            if not logged.end:
                self._leave_out("not over yet")
            elif logged.start is not None:
                self._leave_out("set up by hand on the way")
            else:
                yield self._see(logged)

    def _leave_out(self, why: str) -> None:
        self.left_out[why] = self.left_out.get(why, 0) + 1

    def _see(self, logged: LoggedGame) -> SeenGame:
        key = rules_key(logged.rules)
        recorder = self._recorder(logged, key)
        plan, match = logged_match(logged._replace(rules=recorder.rulebook))
        if "plan" not in logged.about:  # a game of people has no cap
            plan = attrs.evolve(plan, max_rounds=max(plan.max_rounds, logged.end["round"]))
        try:
            _play(logged, match, plan.max_rounds, recorder)
            log = recorder.finish()
        except SaveError:
            raise
        except Exception as error:  # rules are anybody's code
            raise SaveError(f"{logged.place}: game {logged.number}: {fault_words(error)}") from error
        kept = logged.about.get("seats")
        names = kept if isinstance(kept, list) else match.names(plan)
        who = tuple(PEOPLE if name in _AT_A_PAGE else str(name) for name in names)
        return SeenGame(plan.variant, key, who, plan.max_rounds, record_of(match, plan), log, recorder.rules)

    def _recorder(self, logged: LoggedGame, key: str) -> Recorder:
        known = self._recorders.get((key, logged.players))
        if known is None:
            try:
                known = Recorder(logged.rules, logged.players)
            except Exception as error:  # the recorder asks rules for more than a game does
                raise RulebookError(f"{logged.place}: a rule failed: {fault_words(error)}") from error
            self._recorders[key, logged.players] = known
        return known


def rules_key(rules: Rulebook) -> str:
    """What two games have in common that are played by the same rules."""
    return json.dumps(rules_identity(rules), sort_keys=True)


def _play(logged: LoggedGame, match: Match, max_rounds: int, recorder: Recorder) -> None:
    """Play the moves again, and see that the game ends as the log says."""
    with suppress(Forfeit):  # the check ends the game by it
        play_recorded(match, max_rounds, recorder)
    logged.check(match.game)
