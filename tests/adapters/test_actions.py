"""The codec of actions: every legal move can be told in tokens, and nothing else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskcore import Game, Rulebook, load_variant
from riskcore.adapters.actions import ActionCodec, Choice
from riskcore.files.shipped import named_files
from riskcore.moves import MoveIn, MoveRange, Place

VARIANTS = [name for name in named_files("variant") if name != "standard"]


def tell(choice: Choice, path: tuple[int, ...]) -> None:
    """Choose along a path, but for what is forced."""
    while choice.move is None:
        choice.take(path[len(choice.taken)])


@pytest.mark.parametrize("name", VARIANTS)
def test_every_legal_move_can_be_told_and_leads_to_itself(name: str) -> None:
    rules = Rulebook(load_variant(name))
    players = rules.variant.players.min
    codec = ActionCodec(rules, players)
    chance = Random(1)
    game = Game(rules, players, seed=2)
    for _ in range(60):
        if game.outcome is not None:
            break
        moves = list(game.legal_moves)
        for move in moves if len(moves) < 30 else chance.sample(moves, 30):
            choice = codec.choice(game.legal_moves.ranges())
            tell(choice, codec.tokens(move))
            assert choice.move == move
            assert tuple(choice.taken) == codec.tokens(move)
        game.push(chance.choice(moves))


@pytest.mark.parametrize("name", ["classic-1959", "mission-2004", "two-player-active-2004", "expert"])
def test_every_row_of_options_ends_in_a_legal_move(name: str) -> None:
    rules = Rulebook(load_variant(name))
    players = rules.variant.players.min
    codec = ActionCodec(rules, players)
    chance = Random(3)
    game = Game(rules, players, seed=4)
    for _ in range(120):
        if game.outcome is not None:
            break
        choice = codec.choice(game.legal_moves.ranges())
        while choice.move is None:
            assert len(choice.options) > 1, "a forced token is not asked for"
            choice.take(chance.choice(choice.options))
        assert choice.move in game.legal_moves
        game.push(choice.move)


@given(low=st.integers(0, 300), size=st.integers(0, 3000), data=st.data())
def test_numbers_of_any_size_are_told_digit_by_digit(low: int, size: int, data: st.DataObject) -> None:
    rules = Rulebook(load_variant("classic-1959"))
    codec = ActionCodec(rules, 3)
    wanted = data.draw(st.integers(low, low + size))
    choice = codec.choice([MoveRange(MoveIn, (), low, low + size)])
    tell(choice, codec.tokens(("move in", wanted)))
    assert choice.move == ("move in", wanted)


def test_a_token_that_may_not_come_next_is_refused_and_changes_nothing() -> None:
    codec = ActionCodec(Rulebook(load_variant("classic-1959")), 3)
    choice = codec.choice([MoveRange(Place, (3,), 1, 5), MoveRange(Place, (4,), 1, 5)])
    options = list(choice.options)
    with pytest.raises(ValueError, match="none of the tokens that may come next"):
        choice.take(codec.end)
    assert choice.options == options


def test_a_copy_goes_its_own_way() -> None:
    codec = ActionCodec(Rulebook(load_variant("classic-1959")), 3)
    choice = codec.choice([MoveRange(Place, (3,), 1, 5), MoveRange(Place, (4,), 1, 5)])
    twin = choice.copy()
    twin.take(twin.options[0])
    assert choice.taken != twin.taken


def test_words_name_every_token() -> None:
    codec = ActionCodec(Rulebook(load_variant("two-player-1959")), 2)
    assert len(codec.words) == codec.size
    assert {"place", "Brazil", "card 0", "player 1", "7", "end"} <= set(codec.words)
