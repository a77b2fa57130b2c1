"""A sweep: the same games under every combination of some settings, one cell of a grid after another."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import attrs

from riskcore.errors import Problem, RiskError, RulebookError, VariantError
from riskcore.files.layers import setting_layer
from riskcore.files.toml_source import parse_toml
from riskcore.lab.measure.skill import SideGames, play_side_games
from riskcore.lab.play.batch import Arena, GameFailed, Plan

if TYPE_CHECKING:
    from riskcore.lab.play.results import Results
    from riskcore.lab.settings.folder import CellReport, SweepFolder

__all__ = [
    "Cell",
    "SweepStopped",
    "Varied",
    "key_path",
    "make_grid",
    "rank",
    "read_varied",
    "settings_words",
    "split_values",
    "sweep",
]

_CLOSING = {"[": "]", "{": "}"}
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)")
_FEW = 10  # values of a range that are written out


class SweepStopped(RiskError):  # noqa: N818 - it says what happened
    """The cell under way was not finished; its games, and the cells before it, are kept."""


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
        return settings_words(self.values)


def settings_words(values: Mapping[str, str]) -> str:
    """Values by key as `--set` options would have them."""
    return ", ".join(f"{key}={value}" for key, value in values.items())


def read_varied(texts: Sequence[str]) -> tuple[Varied, ...]:
    """What `--vary rules.capitals.bonus_armies=0,2,5` asks for; everything wrong with it is in one error."""
    problems: list[Problem] = []
    found: list[Varied] = []
    for text in texts:
        key, equals, values = text.partition("=")
        key = key.strip()
        try:
            path, parts = key_path(key), split_values(values)
        except ValueError:
            path, parts = (), []
        if not equals or not parts or not all(parts):
            message = "must look like rules.capitals.bonus_armies=0,2,5"
        elif any(path == other.path for other in found):
            message = f"{key} is varied already; give all its values at once"
        else:
            message = _misfit(parts)
        if message:
            problems.append(Problem(message, f"--vary {text}"))
        else:
            found.append(Varied(_plain_key(key), tuple(parts)))
    if problems:
        raise VariantError(problems)
    return tuple(found)


def _misfit(values: Sequence[str]) -> str:
    """What is wrong with the values of a parameter, if anything."""
    for value in values:
        if ends := _RANGE.fullmatch(value):
            alone = "a range LOW..HIGH is for `riskvar tune`, and stands alone"
            return f"{value} is a range; {alone}. List the values: {_listed(ends[1], ends[2])}"
    seen: dict[tuple[Any, ...], str] = {}
    for value in values:
        before = seen.get(rank(value))
        if before is not None:
            otherwise = "" if before == value else f", the second time as {value}"
            return f"{before} is given twice{otherwise}; each value needs one cell"
        seen[rank(value)] = value
    return ""


def _listed(low: str, high: str) -> str:
    """Values that somebody who wrote a range may mean."""
    if "." in low + high or int(high) - int(low) < 1:
        return f"{low},{high}"
    step = -(-(int(high) - int(low)) // _FEW)
    return ",".join(map(str, range(int(low), int(high) + 1, step)))


def key_path(key: str) -> tuple[str, ...]:
    """The parts of a dotted TOML key; ValueError if it is none."""
    if "\n" in key:
        raise ValueError(key)
    below: Any = parse_toml(f"{key} = 0")
    parts: list[str] = []
    while isinstance(below, dict):
        if len(below) != 1:  # the head of a table, and a comment
            raise ValueError(key)
        [(part, below)] = below.items()
        parts.append(part)
    return tuple(parts)


def _plain_key(key: str) -> str:
    """The same key without blanks and quotes that it does not need, so that one parameter has one name."""
    plain = ".".join(key_path(key))
    try:
        return plain if key_path(plain) == key_path(key) else key
    except ValueError:
        return key


def rank(text: str) -> tuple[Any, ...]:
    """Where a value stands among others, numbers by their size; those that are equal in TOML have the same rank."""
    try:
        return _rank(setting_layer(f"value={text}").document["value"])
    except VariantError:  # told where it is used
        return _rank(text)


def _rank(value: Any) -> tuple[Any, ...]:
    match value:
        case bool():
            return 0, value
        case int() | float():
            return 1, value
        case str():
            return 2, value
        case list():
            return 3, *map(_rank, value)
        case Mapping():
            return 4, *sorted((key, _rank(item)) for key, item in value.items())
    return 5, str(value)  # dates


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
            Arena(cell.plan)
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
    Cells in which a game fails are told in one error, after all others; failing in the games for skill costs only that.
    """
    faults = []
    for cell in cells:
        report = folder.find(cell)
        if report is None:
            try:
                report = _play_cell(cell, games, folder, play)
            except GameFailed as error:
                faults.append(f"with {cell.words()}: {error}")
                continue
        yield report
    if faults:
        raise GameFailed("\n".join(faults))


def _play_cell(cell: Cell, games: int, folder: "SweepFolder", play: Callable[..., "Results"]) -> "CellReport":
    """Play a cell's games and then, as a run does, the few that tell of skill; these are kept all at once."""
    try:
        results = play(cell.plan, games, measured=True, played=folder.begin(cell), keep=partial(folder.add, cell))
        side_games = SideGames() if results.stopped else play_side_games(cell.plan, games, play, restricted=False)
    except RiskError:
        folder.check()  # a rule that was spoiled while it was played says less about itself
        raise
    if stopped := results.stopped or side_games.stopped:
        raise SweepStopped(stopped)
    return folder.keep(cell, results, side_games)
