"""Whole games of every house variant, and house rules in pairs: nothing breaks."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from riskcore import Game, RulebookError
from riskcore.files.catalog import Catalog
from riskcore.files.variant import shipped_variants
from riskcore.testing import broken_invariants
from riskcore.text.explain import explain

from .helpers import rulebook

VARIANTS = {each.id: each for each in shipped_variants() if each.path.parent.name == "house"}
RULES = (
    "no-cards",
    "lost-cards",
    "attack-limit",
    "defence-dice",
    "attacker-ties",
    "capital-income",
    "empires",
    "blizzards",
    "round-limit",
    "continent-race",
    "hold-until-next-turn",
    "neutral-reinforcement",
)
PAIRS = list(combinations(RULES, 2))
INADMISSIBLE = {("no-cards", "lost-cards")}
MOVES = 400
COUNTS = ("battles", "invasions", "captures")


def play_by_chance(game: Game, seed: int, moves: int) -> None:
    chance = Random(seed)
    while game.outcome is None and len(game.moves) < moves:
        game.push(game.legal_moves.sample(chance))
        assert broken_invariants(game.state) == []


def test_every_house_rule_has_an_example() -> None:
    used = {table.name for name in VARIANTS for table in rulebook(name).variant.rules}
    assert used >= {*RULES, "insignia-sets"}


@pytest.mark.parametrize("name", VARIANTS)
def test_an_example_is_short_and_says_what_it_is(name: str) -> None:
    example = VARIANTS[name]
    assert example.group == "house"
    assert 20 <= len(example.summary) <= 120
    assert len(example.path.read_text().splitlines()) < 25
    assert "extends" in example.path.read_text()


@pytest.mark.parametrize("name", VARIANTS)
def test_games_by_chance_break_no_invariant(name: str) -> None:
    rules = rulebook(name)
    for players in {rules.variant.players.min, rules.variant.players.max}:
        play_by_chance(Game(rules, players, seed=players), players, MOVES)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sensible_player_finds_a_legal_move_everywhere(name: str) -> None:
    rules = rulebook(name)
    players = rules.variant.players.min
    bot: Any = Catalog().bot_class("greedy")
    game = Game(rules, players, seed=7, orders=bot.order)
    bots = [bot() for _ in range(players)]
    for player, each in enumerate(bots):
        each.start(game.view(player), player)
    while game.outcome is None and game.state.round <= 30:
        decider = game.to_move
        assert decider is not None
        game.push(bots[decider].decide(game.view(decider)))
        assert broken_invariants(game.state) == []


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_a_pair_plays_together_or_is_refused_at_load(pair: tuple[str, str]) -> None:
    variant = "two-player-1959" if "neutral-reinforcement" in pair else "classic-1959"
    needed = ("capitals",) if "capital-income" in pair else ()
    if pair in INADMISSIBLE:
        with pytest.raises(RulebookError, match="conflict"):
            rulebook(variant, *needed, *pair)
        return
    rules = rulebook(variant, *needed, *pair)
    play_by_chance(Game(rules, 2, seed=3), 3, 200)


@pytest.mark.parametrize("count", COUNTS)
def test_every_way_to_count_attacks_plays(count: str) -> None:
    rules = rulebook("expert", "attack-limit", settings=(f'rules.attack-limit.count="{count}"',))
    play_by_chance(Game(rules, 3, seed=1), 1, MOVES)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_are_put_into_words(name: str) -> None:
    words = [
        statement
        for use in explain(rulebook(name))
        for statement in (*use.deciders, *use.modifiers)
        if (statement.rule in RULES or statement.rule == "formula") and statement.ids
    ]
    assert words or name == "fixed-sets"
    for statement in words:
        assert all(each.startswith("H") for each in statement.ids)
        assert statement.words.endswith((".", "!"))
        assert "{" not in statement.words
