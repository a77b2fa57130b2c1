"""Which rules are in force, in a few letters for each: so that a changed rule is told and not silently played."""

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from riskcore.board import Board
from riskcore.files.carried import DataFiles
from riskcore.rulebook import Rulebook

__all__ = ["differences", "rules_identity"]

_KNOWN: "WeakKeyDictionary[Rulebook, dict[str, Any]]" = WeakKeyDictionary()
_LETTERS = 12


def rules_identity(rules: Rulebook) -> dict[str, Any]:
    """Players, board and rules in order, each rule with what it was told and what its code says."""
    if rules not in _KNOWN:
        files = DataFiles(rules.variant.files)
        told = {table.name: _told(table.parameters, files) for table in rules.variant.rules}
        _KNOWN[rules] = {
            "players": [rules.variant.players.min, rules.variant.players.max],
            "board": _board(rules.board),
            "rules": [[name, told[name], _source(type(plugin))] for name, plugin in rules.plugins],
        }
    return _KNOWN[rules]


def differences(known: object, mine: Mapping[str, Any]) -> list[str]:
    """In which ways the rules of a save are not mine, in words; empty if they are."""
    if known == mine:
        return []
    match known:
        case {"players": players, "board": board, "rules": [*rules]} if all(_is_rule(rule) for rule in rules):
            found = [] if players == mine["players"] else ["the number of players differs"]
            found += [] if board == mine["board"] else ["the board differs"]
            there, here = ({rule[0]: rule[1:] for rule in each} for each in (rules, mine["rules"]))
            return found + (_rules_differ(there, here) if rules != mine["rules"] else [])
    return ["it does not say which"]


def _is_rule(rule: object) -> bool:
    return isinstance(rule, list) and len(rule) == 3 and all(isinstance(word, str) for word in rule)


def _rules_differ(there: dict[str, list[str]], here: dict[str, list[str]]) -> list[str]:
    found = [f"rule {name!r} is only there" for name in there if name not in here]
    found += [f"rule {name!r} is only here" for name in here if name not in there]
    for name in here:
        if name in there:
            told, code = (old == new for old, new in zip(there[name], here[name], strict=True))
            found += [] if told else [f"rule {name!r} has other parameters"]
            found += [] if code else [f"the code of rule {name!r} has changed"]
    return found or ["the rules stand in another order"]


def _told(value: Any, files: DataFiles) -> str:
    return _digest(_with_contents(value, files))


def _with_contents(value: Any, files: DataFiles) -> Any:
    """A parameter in which what a file says stands for its name, which may be another one elsewhere."""
    match value:
        case str() if value in files.carried:
            return {"file": _digest(files.carried[value])}
        case list() | tuple():
            return [_with_contents(item, files) for item in value]
        case Mapping():
            return {str(key): _with_contents(item, files) for key, item in value.items()}
    return value


def _board(board: Board) -> str:
    return _digest(
        [board.territories, board.continents, board.bonuses, board.continent_of, board.neighbours, board.insignia]
    )


def _source(kind: type) -> str:
    """The code that a rule is written in: its module, with all others of the same package."""
    module = sys.modules.get(kind.__module__)
    package = kind.__module__.partition(".")[0]
    file = getattr(sys.modules.get(package) if package != kind.__module__ else module, "__file__", None)
    if file is None or kind.__module__ == "__main__":
        return _digest(f"{kind.__module__}.{kind.__qualname__}")
    return _code_of(kind.__module__, file)


@cache
def _code_of(module: str, file: str) -> str:
    """By module too, for that of a plugin file has another name when the file has changed."""
    path = Path(file)
    files = sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]
    try:
        return _digest([[one.name, one.read_text(encoding="utf-8", errors="replace")] for one in files])
    except OSError:
        return _digest(path.name)


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]
