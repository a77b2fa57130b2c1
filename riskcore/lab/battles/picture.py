"""Odds as a picture: how a battle may end, from best to worst for the attacker, as an SVG or a page with it."""

from math import ceil, floor, log10

import attrs

from riskcore.lab.battles.battle_odds import Odds
from riskcore.lab.battles.words import Ending, battle_in_words, ending_armies, endings, odds_facts, percent_words
from riskcore.pages.markup import facts, text
from riskcore.pages.style import document

__all__ = ["odds_page", "odds_svg"]

_LEFT, _RIGHT = 56, 16
_GAP = 0.9  # between the two sides, in bars
_MIDDLE = ' text-anchor="middle"'
_BOLD = ' font-weight="600"'


@attrs.frozen
class _Frame:
    """The size of a picture, and what fits in."""

    width: int
    height: int
    top: int  # what is left free for title and headline
    most_bars: int
    titled: bool = False
    stacked: bool = False  # what is said of the two sides is below each other

    @property
    def floor(self) -> int:
        """Where the bars stand; what they mean is below."""
        return self.height - (70 if self.stacked else 52)


_ALONE = _Frame(760, 400, 96, 60, titled=True)
_ON_PAGE = _Frame(760, 366, 62, 60)
_ON_PHONE = _Frame(380, 360, 70, 30, stacked=True)  # shown about as large as it is, so that it can be read

# Blue and orange as people with any kind of colour vision can tell them apart, lighter on a dark page.
_STYLE = """
.odds { --paper: #ffffff; --ink: #1b2733; --faint: #5b6875; --line: #d5dbe1; --won: #0072b2; --held: #d55e00;
 max-width: 100%; height: auto; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { .odds { --paper: #12181e; --ink: #e8eef2; --faint: #a3b0bb; --line: #33404b;
 --won: #56b4e9; --held: #e69f00; } }
.odds-paper { fill: var(--paper); } .odds-line { stroke: var(--line); } .odds text { fill: var(--ink); }
.odds .odds-faint { fill: var(--faint); } .odds .odds-won { fill: var(--won); } .odds .odds-held { fill: var(--held); }
"""


def odds_svg(odds: Odds) -> str:
    """One `<svg>` element that needs nothing else, for light and dark surroundings."""
    return _svg(odds, _ALONE)


def _svg(odds: Odds, frame: _Frame) -> str:
    battle = odds.battle
    shown = endings(battle, frame.most_bars)
    highest = max(ending.probability for ending in shown)
    armies = "1 army cannot attack" if battle.attackers == 1 else f"{battle.attackers:,} armies attack"
    title = f"{armies} {battle.defenders:,}: {odds.rules.variant.name}"
    step = _nice_step(highest)
    top = ceil(highest / step) * step
    return "\n".join(
        [
            f'<svg class="odds" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}"'
            f' width="{frame.width}" role="img" aria-label="{text(title)}"><style>{_STYLE}</style>',
            f'<rect class="odds-paper" width="{frame.width}" height="{frame.height}"/>',
            *([_text(16, 30, title, size=18, more=_BOLD)] if frame.titled else []),
            *_headline(odds, frame),
            *_scale(step, top, frame),
            *_bars(shown, top, frame),
            "</svg>",
        ]
    )


def _headline(odds: Odds, frame: _Frame) -> list[str]:
    win = odds.battle.win
    means = odds.mean_winners_left, odds.mean_holders_left
    left = "left" if frame.stacked else "armies left"
    won = f"the attacker wins {percent_words(win)}" + (f", {means[0]:.1f} {left}" if means[0] is not None else "")
    held = f"the defender holds {percent_words(1 - win)}" + (f", {means[1]:.1f} left" if means[1] is not None else "")
    y = 56 if frame.titled else 22
    if frame.stacked:
        return [_text(8, y, f"■ {won}", "odds-won", 14, _BOLD), _text(8, y + 24, f"■ {held}", "odds-held", 14, _BOLD)]
    return [
        _text(16, y, f"■ {won}", "odds-won", 15, _BOLD),
        _text(frame.width - 16, y, f"■ {held}", "odds-held", 15, f'{_BOLD} text-anchor="end"'),
    ]


