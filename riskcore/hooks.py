"""How a hook point is declared: once, with all that the rulebook, the texts and the measures need to know of it.

A hook's method is its contract, which mypy reads too: what a rulebook keeps of the answers is an attribute of the
rulebook by the hook's name, with the type that the contract says.
"""

import inspect
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypedDict, TypeVar, Unpack, overload

import attrs

from riskcore.board import Board
from riskcore.errors import RulebookError
from riskcore.events import EVENTS, Event
from riskcore.rules import AddedAction, Phase

if TYPE_CHECKING:
    from typing import Self

__all__ = [
    "Chapter",
    "Felt",
    "Hook",
    "Telling",
    "collected",
    "event_types",
    "instance",
    "items",
    "named",
    "registered",
    "rule",
    "rules",
    "sequence",
]

#: The chapters in which people read what rules say.
Chapter = Literal["win", "setup", "turn", "armies", "cards", "attack", "battle", "elimination", "fortify", "lists"]

#: How a rule makes itself felt that answers to a hook: an "answer" that differs from what it would be without the rule,
#: also when a player asks before an "attempt"; a "limit" to armies that is reached; what "dice" or "marches" are
#: possible; a "change" of what lies on the table; a "step" of its own, or a "win".
Felt = Literal["never", "answer", "attempt", "limit", "dice", "marches", "change", "step", "win"]

Kept = TypeVar("Kept")
Rule = TypeVar("Rule")
Item = TypeVar("Item")
Phases: TypeAlias = Mapping[str, Phase]
Given: TypeAlias = list[tuple[str, Any]]  # what each rule answers where every answer counts, with the rule's name
Contract: TypeAlias = Callable[[Any, Board], Rule]


class Telling(TypedDict, total=False):
    """How people read of a hook, and how its rules are counted.

    Paragraphs about it begin with the `label`, where their chapter is about several things. What a rule says about
    `machinery` is told to players only if it cites a printed rule, or is all that the rule says.
    """

    chapter: Chapter
    label: str
    machinery: bool
    felt: Felt


@attrs.frozen(eq=False)
class Hook(Generic[Kept]):
    """A hook point: its contract, what will do as an answer, and what a rulebook keeps of the answers.

    Where `one` rule decides, `keep` gets its answer, otherwise each rule's with the rule's name.
    """

    contract: Callable[..., Any]
    one: bool
    fault: Callable[[Any, Container[str]], str | None]  # why a plugin's answer will not do, given the phases there are
    keep: Callable[[str, Any, Phases], Kept]
    chapter: Chapter = "turn"
    label: str = ""
    machinery: bool = False
    felt: Felt = "never"

    @property
    def name(self) -> str:
        """What its implementations are called."""
        return self.contract.__name__

    if TYPE_CHECKING:  # so that a rulebook's attributes have the types of the contracts

        @overload
        def __get__(self, rulebook: None, owner: type) -> Self: ...
        @overload
        def __get__(self, rulebook: object, owner: type) -> Kept: ...
        def __get__(self, rulebook: object | None, owner: type) -> Any: ...


# -- one provider each ------------------------------------------------------------------------------------------------


def rule(arguments: int, **telling: Unpack[Telling]) -> Callable[[Contract[Rule]], Hook[Rule]]:
    """A hook that one callable decides."""
    return lambda contract: Hook(contract, True, lambda value, _: _not_a_rule(value, arguments), _as_it_is, **telling)


def instance(kind: type[Rule], **telling: Unpack[Telling]) -> Callable[[Contract[Rule]], Hook[Rule]]:
    """A hook that one object of a class decides."""
    fault = f"must be a {kind.__name__}"
    return lambda contract: Hook(
        contract, True, lambda value, _: None if isinstance(value, kind) else fault, _as_it_is, **telling
    )


def items(
    kind: type[Item], **telling: Unpack[Telling]
) -> Callable[[Contract[tuple[Item, ...]]], Hook[tuple[Item, ...]]]:
    """A hook that one tuple decides."""
    return lambda contract: Hook(contract, True, lambda value, _: _not_items(value, kind), _as_it_is, **telling)


def sequence(**telling: Unpack[Telling]) -> Callable[[Contract[tuple[str, ...]]], Hook[tuple[Phase, ...]]]:
    """A hook that one row of phases' names decides; the rulebook keeps the phases."""
    return lambda contract: Hook(contract, True, _not_a_sequence, _phases_named, **telling)


# -- every answer counts ----------------------------------------------------------------------------------------------


