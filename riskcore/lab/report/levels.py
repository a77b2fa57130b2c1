"""At which level of play findings hold, as a table with a small picture each."""

from collections.abc import Iterator, Sequence

from riskcore.lab.measure.levels import AtLevel, ByLevel
from riskcore.lab.measure.words import at_level_words, level_words
from riskcore.pages.markup import section, svg, table, text
from riskcore.words import count

__all__ = ["levels_section"]

_STEP, _LEFT, _TOP, _FLOOR = 34, 14, 6, 46


def levels_section(found: Sequence[ByLevel]) -> Iterator[str]:
    """A row for each finding, a column for each level; nothing where no levels were played."""
    if not found:
        return
    levels = [f"{at.level}, {count(at.games, 'game')}" for at in found[0].at]
    rows = [
        (
            f"{text(each.title)}<small>{text(level_words(each))}</small>",
            *(text(at_level_words(each, at)) for at in each.at),
            _picture(each),
        )
        for each in found
    ]
    note = (
        "The same bot in all seats, the best players on the right. A finding is worth as much as the best players it "
        "holds among; where it still moves between the two best, better ones may change it."
    )
    heads = ("finding", *levels, "picture")
    yield section(
        "At which level of play it holds",
        f'<p class="note">{text(note)}</p>',
        table("Values by level; a dashed line marks nothing to it", heads, rows, "measures"),
    )


def _picture(found: ByLevel) -> str:
    """A dot for each level on its range, from the weakest to the strongest."""
    marks = {each.value - each.finding for each in found.at if each.value is not None and each.finding is not None}
    known = [end for each in found.at for end in _ends(each)] + list(marks)
    if not known:
        return ""
    low, high = min(known), max(known)

    def y(value: float) -> float:
        return _FLOOR - (value - low) / (high - low or 1.0) * (_FLOOR - _TOP)

    parts = [f'<path class="mark" d="M 2 {y(mark):.1f} H {_width(found) - 2}"/>' for mark in sorted(marks)[:1]]
    for number, each in enumerate(found.at):
        x = _LEFT + number * _STEP
        if each.interval is not None:
            parts.append(f'<path class="range" d="M {x} {y(each.interval.low):.1f} V {y(each.interval.high):.1f}"/>')
        if each.value is not None:
            parts.append(f'<circle class="dot" cx="{x}" cy="{y(each.value):.1f}" r="4"/>')
    told = ", ".join(f"{each.level} {at_level_words(found, each)}" for each in found.at)
    return svg(_width(found), _FLOOR + 6, f"{found.title}: {told}", parts, "levels")


def _ends(at: AtLevel) -> list[float]:
    interval = [] if at.interval is None else [at.interval.low, at.interval.high]
    return [*interval, *([] if at.value is None else [at.value])]


def _width(found: ByLevel) -> int:
    return 2 * _LEFT + (len(found.at) - 1) * _STEP
