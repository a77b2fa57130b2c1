"""What happened, told by `Game.push`. Rules bring their own by subclassing `Event`.

Events tell everything that changes on the table: `apply` says what, so that whoever hears of them can follow the game.
"""

from collections.abc import Iterable
from string import Formatter
from typing import TYPE_CHECKING, Any, Self

from riskcore import domains
from riskcore.cards import UNKNOWN
from riskcore.records import Record
from riskcore.rules import Outcome

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = [
    "EVENTS",
    "ArmiesLost",
    "ArmiesMoved",
    "ArmiesRemoved",
    "Battle",
    "Captured",
    "CardDrawn",
    "CardsDiscarded",
    "CardsReturned",
    "CardsTaken",
    "DeckShuffled",
    "Eliminated",
    "Event",
    "FirstChosen",
    "Fortified",
    "GameWon",
    "MovedIn",
    "Noted",
    "OwnerChanged",
    "Placed",
    "Received",
    "Rolled",
    "TakenOut",
    "Traded",
    "TurnStarted",
    "lay_down",
]


class Event(Record):
    """Something that happened; a secret field is shown only to the owner named first.

    `told` says it as a sentence in which fields stand in braces: `told="{player} hires three armies for {territory}"`.
    """

    __slots__ = ()
    told = ""

    def __init_subclass__(cls, kind: str = "", told: str = "") -> None:
        super().__init_subclass__(kind=kind)
        cls.told = told
        unknown = [name for _, name, _, _ in Formatter().parse(told) if name is not None and name not in cls.fields]
        if unknown:
            raise TypeError(f"event {kind!r} is told with {unknown[0]!r}, which is none of its fields")

    def seen_by(self, player: int | None) -> Self:
        """The event as a player (None: a spectator) may see it: to others secret fields are None."""
        return self if self[1:2] == (player,) else self.without_secrets()

    def apply(self, state: "State") -> None:
        """Change a state as this event says. What follows a game by its events alone holds `UNKNOWN` for hidden cards,
        and an event that it is told may have None for what is secret. An event that changes nothing on the table, or
        comes with others that tell what does, leaves this as it is.
        """


def lay_down(state: "State", owner: int, cards: Iterable[int]) -> None:
    """Take cards out of a hand: those cards where they are known to be in it, unknown ones otherwise."""
    hand = state.hands[owner]
    for card in cards:
        hand.remove(card if card in hand else UNKNOWN)


class FirstChosen(Event, kind="first chosen"):
    """Who takes the first turn or, in a set-up, goes first."""

    player: int = domains.owner()

    def apply(self, state: "State") -> None:
        """The player is first."""
        state.first = self.player


class TurnStarted(Event, kind="turn started"):
    """A player's turn begins."""

    player: int = domains.owner()
    round: int = domains.count(1)

    def apply(self, state: "State") -> None:
        """One more turn, without captures so far."""
        state.player, state.round = self.player, self.round
        state.turn += 1
        state.captured = 0


class Received(Event, kind="received"):
    """Armies to place, and what they are for."""

    owner: int = domains.owner()
    armies: int = domains.count()
    reason: str = domains.text()

    def apply(self, state: "State") -> None:
        """Into the reserve."""
        state.reserve[self.owner] += self.armies


class Placed(Event, kind="placed"):
    """Armies put on a territory."""

    owner: int = domains.owner()
    territory: int = domains.territory()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """From the reserve on the board."""
        state.reserve[self.owner] -= self.armies
        state.armies[self.territory] += self.armies


class ArmiesLost(Event, kind="armies lost"):
    """Armies that no territory had room for."""

    owner: int = domains.owner()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """Out of the reserve."""
        state.reserve[self.owner] -= self.armies


class ArmiesRemoved(Event, kind="armies removed"):
    """Armies that a rule took off a territory, other than by a battle."""

    owner: int = domains.owner()
    territory: int = domains.territory()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """Off the board."""
        state.armies[self.territory] -= self.armies


