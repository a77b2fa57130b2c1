"""Options alone, in pairs and all together, on every edition."""

from itertools import combinations
from random import Random

import pytest

from riskcore import Game
from riskcore.testing import broken_invariants

from .helpers import EDITIONS, OPTIONS, rulebook

MIXES = [(option,) for option in OPTIONS] + list(combinations(OPTIONS, 2)) + [OPTIONS]
MOVES = 350
FURTHER = (
    "two-player-1959",
    "two-player-passive-2004",
    "two-player-active-2004",
    "secret-mission-1993",
    "mission-2004",
)


CASES = [(edition, mix) for edition in EDITIONS for mix in MIXES] + [(edition, OPTIONS) for edition in FURTHER]


@pytest.mark.parametrize(("edition", "options"), CASES)
def test_games_by_chance_break_no_invariant(edition: str, options: tuple[str, ...]) -> None:
    """[X1, X2, X3, X4, X5, X6]"""
    rules = rulebook(edition, *options)
    players = rules.variant.players
    for count in {players.min, players.max}:
        game = Game(rules, count, seed=count)
        chance = Random(count)
        while game.outcome is None and len(game.moves) < MOVES:
            game.push(game.legal_moves.sample(chance))
            assert broken_invariants(game.state) == []


@pytest.mark.parametrize("options", [OPTIONS, OPTIONS[::-1]], ids=["in order", "reversed"])
def test_the_order_of_options_makes_no_difference(options: tuple[str, ...]) -> None:
    """[X1, X2, X3, X4, X5, X6]"""
    game, plain = (Game(rulebook("classic-1959", *mix), 3, seed=4) for mix in (options, OPTIONS))
    chance = Random(4)
    while plain.outcome is None and len(plain.moves) < MOVES:
        move = plain.legal_moves.sample(chance)
        assert game.push(move) == plain.push(move)


@pytest.mark.parametrize("options", [("card-reroll",), ("commander",), ("capitals",), OPTIONS], ids="+".join)
def test_a_copy_through_text_goes_on_the_same(options: tuple[str, ...]) -> None:
    """[X4, X5, X6] At every decision."""
    rules = rulebook("world-domination-1993", *options)
    game = Game(rules, 3, seed=6)
    chance = Random(6)
    while game.outcome is None and len(game.moves) < MOVES:
        twin = Game.from_json(game.to_json(), rules)
        move = game.legal_moves.sample(chance)
        assert twin.push(move) == game.push(move)


@pytest.mark.parametrize(("name", "rules"), [("expert", OPTIONS[:5]), ("capitals", OPTIONS[5:])])
def test_the_shipped_files_add_their_options_to_classic_1959(name: str, rules: tuple[str, ...]) -> None:
    """[X1, X2, X3, X4, X5, X6]"""
    variant = rulebook(name).variant
    classic = rulebook("classic-1959").variant
    assert variant.group == "option"
    assert [table.name for table in variant.rules] == [*(table.name for table in classic.rules), *rules]


def test_every_rule_of_an_option_is_put_into_words() -> None:
    """Each hook that decides something says so, with the parameters in the sentence and the rule's id at its end."""
    for name, plugin in rulebook("classic-1959", *OPTIONS).plugins:
        for hook in ("set_value", "fortify", "army_limit", "battle", "setup", "turn", "elimination", "win_condition"):
            method = getattr(plugin, hook, None)
            if name in OPTIONS and method is not None:
                words = method.__doc__.format(self=plugin)
                assert "{" not in words
                assert words.rstrip().endswith("]")
