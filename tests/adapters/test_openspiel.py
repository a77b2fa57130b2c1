"""The OpenSpiel game, by OpenSpiel's own random simulation, and what it does about chance."""

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel has no wheel for this Python")

from riskcore.adapters import openspiel  # noqa: E402 - only where pyspiel is


@pytest.mark.parametrize("variant", ["classic-1959", "world-domination-1993", "golden-cavalry-2004"])
def test_passes_the_random_simulation_with_serialisation(variant: str) -> None:
    game = pyspiel.load_game(f"riskvar(variant={variant},players=3,max_tokens=150)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def first_move(state: "openspiel.RiskState") -> None:
    """Choose the first token until chance is asked."""
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])


def test_a_state_before_a_move_does_not_know_the_dice() -> None:
    game = pyspiel.load_game("riskvar(variant=classic-1959,players=3)")
    state = game.new_initial_state()
    state.apply_action(7)
    while "attack" not in {game.rules.codec.words[token] for token in state.legal_actions()}:
        first_move(state)
        state.apply_action(0)
    attack = next(token for token in state.legal_actions() if game.rules.codec.words[token] == "attack")
    state.apply_action(attack)
    first_move(state)
    after = {str(state.child(chance)) for chance, _ in state.chance_outcomes()[:40]}
    assert len(after) > 1


def test_a_game_of_too_many_tokens_ends_without_a_winner() -> None:
    game = pyspiel.load_game("riskvar(variant=classic-1959,players=3,max_tokens=10)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.0, 0.0, 0.0]
