"""A comparison: the same bots and seeds under several variants, and what differs."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import attrs

from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change, Side
from riskcore.lab.measure.compare import compare as compare_sides
from riskcore.lab.measure.findings import finding
from riskcore.lab.measure.skill import SideGames, play_side_games, side_game_total
from riskcore.lab.measure.words import bots_words
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.progress import Progress, Tally, in_silence
from riskcore.lab.play.recorded_batch import forget_arenas
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.workers import OpenExecutor
from riskcore.lab.report import comparison_page

__all__ = ["Comparison", "compare"]


@attrs.frozen
class Comparison:
    """The games of each variant, the first being what the others are compared with, and the changes to each of these.

    If the games were stopped, `stopped` says why, and nothing is compared. `faults` tell where skill was not measured.
    """

    played: Sequence[Results]
    changes: Sequence[Sequence[Change]]
    stopped: str = ""
    faults: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON holds it."""
        plan = self.played[0].plan
        who = [
            {"variant": each.plan.variant.id, "name": each.plan.variant.name, "digest": each.digest()}
            for each in self.played
        ]
        against = [
            {
                **other,
                "same_games": other["digest"] == who[0]["digest"],
                "findings": [finding(each) for each in measured if each.different],
                "measures": [each.to_dict() for each in measured],
            }
            for other, measured in zip(who[1:], self.changes, strict=True)
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
        return comparison_page(self.played, self.changes, command=command)


def compare(
    plans: Sequence[Plan],
    games: int = 1000,
    *,
    workers: int = 1,
    open_executor: OpenExecutor | None = None,
    progress: Progress = in_silence,
) -> Comparison:
    """Play so many games of each plan, and say what changes from the first to each of the others."""
    forget_arenas()
    tally = Tally(progress, len(plans) * (games + side_game_total(plans[0], games, restricted=False)))
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
    return Comparison(played, compare_sides(sides[0], sides[1:]), "", faults)
