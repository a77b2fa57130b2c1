"""From TOML tables to attrs instances: strict about types, and every misfit named with its place."""

import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import attrs

from riskcore.board import Board, ContinentName, TerritoryName
from riskcore.errors import Problem
from riskcore.files.carried import DataFiles
from riskcore.files.parameters import (
    AND,
    EACH,
    EACH_IN_TABLE,
    NUMBER,
    OPTION,
    OPTIONAL,
    SIMPLE,
    allowed_in_words,
    type_in_words,
    typed_fields,
)
from riskcore.files.toml_source import KeyPath, Place, dotted, hint, shown

if TYPE_CHECKING:
    from cattrs import BaseConverter

__all__ = ["Locate", "Reader"]

T = TypeVar("T")
Locate = Callable[[KeyPath, bool], Place]  # where a path's value stands, or with True its key

MAX_UNKNOWN = 20  # unknown keys of one table that are named; a machine wrote the file that has more


@attrs.frozen
class Misfit:
    """A value that does not fit, by its path below the table that is being read."""

    path: KeyPath
    message: str
    of_key: bool = False


class MisfitsError(Exception):
    """All misfits below one value."""

    def __init__(self, found: list[Misfit]) -> None:
        super().__init__(found)
        self.found = found

    def under(self, key: str | int) -> list[Misfit]:
        """The same misfits, seen from one level further up."""
        return [attrs.evolve(misfit, path=(key, *misfit.path)) for misfit in self.found]


