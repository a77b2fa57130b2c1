"""Which rules the page names behind what happens, and behind a refusal."""

from random import Random
from typing import Any

import pytest

import riskcore
from riskcore.web.game.causes import Causes
from riskcore.web.game.tree import GameTree


def tree_of(variant: Any, **position: Any) -> GameTree:
    """A game in a position that player 0 is about to attack from."""
    loaded = riskcore.load_variant(**variant) if isinstance(variant, dict) else riskcore.load_variant(variant)
    tree = GameTree(riskcore.Rulebook(loaded), 3, 1, (2, 2, 2))
    usual = {"owners": {"Brazil": 0, "Peru": 0, "North Africa": 1}, "rest": 2, "phase": "attack", "player": 0}
    tree.set_up({**usual, "armies": {"Brazil": 20, "North Africa": 3}, **position})
    return tree


def place(tree: GameTree, name: str) -> int:
    return tree.rules.board.territory(name)


def behind(tree: GameTree) -> dict[str, tuple[str, ...]]:
    """The rules behind the last move, with what they cite."""
    return {cause.rule: cause.ids for cause in tree.node.causes}


def test_a_battle_is_the_doing_of_the_dice() -> None:
    """Rules B5 and B6 and their like are cited by the rule."""
    tree = tree_of("classic-1959")
    tree.push(("attack", place(tree, "Brazil"), place(tree, "North Africa"), 3))
    ids = behind(tree)["dice"]
    assert "B5" in ids
    assert "B6" in ids


def test_a_modifier_is_named_where_it_makes_a_difference() -> None:
    """The house rule `empires` brings armies to who holds much, and to nobody else."""
    variant = {"source": "classic-1959", "rules": ["empires"]}
    board = riskcore.load_variant("classic-1959").load_board()
    everything = dict.fromkeys(board.territories, 1)
    named = []
    for owners in ({**everything, "Brazil": 0, "Peru": 2}, {"Brazil": 0, "Peru": 1, "Venezuela": 1}):
        tree = tree_of(variant, owners=owners, rest=2, phase="fortify")
        tree.push(("done",))
        named.append(behind(tree))
    assert "empires" in named[0]
    assert "empires" not in named[1]
    assert all("reinforcement" in each for each in named)


def test_each_rule_stands_in_the_turn_in_which_it_was_at_work() -> None:
    tree = tree_of("classic-1959", phase="fortify", captured=1)
    tree.push(("done",))
    turns = {cause.rule: cause.turn for cause in tree.node.causes}
    assert (turns["cards"], turns["reinforcement"]) == ((0, 1), (1, 1))
    assert [line[:2] for line in tree.node.story] == [(0, 1), (1, 1)]


def test_what_a_rule_brings_and_tells_is_its_own() -> None:
    tree = tree_of("capitals")
    tree.go(0)
    while tree.game.phase != "name capitals":
        tree.push(tuple(next(iter(tree.game.legal_moves))))
    tree.push(tuple(next(iter(tree.game.legal_moves))))
    assert "capitals" in behind(tree)


def test_what_is_decided_in_secret_names_no_rule() -> None:
    tree = tree_of("classic-1959", phase="trade", hands={"0": [0, 1, 2, 42]})
    tree.push(("done",))
    assert tree.node.secret
    assert behind(tree) == {}


@pytest.mark.parametrize(
    ("move", "words", "rule"),
    [
        (("attack", "Brazil", "Peru", 1), "same owner", "armies"),
        (("attack", "Peru", "Brazil", 2), "2 armies", "turn"),
    ],
)
def test_a_refusal_comes_with_the_rule_behind_it(move: tuple[Any, ...], words: str, rule: str) -> None:
    tree = tree_of("classic-1959")
    kind, source, target, dice = move
    before = tree.game.to_json()
    said, cause = tree.causes.refusal(tree.game, (kind, place(tree, source), place(tree, target), dice))
    assert words in said
    assert cause is not None
    assert cause.rule == rule
    assert tree.game.to_json() == before


def test_a_legal_move_is_not_refused() -> None:
    tree = tree_of("classic-1959")
    assert tree.causes.refusal(tree.game, ("done",)) == ("", None)


def test_a_game_that_names_its_rules_goes_as_any_other() -> None:
    rules = riskcore.Rulebook(riskcore.load_variant("capitals"))
    tree, plain = GameTree(rules, 3, 4, (0, 0, 0)), riskcore.Game(rules, 3, 4)
    assert Causes(rules).rules is not rules
    chance = Random(1)
    while plain.outcome is None and len(plain.moves) < 120:
        move = tuple(plain.legal_moves.sample(chance))
        plain.push(move)
        tree.push(move)
    assert tree.game.to_json() == plain.to_json()