class ArmiesMoved(Event, kind="armies moved"):
    """Armies that a rule moved from one territory to another."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """From here to there."""
        state.armies[self.source] -= self.armies
        state.armies[self.target] += self.armies


class OwnerChanged(Event, kind="owner changed"):
    """A territory has a new owner, other than by a battle."""

    territory: int = domains.territory()
    owner: int = domains.owner()

    def apply(self, state: "State") -> None:
        """It changes hands."""
        state.give(self.territory, self.owner)


class TakenOut(Event, kind="taken out"):
    """A territory is out of play."""

    territory: int = domains.territory()

    def apply(self, state: "State") -> None:
        """Nobody can have it."""
        state.take_out(self.territory)


class Traded(Event, kind="traded"):
    """A set handed in."""

    player: int = domains.owner()
    cards: tuple[int, ...] = domains.cards()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """Cards for armies."""
        lay_down(state, self.player, self.cards)
        state.discard.extend(self.cards)
        state.sets_traded += 1
        state.reserve[self.player] += self.armies


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

    def apply(self, state: "State") -> None:
        """Both sides lose armies."""
        state.armies[self.source] -= self.attacker_losses
        state.armies[self.target] -= self.defender_losses


class Captured(Event, kind="captured"):
    """A territory changed hands after a battle; armies move in next."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    victim: int = domains.owner()

    def apply(self, state: "State") -> None:
        """It counts as captured if the player whose turn it is took it with their own armies."""
        state.give(self.target, self.owner)
        state.armies[self.target] = 0
        if self.owner == state.player:
            state.captured += 1


class MovedIn(Event, kind="moved in"):
    """Armies moved into a captured territory: how many are there now, in all.

    Where their number is a choice it is told twice: the fewest that must move, and what was chosen.
    """

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """What is not there yet comes from the source."""
        state.armies[self.source] -= self.armies - state.armies[self.target]
        state.armies[self.target] = self.armies


class Eliminated(Event, kind="eliminated"):
    """An owner lost the last territory, or is out by another rule; `by` is -1 if nobody did it."""

    victim: int = domains.owner()
    by: int = domains.owner()

    def apply(self, state: "State") -> None:
        """The owner is out."""
        state.alive[self.victim] = False


class DeckShuffled(Event, kind="deck shuffled"):
    """The deck is shuffled, any discard pile with it, and has so many cards now."""

    cards: int = domains.count()

    def apply(self, state: "State") -> None:
        """A new deck, and no discard pile."""
        state.deck[:] = [UNKNOWN] * self.cards
        state.discard.clear()


class CardDrawn(Event, kind="card drawn"):
    """A card drawn; others do not see which."""

    player: int = domains.owner()
    card: int = domains.card(secret=True)

    def apply(self, state: "State") -> None:
        """From the deck into the hand."""
        state.deck.pop()
        state.hands[self.player].append(UNKNOWN if self.card is None else self.card)


class CardsTaken(Event, kind="cards taken"):
    """Cards that pass from one hand to another; others see only how many."""

    owner: int = domains.owner()
    victim: int = domains.owner()
    number: int = domains.count()
    cards: tuple[int, ...] = domains.cards(secret=True)

    def apply(self, state: "State") -> None:
        """From hand to hand."""
        cards = self.cards or (UNKNOWN,) * self.number
        lay_down(state, self.victim, cards)
        state.hands[self.owner].extend(cards)


class CardsDiscarded(Event, kind="cards discarded"):
    """Cards from a hand laid on the discard pile."""

    owner: int = domains.owner()
    cards: tuple[int, ...] = domains.cards()

    def apply(self, state: "State") -> None:
        """Out of the hand, for all to see."""
        lay_down(state, self.owner, self.cards)
        state.discard.extend(self.cards)


class CardsReturned(Event, kind="cards returned"):
    """Cards from a hand shuffled into the deck; others see only how many."""

    owner: int = domains.owner()
    number: int = domains.count()
    cards: tuple[int, ...] = domains.cards(secret=True)

    def apply(self, state: "State") -> None:
        """Into the deck, where nobody knows the place of any."""
        lay_down(state, self.owner, self.cards or (UNKNOWN,) * self.number)
        state.deck[:] = [UNKNOWN] * (len(state.deck) + self.number)


class Fortified(Event, kind="fortified"):
    """Armies moved at the end of a turn."""

    owner: int = domains.owner()
    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count()

    def apply(self, state: "State") -> None:
        """From here to there."""
        state.armies[self.source] -= self.armies
        state.armies[self.target] += self.armies


class Noted(Event, kind="noted"):
    """What a rule keeps for all to see has changed; the game tells this by itself after a move."""

    name: str = domains.text()
    value: Any = domains.plain()

    def apply(self, state: "State") -> None:
        """The rule's data, as it is now."""
        state.data[self.name] = self.value


class GameWon(Event, kind="game won"):
    """The end, and the true reason."""

    winner: int = domains.owner()
    reason: str = domains.text()

    def apply(self, state: "State") -> None:
        """The outcome."""
        state.outcome = Outcome(self.winner, self.reason)


# The kinds that games share, by name; those of rules come with the hook `events`
EVENTS: dict[str, type[Event]] = {each.kind: each for each in Event.__subclasses__() if each.__module__ == __name__}
