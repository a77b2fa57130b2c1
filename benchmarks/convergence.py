"""Do findings hold among better players? A table of some of them at every level, from pools (`pools.py`).

`python benchmarks/convergence.py FOLDER` wants the pools VARIANT-LEVEL; a level without a pool is left out of a row.
`capitals-tuned` is capitals with `--set rules.deal.armies.4=38 --set rules.capitals.bonus_armies=7`.
"""

import argparse
from pathlib import Path

import attrs
from pools import load

from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import seat_change, single_change
from riskcore.lab.measure.levels import LEVELS, ByLevel, change_by_level, run_by_level
from riskcore.lab.measure.measures import MEASURES, seat_wins
from riskcore.lab.measure.words import at_level_words, level_words, number_words

# What is shown, of which variant, the measure, and the variant it is compared with.
FINDINGS = (
    ("two-player-1959, wins of seat 1", "two-player-1959", "seat.1", ""),
    ("two-player-passive-2004, wins of seat 1", "two-player-passive-2004", "seat.1", ""),
    ("empires, wins of seat 1", "empires", "seat.1", ""),
    ("empires against classic, length", "empires", "length", "classic-1959"),
    ("world-domination-1993 against classic, drama", "world-domination-1993", "drama", "classic-1959"),
    ("golden-cavalry-2004 against classic, drama", "golden-cavalry-2004", "drama", "classic-1959"),
    (
        "secret mission against world domination, late surprise",
        "secret-mission-1993",
        "end_surprise",
        "world-domination-1993",
    ),
    ("capitals against classic, length", "capitals", "length", "classic-1959"),
    ("capitals against classic, runaway leader", "capitals", "runaway", "classic-1959"),
    ("capitals with 38 armies and a bonus of 7, wins of seat 1", "capitals-tuned", "seat.1", ""),
)


def games_of(folder: Path, name: str, level: str, known: dict[str, Games]) -> Games | None:
    """All games of a pool, as one run; none if there is no pool."""
    pool = f"{name}-{level}"
    if pool not in known and (folder / f"{pool}.pickle").exists():
        found = load(folder, pool)
        known[pool] = Games.of(found.run(range(len(found.games))))
    return known.get(pool)


def by_level(folder: Path, variant: str, key: str, base: str, known: dict[str, Games]) -> ByLevel:
    """A finding at every level that has pools."""
    there = {level: games_of(folder, variant, level, known) for level in LEVELS}
    played = {level: games for level, games in there.items() if games is not None}
    if not base:
        return run_by_level(list(played.items()), int(key.partition(".")[2]) - 1)[1]
    pairs = [(level, games_of(folder, base, level, known), games) for level, games in played.items()]
    sides = [(level, before, games) for level, before, games in pairs if before is not None]
    measure = next((each for each in MEASURES if each.key == key), None)
    change = single_change(measure, *sides[-1][1:]) if measure else seat_change(0, *sides[-1][1:])
    found = change_by_level(change, sides)
    assert found is not None
    return found


def cell(found: ByLevel, level: str) -> str:
    """A level's value with its interval."""
    at = next((each for each in found.at if each.level == level), None)
    if at is None or at.interval is None:
        return ""
    scale = 100 if found.relative or found.unit == "share" else 1
    ends = [number_words(end * scale, "number" if scale > 1 else "chance") for end in attrs.astuple(at.interval)]
    return f"{at_level_words(found, at)} [{', '.join(ends)}]"


def main() -> None:
    """Print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    arguments = options.parse_args()
    known: dict[str, Games] = {}
    print(f"| finding | {' | '.join(LEVELS)} | holds |\n|{' --- |' * (len(LEVELS) + 2)}")
    for title, variant, key, base in FINDINGS:
        found = by_level(arguments.folder, variant, key, base, known)
        print(f"| {title} | {' | '.join(cell(found, level) for level in LEVELS)} | {level_words(found)} |")
    tuned = {level: games_of(arguments.folder, "capitals-tuned", level, known) for level in LEVELS}
    for level, games in tuned.items():
        if games is not None:
            wins = seat_wins(games.columns["seat"], 4)
            print(f"capitals-tuned, {level}: seats {(max(wins) - min(wins)) / sum(wins):.1%} apart")


if __name__ == "__main__":
    main()
