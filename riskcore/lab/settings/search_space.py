"""What a search may choose from: parameters with their values or ranges, counted without listing them."""

import re
from collections import deque
from collections.abc import Container, Sequence
from decimal import Decimal
from typing import Any

import attrs

from riskcore.errors import Problem, VariantError
from riskcore.lab.settings.grid import Varied, read_varied, split_values

__all__ = ["Dimension", "Place", "nearest_untried", "read_dimensions"]

_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)\s*")
_LIKE_A_RANGE = re.compile(r"[-+\deE. ]*\.\.[-+\deE. ]*")
_DIGITS = 4  # after the point of a value that need not be whole

Place = tuple[int, ...]  # settings by the places of their values in each dimension, counted from 0


@attrs.frozen
class Dimension:
    """A parameter to search: among the values, or, if it is a range, from the first of two to the second."""

    varied: Varied
    is_range: bool = False

    @property
    def key(self) -> str:
        """The parameter's key."""
        return self.varied.key

    @property
    def digits(self) -> int:
        """After the point of the values in a range; none if both ends are whole."""
        given = [len(end.partition(".")[2]) for end in self.varied.values] if self.is_range else [0]
        return max(_DIGITS, *given) if any(given) else 0

    @property
    def _ends(self) -> tuple[int, int]:
        """The ends of a range in steps from 0."""
        low, high = (int(Decimal(end).scaleb(self.digits)) for end in self.varied.values)
        return low, high

    @property
    def size(self) -> int:
        """How many values there are; they are counted, not listed, for there may be billions."""
        if not self.is_range:
            return len(self.varied.values)
        low, high = self._ends
        return high - low + 1

    def value(self, place: int) -> str:
        """The value in this place as `--set` takes it."""
        if not self.is_range:
            return self.varied.values[place]
        step = self._ends[0] + place
        return str(step / 10**self.digits if self.digits else step)

    def beyond(self, value: str) -> str | None:
        """The next value outside of the range, if this one is an end of it."""
        if self.is_range and value == self.value(0):
            return self.value(-1)
        return self.value(self.size) if self.is_range and value == self.value(self.size - 1) else None

    def suggest(self, trial: Any) -> int:
        """The place of a value, from a trial of optuna."""
        if self.is_range:
            return int(trial.suggest_int(self.key, 0, self.size - 1))
        return self.varied.values.index(trial.suggest_categorical(self.key, self.varied.values))

    def suggestion(self, place: int) -> int | str:
        """What optuna would have to suggest for this place."""
        return place if self.is_range else self.varied.values[place]


def read_dimensions(texts: Sequence[str]) -> tuple[Dimension, ...]:
    """What `--vary rules.x.y=LOW..HIGH` or `=A,B,C` asks for; everything wrong with it is in one error."""
    ends = [_RANGE.fullmatch(text.partition("=")[2]) for text in texts]
    problems = []
    for text, found in zip(texts, ends, strict=True):
        if found and Decimal(found[1]) >= Decimal(found[2]):
            problems.append(Problem(f"{found[1]} is not below {found[2]}", f"--vary {text}"))
        elif not found and _half_range(text.partition("=")[2]):
            right = "must be a range such as 1..10 or 0.5..2, or values such as 1,2,5"
            problems.append(Problem(f"{text.partition('=')[2].strip()} is no range; {right}", f"--vary {text}"))
    if problems:
        raise VariantError(problems)
    plain = [
        f"{text.partition('=')[0]}={found[1]},{found[2]}" if found else text
        for text, found in zip(texts, ends, strict=True)
    ]
    varied = read_varied(plain)
    problems = [
        Problem("one value leaves nothing to search; write 0..10 or a,b", f"--vary {text}")
        for each, text in zip(varied, texts, strict=True)
        if len(each.values) < 2
    ]
    if problems:
        raise VariantError(problems)
    return tuple(Dimension(each, bool(found)) for each, found in zip(varied, ends, strict=True))


def _half_range(values: str) -> bool:
    """Whether something was meant as a range, as far as one can tell: paths have two dots as well."""
    parts = split_values(values)
    return (len(parts) == 1 and ".." in parts[0]) or any(map(_LIKE_A_RANGE.fullmatch, parts))


def nearest_untried(place: Place, sizes: Sequence[int], tried: Container[Place]) -> Place:
    """The fewest steps away, each to the next value of one dimension; there must be something untried."""
    waiting, seen = deque([place]), {place}
    while (here := waiting.popleft()) in tried:
        for at, size in enumerate(sizes):
            for step in (1, -1):
                there = (*here[:at], here[at] + step, *here[at + 1 :])
                if 0 <= there[at] < size and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return here
