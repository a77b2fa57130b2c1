"""What can go wrong, each with enough in it to say where and what would be right."""

from collections.abc import Iterable

import attrs

__all__ = [
    "Forfeit",
    "GameError",
    "IllegalMove",
    "MalformedMove",
    "Problem",
    "RiskError",
    "RulebookError",
    "SaveError",
    "VariantError",
    "VariantWarning",
    "closest",
    "error_words",
]

_LONGEST_NAME = 60  # looking for what is meant takes time


class RiskError(Exception):
    """Base of every error this package raises on purpose."""


class MalformedMove(RiskError, ValueError):
    """Not a move at all: unknown kind, wrong number of fields, a value outside its domain."""


class IllegalMove(RiskError, ValueError):
    """A well-formed move that the rules refuse in this position."""


class GameError(RiskError, ValueError):
    """A game that cannot be set up as asked: players, seed, orders or a position that make none."""


class SaveError(RiskError, ValueError):
    """A text that is no saved game, or one of a game that cannot be gone on with."""


class Forfeit(RiskError):
    """A bot cannot play on, and loses: what it did in a few words that are the same each time, and the details."""

    def __init__(self, what: str, details: str = "") -> None:
        super().__init__(f"{what}: {details}" if details else what)
        self.what = what


class VariantWarning(UserWarning):
    """A variant says something in a name that will not do for ever."""


class RulebookError(RiskError):
    """Plugins that do not make a game: a hook without provider, two rules that conflict, a broken rule."""


def closest(wrong: str, right: Iterable[str]) -> str | None:
    """Which of the right names is meant by one that looks like it, in large or small letters; None if none looks so."""
    import difflib  # only what goes wrong pays for it

    if len(wrong) > _LONGEST_NAME:
        return None
    by_lower = {name.lower(): name for name in right}
    close = difflib.get_close_matches(wrong.lower(), by_lower, n=1)
    return by_lower[close[0]] if close else None


def error_words(error: BaseException) -> str:
    """What an error of anybody's code says, in a line; it may fail at saying anything."""
    try:
        text = str(error)
    except Exception:
        text = "it cannot say what is wrong"
    name = [] if isinstance(error, RiskError) else [type(error).__name__]
    return ": ".join([*name, text] if text else name)


@attrs.frozen
class Problem:
    """One thing wrong with a file: where it stands and what would be right."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.line:
            place += [str(self.line), str(self.column)]
        return ": ".join([":".join(place), self.message] if place else [self.message])


class VariantError(RiskError):
    """Everything wrong with a variant, found in one go."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type["VariantError"], tuple[list[Problem]]]:
        return type(self), (self.problems,)  # so that a worker process can raise it to its parent