class Reader:
    """Makes instances of attrs classes from TOML tables and gathers every problem on the way."""

    def __init__(self, board: Board | None = None, files: DataFiles | None = None) -> None:
        self.problems: list[Problem] = []
        self._board = board  # without one, names of territories and continents go unchecked
        self._files = files or DataFiles()
        self._folder: Callable[[], str] = str  # what a relative path is relative to; asked for when one comes
        self._converter = self._strict_converter()

    def read(self, cls: type[T], table: object, at: KeyPath, locate: Locate) -> T | None:
        """An instance of `cls` from the table at a path, or None when that added problems."""
        try:
            return self._instance(table, cls, lambda key: lambda: locate((*at, key), False).folder)
        except MisfitsError as error:
            for misfit in error.found:
                path = (*at, *misfit.path)
                message = f"{dotted(path)}: {misfit.message}" if path else misfit.message
                self.problems.append(locate(path, misfit.of_key).problem(message))
            return None

    def _instance(self, table: object, cls: type[T], folder_of: Callable[[str], Callable[[], str]] | None = None) -> T:
        if not isinstance(table, Mapping):
            raise _wrong_type(table, cls)
        try:
            fields = typed_fields(cls)
        except Exception as error:  # a rule whose annotations name something that is not there
            raise _misfit(f"class {cls.__name__} has a broken annotation: {_reason(error)}") from None
        misfits = list(_unknown_keys(table, fields))
        values: dict[str, Any] = {}
        for key, field in fields.items():
            if key not in table:
                if field.default is attrs.NOTHING:
                    misfits.append(Misfit((key,), f"missing; must be {_with_article(field.type)}"))
                continue
            if folder_of is not None:
                self._folder = folder_of(key)
            try:
                values[key] = self._converter.structure(table[key], field.type or Any)
            except MisfitsError as error:
                misfits += error.under(key)
                continue
            if field.converter is None:  # else the validator is for what the converter makes of the value
                misfits += _breaches(field.validator, field, values[key], (key,))
        if misfits:
            raise MisfitsError(misfits)
        try:
            return cls(**values)
        except Exception as error:  # a rule's own validators and converters may raise anything
            raise MisfitsError(_culprits(cls, values, error)) from None

    def _strict_converter(self) -> "BaseConverter":
        """A converter without any of cattrs' conversions: what TOML says is what a rule gets, or an error."""
        from cattrs import BaseConverter  # slow to import, and only loading needs it

        converter = BaseConverter()
        by_origin: list[tuple[Callable[[Any], bool], Callable[[Any, Any], Any]]] = [
            (lambda kind: True, _no_such_type),
            (lambda kind: kind is Any, lambda value, kind: value),
            (attrs.has, self._instance),
            (lambda kind: hasattr(kind, "from_toml"), self._own),
            (lambda kind: typing.get_origin(kind) is Literal, _option),
            (lambda kind: typing.get_origin(kind) in (typing.Union, types.UnionType), self._either),
            (lambda kind: dict in (kind, typing.get_origin(kind)), self._table),
            (lambda kind: {kind, typing.get_origin(kind)} & {list, tuple}, self._list),  # type: ignore[list-item,return-value]
        ]
        for fits, hook in by_origin:
            converter.register_structure_hook_func(fits, hook)
        for plain in (int, str, bool):
            converter.register_structure_hook(plain, _exactly)
        converter.register_structure_hook(float, _number)
        converter.register_structure_hook(Path, self._file)
        converter.register_structure_hook(TerritoryName, self._territory)
        converter.register_structure_hook(ContinentName, self._continent)
        return converter

    def _list(self, value: object, kind: Any) -> list[Any] | tuple[Any, ...]:
        made = typing.get_origin(kind) or kind
        inner = typing.get_args(kind)
        if not isinstance(value, list):
            raise _wrong_type(value, kind)
        if made is list or inner[-1:] == (...,) or not inner:
            inner = (inner[0] if inner else Any,) * len(value)
        if len(inner) != len(value):
            raise _wrong_type(value, kind)
        return made(self._each(zip(range(len(value)), value, inner, strict=True)))  # type: ignore[no-any-return]

    def _table(self, value: object, kind: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _wrong_type(value, kind)
        key_kind, item_kind = typing.get_args(kind) or (str, Any)
        misfits: list[Misfit] = []
        for key in value:
            try:
                self._converter.structure(key, key_kind)
            except MisfitsError as error:
                misfits += [Misfit((key,), misfit.message, of_key=True) for misfit in error.found]
        items = self._each(((key, item, item_kind) for key, item in value.items()), misfits)
        return dict(zip(value, items, strict=True))

    def _each(self, items: Iterable[tuple[str | int, object, Any]], found: Iterable[Misfit] = ()) -> list[Any]:
        made: list[Any] = []
        misfits = list(found)
        for key, value, kind in items:
            try:
                made.append(self._converter.structure(value, kind))
            except MisfitsError as error:
                misfits += error.under(key)
        if misfits:
            raise MisfitsError(misfits)
        return made

    def _either(self, value: object, kind: Any) -> Any:
        options = [option for option in typing.get_args(kind) if option is not type(None)]
        if isinstance(value, Mapping) and any(attrs.has(option) for option in options):
            options = [option for option in options if attrs.has(option)]  # a table is meant to be one of these
        for option in options:
            try:
                return self._converter.structure(value, option)
            except MisfitsError:
                if len(options) == 1:  # `X | None`, and TOML has no None: what is wrong with X says it best
                    raise
        raise _wrong_type(value, kind)

    def _own(self, value: object, kind: Any) -> Any:
        """A type of a rule's own, which reads itself: `from_toml(value, board)` returns it or raises a ValueError."""
        try:
            return kind.from_toml(value, self._board)
        except ValueError as error:
            raise _misfit(str(error)) from None

    def _file(self, value: object, kind: Any) -> Path:
        if not isinstance(value, str):
            raise _wrong_type(value, kind)
        folder = self._folder()
        found = self._files.data_file(value, folder)
        if found is None:
            beside = f" in {folder}" if folder else ""
            raise _misfit(f"there is no file {shown(value)}{beside}")
        return found

    def _territory(self, value: object, kind: Any) -> str:
        return self._on_board(value, kind, "territory", self._board.territories if self._board else None)

    def _continent(self, value: object, kind: Any) -> str:
        return self._on_board(value, kind, "continent", self._board.continents if self._board else None)

    def _on_board(self, value: object, kind: Any, what: str, names: tuple[str, ...] | None) -> str:
        if not isinstance(value, str):
            raise _wrong_type(value, kind)
        if self._board is not None and names is not None and value not in names:
            board = shown(self._board.name)
            raise _misfit(f"unknown {what} {shown(value)} on board {board}{hint(value, names)}")
        return value


def _exactly(value: object, kind: type) -> Any:
    if type(value) is not kind:
        raise _wrong_type(value, kind)
    return value


def _number(value: object, kind: type) -> float:
    if type(value) not in (int, float) or value - value != 0:  # type: ignore[operator]  # inf and nan fail
        raise _wrong_type(value, kind)
    return float(value)  # type: ignore[arg-type]  # int or float, as just checked


def _option(value: object, kind: Any) -> Any:
    options = typing.get_args(kind)
    for option in options:
        if type(option) is type(value) and option == value:
            return value
    raise _misfit(_not_one_of(value, options))


def _not_one_of(value: object, options: Iterable[Any]) -> str:
    choices = list(options)
    texts = [choice for choice in choices if isinstance(choice, str)]
    known = hint(value, texts) if isinstance(value, str) else ""
    return f"{shown(value)} is not allowed; must be one of {', '.join(map(shown, choices))}{known}"


def _no_such_type(value: object, kind: Any) -> Any:
    raise _misfit(f"cannot be set: TOML has no value of type {kind}")


def _misfit(message: str) -> MisfitsError:
    return MisfitsError([Misfit((), message)])


def _wrong_type(value: object, kind: Any) -> MisfitsError:
    return _misfit(f"must be {_with_article(kind)}, not {shown(value)}")


def _with_article(kind: Any) -> str:
    words = type_in_words(kind)
    return words if words.startswith(("text", "true", "one of")) else f"a {words}"


def _unknown_keys(table: Mapping[str, object], known: Iterable[str]) -> Iterator[Misfit]:
    unknown = [key for key in table if key not in known]
    for key in unknown[:MAX_UNKNOWN]:
        yield Misfit((key,), f"unknown key{hint(key, known)}", of_key=True)
    if len(unknown) > MAX_UNKNOWN:
        yield Misfit((), f"{len(unknown) - MAX_UNKNOWN} more unknown keys")


def _breaches(validator: Any, field: "attrs.Attribute[Any]", value: Any, path: KeyPath) -> Iterator[Misfit]:
    """What attrs' own validators refuse; a rule's own validators run when the instance is made."""
    if isinstance(validator, OPTIONAL):
        validator = None if value is None else validator.validator
    pieces = validator._validators if isinstance(validator, AND) else (validator,)
    simple = [piece for piece in pieces if isinstance(piece, SIMPLE)]
    for piece in simple:
        try:
            piece(None, field, value)
        except Exception:
            yield Misfit(path, _breach(value, piece, simple))
            break
    for piece in pieces:
        if isinstance(piece, AND | OPTIONAL):
            yield from _breaches(piece, field, value, path)
        elif isinstance(piece, EACH):
            yield from _breaches(piece.iterable_validator, field, value, path)
            for index, item in enumerate(value):
                yield from _breaches(piece.member_validator, field, item, (*path, index))
        elif isinstance(piece, EACH_IN_TABLE):
            for key, item in value.items():
                yield from _breaches(piece.value_validator, field, item, (*path, key))


def _breach(value: object, refused_by: Any, pieces: list[Any]) -> str:
    if isinstance(refused_by, OPTION):
        return _not_one_of(value, refused_by.options)
    what = "out of range" if isinstance(refused_by, NUMBER) else "not allowed"
    return f"{shown(value)} is {what}; must be {' and '.join(map(allowed_in_words, pieces))}"


def _culprits(cls: type, values: Mapping[str, Any], error: Exception) -> list[Misfit]:
    """Which fields an instance could not be made for; when none alone is to blame, the error itself."""
    misfits: list[Misfit] = []
    try:
        with attrs.validators.disabled():
            draft = cls(**values)
    except Exception as failure:
        return [Misfit((), _reason(failure))]
    for key, field in typed_fields(cls).items():
        value = getattr(draft, field.name)
        breaches = list(_breaches(field.validator, field, value, (key,)))
        misfits += breaches
        if field.validator is not None and not breaches:
            try:
                field.validator(draft, field, value)
            except Exception as failure:
                misfits.append(Misfit((key,), f"{shown(value)} is refused: {_reason(failure)}"))
    return misfits or [Misfit((), _reason(error))]


def _reason(error: Exception) -> str:
    words = str(error.args[0]) if error.args else type(error).__name__
    return " ".join(words.split())
