"""What a player knows, as a row of numbers of a fixed length that is the same for every decision of a variant."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riskcore import Rulebook, View
from riskcore.frames import DECIDER, PHASE, Frame, FrameFields

__all__ = ["FIELDS", "MOST_TOKENS", "ObservationLayout", "Part"]

MOST_TOKENS = 16  # of a decision under way that are shown, the latest
FIELDS = 8  # of the open decision's own that are shown
_FIRST_FIELD = DECIDER + 1  # the phase and who decides are shown elsewhere
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
        self._plain_fields = {name: _plain_fields(phase.frame) for name, phase in rules.phases.items()}
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
            [*((seat - player) % players for seat in range(players)), *others, -2, -1] for player in range(players)
        ]
        self._orders = [[*((player + seat) % players for seat in range(players)), *others] for player in range(players)]

    def observe(self, view: View) -> NDArray[np.float32]:
        """An observation of a player's view."""
        player = view.player
        assert player is not None, "a spectator does not observe"
        row = self._blank.copy()
        order = self._orders[player]
        held = view.hand_sizes
        worth = [0.0] * len(view.owner)
        for rule in view.rules.interests:
            for territory, weight in rule(view, player).items():
                worth[territory] += weight
        row[: self.parts["hand"].start] = [  # all that comes first, at once: each piece costs
            *map(self._seats[player].__getitem__, view.owner),
            *view.armies,
            *worth,
            *map(view.reserve.__getitem__, order),
            *map(view.alive.__getitem__, order),
            *map(held.__getitem__, order),
        ]
        turn_player = (view.turn_player - player) % self.players if view.turn_player >= 0 else _NOTHING
        self._fill(row, "table", [view.round, turn_player, view.sets_traded, view.captured, view.cards_left])
        hand, discard = self.parts["hand"].start, self.parts["discard"].start
        cards = [hand + card for card in view.hand] + [discard + card for card in view.discard]
        if cards:
            row[cards] = 1.0
        frames = view.frames
        if frames:
            self._show_decision(row, frames[-1])
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

    def _show_decision(self, row: NDArray[np.float32], frame: Frame) -> None:
        row[self.parts["phase"].start + self.phases[frame[PHASE]]] = 1.0
        end = self._plain_fields[frame[PHASE]]
        if end > _FIRST_FIELD:
            numbers = [value if isinstance(value, int) else _NOTHING for value in frame[_FIRST_FIELD:end]]
            start = self.parts["frame"].start
            row[start : start + len(numbers)] = numbers


def _plain_fields(declared: type[FrameFields]) -> int:
    """Where in a frame the fields that are shown end: one that takes the rest is not."""
    plain = sum(not domain.rest for domain in declared.fields.values())
    return min(plain, _FIRST_FIELD + FIELDS)
