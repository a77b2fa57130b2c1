"""Decks of a test's own, positions and captures in few words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

from risk_missions.mission_2004 import ClaimMission
from riskcore import Event, Game, Rulebook, load_variant
from riskcore.moves import Attack, Defend, MoveIn
from riskcore.testing import script_dice

CONTINENTS = ("North America", "South America", "Europe", "Africa", "Asia", "Australia")


@cache
def rulebook(variant: str, *settings: str, rules: tuple[str, ...] = ()) -> Rulebook:
    """A variant with settings and options added; a rulebook serves any number of games."""
    return Rulebook(load_variant(variant, settings=settings, rules=rules))


def write_deck(folder: Path, missions: Iterable[Mapping[str, Any]], piles: Sequence[str] = ()) -> Path:
    """A deck file."""
    path = folder / "deck.toml"
    path.write_text(tomli_w.dumps({"name": "Test deck", "piles": list(piles), "missions": list(missions)}))
    return path


def position(rules: Rulebook, players: int = 3, **given: Any) -> Game:
    """A game from a position whose keywords are those of `Game.from_position`; it starts with attacking."""
    return Game.from_position(rules, players, {"phase": "attack", **given})


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def of_continents(rules: Rulebook, owner: int, *continents: str) -> dict[str, int]:
    """All territories of some continents for one owner, as a position has them."""
    board = rules.board
    numbers = [board.continent(name) for name in continents]
    return {board.territories[t]: owner for number in numbers for t in board.members[number]}


def some(rules: Rulebook, owner: int, count: int) -> dict[str, int]:
    """The first so many territories of the board for one owner."""
    return dict.fromkeys(rules.board.territories[:count], owner)


def capture(game: Game, source: str, target: str, move_in: int = 3) -> list[Event]:
    """Take a territory of one army with three sixes against a one."""
    script_dice(game, [(6, 6, 6, 1)])
    events = game.push(Attack(at(game, source), at(game, target), 3))
    if game.phase == "defend":
        events += game.push(Defend(1))
    if game.phase == "move in":
        events += game.push(MoveIn(move_in))
    return events


def claims(game: Game) -> list[int]:
    """The piles whose mission can be claimed now; what is listed and what is accepted have to agree."""
    listed = sorted(move[1] for move in game.legal_moves if isinstance(move, ClaimMission))
    assert listed == [pile for pile in range(9) if ClaimMission(pile) in game.legal_moves]
    return listed


def of_kind(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def play_at_random(game: Game, seed: int, moves: int) -> Iterable[Game]:
    """The game after each of so many moves made by chance."""
    chance = Random(seed)
    for _ in range(moves):
        if game.outcome is not None:
            return
        game.push(game.legal_moves.sample(chance))
        yield game
