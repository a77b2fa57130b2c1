"""A sweep: the same games under every combination of some settings, one cell of a grid after another."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

import attrs

from riskcore.errors import Problem, RiskError, RulebookError, VariantError
from riskcore.lab.play import GameFailed, Plan, Table

if TYPE_CHECKING:
    from riskcore.lab.results import Results
    from riskcore.lab.sweep_folder import CellReport, SweepFolder

__all__ = ["Cell", "SweepStopped", "Varied", "key_path", "make_grid", "read_varied", "sweep"]

_CLOSING = {"[": "]", "{": "}"}


class SweepStopped(RiskError):  # noqa: N818 - it says what happened
    """The cell under way was not finished; its games, and the cells before it, are kept. `why` is what the run said."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@attrs.frozen
class Varied:
    """A parameter and the values it takes, as they would be written after `--set`."""

    key: str
    values: tuple[str, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The parts of the key."""
        return key_path(self.key)

    @property
    def name(self) -> str:
        """The parameter's own name."""
        return self.path[-1]


@attrs.frozen
class Cell:
    """One combination: what is played, and the value of each varied parameter by its key."""

    plan: Plan
    values: dict[str, str]

    def words(self) -> str:
        """The cell as `--set` options would have it."""
        return ", ".join(f"{key}={value}" for key, value in self.values.items())


def read_varied(texts: Sequence[str]) -> tuple[Varied, ...]:
    """What `--vary rules.capitals.bonus_armies=0,2,5` asks for; everything wrong with it is in one error."""
    problems: list[Problem] = []
    found: list[Varied] = []
    for text in texts:
        key, equals, values = text.partition("=")
        key = key.strip()
        where = f"--vary {text}"
        try:
            key_path(key)
            parts = split_values(values)
        except ValueError:
            parts = []
        if not equals or not parts or not all(parts):
            problems.append(Problem("must look like rules.capitals.bonus_armies=0,2,5", where))
        elif twice := sorted({part for part in parts if parts.count(part) > 1}):
            problems.append(Problem(f"{twice[0]} is given twice; each value needs one cell", where))
        elif any(key_path(key) == other.path for other in found):
            problems.append(Problem(f"{key} is varied already; give all its values at once", where))
        else:
            found.append(Varied(key, tuple(parts)))
    if problems:
        raise VariantError(problems)
    return tuple(found)


def key_path(key: str) -> tuple[str, ...]:
    """The parts of a dotted TOML key; ValueError if it is none."""
    if "\n" in key:
        raise ValueError(key)
    below = tomllib.loads(f"{key} = 0")
    parts: list[str] = []
    while isinstance(below, dict):
        part = next(iter(below))
        parts.append(part)
        below = below[part]
    return tuple(parts)


def split_values(text: str) -> list[str]:
    """Values between commas; commas within brackets or quotes belong to a value."""
    parts = [""]
    closing: list[str] = []
    for char in text:
        if char == "," and not closing:
            parts.append("")
            continue
        if closing and char == closing[-1]:
            closing.pop()
        elif char in "\"'" and (not closing or closing[-1] not in "\"'"):
            closing.append(char)
        elif char in _CLOSING and (not closing or closing[-1] not in "\"'"):
            closing.append(_CLOSING[char])
        parts[-1] += char
    return [part.strip() for part in parts]


def make_grid(varied: Sequence[Varied], plan: Callable[[dict[str, str]], Plan]) -> list[Cell]:
    """A cell for each combination, the last parameter changing fastest; `plan` says what is played with some values.

    Every cell's rules and bots are tried, and what is wrong with any of them is in one error.
    """
    problems: dict[Problem, None] = {}  # in order, each once
    cells: list[Cell] = []
    for values in product(*(each.values for each in varied)):
        settings = {each.key: value for each, value in zip(varied, values, strict=True)}
        try:
            cell = Cell(plan(settings), settings)
            Table(cell.plan)
            cells.append(cell)
        except VariantError as error:
            problems.update(dict.fromkeys(_as_varied(each, settings) for each in error.problems))
        except RulebookError as error:
            where = ", ".join(f"--vary {key}={value}" for key, value in settings.items())
            problems[Problem(str(error), where)] = None
    if problems:
        raise VariantError(list(problems))
    return cells


def _as_varied(problem: Problem, settings: dict[str, str]) -> Problem:
    """A problem of a varied value stands in the option that gave it."""
    for key, value in settings.items():
        if problem.file == f"--set {key}={value}":
            return attrs.evolve(problem, file=f"--vary {key}={value}")
    return problem


def sweep(
    cells: Sequence[Cell], games: int, folder: "SweepFolder", play: Callable[..., "Results"]
) -> Iterator["CellReport"]:
    """What each cell shows, in order: read where it has been played before, else played and kept at once.

    `play` is `simulate` but for the workers. Every finished batch is kept, so that a cell goes on where it was stopped.
    Cells in which a game fails are told in one error, after all others.
    """
    faults = []
    for cell in cells:
        report = folder.find(cell)
        if report is None:
            batches = folder.batches(cell)
            try:
                results = play(cell.plan, games, measured=True, played=batches.read(), keep=batches.add)
            except GameFailed as error:
                faults.append(f"with {cell.words()}: {error}")
                continue
            if results.stopped:
                raise SweepStopped(results.stopped)
            report = folder.keep(cell, results)
        yield report
    if faults:
        raise GameFailed("\n".join(faults))
