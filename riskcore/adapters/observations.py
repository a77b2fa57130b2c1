"""What a player knows, as a row of numbers of a fixed length that is the same for every decision of a variant."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riskcore import Rulebook, View
from riskcore.frames import PHASE

__all__ = ["FIELDS", "MOST_TOKENS", "ObservationLayout", "Part"]

MOST_TOKENS = 16  # of a decision under way that are shown, the latest
FIELDS = 8  # of the open decision's own that are shown
_NOTHING = -1.0
_BOUND = 1e9


class Part(NamedTuple):
    """A stretch of an observation: `row[start:start + size]`."""

    name: str
    start: int
    size: int
    meaning: str


class ObservationLayout:
    """Where in an observation what stands. Seats are counted from the observer: 0 is their own, 1 the next in turn."""

    def __init__(self, rules: Rulebook, players: int) -> None:
        territories, cards = len(rules.board.territories), len(rules.deck)
        owners = players + len(rules.owners(players))
        self.phases = {name: number for number, name in enumerate(sorted(rules.phases))}
        self.players = players
        self.parts: dict[str, Part] = {}
        self.size = 0
        for name, size, meaning in (
            ("owner", territories, "who holds each territory, counted from the observer; -1 nobody, -2 out of play"),
            ("armies", territories, "how many armies stand there"),
            ("interest", territories, "what the variant's rules make it worth to the observer to hold it"),
            ("reserve", owners, "armies waiting to be placed, by owner"),
            ("alive", owners, "1 for those still in the game"),
            ("cards held", owners, "cards in hand, by owner"),
            ("hand", cards, "1 for each card in the observer's hand"),
            ("discard", cards, "1 for each card on the discard pile"),
            ("table", 5, "round, whose turn it is, sets traded, territories taken this turn, cards in the deck"),
            ("phase", len(self.phases), "1 for the open decision's phase"),
            ("frame", FIELDS, "the first fields of the open decision, in the order in which its phase declares them"),
            ("told", MOST_TOKENS, "tokens told of the decision so far, the last of them at the end; -1 where none is"),
        ):
            self.parts[name] = Part(name, self.size, size, meaning)
            self.size += size
        self._blank = np.zeros(self.size, np.float32)
        self._fill(self._blank, "told", np.full(MOST_TOKENS, _NOTHING, np.float32))
        self.low = np.full(self.size, -_BOUND, np.float32)
        self.high = np.full(self.size, _BOUND, np.float32)
        # By relative seat; NOBODY and OUT_OF_PLAY, -1 and -2, come last and stay themselves.
        others = list(range(players, owners))
        self._seats = [
            np.array([*((seat - player) % players for seat in range(players)), *others, -2, -1], np.float32)
            for player in range(players)
        ]
        self._orders = [[*((player + seat) % players for seat in range(players)), *others] for player in range(players)]

    def observe(self, view: View) -> NDArray[np.float32]:
        """An observation of a player's view."""
        player = view.player
        assert player is not None, "a spectator does not observe"
        row = self._blank.copy()
        order = self._orders[player]
        hands = view.hands
        self._fill(row, "owner", self._seats[player][view.owner])
        self._fill(row, "armies", view.armies)
        self._fill(row, "reserve", [view.reserve[owner] for owner in order])
        self._fill(row, "alive", [view.alive[owner] for owner in order])
        self._fill(row, "cards held", [len(hands[owner]) for owner in order])
        turn_player = (view.turn_player - player) % self.players if view.turn_player >= 0 else _NOTHING
        self._fill(row, "table", [view.round, turn_player, view.sets_traded, view.captured, view.cards_left])
        for name, cards in (("hand", view.hand), ("discard", view.discard)):
            if cards:
                row[[self.parts[name].start + card for card in cards]] = 1.0
        start = self.parts["interest"].start
        for rule in view.rules.interests:
            for territory, weight in rule(view, player).items():
                row[start + territory] += weight
        if view.frames:
            self._show_decision(row, view)
        return row

    def tell(self, row: NDArray[np.float32], told: list[int]) -> None:
        """Write the tokens that were told of the open decision into a fresh observation."""
        if told:
            shown = told[-MOST_TOKENS:]
            end = self.parts["told"].start + MOST_TOKENS
            row[end - len(shown) : end] = shown

    def _fill(self, row: NDArray[np.float32], name: str, values: "Sequence[float] | NDArray[np.float32]") -> None:
        part = self.parts[name]
        row[part.start : part.start + part.size] = values

    def _show_decision(self, row: NDArray[np.float32], view: View) -> None:
        row[self.parts["phase"].start + self.phases[view.frame[PHASE]]] = 1.0
        _, _, *fields = view.rules.phases[view.frame[PHASE]].frame.named(view.frame).values()
        numbers = [value if isinstance(value, int) else _NOTHING for value in fields[:FIELDS]]
        start = self.parts["frame"].start
        row[start : start + len(numbers)] = numbers
