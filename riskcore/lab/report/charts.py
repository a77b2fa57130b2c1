"""Charts as inline SVG. Their colours are variables of the page, and nothing is told by colour alone."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

import numpy as np

from riskcore.lab.report.replays import Story
from riskcore.lab.stats.bootstrap import quantile
from riskcore.lab.stats.intervals import Interval
from riskcore.pages.markup import svg, text

__all__ = ["DASHES", "legend", "length_chart", "length_legend", "nice_top", "story_chart", "story_legend", "whisker"]

_WIDTH, _HEIGHT = 480, 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 22, 42
_FLOOR = _HEIGHT - _BOTTOM
_MOST_BARS = 30
_MOST_TICKS = 12

#: How the line of each seat is broken, so that lines differ on grey paper too.
DASHES = ("none", "9 4", "2.5 3.5", "12 4 2.5 4", "5 2", "16 3 5 3")


def nice_top(highest: float) -> float:
    """The end of a scale from 0: a round number that is not much more."""
    if highest <= 0:
        return 1.0
    unit = 10.0 ** floor(log10(highest))
    return float(next(times * unit for times in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if times * unit >= highest))


def whisker(
    value: float | None, interval: Interval | None, scale: tuple[float, float], ends: tuple[str, str], *,
    mark: float | None = None, label: str = "",
) -> str:  # fmt: skip
    """A dot on the range that is plausible, and a dashed line at what to compare it with."""
    width, height, left, right, middle = 200, 34, 10, 190, 11
    low, high = scale

    def x(at: float) -> float:
        return left + (right - left) * min(1.0, max(0.0, (at - low) / (high - low or 1.0)))

    parts = [f'<path class="axis" d="M {left} {middle} H {right} M {left} 8 V 14 M {right} 8 V 14"/>']
    if mark is not None:
        parts.append(f'<path class="mark" d="M {x(mark):.1f} 1 V 21"/>')
    if interval is not None:
        start, end = x(interval.low), x(interval.high)
        parts.append(
            f'<path class="range" d="M {start:.1f} 6 V 16 M {start:.1f} {middle} H {end:.1f} M {end:.1f} 6 V 16"/>'
        )
    if value is not None:
        parts.append(f'<circle class="dot" cx="{x(value):.1f}" cy="{middle}" r="4.5"/>')
    parts.append(f'<text x="1" y="{height - 3}">{text(ends[0])}</text>')
    parts.append(f'<text x="{width - 1}" y="{height - 3}" text-anchor="end">{text(ends[1])}</text>')
    return svg(width, height, label, parts, "whisker")


def length_chart(
    rounds: Sequence[int],
    games: int,
    marks: Sequence[tuple[str, int]] = (),
    *,
    before: tuple[Sequence[int], int] = ((), 0),
) -> str:
    """How many of the games end in which round; marks are a few words and a round each.

    `before` are the lengths and the number of other games, drawn as a line over the bars.
    """
    lengths = [each for each in (rounds, before[0]) if each]
    first, last = min(map(min, lengths)), max(map(max, lengths))
    # A few very long games must not press all others into a corner.
    cut = min(last, max(_far(each) for each in lengths))
    width = max(1, ceil((cut - first + 1) / _MOST_BARS))
    bars = ceil((cut - first + 1) / width)
    shares = _binned(rounds, games, first, width, bars)
    other = _binned(*before, first, width, bars)
    top = nice_top(max(*shares, *other))
    room = (_WIDTH - _LEFT - _RIGHT) / bars
    beyond = last >= first + bars * width
    parts = [*_percent_scale(top)]
    every = ceil(bars / _MOST_TICKS)
    for at, share in enumerate(shares):
        begin, end = first + at * width, first + (at + 1) * width - 1
        open_end = beyond and at == bars - 1
        name = f"{begin} or later" if open_end else f"{begin}" if begin == end else f"{begin} to {end}"
        x, y = _LEFT + at * room, _y(share, top)
        parts.append(
            f'<rect class="bar" x="{x + 0.08 * room:.1f}" y="{y:.1f}" width="{0.84 * room:.1f}"'
            f' height="{_FLOOR - y:.1f}"><title>round {name}: {100 * share:.1f} % of the games</title></rect>'
        )
        crowded = beyond and bars - 1 - every < at < bars - 1
        if open_end or (at % every == 0 and not crowded):
            parts.append(_label(x + room / 2, _FLOOR + 16, f"{begin}{'+' if open_end else ''}"))
    if before[0]:
        steps = "".join(f" V {_y(share, top):.1f} h {room:.2f}" for share in other)
        parts.append(f'<path class="before" d="M {_LEFT} {_FLOOR}{steps} V {_FLOOR}"/>')
    parts.append(_label((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "round in which the game ends", "soft"))

    def x_of(round_number: float) -> float:
        return _LEFT + ((round_number - first + 0.5 * width) / width) * room

    parts += _marked([(f"{words} by {number}", x_of(number)) for words, number in marks])
    told = "".join(f"{words} end by round {number}, " for words, number in marks)
    return svg(_WIDTH, _HEIGHT, f"Lengths of games: {told}the longest in round {last}", parts, "chart")


def length_legend(ours: str, before: str) -> str:
    """Which lengths are whose."""
    bar = '<rect class="bar" x="8" y="1" width="22" height="10"/>'
    return legend([(bar, ours), ('<path class="before" d="M 0 6 H 38"/>', before)])


def _far(rounds: Sequence[int]) -> int:
    """The round up to which lengths are worth a bar each."""
    usual, late = (quantile(rounds, part) for part in (0.5, 0.9))
    return max(ceil(3 * late - 2 * usual), ceil(late) + 1)


def _binned(rounds: Sequence[int], games: int, first: int, width: int, bars: int) -> list[float]:
    shares = [0.0] * bars
    for each in rounds:
        shares[min(bars - 1, (each - first) // width)] += 1 / games
    return shares


def _marked(marks: Sequence[tuple[str, float]]) -> Iterator[str]:
    """Dashed lines with their names above, kept apart and inside."""
    for _, x in marks:
        yield f'<path class="mark" d="M {x:.1f} {_TOP - 4} V {_FLOOR}"/>'
    free, labels = 0.0, []
    for words, x in marks:
        start = max(free, x - 3)
        labels.append(_label(start, _TOP - 8, words, anchor="start"))
        free = start + 7.5 * len(words)
    if free < _WIDTH - _RIGHT:
        yield from labels
    else:
        yield _label(_WIDTH - _RIGHT, _TOP - 8, ", ".join(words for words, _ in marks), anchor="end")


def story_chart(story: Story) -> str:
    """Each player's chance to win from turn to turn."""
    turns = len(story.chances) - 1
    step = (_WIDTH - _LEFT - _RIGHT - 22) / max(turns, 1)
    parts = [*_percent_scale(1.0)]
    every = ceil(len(story.rounds) / _MOST_TICKS)
    for number, turn in enumerate(story.rounds):
        x = _LEFT + turn * step
        if number % every == 0:
            parts.append(f'<path class="grid" d="M {x:.1f} {_FLOOR} v 5"/>')
            parts.append(_label(x, _FLOOR + 18, str(number + 1)))
    parts.append(_label((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "round", "soft"))
    seats = [seat for seat in range(len(story.bots)) if seat != story.winner] + [story.winner]
    for seat in seats:
        points = " ".join(
            f"{_LEFT + turn * step:.1f},{_y(chance, 1.0):.1f}"
            for turn, chance in enumerate(story.chances[: _last_told(story, seat) + 1, seat].tolist())
        )
        kind = f"seat seat{seat % len(DASHES)}" + " winner" * (seat == story.winner)
        dash = DASHES[seat % len(DASHES)]
        parts.append(
            f'<polyline class="{kind}" stroke-dasharray="{dash}" points="{points}">'
            f"<title>seat {seat + 1}</title></polyline>"
        )
    parts.append(_label(_LEFT + turns * step + 5, _y(1.0, 1.0) + 5, f"★ {story.winner + 1}", anchor="start"))
    words = f"Chances to win from turn to turn in game {story.number}; seat {story.winner + 1} wins after {turns} turns"
    return svg(_WIDTH, _HEIGHT, words, parts, "chart")


def _last_told(story: Story, seat: int) -> int:
    """The first turn from which a seat has no chance at all any more: its line ends there."""
    there = np.flatnonzero(story.chances[:, seat] > 0)
    return min(int(there[-1]) + 1, len(story.chances) - 1) if there.size else 0


def story_legend(story: Story) -> str:
    """Which line is whose."""
    items = []
    for seat, bot in enumerate(story.bots):
        winner = " wins ★" if seat == story.winner else ""
        style = seat % len(DASHES)
        line = f'<path class="seat seat{style}" stroke-dasharray="{DASHES[style]}" d="M 0 6 H 38"/>'
        items.append((line, f"seat {seat + 1} ({bot}){winner}"))
    return legend(items)


def legend(items: Sequence[tuple[str, str]]) -> str:
    """Small pictures, 38 by 12, and what each stands for."""
    lines = [
        f'<li><svg class="key" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 12" width="38" height="12"'
        f' aria-hidden="true">{picture}</svg> {text(words)}</li>'
        for picture, words in items
    ]
    return f'<ul class="legend">{"".join(lines)}</ul>'


def _percent_scale(top: float) -> Iterator[str]:
    parts = 4 if f"{25 * top:.3g}" == f"{25 * top:.2g}" else 5  # whichever makes round numbers
    for part in range(parts + 1):
        share = top * part / parts
        y = _y(share, top)
        yield f'<path class="grid" d="M {_LEFT} {y:.1f} H {_WIDTH - _RIGHT}"/>'
        yield _label(_LEFT - 6, y + 4, f"{100 * share:.3g} %", "soft", "end")


def _y(share: float, top: float) -> float:
    return _FLOOR - share / top * (_FLOOR - _TOP)


def _label(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    shown = f' class="{kind}"' if kind else ""
    return f'<text{shown} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text(words)}</text>'
