"""What happened, told by `Game.push`. Rules bring their own by subclassing `Event`."""

from riskcore import domains
from riskcore.records import Record

__all__ = [
    "ArmiesLost",
    "ArmiesRemoved",
    "Battle",
    "Captured",
    "CardDrawn",
    "CardsTaken",
    "Eliminated",
    "Event",
    "Fortified",
    "GameWon",
    "MovedIn",
    "Placed",
    "Received",
    "Rolled",
    "Traded",
    "TurnStarted",
]


class Event(Record):
    """Something that happened; a secret field is shown only to the owner named first."""

    __slots__ = ()


class TurnStarted(Event, kind="turn started"):
    """A player's turn begins."""

    player: int = domains.owner()
    round: int = domains.count(1)


class Received(Event, kind="received"):
    """Armies to place, and what they are for."""

    owner: int = domains.owner()
    armies: int = domains.count()
    reason: str = domains.text()


class Placed(Event, kind="placed"):
    """Armies put on a territory."""

    owner: int = domains.owner()
    territory: int = domains.territory()
    armies: int = domains.count()


class ArmiesLost(Event, kind="armies lost"):
    """Armies that no territory had room for."""

    owner: int = domains.owner()
    armies: int = domains.count()


class ArmiesRemoved(Event, kind="armies removed"):
    """Armies that a rule took off a territory, other than by a battle."""

    owner: int = domains.owner()
    territory: int = domains.territory()
    armies: int = domains.count()


class Traded(Event, kind="traded"):
    """A set handed in."""

    player: int = domains.owner()
    cards: tuple[int, ...] = domains.cards()
    armies: int = domains.count()


class Rolled(Event, kind="rolled"):
    """Dice rolled outside of a battle, and what for."""

    owner: int = domains.owner()
    faces: tuple[int, ...] = domains.faces()
    reason: str = domains.text()


class Battle(Event, kind="battle"):
    """One battle: the dice that were compared and what they cost."""

    source: int = domains.territory()
    target: int = domains.territory()
    attack: tuple[int, ...] = domains.faces()
    defence: tuple[int, ...] = domains.faces()
    attacker_losses: int = domains.count()
    defender_losses: int = domains.count()


class Captured(Event, kind="captured"):
    """A territory changed hands after a battle."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    victim: int = domains.owner()


class MovedIn(Event, kind="moved in"):
    """Armies moved into a captured territory."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count()


class Eliminated(Event, kind="eliminated"):
    """An owner lost the last territory, or is out by another rule; `by` is -1 if nobody did it."""

    victim: int = domains.owner()
    by: int = domains.owner()


class CardsTaken(Event, kind="cards taken"):
    """Cards that pass from one hand to another; others see only how many."""

    owner: int = domains.owner()
    victim: int = domains.owner()
    number: int = domains.count()
    cards: tuple[int, ...] = domains.cards(secret=True)


class CardDrawn(Event, kind="card drawn"):
    """A card drawn; others do not see which."""

    player: int = domains.owner()
    card: int = domains.card(secret=True)


class Fortified(Event, kind="fortified"):
    """Armies moved at the end of a turn."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count()


class GameWon(Event, kind="game won"):
    """The end, and the true reason."""

    winner: int = domains.owner()
    reason: str = domains.text()
