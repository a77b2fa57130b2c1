"""Any variant as a PettingZoo environment: `env(variant="capitals", players=4)`."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from riskcore import Rulebook, Variant
from riskcore.adapters.table import TokenGame, TokenRules, returns
from riskcore.adapters.words import position_words

__all__ = ["RiskEnv", "env"]


class RiskEnv(AECEnv[str, NDArray[np.float32], int | None]):  # type: ignore[misc]  # pettingzoo ships no types
    """Agents take turns choosing tokens; `infos[agent]["action_mask"]` says which may come next.

    Rewards come at the end: 1 for the winner, and what adds up to -1 for the others. A game that has not ended after
    `max_rounds` rounds is truncated; one ends at once, with -1 for the offender, when a token is chosen that may not
    come next.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "risk_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str | Variant | Rulebook = "classic-1959",
        players: int = 4,
        *,
        max_rounds: int = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = TokenRules(variant, players)
        self.max_rounds = max_rounds
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        layout = self.rules.layout
        self.observation_spaces = {agent: Box(layout.low, layout.high) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.rules.codec.size) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Box:
        """The same row of numbers for every agent; `rules.layout.parts` says what stands where."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same tokens for every agent; `rules.codec.words` says what each is."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same one; without a seed each is another."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table = TokenGame.start(self.rules, int(self._seeds.integers(1 << 53)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_decider()

    def observe(self, agent: str) -> NDArray[np.float32]:
        """What an agent knows."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Choose a token for the agent that is to decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is still in the game chooses a token"
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if action in self.table.options:
            self.table.take(int(action))
            self._look_for_the_end()
        else:
            self._end_by_illegal(agent, action)
        self._turn_to_decider()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in words: returned, or printed in mode "human"."""
        words = position_words(self.table.game.view(None))
        if self.render_mode == "human":
            print(words)
            return None
        return words

    def close(self) -> None:
        """Nothing is held open."""

    def _look_for_the_end(self) -> None:
        game = self.table.game
        if game.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, returns(game.outcome, len(self.agents)), strict=True))
        elif game.state.round > self.max_rounds:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end_by_illegal(self, agent: str, action: int) -> None:
        """What PettingZoo's own games do with a learner that does not look at the mask."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards[agent] = -1.0
        self.infos[agent] = {"illegal": f"token {action} may not come next"}

    def _turn_to_decider(self) -> None:
        seat = self.table.to_move
        self.agent_selection = self.possible_agents[0 if seat is None else seat]
        if seat is not None and not any(self.terminations.values()):
            self.infos[self.agent_selection] = {"action_mask": self.table.mask()}


env = RiskEnv
