"""The PettingZoo environment, by PettingZoo's own tests and with every warning an error."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from riskcore import load_variant
from riskcore.adapters.pettingzoo import RiskEnv
from riskcore.files.shipped import named_files

VARIANTS = [name for name in named_files("variant") if name != "standard"]


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def maker(name: str) -> Callable[..., RiskEnv]:
    players = load_variant(name).players.min
    return lambda **options: RiskEnv(name, players, **options)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_shipped_variant_passes_the_suites(name: str) -> None:
    make = maker(name)
    with redirect_stdout(StringIO()):
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=60)
        render_test(make)


def play(env: RiskEnv, seed: int) -> dict[str, float]:
    """A game by chance; what each agent got in the end."""
    env.reset(seed=seed)
    got: dict[str, float] = {}
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            got[agent] = reward
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
    return got


def test_the_winner_gets_1_and_the_others_share_the_loss() -> None:
    got = play(RiskEnv("capitals", 3, max_rounds=10_000), seed=1)
    assert sorted(got.values()) == [-0.5, -0.5, 1.0]


def test_a_game_that_takes_too_long_is_truncated_without_reward() -> None:
    env = RiskEnv("classic-1959", 3, max_rounds=2)
    assert play(env, seed=1) == dict.fromkeys(env.possible_agents, 0.0)
    assert env.table.game.outcome is None


def test_a_token_that_may_not_come_next_loses_the_game() -> None:
    env = RiskEnv("classic-1959", 3)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(env.rules.codec.end)
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.agents}


def test_what_others_hide_is_not_observed() -> None:
    env = RiskEnv("classic-1959", 3)
    env.reset(seed=1)
    game: Any = env.table.game
    before = [env.observe(agent) for agent in env.agents]
    state = game.state
    state.hands[1][:], state.deck[:] = state.deck[-2:], [*state.hands[1], *state.deck[:-2]]
    with_cards = env.observe("player_0")
    state.hands[1][:], state.deck[-2:] = state.deck[-2:], state.hands[1][:]
    assert np.array_equal(with_cards, env.observe("player_0"))
    assert not np.array_equal(env.observe("player_1"), before[1])
