"""One seat of any variant as a Gymnasium environment; bots have the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from riskcore import Forfeit, Rulebook, Variant
from riskcore.adapters.table import TokenGame, TokenRules, returns
from riskcore.adapters.words import position_words
from riskcore.files.bots import bot_maker, named_bot
from riskcore.files.catalog import Catalog
from riskcore.tape import derive_seed

__all__ = ["SeatEnv"]


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """The learner sits in another seat from game to game, at a table with `bots`: names as for `--bots`, or objects.

    Each action is a token, and `info["action_mask"]` says which may come next. The reward comes at the end: 1 for a
    win, a share of -1 for a loss, nothing for a game that has not ended after `max_rounds` rounds. A token that may not
    come next loses the game. A bot that forfeits ends it; against a single bot the learner has then won.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        variant: str | Variant | Rulebook = "classic-1959",
        bots: Sequence[Any] = ("greedy", "greedy", "greedy"),
        *,
        max_rounds: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self.rules = TokenRules(variant, len(bots) + 1)
        catalog = Catalog(self.rules.rulebook.variant.plugin_files)
        self._makers = [bot_maker(named_bot(bot), catalog) for bot in bots]
        self.max_rounds = max_rounds
        self.render_mode = render_mode
        self.observation_space = Box(self.rules.layout.low, self.rules.layout.high)
        self.action_space = Discrete(self.rules.codec.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new game, up to the learner's first decision. The same seed gives the same one."""
        super().reset(seed=seed)
        while True:
            game_seed = int(self.np_random.integers(1 << 53))
            self.seat = int(self.np_random.integers(self.rules.players))
            self.table = TokenGame.start(self.rules, game_seed)
            self._seat_bots(game_seed)
            self._play_bots()
            if self.table.to_move == self.seat:
                return self.table.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Choose a token; the bots then play until the learner is asked again."""
        if action not in self.table.options:
            lost = {"illegal": f"token {action} may not come next"}
            return self.table.observe(self.seat), -1.0, True, False, lost
        self.table.take(int(action))
        self._play_bots()
        outcome = self.table.game.outcome
        reward = returns(outcome, self.rules.players)[self.seat]
        truncated = outcome is None and self._is_too_long()
        return self.table.observe(self.seat), reward, outcome is not None, truncated, self._info()

    def render(self) -> str:
        """The position in words."""
        return position_words(self.table.view(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask()}

    def _is_too_long(self) -> bool:
        return self.table.game.state.round > self.max_rounds

    def _seat_bots(self, seed: int) -> None:
        others = [player for player in range(self.rules.players) if player != self.seat]
        self._bots: dict[int, Any] = {}
        for player, make in zip(others, self._makers, strict=True):
            bot = self._bots[player] = make()
            bot.start(self.table.view(player), derive_seed(seed, player))
            self.table.game.state.orders[player] = bot.order

    def _play_bots(self) -> None:
        table = self.table
        while table.to_move not in (None, self.seat) and not self._is_too_long():
            assert table.to_move is not None
            try:
                move = self._bots[table.to_move].decide(table.view(table.to_move))
            except Forfeit as error:
                table.forfeit(error.what)
            else:
                table.tell(move)


gymnasium.register("riskvar/Seat-v0", entry_point="riskcore.adapters.gymnasium:SeatEnv")
