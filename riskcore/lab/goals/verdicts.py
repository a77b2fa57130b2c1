"""Are the goals met? A sequential test for every claim of every goal, looked at after every fifty games.

How much better "met" explains the games than "not met" is a likelihood ratio that one may watch: a goal that is not met
ever reaches 1 / p with a probability of p only. So its largest value so far gives a p-value at any time, and Holm's
method over all goals keeps the chance of even one wrong pass, and that of even one wrong fail, at 5 %.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, isinf
from typing import Any

import attrs
import numpy as np

from riskcore.lab.goals.goals import SKILL, Claim, Columns, Floats, Goal
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.measures import MEASURES, Measured, seat_wins
from riskcore.lab.measure.words import line_up_words, number_words
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.recorded_batch import PILOT
from riskcore.lab.play.results import Results
from riskcore.lab.stats.intervals import finite, holm
from riskcore.lab.stats.sequential import Moments, SequentialTest, Verdict

__all__ = [
    "LOOK",
    "SURENESS",
    "GoalTests",
    "Judged",
    "answer_words",
    "judge",
    "overall",
    "overall_words",
    "skill_scores",
    "value_of",
    "value_words",
]

LOOK = 50  # games between two looks; the same however games are spread over workers
_WRONG = 0.05
SURENESS = "A wrong pass is among such verdicts in at most one of twenty cases, and a wrong fail in one of twenty."

_MEASURES = {each.key: each for each in MEASURES}
_AFTER = {"share": " %", "points": " points"}


@attrs.frozen
class Judged:
    """A goal's verdict; after how many games it was reached, or about how many more it would take.

    None more would do if who is ahead is not known well enough for the goal's margin. `value` is what all games
    together show, as the goal counts it (`value_of`).
    """

    goal: Goal
    verdict: Verdict
    decided_after: int | None
    games_left: int | None
    value: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON holds it."""
        return {
            "goal": self.goal.key,
            "meaning": self.goal.words,
            "level": self.goal.level,
            "verdict": self.verdict,
            "value": finite(self.value),
            "decided_after": self.decided_after,
            "games_left": self.games_left,
        }


def value_of(goal: Goal, games: Games) -> float | None:
    """What games show about a goal: its measure; of seats, how far they are apart, or the share of the one that is
    furthest from an equal one. None if no game tells.

    Nothing is known from these games about skill.
    """
    if goal.of_skill:
        return None
    if goal.key == "seat_share":
        wins = seat_wins(games.columns["seat"], games.plan.players)
        shares = [each / sum(wins) for each in wins] if sum(wins) else []
        return max(shares, key=lambda share: abs(share - 1 / len(wins)), default=None)
    value = _MEASURES[goal.key].value(games)
    return 1 - value if value is not None and goal.key == "seat_balance" else value


def value_words(goal: Goal, value: float | None) -> str:
    """Such a value as the goal's own words would have it: `round 12`, `4.5 points`, `31.2 %`."""
    if value is None:
        return "none"
    if goal.of_skill or goal.key == "seat_share":
        unit: str = "share"
    else:
        unit = "points" if goal.key == "seat_balance" else _MEASURES[goal.key].unit
    words = f"{number_words(value, unit)}{_AFTER.get(unit, '')}"
    return f"round {words}" if unit == "rounds" and not isinf(value) else words


def _test(claim: Claim, wrong: float, claims: int) -> SequentialTest:
    alpha, beta = wrong, wrong / claims
    if claim.from_0_to_1:  # no such score varies more than one of zeros and ones, so the test for rates is safe
        return SequentialTest.of_rate(claim.failing, claim.passing, alpha, beta)
    return SequentialTest(claim.failing, claim.passing, alpha, beta)


class _Trial:
    """The tests of one goal and how far each ever leaned to either side."""

    def __init__(self, goal: Goal, wrong: float) -> None:
        self.goal = goal
        self.tests = [_test(claim, wrong, len(goal.claims)) for claim in goal.claims]
        self.highest = [0.0] * len(self.tests)
        self.lowest = [0.0] * len(self.tests)
        self.seen = 0
        self.verdict: Verdict = "undecided"
        self.decided_after: int | None = None

    def feed(self, columns: Columns) -> None:
        self.seen += len(columns[self.goal.columns[0]])
        for at, (claim, test) in enumerate(zip(self.goal.claims, self.tests, strict=True)):
            test.feed(Moments.of(claim.scores(columns)))
            if test.seen.n >= test.least_games:
                self.highest[at] = max(self.highest[at], test.llr)
                self.lowest[at] = min(self.lowest[at], test.llr)

    @property
    def against_passing(self) -> float:
        """All claims must hold: the p-value of the one that is least sure to."""
        return exp(-min(self.highest))

    @property
    def against_failing(self) -> float:
        """One claim that does not hold is enough, but there are several that might by chance look so."""
        return min(1.0, len(self.tests) * exp(min(self.lowest)))

    def games_left(self) -> int | None:
        if self.verdict != "undecided":
            return 0
        lefts = [test.games_left(LOOK) for test in self.tests]
        leaning = [test.seen.n > 0 and test.llr < 0 for test in self.tests]
        failing = [left for left, fails in zip(lefts, leaning, strict=True) if fails and left is not None]
        passing = [left for left in lefts if left is not None]
        if failing:
            return max(1, min(failing))
        return max(1, *passing) if len(passing) == len(lefts) else None

    def judged(self, games: Games | None) -> Judged:
        value = None if games is None else value_of(self.goal, games)
        if self.goal.of_skill and self.tests[0].seen.n:
            value = self.tests[0].seen.mean
        return Judged(self.goal, self.verdict, self.decided_after, self.games_left(), value)


