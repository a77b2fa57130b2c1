"""What rules keep in the state, with names for numbers: `homes = { Red = "Alaska" }` for `[0, -1, -1]`.

A rule's data is plain lists, tables, numbers and words. Where it is a list by owner, a scenario writes a table by the
owners' names; where it keeps a number, the name of an owner, territory or continent may stand for it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from riskcore.files.toml_source import hint, shown
from riskcore.notation.names import UNKNOWN_NAME, Names, WordError
from riskcore.scenario.problems import Spot

__all__ = ["compared_data", "data_numbers"]


def data_numbers(written: Mapping[str, Any], names: Names, spot: Spot) -> dict[str, Any]:
    """The data as the rules keep it; owners that are not named keep what a game starts with."""
    known = names.rules.data
    numbers: dict[str, Any] = {}
    for name, value in written.items():
        if name not in known:
            listed = f"; this variant has {', '.join(known)}" if known else "; this variant has none"
            spot.add(f"unknown data{hint(name, known) or listed}", name, of_key=True)
            continue
        start = known[name].start(names.players, len(names.owners))
        with spot.at(name):
            numbers[name] = _numbers(value, start, names)
    return numbers


def _numbers(written: Any, start: Any, names: Names) -> Any:
    """A value in numbers; `start` shows what the rule keeps, None what cannot be known."""
    if isinstance(written, dict) and isinstance(start, list):
        kept = list(start)
        for word, value in written.items():
            owner = names.owner(word)
            if not 0 <= owner < len(kept):
                raise WordError(f"{shown(word)} has no entry: there is one for {', '.join(names.owners[: len(kept)])}")
            kept[owner] = _numbers(value, start[owner], names)
        return kept
    if isinstance(written, dict):
        begun = start if isinstance(start, dict) else {}
        return {**begun, **{key: _numbers(value, begun.get(key), names) for key, value in written.items()}}
    if isinstance(written, list):
        example = start[0] if isinstance(start, list) and start else None
        return [_numbers(item, example, names) for item in written]
    if isinstance(written, str) and not isinstance(start, str):
        number = names.number(written)
        if number is None and isinstance(start, int):
            everything = (*names.owners, *names.territories, *names.continents)
            raise WordError(f"{shown(written)} names nothing that could be kept here{hint(written, everything)}")
        return written if number is None else number
    return written


def compared_data(what: str, written: Any, found: Any, names: Names) -> Iterator[tuple[str, Any, Any]]:
    """For each value written: what it is, what was expected and what was found, with names for numbers."""
    if isinstance(written, dict) and isinstance(found, list | dict):
        for word, value in written.items():
            entry = found[names.owner(word)] if isinstance(found, list) else found.get(word)
            yield from compared_data(f"{what} of {word}", value, entry, names)
    else:
        yield what, written, _named(written, found, names)


def _named(written: Any, found: Any, names: Names) -> Any:
    """What was found, with names where the expectation has them."""
    if found is None:
        return UNKNOWN_NAME
    if isinstance(found, list) and isinstance(written, int):
        return len(found)  # a number for a list says how long it is
    if isinstance(found, list) and isinstance(written, list):
        examples = written + [written[-1] if written else None] * (len(found) - len(written))
        return [_named(example, item, names) for example, item in zip(examples, found, strict=False)]
    if isinstance(found, int) and isinstance(written, str) and not isinstance(found, bool):
        name = names.alike(found, written)
        return written if name.casefold() == written.casefold() else name
    return found
