"""Tuples with a kind and named fields: what moves and events are made of.

A record *is* the plain tuple `(kind, *fields)`: it equals one, and code that is in a hurry may build one. The class
adds names, a repr that reconstructs it and, through its fields' domains, all that a page, an action mask or a pipe
protocol needs to know about it.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform

from riskcore import domains
from riskcore.domains import Domain

__all__ = ["Record"]


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        domains.territory,
        domains.territories,
        domains.card,
        domains.cards,
        domains.owner,
        domains.count,
        domains.dice,
        domains.die,
        domains.faces,
        domains.text,
        domains.plain,
    ),
)
class Record(tuple[Any, ...]):
    """Base of moves and events; a subclass lists its fields with their domains."""

    __slots__ = ()
    kind: ClassVar[str]
    fields: ClassVar[Mapping[str, Domain]]

    def __init_subclass__(cls, kind: str = "") -> None:
        cls.kind = kind
        cls.fields = {name: cls.__dict__[name] for name in cls.__annotations__}
        arguments = ", ".join(cls.fields)
        # Written out, as namedtuple does: a real signature, and half the price of binding *args in a loop of moves.
        namespace: dict[str, Any] = {"new": tuple.__new__}
        exec(f"def __new__(cls, {arguments}): return new(cls, ({kind!r}, {arguments}))", namespace)
        cls.__new__ = namespace["__new__"]  # type: ignore[method-assign]  # generated just above
        for position, name in enumerate(cls.fields, 1):
            setattr(cls, name, property(itemgetter(position)))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)[1:]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in zip(self.fields, self[1:], strict=True))
        return f"{type(self).__name__}({inside})"

    def without_secrets(self) -> Self:
        """The record as others see it: None in secret fields."""
        if not any(domain.secret for domain in self.fields.values()):
            return self
        shown = [None if domain.secret else value for domain, value in zip(self.fields.values(), self[1:], strict=True)]
        return type(self)(*shown)  # type: ignore[arg-type]  # each subclass takes its own fields
