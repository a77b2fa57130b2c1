"""Moves and events as lines: `attack Kamchatka from Alaska with 3 dice`, `eliminated Green by Red`.

There is no grammar of its own for any move: a line is the kind of a record and values for its fields, whose domains
say what the words can mean. A value goes to the first field that can take it, unless the field's name stands before it
(`from` and `to` stand for `source` and `target`); words that only make it read better are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from riskcore.domains import Domain
from riskcore.events import Event
from riskcore.files.toml_source import hint, shown
from riskcore.moves import Move
from riskcore.notation.names import ORDINALS, Names, WordError
from riskcore.records import Record

__all__ = ["Line", "event_line", "hand_order", "move_line", "say", "show"]

_TOKENS = re.compile(r'"([^"]*)"|([^\s,]+)')
_NUMBER = re.compile(r"-?\d+")
_UNITS = frozenset(("army", "armies", "die", "dice", "card", "cards"))
_FILLERS = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "the", "to", "with"))
_SYNONYMS = {"source": "from", "target": "to"}
_NUMERIC = ("count", "dice", "faces")
_SEVERAL = ("territories", "cards", "faces")


@attrs.frozen(eq=False)
class Line:
    """A move to make or an event to look for. Cards are kept by name, for which of two alike is meant can vary."""

    text: str
    record: type[Record]
    values: Mapping[str, Any]
    by: int | None = None  # whose decision it must be

    def move(self, names: Names, hand: Sequence[int]) -> Move:
        """The move itself; of cards with one name those in hand are meant."""
        fields: list[Any] = []
        for name, domain in self.record.fields.items():
            value = self.values[name]
            if domain.name == "card":
                value = hand_order([value], names, hand)[0]
            elif domain.name == "cards":
                value = tuple(hand_order(value, names, hand))
            fields.append(value)
        return self.record(*fields)  # type: ignore[return-value]  # lines for moves are of move types

    def matches(self, event: Event, names: Names) -> bool:
        """Whether an event is of this kind and agrees with every value that the line gives."""
        if event.kind != self.record.kind or not set(self.values) <= set(type(event).fields):
            return False
        return all(
            _agrees(type(event).fields[field], getattr(event, field), wanted, names)
            for field, wanted in self.values.items()
        )


def _agrees(domain: Domain, value: Any, wanted: Any, names: Names) -> bool:
    match domain.name:
        case "card":
            return bool(names.cards[value] == wanted)
        case "cards":
            return names.card_names(value) == sorted(wanted)
        case "text" | "plain":
            return str(wanted).casefold() in _quotable(value).casefold()
    return bool(value == wanted)


def hand_order(wanted: Iterable[str], names: Names, hand: Sequence[int]) -> list[int]:
    """Cards by name, each once, rather from the hand than not."""
    chosen: list[int] = []
    for name in wanted:
        alike = [card for card, its_name in enumerate(names.cards) if its_name == name and card not in chosen]
        if not alike:
            raise WordError(f"there are not that many cards {shown(name)}")
        chosen.append(next((card for card in alike if card in hand), alike[0]))
    return chosen


def move_line(text: str, names: Names) -> Line:
    """A line that must be a whole move, perhaps with its player before it: `Red: place 3 on Alaska`."""
    by, rest = None, text
    before, colon, after = text.partition(":")
    if colon:
        by, rest = names.owner(before), after
    line = _parse(rest.strip(), names.rules.moves, "move", names)
    missing = [name for name in line.record.fields if name not in line.values]
    if missing:
        fields = ", ".join(f"{name} ({domain.name})" for name, domain in line.record.fields.items())
        raise WordError(f"{shown(text)}: {' and '.join(missing)} missing; {line.record.kind!r} takes {fields}")
    return attrs.evolve(line, text=text, by=by)


def event_line(text: str, names: Names) -> Line:
    """A line that says of an event as much as matters."""
    return _parse(text, names.rules.events, "event", names)


def show(record: Record, names: Names) -> str:
    """A record as a line that names every field."""
    parts = [f"{name.replace('_', ' ')} {_value(domain, value, names)}" for name, domain, value in _items(record)]
    return f"{record.kind} {', '.join(parts)}".strip()


def say(move: Move, names: Names) -> str:
    """A move as a line that reads well, and that `move_line` reads: `attack Brazil from Peru with 3 dice`."""
    values = {name: _value(domain, value, names) for name, domain, value in _items(move)}
    armies, place = values.pop("armies", None), values.pop("territory", None)
    parts = [move.kind]
    if place is not None:
        parts.append(place if armies is None else f"{armies} on {place}")
    if "source" in values and "target" in values:
        parts.append(f"{values.pop('target')} from {values.pop('source')}")
    if armies is not None and place is None:
        parts.append(f"with {armies}" if len(parts) > 1 else armies)
    for name, value in values.items():
        parts.append(_count_words(value) if name == "dice" else f"{name.replace('_', ' ')} {value}")
    return " ".join(parts)


def _count_words(dice: str) -> str:
    return f"with {dice} {'die' if dice == '1' else 'dice'}"


def _items(record: Record) -> Iterator[tuple[str, Domain, Any]]:
    return ((name, domain, getattr(record, name)) for name, domain in type(record).fields.items())


def _value(domain: Domain, value: Any, names: Names) -> str:
    match domain.name:
        case "territory":
            return str(names.territories[value])
        case "territories":
            return ", ".join(names.territories[each] for each in value)
        case "owner":
            return names.owner_name(value)
        case "card" | "cards":
            return ", ".join(names.card_names([value] if domain.name == "card" else value))
        case "die":
            return ORDINALS[value]
        case "faces":
            return " ".join(map(str, value))
        case "text" | "plain":
            return f'"{_quotable(value)}"'
    return str(value)


def _quotable(value: Any) -> str:
    return str(value).replace('"', "'")


def _parse(text: str, kinds: Mapping[str, type[Record]], what: str, names: Names) -> Line:
    tokens = [(found[1], True) if found[1] is not None else (found[2], False) for found in _TOKENS.finditer(text)]
    words = [word.casefold() for word, quoted in tokens if not quoted]
    fitting = [kind for kind in kinds if words[: len(kind.split())] == kind.split()]
    if not fitting:
        advice = hint(" ".join(words[:2]), kinds) or hint(words[0] if words else "", kinds)
        raise WordError(f"unknown {what} {shown(text)}{advice or '; known are ' + ', '.join(sorted(kinds))}")
    kind = max(fitting, key=len)
    try:
        return Line(text, kinds[kind], _LineReader(kinds[kind], names).read(tokens[len(kind.split()) :]))
    except WordError as error:
        raise WordError(f"{shown(text)}: {error}") from None


class _LineReader:
    """Reads the words after the kind: first what each can be, then which field it is for."""

    def __init__(self, record: type[Record], names: Names) -> None:
        self._fields = record.fields
        self._names = names
        self._phrases = {
            tuple(phrase.replace(",", " ").split()): phrase
            for domain in record.fields.values()
            for phrase in names.phrases(domain.name)
        }
        self._keywords: dict[tuple[str, ...], str] = {}
        for name in record.fields:
            for word in (name.replace("_", " "), _SYNONYMS.get(name, name)):
                if word not in _UNITS:
                    self._keywords[tuple(word.split())] = name

    def read(self, tokens: Sequence[tuple[str, bool]]) -> dict[str, Any]:
        """The values by field."""
        values: dict[str, Any] = {}
        loose: list[str] = []
        for field, phrase in self._items(tokens):
            if field is None:
                loose.append(phrase)
            else:
                self._put(values, field, phrase)
        for phrase in loose:
            open_fields = [name for name in self._fields if self._takes(name, phrase) and self._has_room(name, values)]
            if not open_fields:
                raise WordError(f"{shown(phrase)} is one value too many, or none that fits")
            self._put(values, open_fields[0], phrase)
        return values

    def _items(self, tokens: Sequence[tuple[str, bool]]) -> Iterator[tuple[str | None, str]]:
        """Values, each with the field whose name stood before it, if any."""
        words = [word if quoted else word.casefold() for word, quoted in tokens]
        pending: str | None = None
        at = 0
        while at < len(words):
            if tokens[at][1]:
                yield self._text_field(pending), words[at]
                at += 1
                continue
            keyword = _longest(words, at, self._keywords)
            phrase = _longest(words, at, self._phrases)
            if keyword and len(keyword) >= len(phrase or ()):
                pending = self._keywords[keyword]
                at += len(keyword)
            elif phrase or _NUMBER.fullmatch(words[at]):
                value = self._phrases[phrase] if phrase else words[at]
                at += len(phrase or words[at : at + 1])
                for_field = pending is not None and self._takes(pending, value)
                yield pending if for_field else None, value
                if not (for_field and pending and self._fields[pending].name in _SEVERAL):
                    pending = None
            elif words[at] in _UNITS or words[at] in _FILLERS:
                at += 1
            elif (field := self._text_field(pending)) is not None:
                yield field, " ".join(word for word, _ in tokens[at:])
                return
            else:
                raise self._unknown(words[at])

    def _text_field(self, pending: str | None) -> str | None:
        """Where words go that mean nothing else: the field whose name stood before them, or the first for words."""
        fields = [name for name, domain in self._fields.items() if domain.name in ("text", "plain")]
        return pending if pending in fields else next(iter(fields), None)

    def _unknown(self, word: str) -> WordError:
        possible = [phrase for phrase in self._phrases.values() if phrase]
        return WordError(f"unknown word {shown(word)}{hint(word, [*possible, *map(' '.join, self._keywords)])}")

    def _takes(self, field: str, phrase: str) -> bool:
        domain = self._fields[field]
        if domain.name in _NUMERIC:
            return _NUMBER.fullmatch(phrase) is not None
        return phrase in self._names.phrases(domain.name)

    def _has_room(self, field: str, values: Mapping[str, Any]) -> bool:
        return field not in values or self._fields[field].name in _SEVERAL

    def _put(self, values: dict[str, Any], field: str, phrase: str) -> None:
        domain = self._fields[field]
        value = self._names.phrases(domain.name).get(phrase, phrase)
        if domain.name in _NUMERIC:
            value = int(phrase)
        if domain.name in _SEVERAL:
            values[field] = (*values.get(field, ()), value)
        elif field in values:
            raise WordError(f"{field} is given twice")
        else:
            values[field] = value


def _longest(words: Sequence[str], at: int, known: Iterable[tuple[str, ...]]) -> tuple[str, ...] | None:
    fitting = [phrase for phrase in known if phrase and tuple(words[at : at + len(phrase)]) == phrase]
    return max(fitting, key=len, default=None)
