"""Tables with a small picture in every row."""

from collections.abc import Mapping, Sequence
from math import isfinite

from riskcore.lab.measure.measures import Measured
from riskcore.lab.measure.summary import Share
from riskcore.lab.measure.words import range_words, value_words
from riskcore.lab.report.charts import nice_top, whisker
from riskcore.lab.stats.intervals import finite
from riskcore.pages.markup import table, text
from riskcore.words import count, percent

__all__ = ["measure_pictures", "measure_table", "share_table"]


def measure_table(caption: str, measured: Sequence[Measured]) -> str:
    """A row for each measure: value, range and picture."""
    tops: dict[str, float] = {}
    for each in measured:
        highest = max(each.value or 0.0, each.interval.high if each.interval else 0.0)
        if each.unit == "rounds" and isfinite(highest):
            tops["rounds"] = max(tops.get("rounds", 0.0), nice_top(highest))
    rows = [
        (
            f"{text(each.title)}<small>{text(each.meaning)}</small>",
            f"{text(value_words(each))}<small>{text(range_words(each.interval, each.unit))}</small>",
            _picture(each, tops),
        )
        for each in measured
    ]
    return table(caption, ("measure", "value", "picture"), rows, "measures")


def measure_pictures(named: Mapping[str, Measured]) -> str:
    """One measure of several kinds of games, one below the other on the same scale."""
    known = [end for each in named.values() for end in _known(each)]
    return "".join(_picture(each, {}, known, f"{name}: ") for name, each in named.items())


def _known(measured: Measured) -> list[float]:
    """What a scale must have room for."""
    interval = measured.interval
    ends = [interval.low, interval.high] if interval else []
    given = map(finite, (measured.value, measured.compared_with, *ends))
    return [each for each in given if each is not None]


def _picture(measured: Measured, tops: Mapping[str, float], beside: Sequence[float] = (), whose: str = "") -> str:
    """The measure on the scale of its unit, with room for others beside it."""
    interval = measured.interval
    known = [*_known(measured), *beside]
    highest = max(known, default=1.0)
    low = 0.0
    if measured.unit == "share":
        high, ends = 1.0, ("0 %", "100 %")
    elif measured.unit == "points":
        high = nice_top(max(abs(each) for each in known) if known else 1.0)
        low, ends = -high, (f"{-100 * high:g}", f"{100 * high:g} pts")
    else:
        high = tops.get(measured.unit, 1.0 if measured.unit == "chance" and highest <= 1 else nice_top(highest))
        ends = ("0", f"{high:g}")
    label = f"{whose}{measured.title}: {value_words(measured)}, plausible {range_words(interval, measured.unit)}"
    return whisker(measured.value, interval, (low, high), ends, mark=measured.compared_with, label=label)


def share_table(caption: str, shares: Mapping[str, Share], highest: float = 0.0) -> str:
    """A row for each seat or bot: wins, their share and its range, on a scale that reaches at least so high."""
    top = nice_top(max([highest, *(max(share.interval.high, share.fair) for share in shares.values())]))
    rows = []
    for name, share in shares.items():
        between = f"{range_words(share.interval, 'share')} %"
        label = f"{name}: {percent(share.rate)}, plausible {between}"
        ends = ("0 %", f"{100 * top:g} %")
        drawn = whisker(share.rate, share.interval, (0.0, top), ends, mark=share.fair, label=label)
        value = f"{text(percent(share.rate))}<small>{text(range_words(share.interval, 'share'))}</small>"
        rows.append((f"{text(name)}<small>{text(count(share.wins, 'win'))}</small>", value, drawn))
    return table(caption, ("", "share", "picture"), rows, "measures")
