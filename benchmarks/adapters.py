"""Random steps a second of our PettingZoo environment, beside PettingZoo's connect four: needs pygame as well."""

import sys
import time
import warnings
from typing import Any

from riskcore.adapters.pettingzoo import RiskEnv

STEPS = 4000
REPEATS = 5


def steps_a_second(env: Any) -> float:
    env.reset(seed=1)
    played = 0
    start = time.process_time()
    for agent in env.agent_iter(sys.maxsize):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            if not env.agents:
                env.reset()
            continue
        mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
        env.step(env.action_space(agent).sample(mask))
        played += 1
        if played == STEPS:
            return STEPS / (time.process_time() - start)
    raise AssertionError("the iteration does not end by itself")


def main() -> None:
    warnings.simplefilter("ignore")
    from pettingzoo.classic.connect_four.connect_four import env as connect_four

    envs = {"connect_four": connect_four()}
    envs |= {name: RiskEnv(name, 4) for name in ("classic-1959", "golden-cavalry-2004", "mission-2004", "capitals")}
    best = dict.fromkeys(envs, 0.0)
    for _ in range(REPEATS):
        for name, env in envs.items():
            best[name] = max(best[name], steps_a_second(env))
    for name, speed in best.items():
        print(f"{name:20} {speed:8,.0f} steps/s   {speed / best['connect_four']:.2f}")


if __name__ == "__main__":
    main()
