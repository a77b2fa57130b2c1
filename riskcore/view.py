"""What people may know of a game: a player's live window on it, and what a spectator learns from its events alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from riskcore.cards import UNKNOWN
from riskcore.errors import GameError
from riskcore.events import Event
from riskcore.flow import close
from riskcore.frames import DECIDER, PHASE, Frame
from riskcore.rules import Outcome
from riskcore.state import NOBODY, OUT_OF_PLAY, State, copy_plain
from riskcore.tape import Tape

if TYPE_CHECKING:
    from riskcore.game import Game
    from riskcore.legal import LegalMoves
    from riskcore.rulebook import Rulebook

__all__ = ["Spectator", "View", "known_cards", "redraw"]

Answer = TypeVar("Answer")


def known_cards(state: State, player: int | None) -> set[int]:
    """The cards in others' hands that the rules let a player know."""
    return {card for rule in state.rules.known_cards for card in rule(state, player)}


def redraw(state: State, player: int | None) -> None:
    """Replace what a player cannot know by something that, for all this player knows, might be so.

    A decision that another takes in secret and that could then not be open is over, and the game goes on.
    """
    known = known_cards(state, player) if state.rules.known_cards else ()
    hidden = [hand for owner, hand in enumerate(state.hands) if hand and owner != player]
    deck = state.deck
    for hand in hidden:
        deck += [card for card in hand if card not in known] if known else hand
    numbers = state.numbers(len(state.rules.deck))  # one for each card, so that it does not matter where it truly is
    deck.sort(key=numbers.__getitem__)
    for hand in hidden:
        for at, card in enumerate(hand):
            if card not in known:
                hand[at] = deck.pop()
    for redraw_data in state.rules.redraws:
        redraw_data(state, player)
    if _in_secret(state, player):
        frame = state.frames[-1]
        could_be = state.rules.phases[frame[PHASE]].secret
        if could_be is not None and not could_be(state, frame):
            close(state)


def _in_secret(state: State, player: int | None) -> bool:
    """Whether somebody else takes a decision that this player must not see."""
    frames = state.frames
    if not frames or frames[-1][DECIDER] == player:
        return False
    return state.rules.phases[frames[-1][PHASE]].secret is not None


