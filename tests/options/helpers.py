"""Rulebooks with options, positions and battles in few words."""

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

from riskcore import PHASE, Event, Game, Rulebook, load_board, load_variant
from riskcore.moves import Attack, Defend, MoveIn
from riskcore.testing import script_dice

EDITIONS = ("classic-1959", "world-domination-1993", "golden-cavalry-2004")
WORLD = load_board("world")
OPTIONS = ("linear-sets", "free-fortify", "army-limit", "card-reroll", "commander", "capitals")


@cache
def rulebook(variant: str, *rules: str, settings: tuple[str, ...] = ()) -> Rulebook:
    """A variant with options added; a rulebook serves any number of games."""
    return Rulebook(load_variant(variant, rules=rules, settings=settings))


def position(rules: Rulebook, players: int = 3, **given: Any) -> Game:
    """A game from a position whose keywords are those of `Game.from_position`."""
    return Game.from_position(rules, players, given)


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def armies(game: Game, name: str) -> int:
    return game.state.armies[at(game, name)]


def decider(game: Game) -> int:
    """Who decides now, in a game that goes on."""
    assert game.to_move is not None
    return game.to_move


def advice(game: Game) -> Any:
    """What the rule of the waiting phase advises whoever decides."""
    view = game.view(game.to_move)
    advise = game.rules.phases[view.frame[PHASE]].actions[0].advice
    assert advise is not None
    return advise(view, view.frame)


def places(moves: Iterable[Any]) -> set[str]:
    """The names of the territories that moves speak of."""
    moves = list(moves)
    assert moves
    return {WORLD.territories[move.territory] for move in moves}


def of_kind(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def throw(
    game: Game, source: str, target: str, attack: Sequence[int], defence: Sequence[int], *more: int
) -> list[Event]:
    """Declare one battle and roll these faces; `more` are the dice rolled one by one after that."""
    script_dice(game, [(*attack, *defence), *((face,) for face in more)])
    events = game.push(Attack(at(game, source), at(game, target), len(attack)))
    if game.phase == "defend":
        events += game.push(Defend(len(defence)))
    return events


def capture(game: Game, source: str, target: str, move_in: int = 3) -> list[Event]:
    """Take a territory of one army with three sixes against a one."""
    events = throw(game, source, target, (6, 6, 6), (1,))
    if game.phase == "move in":
        events += game.push(MoveIn(move_in))
    return events


def play_setup(game: Game, seed: int = 0) -> None:
    """Decide the set-up by chance up to the first turn."""
    chance = Random(seed)
    while game.state.turn == 0:
        game.push(game.legal_moves.sample(chance))