def rules(arguments: int, **telling: Unpack[Telling]) -> Callable[[Contract[Rule]], Hook[tuple[Rule, ...]]]:
    """A hook where each rule may bring a callable."""
    return lambda contract: Hook(contract, False, lambda value, _: _not_a_rule(value, arguments), _values, **telling)


def collected(
    kind: type[Item], **telling: Unpack[Telling]
) -> Callable[[Contract[Iterable[Item]]], Hook[tuple[tuple[str, Item], ...]]]:
    """A hook where each rule may bring objects; the rulebook keeps them with the rules' names."""
    return lambda contract: Hook(contract, False, lambda value, _: _not_all(value, (kind,)), _flat, **telling)


def named(kind: type[Item], **telling: Unpack[Telling]) -> Callable[[Contract[Iterable[Item]]], Hook[dict[str, Item]]]:
    """A hook where each rule may bring objects with names, which must differ."""
    return lambda contract: Hook(contract, False, lambda value, _: _not_all(value, (kind,)), _by_name, **telling)


def event_types(
    **telling: Unpack[Telling],
) -> Callable[[Contract[Iterable[type[Event]]]], Hook[dict[str, type[Event]]]]:
    """The hook where each rule may bring kinds of events; the rulebook keeps all by name, those of every game too."""
    return lambda contract: Hook(contract, False, lambda value, _: _not_events(value), _event_types, **telling)


def registered(
    **telling: Unpack[Telling],
) -> Callable[[Contract[Iterable[Phase | AddedAction]]], Hook[Phases]]:
    """The hook where rules may bring phases: what all phases of the rulebook are made of."""
    kinds = (Phase, AddedAction)
    return lambda contract: Hook(
        contract, False, lambda value, _: _not_all(value, kinds), lambda name, given, phases: phases, **telling
    )


# -- what will do -----------------------------------------------------------------------------------------------------


def _not_a_rule(value: object, arguments: int) -> str | None:
    if not callable(value):
        return "must return the rule, a function, not its result"
    try:
        inspect.signature(value).bind(*range(arguments))
    except TypeError:
        return f"must take {arguments} arguments"
    except ValueError:  # a callable written in C that tells no signature
        return None
    return None


def _not_items(value: object, kind: type) -> str | None:
    if isinstance(value, tuple) and all(isinstance(item, kind) for item in value):
        return None
    return f"must be a tuple of {kind.__name__}"


def _not_all(value: object, kinds: tuple[type, ...]) -> str | None:
    if isinstance(value, tuple | list) and all(isinstance(item, kinds) for item in value):
        return None
    return f"must be a tuple of {' or '.join(kind.__name__ for kind in kinds)}"


def _not_events(value: object) -> str | None:
    fault = _not_all(value, (type,))
    if fault is None and not all(issubclass(kind, Event) for kind in value):  # type: ignore[attr-defined]  # a tuple
        fault = "must be a tuple of subclasses of Event"
    return fault


def _not_a_sequence(names: Any, phases: Container[str]) -> str | None:
    if fault := _not_items(names, str):
        return fault
    for at, name in enumerate(names):
        if name not in phases:
            return f"names a phase that no rule brings: {name!r}"
        if name in names[:at]:
            return f"names the phase {name!r} twice"
    return None


# -- what is kept -----------------------------------------------------------------------------------------------------


def _as_it_is(name: str, answer: Any, phases: Phases) -> Any:
    return answer


def _phases_named(name: str, answer: tuple[str, ...], phases: Phases) -> tuple[Phase, ...]:
    return tuple(phases[each] for each in answer)


def _values(name: str, given: Given, phases: Phases) -> tuple[Any, ...]:
    return tuple(answer for _, answer in given)


def _flat(name: str, given: Given, phases: Phases) -> tuple[tuple[str, Any], ...]:
    return tuple((rule, item) for rule, answer in given for item in answer)


def _by_name(name: str, given: Given, phases: Phases) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule, item in _flat(name, given, phases):
        if item.name in found:
            raise RulebookError(f"rule {rule!r}: hook {name}: {item.name!r} is taken by another rule")
        found[item.name] = item
    return found


def _event_types(name: str, given: Given, phases: Phases) -> dict[str, type[Event]]:
    kinds = dict(EVENTS)
    for rule, event in _flat(name, given, phases):
        known = kinds.setdefault(event.kind, event)
        if known is not event:
            names = f"{known.__qualname__} and {event.__qualname__}"
            raise RulebookError(f"rule {rule!r}: hook {name}: {names} are both events of kind {known.kind!r}")
    return kinds
