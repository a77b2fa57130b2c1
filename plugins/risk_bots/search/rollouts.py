"""Imagined games: how a position might go on for a player who plays the rest of a turn in some way."""

from risk_bots.asking import some_sets
from risk_bots.greedy import GreedyBot
from riskcore import DECIDER, Game, IllegalMove, View

from .evaluation import chances
from .ways import STYLES, Way

__all__ = ["Rollouts"]

_MOST_MOVES = 3000  # in an imagined game, should it not move on


class Rollouts:
    """Games imagined from what a player sees now, each until it has been that player's turn so many times again.

    Everybody plays as a planner does, but for the player in the rest of this turn.
    """

    def __init__(self, view: View, rounds: int) -> None:
        assert view.player is not None, "a spectator does not play"
        self._view = view
        self._me = view.player
        self._rounds = rounds
        self._sets = some_sets(view)

    def play(self, way: Way, seed: int) -> float:
        """The player's chance to win where an imagined game has come to; the same seed imagines the same."""
        game = self._view.imagine(seed)
        try:
            self._play_on(game, way, seed)
        except IllegalMove:
            return 0.0
        return chances(game, self._sets)[self._me]

    def _play_on(self, game: Game, way: Way, seed: int) -> None:
        me, state = self._me, game.state
        frames, push = state.frames, game.push
        seats: dict[int, tuple[GreedyBot, View]] = {me: (way.player(game.view(me), seed), game.view(me))}
        turn = state.turn
        left = self._rounds if turn else self._rounds + 1
        for _ in range(_MOST_MOVES):
            if not frames:
                return
            if state.turn != turn:
                turn = state.turn
                if state.player == me:
                    left -= 1
                    del seats[me]
                if left == 0 or not state.alive[me]:
                    return
            seat = frames[-1][DECIDER]
            if seat not in seats:
                seen = game.view(seat)
                seats[seat] = STYLES[0].player(seen, seed), seen
            player, seen = seats[seat]
            push(player.decide(seen))
