"""What rules keep that a viewer may know, in words and by places on the map: capitals, allies, missions, points."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import attrs

from riskcore.notation.names import Names
from riskcore.rules import Data

__all__ = ["KeptFact", "kept_facts"]

_NUMBERED = ("territory", "card", "owner", "player")


@attrs.frozen
class KeptFact:
    """One thing that a rule keeps: of one owner, or (-1) of nobody."""

    name: str
    owner: int
    words: str
    places: tuple[int, ...]


def kept_facts(data: Mapping[str, Any], names: Names) -> list[KeptFact]:
    """All that a view's data say. Bare numbers are told where every owner has one, as points would be."""
    found: dict[tuple[int, str], KeptFact] = {}
    for name, value in data.items():
        with suppress(Exception):  # a rule is anybody's code
            for fact in _told(names.rules.data[name], value, names):  # what all know comes first
                found.setdefault((fact.owner, fact.words), fact)
    return list(found.values())


def _told(declared: Data, value: Any, names: Names) -> Iterator[KeptFact]:
    domain = declared.entries.name.removesuffix(" or -1") if declared.entries is not None else ""
    for owner, own in _by_owner(declared, value, names):
        values = [each for each in _values(own) if domain in _NUMBERED or type(each) is str or (each and owner >= 0)]
        if values:
            words = "; ".join(_words(domain, each, names) for each in values)
            yield KeptFact(declared.name, owner, words, tuple(values) if domain == "territory" else ())


def _by_owner(declared: Data, value: Any, names: Names) -> Iterator[tuple[int, Any]]:
    """The parts of a value, each with its owner: of a list that begins with as many entries as there are owners."""
    starts = [declared.start(names.players + more, len(names.owners) + more) for more in (0, 1)]
    if all(isinstance(start, list) for start in starts) and len(starts[1]) == len(starts[0]) + 1:
        yield from enumerate(value)
    else:
        yield -1, value


def _values(value: Any) -> Iterator[Any]:
    """The words and numbers in a value; not those of tables, which only their rule can read."""
    if isinstance(value, list):
        for each in value:
            yield from _values(each)
    elif value not in (None, "", -1) and not isinstance(value, dict):
        yield value


def _words(domain: str, value: Any, names: Names) -> str:
    match domain:
        case "territory":
            return str(names.territories[value])
        case "card":
            return str(names.cards[value])
        case "owner" | "player":
            return str(names.owner_name(value))
    said = _listed(names).get(value) if isinstance(value, str) else None
    return f"{value}: {said.removesuffix('.')}" if said else f"{value}"


def _listed(names: Names) -> dict[str, str]:
    """What the lists at the end of the booklet say about things that have names there."""
    return {row[0]: row[1] for _, table in names.rules.appendix for row in table.rows if len(row) > 1}
