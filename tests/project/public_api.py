"""What embedders and authors of plugins can import: `python tests/project/public_api.py` writes it anew."""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_name("public_api.txt")
MODULES = (
    "riskcore",
    "riskcore.adapters.actions",
    "riskcore.adapters.gymnasium",
    "riskcore.adapters.pettingzoo",
    "riskcore.campaign",
    "riskcore.cards",
    "riskcore.chance",
    "riskcore.dice",
    "riskcore.domains",
    "riskcore.events",
    "riskcore.flow",
    "riskcore.frames",
    "riskcore.hookspecs",
    "riskcore.lab",
    "riskcore.logs.game_log",
    "riskcore.moves",
    "riskcore.phases",
    "riskcore.rules",
    "riskcore.sequences",
    "riskcore.testing",
)


def described() -> str:
    """Every public name of these modules, a line each."""
    return "".join(f"{line}\n" for module in MODULES for line in _lines(module))


def _lines(module: str) -> Iterator[str]:
    names = importlib.import_module(module)
    for name in names.__all__:
        value = getattr(names, name)
        if inspect.isclass(value):
            yield f"{module}.{name}{_signature(value)}"
            yield from (f"{module}.{name}.{line}" for line in _members(value))
        elif callable(value):
            yield f"{module}.{name}{_signature(value)}"
        else:
            yield f"{module}.{name}: {type(value).__name__}"


def _members(cls: type) -> Iterator[str]:
    for name, value in sorted(vars(cls).items()):
        if name.startswith("_"):
            continue
        value = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        yield f"{name}{_signature(value)}" if inspect.isfunction(value) else name


def _signature(value: object) -> str:
    """The parameters with their defaults; types are for the type checker."""
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]  # whatever it is
    except (TypeError, ValueError):
        return ""
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    text = str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return re.sub(r" at 0x[0-9a-f]+", "", text)


if __name__ == "__main__":
    FILE.write_text(described(), encoding="utf-8")
