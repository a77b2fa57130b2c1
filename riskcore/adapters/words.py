"""A position in a few lines of text."""

from riskcore import View

__all__ = ["position_words"]


def position_words(view: View) -> str:
    """Who holds what, by owner, and whose turn it is."""
    board = view.board
    lines = [f"{view.rules.variant.name}, round {view.round}, turn of player {view.turn_player}"]
    for owner, held in enumerate(view.held):
        places = ", ".join(f"{board.territories[at]} {view.armies[at]}" for at in view.territories_of(owner))
        lines.append(f"player {owner}: {held} territories, {len(view.hands[owner])} cards: {places or 'out'}")
    return "\n".join(lines)
