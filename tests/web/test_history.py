"""The tree of positions of one game: moves, steps back, branches."""

import pytest

import riskcore
from riskcore.web.history import History

RULES = riskcore.Rulebook(riskcore.load_variant("classic-1959"))


def played(moves: int) -> History:
    """A game after so many moves, always the first that is legal."""
    history = History(RULES, 3, 7, (0, 0, 0))
    for _ in range(moves):
        history.push(tuple(next(iter(history.game.legal_moves))))
    return history


def test_going_back_and_on_again_is_the_same_game() -> None:
    history = played(60)
    end = history.game.to_json()
    history.go(20)
    assert history.here == 20
    assert len(history.game.moves) == 20
    history.go(60)
    assert history.game.to_json() == end


def test_every_earlier_position_is_that_of_a_replay() -> None:
    history = played(60)
    replay = riskcore.Game(RULES, 3, 7)
    for number in range(60):
        assert history.at(number).to_json() == replay.to_json()
        replay.push(history.nodes[number + 1].move)  # type: ignore[arg-type]  # made by a move


def test_another_move_from_an_earlier_position_is_a_branch() -> None:
    history = played(30)
    fork = next(number for number in range(5, 30) if len(history.at(number).legal_moves) > 1)
    history.go(fork)
    other = tuple(list(history.game.legal_moves)[-1])
    branch = history.push(other)
    assert (branch.parent, branch.number) == (fork, 31)
    assert history.line() == [*range(fork + 1), 31]
    history.go(30)
    assert history.line() == list(range(31))


def test_the_same_move_again_leads_where_it_led() -> None:
    history = played(30)
    history.go(10)
    assert history.push(history.nodes[11].move).number == 11  # type: ignore[arg-type]  # made by a move
    assert len(history.nodes) == 31


def test_a_position_set_up_by_hand_is_a_branch() -> None:
    history = played(10)
    node = history.set_up({"owners": {"Brazil": 1}, "armies": {"Brazil": 9}, "rest": 0, "phase": "attack"})
    assert node.parent == 10
    brazil = RULES.board.territory("Brazil")
    assert (history.game.state.owner[brazil], history.game.state.armies[brazil]) == (1, 9)
    history.push(("done",))
    history.go(10)
    history.go(node.number)
    assert history.game.state.armies[brazil] == 9


def test_a_refused_move_changes_nothing() -> None:
    history = played(10)
    before = history.game.to_json()
    with pytest.raises(riskcore.IllegalMove):
        history.push(("place", 0, 99))
    assert (len(history.nodes), history.game.to_json()) == (11, before)


def test_the_story_names_whose_turn_it_is() -> None:
    history = played(60)
    told = [line for node in history.nodes for line in node.story]
    assert all(0 <= player < 3 and rounds >= 0 for player, rounds, _ in told)
    assert any("places" in words.lower() for _, _, words in told)
