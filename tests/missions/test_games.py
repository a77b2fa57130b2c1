"""Whole games with missions, alone and with options: sound at every move, the same again, and won by missions too."""

import ast
import importlib.util
import re
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_bots.greedy import GreedyBot
from riskcore import DECIDER, Game, Rulebook
from riskcore.testing import broken_invariants

from .helpers import rulebook

VARIANTS = ("mission-2004", "secret-mission-1993")
OPTIONS = ((), ("army-limit",), ("card-reroll", "commander"), ("capitals",), ("free-fortify", "linear-sets"))
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "mission_difficulty.py"


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_chance_stay_sound(variant: str, options: tuple[str, ...]) -> None:
    """[M04-4] [S93-5] After every move, for up to 40 rounds."""
    rules = rulebook(variant, rules=options)
    for seed in range(3):
        game = Game(rules, 3 + seed, seed, events=False)
        chance = Random(seed)
        while game.outcome is None and game.state.round <= 40:
            game.push(game.legal_moves.sample(chance))
            assert broken_invariants(game.state) == []


@pytest.mark.parametrize("variant", VARIANTS)
@given(players=st.integers(3, 6), seed=st.integers(0, 2**32), stop=st.integers(0, 900), chance=st.randoms())
@settings(max_examples=12, deadline=None)
def test_a_saved_game_goes_on_identically(variant: str, players: int, seed: int, stop: int, chance: Random) -> None:
    """[M04-1] [S93-2] Missions, claims and feats are part of the game's text."""
    rules = rulebook(variant)
    game = Game(rules, players, seed)
    for _ in range(stop):
        if game.outcome is None:
            game.push(game.legal_moves.sample(chance))
    twin = Game.from_json(game.to_json(), rules)
    plan = Random(seed)
    for _ in range(100):
        if game.outcome is None:
            move = game.legal_moves.sample(plan)
            assert game.push(move) == twin.push(move)
    assert game.to_json() == twin.to_json()


def reasons(rules: Rulebook, games: int) -> dict[str, int]:
    """How greedy players' games end."""
    count: dict[str, int] = {}
    for seed in range(games):
        game = Game(rules, 4, seed, orders=GreedyBot.order, events=False)
        bots, views = [GreedyBot() for _ in range(4)], [game.view(player) for player in range(4)]
        for bot, view in zip(bots, views, strict=True):
            bot.start(view, seed)
        while game.outcome is None:
            player = game.state.frames[-1][DECIDER]
            game.push(bots[player].decide(views[player]))
        count[game.outcome.reason] = count.get(game.outcome.reason, 0) + 1
    return count


@pytest.mark.parametrize(
    ("variant", "reason"), [("mission-2004", "missions"), ("secret-mission-1993", "secret mission")]
)
def test_sensible_players_win_by_their_missions(variant: str, reason: str) -> None:
    """[M04-4] [S93-5] Not always, but at least in one game of five; and every game ends."""
    assert reasons(rulebook(variant), 20).get(reason, 0) >= 4


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mission_difficulty", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_measuring_script_tells_ranks_apart() -> None:
    """[M04-5] Each rank is harder than the one before, which so few games show only for some rounds."""
    result = CliRunner().invoke(benchmark().main, ["--games", "60", "--players", "4", "--rounds", "10"])
    assert result.exit_code == 0
    assert "Each rank is harder than the one before" in result.output
    assert "| General | Nemesis | Eliminate one player. |" in result.output


def test_every_rule_about_missions_is_cited() -> None:
    """By a test of this folder."""
    found: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"\[([A-Z]\d*(?:-\d+)?)\]", ast.get_docstring(node) or ""))
    assert found >= {f"{section}-{number}" for section in ("M04", "S93") for number in range(1, 6)}
