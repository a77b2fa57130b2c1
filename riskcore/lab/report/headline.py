"""The gist of a run in a few plain sentences."""

from collections.abc import Iterator, Mapping, Sequence

from riskcore.lab.measure.levels import ByLevel
from riskcore.lab.measure.measures import SIGNIFICANT, Measured
from riskcore.lab.measure.summary import Summary
from riskcore.lab.measure.words import level_words
from riskcore.words import percent

__all__ = ["headline"]

_ALMOST_ALL = 0.995
_QUARTER = "after a quarter of the game"


def headline(summary: Summary, measured: Sequence[Measured], levels: Sequence[ByLevel] = ()) -> Iterator[str]:
    """What whoever reads nothing else should know, each with the levels of play at which it holds."""
    by_key = {each.key: each for each in measured if each.value is not None}
    holds = {each.key.partition(".")[0]: level_words(each) for each in levels}
    for key, words in _sentences(summary, by_key):
        yield f"{words.removesuffix('.')} ({holds[key]})." if holds.get(key) else words


def _sentences(summary: Summary, by_key: Mapping[str, Measured]) -> Iterator[tuple[str, str]]:
    """Sentences with the key of what they are about."""
    yield from _length(summary, by_key)
    yield from (("seat", words) for words in _seats(summary, by_key))
    yield from _course(by_key, 1 / len(summary.seats))
    skill = by_key.get("skill")
    if skill is not None and skill.compared_with is not None:
        equal = percent(skill.compared_with, 0)
        won = percent(skill.value, 0)
        yield "skill", f"One good player among weaker ones wins {won}; {equal} if skill meant nothing."


def _length(summary: Summary, by_key: Mapping[str, Measured]) -> Iterator[tuple[str, str]]:
    if summary.median_rounds is not None:
        most = f", nine in ten by round {summary.p90_rounds}" if summary.p90_rounds is not None else ""
        yield "length", f"Half of the games end by round {summary.median_rounds}{most}."
    done = by_key.get("completion")
    if done is not None and (done.value or 0) < _ALMOST_ALL:
        yield "completion", f"{percent(1 - (done.value or 0), 0)} of the games find no winner."


def _seats(summary: Summary, by_key: Mapping[str, Measured]) -> Iterator[str]:
    balance = by_key.get("seat_balance")
    if balance is None:
        return
    rates = [seat.rate or 0.0 for seat in summary.seats]
    best, worst = rates.index(max(rates)), rates.index(min(rates))
    if balance.details["p_value"] < SIGNIFICANT:
        yield (
            f"It matters where you sit: seat {best + 1} wins {percent(rates[best], 0)} of the games, "
            f"seat {worst + 1} wins {percent(rates[worst], 0)}; an equal share is {percent(1 / len(rates), 0)}."
        )
    else:
        between = f"from {percent(min(rates), 0)} to {percent(max(rates), 0)}"
        equal = percent(1 / len(rates), 0)
        yield f"The games do not show that seats differ: they win {between}, and an equal share is {equal}."


def _course(by_key: Mapping[str, Measured], fair: float) -> Iterator[tuple[str, str]]:
    runaway = by_key.get("runaway")
    if runaway is not None and runaway.interval is not None:
        won = percent(runaway.value, 0)
        if fair in runaway.interval:
            yield "runaway", f"The games do not show that leading {_QUARTER} helps: the leader then wins {won} of them."
        else:
            equal = f"{percent(fair, 0)} if a lead meant nothing"
            yield "runaway", f"Whoever leads {_QUARTER} wins {won} of the games; {equal}."
    lap = by_key.get("victory_lap")
    if lap is not None and _worth_telling(lap):
        yield "victory_lap", f"The winner is as good as sure for the last {percent(lap.value, 0)} of a game."
    idle = by_key.get("idle")
    if idle is not None and _worth_telling(idle):
        yield "idle", f"A player who is eliminated watches {percent(idle.value, 0)} of the game."


def _worth_telling(measured: Measured) -> bool:
    return measured.value is not None and measured.value > 1 - _ALMOST_ALL
