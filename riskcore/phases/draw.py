"""Drawing cards at the end of a turn."""

from riskcore.phases.hands import draw_card
from riskcore.rules import Phase
from riskcore.state import State

__all__ = ["CARD"]


def _enter(state: State, player: int) -> None:
    award = state.rules.card_award(state, player)
    for _ in range(min(award, len(state.deck) + len(state.discard))):
        draw_card(state, player)


CARD = Phase("card", _enter, words="take a card, if the turn has earned one")
