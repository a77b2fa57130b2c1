"""The light record of a game: what every turn started from, and a few counts; measures are folded from it.

Only numbers go in, and only at the start of a turn, so that recording costs little and changes nothing.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import log
from numbers import Integral
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from riskcore.cards import WILD
from riskcore.errors import RulebookError
from riskcore.game import Game
from riskcore.lab.record.salience import watched
from riskcore.legal import LegalMoves
from riskcore.rulebook import Rulebook
from riskcore.rules import Progress
from riskcore.state import State
from riskcore.view import View

__all__ = ["ASK_EVERY", "THOUSAND", "Log", "Recorder", "Turns"]

Ints = npt.NDArray[np.int32]

THOUSAND = 1000  # logarithms are kept as whole thousandths
ASK_EVERY = 200  # decisions from one that is looked at closely to the next

_SET = 3
_ABOUT = 2  # numbers a row begins with: whose turn, and what the next set is worth
_PARTS = 6  # numbers for each player that follow
_INCOME = 3  # the place of armies due among these
_WORD = "i"
_MOST = 2**31 - 1


class Log(NamedTuple):
    """What a recorder brings home from a game: rows of numbers, one for the start of each turn and one for the end."""

    players: int
    rows: bytes
    choices: int  # thousandths of the logarithm of how many moves are legal, summed over the decisions looked at
    asked: int  # how many decisions that were
    fires: tuple[int, ...]  # how often each rule was felt

    def table(self) -> Ints:
        """The rows as an array."""
        return np.frombuffer(self.rows, dtype=np.int32).reshape(-1, _ABOUT + _PARTS * self.players)


class Turns(NamedTuple):
    """Rows of one or more games, by what they hold."""

    player: Ints  # whose turn, by row
    alive: npt.NDArray[np.bool_]  # by row and player, like all below
    territories: Ints
    armies: Ints  # on the board
    income: Ints  # armies due if it were the player's turn, sets apart
    cards: npt.NDArray[np.float64]  # what the cards in hand bring, in armies: each a third of the next set
    progress: npt.NDArray[np.float64]  # how near to winning, added up over the rules that tell it to the player

    @classmethod
    def of(cls, table: Ints, players: int) -> "Turns":
        """Take the rows of logs apart; what there is of a player lies together, which is quick to compute with."""
        table = np.asfortranarray(table)
        alive, territories, armies, income, hands, progress = (
            table[:, _ABOUT + part * players : _ABOUT + (part + 1) * players] for part in range(_PARTS)
        )
        cards = hands * (table[:, 1:2] / _SET)
        return cls(table[:, 0], alive != 0, territories, armies, income, cards, progress / THOUSAND)


class Recorder:
    """Takes the record of one game after another: of games under `rulebook`, which counts (`lab.record.salience`).

    It asks rules about players whose turn it is not. A rule may draw chance to answer: the position on the tape is put
    back, so that the game goes on as if nobody had asked.
    """

    every = ASK_EVERY

    def __init__(self, rules: Rulebook, players: int, *, secrets: bool = True) -> None:
        """Without `secrets`, the record holds only what everybody at the table knows of how near players are."""
        self._progress = rules.progress
        self._secrets = secrets
        self._income = rules.reinforcement  # as they are: what the recorder asks shall not count
        self._set_value = rules.set_value
        self.rulebook, self._fires = watched(rules)
        self._players = players
        self._typical_sets: list[tuple[int, ...]] | None = None
        self._rows: list[int] = []
        self._choices = self._asked = 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that a log's `fires` are about."""
        return tuple(self._fires.rules)

    def start(self, state: State) -> Callable[[], None]:
        """Begin the record of a game. What comes back writes down how things stand: call it when a turn starts, and
        once more when the game has ended.
        """
        self._rows = rows = []
        self._choices = self._asked = 0
        self._fires.start(state)
        if self._typical_sets is None:
            self._typical_sets = _typical_sets(state)
        set_values: dict[int, int] = {}
        players = self._players
        seats = range(players)
        size = len(state.held) + 2  # a territory that is nobody's, or out of play, counts from the end
        owner, standing, alive, held, hands = state.owner, state.armies, state.alive, state.held, state.hands
        income, progress = self._income, self._progress
        views = [View(state, seat if self._secrets else None, _imagine_nothing) for seat in seats]

        def note() -> None:
            cursor = state.cursor
            armies = [0] * size
            for holder, here in zip(owner, standing, strict=True):
                armies[holder] += here
            traded = state.sets_traded
            if traded not in set_values:
                set_values[traded] = self._value_of_next_set(state)
            rows.append(state.player)
            rows.append(set_values[traded])
            rows.extend(alive[:players])
            rows.extend(held[:players])
            rows.extend(armies[:players])
            rows.extend([income(state, player) if alive[player] else 0 for player in seats])
            rows.extend([len(hand) for hand in hands[:players]])
            rows.extend([_nearness(views[seat], seat, progress) if alive[seat] else 0 for seat in seats])
            state.cursor = cursor

        return note

    def ask(self, state: State) -> None:
        """Count the legal moves of the decision that waits."""
        cursor = state.cursor
        self._choices += round(THOUSAND * log(len(LegalMoves(state))))
        self._asked += 1
        state.cursor = cursor

    def finish(self) -> Log:
        """End the record of a game."""
        try:
            rows = array(_WORD, self._rows).tobytes()
        except (TypeError, OverflowError) as error:
            raise self._misfit() from error
        return Log(self._players, rows, self._choices, self._asked, self._fires.finish())

    def _misfit(self) -> RulebookError:
        """Which number no record can hold: nobody has looked at what rules say of players not on turn."""
        width = _ABOUT + _PARTS * self._players
        at, value = next((at, value) for at, value in enumerate(self._rows) if not _fits(value))
        row, column = divmod(at, width)
        part, player = divmod(column - _ABOUT, self._players)
        what = f"hook reinforcement: {value!r}" if part == _INCOME else f"{value!r}"
        whose = f" for player {player}" if column >= _ABOUT else " for the next set"
        return RulebookError(f"{what} armies{whose} in turn {row + 1}; must be a whole number of at most {_MOST:,}")

    def _value_of_next_set(self, state: State) -> int:
        """Armies, on average over the makes of sets."""
        sets = self._typical_sets or ()
        return round(sum(self._set_value(state, state.player, cards) for cards in sets) / len(sets)) if sets else 0


def _nearness(view: View, player: int, progress: Sequence[Progress]) -> int:
    """How near a player is to winning, in thousandths, added up over the rules that tell it."""
    return round(THOUSAND * sum([near(view, player) for near in progress]))


def _imagine_nothing(seed: int, player: int | None) -> Game:
    raise RulebookError("hook progress: a rule that tells how near players are may not imagine games")


def _fits(value: object) -> bool:
    return isinstance(value, Integral) and -_MOST <= int(value) <= _MOST


def _typical_sets(state: State) -> list[tuple[int, ...]]:
    """A set of each make, without wild cards: what it is worth may depend on what it shows."""
    by_insignia: dict[str, list[int]] = {}
    for card, shown in enumerate(state.rules.deck):
        if shown.insignia != WILD:
            by_insignia.setdefault(shown.insignia, []).append(card)
    found = []
    for make in combinations_with_replacement(sorted(by_insignia), _SET):
        if all(len(by_insignia[insignia]) >= make.count(insignia) for insignia in make):
            cards = tuple(by_insignia[insignia][make[:at].count(insignia)] for at, insignia in enumerate(make))
            if state.rules.is_set(state, cards):
                found.append(cards)
    return found