def _scale(step: float, top: float, frame: _Frame) -> list[str]:
    parts = []
    for number in range(round(top / step) + 1):
        y = _height(number * step, top, frame)
        parts.append(f'<path class="odds-line" d="M {_LEFT} {y:.1f} H {frame.width - _RIGHT}"/>')
        label = f"{100 * number * step:.{max(0, -floor(log10(100 * step)))}f} %"
        parts.append(_text(_LEFT - 8, y + 4, label, "odds-faint", 12, ' text-anchor="end"'))
    return parts


def _bars(shown: list[Ending], top: float, frame: _Frame) -> list[str]:
    sides = len({ending.won for ending in shown})
    room = (frame.width - _LEFT - _RIGHT) / (len(shown) + _GAP * (sides - 1))
    widest = 7 * max(len(ending_armies(ending)) for ending in shown) + 8  # about the room that a label takes
    every = ceil(widest / room)
    parts, x, middles = [], float(_LEFT), dict[bool, list[float]]()
    for number, ending in enumerate(shown):
        if number and ending.won != shown[number - 1].won:
            x += _GAP * room
        y = _height(ending.probability, top, frame)
        side = "odds-won" if ending.won else "odds-held"
        what = "the attacker wins" if ending.won else "the defender holds"
        parts.append(
            f'<rect class="{side}" x="{x + 0.06 * room:.1f}" y="{y:.1f}" width="{0.88 * room:.1f}"'
            f' height="{frame.floor - y:.1f}">'
            f"<title>{what} with {ending_armies(ending)} left: {percent_words(ending.probability, 2)}</title></rect>"
        )
        if len(middles.setdefault(ending.won, [])) % every == 0:
            parts.append(_text(x + room / 2, frame.floor + 17, ending_armies(ending), more=_MIDDLE))
        middles[ending.won].append(x + room / 2)
        x += room
    for won, places in middles.items():
        label = "attackers left after a win" if won else "defenders left otherwise"
        middle = (places[0] + places[-1]) / 2
        half = 3.2 * len(label)  # about half of the text's width, to keep it inside the picture
        middle = min(max(middle, _LEFT + half), frame.width - _RIGHT - half)
        y = frame.height - (30 if frame.stacked and won else 12)
        parts.append(_text(middle, y, label, "odds-won" if won else "odds-held", 13, _MIDDLE))
    return parts


def _text(x: float, y: float, words: str, side: str = "", size: int = 12, more: str = "") -> str:
    kind = f' class="{side}"' if side else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{kind}{more}>{text(words)}</text>'


def _height(probability: float, top: float, frame: _Frame) -> float:
    return frame.floor - probability / top * (frame.floor - frame.top)


def _nice_step(highest: float) -> float:
    """A round step that makes about five of the highest value."""
    unit: float = 10 ** floor(log10(highest / 5))
    return next(times * unit for times in (1, 2, 5, 10) if times * unit >= highest / 5)


def odds_page(odds: Odds, command: str) -> str:
    """A page of its own, with the picture, what there is to say, and the command that made it.

    There are two pictures, one to be seen on a wide screen or paper and one on a phone.
    """
    title = f"{odds.rules.variant.name}: {battle_in_words(odds)}"
    parts = [
        f"<h1>{text(title)}</h1>",
        f'<div class="wide">\n{_svg(odds, _ON_PAGE)}\n</div>',
        f'<div class="narrow">\n{_svg(odds, _ON_PHONE)}\n</div>',
        facts(odds_facts(odds)),
        f"<footer>Exact probabilities, computed by <code>{text(command)}</code></footer>",
    ]
    return document(title, parts, _PAGE_STYLE)


_PAGE_STYLE = """
:root { color-scheme: light dark; } body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
 font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; } h1 { font-size: 1.3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; } dt { font-weight: 600; }
dd { margin: 0; } footer { opacity: .75; font-size: .85rem; overflow-wrap: anywhere; }
.narrow { display: none; } .narrow .odds { width: 100%; }
@media screen and (max-width: 32rem) { .wide { display: none; } .narrow { display: block; } }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
"""
