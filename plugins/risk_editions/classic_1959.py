"""Classic 1959: territories are dealt, sets rise in value, five cards force a trade."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from attrs.validators import deep_iterable, ge, min_len

from riskcore import Phase, State, Trading, hookimpl
from riskcore.phases import SET_SIZE
from riskcore.rules import MAY, MUST, NO, Occasion

from .placement import MUSTER, deal_territories, give_starting_armies, shuffle_deck

__all__ = ["Deal", "EscalatingSets", "TradingLimits"]


@attrs.frozen(eq=False)
class Deal:
    """Set-up by dealing the territories."""

    role: ClassVar[str] = "edition"
    armies: dict[str, int] | None = attrs.field(
        default=None,
        metadata={"help": "starting armies by number of players, placed one at a time; none: one a territory, no more"},
    )

    @hookimpl
    def setup(self) -> tuple[str, ...]:
        """A dealer is drawn, all territories are dealt from the dealer's left with one army on each
        {self.armies_in_words}, and the player left of the dealer takes the first turn. [C59-1, C59-2]
        """
        return ("deal",) if self.armies is None else ("deal", "muster")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The deal, and placing in turns."""
        return (Phase("deal", self._deal, words="deal the territories"), *((MUSTER,) if self.armies is not None else ()))

    @property
    def armies_in_words(self) -> str:
        """What is placed besides."""
        return "" if self.armies is None else "(the other starting armies are then placed one at a time)"

    def _deal(self, state: State, player: int) -> None:
        dealer = state.below(state.players)
        state.first = (dealer + 1) % state.players
        deal_territories(state, state.seats_from(state.first))
        if self.armies is not None:
            give_starting_armies(state, self.armies)
        shuffle_deck(state)


@attrs.frozen(eq=False)
class EscalatingSets:
    """Sets that bring more and more armies, whoever trades them."""

    role: ClassVar[str] = "edition"
    values: tuple[int, ...] = attrs.field(
        default=(4, 6, 8, 10, 12, 15, 20, 25),
        validator=[min_len(1), deep_iterable(ge(0))],
        metadata={"help": "armies for the first sets of the game"},
    )
    step: int = attrs.field(default=5, validator=ge(0), metadata={"help": "what each later set brings more"})

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """The sets traded in a game, counted over all players, bring {self.in_words} armies, and each later one
        {self.step} more than the one before. [C59-3, W93-2]
        """
        values, step = self.values, self.step

        def value(state: State, player: int, cards: Sequence[int]) -> int:
            number = state.sets_traded
            if number < len(values):
                return values[number]
            return values[-1] + step * (number - len(values) + 1)

        return value

    @property
    def in_words(self) -> str:
        """The values as a phrase."""
        return ", ".join(str(value) for value in self.values)


@attrs.frozen(eq=False)
class TradingLimits:
    """When sets must, may and may not be traded."""

    role: ClassVar[str] = "edition"
    forced_from: int = attrs.field(
        default=5, validator=ge(SET_SIZE), metadata={"help": "cards at the start of a turn that force a trade"}
    )
    one_set_up_to: int = attrs.field(
        default=0, validator=ge(0), metadata={"help": "cards with which one forced set is enough"}
    )
    down_to: int = attrs.field(
        default=4, validator=ge(SET_SIZE - 1), metadata={"help": "cards that may be kept when trading is forced"}
    )
    elimination_from: int = attrs.field(
        default=5, validator=ge(SET_SIZE), metadata={"help": "cards after an elimination that force a trade at once"}
    )
    elimination_free: bool = attrs.field(
        default=True, metadata={"help": "whether any set may be traded at once after an elimination"}
    )

    @hookimpl
    def trading(self) -> Callable[[State, int, Occasion, int], Trading]:
        """At the start of a turn any set may be traded; with {self.forced_from} or more cards one must be{self.more}.
        After an elimination, {self.elimination_from} or more cards must be traded down to {self.down_to} or fewer at
        once{self.free}. [C59-4, C59-5, W93-4, G04-3]
        """

        def trading(state: State, player: int, occasion: Occasion, done: int) -> Trading:
            hand = len(state.hands[player])
            at_first = hand + SET_SIZE * done
            if occasion == "elimination":
                if at_first >= self.elimination_from and hand > self.down_to:
                    return MUST
                return MAY if self.elimination_free else NO
            if at_first < self.forced_from:
                return MAY
            if at_first <= self.one_set_up_to:
                return MAY if done else MUST
            return MUST if hand > self.down_to else MAY

        return trading

    @property
    def more(self) -> str:
        """What larger hands must do."""
        if self.one_set_up_to >= self.forced_from:
            return f", and with more than {self.one_set_up_to} so many that at most {self.down_to} cards are left"
        return f", until at most {self.down_to} cards are left"

    @property
    def free(self) -> str:
        """What smaller hands may do."""
        return ", and other sets may be" if self.elimination_free else "; otherwise trading waits for the next turn"
