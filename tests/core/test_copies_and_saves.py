"""Copies and saved games go on identically from any decision, also in the middle of a battle."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskcore import Game, GameError, RiskError, Rulebook, load_variant
from riskcore.testing import broken_invariants

EDITIONS = ["classic-1959", "world-domination-1993", "golden-cavalry-2004"]
RULEBOOKS = {name: Rulebook(load_variant(name)) for name in EDITIONS}


def wander(name: str, players: int, seed: int, steps: int) -> Game:
    """A game after so many random moves."""
    game = Game(RULEBOOKS[name], players, seed)
    chance = Random(seed)
    for _ in range(steps):
        if game.outcome:
            break
        game.push(game.legal_moves.sample(chance))
    return game


def go_on(game: Game, steps: int) -> str:
    chance = Random(steps)
    for _ in range(steps):
        if game.outcome:
            break
        game.push(game.legal_moves.sample(chance))
    return game.to_json()


games = st.builds(wander, st.sampled_from(EDITIONS), st.integers(3, 6), st.integers(0, 10**6), st.integers(0, 400))


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_copy_goes_on_identically_and_alone(game: Game) -> None:
    before = game.to_json()
    twin = game.copy()
    after = go_on(twin, 60)
    assert game.to_json() == before
    assert go_on(game, 60) == after


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_saved_game_goes_on_identically(game: Game) -> None:
    twin = Game.from_json(game.to_json(), game.rules)
    assert twin.to_json() == game.to_json()
    assert go_on(twin, 60) == go_on(game, 60)


def test_a_saved_game_carries_its_variant() -> None:
    variant = load_variant("classic-1959", settings=["rules.fortify.moves=3"])
    game = Game(variant, 3, 5)
    twin = Game.from_json(game.to_json())
    assert twin.rules.fortify.moves == 3
    assert twin.to_json() == game.to_json()


@pytest.mark.parametrize("phase", ["defend", "move in"])
def test_it_works_in_the_middle_of_a_battle(phase: str) -> None:
    for seed in range(200):
        game = wander("classic-1959", 3, seed, 0)
        chance = Random(seed)
        while game.outcome is None and game.phase != phase and len(game.moves) < 300:
            game.push(game.legal_moves.sample(chance))
        if game.phase == phase:
            break
    assert game.phase == phase
    after = go_on(game.copy(), 40)
    assert go_on(Game.from_json(game.to_json(), game.rules), 40) == after == go_on(game, 40)


def test_a_copy_with_a_seed_knows_neither_dice_nor_deck() -> None:
    game = wander("classic-1959", 3, 3, 200)
    decks = {tuple(game.copy(seed=seed).state.deck) for seed in range(5)}
    draws = {game.copy(seed=seed).state.random() for seed in range(5)}
    assert len(decks) == len(draws) == 5
    assert all(sorted(deck) == sorted(game.state.deck) for deck in decks)


def test_an_imagined_game_has_other_hands_for_the_others() -> None:
    game = wander("classic-1959", 3, 3, 0)
    state = game.state
    state.hands[0][:], state.hands[1][:], state.hands[2][:] = [state.deck.pop() for _ in range(3)], state.deck[:3], []
    del state.deck[:3]
    twins = [game.view(0).imagine(seed).state for seed in range(6)]
    assert all(twin.hands[0] == state.hands[0] for twin in twins)
    assert len({tuple(twin.hands[1]) for twin in twins}) > 1
    for twin in twins:
        assert sorted(twin.hands[1] + twin.deck) == sorted(state.hands[1] + state.deck)


def test_a_spectator_imagines_all_hands() -> None:
    game = wander("classic-1959", 3, 3, 0)
    game.state.hands[0].append(game.state.deck.pop())
    imagined = [game.view(None).imagine(seed).state.hands[0] for seed in range(6)]
    assert {len(hand) for hand in imagined} == {1}
    assert len({hand[0] for hand in imagined}) > 1


@settings(max_examples=40, deadline=None)
@given(games, st.integers(0, 99))
def test_an_imagined_game_agrees_with_what_the_player_knows_and_can_be_played(game: Game, seed: int) -> None:
    before = game.to_json()
    for player in (None, *range(game.players)):
        view = game.view(player)
        imagined = view.imagine(seed)
        assert broken_invariants(imagined.state) == []
        if view.to_move == game.to_move:  # an imagined game may be past what somebody else decides in secret
            assert imagined.view(player).to_dict() == view.to_dict()
        assert imagined.to_json() == view.imagine(seed).to_json()
        assert imagined.moves == []
        go_on(imagined, 20)
    assert game.to_json() == before


def test_copies_share_the_moves_they_have_in_common_and_no_others() -> None:
    game = wander("classic-1959", 3, 3, 50)
    common = game.moves
    twin = game.copy()
    go_on(game, 20)
    assert twin.moves == common
    go_on(twin, 7)
    assert (twin.moves[:50], len(twin.moves), len(game.moves)) == (common, 57, 70)
    assert game.moves[:50] == common


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    game = wander("classic-1959", 3, 3, 0)
    with pytest.raises(GameError, match="seed"):
        game.copy(seed)
    with pytest.raises(GameError, match="seed"):
        game.view(0).imagine(seed)


@pytest.mark.parametrize("player", [-1, 3, 99, True, "0"])
def test_nobody_has_the_view_of_a_player_that_there_is_not(player: Any) -> None:
    with pytest.raises(GameError, match="must be 0 to 2, or None for a spectator"):
        wander("classic-1959", 3, 3, 0).view(player)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": 99}', '{"format": 1}', "nonsense", "[1, 2"])
def test_what_is_not_a_saved_game_is_refused_in_words(text: str) -> None:
    with pytest.raises(RiskError, match="saved game"):
        Game.from_json(text)
