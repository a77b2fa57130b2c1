"""The board as heat maps: each territory shaded by a number that also stands on it."""

import re
from collections.abc import Sequence
from math import floor

import numpy as np

from riskcore.board import Board
from riskcore.lab.report.charts import nice_top
from riskcore.lab.report.replays import MOMENTS, Sight
from riskcore.pages.board_svg import board_svg
from riskcore.pages.markup import table, text
from riskcore.text.booklet import changed_territories
from riskcore.words import listed

__all__ = ["board_maps", "changed_board", "heat_map"]

# From pale to dark in one hue each: the order can be seen without seeing the hue.
_BLUES = ("#f2f6fa", "#0b5a94")
_ORANGES = ("#fdf4ea", "#b34700")
_CHANGED = "#f2b36b"
_STEPS = 6
_NAMED = 3  # territories named below a map


def _shade(part: float, hues: tuple[str, str]) -> str:
    pale, dark = (tuple(int(hue[at : at + 2], 16) for at in (1, 3, 5)) for hue in hues)
    mixed = (round(a + (b - a) * min(1.0, max(0.0, part))) for a, b in zip(pale, dark, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def heat_map(
    board: Board,
    values: Sequence[float],
    scale: tuple[float, float],
    title: str,
    *,
    percent: bool,
    hues: tuple[str, str],
) -> str:
    """A figure with the board, its scale, and the territories with the most and the least."""
    low, high = scale
    shown = [f"{100 * value:.0f} %" if percent else f"{value:.1f}" for value in values]
    picture = board_svg(
        board,
        [_shade((value - low) / (high - low), hues) for value in values],
        [each.removesuffix(" %") for each in shown],
        titles=[f"{name}: {each}" for name, each in zip(board.territories, shown, strict=True)],
        ids=False,
    )
    order = sorted(range(len(values)), key=lambda t: (-values[t], t))

    def named(which: Sequence[int]) -> str:
        return listed([f"{board.territories[t]} {shown[t]}" for t in which])

    most = f"Most: {named(order[:_NAMED])}. Least: {named(order[: -_NAMED - 1 : -1])}."
    low_words, high_words = (f"{100 * end:.0f} %" if percent else f"{end:g}" for end in scale)
    return (
        f"<figure {_label_size(board, picture)}><figcaption>{text(title)}</figcaption>\n{picture}\n"
        f'<p class="note">{_scale((low_words, high_words), hues)} {text(most)}</p></figure>'
    )


def _label_size(board: Board, picture: str) -> str:
    """Numbers are larger than the map's own labels, for it is shown small; in circles they would not fit."""
    box = re.search(r'viewBox="\S+ \S+ (\S+) ', picture)
    if box is None or not board.outlines:
        return 'class="heat"'
    return f'class="heat drawn" style="--unit: {float(box[1]) / 1000:.4g}px"'


def _scale(ends: tuple[str, str], hues: tuple[str, str]) -> str:
    boxes = "".join(
        f'<rect x="{14 * step}" width="14" height="12" fill="{_shade(step / (_STEPS - 1), hues)}"/>'
        for step in range(_STEPS)
    )
    width = 14 * _STEPS
    return (
        f'<span class="scale">{text(ends[0])} <svg class="key" xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {width} 12" width="{width}" height="12" aria-hidden="true">{boxes}</svg> {text(ends[1])}</span>'
    )


def board_maps(board: Board, sight: Sight, players: int) -> str:
    """Where later winners stand as the game goes on, where battles happen, and all of it as a table."""
    held = sight.held / sight.games
    battles = sight.battles / sight.games
    everything = bool(np.all(sight.held[-1] == sight.games))
    shown = len(MOMENTS) - 1 if everything else len(MOMENTS)
    ends = floor(10 * held[:shown].min()) / 10, nice_top(float(held[:shown].max()))
    titles = [_title(moment) for moment in MOMENTS]
    maps = [heat_map(board, held[at].tolist(), ends, titles[at], percent=True, hues=_BLUES) for at in range(shown)]
    most = nice_top(float(battles.max()))
    maps.append(
        heat_map(
            board, battles.tolist(), (0.0, most), "Battles over each territory in a game", percent=False, hues=_ORANGES
        )
    )
    end = " In the end winners held every territory." if everything else ""
    intro = (
        f"What became of each territory in the first {sight.games:,} games that somebody won: in what share of "
        f"them it belonged to the later winner ({100 / players:.0f} % would be an equal share), and how often dice "
        f"were rolled over it in a game.{end}"
    )
    rows = [
        (text(name), *(f"{100 * held[at][t]:.0f}" for at in range(shown)), f"{battles[t]:.1f}")
        for t, name in enumerate(board.territories)
    ]
    heads = ("territory", *(f"at {100 * moment:.0f} %" if moment < 1 else "at the end" for moment in MOMENTS[:shown]))
    numbers = table("Held by the later winner, in percent of games, and battles a game", (*heads, "battles"), rows)
    return "\n".join(
        [
            f"<p>{text(intro)}</p>",
            '<div class="pair">',
            *maps,
            "</div>",
            f"<details><summary>The same as a table</summary>{numbers}</details>",
        ]
    )


def _title(moment: float) -> str:
    if moment == 1:
        return "Held by the winner when the game ends"
    return f"Held by the later winner after {100 * moment:.0f} % of the turns"


def changed_board(old: Board, new: Board, name: str) -> str:
    """A map of what changed on the board, each changed territory with its name; nothing where boards are alike."""
    changed = changed_territories(old, new)
    if not changed:
        return ""
    places = range(len(new.territories))
    picture = board_svg(
        new,
        [_CHANGED if each in changed else "" for each in places],
        [f"\n{new.territories[each]}" if each in changed else "" for each in places],
        titles=[f"{new.territories[each]}: {changed.get(each, 'as before')}" for each in places],
        ids=False,
    )
    told = " ".join(f"{new.territories[each]}: {why}." for each, why in changed.items())
    caption = f"What changed on the board of {name}: the territories in orange"
    return (
        f'<figure class="heat"><figcaption>{text(caption)}</figcaption>\n{picture}\n'
        f'<p class="note">{text(told)}</p></figure>'
    )
