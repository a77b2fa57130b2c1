"""Moves are taken back by a game's owner, or because a rule failed in the middle of them: nothing is left half-made."""

from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskcore import Game, GameError, Rulebook, RulebookError
from riskcore.moves import Assault
from riskcore.phases.place import PlaceFrame
from riskcore.tape import Tape
from tests.core.test_copies_and_saves import EDITIONS, RULEBOOKS, wander

House = Callable[..., Rulebook]

FAILING = """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl
    def captured(self):
        def fail(state, player, target, victim):
            state.data["odd"].append(target)
            raise {error}
        return fail

    @hookimpl
    def data(self):
        return (Data("odd", lambda players, owners: [], seen="public"),)
"""

BORDER: dict[str, Any] = {
    "owners": {"Alberta": 0, "Alaska": 1},
    "armies": {"Alberta": 30, "Alaska": 3},
    "rest": 2,
    "phase": "attack",
}


def position(game: Game) -> str:
    return game.to_json()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EDITIONS), st.integers(3, 6), st.integers(0, 10**6), st.integers(1, 300), st.integers(1, 20))
def test_moves_taken_back_leave_the_game_as_it_was(edition: str, players: int, seed: int, made: int, back: int) -> None:
    game = wander(edition, players, seed, made)
    chance, before, pushed = Random(seed), [], []
    for _ in range(back):
        if game.outcome:
            break
        before.append(position(game))
        pushed.append(game.legal_moves.sample(chance))
        game.push(pushed[-1])
    for text, move in zip(reversed(before), reversed(pushed), strict=True):
        assert game.pop() == move
        assert position(game) == text


def test_views_see_what_is_taken_back() -> None:
    game = wander("classic-1959", 3, 1, 50)
    view = game.view(game.to_move)
    before = view.to_dict()
    for _ in range(30):
        game.push(next(iter(game.legal_moves)))
    for _ in range(30):
        game.pop()
    assert view.to_dict() == before == game.view(game.to_move).to_dict()


def test_a_copy_takes_moves_back_alone() -> None:
    game = wander("classic-1959", 3, 1, 100)
    before, twin = position(game), game.copy()
    while twin.moves:
        twin.pop()
    assert position(game) == before
    assert position(twin) == position(Game(game.rules, 3, 1))


def test_nothing_is_left_to_take_back() -> None:
    game = Game(RULEBOOKS["classic-1959"], 3, 1)
    with pytest.raises(GameError, match="no move to take back"):
        game.pop()
    game.push(next(iter(game.legal_moves)))
    with pytest.raises(GameError, match="no move to take back"):
        game.copy(seed=1).pop()
    game.settle()
    with pytest.raises(GameError, match="no move to take back"):
        game.pop()


def test_what_is_changed_in_the_state_stays_once_the_game_is_settled() -> None:
    game = wander("classic-1959", 3, 1, 100)
    game.state.reserve[:] = [9, 9, 9]
    game.settle()
    before = position(game)
    game.push(next(iter(game.legal_moves)))
    game.pop()
    assert position(game) == before


def test_a_state_that_no_moves_lead_to_has_no_way_back() -> None:
    game = Game(RULEBOOKS["classic-1959"], 3, 1)
    game.push(next(iter(game.legal_moves)))
    game.state.armies[:] = [99] * len(game.state.armies)
    game.state.reserve[:] = [99] * 3
    game.state.frames[-1][PlaceFrame.left] = 99
    game.push(("place", game.state.owner.index(game.to_move), 50))
    game.push(next(iter(game.legal_moves)))
    with pytest.raises(GameError, match=r"no way back: \('place', .*, 50\), played again, is illegal"):
        game.pop()


@pytest.mark.parametrize("events", [True, False])
def test_a_rule_that_fails_leaves_nothing_half_made_and_is_named(house: House, events: bool) -> None:
    game = Game.from_position(house(FAILING.format(error="KeyError('x')")), 3, BORDER, events=events)
    alberta, alaska = (game.rules.board.territory(name) for name in ("Alberta", "Alaska"))
    game.state.orders[:] = [2, 2, 2]
    before, view = position(game), game.view(0)
    with pytest.raises(RulebookError, match=r"rule 'odd' failed: KeyError: 'x' \(\w+\.py:\d+\); the move was assault "):
        game.push(Assault(alberta, alaska, 1, -9, 99))
    assert position(game) == before
    assert (view.owner[alaska], view.data["odd"], game.moves) == (1, [], [])
    game.push(("done",))


def test_a_rule_that_leaves_leaves_nothing_half_made_either(house: House) -> None:
    game = Game.from_position(house(FAILING.format(error="KeyboardInterrupt")), 3, BORDER)
    alberta, alaska = (game.rules.board.territory(name) for name in ("Alberta", "Alaska"))
    game.state.orders[:] = [2, 2, 2]
    before = position(game)
    with pytest.raises(KeyboardInterrupt):
        game.push(Assault(alberta, alaska, 1, -9, 99))
    assert position(game) == before


def test_a_rule_that_fails_in_the_set_up_is_named(house: House) -> None:
    rules = house(
        """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl
    def army_limit(self):
        return lambda state, territory: 1 // 0
"""
    )
    with pytest.raises(RulebookError, match="rule 'odd' failed: ZeroDivisionError"):
        Game(rules, 3)


def test_threads_that_share_a_tape_read_the_same_numbers() -> None:
    tape, alone = Tape(7), Tape(7)
    threads = [Thread(target=lambda: [tape.reach(at) for at in range(0, 20_000, 64)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone.reach(len(tape.values) - 1)
    assert tape.values == alone.values