class View:
    """A player's (or, with None, a spectator's) knowledge of a game; it stays up to date as the game goes on.

    Lists are the game's own: read them, do not change them. Hands of others have the right length, with `UNKNOWN`
    for every card that no rule lets this player know; of the rules' data a player sees what is public and their own
    entry of what is each player's own.
    """

    __slots__ = (
        "_frames",
        "_imagine",
        "_state",
        "alive",
        "armies",
        "board",
        "continent_sizes",
        "discard",
        "hand",
        "held",
        "held_in",
        "orders",
        "owner",
        "player",
        "players",
        "reserve",
        "rules",
    )

    def __init__(self, state: State, player: int | None, imagine: "Callable[[int, int | None], Game]") -> None:
        self._state = state
        self._frames = state.frames
        self._imagine = imagine
        self.player = player
        self.players = state.players
        self.rules = state.rules
        self.board = state.board
        self.owner = state.owner
        self.armies = state.armies
        self.continent_sizes = state.continent_sizes
        self.held = state.held
        self.held_in = state.held_in
        self.reserve = state.reserve
        self.alive = state.alive
        self.discard = state.discard
        self.orders = state.orders
        self.hand: list[int] = [] if player is None else state.hands[player]

    @property
    def frames(self) -> list[Frame]:
        """All decisions under way, the waiting one last, but for one that somebody else takes in secret."""
        frames = self._frames
        if not frames or frames[-1][DECIDER] == self.player:
            return frames
        return frames[:-1] if _in_secret(self._state, self.player) else frames

    @property
    def frame(self) -> Frame:
        """The decision that waits: phase, who decides, and what the phase keeps with it."""
        top = self._frames[-1]
        return top if top[DECIDER] == self.player else self.frames[-1]  # whoever decides asks most, and in a loop

    @property
    def to_move(self) -> int | None:
        """Who decides now; None when the game is over, and while somebody else decides in secret."""
        frames = self._state.frames
        return frames[-1][DECIDER] if frames and not _in_secret(self._state, self.player) else None

    @property
    def legal_moves(self) -> "LegalMoves":
        """The moves of whoever decides now; empty for a view of somebody else."""
        from riskcore.legal import LegalMoves

        frames = self._state.frames
        return LegalMoves(self._state if frames and frames[-1][DECIDER] == self.player else None)

    @property
    def hands(self) -> list[list[int]]:
        """The hands by owner, those of others as unknown cards but for what a rule lets this player know."""
        known = known_cards(self._state, self.player) if self.rules.known_cards else ()
        return [
            self.hand if owner == self.player else [card if card in known else UNKNOWN for card in hand]
            for owner, hand in enumerate(self._state.hands)
        ]

    @property
    def hand_sizes(self) -> list[int]:
        """How many cards each owner holds."""
        return [len(hand) for hand in self._state.hands]

    @property
    def cards_left(self) -> int:
        """How many cards the deck has."""
        return len(self._state.deck)

    @property
    def data(self) -> dict[str, Any]:
        """What the rules keep, as far as this player may see it."""
        shown = {}
        for name, value in self._state.data.items():
            seen = self.rules.data[name].seen
            if seen == "public":
                shown[name] = value
            elif seen == "own":
                shown[name] = [entry if owner == self.player else None for owner, entry in enumerate(value)]
        return shown

    @property
    def sets_traded(self) -> int:
        """Sets traded so far, over all players."""
        return self._state.sets_traded

    @property
    def turn_player(self) -> int:
        """Whose turn it is."""
        return self._state.player

    @property
    def first(self) -> int:
        """Who took the first turn."""
        return self._state.first

    @property
    def turn(self) -> int:
        """Turns begun, over all players."""
        return self._state.turn

    @property
    def round(self) -> int:
        """Rounds begun."""
        return self._state.round

    @property
    def captured(self) -> int:
        """Territories taken this turn by the player whose turn it is."""
        return self._state.captured

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._state.outcome

    def ask(self, rule: Callable[..., Answer], *arguments: Any) -> Answer:
        """Ask a rule of the rulebook about what this player sees: `view.ask(view.rules.reinforcement, player)`."""
        return rule(self, *arguments)

    def imagine(self, seed: int) -> "Game":
        """A whole game to search in that agrees with all this player knows, at this very decision.

        What is hidden is drawn anew: dice to come, the deck, the hands and other secrets of others; if somebody else
        is just deciding in secret, the game may have gone on past that. Its list of moves
        is empty, for moves hold secrets too, and it tells no events (unless its `events` is set).
        """
        return self._imagine(seed, self.player)

    def territories_of(self, owner: int) -> list[int]:
        """The territories an owner holds, in board order."""
        return [territory for territory, holder in enumerate(self.owner) if holder == owner]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, for a page or a pipe."""
        return {
            "player": self.player,
            "to_move": self.to_move,
            "frames": copy_plain(self.frames),
            "turn": self.turn,
            "round": self.round,
            "turn_player": self.turn_player,
            "first": self.first,
            "owner": self.owner[:],
            "armies": self.armies[:],
            "reserve": self.reserve[:],
            "alive": self.alive[:],
            "orders": self.orders[:],
            "hands": [hand[:] for hand in self.hands],
            "discard": self.discard[:],
            "cards_left": self.cards_left,
            "sets_traded": self.sets_traded,
            "captured": self.captured,
            "data": copy_plain(self.data),
            "outcome": None if self.outcome is None else [self.outcome.winner, self.outcome.reason],
        }


class Spectator:
    """Somebody who has seen nothing of a game yet: `follow` its opening, and then what each move tells.

    `state` is what lies on the table, as far as events tell it, with `UNKNOWN` for each card that was not shown; of
    what rules keep there is what everybody sees. Whose decision it is, is no event: ask the game.
    """

    def __init__(self, rules: "Rulebook", players: int) -> None:
        owners = players + len(rules.owners(players))
        self.state = State(rules, players, owners, Tape(0))
        self.state.data = {name: rules.data[name].start(players, owners) for name in rules.public_data}

    @classmethod
    def joining(cls, rules: "Rulebook", shown: Mapping[str, Any]) -> "Spectator":
        """Somebody who comes to a game that is under way: `shown` is the `to_dict` of a view."""
        spectator = cls(rules, len(shown["orders"]))
        state = spectator.state
        for territory, owner in enumerate(shown["owner"]):
            if owner == OUT_OF_PLAY:
                state.take_out(territory)
            elif owner != NOBODY:
                state.give(territory, owner)
        for name in ("armies", "reserve", "alive", "orders", "discard"):
            getattr(state, name)[:] = shown[name]
        for name in ("turn", "round", "first", "sets_traded", "captured"):
            setattr(state, name, shown[name])
        state.player = shown["turn_player"]
        state.hands = [hand[:] for hand in shown["hands"]]
        state.deck = [UNKNOWN] * shown["cards_left"]
        state.data = {name: copy_plain(shown["data"][name]) for name in rules.public_data}
        state.outcome = None if shown["outcome"] is None else Outcome(*shown["outcome"])
        return spectator

    def follow(self, events: Iterable[Sequence[Any]]) -> None:
        """Take in what has happened: events, or the lists that JSON makes of them."""
        for event in events:
            known = event if isinstance(event, Event) else self._recognise(event)
            known.apply(self.state)

    def _recognise(self, event: Sequence[Any]) -> Event:
        kinds = self.state.rules.events
        try:
            return kinds[event[0]](*event[1:])
        except (IndexError, KeyError, TypeError):
            raise GameError(f"{event!r} is no event of this game; known are {', '.join(sorted(kinds))}") from None
