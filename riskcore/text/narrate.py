"""A turn in plain sentences, from its events: placements together, the battles for a territory as one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from riskcore.events import (
    ArmiesLost,
    ArmiesRemoved,
    Battle,
    Captured,
    CardDrawn,
    CardsDiscarded,
    CardsTaken,
    DeckShuffled,
    Eliminated,
    Event,
    FirstChosen,
    Fortified,
    GameWon,
    MovedIn,
    Noted,
    OwnerChanged,
    Placed,
    Received,
    Rolled,
    Traded,
    TurnStarted,
)
from riskcore.state import NOBODY
from riskcore.view import Spectator
from riskcore.words import SEAT_COLOURS, listed

__all__ = ["Narrator", "armies_words", "player_names"]


def player_names(players: int, others: Sequence[str]) -> tuple[str, ...]:
    """A name for each owner: players by colour, owners without a seat by what the rules call them."""
    return (*SEAT_COLOURS[:players], *others)


def armies_words(number: int) -> str:
    """`1 army`, `2 armies`."""
    return f"{number} army" if number == 1 else f"{number} armies"


@attrs.define
class Fight:
    """The battles for one territory, as long as nothing else happens."""

    attacker: int
    victim: int
    target: int
    standing: int  # armies of the victim at first
    sources: dict[int, int]  # with their armies at first
    rolls: int = 0
    losses: tuple[int, int] = (0, 0)
    last: tuple[Sequence[int], Sequence[int]] = ((), ())
    taken: bool = False
    moved_in: int = 0
    asides: list[str] = attrs.field(factory=list)  # what rules did between the rolls


class Narrator:
    """Turns events into sentences. With a spectator it follows the game, for events say only what changes."""

    def __init__(self, spectator: Spectator, names: Sequence[str]) -> None:
        self._spectator = spectator
        self._state = state = spectator.state
        self._board = state.board
        self._deck = state.rules.deck
        self._names = names
        self._player = NOBODY
        self._fight: Fight | None = None
        self._received: tuple[int, str] | None = None  # a player, and a sentence that waits for where the armies go
        self._removed: dict[tuple[int, int], int] = {}
        self._placed: dict[tuple[int, int], int] = {}

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """The sentences for some events, all of one turn or of the set-up."""
        for event in events:
            yield from self._tell(event)
            self._spectator.follow([event.seen_by(None)])
        yield from self._placements()
        yield from self._fought()

    def _tell(self, event: Event) -> Iterator[str]:
        match event:
            case Battle():
                yield from self._placements()
                yield from self._battle(event)
            case Captured() | MovedIn():
                self._taken(event)
            case Placed():
                yield from self._fought()
                key = (event.owner, event.territory)
                self._placed[key] = self._placed.get(key, 0) + event.armies
            case ArmiesRemoved():
                yield from self._fought()
                key = (event.owner, event.territory)
                if any(territory == event.territory for _, territory in self._placed):
                    yield from self._placements()
                self._removed[key] = self._removed.get(key, 0) + event.armies
            case Received():
                yield from self._fought()
                yield from self._placements()
                what_for = "" if event.reason == "reinforcement" else f" ({event.reason})"
                self._received = event.owner, f"receives {armies_words(event.armies)}{what_for}"
            case DeckShuffled() | FirstChosen() | Noted() | OwnerChanged():
                pass  # other sentences say it, or the board does
            case _:
                sentence = self._sentence(event)
                if self._fight is not None and type(event) not in _TELLERS:
                    self._fight.asides.append(sentence)
                    return
                yield from self._placements()
                yield from self._fought()
                if sentence:
                    yield sentence

    def _say(self, owner: int, words: str) -> str:
        """The player whose turn it is needs no name: `takes a card` is `Takes a card.`"""
        sentence = words if owner == self._player else f"{self._name(owner)} {words}"
        return f"{sentence[0].upper()}{sentence[1:]}."

    def _name(self, owner: int) -> str:
        return "nobody" if owner < 0 else self._names[owner]

    def _place(self, territory: int) -> str:
        return self._board.territories[territory]

    def _cards(self, cards: Iterable[int]) -> str:
        shown = [self._deck[card] for card in cards]
        return listed(
            [f"{self._place(c.territory)} ({c.insignia})" if c.territory >= 0 else "a wild card" for c in shown]
        )

    def _placements(self) -> Iterator[str]:
        """The sentences for armies removed, received and placed so far."""
        received, self._received = self._received, None
        removed, self._removed = self._removed, {}
        placed, self._placed = self._placed, {}
        for owner in dict.fromkeys(owner for owner, _ in removed):
            places = listed([f"{n} on {self._place(t)}" for (of, t), n in removed.items() if of == owner])
            yield self._say(owner, f"loses {places}")
        owners = dict.fromkeys(owner for owner, _ in placed)
        if received and next(iter(owners), None) != received[0]:
            yield self._say(*received)
            received = None
        for owner in owners:
            places = listed([f"{n} on {self._place(t)}" for (by, t), n in placed.items() if by == owner])
            yield self._say(owner, f"{received[1]} and places {places}" if received else f"places {places}")
            received = None

    def _battle(self, event: Battle) -> Iterator[str]:
        source, target = event.source, event.target
        owner, armies = self._state.owner, self._state.armies
        if self._fight is None or self._fight.target != target or self._fight.attacker != owner[source]:
            yield from self._fought()
            self._fight = Fight(owner[source], owner[target], target, armies[target], {})
        fight = self._fight
        fight.sources.setdefault(source, armies[source])
        fight.rolls += 1
        fight.losses = fight.losses[0] + event.attacker_losses, fight.losses[1] + event.defender_losses
        fight.last = event.attack, event.defence

    def _taken(self, event: Captured | MovedIn) -> None:
        if self._fight is not None:
            self._fight.taken = True
            self._fight.moved_in = event.armies if isinstance(event, MovedIn) else 0

    def _fought(self) -> Iterator[str]:
        """The sentence for the battles so far, and what happened between them."""
        fight, self._fight = self._fight, None
        if fight is None:
            return
        many = len(fight.sources) > 1
        sources = listed([f"{self._place(source)} ({armies})" for source, armies in fight.sources.items()])
        if fight.attacker != self._player:
            sources = f"for {self._name(fight.attacker)}, {sources}"
        target = f"{self._place(fight.target)} ({self._name(fight.victim)}, {fight.standing})"
        rolls = "with" if fight.rolls == 1 else f"in {fight.rolls} rolls, the last"
        dice = " against ".join("-".join(map(str, faces)) for faces in fight.last)
        lost, killed = fight.losses
        if fight.taken:
            words = f"{sources} {'take' if many else 'takes'} {target} {rolls} {dice}"
            words += f", losing {lost}" * (lost > 0) + f"; {fight.moved_in} move{'s' * (fight.moved_in == 1)} in"
        else:
            words = f"{sources} {'attack' if many else 'attacks'} {target} {rolls} {dice}, losing {lost} to {killed}"
        yield f"{words[0].upper()}{words[1:]}."
        yield from fight.asides

    def _sentence(self, event: Event) -> str:
        teller = _TELLERS.get(type(event))
        return teller(self, event) if teller else self._in_own_words(event)

    def _turn_started(self, event: TurnStarted) -> str:
        self._player = event.player
        return ""

    def _lost(self, event: ArmiesLost) -> str:
        return self._say(event.owner, f"finds no room for {armies_words(event.armies)}")

    def _traded(self, event: Traded) -> str:
        return self._say(event.player, f"trades {self._cards(event.cards)} for {armies_words(event.armies)}")

    def _rolled(self, event: Rolled) -> str:
        return self._say(event.owner, f"rolls {'-'.join(map(str, event.faces))} for {event.reason}")

    def _eliminated(self, event: Eliminated) -> str:
        if event.by < 0:
            return f"{self._name(event.victim)} is out of the game."
        return self._say(event.by, f"eliminates {self._name(event.victim)}")

    def _cards_taken(self, event: CardsTaken) -> str:
        cards = "card" if event.number == 1 else f"{event.number} cards"
        return self._say(event.owner, f"gets the {cards} of {self._name(event.victim)}")

    def _discarded(self, event: CardsDiscarded) -> str:
        return self._say(event.owner, f"discards {self._cards(event.cards)}")

    def _card_drawn(self, event: CardDrawn) -> str:
        held = len(self._state.hands[event.player]) + 1
        return self._say(event.player, "takes a card" + (f" and holds {held}" if held > 1 else ""))

    def _fortified(self, event: Fortified) -> str:
        places = f"from {self._place(event.source)} to {self._place(event.target)}"
        return self._say(event.owner, f"moves {armies_words(event.armies)} {places}")

    def _won(self, event: GameWon) -> str:
        return f"{self._name(event.winner)} wins the game: {event.reason}." if event.winner >= 0 else f"{event.reason}."

    def _in_own_words(self, event: Event) -> str:
        """A rule's own event, as a spectator sees it, in the words of its author."""
        shown = event.seen_by(None)
        fields = zip(shown.fields.items(), shown[1:], strict=True)
        words = {name: self._value("", domain.name, value).strip() for (name, domain), value in fields}
        sentence = event.told.format_map(words).rstrip(".")
        return f"{sentence[0].upper()}{sentence[1:]}." if sentence else self._plainly(shown)

    def _plainly(self, shown: Event) -> str:
        """Put together from its fields."""
        words = [
            self._value(name, domain.name, value)
            for (name, domain), value in zip(shown.fields.items(), shown[1:], strict=True)
        ]
        told = ", ".join(filter(None, words)).rstrip(".")
        return f"{shown.kind[0].upper()}{shown.kind[1:]}: {told}."

    def _value(self, name: str, domain: str, value: Any) -> str:
        if value is None:
            return ""
        match domain:
            case "owner":
                return self._name(value)
            case "territory":
                return self._place(value)
            case "territories":
                return listed([self._place(each) for each in value])
            case "card":
                return self._cards([value])
            case "cards":
                return self._cards(value)
            case "text":
                return str(value)
            case "faces":
                return "-".join(map(str, value))
        return f"{name.replace('_', ' ')} {value}"


_TELLERS: dict[type[Event], Callable[[Narrator, Any], str]] = {
    ArmiesLost: Narrator._lost,
    CardDrawn: Narrator._card_drawn,
    CardsDiscarded: Narrator._discarded,
    CardsTaken: Narrator._cards_taken,
    Eliminated: Narrator._eliminated,
    Fortified: Narrator._fortified,
    GameWon: Narrator._won,
    Rolled: Narrator._rolled,
    Traded: Narrator._traded,
    TurnStarted: Narrator._turn_started,
}
