"""What others decide in secret is not counted among the positions that a guest sees."""

import riskcore
from riskcore.web.history import History
from riskcore.web.numbering import Numbering


def declined() -> History:
    """A game in which player 0, who holds three cards, trades nothing and places."""
    history = History(riskcore.Rulebook(riskcore.load_variant("classic-1959")), 3, 1, (0, 0, 0))
    hands = {"0": [0, 1, 2, 42, 43][:4]}
    history.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "hands": hands, "phase": "trade", "player": 0})
    history.push(("done",))
    return history


def test_a_secret_decision_makes_no_position_to_others() -> None:
    history = declined()
    mover, other = Numbering(), Numbering()
    assert [shown for _, shown, _ in mover.add(history.nodes, (0,))] == [0, 1, 2]
    assert [shown for _, shown, _ in other.add(history.nodes, (1,))] == [0, 1, 1]
    assert (other.shown(2), other.real(1), other.depth(1)) == (1, 2, 1)


def test_numbers_go_on_without_a_gap() -> None:
    history = declined()
    other = Numbering()
    other.add(history.nodes, (1,))
    node = history.push(tuple(next(iter(history.game.legal_moves))))
    assert [shown for _, shown, _ in other.add([node], (1,))] == [2]
    assert (other.real(2), other.real(3), other.shown(-1)) == (3, -1, -1)
