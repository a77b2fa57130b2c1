"""How good a position is for everybody at the table, from what any variant has: armies, income, cards and progress."""

from collections.abc import Sequence
from math import exp, log

from risk_bots.asking import nearness, set_worth
from riskcore import Game

__all__ = ["chances"]

_AHEAD = 1.15  # turns of income that count
_CARDS_TO_A_SET = 3.0
_TABLE, _DUEL = 0.95, 3.6  # the power of strength: among many, and more of it the fewer rivals there are
_WAIT = 0.35  # what it costs to move last
_NEAR = 0.15  # what it brings to be about to win by some rule


def chances(game: Game, sets: Sequence[Sequence[int]]) -> list[float]:
    """Everybody's chance to win, roughly; they add up to 1."""
    state = game.state
    players = state.players
    if state.outcome is not None:
        return [float(state.outcome.winner == player) for player in range(players)]
    armies = [0] * len(state.held)
    for holder, here in zip(state.owner, state.armies, strict=True):
        if holder >= 0:
            armies[holder] += here
    rivals = max(1, sum(state.alive[:players]) - 1)
    weights = [0.0] * players
    for player in range(players):
        if state.alive[player]:
            view = game.view(player)
            power = armies[player] + _AHEAD * state.rules.reinforcement(state, player)
            cards = len(state.hands[player])
            if cards:
                power += cards * set_worth(view, player, sets) / _CARDS_TO_A_SET
            wait = (player - state.player) % players / players
            strength = log(max(power, 0.5)) - _WAIT * wait + _NEAR * nearness(view, player) ** 4
            weights[player] = exp((_TABLE + _DUEL / rivals) * strength)
    whole = sum(weights) or 1.0
    return [weight / whole for weight in weights]
