"""Moves as rows of small numbers, so that any variant has one fixed, discrete space of actions.

A move is told piece by piece: its kind, then each of its fields; a number of armies digit by digit, so that none is too
large to tell. Each piece is one action, a token. Where the rules leave no choice the piece is filled in, so a decision
takes as few actions as it has real choices.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from riskcore import Move, Rulebook
from riskcore.domains import Domain
from riskcore.moves import MoveRange

__all__ = ["ActionCodec", "Choice"]

_REMEMBERED = 50_000
_NUMBERS = ("count", "dice", "die")  # domains whose values are told digit by digit


# Legal moves with the tokens that tell them, but for the last number of a range
_Row = tuple[tuple[int, ...], Move | MoveRange]


class ActionCodec:
    """The tokens of a variant: kinds of moves, territories, cards, owners, ten digits, and one that ends a row.

    `size` is how many there are, `words` says what each is.
    """

    def __init__(self, rules: Rulebook, players: int) -> None:
        self._moves = rules.moves
        owners = [f"player {seat}" for seat in range(players)] + list(rules.owners(players))
        sections = {
            "kind": sorted(rules.moves),
            "territory": list(rules.board.territories),
            "card": [f"card {number}" for number in range(len(rules.deck))],
            "owner": owners,
            "digit": [str(digit) for digit in range(10)],
            "end": ["end"],
        }
        self.words: tuple[str, ...] = tuple(word for words in sections.values() for word in words)
        self.size = len(self.words)
        self._kinds = {kind: number for number, kind in enumerate(sections["kind"])}
        self._starts: dict[str, int] = {}
        start = 0
        for name, words in sections.items():
            self._starts[name] = start
            start += len(words)
        self.first_digit = self._starts["digit"]
        self._path = lru_cache(maxsize=_REMEMBERED)(self._told)  # the same moves come again and again
        self.end = self._starts["end"]

    def choice(self, offers: Iterable[Move | MoveRange]) -> "Choice":
        """A decision to be taken token by token, among what `LegalMoves.offers` gives."""
        path = self._path
        rows: list[_Row] = [
            (path((offer.move.kind, *offer.start)) if isinstance(offer, MoveRange) else path(offer), offer)
            for offer in offers
        ]
        return Choice(self, rows)

    def tokens(self, move: Sequence[Any]) -> tuple[int, ...]:
        """All the tokens that tell a move, forced ones too."""
        return self._path(tuple(move))

    def _told(self, move: tuple[Any, ...]) -> tuple[int, ...]:
        """The tokens of a move, or of its kind and first fields."""
        kind, *values = move
        path = [self._kinds[kind]]
        for domain, value in zip(self._moves[kind].fields.values(), values, strict=False):
            path += self._field(domain, value)
        return tuple(path)

    def _field(self, domain: Domain, value: Any) -> list[int]:
        if domain.name in ("territory", "card", "owner"):
            return [self._starts[domain.name] + value]
        if domain.name in ("territories", "cards"):
            start = self._starts["territory" if domain.name == "territories" else "card"]
            return [*(start + each for each in sorted(value)), self.end]
        if domain.name == "faces":
            return [*(self.first_digit + face for face in value), self.end]
        if domain.name in _NUMBERS:
            low = min(domain.low or 0, 0)
            return [*(self.first_digit + int(digit) for digit in str(value - low)), self.end]
        codes = str(value).encode()  # a word: three digits a byte
        return [*(self.first_digit + int(digit) for code in codes for digit in f"{code:03}"), self.end]


class Choice:
    """A decision under way: `options` are the tokens that may come next, `take` chooses one.

    Once the move is told, `move` is it, and there are no options. Tokens that the rules force are taken at once.
    """

    __slots__ = ("_at", "_codec", "_number", "_rows", "move", "options", "taken")

    def __init__(self, codec: ActionCodec, rows: list[_Row]) -> None:
        self._codec = codec
        self._rows = rows
        self._at = 0
        self._number = ""
        self.move: Move | tuple[Any, ...] | None = None
        self.taken: list[int] = []  # so far, forced ones too
        self.options: list[int] = []
        self._go_on()

    def take(self, token: int) -> None:
        """Choose one of the options."""
        if token not in self.options:
            raise ValueError(f"{token!r} is none of the tokens that may come next: {self.options}")
        self._step(token)
        self._go_on()

    def copy(self) -> "Choice":
        """An independent one that has come as far."""
        twin = Choice(self._codec, [])
        twin._rows, twin._at, twin._number = self._rows, self._at, self._number
        twin.move, twin.taken, twin.options = self.move, self.taken[:], self.options
        return twin

    def _go_on(self) -> None:
        while self.move is None:
            self.options = self._next()
            if len(self.options) != 1:
                return
            self._step(self.options[0])
        self.options = []

    def _next(self) -> list[int]:
        at = self._at
        rows = self._rows
        if rows and len(rows[0][0]) <= at:
            return self._next_digits()
        return sorted({path[at] for path, _ in rows})

    def _next_digits(self) -> list[int]:
        digits: set[int] = set()
        may_end = False
        for _, offer in self._rows:
            if isinstance(offer, MoveRange):
                next_digits, complete = _digits(self._number, offer.low, offer.high)
                digits.update(next_digits)
                may_end |= complete
        first = self._codec.first_digit
        return [*(first + digit for digit in sorted(digits)), *([self._codec.end] if may_end or not digits else ())]

    def _step(self, token: int) -> None:
        self.taken.append(token)
        path, offer = self._rows[0]
        if len(path) > self._at:
            self._rows = [row for row in self._rows if row[0][self._at] == token]
            self._at += 1
            path, offer = self._rows[0]
            if len(path) == self._at and not isinstance(offer, MoveRange):
                self.move = offer
        elif isinstance(offer, MoveRange) and token == self._codec.end:
            self.move = (offer.move.kind, *offer.start, int(self._number))
        else:
            self._number += str(token - self._codec.first_digit)


@lru_cache(maxsize=_REMEMBERED)
def _digits(number: str, low: int, high: int) -> tuple[tuple[int, ...], bool]:
    """The digits that may follow those of a number so far, and whether it may end here."""
    following = tuple(digit for digit in range(10) if _leads(f"{number}{digit}", low, high))
    return following, bool(number) and low <= int(number) <= high


def _leads(prefix: str, low: int, high: int) -> bool:
    """Whether some number within the bounds begins with these digits."""
    if prefix[0] == "0":
        return prefix == "0" and low <= 0 <= high
    least = most = int(prefix)
    while least <= high:
        if most >= low:
            return True
        least, most = least * 10, most * 10 + 9
    return False
