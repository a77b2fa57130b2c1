"""The PettingZoo environment, by PettingZoo's own tests and with every warning an error."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO

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


def test_the_tokens_of_a_decision_are_observed_and_then_forgotten() -> None:
    env = RiskEnv("classic-1959", 3)
    env.reset(seed=1)
    agent = env.agent_selection
    _, start, size, _ = env.rules.layout.parts["told"]
    before = env.observe(agent)
    env.step(int(np.flatnonzero(env.infos[agent]["action_mask"])[0]))
    after = env.observe(agent)
    assert not np.array_equal(before[start : start + size], after[start : start + size])
    assert np.array_equal(np.delete(before, range(start, start + size)), np.delete(after, range(start, start + size)))
