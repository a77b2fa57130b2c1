"""A decision as plain text, for whoever reads rather than parses: the position in words, the legal moves numbered."""

from typing import Any

from riskcore import PHASE, View
from riskcore.moves import MoveRange

__all__ = ["answered_move", "describe_decision", "legal_ranges"]


def legal_ranges(view: View) -> list[list[Any]]:
    """The legal moves, those that differ in nothing but a last number as one: `["place", 3, {"min": 1, "max": 5}]`."""
    offers = view.legal_moves.ranges()
    return [offer.to_list() if isinstance(offer, MoveRange) else list(offer) for offer in offers]


def describe_decision(view: View, rows: list[list[Any]]) -> str:
    """Who holds what, what is asked, and a numbered line for each row of `legal_ranges`."""
    board = view.board
    lines = [
        f"You are player {view.player} of {view.players} in {view.rules.variant.name}, round {view.round},"
        f" turn of player {view.turn_player}."
    ]
    for owner, held in enumerate(view.held):
        places = [f"{board.territories[at]} {view.armies[at]}" for at in view.territories_of(owner)]
        cards = len(view.hands[owner])
        lines.append(f"Player {owner} holds {held} territories and {cards} cards: {', '.join(places) or 'nothing'}.")
    lines.append(f"Your cards: {', '.join(_card_words(view, card) for card in view.hand) or 'none'}.")
    lines.append(f"Armies you have to place: {view.reserve[view.player or 0]}.")
    lines.append(
        f"You decide in phase {view.frame[PHASE]!r}. Answer with a number; where a range stands, add the count."
    )
    lines += [f"{number}. {_row_words(view, row)}" for number, row in enumerate(rows, 1)]
    return "\n".join([*lines, ""])  # an empty line ends it


def _row_words(view: View, row: list[Any]) -> str:
    kind, *values = row
    fields = view.rules.moves[kind].fields
    given = zip(fields.items(), values, strict=True)
    words = [f"{name} {_value_words(view, domain.name, value)}" for (name, domain), value in given]
    return ", ".join([kind, *words])


def _value_words(view: View, domain: str, value: Any) -> str:
    if isinstance(value, dict):
        low, high = value["min"], value["max"]
        return _value_words(view, domain, low) if low == high else f"{low} to {high}"
    if domain == "territory":
        return str(view.board.territories[value])
    if domain in ("card", "cards"):
        cards = (value,) if domain == "card" else value
        return " + ".join(_card_words(view, card) for card in cards)
    return str(value)


def _card_words(view: View, number: int) -> str:
    card = view.rules.deck[number]
    return card.insignia if card.territory < 0 else f"{view.board.territories[card.territory]} ({card.insignia})"


def answered_move(answer: str, rows: list[list[Any]]) -> tuple[Any, ...] | None:
    """The move that `7` or `7 3` stands for, the greatest count if none is given; None if there is no such move."""
    words = answer.split()
    if not 1 <= len(words) <= 2 or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        return None
    number, *count = (int(word) for word in words)
    if not 1 <= number <= len(rows):
        return None
    *start, last = rows[number - 1]
    if not isinstance(last, dict):
        return None if count else (*start, last)
    low, high = last["min"], last["max"]
    wanted = count[0] if count else high
    return (*start, wanted) if low <= wanted <= high else None
