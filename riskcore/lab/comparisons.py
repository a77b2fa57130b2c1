"""A comparison: the same bots and seeds under several variants, and what differs."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from riskcore.lab.goals.level_games import levels_beside, play_levels
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change, Side
from riskcore.lab.measure.compare import compare as compare_sides
from riskcore.lab.measure.findings import finding
from riskcore.lab.measure.levels import ByLevel, change_by_level, level_games
from riskcore.lab.measure.skill import SideGames, play_side_games, side_game_total
from riskcore.lab.measure.words import bots_words
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.report import comparison_page

__all__ = ["Comparison", "by_level", "compare"]


@attrs.frozen
class Comparison:
    """The games of each variant, the first being what the others are compared with, and the changes to each of these.

    If the games were stopped, `stopped` says why, and nothing is compared. `faults` tell what was not measured.
    """

    played: Sequence[Results]
    changes: Sequence[Sequence[Change]]
    stopped: str = ""
    faults: Sequence[str] = ()
    levels: Sequence[Mapping[str, ByLevel]] = ()  # to each of the others, by the keys of the changes

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON holds it."""
        plan = self.played[0].plan
        who = [
            {"variant": each.plan.variant.id, "name": each.plan.variant.name, "digest": each.digest()}
            for each in self.played
        ]
        levels = self.levels or [{}] * len(self.changes)
        against = [
            {
                **other,
                "same_games": other["digest"] == who[0]["digest"],
                "findings": [finding(each) for each in measured if each.different],
                "measures": [each.to_dict() for each in measured],
                **({"levels": {key: each.to_dict() for key, each in at.items()}} if at else {}),
            }
            for other, measured, at in zip(who[1:], self.changes, levels, strict=True)
        ]
        return {
            "games": len(self.played[0]),
            "players": plan.players,
            "seed": plan.seed,
            "bots": list(plan.line_up),
            "max_rounds": plan.max_rounds,
            "changes": list(self.played[-1].plan.variant.changes),
            "note": bots_words(*(each.plan for each in self.played)),
            "baseline": who[0],
            "compared": against,
        }

    def page(self, command: str) -> str:
        """The comparison as a page of HTML; `command` made it."""
        return comparison_page(self.played, self.changes, self.levels, command=command)


def compare(
    plans: Sequence[Plan],
    games: int = 400,
    *,
    levels: bool = True,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Comparison:
    """Play so many games of each plan, and say what changes from the first to each of the others.

    With `levels`, the other levels of play have a share of games too, and each change says at which it holds.
    """
    forget_arenas()
    others = levels_beside(plans[0]) if levels else []
    each_plan = games + side_game_total(plans[0], games, restricted=False)
    each_plan += sum(level_games(level, games, plans[0].players) for level in others)
    tally = Tally(progress, len(plans) * each_plan)
    play = partial(simulate, workers=workers, open_executor=open_executor, progress=tally)
    played: list[Results] = []
    sides: list[Side] = []
    faults: list[str] = []
    for plan in plans:
        results = play(plan, games, measured=True)
        side_games = SideGames() if results.stopped else play_side_games(plan, games, play, restricted=False)
        played.append(results)
        if stopped := results.stopped or side_games.stopped:
            return Comparison(played, (), stopped, faults)
        if side_games.fault:
            faults.append(f"skill was not measured in {plan.variant.name}: {side_games.fault}")
        sides.append(Side(Games.of(results), side_games.measured))
    changes = compare_sides(sides[0], sides[1:])
    at_levels, broken = play_levels(played, play, others) if levels else ({}, [])
    told = {level: [Games.of(each) for each in results] for level, results in at_levels.items()}
    faults += broken
    return Comparison(played, changes, "", faults, by_level(changes, told) if levels else ())


def by_level(changes: Sequence[Sequence[Change]], played: Mapping[str, Sequence[Games]]) -> list[dict[str, ByLevel]]:
    """Each change at each level, by its key, from the games of each variant."""
    found = []
    for number, measured in enumerate(changes, 1):
        sides = [(level, games[0], games[number]) for level, games in played.items()]
        told = ((change.key, change_by_level(change, sides)) for change in measured)
        found.append({key: each for key, each in told if each is not None})
    return found
