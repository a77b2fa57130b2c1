"""The invented rules play through public hooks alone, with copies and saves in the middle of their decisions."""

from pathlib import Path
from random import Random

import pytest

from riskcore import Game, IllegalMove, Rulebook, load_variant
from riskcore.testing import broken_invariants, script_dice

RULES = Path(__file__).with_name("invented_rules.py")


@pytest.fixture(scope="module")
def ransom() -> Rulebook:
    return Rulebook(load_variant("classic-1959", rules=["ransom-rule"], plugin_files=[RULES]))


@pytest.fixture(scope="module")
def storms() -> Rulebook:
    return Rulebook(load_variant("classic-1959", rules=["storms"], plugin_files=[RULES]))


def attacked(rules: Rulebook) -> Game:
    """Alaska attacks Kamchatka, whose owner holds a card."""
    position = {"owners": {"Alaska": 0}, "rest": 1, "armies": {"Alaska": 5, "Kamchatka": 3}, "phase": "attack"}
    game = Game.from_position(rules, 2, {**position, "hands": {1: [7]}})
    game.push(("attack", rules.board.territory("Alaska"), rules.board.territory("Kamchatka"), 3))
    return game


def test_a_ransom_calls_the_battle_off_before_any_die_is_rolled(ransom: Rulebook) -> None:
    game = attacked(ransom)
    cursor = game.state.cursor
    assert (game.phase, game.to_move) == ("ransom", 1)
    game.push(("ransom", 7))
    assert (game.phase, game.to_move) == ("attack", 0)
    assert game.state.hands == [[7], []]
    assert game.state.armies[ransom.board.territory("Alaska")] == 5
    assert game.state.cursor == cursor


def test_whoever_stands_goes_on_to_choose_dice(ransom: Rulebook) -> None:
    game = attacked(ransom)
    game.push(("stand",))
    assert (game.phase, game.to_move) == ("defend", 1)


def test_a_game_is_saved_and_goes_on_while_a_ransom_is_asked(ransom: Rulebook) -> None:
    game = attacked(ransom)
    twin = Game.from_json(game.to_json(), ransom)
    for each in (game, twin):
        each.push(("stand",))
        each.push(("defend", 2))
    assert game.to_json() == twin.to_json()


def test_a_storm_forbids_attacks_across_continents_only(storms: Rulebook) -> None:
    position = {
        "owners": {"Alaska": 0},
        "rest": 1,
        "armies": {"Alaska": 5},
        "phase": "weather",
        "data": {"storms": False},
    }
    game = Game.from_position(storms, 2, position)
    game.state.data["storms"] = True
    alaska, kamchatka, alberta = (storms.board.territory(n) for n in ("Alaska", "Kamchatka", "Alberta"))
    with pytest.raises(IllegalMove, match="storm"):
        game.push(("attack", alaska, kamchatka, 3))
    game.push(("attack", alaska, alberta, 3))


@pytest.mark.parametrize("face", [1, 2, 3, 6])
def test_the_weather_is_rolled_each_turn(storms: Rulebook, face: int) -> None:
    game = Game.from_position(storms, 2, {"owners": {"Alaska": 0}, "rest": 1, "phase": "attack"})
    script_dice(game, [(face,)])
    game.push(("done",))
    game.push(("done",))
    assert game.state.player == 1
    assert game.state.data["storms"] is (face <= 2)


def test_both_at_once_keep_the_invariants() -> None:
    rules = Rulebook(load_variant("world-domination-1993", rules=["storms", "ransom-rule"], plugin_files=[RULES]))
    for seed in range(3):
        game = Game(rules, 4, seed)
        chance = Random(seed)
        for _ in range(600):
            if game.outcome:
                break
            game.push(game.legal_moves.sample(chance))
            assert broken_invariants(game.state) == []
