"""A game: legal moves, moves pushed, events told, outcome, copies."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from riskcore import flow
from riskcore.errors import GameError, IllegalMove, MalformedMove, RiskError, RulebookError, error_words
from riskcore.events import Event, Noted
from riskcore.files.variant import Variant
from riskcore.frames import DECIDER, PHASE
from riskcore.legal import LegalMoves
from riskcore.moves import MadeMove, Move, thaw
from riskcore.notation.lines import move_line, say
from riskcore.notation.names import Names, WordError
from riskcore.positions.describe import set_up_position
from riskcore.positions.history import History, Played, chain_of
from riskcore.positions.identity import rules_identity
from riskcore.positions.notation import position_key, position_text
from riskcore.positions.save import load_game, save_game
from riskcore.resolve import failure_words
from riskcore.rulebook import Rulebook
from riskcore.rules import Outcome
from riskcore.state import State, copy_plain
from riskcore.tape import Tape
from riskcore.view import View, redraw

__all__ = ["Game"]


class Game:
    """One game of a variant. The same variant, seed, standing orders and moves give the same game everywhere.

    `orders` are standing orders for defence: the number of dice a player always defends with where allowed, 0 to be
    asked each time; one number for all or one for each. Without `events`, `push` tells nothing and is faster.
    """

    __slots__ = ("_history", "_played", "_shown", "_tables", "events", "opening", "rules", "state")

    def __init__(
        self,
        variant: Variant | Rulebook,
        players: int,
        seed: int = 0,
        *,
        orders: int | Sequence[int] = 0,
        events: bool = True,
    ) -> None:
        rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        self._start(rules, fresh_state(rules, players, seed, orders), events)
        if events:
            self._note(self.opening)
            self.state.sink = self.opening
        try:
            flow.begin(self.state)
        except Exception as error:
            raise RulebookError(f"{failure_words(rules.plugins, error)}; it was in the set-up") from error
        self.state.sink = None
        if events:
            self._note(self.opening)

    def _start(self, rules: Rulebook, state: State, events: bool) -> None:
        self.rules = rules
        self.state = state
        self.events = events
        self._played: Played = None
        self._history: History | None = None  # until the first move, when the position before it is remembered
        self.opening: list[Event] = []  # what happened before the first decision
        self._tables = rules.move_tables
        self._shown: dict[str, Any] | None = None  # what rules keep for all to see, as it was when last told

    def __repr__(self) -> str:
        state = self.state
        status = f"won by {state.outcome.winner}" if state.outcome else f"turn {state.turn}, {self.to_move} to move"
        return f"<Game of {self.rules.variant.name!r}, {state.players} players, {status}>"

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.rules.variant

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.state.players

    @property
    def moves(self) -> list[tuple[Any, ...]]:
        """All moves made so far, as a list of its own."""
        return [move for _, move, _, _ in chain_of(self._played)]

    @property
    def made(self) -> list[MadeMove]:
        """The same moves with who made each, in which phase, and what others may see of it."""
        kinds, phases = self.rules.moves, self.rules.phases
        return [
            MadeMove(mover, phase, kinds[move[0]](*move[1:]), phases[phase].secret is not None)
            for _, move, mover, phase in chain_of(self._played)
        ]

    @property
    def to_move(self) -> int | None:
        """Who decides now (it may be a defender); None when the game is over."""
        frames = self.state.frames
        return frames[-1][DECIDER] if frames else None

    @property
    def phase(self) -> str | None:
        """The phase that waits for a decision."""
        frames = self.state.frames
        return frames[-1][PHASE] if frames else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of whoever decides now."""
        return LegalMoves(self.state)

    def push(self, move: Sequence[Any]) -> list[Event]:
        """Make a move (a `Move`, the plain tuple it equals, or the list that JSON makes of it).

        A refused move changes nothing.
        """
        state = self.state
        frames = state.frames
        try:
            frame = frames[-1]
            phase, mover = frame[PHASE], frame[DECIDER]
            play, test = self._tables[phase][move[0]]
        except (IndexError, KeyError, TypeError):
            return self._push_list(move)
        if not test(move, state):
            return self._push_list(move)
        if self._history is None:
            self._history = History(self._played, state)
        try:
            if not self.events:
                refusal = play(state, frame, move)
                if refusal is None:
                    self._played = (self._played, move, mover, phase)  # type: ignore[assignment]  # the test has seen a tuple
                    return []
            else:
                told: list[Event] = []
                if self._shown is None:
                    self._note(told)
                state.sink = told
                refusal = play(state, frame, move)
                state.sink = None
                if refusal is None:
                    self._played = (self._played, move, mover, phase)  # type: ignore[assignment]  # the test has seen a tuple
                    self._note(told)
                    return told
        except BaseException as error:
            failed = self._take_back(move, error)
            if isinstance(error, Exception):
                raise failed from error
            raise
        raise IllegalMove(f"{self._show(move)} is illegal {self._where()}: {refusal}")

    def _push_list(self, move: Sequence[Any]) -> list[Event]:
        """Make a move that is no tuple, if it is the list of one."""
        if isinstance(move, list):
            return self.push(thaw(move))
        raise self._unfit(move) from None

    def words(self, move: Sequence[Any]) -> str:
        """A move in words that `parse` reads: `attack Brazil from Peru with 3 dice`."""
        made = thaw(move)
        kind = self.rules.moves.get(made[0]) if isinstance(made, tuple) and made and type(made[0]) is str else None
        if kind is None or not self.rules.shapes[kind.kind](made, self.state):
            raise self._unfit(made)
        return self._show(made)

    def parse(self, text: str) -> Move:
        """The move that a line means, in the words of scenario files; whether it is legal is another question."""
        names = self._names()
        hand = self.state.hands[self.to_move] if self.to_move is not None and self.to_move >= 0 else ()
        try:
            return move_line(text, names).move(names, hand)
        except WordError as error:
            raise MalformedMove(f"not a move of this game: {error}") from None

    def _names(self) -> Names:
        players = [f"player {seat}" for seat in range(self.players)]
        return Names(self.rules, players, self.rules.owners(self.players))

    def copy(self, seed: int | None = None) -> "Game":
        """An independent copy, which goes on identically; with a seed, by other chance: dice and deck to come.

        Hands and other secrets stay as they are. What a player may search in is `view(player).imagine(seed)`.
        """
        twin = Game.__new__(Game)
        twin._start(self.rules, self.state.copy(), self.events)
        twin._played = self._played
        if seed is None:
            twin._history = self._history
        else:
            _change_luck(twin.state, seed)
            twin.state.shuffle(twin.state.deck)
        return twin

    def pop(self) -> tuple[Any, ...]:
        """Take the last move back, and give it. In a copy with a seed, only moves made since can be taken back."""
        if self._history is None or self._played is None or self._played is self._history.first:
            raise GameError("there is no move to take back")
        before, move, _, _ = self._played
        self._return_to(before)
        return move

    def settle(self) -> None:
        """Let the game begin here, once its state has been changed other than by moves: `pop` goes back no further."""
        self._history = None
        self._shown = None

    def _return_to(self, played: Played) -> None:
        assert self._history is not None  # a move has been tried
        self.state.become(self._history.position(played))
        self._played = played
        self._shown = None

    def _take_back(self, move: object, error: BaseException) -> RulebookError:
        """Be again as before a move in which a rule failed; what is to be said of it."""
        failed = f"{failure_words(self.rules.plugins, error)}; the move was {self._show(move)}"
        try:
            self._return_to(self._played)
        except Exception as second:
            failed += f", and cannot be taken back: {error_words(second)}"
        return RulebookError(failed)

    def view(self, player: int | None) -> View:
        """What a player may know; None for a spectator."""
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            raise GameError(f"view of player {player!r}: must be 0 to {self.players - 1}, or None for a spectator")
        return View(self.state, player, self._imagine)

    def _imagine(self, seed: int, player: int | None) -> "Game":
        """See `View.imagine`."""
        if self.rules.unimagined is not None:
            raise RulebookError(self.rules.unimagined)
        game = Game.__new__(Game)
        game._start(self.rules, self.state.copy(), events=False)
        _change_luck(game.state, seed)
        redraw(game.state, player)
        return game

    def to_json(self) -> str:
        """The whole game, at any decision, as text that `from_json` goes on from identically."""
        return save_game(self.state, self._history, self._played)

    @classmethod
    def from_json(
        cls,
        text: str,
        variant: Variant | Rulebook | None = None,
        *,
        events: bool = True,
        verify: bool = False,
        other_rules: bool = False,
    ) -> "Game":
        """A game from its text; the variant is in the text unless one is given (to save building its rulebook).

        Everything is checked, and what is wrong is a `SaveError`. To `verify` is to play all moves again, as proof that
        they lead to the position. A game that was played under other rules is refused, unless you want `other_rules`.
        """
        loaded = load_game(text, variant, verify=verify, other_rules=other_rules)
        game = cls.__new__(cls)
        game._start(loaded.state.rules, loaded.state, events)
        game._played, game._history = loaded.played, loaded.history
        return game

    def position_text(self) -> str:
        """The position in a line, for `from_position`: everything but the chance to come and the moves made."""
        return position_text(self.state)

    def key(self) -> Hashable:
        """The position as a key for tables: games with equal keys go on alike, but for their chance."""
        return position_key(self.state)

    def __eq__(self, other: object) -> bool:
        """Games are equal that will go on identically: the same rules and position, and the same chance to come."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self.state, other.state
        if (mine.tape.seed, mine.tape.script, mine.cursor) != (theirs.tape.seed, theirs.tape.script, theirs.cursor):
            return False
        same_rules = self.rules is other.rules or rules_identity(self.rules) == rules_identity(other.rules)
        return same_rules and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]  # it changes; `key` is for tables

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.to_json(), self.variant, self.events)

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    @classmethod
    def from_position(
        cls,
        variant: Variant | Rulebook,
        players: int,
        position: Mapping[str, Any] | str,
        seed: int = 0,
        *,
        events: bool = True,
    ) -> "Game":
        """A game from a position: a description (see `riskcore.positions.describe`), or a text of `position_text`."""
        rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        game = cls.__new__(cls)
        game._start(rules, fresh_state(rules, players, seed, 0), events)
        if events:
            game.state.sink = game.opening
        set_up_position(game.state, position)
        game.state.sink = None
        return game

    def _note(self, told: list[Event]) -> None:
        """Tell what has changed of what rules keep for all to see; the first time nothing has."""
        shown, data = self._shown, self.state.data
        if shown is None:
            self._shown = {name: copy_plain(data[name]) for name in self.rules.public_data}
            return
        for name, before in shown.items():
            if data[name] != before:
                shown[name] = copy_plain(data[name])
                at = len(told) if self.state.outcome is None else -1  # the end stays last
                told.insert(at, Noted(name, copy_plain(data[name])))

    def _show(self, move: object) -> str:
        kind = move[0] if isinstance(move, tuple) and move else None
        known = self.rules.moves.get(kind) if isinstance(kind, str) else None
        if known is None or not isinstance(move, tuple) or len(move) != len(known.fields) + 1:
            return repr(move)
        if not self.rules.shapes[known.kind](move, self.state):
            return repr(known(*move[1:]))
        return say(known(*move[1:]), self._names())

    def _where(self) -> str:
        return f"in phase {self.phase!r} of turn {self.state.turn} with player {self.to_move} to decide"

    def _unfit(self, move: object) -> RiskError:
        """Why a move was not even tried: malformed, or of a kind that does not belong here."""
        kind = move[0] if isinstance(move, tuple) and move else None
        known = self.rules.moves.get(kind) if isinstance(kind, str) else None
        if not isinstance(move, tuple) or known is None:
            kinds = ", ".join(sorted(self.rules.moves))
            return MalformedMove(f"{move!r} is not a move of this game: known are {kinds}")
        state = self.state
        if not self.rules.shapes[known.kind](move, state):
            wanted = ", ".join(f"{name}: {domain.name}" for name, domain in known.fields.items())
            return MalformedMove(f"{self._show(move)} is malformed: {known.__name__} takes ({wanted})")
        if not state.frames:
            return IllegalMove(f"{self._show(move)} is illegal: the game is over")
        kinds = ", ".join(self._tables[state.frames[-1][PHASE]])
        return IllegalMove(f"{self._show(move)} is illegal {self._where()}: it takes {kinds}")


@lru_cache(maxsize=4)
def _rulebook(variant: Variant) -> Rulebook:
    """For games that come one after another out of pickles."""
    return Rulebook(variant)


def _unpickle(text: str, variant: Variant, events: bool) -> Game:
    return Game.from_json(text, _rulebook(variant), events=events)


def fresh_state(rules: Rulebook, players: int, seed: int, orders: int | Sequence[int]) -> State:
    """A state before its set-up."""
    span = rules.variant.players
    if type(players) is not int or not span.min <= players <= span.max:
        raise GameError(f"{players!r} players: {rules.variant.name} is for {span.min} to {span.max}")
    if type(seed) is not int or seed < 0:
        raise GameError(f"seed {seed!r}: must be a whole number, 0 or more")
    owners = players + len(rules.owners(players))
    state = State(rules, players, owners, Tape(seed))
    state.orders = [orders] * players if isinstance(orders, int) else list(orders)
    if len(state.orders) != players or any(type(order) is not int or order < 0 for order in state.orders):
        raise GameError(f"orders {orders!r}: must be a number of dice (0 asks), or one for each of {players} players")
    for name, data in rules.data.items():
        state.data[name] = data.start(players, owners)
    return state


def _change_luck(state: State, seed: int) -> None:
    """Go on with another tape."""
    if type(seed) is not int or seed < 0:
        raise GameError(f"seed {seed!r}: must be a whole number, 0 or more")
    state.tape = Tape(seed)
    state.cursor = 0
