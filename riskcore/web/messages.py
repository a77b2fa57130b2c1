"""What a browser may say: JSON of a known shape, not too long and not too often. Anything else is refused."""

import json
import time
from collections.abc import Mapping
from typing import Any

from riskcore.web.session import Refused

__all__ = ["LONGEST", "Allowance", "parse"]

LONGEST = 60_000  # characters
_MOST_A_SECOND = 40.0
_AT_ONCE = 120.0

# Each kind of message with its fields.
_SHAPES: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "sit": {"seat": (int, type(None))},
    "move": {"move": list, "at": int},
    "why": {"move": list},
    "look": {"node": int},
    "go": {"node": int},
    "pace": {"pace": (int, float, type(None))},
    "resume": {},
    "skip": {},
    "step": {},
    "ask": {"bot": str, "at": int, "play": bool},
    "seat": {"seat": int, "who": str},
    "odds": {"source": int, "target": int},
    "position": {},
    "edit": {"position": dict},
    "part": {"text": str},
    "open": {"text": str, "which": (int, type(None))},
    "booklet": {},
    "study": {},
    "report": {},
    "copy": {"what": str, "node": (int, type(None))},
    "overview": {},
    "check": {"base": str, "rules": dict},
    "start": {"base": str, "rules": dict, "seats": list, "seed": (int, type(None))},
}


class Allowance:
    """How much somebody may still say: it fills up with time and is spent by messages."""

    def __init__(self) -> None:
        self._left = _AT_ONCE
        self._at = time.monotonic()

    def spend(self) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic()
        self._left = min(_AT_ONCE, self._left + (now - self._at) * _MOST_A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def parse(text: str) -> dict[str, Any]:
    """A message, checked for its shape; what it asks for is another matter."""
    if len(text) > LONGEST:
        raise Refused(f"a message of {len(text)} characters; at most {LONGEST} are read")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message must be JSON") from None
    if not isinstance(message, dict):
        raise Refused("a message must be an object")
    kind = message.get("type")
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise Refused("a message must have a known type")
    for name, types in shape.items():
        value = message.get(name)
        if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
            raise Refused(f"a message {kind!r} needs {', '.join(shape)}")
        message[name] = value  # what may be null may be left out
    if not isinstance(message.get("id", 0), int):
        raise Refused("the id of a message must be a number")
    return message
