"""Every listed move is accepted; every other is refused and changes nothing; asking never changes anything."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskcore import Game, IllegalMove, MalformedMove, domains
from riskcore.moves import Move, MoveRange, Place, compile_test
from tests.core.test_copies_and_saves import EDITIONS, RULEBOOKS, wander

games = st.builds(wander, st.sampled_from(EDITIONS), st.integers(3, 6), st.integers(0, 10**6), st.integers(0, 300))
kinds = st.sampled_from(
    ["place", "trade", "attack", "assault", "defend", "move in", "call off", "fortify", "done", "claim", "match", "?"]
)
numbers = st.one_of(
    st.integers(-3, 50), st.booleans(), st.none(), st.floats(), st.text(max_size=2), st.tuples(st.integers(0, 43))
)


@settings(max_examples=80, deadline=None)
@given(games)
def test_every_listed_move_is_accepted(game: Game) -> None:
    moves = list(game.legal_moves)
    assert bool(moves) == (game.outcome is None)
    assert len(set(moves)) == len(moves)
    for move in Random(0).sample(moves, min(len(moves), 40)):
        assert move in game.legal_moves
        game.copy().push(move)


@settings(max_examples=300, deadline=None)
@given(games, kinds, st.lists(numbers, max_size=6))
def test_a_move_is_made_if_it_is_in_the_legal_moves_and_else_changes_nothing(
    game: Game, kind: str, fields: list[Any]
) -> None:
    move = (kind, *fields)
    before = game.to_json()
    legal = move in game.legal_moves
    assert game.to_json() == before
    try:
        game.push(move)
    except (IllegalMove, MalformedMove):
        assert not legal
        assert game.to_json() == before
    else:
        assert legal


@pytest.mark.parametrize(
    "move", [None, (), "done", [["done"]], ["place", [3]], [], 5, ("done", 1), ({},), ((),), (("done",),), b"done"]
)
def test_what_is_not_a_move_is_called_malformed(move: Any) -> None:
    game = wander("classic-1959", 3, 1, 0)
    before = game.to_json()
    with pytest.raises(MalformedMove):
        game.push(move)
    assert game.to_json() == before


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_list_from_json_is_the_move_it_was_made_of(game: Game) -> None:
    if game.outcome is None:
        move = game.legal_moves.sample(Random(1))
        sent = json.loads(json.dumps(move))
        assert sent in game.legal_moves
        assert [*sent, 1] not in game.legal_moves
        twin = game.copy()
        twin.push(move)
        game.push(sent)
        assert game.to_json() == twin.to_json()


@settings(max_examples=80, deadline=None)
@given(games)
def test_ranges_are_the_listed_moves_in_short(game: Game) -> None:
    ranges = list(game.legal_moves.ranges())
    spread = [move for offer in ranges for move in (offer if isinstance(offer, MoveRange) else [offer])]
    assert spread == list(game.legal_moves)
    assert len(game.legal_moves) == len(spread)
    territories = len(game.rules.board.territories)
    if game.phase == "place":
        assert len(ranges) <= territories
        assert all(isinstance(offer, MoveRange) and offer.low == 1 for offer in ranges)


def test_a_range_is_a_sequence_that_may_be_read_from_its_end() -> None:
    offer = MoveRange(Place, (3,), 2, 5)
    assert (offer[0], offer[-1], len(offer)) == (Place(3, 2), Place(3, 5), 4)
    assert list(reversed(offer)) == [Place(3, armies) for armies in (5, 4, 3, 2)]
    with pytest.raises(IndexError):
        offer[4]


@settings(max_examples=40, deadline=None)
@given(games, st.integers(0, 99))
def test_a_sample_is_what_a_choice_from_the_list_would_be(game: Game, seed: int) -> None:
    if game.outcome is None:
        actions = list(game.rules.phases[game.phase or ""].actions)
        by_kind = [
            [move for move in game.legal_moves if move[0] == action.move.kind] for action in actions if not action.order
        ]
        chance = Random(seed)
        chance.shuffle(by_kind)
        expected = next(chance.choice(moves) for moves in by_kind if moves)
        assert game.legal_moves.sample(Random(seed)) == expected


def test_a_refusal_names_the_move_the_phase_and_the_reason() -> None:
    game = wander("classic-1959", 3, 1, 0)
    player = game.to_move
    with pytest.raises(
        IllegalMove,
        match=rf"place 99 on [A-Z][A-Za-z ]+ is illegal in phase 'place' of turn 1 "
        rf"with player {player} to decide: 99 armies to place",
    ):
        game.push(("place", game.state.territories_of(player)[0], 99))


def test_a_move_of_another_phase_says_what_is_taken_here() -> None:
    with pytest.raises(IllegalMove, match="it takes place"):
        wander("classic-1959", 3, 1, 0).push(("done",))


def test_after_the_end_nothing_is_legal() -> None:
    rules = RULEBOOKS["classic-1959"]
    board = rules.board
    position = {"rest": 0, "owners": {"Japan": 1}, "armies": {"Mongolia": 9}, "phase": "attack", "orders": [1, 1]}
    game = Game.from_position(rules, 2, position)
    game.push(("assault", board.territory("Mongolia"), board.territory("Japan"), 1, -9, 1))
    assert game.outcome is not None
    assert game.outcome.winner == 0
    assert list(game.legal_moves) == []
    with pytest.raises(IllegalMove, match="over"):
        game.push(("done",))


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_move_in_words_is_read_as_the_same_move(game: Game) -> None:
    for move in Random(0).sample(moves := list(game.legal_moves), min(len(moves), 20)):
        read = game.parse(game.words(move))
        assert type(read) is type(move)
        assert read == move if move[0] != "trade" else read in game.legal_moves


def test_words_that_mean_no_move_are_refused() -> None:
    game = wander("classic-1959", 3, 1, 0)
    assert game.parse("attack Brazil from Peru with 3") == game.parse("Attack from peru, to BRAZIL with 3 dice")
    for text in ("", "sing", "attack Brazl from Peru with 3", "place 3", "place 3 on Brazil and Peru"):
        with pytest.raises(MalformedMove, match="not a move of this game"):
            game.parse(text)
    with pytest.raises(MalformedMove):
        game.words(("place", 3))


class Accuse(Move, kind="accuse"):
    """A move that names a player and what for, one word of which is also the name of tests' variable."""

    player: int = domains.player()
    what: str = domains.word("value", "armies")


@pytest.mark.parametrize(
    ("move", "fits"),
    [
        (("accuse", 2, "value"), True),
        (("accuse", 2, "armies"), True),
        (("accuse", 3, "value"), False),
        (("accuse", True, "value"), False),
        (("accuse", 2, "cards"), False),
        (("accuse", 2), False),
        (("accuse", 2, "value", 1), False),
        (["accuse", 2, "value"], False),
    ],
)
def test_the_shape_of_a_move_is_that_of_its_domains(move: Any, fits: bool) -> None:
    state = Game(RULEBOOKS["classic-1959"], 3).state
    assert compile_test(Accuse, 42, 44)(move, state) is fits
