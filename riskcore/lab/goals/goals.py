"""What a variant is meant to achieve: its `[goals]`, checked, and each as claims that games can bear out.

Every claim says on which side of a bound the mean of a score lies, one score for each game. All but those about seats
are scores from 0 to 1, most of them just 0 or 1; a length is the share of games beyond a round, for mean lengths are
too skewed to be tested in this way.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from math import log
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from attrs.validators import and_, ge, gt, in_, le, lt, optional

from riskcore.errors import Problem, VariantError, closest
from riskcore.files.reader import MAX_UNKNOWN, Locate, Reader
from riskcore.files.toml_source import dotted, shown
from riskcore.files.variant import Variant
from riskcore.lab.measure.levels import LEVELS
from riskcore.lab.measure.measures import MEASURES

__all__ = ["SKILL", "Claim", "Columns", "Goal", "GoalsTable", "read_goals"]

Floats = npt.NDArray[np.float64]
Columns = Mapping[str, Floats]  # by name, as in `riskcore.lab.measure.columns.Games`

SKILL = "skill"  # the column of the games that tell of skill: 1 if the good player won, 0 if another did

# Any: mypy cannot tell what numbers these compare. Smaller margins would take millions of games.
_margin: Any = and_(ge(0.001), le(0.2))
_long_margin: Any = and_(ge(0.001), le(0.1))
_FARTHEST = 3.0  # twenty times as many rounds, or a twentieth
_ROUNDING = 1e-9  # 0.24 - 0.2 is less than 2 * 0.02


_level: Any = optional(in_(LEVELS))


@attrs.frozen
class _Bounds:
    """A share, or a mean of what goes from 0 to 1, that shall not be less or more than this."""

    min: float | None = attrs.field(default=None, validator=optional(and_(gt(0), le(1))))
    max: float | None = attrs.field(default=None, validator=optional(and_(ge(0), lt(1))))
    margin: float = attrs.field(default=0.02, validator=_margin)

    def __attrs_post_init__(self) -> None:
        if self.min is None and self.max is None:
            raise ValueError("says nothing; must have min, max or both")
        if self.min is not None and self.max is not None and self.max - self.min < 2 * self.margin - _ROUNDING:
            raise ValueError(f"min = {self.min} and max = {self.max} must be two margins of {self.margin} apart")


@attrs.frozen
class ShareGoal(_Bounds):
    """The same among the players of a level, or those of the run."""

    level: str | None = attrs.field(default=None, validator=_level)


@attrs.frozen
class SkillGoal(_Bounds):
    """The same of games that are played for it alone; these take longer, so the margin is wider."""

    margin: float = attrs.field(default=0.05, validator=_margin)


@attrs.frozen
class SeatGoal:
    """How far apart the shares of games won from the best and from the worst seat may be."""

    max_spread: float = attrs.field(validator=and_(gt(0), lt(1)))
    margin: float | None = attrs.field(default=None, validator=optional(_margin))
    level: str | None = attrs.field(default=None, validator=_level)

    def __attrs_post_init__(self) -> None:
        if self.margin is not None and self.margin > self.max_spread:
            raise ValueError(f"margin = {self.margin} is more than max_spread = {self.max_spread}")


@attrs.frozen
class SeatShareGoal:
    """Between which shares of the games each seat shall win."""

    each: tuple[float, float]
    margin: float = attrs.field(default=0.02, validator=_margin)
    level: str | None = attrs.field(default=None, validator=_level)

    def __attrs_post_init__(self) -> None:
        least, most = self.each
        if not 0 <= least < most <= 1:
            raise ValueError(f"each = [{least:g}, {most:g}]: must be two shares from 0 to 1, the smaller first")
        if most - least < 2 * self.margin - _ROUNDING:
            raise ValueError(f"each = [{least:g}, {most:g}]: must be two margins of {self.margin} apart")


@attrs.frozen
class LengthGoal:
    """The rounds between which half of the games shall be over, both included; games that are stopped are longer."""

    median: tuple[float, float]
    margin: float = attrs.field(default=0.05, validator=_margin)
    level: str | None = attrs.field(default=None, validator=_level)

    def __attrs_post_init__(self) -> None:
        shortest, longest = self.median
        if not 0 <= shortest <= longest:
            raise ValueError(f"median = [{shortest:g}, {longest:g}]: must be two rounds, the smaller first")


@attrs.frozen
class LongGoal:
    """The round by which nine of ten games shall be over."""

    max: float = attrs.field(validator=gt(0))
    margin: float = attrs.field(default=0.02, validator=_long_margin)
    level: str | None = attrs.field(default=None, validator=_level)


@attrs.frozen
class GoalsTable:
    """The goals that a variant may have, named after what is measured."""

    completion: ShareGoal | None = None
    seat_balance: SeatGoal | None = None
    seat_share: SeatShareGoal | None = None
    length: LengthGoal | None = None
    long_games: LongGoal | None = None
    drama: ShareGoal | None = None
    victory_lap: ShareGoal | None = None
    runaway: ShareGoal | None = None
    idle: ShareGoal | None = None
    first_out: ShareGoal | None = None
    lowest_chance: ShareGoal | None = None
    comeback: ShareGoal | None = None
    uncertainty: ShareGoal | None = None
    skill: SkillGoal | None = None


@attrs.frozen
class Claim:
    """That the mean score is rather `passing` than `failing`; of games that lack the score, nothing is said.

    Where scores are as bad as they can be, `beyond` says how far away from the goal games are all the same; 0 is there.
    """

    failing: float
    passing: float
    scores: Callable[[Columns], Floats] = attrs.field(repr=False)
    from_0_to_1: bool = True
    column: str = ""  # the column that is the score, if it is one
    beyond: Callable[[Columns], float] = attrs.field(default=lambda columns: 0.0, repr=False, eq=False)


@attrs.frozen
class Goal:
    """A goal by the key of its measure, in words, as claims that must all hold; and the columns they look at.

    It is judged among the players of `level`; without one, among those of the run.
    """

    key: str
    words: str
    claims: tuple[Claim, ...]
    columns: tuple[str, ...]
    level: str | None = None

    @property
    def of_skill(self) -> bool:
        """Whether it is about games of one good player among weaker ones, which tell nothing about other goals."""
        return self.columns == (SKILL,)


def read_goals(variant: Variant, players: int) -> tuple[Goal, ...]:
    """The goals of a variant for so many players; whatever is wrong with them is in one VariantError."""
    known = {key: _as_table(key, goal) for key, goal in variant.goals.items() if key in _KEYS}
    reader = Reader()
    table = reader.read(GoalsTable, known, ("goals",), variant.locate_goal)
    problems = [*map(_clearer, reader.problems), *_unknown_goals(variant.goals, variant.locate_goal)]
    if table is None or problems:
        raise VariantError(sorted(problems, key=lambda each: (each.file, each.line, each.column)))
    given = {key: getattr(table, key) for key in known}
    return tuple(_at_level(key, goal, players) for key, goal in given.items() if goal is not None)


def _as_table(key: str, goal: Any) -> Any:
    """A share for each seat may be said in short: `seat_share = [0.21, 0.29]`."""
    return {"each": goal} if key == "seat_share" and isinstance(goal, list | tuple) else goal


def _at_level(key: str, goal: Any, players: int) -> Goal:
    found = _goal(key, goal, players)
    level = getattr(goal, "level", None)
    return attrs.evolve(found, words=f"{found.words}, among {level} bots", level=level) if level else found


_KEYS = tuple(field.name for field in attrs.fields(GoalsTable))

# What goals are called elsewhere: on the page of a run by their titles.
_OTHER_NAMES = {
    **{each.title.lower(): each.key for each in MEASURES if each.key in _KEYS},
    **{key.replace("_", " "): key for key in _KEYS},
    "early leaders": "runaway",
}

# Keys that other goals have, and what stands for them here; what looks most like them is something else.
_MEANT = {
    **dict.fromkeys(("goals.seat_balance.min", "goals.seat_balance.max"), "max_spread"),
    **dict.fromkeys(("goals.length.min", "goals.length.max"), "median"),
    "goals.long_games.min": "max",
}
_TOO_LARGE = re.compile(r"goals\.\w+\.\w+: (\d+(?:\.\d+)?) is out of range")


def _unknown_goals(table: Mapping[str, Any], locate: Locate) -> Iterator[Problem]:
    """Goals that there are not, each with the one that is meant or, if that cannot be told, all there are."""
    unknown = [key for key in table if key not in _KEYS]
    for key in unknown[:MAX_UNKNOWN]:
        meant = closest(re.sub("[_-]", " ", key), _OTHER_NAMES)
        right = f"did you mean {shown(_OTHER_NAMES[meant])}?" if meant else f"must be one of {', '.join(_KEYS)}"
        yield locate(("goals", key), True).problem(f"{dotted(('goals', key))}: unknown key; {right}")
    if len(unknown) > MAX_UNKNOWN:
        yield locate(("goals",), False).problem(f"goals: {len(unknown) - MAX_UNKNOWN} more unknown keys")


def _clearer(problem: Problem) -> Problem:
    """A problem with a goal, with what reading tables in general cannot know."""
    where, colon, what = problem.message.partition(": ")
    if where in _MEANT and what.startswith("unknown key"):
        return attrs.evolve(problem, message=f"{where}{colon}unknown key; did you mean {shown(_MEANT[where])}?")
    found = _TOO_LARGE.match(problem.message)
    if found and 1 < float(found[1]) < 100:
        percent = float(found[1])
        hint = f"shares are parts of 1: {percent:g} % is {percent / 100:g}"
        return attrs.evolve(problem, message=f"{problem.message}; {hint}")
    return problem


def _goal(key: str, goal: Any, players: int) -> Goal:
    match goal:
        case SeatGoal():
            return _seat_goal(key, goal, players)
        case SeatShareGoal():
            return _seat_share_goal(key, goal, players)
        case LengthGoal(median=(shortest, longest), margin=margin):
            words = f"half of the games end by a round from {shortest:g} to {longest:g}"
            short = _at_most(0.5, margin, _share_of("rounds", lambda rounds: rounds < shortest))
            long = _at_most(0.5, margin, _share_of("rounds", lambda rounds: rounds > longest))
            claims = (
                attrs.evolve(short, beyond=lambda columns: max(0.0, -_above(columns, 0.5, shortest))),
                attrs.evolve(long, beyond=lambda columns: max(0.0, _above(columns, 0.5, longest))),
            )
            return Goal(key, words, claims, ("rounds",))
        case LongGoal():
            claim = _at_most(0.1, goal.margin, _share_of("rounds", lambda rounds: rounds > goal.max))
            claim = attrs.evolve(claim, beyond=lambda columns: max(0.0, _above(columns, 0.9, goal.max)))
            return Goal(key, f"nine games in ten end by round {goal.max:g}", (claim,), ("rounds",))
    return _share_goal(key, goal, players)


# What each share is called where a goal is told; the column is the measure's.
_SHARES = {
    "completion": ("decided games", "decided"),
    "drama": ("drama", "drama"),
    "victory_lap": ("victory lap", "victory_lap"),
    "runaway": ("early leaders who win", "leader_won"),
    "idle": ("idle time of eliminated players", "idle"),
    "first_out": ("part of the game when the first is out", "first_out"),
    "lowest_chance": ("lowest chance of the later winner", "lowest_chance"),
    "comeback": ("comebacks", "comeback"),
    "uncertainty": ("openness", "uncertainty"),
    "skill": ("games that one good player wins among weaker ones", SKILL),
}


def _share_goal(key: str, goal: ShareGoal, players: int) -> Goal:
    title, column = _SHARES[key]

    def scores(bound: float) -> Callable[[Columns], Floats]:
        if key == "idle":
            return lambda columns: _idle_scores(columns, bound, players)
        return _share_of(column, lambda values: values)

    claims, limits = [], []
    if goal.min is not None:
        claims.append(attrs.evolve(_at_least(goal.min, goal.margin, scores(goal.min)), column=column))
        limits.append(f"at least {_in_words(key, goal.min)}")
    if goal.max is not None:
        claims.append(attrs.evolve(_at_most(goal.max, goal.margin, scores(goal.max)), column=column))
        limits.append(f"at most {_in_words(key, goal.max)}")
    columns = (column, "out") if key == "idle" else (column,)
    return Goal(key, f"{title}: {' and '.join(limits)}", tuple(claims), columns)


def _in_words(key: str, bound: float) -> str:
    return f"{bound:g}" if key == "drama" else f"{100 * bound:g} %"


def _seat_goal(key: str, goal: SeatGoal, players: int) -> Goal:
    """No seat may win that much more often than another: a claim for each pair, in both directions."""
    margin = goal.margin or min(0.02, goal.max_spread / 2)
    claims = tuple(
        Claim(goal.max_spread + margin, goal.max_spread - margin, _seat_scores(better, worse), from_0_to_1=False)
        for better, worse in permutations(range(1, players + 1), 2)
    )
    words = f"best and worst seat at most {100 * goal.max_spread:g} points apart"
    return Goal(key, words, claims, ("seat",))


def _seat_scores(better: int, worse: int) -> Callable[[Columns], Floats]:
    def scores(columns: Columns) -> Floats:
        won = columns["seat"][columns["seat"] > 0]
        return np.asarray((won == better) * 1.0 - (won == worse))

    return scores


def _seat_share_goal(key: str, goal: SeatShareGoal, players: int) -> Goal:
    """Each seat wins neither less often nor more often: two claims for each."""
    least, most = goal.each
    claims = []
    for seat in range(1, players + 1):
        if least > 0:
            claims.append(_at_least(least, goal.margin, _wins_of(seat)))
        if most < 1:
            claims.append(_at_most(most, goal.margin, _wins_of(seat)))
    words = f"each seat wins from {100 * least:g} to {100 * most:g} % of the games"
    return Goal(key, words, tuple(claims), ("seat",))


def _wins_of(seat: int) -> Callable[[Columns], Floats]:
    return lambda columns: np.asarray(columns["seat"][columns["seat"] > 0] == seat, dtype=np.float64)


def _idle_scores(columns: Columns, bound: float, players: int) -> Floats:
    """A ratio of sums is at most a bound if what lies above it is at most 0 on average; moved to lie from 0 to 1."""
    idle, out = columns["idle"], columns["out"]
    there = ~np.isnan(idle) & ~np.isnan(out)
    return np.asarray(bound + (idle[there] - bound * out[there]) / (players - 1))


def _share_of(column: str, score: Callable[[Floats], npt.NDArray[Any]]) -> Callable[[Columns], Floats]:
    def scores(columns: Columns) -> Floats:
        values = columns[column]
        return score(values[~np.isnan(values)]).astype(np.float64)

    return scores


def _above(columns: Columns, part: float, bound: float) -> float:
    """How many times as many rounds as the bound this part of the games takes, as a logarithm; stopped games: many."""
    rounds = columns["rounds"][~np.isnan(columns["rounds"])]
    reached = float(np.quantile(rounds, part, method="lower")) if rounds.size else bound
    return max(-_FARTHEST, min(_FARTHEST, log(max(reached, 1.0) / max(bound, 1.0))))


def _at_most(bound: float, margin: float, scores: Callable[[Columns], Floats]) -> Claim:
    return Claim(min(1.0, bound + margin), max(0.0, bound - margin), scores)


def _at_least(bound: float, margin: float, scores: Callable[[Columns], Floats]) -> Claim:
    return Claim(max(0.0, bound - margin), min(1.0, bound + margin), scores)
