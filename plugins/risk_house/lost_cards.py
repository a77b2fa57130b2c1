"""Lost cards: eliminating a player brings the territory, but not that player's cards."""

from collections.abc import Callable
from typing import Literal

import attrs

from riskcore import State, hookimpl
from riskcore.phases import discard, return_cards

__all__ = ["LostCards"]


@attrs.frozen(eq=False)
class LostCards:
    """The cards of an eliminated player go to nobody."""

    cards: Literal["discard", "deck"] = attrs.field(
        default="discard", metadata={"help": "where they go: on the discard pile, or shuffled into the deck"}
    )

    @hookimpl
    def elimination(self) -> Callable[[State, int, int], None]:
        """Whoever takes a player's last territory eliminates that player, but gets none of their cards and may not
        trade at once: the cards are {self.in_words}. [H3]
        """
        into_deck = self.cards == "deck"

        def lose(state: State, victim: int, by: int) -> None:
            (return_cards if into_deck else discard)(state, victim, state.hands[victim])

        return lose

    @property
    def in_words(self) -> str:
        """What becomes of the cards."""
        return "shuffled into the deck" if self.cards == "deck" else "discarded"
