"""One seat against bots, by Gymnasium's own check and with every warning an error."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from riskcore.adapters.gymnasium import SeatEnv

NAME = "riskcore.adapters.gymnasium:riskvar/Seat-v0"


@pytest.mark.parametrize("variant", ["classic-1959", "mission-2004"])
def test_passes_the_check(variant: str) -> None:
    env = gymnasium.make(NAME, variant=variant, bots=("greedy", "random"), render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def play(env: SeatEnv, seed: int) -> tuple[float, bool, bool]:
    _, info = env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while True:
        mask = info["action_mask"]
        _, reward, terminated, truncated, info = env.step(np.int64(chance.choice(np.flatnonzero(mask))))
        if terminated or truncated:
            return reward, terminated, truncated


def test_greedy_bots_beat_chance() -> None:
    env = SeatEnv("capitals", bots=("greedy", "greedy"))
    assert [play(env, seed) for seed in range(3)] == [(-0.5, True, False)] * 3


def test_a_game_that_takes_too_long_is_truncated() -> None:
    assert play(SeatEnv("classic-1959", bots=("random",) * 2, max_rounds=2), seed=1) == (0.0, False, True)


def test_a_bot_that_forfeits_ends_the_game() -> None:
    assert play(SeatEnv("two-player-1959", bots=("exec:./no-such-program",)), seed=1)[:2] == (1.0, True)
    assert play(SeatEnv("capitals", bots=("exec:./no-such-program", "random")), seed=1)[:2] == (0.0, True)


def test_the_learner_sits_in_every_seat() -> None:
    env = SeatEnv("two-player-1959", bots=("greedy",))
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}


def test_a_token_that_may_not_come_next_loses_the_game() -> None:
    env = SeatEnv(bots=("greedy", "greedy"))
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(env.rules.codec.end))
    assert (reward, terminated) == (-1.0, True)
    assert "may not come next" in info["illegal"]
