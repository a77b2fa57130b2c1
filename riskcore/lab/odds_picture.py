"""Odds as a picture: how a battle may end, from best to worst for the attacker, as an SVG or a page with it."""

from html import escape
from math import ceil, floor, log10

from riskcore.lab.odds import Odds
from riskcore.lab.odds_words import Ending, battle_in_words, ending_armies, endings, odds_facts, percent_words

__all__ = ["odds_page", "odds_svg"]

_WIDTH, _HEIGHT = 760, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 96, 52
_GAP = 0.9  # between the two sides, in bars
_MOST_BARS = 60
_MOST_LABELS = 24

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
    battle = odds.battle
    shown = endings(battle, _MOST_BARS)
    highest = max(ending.probability for ending in shown)
    title = f"{battle.attackers} armies attack {battle.defenders}: {odds.rules.variant.name}"
    step = _nice_step(highest)
    top = ceil(highest / step) * step
    return "\n".join(
        [
            f'<svg class="odds" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
            f' role="img" aria-label="{escape(title)}"><style>{_STYLE}</style>',
            f'<rect class="odds-paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
            _text(16, 30, title, size=18, more=' font-weight="600"'),
            *_headline(odds),
            *_scale(step, top),
            *_bars(shown, top),
            "</svg>",
        ]
    )


def _headline(odds: Odds) -> list[str]:
    win = odds.battle.win
    means = odds.mean_winners_left, odds.mean_holders_left
    won = f"the attacker wins {percent_words(win)}" + (f", {means[0]:.1f} armies left" if means[0] is not None else "")
    held = f"the defender holds {percent_words(1 - win)}" + (f", {means[1]:.1f} left" if means[1] is not None else "")
    return [
        _text(16, 56, f"■ {won}", "odds-won", 15, ' font-weight="600"'),
        _text(_WIDTH - 16, 56, f"■ {held}", "odds-held", 15, ' font-weight="600" text-anchor="end"'),
    ]


def _scale(step: float, top: float) -> list[str]:
    parts = []
    for number in range(round(top / step) + 1):
        y = _height(number * step, top)
        parts.append(f'<path class="odds-line" d="M {_LEFT} {y:.1f} H {_WIDTH - _RIGHT}"/>')
        label = f"{100 * number * step:.{max(0, -floor(log10(100 * step)))}f} %"
        parts.append(_text(_LEFT - 8, y + 4, label, "odds-faint", 12, ' text-anchor="end"'))
    return parts


def _bars(shown: list[Ending], top: float) -> list[str]:
    sides = len({ending.won for ending in shown})
    room = (_WIDTH - _LEFT - _RIGHT) / (len(shown) + _GAP * (sides - 1))
    every = ceil(len(shown) / _MOST_LABELS)
    parts, x, middles = [], float(_LEFT), dict[bool, list[float]]()
    for number, ending in enumerate(shown):
        if number and ending.won != shown[number - 1].won:
            x += _GAP * room
        y = _height(ending.probability, top)
        side = "odds-won" if ending.won else "odds-held"
        what = "the attacker wins" if ending.won else "the defender holds"
        parts.append(
            f'<rect class="{side}" x="{x + 0.06 * room:.1f}" y="{y:.1f}" width="{0.88 * room:.1f}"'
            f' height="{_HEIGHT - _BOTTOM - y:.1f}">'
            f"<title>{what} with {ending_armies(ending)} left: {percent_words(ending.probability, 2)}</title></rect>"
        )
        if len(middles.setdefault(ending.won, [])) % every == 0:
            parts.append(_text(x + room / 2, _HEIGHT - _BOTTOM + 17, ending_armies(ending), size=11, more=_MIDDLE))
        middles[ending.won].append(x + room / 2)
        x += room
    for won, places in middles.items():
        label = "attackers left after a win" if won else "defenders left otherwise"
        middle = (places[0] + places[-1]) / 2
        half = 3.2 * len(label)  # about half of the text's width, to keep it inside the picture
        middle = min(max(middle, _LEFT + half), _WIDTH - _RIGHT - half)
        parts.append(_text(middle, _HEIGHT - 12, label, "odds-won" if won else "odds-held", 13, _MIDDLE))
    return parts


_MIDDLE = ' text-anchor="middle"'


def _text(x: float, y: float, text: str, side: str = "", size: int = 12, more: str = "") -> str:
    kind = f' class="{side}"' if side else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{kind}{more}>{escape(text)}</text>'


def _height(probability: float, top: float) -> float:
    return _HEIGHT - _BOTTOM - probability / top * (_HEIGHT - _TOP - _BOTTOM)


def _nice_step(highest: float) -> float:
    """A round step that makes about five of the highest value."""
    unit: float = 10 ** floor(log10(highest / 5))
    return next(times * unit for times in (1, 2, 5, 10) if times * unit >= highest / 5)


def odds_page(odds: Odds, command: str) -> str:
    """A page of its own, with the picture, what there is to say, and the command that made it."""
    title = f"{escape(odds.rules.variant.name)}: {battle_in_words(odds)}"
    rows = "\n".join(
        f"<dt>{escape(label)}</dt><dd>{escape(text).replace(' %', '&nbsp;%')}</dd>" for label, text in odds_facts(odds)
    )
    return _PAGE.format(title=title, style=_PAGE_STYLE, picture=odds_svg(odds), rows=rows, command=escape(command))


_PAGE_STYLE = """
:root { color-scheme: light dark; } body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
 font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; } h1 { font-size: 1.3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; } dt { font-weight: 600; }
dd { margin: 0; } footer { opacity: .75; font-size: .85rem; overflow-wrap: anywhere; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
"""

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body>
<h1>{title}</h1>
{picture}
<dl>
{rows}
</dl>
<footer>Exact probabilities, computed by <code>{command}</code></footer>
</body>
</html>
"""
