"""Who sits where: at this screen, at another one with an address of their own, or a bot."""

import secrets
from collections.abc import Sequence

import attrs

__all__ = ["FRIEND", "YOU", "Seat", "new_seed", "new_token", "take_seats"]

YOU = "you"
FRIEND = "friend"


def new_token() -> str:
    """What nobody can guess: whoever has it sits in the seat."""
    return secrets.token_urlsafe(18)


def new_seed() -> int:
    """A seed that nobody knows beforehand, short enough to be typed again."""
    return secrets.randbelow(10**9)


@attrs.define
class Seat:
    """A seat: `who` is `you`, `friend` or a bot's name; a friend's has a token."""

    who: str
    token: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays it."""
        return self.who not in (YOU, FRIEND)


def take_seats(named: Sequence[str], bots: Sequence[str], players: int) -> list[Seat]:
    """The seats named first, then the bots in turn round the rest of the table."""
    empty = players - len(named)
    names = [*named, *(bots[place % len(bots)] for place in range(empty))]
    return [Seat(name, new_token() if name == FRIEND else "") for name in names]