class GoalTests:
    """See games in the order of their numbers and decide goal by goal, each for good.

    If these goals are some of `among`, the others being judged by other games, they may err as seldom as their number
    asks for.
    """

    def __init__(self, goals: Sequence[Goal], among: int = 0) -> None:
        self.seen = 0
        self._wrong = _WRONG * len(goals) / max(among, len(goals), 1)
        self._trials = [_Trial(goal, self._wrong / len(goals)) for goal in goals]

    @property
    def decided(self) -> bool:
        """Whether there is a verdict on every goal that the games of the run tell about."""
        return all(trial.verdict != "undecided" for trial in self._trials if not trial.goal.of_skill)

    @property
    def decided_on_skill(self) -> bool:
        """The same of goals about skill."""
        return all(trial.verdict != "undecided" for trial in self._trials if trial.goal.of_skill)

    @property
    def needs(self) -> set[str]:
        """The columns of the run's games that the goals depend on."""
        return {column for each in self._trials for column in each.goal.columns if column != SKILL}

    def allow_for(self, fit_variance: Mapping[str, float]) -> None:
        """Say how unsure the fit of the lead leaves the means of some columns (`Games.fit_variance`)."""
        for trial in self._trials:
            for claim, test in zip(trial.goal.claims, trial.tests, strict=True):
                test.shared_variance = fit_variance.get(claim.column, 0.0)

    def see(self, columns: Columns) -> None:
        """Take the next games and look: `LOOK` of them, or the last few."""
        self.seen += len(columns["seat"])
        for trial in self._trials:
            if not trial.goal.of_skill:
                trial.feed(columns)
        self._look()

    def see_skill(self, scores: Floats) -> None:
        """Take the next games of one good player among weaker ones and look: 1 for each that it won, 0 if another."""
        for trial in self._trials:
            if trial.goal.of_skill:
                trial.feed({SKILL: scores})
        self._look()

    def _look(self) -> None:
        passing = holm([trial.against_passing for trial in self._trials])
        failing = holm([trial.against_failing for trial in self._trials])
        for trial, for_pass, for_fail in zip(self._trials, passing, failing, strict=True):
            if trial.verdict == "undecided" and min(for_pass, for_fail) <= self._wrong:
                trial.verdict = "pass" if for_pass <= for_fail else "fail"
                trial.decided_after = trial.seen

    def judged(self, games: Games | None = None) -> list[Judged]:
        """The verdicts so far; with the values that all games show, if these are given."""
        return [each.judged(games) for each in self._trials]


def overall(judged: Sequence[Judged]) -> Verdict:
    """Fail if a goal is missed, pass if all are met."""
    verdicts = {each.verdict for each in judged}
    return "fail" if "fail" in verdicts else "undecided" if "undecided" in verdicts else "pass"


def overall_words(judged: Sequence[Judged]) -> str:
    """The same as a sentence, with the number of goals that are missed."""
    verdict = overall(judged)
    if verdict == "fail":
        missed = sum(each.verdict == "fail" for each in judged)
        return f"The variant misses {'a goal' if missed == 1 else f'{missed} of {len(judged)} goals'}."
    return (
        "All goals are met." if verdict == "pass" else "Inconclusive: too few games to say whether all goals are met."
    )


def answer_words(plan: Plan, judged: Sequence[Judged], by_level: Mapping[str, Sequence[Judged]]) -> str:
    """Whether settings that were found meet their goals at every level of play, or are one bot's answer only."""
    told = {**{level: overall(each) for level, each in by_level.items()}, line_up_words(plan): overall(judged)}
    verdicts = ", ".join(f"{who} {verdict}" for who, verdict in told.items())
    if set(told.values()) == {"pass"}:
        return f"The answer holds at every level of play ({verdicts})."
    if overall(judged) == "pass" and "fail" in told.values():
        return f"The answer is one bot's only: among other players goals are missed ({verdicts})."
    return f"By level of play: {verdicts}."


def judge(goals: Sequence[Goal], results: Results, skill: Sequence[float] = (), among: int = 0) -> list[Judged]:
    """The verdicts that the games of a measured run allow, with the scores of games that tell of skill."""
    tests = GoalTests(goals, among)
    games = Games.of(results)
    unsure = games.fit_variance()
    tests.allow_for(unsure)
    for columns in _looks(games.columns):
        tests.see(columns)
    if len(skill):
        tests.see_skill(np.asarray(skill, dtype=np.float64))
    # How many more games it takes is told as it will be when the lead is fitted to as many as it ever is.
    tests.allow_for({column: variance * min(1.0, len(games) / PILOT) for column, variance in unsure.items()})
    return tests.judged(games)


def skill_scores(measured: Iterable[Measured]) -> list[float]:
    """What the tests see of how skill was measured beside a run: 1 for each game that it won, 0 for others.

    They are seen at once, so in which order they were played does not matter.
    """
    for each in measured:
        if each.key == SKILL:
            wins = each.details["wins"]
            return [1.0] * wins + [0.0] * (each.n - wins)
    return []


def _looks(columns: Columns) -> Iterator[Columns]:
    for start in range(0, len(columns["seat"]), LOOK):
        yield {name: values[start : start + LOOK] for name, values in columns.items()}
