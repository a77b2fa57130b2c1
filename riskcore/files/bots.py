"""Bots as people name them: `planner`, `planner(aggression=0.9)`, `exec:./mybot`."""

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from riskcore.errors import Problem, VariantError
from riskcore.files.catalog import Catalog
from riskcore.files.layers import setting_value
from riskcore.files.reader import Reader
from riskcore.files.toml_source import Place, shown

__all__ = ["PROGRAM", "bot_maker", "load_bot", "split_bots"]

PROGRAM = "exec"  # the bot behind `exec:COMMAND`

_CALL = re.compile(r"([^\s(]+)\s*(?:\((.*)\))?", re.DOTALL)


def split_bots(text: str) -> tuple[str, ...]:
    """The bots of a list with commas between them; commas within brackets or quotes belong to a bot."""
    return tuple(piece.strip() for piece in _split(text))


def load_bot(text: str, *, plugin_files: Sequence[str | os.PathLike[str]] = ()) -> Any:
    """A bot as people name it, with parameters in brackets if it takes any: `load_bot("exec(command='./mine')")`."""
    return bot_maker(text, Catalog(plugin_files))()


def bot_maker(text: str, catalog: Catalog) -> Callable[[], Any]:
    """What makes a bot: its class with the parameters that stand in brackets behind its name."""
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
