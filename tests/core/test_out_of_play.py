"""Territories out of play: nobody's for a whole game, and not missed when a continent is counted."""

from collections.abc import Callable

import pytest

from riskcore import Game, IllegalMove, Rulebook, load_variant
from riskcore.state import NOBODY, OUT_OF_PLAY
from riskcore.testing import broken_invariants

House = Callable[..., Rulebook]

RULES = Rulebook(load_variant("classic-1959"))
PERU, BRAZIL = RULES.board.territory("Peru"), RULES.board.territory("Brazil")
SOUTH = RULES.board.continent("South America")

LOST_ISLE = """
@attrs.frozen(eq=False)
class LostIsle:
    @hookimpl(wrapper=True)
    def setup(self):
        return ("sink", *(yield))

    @hookimpl
    def phases(self):
        return (Phase("sink", lambda state, player: state.take_out(state.board.territory("Japan"))),)
"""


def without_peru() -> Game:
    return Game.from_position(RULES, 2, {"out": ["Peru"], "owners": {"Brazil": 1}})


def test_nobody_holds_one_and_no_army_stands_there() -> None:
    state = without_peru().state
    assert (state.owner[PERU], state.armies[PERU]) == (OUT_OF_PLAY, 0)
    assert sum(state.held) == len(RULES.board.territories) - 1
    assert state.continent_sizes[SOUTH] == len(RULES.board.members[SOUTH]) - 1
    assert broken_invariants(state) == []


def test_copies_and_saves_and_views_count_the_same() -> None:
    game = without_peru()
    sizes = game.state.continent_sizes
    assert game.copy().state.continent_sizes == sizes
    assert Game.from_json(game.to_json(), RULES).state.continent_sizes == sizes
    assert game.view(0).continent_sizes == sizes


def test_an_army_on_one_breaks_an_invariant() -> None:
    state = without_peru().state
    state.armies[PERU] = 1
    assert broken_invariants(state) == [f"Peru has 1 armies of owner {OUT_OF_PLAY}"]


def test_a_territory_that_somebody_has_stays_in_play() -> None:
    with pytest.raises(ValueError, match="Brazil cannot go out of play"):
        without_peru().state.take_out(BRAZIL)


def test_a_continent_keeps_its_last_territory() -> None:
    names = [RULES.board.territories[place] for place in RULES.board.members[SOUTH]]
    with pytest.raises(ValueError, match=f"{names[-1]} cannot go out of play"):
        Game.from_position(RULES, 2, {"out": names})


@pytest.mark.parametrize("edition", ["classic-1959", "world-domination-1993"])
def test_set_ups_pass_it_by(house: House, edition: str) -> None:
    game = Game(house(LOST_ISLE, base=edition), 3, seed=1)
    while game.state.turn == 0:
        game.push(next(iter(game.legal_moves)))
    japan = game.rules.board.territory("Japan")
    assert game.state.owner[japan] == OUT_OF_PLAY
    assert NOBODY not in game.state.owner
    assert sum(game.state.held) == 41


@pytest.mark.parametrize(
    ("names", "size"),
    [
        ([], 0),
        (["Alaska"], 1),
        (["Alaska", "Kamchatka", "Brazil", "Peru"], 2),
        (["Alaska", "Brazil", "Peru", "Argentina"], 3),
    ],
)
def test_the_largest_piece_of_some_territories(names: list[str], size: int) -> None:
    board = RULES.board
    assert len(board.largest_piece(board.territory(name) for name in names)) == size


def test_of_equal_pieces_that_with_the_first_territory_counts() -> None:
    board = RULES.board
    pairs = [board.territory(name) for name in ("Siam", "India", "Alaska", "Alberta")]
    assert board.largest_piece(pairs) == {board.territory("Alaska"), board.territory("Alberta")}


def test_none_can_be_attacked() -> None:
    position = {"out": ["Peru"], "owners": {"Brazil": 1}, "armies": {"Brazil": 9}, "player": 1, "phase": "attack"}
    game = Game.from_position(RULES, 2, position)
    assert all(move[2] != PERU for move in game.legal_moves if move[0] == "attack")
    with pytest.raises(IllegalMove, match="Peru is out of play"):
        game.push(("attack", BRAZIL, PERU, 1))
