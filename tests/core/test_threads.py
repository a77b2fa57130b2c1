"""Threads that share a rulebook play as one thread would: what it puts together when first asked disturbs nobody."""

import sys
from collections.abc import Iterator
from random import Random
from threading import Thread

import pytest

from riskcore import Game, Rulebook, load_variant

GAMES = 6
MOVES = 150


@pytest.fixture
def _hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def play(rules: Rulebook, seed: int) -> list[str]:
    """What a game by chance comes to, and what is imagined of it on the way."""
    game = Game(rules, rules.variant.players.min, seed, orders=2)
    chance = Random(seed)
    seen = []
    while game.outcome is None and len(game.moves) < MOVES:
        game.push(game.legal_moves.sample(chance))
        if len(game.moves) % 25 == 0:
            seen.append(game.view(0).imagine(seed).position_text())
    return [*seen, game.to_json()]


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("name", ["classic-1959", "mission-2004", "expert", "two-player-active-2004"])
def test_threads_may_share_a_rulebook(name: str) -> None:
    variant = load_variant(name)
    shared = Rulebook(variant)
    found: dict[int, list[str]] = {}

    def work(seed: int) -> None:
        found[seed] = play(shared, seed)

    threads = [Thread(target=work, args=(seed,)) for seed in range(GAMES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = Rulebook(variant)
    assert found == {seed: play(alone, seed) for seed in range(GAMES)}
