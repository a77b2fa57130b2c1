"""The tree of positions of one game: moves, steps back, branches."""

import pytest

import riskcore
from riskcore.web.game.tree import GameTree

RULES = riskcore.Rulebook(riskcore.load_variant("classic-1959"))


def played(moves: int) -> GameTree:
    """A game after so many moves, always the first that is legal."""
    tree = GameTree(RULES, 3, 7, (0, 0, 0))
    for _ in range(moves):
        tree.push(tuple(next(iter(tree.game.legal_moves))))
    return tree


def test_going_back_and_on_again_is_the_same_game() -> None:
    tree = played(60)
    end = tree.game.to_json()
    tree.go(20)
    assert tree.here == 20
    assert len(tree.game.moves) == 20
    tree.go(60)
    assert tree.game.to_json() == end


def test_every_earlier_position_is_that_of_a_replay() -> None:
    tree = played(60)
    replay = riskcore.Game(RULES, 3, 7)
    for number in range(60):
        assert tree.at(number).to_json() == replay.to_json()
        replay.push(tree.nodes[number + 1].move)  # type: ignore[arg-type]  # made by a move


def test_another_move_from_an_earlier_position_is_a_branch() -> None:
    tree = played(30)
    fork = next(number for number in range(5, 30) if len(tree.at(number).legal_moves) > 1)
    tree.go(fork)
    other = tuple(list(tree.game.legal_moves)[-1])
    branch = tree.push(other)
    assert (branch.parent, branch.number) == (fork, 31)
    assert tree.line() == [*range(fork + 1), 31]
    tree.go(30)
    assert tree.line() == list(range(31))


def test_the_same_move_again_leads_where_it_led() -> None:
    tree = played(30)
    tree.go(10)
    assert tree.push(tree.nodes[11].move).number == 11  # type: ignore[arg-type]  # made by a move
    assert len(tree.nodes) == 31


def test_a_position_set_up_by_hand_is_a_branch() -> None:
    tree = played(10)
    node = tree.set_up({"owners": {"Brazil": 1}, "armies": {"Brazil": 9}, "rest": 0, "phase": "attack"})
    assert node.parent == 10
    brazil = RULES.board.territory("Brazil")
    assert (tree.game.state.owner[brazil], tree.game.state.armies[brazil]) == (1, 9)
    tree.push(("done",))
    tree.go(10)
    tree.go(node.number)
    assert tree.game.state.armies[brazil] == 9


def test_a_refused_move_changes_nothing() -> None:
    tree = played(10)
    before = tree.game.to_json()
    with pytest.raises(riskcore.IllegalMove):
        tree.push(("place", 0, 99))
    assert (len(tree.nodes), tree.game.to_json()) == (11, before)


def test_the_story_names_whose_turn_it_is() -> None:
    tree = played(60)
    told = [line for node in tree.nodes for line in node.story]
    assert all(0 <= player < 3 and rounds >= 0 for player, rounds, _ in told)
    assert any("places" in words.lower() for _, _, words in told)
