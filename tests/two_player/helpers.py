"""Positions with neutrals, statuses and invasions in few words."""

from collections.abc import Sequence
from typing import Any

from risk_editions.alliances_2004 import AllianceChanged
from riskcore import Event, Game, Rulebook
from riskcore.events import Rolled
from riskcore.moves import Attack, CallOff, Defend
from riskcore.testing import script_dice

GREEN, RED = 0, 1
BLUE, WHITE, GREY, YELLOW = 2, 3, 4, 5
UNINVOLVED = -1


def position(rules: Rulebook, **given: Any) -> Game:
    """A position of two players; what it does not name is Red's, and Green attacks."""
    return Game.from_position(rules, 2, {"rest": RED, "phase": "attack", **given})


def statuses(**allies: int) -> dict[str, list[int]]:
    """Data of a position: `statuses(blue=GREEN)` makes blue Green's ally, all others uninvolved."""
    colours = {"blue": BLUE, "white": WHITE, "grey": GREY, "yellow": YELLOW}
    row = [UNINVOLVED] * 6
    for colour, ally in allies.items():
        row[colours[colour]] = ally
    return {"alliances": row}


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def owner(game: Game, name: str) -> int:
    return game.state.owner[at(game, name)]


def armies(game: Game, name: str) -> int:
    return game.state.armies[at(game, name)]


def status(game: Game, neutral: int) -> int:
    row: list[int] = game.state.data["alliances"]
    return row[neutral]


def attack(game: Game, source: str, target: str, attacking: Sequence[int], defending: Sequence[int]) -> list[Event]:
    """Fight one battle with these dice; the defender is asked if there is a choice."""
    script_dice(game, [(*attacking, *defending)])
    return _battle(game, source, target, attacking, defending)


def attack_then_roll(
    game: Game, source: str, target: str, attacking: Sequence[int], defending: Sequence[int], *loyalty: int
) -> list[Event]:
    """Fight a battle that ends its invasion, and roll these single dice after it."""
    script_dice(game, [(*attacking, *defending), *((face,) for face in loyalty)])
    return _battle(game, source, target, attacking, defending)


def _battle(game: Game, source: str, target: str, attacking: Sequence[int], defending: Sequence[int]) -> list[Event]:
    events = game.push(Attack(at(game, source), at(game, target), len(attacking)))
    if game.phase == "defend":
        events += game.push(Defend(len(defending)))
    return events


def call_off(game: Game, *loyalty: int) -> list[Event]:
    """Call off the open invasion and roll these dice for the neutrals in it."""
    script_dice(game, [(face,) for face in loyalty])
    return game.push(CallOff())


def loyalty_rolls(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Which neutral rolled what, in order."""
    return [(each.owner, each.faces[0]) for each in events if isinstance(each, Rolled) and each.reason == "loyalty"]


def changes(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Which neutral got which ally, in order."""
    return [(each.owner, each.ally) for each in events if isinstance(each, AllianceChanged)]
