"""The player that looks ahead in imagined games."""

from functools import partial

import pytest

from risk_bots.search import SearchBot
from risk_bots.search.evaluation import assets, chances_of
from riskcore import Game, Rulebook, load_variant
from riskcore.lab.play.batch import Arena, Plan, play_game

from .players import decisions, seated

CLASSIC = Rulebook(load_variant("classic-1959"))


@pytest.mark.parametrize("name", ["capitals", "secret-mission-1993", "two-player-active-2004"])
def test_plays_on_and_the_seed_decides_everything(name: str) -> None:
    variant = load_variant(name)
    players = max(2, variant.players.min)
    arena = Arena(Plan(variant, players, seed=2, bots=("search(playouts=4)", "greedy"), max_rounds=4))
    assert play_game(arena, 0) == play_game(arena, 0)


def test_takes_the_win_that_is_there() -> None:
    position = {"owners": {"Japan": 1}, "armies": {"Kamchatka": 9, "Japan": 1}, "rest": 0, "phase": "attack"}
    moves = decisions(partial(SearchBot, playouts=12), "classic-1959", position, players=2)
    japan = CLASSIC.board.territory("Japan")
    assert {move[2] for move in moves if move[0] in ("assault", "attack")} == {japan}


def test_thinking_leaves_the_game_alone() -> None:
    game = Game(CLASSIC, 3, seed=4)
    bot, view = seated(partial(SearchBot, playouts=6), game, game.to_move or 0)
    before = game.to_json()
    bot.decide(view)
    assert game.to_json() == before


def test_time_may_be_the_budget() -> None:
    position = {"owners": {"Brazil": 0}, "armies": {"Brazil": 9}, "rest": 1, "phase": "attack"}
    game = Game.from_position(CLASSIC, 3, position)
    bot, view = seated(partial(SearchBot, milliseconds=2), game)
    assert bot.decide(view) in view.legal_moves
    assert "imagined games" in bot.why()


def test_a_continent_counts_for_less_with_an_army_at_its_door() -> None:
    australia = CLASSIC.board.members[CLASSIC.board.continent("Australia")]
    mine = {CLASSIC.board.territories[place]: 0 for place in australia}

    def chance(armies: dict[str, int]) -> float:
        position = {"owners": {**mine, "Siam": 1, "Alaska": 1}, "armies": armies, "rest": 2}
        return chances_of(assets(Game.from_position(CLASSIC, 3, position), ()))[0]

    assert chance({"Siam": 9, "Alaska": 1}) < chance({"Siam": 1, "Alaska": 9})
