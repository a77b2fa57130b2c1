"""The set-up of 1993, which that of 2004 follows up to the roll for the first turn."""

from collections.abc import Iterator
from random import Random

import pytest

from risk_editions.world_domination_1993 import Claim
from riskcore import Game, IllegalMove, Rulebook, State
from riskcore.events import TurnStarted
from riskcore.moves import Place

from .helpers import decider, of_kind, play_setup

STOCK = {3: 35, 4: 30, 5: 25, 6: 20}


def roll_in_setup(monkeypatch: pytest.MonkeyPatch, rules: Rulebook, players: int, faces: list[int]) -> Game:
    """A new game whose first dice show these faces, each of which is needed."""
    dice: Iterator[int] = iter(faces)
    with monkeypatch.context() as patch:
        patch.setattr(State, "roll", lambda state: next(dice))
        game = Game(rules, players=players)
    assert next(dice, None) is None
    return game


@pytest.mark.parametrize(
    ("players", "faces", "first"),
    [
        (3, [2, 5, 3], 1),
        (4, [1, 1, 1, 2], 3),
        (6, [6, 5, 5, 4, 3, 2], 0),
        (3, [4, 4, 4, 1, 2, 6], 2),
        (3, [3, 3, 3, 5, 5, 5, 1, 4, 2], 1),
    ],
)
def test_the_highest_die_claims_first(
    claiming: Rulebook, monkeypatch: pytest.MonkeyPatch, players: int, faces: list[int], first: int
) -> None:
    """[W93-1] If all are equal all roll again."""
    game = roll_in_setup(monkeypatch, claiming, players, faces)
    assert (game.phase, game.to_move) == ("claim", first)


def test_only_those_who_tied_for_the_highest_die_roll_again(
    claiming: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[W93-1] Players 0 and 2 tie and go on with 2 and 5."""
    assert roll_in_setup(monkeypatch, claiming, 3, [6, 1, 6, 2, 5]).to_move == 2


def test_any_seat_can_claim_first(claiming: Rulebook) -> None:
    """[W93-1]"""
    assert {Game(claiming, players=4, seed=seed).to_move for seed in range(60)} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_it_takes_three_to_six(claiming: Rulebook, players: int) -> None:
    """[W93-1]"""
    with pytest.raises(ValueError, match=f"{players} players"):
        Game(claiming, players=players)


@pytest.mark.parametrize("players", STOCK)
def test_everyone_in_turn_claims_one_empty_territory(claiming: Rulebook, players: int) -> None:
    """[W93-1]"""
    game = Game(claiming, players=players, seed=4)
    assert game.state.reserve == [STOCK[players]] * players
    first, chance, taken = decider(game), Random(1), set[int]()
    for turn in range(42):
        assert (game.phase, game.to_move) == ("claim", (first + turn) % players)
        assert set(game.legal_moves) == {Claim(territory) for territory in range(42) if territory not in taken}
        claimed = chance.choice([territory for territory in range(42) if territory not in taken])
        player = decider(game)
        game.push(Claim(claimed))
        taken.add(claimed)
        assert (game.state.owner[claimed], game.state.armies[claimed]) == (player, 1)
        if turn < 41:
            with pytest.raises(IllegalMove):
                game.push(Claim(claimed))
    assert game.phase == "muster"
    assert game.state.armies == [1] * 42


@pytest.mark.parametrize("players", STOCK)
def test_placing_goes_on_in_rotation_one_army_at_a_time(claiming: Rulebook, players: int) -> None:
    """[W93-1] The player after the last claimer is next, and all armies end on own territories."""
    game = Game(claiming, players=players, seed=4)
    first = decider(game)
    for territory in range(42):
        game.push(Claim(territory))
    for turn in range(42, players * STOCK[players]):
        player = decider(game)
        assert (game.phase, player) == ("muster", (first + turn) % players)
        own = game.state.territories_of(player)
        assert set(game.legal_moves) == {Place(territory, 1) for territory in own}
        assert Place(own[0], 2) not in game.legal_moves
        game.push(Place(own[turn % len(own)], 1))
    assert game.state.turn == 1
    assert sum(game.state.armies) == players * STOCK[players]
    for player in range(players):
        assert sum(game.state.armies[t] for t in game.state.territories_of(player)) == STOCK[players]


def test_players_without_armies_are_skipped(claiming: Rulebook) -> None:
    """[W93-1] Here by hand: with equal stocks and one rotation nobody runs out early."""
    game = Game(claiming, players=4, seed=4)
    for territory in range(42):
        game.push(Claim(territory))
    here = decider(game)
    for step, left in enumerate([2, 0, 3, 1]):
        game.state.reserve[(here + step) % 4] = left
    order = []
    for _ in range(6):
        assert game.phase == "muster"
        order.append((decider(game) - here) % 4)
        game.push(Place(game.state.territories_of(decider(game))[0], 1))
    assert order == [0, 2, 3, 0, 2, 2]
    assert game.state.turn == 1


@pytest.mark.parametrize("players", STOCK)
def test_the_first_claimer_takes_the_first_turn(domination: Rulebook, players: int) -> None:
    """[W93-1] Whoever was the last to place."""
    for seed in range(8):
        game = Game(domination, players=players, seed=seed)
        first = decider(game)
        events = play_setup(game, seed)
        assert of_kind(events, TurnStarted) == [TurnStarted(first, 1)]
        assert game.state.player == game.to_move == first
