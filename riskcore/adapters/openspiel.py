"""Any variant as an OpenSpiel game: `pyspiel.load_game("riskvar(variant=capitals,players=3)")`.

Chance is explicit: before the set-up, and before each move, a chance node chooses one of `CHANCES` ways in which the
dice may fall and the deck may lie, so that a search over the tree never knows them beforehand.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from riskcore import Game
from riskcore.adapters.actions import Choice
from riskcore.adapters.table import TokenRules, returns
from riskcore.adapters.words import position_words
from riskcore.tape import derive_seed

__all__ = ["CHANCES", "RiskGame"]

CHANCES = 256
_ODDS = [(number, 1.0 / CHANCES) for number in range(CHANCES)]
_MOST_PLAYERS = 6

_TYPE = pyspiel.GameType(
    short_name="riskvar",
    long_name="Variants of the board game Risk",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "classic-1959", "players": 3, "max_tokens": 100_000},
)


@cache
def _token_rules(variant: str, players: int) -> TokenRules:
    return TokenRules(variant, players)


class RiskGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type information
    """A variant for a number of players; a game of `max_tokens` tokens ends without a winner."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.rules = _token_rules(given["variant"], given["players"])
        self.max_tokens: int = given["max_tokens"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.codec.size,
            max_chance_outcomes=CHANCES,
            num_players=given["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.max_tokens,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "RiskState":
        """Before the set-up."""
        return RiskState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RiskObserver":
        """What a player knows, as numbers and in words."""
        return RiskObserver(self)


class RiskState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type information
    """A game under way: a chance node before each move, and the mover's tokens before that."""

    def __init__(self, game: RiskGame) -> None:
        super().__init__(game)
        self.table = ChanceTable(game.rules, game.max_tokens)

    def current_player(self) -> int:
        """Who decides now, which may be chance."""
        table = self.table
        if table.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if table.game is None or table.game.to_move is None or table.waits_for_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return table.game.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.table.choice is None else self.table.choice.options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All ways are as likely as one another."""
        return _ODDS

    def _apply_action(self, action: int) -> None:
        self.table.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self.table.rules.codec.words[action]

    def is_terminal(self) -> bool:
        """Whether the game is over, or has gone on for too long."""
        return self.table.is_over

    def returns(self) -> list[float]:
        """What each seat gets."""
        game = self.table.game
        return returns(game.outcome if game else None, self.table.rules.players)

    def __str__(self) -> str:
        return str(self.table)


class ChanceTable:
    """What a state is about, so that it copies and pickles: pyspiel does both to whatever a state holds."""

    def __init__(self, rules: TokenRules, most: int) -> None:
        self.rules = rules
        self.most = most
        self.told = 0
        self.game: Game | None = None  # before the set-up
        self.choice: Choice | None = None  # while chance decides it is a move already

    def __deepcopy__(self, memo: dict[int, Any]) -> "ChanceTable":
        twin = ChanceTable(self.rules, self.most)
        twin.told = self.told
        twin.game = None if self.game is None else self.game.copy()
        twin.choice = None if self.choice is None else self.choice.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        saved = None if self.game is None else self.game.to_json()
        taken = [] if self.choice is None else self.choice.taken
        return _restored, (self.rules.name, self.rules.players, self.most, self.told, saved, taken)

    @property
    def waits_for_chance(self) -> bool:
        """Whether a move is told and not yet made."""
        return self.choice is None or self.choice.move is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or has gone on for too long."""
        return self.told >= self.most or (self.game is not None and self.game.outcome is not None)

    def take(self, action: int) -> None:
        """A token of the player who decides, or what chance does."""
        self.told += 1
        if self.game is None:
            self.game = Game(self.rules.rulebook, self.rules.players, action, events=False)
        elif self.waits_for_chance:
            assert self.choice is not None
            assert self.choice.move is not None
            self.game = self.game.copy(derive_seed(action, self.told))
            self.game.push(self.choice.move)
        else:
            assert self.choice is not None
            self.choice.take(action)
            return
        self.ask()

    def ask(self) -> None:
        """Begin the next decision."""
        assert self.game is not None
        self.choice = None if self.game.outcome else self.rules.codec.choice(self.game.legal_moves.offers())

    def __str__(self) -> str:
        if self.game is None:
            return "before the set-up"
        told = [] if self.choice is None else [self.rules.codec.words[token] for token in self.choice.taken]
        return f"{position_words(self.game.view(None))}\ntold so far: {' '.join(told) or 'nothing'}"


def _restored(variant: str, players: int, most: int, told: int, saved: str | None, taken: Sequence[int]) -> ChanceTable:
    table = ChanceTable(_token_rules(variant, players), most)
    table.told = told
    if saved is not None:
        table.game = Game.from_json(saved, table.rules.rulebook, events=False)
        table.ask()
        while table.choice is not None and len(table.choice.taken) < len(taken):
            table.choice.take(taken[len(table.choice.taken)])
    return table


class RiskObserver:
    """OpenSpiel's way to ask what a player knows."""

    def __init__(self, game: RiskGame) -> None:
        self._rules = game.rules
        self.tensor = np.zeros(game.rules.layout.size, np.float32)
        self.dict = {
            part.name: self.tensor[part.start : part.start + part.size] for part in game.rules.layout.parts.values()
        }

    def set_from(self, state: RiskState, player: int) -> None:
        """Look at a state with a player's eyes."""
        game, choice = state.table.game, state.table.choice
        if game is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = self._rules.layout.observe(game.view(player))
        if choice is not None and game.to_move == player:
            self._rules.layout.tell(self.tensor, choice.taken)

    def string_from(self, state: RiskState, player: int) -> str:
        """The same in words."""
        if state.table.game is None:
            return "before the set-up"
        view = state.table.game.view(player)
        return f"{position_words(view)}\nplayer {player} holds cards {sorted(view.hand)}"


pyspiel.register_game(_TYPE, RiskGame)
