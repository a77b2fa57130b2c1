"""Numbers and lists as sentences have them, for the words of rules: `one army`, `Asia, Europe and Africa`."""

from collections.abc import Sequence

__all__ = ["SEAT_COLOURS", "count", "counted", "listed", "ordinal", "percent", "sentence", "spelled"]

#: What players are called, by seat: after the colours of their armies.
SEAT_COLOURS = ("Orange", "Sky", "Green", "Yellow", "Navy", "Red", "Pink", "White")

_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def spelled(number: int) -> str:
    """A number as a sentence has it: small ones in words."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def counted(number: int, one: str, many: str) -> str:
    """A number and its noun: `one territory`, `three territories`, `no territories`."""
    return f"{spelled(number)} {one if number == 1 else many}"


def count(number: int, thing: str) -> str:
    """A number in digits and its noun: `1 game`, `1,000 games`."""
    return f"{number:,} {thing}" + "s" * (number != 1)


def percent(share: float | None, places: int = 1) -> str:
    """A share: `12.5 %`; `none` where there is nothing to share."""
    return "none" if share is None else f"{100 * share:.{places}f} %"


def listed(names: Sequence[object], last: str = "and") -> str:
    """Names as a phrase: `Asia, Europe and Africa`."""
    words = [str(name) for name in names]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def sentence(words: str) -> str:
    """Words as a sentence: a large first letter, and a full stop unless they end with one."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}" if words else ""
