"""Any number of moves along own territories at the end of a turn."""

import pytest

from riskcore import Game, IllegalMove
from riskcore.moves import Done, Fortify

from .helpers import EDITIONS, armies, at, position, rulebook

# A path of player 0 from Indonesia to Ukraine; everything else is player 1's.
PATH = ["Indonesia", "Siam", "India", "Afghanistan", "Ukraine"]


@pytest.fixture(params=EDITIONS)
def game(request: pytest.FixtureRequest) -> Game:
    owners = dict.fromkeys([*PATH, "Alaska"], 0)
    return position(
        rulebook(request.param, "free-fortify"), rest=1, owners=owners, armies={"Indonesia": 5}, phase="fortify"
    )


def test_a_move_may_go_all_along_a_path_of_own_territories(game: Game) -> None:
    """[X2]"""
    game.push(Fortify(at(game, "Indonesia"), at(game, "Ukraine"), 4))
    assert (armies(game, "Indonesia"), armies(game, "Ukraine")) == (1, 5)


def test_moves_go_on_until_the_player_is_done(game: Game) -> None:
    """[X2]"""
    here, there = at(game, "Indonesia"), at(game, "Ukraine")
    for _ in range(6):
        game.push(Fortify(here, there, 4))
        here, there = there, here
    assert (game.phase, game.to_move) == ("fortify", 0)
    game.push(Done())
    assert game.to_move == 1


def test_there_is_no_way_through_enemy_territory(game: Game) -> None:
    """[X2]"""
    with pytest.raises(IllegalMove, match="out of reach"):
        game.push(Fortify(at(game, "Indonesia"), at(game, "Alaska"), 1))


def test_the_listed_moves_are_the_accepted_ones(game: Game) -> None:
    """[X2]"""
    listed = {move for move in game.legal_moves if isinstance(move, Fortify)}
    own = range(len(game.rules.board.territories))
    tried = {Fortify(here, there, number) for here in own for there in own for number in range(1, 6)}
    assert listed == {move for move in tried if move in game.legal_moves}
    assert len(listed) == 4 * 4
