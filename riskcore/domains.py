"""What the fields of moves, events and frames may hold: `source: int = domains.territory()`."""

from collections.abc import Mapping
from functools import cache
from types import CodeType
from typing import Any, Literal

import attrs

__all__ = [
    "Domain",
    "card",
    "cards",
    "count",
    "dice",
    "die",
    "faces",
    "optional",
    "owner",
    "plain",
    "player",
    "rest",
    "step",
    "territories",
    "territory",
    "text",
    "word",
]


@attrs.frozen
class Domain:
    """What a field may hold. `test` is an expression over `value` with `territories`, `cards`, `owners` as sizes.

    Those of frames may also ask for `players`, and for the number of phases of the `setup`, a `turn` or a `battle`.
    What is `secret` others do not see: of a move all but who decided, of an event all but the owner it names first.
    """

    name: str
    test: str
    low: int | None = None
    high: int | None = None
    secret: bool = False
    choices: tuple[str, ...] = ()  # the words that there are to choose from
    rest: bool = False  # a frame's last field that takes any number of values, each of which the test is for

    def holds(self, value: object, sizes: Mapping[str, int]) -> bool:
        """Whether a value is one of these, with as many territories, cards … as `sizes` says."""
        return bool(eval(_compiled(self.test), dict(sizes), {"value": value}))


@cache
def _compiled(test: str) -> CodeType:
    return compile(test, "<domain>", "eval")


# The specifiers return Any so that `source: int = territory()` type-checks, as attrs.field() does.
def _index(name: str, size: str, secret: bool = False) -> Any:
    return Domain(name, f"type(value) is int and 0 <= value < {size}", low=0, secret=secret)


def territory(*, secret: bool = False) -> Any:
    """A territory's index on the board."""
    return _index("territory", "territories", secret)


def territories() -> Any:
    """Several territories."""
    return Domain("territories", _EACH.format(size="territories"))


def card(*, secret: bool = False) -> Any:
    """A card's index in the deck."""
    return _index("card", "cards", secret)


def cards(*, secret: bool = False) -> Any:
    """Several different cards."""
    return Domain("cards", _EACH.format(size="cards"), secret=secret)


def owner() -> Any:
    """A player, or an owner of armies without a seat; in an event -1 stands for nobody."""
    return _index("owner", "owners")


def player() -> Any:
    """A player: an owner with a seat."""
    return _index("player", "players")


def optional(domain: Domain) -> Any:
    """What another domain holds, or -1 for none."""
    return attrs.evolve(
        domain, name=f"{domain.name} or -1", test=f"type(value) is int and value == -1 or ({domain.test})", low=-1
    )


def rest(domain: Domain) -> Any:
    """All values from here to the end of a frame, maybe none: `among: slice = domains.rest(domains.territory())`."""
    return attrs.evolve(domain, rest=True)


def step(of: Literal["setup", "turn", "battle"]) -> Any:
    """How many of the rulebook's phases of the set-up, a turn or a battle have been entered."""
    return Domain("step", f"type(value) is int and 0 <= value <= {of}", low=0)


def count(low: int = 0, high: int | None = None) -> Any:
    """A number, of armies as a rule."""
    test = f"type(value) is int and {low} <= value"
    return Domain("count", test if high is None else f"{test} <= {high}", low=low, high=high)


def dice(high: int = 3) -> Any:
    """How many dice to roll."""
    return Domain("dice", f"type(value) is int and 1 <= value <= {high}", low=1, high=high)


def die(high: int = 6) -> Any:
    """One of the dice on the table by its place: the attacker's first, each side's highest first."""
    return Domain("die", f"type(value) is int and 0 <= value <= {high}", low=0, high=high)


def faces() -> Any:
    """The dice as rolled, highest first."""
    return Domain("faces", "type(value) is tuple and all(type(v) is int and 1 <= v <= 6 for v in value)")


def text() -> Any:
    """A word."""
    return Domain("text", "type(value) is str")


def word(*choices: str) -> Any:
    """One of some words."""
    test = f"type(value) is str and value in {choices!r}"
    return Domain(" or ".join(map(repr, choices)), test, choices=choices)


def plain() -> Any:
    """What rules keep in a state: lists, dicts, numbers and words."""
    return Domain("plain", "True")


_EACH = (
    "type(value) is tuple and all(type(v) is int and 0 <= v < {size} for v in value) and len(set(value)) == len(value)"
)
