"""A game that is played token by token: what all the adapters share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from riskcore import Game, Rulebook, Variant, View, load_variant
from riskcore.adapters.actions import ActionCodec, Choice
from riskcore.adapters.observations import ObservationLayout
from riskcore.flow import forfeit
from riskcore.rules import Outcome

__all__ = ["TokenGame", "TokenRules", "returns"]


class TokenRules:
    """A variant for a number of players, with its tokens and the layout of its observations."""

    def __init__(self, variant: str | Variant | Rulebook, players: int) -> None:
        self.name = variant if isinstance(variant, str) else ""
        if isinstance(variant, str):
            variant = load_variant(variant)
        self.rulebook = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        self.players = players
        self.codec = ActionCodec(self.rulebook, players)
        self.layout = ObservationLayout(self.rulebook, players)


class TokenGame:
    """A game under way. Decisions that leave no choice are taken at once; the tokens are those of the others."""

    def __init__(self, rules: TokenRules, game: Game) -> None:
        self.rules = rules
        self.game = game
        self._views = [game.view(player) for player in range(rules.players)]
        self._choice: Choice | None = None
        self._observed: dict[int, NDArray[np.float32]] = {}  # of this position, by player
        self._play_forced()

    @classmethod
    def start(cls, rules: TokenRules, seed: int) -> "TokenGame":
        """A game from its beginning."""
        return cls(rules, Game(rules.rulebook, rules.players, seed, events=False))

    @property
    def to_move(self) -> int | None:
        """Who chooses the next token; None when the game is over."""
        return self.game.to_move

    @property
    def options(self) -> list[int]:
        """The tokens that may come next."""
        return [] if self._choice is None else self._choice.options

    def take(self, token: int) -> None:
        """Choose a token; a move that is told by it is made."""
        assert self._choice is not None, "the game is over"
        self._choice.take(token)
        if self._choice.move is not None:
            self.game.push(self._choice.move)
            self._play_forced()

    def view(self, player: int) -> View:
        """What a player knows."""
        return self._views[player]

    def mask(self) -> NDArray[np.int8]:
        """1 for each token that may come next."""
        mask = np.zeros(self.rules.codec.size, np.int8)
        mask[self.options] = 1
        return mask

    def observe(self, player: int) -> NDArray[np.float32]:
        """What a player knows as numbers, with what they have told of their decision so far."""
        base = self._observed.get(player)
        if base is None:
            base = self._observed[player] = self.rules.layout.observe(self._views[player])
        row = base.copy()
        if self._choice is not None and self.to_move == player:
            self.rules.layout.tell(row, self._choice.taken)
        return row

    def tell(self, move: tuple[Any, ...]) -> None:
        """Make a whole move of the open decision."""
        self.game.push(move)
        self._play_forced()

    def forfeit(self, reason: str) -> None:
        """End the game because whoever is to decide cannot."""
        forfeit(self.game.state, reason)
        self._play_forced()

    def _play_forced(self) -> None:
        game = self.game
        self._observed.clear()
        while game.outcome is None:
            self._choice = self.rules.codec.choice(game.legal_moves.offers())
            if self._choice.move is None:
                return
            game.push(self._choice.move)
        self._choice = None


def returns(outcome: Outcome | None, players: int) -> list[float]:
    """What each seat gets: 1 for the winner, what adds up to -1 for the others, and 0 for all without a winner."""
    if outcome is None or outcome.winner < 0:
        return [0.0] * players
    return [1.0 if seat == outcome.winner else -1.0 / (players - 1) for seat in range(players)]
