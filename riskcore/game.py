"""A game: legal moves, moves pushed, events told, outcome, copies."""

from collections.abc import Sequence
from typing import Any

from riskcore import flow
from riskcore.errors import GameError, IllegalMove, MalformedMove, RiskError
from riskcore.events import Event
from riskcore.files.variant import Variant
from riskcore.legal import LegalMoves
from riskcore.position import fill_position
from riskcore.rulebook import Rulebook
from riskcore.rules import Outcome
from riskcore.saves import load_state, save_state
from riskcore.state import State
from riskcore.tape import Tape
from riskcore.view import View, known_cards

__all__ = ["Game"]


class Game:
    """One game of a variant. The same variant, seed, standing orders and moves give the same game everywhere.

    `orders` are standing orders for defence: the number of dice a player always defends with where allowed, 0 to be
    asked each time; one number for all or one for each. Without `events`, `push` tells nothing and is faster.
    """

    __slots__ = ("_tables", "events", "moves", "opening", "rules", "state")

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
            self.state.sink = self.opening
        flow.begin(self.state)
        self.state.sink = None

    def _start(self, rules: Rulebook, state: State, events: bool) -> None:
        self.rules = rules
        self.state = state
        self.events = events
        self.moves: list[tuple[Any, ...]] = []
        self.opening: list[Event] = []  # what happened before the first decision
        self._tables = rules.move_tables

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
    def to_move(self) -> int | None:
        """Who decides now (it may be a defender); None when the game is over."""
        frames = self.state.frames
        return frames[-1][1] if frames else None

    @property
    def phase(self) -> str | None:
        """The phase that waits for a decision."""
        frames = self.state.frames
        return frames[-1][0] if frames else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of whoever decides now."""
        return LegalMoves(self.state)

    def push(self, move: Sequence[Any]) -> list[Event]:
        """Make a move (a `Move`, or the plain tuple it equals). A refused move changes nothing."""
        state = self.state
        frames = state.frames
        try:
            frame = frames[-1]
            play, test = self._tables[frame[0]][move[0]]
        except (IndexError, KeyError, TypeError):
            raise self._unfit(move) from None
        if not test(move, len(state.held)):
            raise self._unfit(move)
        if not self.events:
            refusal = play(state, frame, move)
            if refusal is None:
                self.moves.append(move)  # type: ignore[arg-type]  # the test has seen a tuple
                return []
        else:
            told: list[Event] = []
            state.sink = told
            refusal = play(state, frame, move)
            state.sink = None
            if refusal is None:
                self.moves.append(move)  # type: ignore[arg-type]  # the test has seen a tuple
                return told
        raise IllegalMove(f"{self._show(move)} is illegal {self._where()}: {refusal}")

    def copy(self, seed: int | None = None, player: int | None = None) -> "Game":
        """An independent copy that will go on identically.

        With a seed, what is hidden is drawn anew: the dice to come and the order of the deck and, for a player, the
        secrets that this player cannot see, so that a search never knows more than the player does.
        """
        twin = Game.__new__(Game)
        twin._start(self.rules, self.state.copy(), self.events)
        twin.moves = self.moves[:]
        if seed is not None:
            twin.state.tape = Tape(seed)
            twin.state.cursor = 0
            _redraw(twin.state, player)
        return twin

    def view(self, player: int | None) -> View:
        """What a player may know; None for a spectator."""
        return View(self.state, player)

    def to_json(self) -> str:
        """The whole game, at any decision, as text that `from_json` goes on from identically."""
        return save_state(self.state, self.moves)

    @classmethod
    def from_json(cls, text: str, variant: Variant | Rulebook | None = None, *, events: bool = True) -> "Game":
        """A game from its text; the variant is in the text unless one is given (to save building its rulebook)."""
        game = cls.__new__(cls)
        state, moves = load_state(text, variant)
        game._start(state.rules, state, events)
        game.moves = moves
        return game

    @classmethod
    def from_position(
        cls, variant: Variant | Rulebook, players: int, position: dict[str, Any], seed: int = 0, *, events: bool = True
    ) -> "Game":
        """A game from a position: see `riskcore.position.fill_position` for what a position says."""
        rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        game = cls.__new__(cls)
        game._start(rules, fill_position(fresh_state(rules, players, seed, 0), position), events)
        return game

    def _show(self, move: object) -> str:
        kind = move[0] if isinstance(move, tuple) and move else None
        known = self.rules.moves.get(kind) if isinstance(kind, str) else None
        if known is None or not isinstance(move, tuple) or len(move) != len(known.fields) + 1:
            return repr(move)
        return repr(known(*move[1:]))

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
        if not self.rules.shapes[known.kind](move, len(state.held)):
            wanted = ", ".join(f"{name}: {domain.name}" for name, domain in known.fields.items())
            return MalformedMove(f"{self._show(move)} is malformed: {known.__name__} takes ({wanted})")
        if not state.frames:
            return IllegalMove(f"{self._show(move)} is illegal: the game is over")
        kinds = ", ".join(self._tables[state.frames[-1][0]])
        return IllegalMove(f"{self._show(move)} is illegal {self._where()}: it takes {kinds}")


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


def _redraw(state: State, player: int | None) -> None:
    """Shuffle the deck and, for a player, the hands and other secrets that this player cannot see along with it."""
    hidden = [] if player is None else [hand for owner, hand in enumerate(state.hands) if owner != player]
    known = known_cards(state, player)
    pool = state.deck + [card for hand in hidden for card in hand if card not in known]
    state.shuffle(pool)
    for hand in hidden:
        hand[:] = [card if card in known else pool.pop() for card in hand]
    state.deck[:] = pool
    if player is not None:
        for data in state.rules.data.values():
            if data.redraw is not None:
                data.redraw(state, player)
