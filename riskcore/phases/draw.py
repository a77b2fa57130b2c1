"""Drawing cards at the end of a turn."""

from riskcore.events import CardDrawn
from riskcore.rules import Phase
from riskcore.state import State

__all__ = ["CARD", "draw_card"]


def draw_card(state: State, player: int) -> None:
    """Draw the top card; the discard pile is shuffled when the deck is found empty. With both empty, nothing."""
    deck = state.deck
    if not deck:
        deck.extend(state.discard)
        state.discard.clear()
        state.shuffle(deck)
    if deck:
        card = deck.pop()
        state.hands[player].append(card)
        if state.sink is not None:
            state.sink.append(CardDrawn(player, card))


def _enter(state: State, player: int) -> None:
    for _ in range(state.rules.card_award(state, player)):
        draw_card(state, player)


CARD = Phase("card", _enter, words="take a card, if the turn has earned one")
