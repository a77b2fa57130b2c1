"""The names people use for what the engine numbers: players, territories, continents, cards, dice."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from riskcore.cards import Card
from riskcore.files.toml_source import hint, shown
from riskcore.rulebook import Rulebook
from riskcore.state import NOBODY, OUT_OF_PLAY

__all__ = ["NOBODY_NAME", "ORDINALS", "OUT_NAME", "UNKNOWN_NAME", "Names", "WordError"]

NOBODY_NAME = "nobody"
UNKNOWN_NAME = "unknown"
OUT_NAME = "out of play"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")

Meaning = TypeVar("Meaning")

_HOLDING = re.compile(r"(?P<owner>.*?)(?:\s+(?P<armies>\d+))?")


class WordError(ValueError):
    """A word of a scenario that means nothing where it stands."""


class Names:
    """Names and numbers of one variant with the players of one scenario. Upper and lower case are the same."""

    def __init__(self, rules: Rulebook, players: Sequence[str], others: Sequence[str]) -> None:
        self.rules = rules
        self.players = len(players)
        self.owners: tuple[str, ...] = (*players, *others)
        self.territories = rules.board.territories
        self.continents = rules.board.continents
        self.cards: tuple[str, ...] = tuple(self._card_name(card) for card in rules.deck)
        self._owner_numbers = {**_numbered(self.owners), NOBODY_NAME: NOBODY}
        self._territory_numbers = _numbered(self.territories)
        self._continent_numbers = _numbered(self.continents)
        self._card_names = {name.casefold(): name for name in self.cards}

    def _card_name(self, card: Card) -> str:
        return self.territories[card.territory] if card.territory >= 0 else card.insignia

    def owner(self, word: str) -> int:
        """A player or an owner without a seat."""
        return _find(word, self._owner_numbers, "player or owner", self.owners)

    def player(self, word: str) -> int:
        """Somebody who takes turns."""
        owner = self.owner(word)
        if not 0 <= owner < self.players:
            raise WordError(f"{shown(word)} takes no turns; must be one of {', '.join(self.owners[: self.players])}")
        return owner

    def territory(self, word: str) -> int:
        """A territory of the board."""
        return _find(word, self._territory_numbers, "territory", self.territories)

    def places(self, word: str) -> tuple[int, ...]:
        """A territory, or all those of a continent."""
        continent = self._continent_numbers.get(word.casefold())
        if continent is not None and word.casefold() not in self._territory_numbers:
            return self.rules.board.members[continent]
        names = (*self.territories, *self.continents)
        return (_find(word, self._territory_numbers, "territory", names),)

    def card(self, word: str) -> str:
        """The name of a card as the deck has it: its territory's, or what a card without territory shows."""
        return _find(word, self._card_names, "card", self._card_names.values())

    def owner_name(self, owner: int | None) -> str:
        """The reverse of `owner`."""
        if owner == OUT_OF_PLAY:
            return OUT_NAME
        return NOBODY_NAME if owner is None or owner < 0 else self.owners[owner]

    def card_names(self, cards: Iterable[int | None]) -> list[str]:
        """Cards by name, sorted, for their order never matters."""
        return sorted(UNKNOWN_NAME if card is None or card < 0 else self.cards[card] for card in cards)

    def holding(self, text: str) -> tuple[int, int | None]:
        """`Red 4` as an owner and a number of armies, or None where none is given."""
        if text == OUT_NAME:
            return OUT_OF_PLAY, None
        found = _HOLDING.fullmatch(text.strip())
        owner = self.owner(found["owner"] if found else text)
        armies = found["armies"] if found else None
        if owner == NOBODY:
            raise WordError(f"{shown(text)}: a territory always has an owner")
        if armies is not None and int(armies) < 1:
            raise WordError(f"{shown(text)}: a territory always has at least one army")
        return owner, None if armies is None else int(armies)

    def number(self, word: str) -> int | None:
        """What a rule's data would keep for a name; None for a word that names nothing."""
        for numbers in (self._owner_numbers, self._territory_numbers, self._continent_numbers):
            if word.casefold() in numbers:
                return numbers[word.casefold()]
        return None

    def alike(self, number: int, word: str) -> str:
        """The name of a number in a rule's data, of the kind that `word` is."""
        kinds = (
            (self._owner_numbers, self.owners),
            (self._territory_numbers, self.territories),
            (self._continent_numbers, self.continents),
        )
        for numbers, names in kinds:
            if word.casefold() in numbers:
                if number == NOBODY:
                    return NOBODY_NAME
                return names[number] if 0 <= number < len(names) else str(number)
        return str(number)

    def phrases(self, domain: str) -> Mapping[str, Any]:
        """What may stand for a value of a domain, with what it means; a domain of numbers has none."""
        match domain:
            case "territory" | "territories":
                return self._territory_numbers
            case "owner":
                return self._owner_numbers
            case "card" | "cards":
                return self._card_names
            case "die":
                return {word: number for number, word in enumerate(ORDINALS)}
        return {}


def _numbered(names: Sequence[str]) -> dict[str, int]:
    return {name.casefold(): number for number, name in enumerate(names)}


def _find(word: str, meanings: Mapping[str, Meaning], kind: str, names: Iterable[str]) -> Meaning:
    try:
        return meanings[word.strip().casefold()]
    except KeyError:
        raise WordError(f"unknown {kind} {shown(word)}{hint(word, names)}") from None
