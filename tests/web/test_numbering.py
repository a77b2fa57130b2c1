"""What others decide in secret is not counted among the positions that a guest sees."""

import riskcore
from riskcore.web.game.numbering import Numbering
from riskcore.web.game.tree import GameTree


def declined() -> GameTree:
    """A game in which player 0, who holds three cards, trades nothing and places."""
    tree = GameTree(riskcore.Rulebook(riskcore.load_variant("classic-1959")), 3, 1, (0, 0, 0))
    hands = {"0": [0, 1, 2, 42, 43][:4]}
    tree.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "hands": hands, "phase": "trade", "player": 0})
    tree.push(("done",))
    return tree


def test_a_secret_decision_makes_no_position_to_others() -> None:
    tree = declined()
    mover, other = Numbering(), Numbering()
    assert [shown for _, shown, _ in mover.add(tree.nodes, (0,))] == [0, 1, 2]
    assert [shown for _, shown, _ in other.add(tree.nodes, (1,))] == [0, 1, 1]
    assert (other.shown(2), other.real(1), other.depth(1)) == (1, 2, 1)


def test_numbers_go_on_without_a_gap() -> None:
    tree = declined()
    other = Numbering()
    other.add(tree.nodes, (1,))
    node = tree.push(tuple(next(iter(tree.game.legal_moves))))
    assert [shown for _, shown, _ in other.add([node], (1,))] == [2]
    assert (other.real(2), other.real(3), other.shown(-1)) == (3, -1, -1)
