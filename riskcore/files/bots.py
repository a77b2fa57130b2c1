"""Bots as people name them: `planner`, `planner(aggression=0.9)`, `exec:./mybot`; or given as classes and objects."""

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog, kebab_case
from riskcore.files.layers import setting_value
from riskcore.files.reader import Reader
from riskcore.files.toml_source import Place, shown

__all__ = ["PROGRAM", "GivenBot", "bot_maker", "load_bot", "named_bot", "split_bots"]

PROGRAM = "exec"  # the bot behind `exec:COMMAND`

_CALL = re.compile(r"([^\s(]+)\s*(?:\((.*)\))?", re.DOTALL)


class GivenBot(str):
    """The name of a bot that was given as a class or an object, and goes along with its name."""

    make: "partial[Any]"

    def __new__(cls, name: str, make: "partial[Any]") -> "GivenBot":
        """`make` makes the bot of one game."""
        given = super().__new__(cls, name)
        given.make = make
        return given

    def __getnewargs__(self) -> tuple[Any, ...]:  # to a worker it goes with both
        return str(self), self.make

    def __eq__(self, other: object) -> bool:
        """Two of a name may be of different classes; their parameters are in the name."""
        other_class = isinstance(other, GivenBot) and self.make.func is not other.make.func
        return str.__eq__(self, other) is True and not other_class

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def named_bot(bot: Any) -> str:
    """A bot by its name: a class, or an object of one, is called by the class and by the parameters that it changes."""
    if isinstance(bot, str):
        return bot
    cls = bot if isinstance(bot, type) else type(bot)
    if not attrs.has(cls) or not callable(getattr(cls, "decide", None)):
        raise _error(f"{bot!r} is no bot: a bot is a name, or an attrs class with `decide`, or an object of one")
    installed = {name: Catalog().bot_class(name) for name in Catalog().bot_names()}
    name = next((name for name, known in installed.items() if known is cls), kebab_case(cls.__name__))
    if installed.get(name, cls) is not cls:
        raise _error(f"class {cls.__name__}: {shown(name)} is the name of an installed bot; call yours otherwise")
    given: dict[str, Any] = {}
    if bot is not cls:
        given = {field.alias: getattr(bot, field.name) for field in attrs.fields(cls) if field.init and field.alias}
    plain = {field.alias: field.default for field in attrs.fields(cls)}
    changed = ", ".join(f"{key}={value!r}" for key, value in given.items() if value != plain[key])
    return GivenBot(f"{name}({changed})" if changed else name, partial(cls, **given))


def split_bots(text: str) -> tuple[str, ...]:
    """The bots of a list with commas between them; commas within brackets or quotes belong to a bot."""
    return tuple(piece.strip() for piece in _split(text))


def load_bot(text: str, *, plugin_files: Sequence[str | os.PathLike[str]] = ()) -> Any:
    """A bot as people name it, with parameters in brackets if it takes any: `load_bot("exec(command='./mine')")`."""
    return bot_maker(text, Catalog(plugin_files))()


def bot_maker(text: str, catalog: Catalog) -> Callable[[], Any]:
    """What makes a bot: its class with the parameters that stand in brackets behind its name."""
    if isinstance(text, GivenBot):
        return text.make
    name, parameters = _read_call(text)
    cls = catalog.bot_class(name)
    if not parameters:
        return cls
    reader = Reader()
    if reader.read(cls, parameters, (), lambda path, of_key: Place(f"bot {text}")) is None:
        raise VariantError(reader.problems)
    return partial(cls, **parameters)


def _read_call(text: str) -> tuple[str, dict[str, Any]]:
    if text.startswith(f"{PROGRAM}:"):
        return PROGRAM, {"command": text.removeprefix(f"{PROGRAM}:").strip()}
    match = _CALL.fullmatch(text)
    if match is None:
        raise _error(f"{shown(text)} is no bot: write NAME or NAME(key=value, …)")
    parameters: dict[str, Any] = {}
    for piece in _split(match[2]) if match[2] else ():
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not key or not equals or not value or key in parameters:
            raise _error(f"bot {shown(text)}: {shown(piece.strip())} must be key=value, each key once")
        try:
            parameters[key] = setting_value(value)
        except ValueError as error:
            raise _error(f"bot {shown(text)}: {shown(value)} is not a TOML value: {error}") from None
    return match[1], parameters


def _split(text: str) -> list[str]:
    pieces = [""]
    depth, quote = 0, ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            pieces.append("")
            continue
        pieces[-1] += char
    return pieces


def _error(message: str) -> VariantError:
    return VariantError([Problem(message)])
