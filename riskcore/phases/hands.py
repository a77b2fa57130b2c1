"""Checked ways to shuffle, draw, pass on and discard cards, each of them told."""

from collections.abc import Sequence

from riskcore.errors import RulebookError
from riskcore.events import CardDrawn, CardsDiscarded, CardsReturned, CardsTaken, DeckShuffled
from riskcore.state import State

__all__ = ["discard", "draw_card", "pass_cards", "return_cards", "shuffle_deck"]


def shuffle_deck(state: State) -> None:
    """Shuffle all cards that nobody holds into the deck."""
    held = {card for hand in state.hands for card in hand}
    state.deck[:] = [card for card in range(len(state.rules.deck)) if card not in held]
    _shuffle(state)


def draw_card(state: State, player: int) -> None:
    """Draw the top card; of an empty deck the discard pile makes a new one. With both empty, nothing."""
    if not state.deck and state.discard:
        _reshuffle(state)
    if state.deck:
        card = state.deck.pop() if state.tape.orders_deck else state.deck.pop(state.below(len(state.deck)))
        state.hands[player].append(card)
        if state.sink is not None:
            state.sink.append(CardDrawn(player, card))
        if not state.deck and state.discard and state.rules.reshuffle(state):
            _reshuffle(state)


def _reshuffle(state: State) -> None:
    state.deck.extend(state.discard)
    _shuffle(state)


def _shuffle(state: State) -> None:
    state.discard.clear()
    _mix(state)
    state.tell(DeckShuffled(len(state.deck)))


def pass_cards(state: State, giver: int, taker: int, cards: Sequence[int]) -> None:
    """Let cards go from one hand to another; others see only how many."""
    cards = _leave(state, giver, cards)
    state.hands[taker].extend(cards)
    if cards:
        state.tell(CardsTaken(taker, giver, len(cards), cards))


def discard(state: State, owner: int, cards: Sequence[int]) -> None:
    """Put cards from a hand on the discard pile, where everybody sees them."""
    cards = _leave(state, owner, cards)
    state.discard.extend(cards)
    if cards:
        state.tell(CardsDiscarded(owner, cards))


def return_cards(state: State, owner: int, cards: Sequence[int]) -> None:
    """Shuffle cards from a hand into the deck."""
    cards = _leave(state, owner, cards)
    state.deck.extend(cards)
    if cards:
        _mix(state)
        state.tell(CardsReturned(owner, len(cards), cards))


def _mix(state: State) -> None:
    if state.tape.orders_deck:
        state.shuffle(state.deck)


def _leave(state: State, owner: int, cards: Sequence[int]) -> tuple[int, ...]:
    """Take cards out of a hand."""
    hand = state.hands[owner]
    leaving = tuple(cards)
    if not set(leaving) <= set(hand):
        raise RulebookError(f"cards {sorted(set(leaving) - set(hand))} are not in the hand of owner {owner}")
    hand[:] = [card for card in hand if card not in leaving]
    return leaving
