"""Random steps a second of our PettingZoo environment, beside PettingZoo's connect four: needs pygame as well.

CPU time, all of them in turns within one run, the best of each: `python benchmarks/adapters.py [VARIANT …]`.
"""

import argparse
import sys
import time
import warnings
from typing import Any

from riskcore import load_variant
from riskcore.adapters.pettingzoo import RiskEnv
from riskcore.files.variant import shipped_variants


def steps_a_second(env: Any, steps: int) -> float:
    """One run of random play, game after game."""
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
        if played == steps:
            return steps / (time.process_time() - start)
    raise AssertionError("the iteration does not end by itself")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("variants", nargs="*", help="all shipped ones, if none is named")
    options.add_argument("--steps", type=int, default=2000, help="of each run")
    options.add_argument("--repeats", type=int, default=5, help="runs of each")
    arguments = options.parse_args()
    warnings.simplefilter("ignore")
    from pettingzoo.classic.connect_four.connect_four import env as connect_four

    envs = {"connect_four": connect_four()}
    for name in arguments.variants or [variant.id for variant in shipped_variants() if variant.group != "base"]:
        envs[name] = RiskEnv(name, min(4, load_variant(name).players.max))
    best = dict.fromkeys(envs, 0.0)
    for _ in range(arguments.repeats):
        for name, env in envs.items():
            best[name] = max(best[name], steps_a_second(env, arguments.steps))
    for name, speed in best.items():
        print(f"{name:26} {speed:8,.0f} steps/s   {speed / best['connect_four']:.2f}")


if __name__ == "__main__":
    main()
