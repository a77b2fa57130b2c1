"""What a run shows, in numbers as people write them and in plain sentences; for a terminal and for a page."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isinf

from riskcore.lab.measure.levels import AtLevel, ByLevel
from riskcore.lab.measure.measures import SIGNIFICANT, Measured
from riskcore.lab.measure.standings import Cell, Standings
from riskcore.lab.measure.summary import Summary
from riskcore.lab.play.batch import Plan, rulebook_for
from riskcore.lab.play.recorded_batch import recorded_arena_for
from riskcore.lab.play.results import Results
from riskcore.lab.record.lead import Lead
from riskcore.lab.stats.intervals import Interval
from riskcore.rulebook import Rulebook
from riskcore.rules import Phase
from riskcore.words import count, listed, percent

__all__ = [
    "BOTS",
    "at_level_words",
    "bots_words",
    "conduct_words",
    "findings",
    "level_words",
    "line_up_words",
    "number_words",
    "pair_words",
    "range_words",
    "rough",
    "standings_facts",
    "standings_words",
    "unsettled_words",
    "value_words",
]

BOTS = "only bots have played; people play differently, so take all this as a hint, not as proof"

_OFTEN = 0.15  # of players' turns: more than good players show under rules that they have a plan for

_PLACES = {"share": 1, "points": 1, "rounds": 0, "minutes": 0, "chance": 2, "number": 1}
_SCALE = {"share": 100.0, "points": 100.0}
_AFTER = {"share": " %", "points": " pts", "minutes": " min"}


def bots_words(*plans: Plan) -> str:
    """What to keep in mind about the players: they know what rules tell them, and no more."""
    unknown = dict.fromkeys(rule for plan in plans for rule in _unplanned(recorded_arena_for(plan).arena.rules))
    if not unknown:
        return BOTS
    whom = "it" if len(unknown) == 1 else "them"
    return f"{BOTS}; the bots keep to {listed(list(unknown))} but have no plan for {whom}"


def conduct_words(results: Results) -> Iterator[str]:
    """What the players do that shows that they have no plan for a rule: hoard, idle, or run into refusals."""
    seen, rules = results.conduct, rulebook_for(results.plan.variant)
    planned = _planned(rules)
    forbidding = [name for name in rules.decisions["attack_refusal"].modifiers if name not in planned]
    told = (
        (seen.refused, "the rules forbade every attack that they were strong enough for"),
        (seen.hoarding, "half of a player's armies stood in one place, from where nothing could be attacked"),
        (seen.idle, "they attacked nobody, though they might have with three times the armies"),
    )
    for turns, what in told:
        if seen.turns and turns >= _OFTEN * seen.turns:
            at_fault = forbidding if turns != seen.idle and forbidding else _unplanned(rules)
            plan = f"the players have no plan for {listed(at_fault) or 'these rules'}"
            yield f"{plan}: in {percent(turns / seen.turns, 0)} of their turns {what}"


def _unplanned(rules: Rulebook) -> list[str]:
    """The options in force that neither advise players nor say what they make valuable."""
    planned = _planned(rules)
    options = [name for name, plugin in rules.plugins if getattr(type(plugin), "role", "option") == "option"]
    return [name for name in options if name not in planned]


def _planned(rules: Rulebook) -> set[str]:
    """The rules that advise players or say what they make valuable."""
    planned = {rule for rule, _ in rules.answers["interests"]}
    for rule, item in rules.brought:
        actions = item.actions if isinstance(item, Phase) else (item.action,)
        if any(action.advice is not None for action in actions):
            planned.add(rule)
    return planned


def number_words(value: float, unit: str) -> str:
    """A number of this unit, without the unit."""
    if isinf(value):  # too many games were stopped before their end
        return "never"
    shown = f"{value * _SCALE.get(unit, 1.0):,.{_PLACES[unit]}f}"
    return shown.removeprefix("-") if float(shown.replace(",", "")) == 0 else shown


def value_words(measured: Measured) -> str:
    """The value of a measure with its unit."""
    if measured.value is None:
        return "none"
    return f"{number_words(measured.value, measured.unit)}{_AFTER.get(measured.unit, '')}"


def range_words(interval: Interval | None, unit: str) -> str:
    """An interval, without the unit."""
    if interval is None:
        return "too few"
    between = " to " if interval.low < 0 else " – "  # noqa: RUF001 - a range
    return between.join(number_words(end, unit) for end in (interval.low, interval.high))


def line_up_words(plan: Plan) -> str:
    """Who plays: `all greedy`, `2 greedy and 2 random`."""
    names = list(dict.fromkeys(plan.line_up))
    if len(names) == 1:
        return f"all {names[0]}"
    return listed([f"{plan.line_up.count(name)} {name}" for name in names])


def standings_words(standings: Standings) -> str:
    """The gist of a ladder: `planner > greedy > novice`; `=` where it is not settled."""
    words = standings.order[0]
    for better, worse in pairwise(standings.order):
        open_pair = (better, worse) in standings.unsettled
        words += f" {'=' if open_pair else '>'} {worse}"
    return words


def standings_facts(standings: Standings) -> Iterator[tuple[str, str]]:
    """What there is to say of a ladder beside its table."""
    if standings.unsettled:
        pairs = listed([f"{one} or {other}" for one, other in standings.unsettled])
        yield "Not settled", f"who is better: {pairs}; a larger --games may tell"
    else:
        yield "Settled", "the order of any two; even one wrong place has a chance of at most 5 %"
    if standings.ratings:
        rated = [(name, standings.ratings[name]) for name in standings.order]
        told = [f"{name} {each.mean:.1f} ± {2 * each.uncertainty:.1f}" for name, each in rated]
        yield "Ratings", f"{', '.join(told)} (openskill, by all games)"
    else:
        yield "Ratings", 'they need openskill: pip install "riskvar[ladder]"'


def pair_words(cell: Cell, players: int) -> str:
    """Who plays whom: `planner among 3 greedy`."""
    return f"{cell.bot} against {cell.rest}" if players == 2 else f"{cell.bot} among {players - 1} {cell.rest}"


def level_words(found: ByLevel) -> str:
    """At which levels a finding holds, and whether it still moves: `at every level, still moving`."""
    moves = {True: "converged", False: "still moving", None: "may still move" if len(found.at) > 1 else ""}
    return ", ".join(each for each in (found.holds or "", moves[found.converged]) if each)


def at_level_words(found: ByLevel, at: AtLevel) -> str:
    """The value of a finding at one level; with a sign if it is a change."""
    shown = at.finding if at.finding == at.value and at.finding is not None else at.value
    if shown is None:
        return "none"
    if at.finding is None or at.finding != at.value:
        return f"{number_words(shown, found.unit)}{_AFTER.get(found.unit, '')}"
    if found.relative:
        return f"{100 * shown:+.0f} %"
    return f"{100 * shown:+.1f}" if found.unit == "share" else f"{shown:+.2f}"


def findings(
    results: Results, summary: Summary, measured: Sequence[Measured], *, thorough: bool
) -> Iterator[tuple[str, str]]:
    """What there is to say about a run beside its tables: a label and a sentence each."""
    for each in measured:
        if each.key == "seat_balance" and each.n:
            yield "Seats", _seat_words(each)
    yield from unsettled_words(measured)
    endings = [f"{reason} {_part(number, summary.games)}" for reason, number in summary.reasons.items()]
    yield "Endings", ", ".join(endings) or "none"
    if summary.unfinished:
        stopped = f"{_part(summary.unfinished, summary.games)}, stopped after round {results.plan.max_rounds}"
        yield "Unfinished", f"{stopped}; they are nobody's wins{_open_words(measured)}"
    for words in conduct_words(results):
        yield "Players", words
    if results.lead is not None:
        yield "Lead", _lead_words(results.lead, thorough)
    if thorough:
        yield "Check", f"with armies alone to say who leads: {_by_armies(measured)}"


def _open_words(measured: Sequence[Measured]) -> str:
    """The findings that games might change had they not been stopped, with what measures might be."""
    told = []
    for each in measured:
        if each.key == "seat_balance" and each.n:
            verdicts = {p_value < SIGNIFICANT for p_value in each.details["p_values_if_all_ended"]}
            if len(verdicts) > 1:
                told.append("whether the seats differ")
        elif each.bounds is not None and each.interval is not None and each.front and _reaches_beyond(each):
            low, high = (number_words(end, each.unit) for end in (each.bounds.low, each.bounds.high))
            told.append(f"{each.title.lower()} (from {low} to {high}{_AFTER.get(each.unit, '')})")
    return f". Had they been played on, they might change {listed(told)}" if told else ""


def _reaches_beyond(measured: Measured) -> bool:
    """Whether what stopped games may change is more than what chance may."""
    bounds, interval = measured.bounds, measured.interval
    assert bounds is not None
    assert interval is not None
    return bounds.low < interval.low or bounds.high > interval.high


def unsettled_words(measured: Sequence[Measured]) -> Iterator[tuple[str, str]]:
    """The measures that may be what pure chance shows, and what would tell."""
    for each in measured:
        if each.key != "seat_balance" and each.more_games is not None:
            needed = f"about {rough(each.more_games):,} more games would show it"
            yield each.title, f"not settled: it may be chance; if it is as large as it looks, {needed}"


def _seat_words(balance: Measured) -> str:
    """Whether seats differ, as far as the games say."""
    chance = balance.details["p_value"]
    runs = "fewer than 1 run in 100" if chance < 0.01 else f"{count(round(100 * chance), 'run')} in 100"
    if chance < SIGNIFICANT:
        return f"they differ: equal seats would look this unequal in {runs}"
    words = f"no difference shown: equal seats would look this unequal in {runs}"
    if balance.more_games is None:
        return words
    return f"{words}; if it is as large as it looks, about {rough(balance.more_games):,} more games would show it"


def rough(games: int) -> int:
    """Two digits are all that such a number is good for."""
    unit = 10 ** max(0, len(str(games)) - 2)
    return int(-(-games // unit) * unit)


def _lead_words(lead: Lead, thorough: bool) -> str:
    """How far the judgement of who is ahead can be trusted."""
    quality = lead.quality
    if quality is None:
        return "no game was won, so nobody can say who was ahead"
    words = (
        "who is ahead follows from territories, armies, income, cards and progress, weighed by who won in the end; "
        f"chances to win are off by {100 * quality.calibration_error:.1f} percentage points on average, where pure "
        f"chance shows {100 * quality.error_by_chance:.1f}"
    )
    if thorough:
        words += f"; log-loss {quality.log_loss:.3f}, with all players taken as equal {quality.uniform_log_loss:.3f}"
    return words


def _by_armies(measured: Sequence[Measured]) -> str:
    return ", ".join(
        f"{each.title.lower()} {number_words(each.by_armies, each.unit)}{_AFTER.get(each.unit, '')}"
        for each in measured
        if each.by_armies is not None
    )


def _part(number: int, games: int) -> str:
    return f"{number:,} ({percent(number / games)})"
