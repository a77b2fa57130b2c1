"""Imagined games: how a position might go on for a player who plays the rest of a turn in some way."""

from risk_bots.asking import some_sets
from risk_bots.greedy import GreedyBot
from riskcore import DECIDER, Game, IllegalMove, View
from riskcore.rules import UNLIMITED

from .evaluation import assets, chances_of
from .ways import PLANNER, Way

__all__ = ["Rollouts"]

_MOST_MOVES = 3000  # in an imagined game, should it not move on


class Rollouts:
    """Games imagined from what a player sees now, each to the end of that player's turn, or so many rounds longer.

    Everybody plays as a planner does, but for the player in the rest of this turn.
    """

    def __init__(self, view: View) -> None:
        assert view.player is not None, "a spectator does not play"
        self._view = view
        self._me = view.player
        self._sets = some_sets(view)
        self.rivals = sum(view.alive[: view.players]) - 1

    def play(self, way: Way, seed: int, rounds: int) -> float:
        """The player's chance to win where an imagined game has come to; the same seed imagines the same."""
        game = self._view.imagine(seed)
        try:
            self._play_on(game, way, seed, 1 + self.rivals * rounds)
        except IllegalMove:
            return 0.0
        outcome = game.outcome
        if outcome is not None:
            return float(outcome.winner == self._me)
        return chances_of(assets(game, self._sets))[self._me]

    def _play_on(self, game: Game, way: Way, seed: int, turns: int) -> None:
        me, state = self._me, game.state
        frames, push, alive = state.frames, game.push, state.alive
        seats: dict[int, tuple[GreedyBot, View]] = {me: (way.player(game.view(me), seed), game.view(me))}
        turn = state.turn
        until = turn + turns if turn and state.player == me else UNLIMITED
        for _ in range(_MOST_MOVES):
            if not frames or not alive[me]:
                return
            if state.turn != turn:
                turn = state.turn
                if turn >= until:
                    return
                if state.player == me:
                    del seats[me]
                    until = min(until, turn + turns)
            seat = frames[-1][DECIDER]
            if seat not in seats:
                seen = game.view(seat)
                seats[seat] = PLANNER.player(seen, seed), seen
            player, seen = seats[seat]
            push(player.decide(seen))
