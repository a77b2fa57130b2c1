"""Classic 1959: territories are dealt, sets rise in value, five cards force a trade."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from attrs.validators import deep_iterable, ge, min_len

from riskcore import Phase, State, Trading, hookimpl
from riskcore.phases import SET_SIZE, choose_first, shuffle_deck
from riskcore.rules import MAY, MUST, NO, Occasion
from riskcore.words import listed, spelled

from .placement import MUSTER, deal_territories, give_starting_armies, starting_words

__all__ = ["Deal", "EscalatingSets", "TradingLimits"]


@attrs.frozen(eq=False)
class Deal:
    """Set-up by dealing the territories."""

    role: ClassVar[str] = "edition"
    armies: dict[str, int] | None = attrs.field(
        default=None,
        metadata={
            "help": "starting armies by number of players, placed one at a time; none: just one on each territory"
        },
    )

    @hookimpl
    def setup(self) -> tuple[str, ...]:
        """A dealer, drawn by lot, deals all territory cards round, beginning on the left, and everybody puts one army
        on each territory dealt to them. {self.armies_in_words} All cards, wild ones included, are then shuffled to
        make the deck. The player left of the dealer takes the first turn. [C59-1, C59-2]
        """
        return ("deal",) if self.armies is None else ("deal", "muster")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The deal, and placing in turns."""
        deal = Phase("deal", self._deal, words="deal the territories with one army on each")
        return (deal,) if self.armies is None else (deal, MUSTER)

    @property
    def armies_in_words(self) -> str:
        """What is placed besides."""
        if self.armies is None:
            return "There are no other armies at the start."
        return (
            f"Everybody starts with {starting_words(self.armies)}, those already on the board included. From the "
            "dealer's left, players in turn add one army at a time to any of their territories until all are placed."
        )

    def _deal(self, state: State, player: int) -> None:
        dealer = state.below(state.players)
        choose_first(state, (dealer + 1) % state.players)
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
    step: int = attrs.field(default=5, validator=ge(0), metadata={"help": "how many more each later set brings"})

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """Sets are counted over all players: the first of the game {self.in_words}, and each later one
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
        first, *later = self.values
        return f"brings {first} {'army' if first == 1 else 'armies'}{', the next ' if later else ''}{listed(later)}"


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
        """In the trade step of their turn, before they place armies, players may trade sets for armies. {self.forced}
        After an elimination {self.spoils}. Once armies are placed or the attacks go on, there is no trading until the
        next such chance. [C59-4, C59-5, W93-4, G04-3]
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
    def forced(self) -> str:
        """What large hands must do."""
        if self.one_set_up_to < self.forced_from:
            return f"With {spelled(self.forced_from)} or more cards they must, until {self.kept} are left."
        least, most = self.forced_from, self.one_set_up_to
        hands = f"{spelled(least)} to {spelled(most)}"
        if most - least < 3:
            hands = listed([spelled(number) for number in range(least, most + 1)], "or")
        return (
            f"With {hands} cards they must trade at least one set, and with more than "
            f"{spelled(self.one_set_up_to)} as many as it takes until {self.kept} are left."
        )

    @property
    def kept(self) -> str:
        """What may be kept."""
        return f"{spelled(self.down_to)} or fewer"

    @property
    def spoils(self) -> str:
        """What may and must be traded after an elimination."""
        many = f"{spelled(self.elimination_from)} or more cards"
        if self.elimination_free:
            return f"the eliminator may at once trade any set in hand, and with {many} must, until {self.kept} are left"
        forced = f"an eliminator who now holds {many} must trade at once until {self.kept} are left"
        return f"{forced}; other sets wait for the next turn"
