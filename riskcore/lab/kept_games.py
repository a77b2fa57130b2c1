"""Kept games: what people's games show, beside those of bots, with the measures of a run."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs
import numpy as np

from riskcore.errors import RiskError
from riskcore.files.variant import Variant, load_variant
from riskcore.lab.kept.companies import COMPARABLE, Company, Gathering, PlayedVariant, people_first
from riskcore.lab.kept.logs import PEOPLE, LogReader, rules_key
from riskcore.lab.kept.tables import is_table, read_table
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change, Side, compare
from riskcore.lab.measure.measures import MEASURES, Measure
from riskcore.lab.play.batch import Plan, rulebook_for
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recipe import USUAL_BOTS, line_up_of
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.report import kept_page

__all__ = ["KeptGames", "measure_logs"]

_COUNTED = 5  # times that a rare event is seen, before two rates are called different

Paths = Sequence[str | os.PathLike[str]]


@attrs.frozen
class KeptGames:
    """All that was read, variant by variant; `left_out` counts the games that show nothing, by the reason."""

    played: Sequence[PlayedVariant]
    left_out: dict[str, int]
    stopped: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The games as JSON holds them."""
        return {"left_out": self.left_out, "played": [each.to_dict() for each in self.played]}

    def page(self, command: str) -> str:
        """The games as a page of HTML; `command` made it."""
        return kept_page(self.played, self.left_out, command=command)


def measure_logs(
    files: Paths,
    *,
    variant: str | os.PathLike[str] | None = None,
    games: int = 200,
    bots: str = USUAL_BOTS,
    seed: int = 0,
    front: bool = False,
    plugin_files: Paths = (),
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> KeptGames:
    """Measure the games of logs, and of tables in CSV, by who has played them.

    Tables are of the `variant`, or of the one that the logs are of. Where no bots have played, so many `games` of
    theirs are played beside; 0 for none.
    """
    forget_arenas()
    gathered, left_out = _gather(files, variant, plugin_files, lambda: progress(0, 0))
    if not gathered:
        why = ", ".join(f"{number} {reason}" for reason, number in left_out.items())
        raise RiskError(f"there is no game to measure: {why or 'the files hold none'}")
    beside = [games * all(PEOPLE in who for who in companies) for companies in gathered]
    tally = Tally(progress, sum(beside))
    play = partial(simulate, workers=workers, open_executor=open_executor, progress=tally)
    played: list[PlayedVariant] = []
    for companies, wanted in zip(gathered, beside, strict=True):
        if wanted:
            [some, *_] = companies.values()
            plan = Plan(some.variant, some.players, seed, line_up_of(bots, some.players))
            results = play(plan, wanted, measured=True)
            if results.stopped:
                return KeptGames(played, left_out, results.stopped)
            who = people_first(plan.line_up)
            companies[who] = Gathering(some.variant, some.players, who)
            companies[who].take(results)
        played.append(_measured(companies, wanted, front=front))
    return KeptGames(played, left_out)


_Companies = dict[tuple[str, ...], Gathering]


def _gather(
    files: Paths, variant: str | os.PathLike[str] | None, plugin_files: Paths, hear: Callable[[], None]
) -> tuple[list[_Companies], dict[str, int]]:
    """The games by what was played and who played, and how many were left out."""
    found: dict[tuple[str, int], _Companies] = {}
    logs = LogReader(plugin_files, hear)

    def gathering(rules: str, played: Variant, players: int, who: Sequence[str]) -> Gathering:
        companies = found.setdefault((rules, players), {})
        names = people_first(who)
        return companies.setdefault(names, Gathering(played, players, names))

    for path in files:
        if not is_table(path):
            for game in logs.read(path):
                gathering(game.key, game.variant, len(game.who), game.who).see(game)
    named = None if variant is None else load_variant(variant, plugin_files=plugin_files)
    for path in filter(is_table, files):
        of = named or _only_variant(os.fspath(path), found)
        for row in read_table(path, of.players, of.name):
            gathering(rules_key(rulebook_for(of)), of, row.seats, (PEOPLE,)).hear(row)
    return list(found.values()), logs.left_out


def _only_variant(path: str, found: dict[tuple[str, int], _Companies]) -> Variant:
    """What a table is taken to be of if nobody says it."""
    played = {key: next(iter(companies.values())).variant for (key, _), companies in found.items()}
    if len(played) == 1:
        return next(iter(played.values()))
    several = f"the logs are of {len(played)} variants" if played else "a table does not say it"
    raise RiskError(f"{path}: which variant was played there? {several}; name it with --variant")


def _measured(gathered: _Companies, beside: int, *, front: bool) -> PlayedVariant:
    companies = sorted(gathered.values(), key=lambda each: (PEOPLE not in each.who, each.who))
    bots = [each for each in companies if PEOPLE not in each.who]
    most = max(bots, key=lambda each: each.recorded, default=None)
    shown = [each.measure(most, front=front) for each in companies]
    some = companies[0]
    if most is None or most is some:
        return PlayedVariant(some.variant, some.players, shown, beside=beside)
    ours, base = shown[0], next(each for each in shown if each.who == most.who)
    return PlayedVariant(some.variant, some.players, shown, _changes(ours, base), (ours.name, base.name), beside)


def _changes(ours: Company, base: Company) -> list[Change]:
    """What people's games show against those of bots, as far as there are enough that show it."""
    [changes] = compare(Side(base.games), [Side(ours.games)])
    fewest: dict[str, int] = {}
    for each in (*ours.measured, *base.measured):
        fewest[each.key] = min(each.n, fewest.get(each.key, each.n))
    keys = {change.key: "seat_balance" if change.key.startswith("seat.") else change.key for change in changes}
    enough = [change for change in changes if fewest.get(keys[change.key], 0) >= COMPARABLE]
    rare = {each.key for each in MEASURES if each.kind == "rate" and _is_rare(each, ours.games, base.games)}
    return [attrs.evolve(change, adjusted=1.0) if change.key in rare else change for change in enough]


def _is_rare(rate: Measure, ours: Games, base: Games) -> bool:
    """Whether something happens, or fails to, in so few games that the usual test of rates would be far too sure."""
    told = np.concatenate([rate.games(ours), rate.games(base)])
    return min(float(told.sum()), float((1 - told).sum())) < _COUNTED
