"""How good a position is for everybody at the table, from what any variant has: armies, income, cards and progress."""

from collections.abc import Sequence
from math import exp, log

import attrs

from risk_bots.asking import nearness, set_worth
from riskcore import Game, State

__all__ = ["Assets", "Weights", "assets", "chances_of"]


@attrs.frozen
class Assets:
    """What one player has, as far as it tells who will win."""

    armies: int
    income: float
    at_risk: float  # of the income, for continents whose weakest place may fall
    cards: float  # in armies, were each of them a set
    near: float  # to winning, by whatever rule
    wait: float  # until their turn, as a share of a round


@attrs.frozen
class Weights:
    """How much each asset counts; fitted to who wins among planners, by `benchmarks/search_fit.py`."""

    ahead: float = 1.6  # turns of income
    at_risk: float = 1.7  # of it is lost, where all of it may be
    set_size: float = 2.8  # cards
    table: float = 0.16  # the power of strength: among many, …
    duel: float = 5.5  # … and more of it the fewer rivals there are
    wait: float = 0.37  # what it costs to move last
    near: float = 0.4  # what it brings to be about to win


def assets(game: Game, sets: Sequence[Sequence[int]]) -> list[Assets | None]:
    """What everybody has; None for who is out. `sets` are some that say what a card is worth."""
    state = game.state
    players = state.players
    armies = [0] * len(state.held)
    for holder, here in zip(state.owner, state.armies, strict=True):
        if holder >= 0:
            armies[holder] += here
    found: list[Assets | None] = [None] * players
    for player in range(players):
        if state.alive[player]:
            view = game.view(player)
            income = state.rules.reinforcement(state, player)
            cards = len(state.hands[player])
            found[player] = Assets(
                armies[player],
                income,
                _at_risk(state, player, income),
                cards * set_worth(view, player, sets) if cards else 0.0,
                nearness(view, player),
                (player - state.player) % players / players,
            )
    return found


def chances_of(everybody: Sequence[Assets | None], weights: Weights = Weights()) -> list[float]:
    """Everybody's chance to win, roughly; they add up to 1."""
    rivals = max(1, sum(each is not None for each in everybody) - 1)
    power = weights.table + weights.duel / rivals
    shares = [0.0 if each is None else exp(power * _strength(each, weights)) for each in everybody]
    whole = sum(shares) or 1.0
    return [share / whole for share in shares]


def _strength(has: Assets, weights: Weights) -> float:
    income = max(0.0, has.income - weights.at_risk * has.at_risk)
    power = has.armies + weights.ahead * income + has.cards / weights.set_size
    return log(max(power, 0.5)) - weights.wait * has.wait + weights.near * has.near**4


def _at_risk(state: State, player: int, income: int) -> float:
    """The income that others may take away by a capture: of each continent as far as it is in danger."""
    board = state.board
    taker = next(other for other in range(state.players) if other != player)
    lost = 0.0
    for continent, size in enumerate(state.continent_sizes):
        if state.held_in[player][continent] == size > 0:
            members = board.members[continent]
            danger = max(_danger(state, player, place) for place in members)
            if danger:
                place = next(place for place in members if state.owner[place] == player)
                state.give(place, taker)
                lost += danger * (income - state.rules.reinforcement(state, player))
                state.give(place, player)
    return lost


def _danger(state: State, player: int, place: int) -> float:
    """How strong the strongest army beside a place is, as a share of both."""
    owner, armies, players = state.owner, state.armies, state.players
    threat = 1
    for near in state.board.neighbours[place]:
        if armies[near] > threat and owner[near] != player and 0 <= owner[near] < players:
            threat = armies[near]
    return (threat - 1) / (threat - 1 + armies[place]) if threat > 1 else 0.0
