"""The lab's front door: functions that take a plan, play thousands of games, and give back what these say.

Each is imported when it is first asked for, since numpy takes a while.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riskcore.lab.battles.battle_odds import Odds
    from riskcore.lab.battles.campaign_odds import CampaignOdds
    from riskcore.lab.comparisons import Comparison, compare
    from riskcore.lab.exact_odds import campaign, odds, perft
    from riskcore.lab.kept_games import KeptGames, measure_logs
    from riskcore.lab.ladders import ladder
    from riskcore.lab.measure.standings import Standings
    from riskcore.lab.play.batch import Plan
    from riskcore.lab.play.perft import Perft
    from riskcore.lab.play.recipe import PlanError, Recipe
    from riskcore.lab.runs import Run, run
    from riskcore.lab.sweeps import Sweep, sweep
    from riskcore.lab.tunings import Tuning, tune

__all__ = [
    "CampaignOdds",
    "Comparison",
    "KeptGames",
    "Odds",
    "Perft",
    "Plan",
    "PlanError",
    "Recipe",
    "Run",
    "Standings",
    "Sweep",
    "Tuning",
    "campaign",
    "compare",
    "ladder",
    "measure_logs",
    "odds",
    "perft",
    "run",
    "sweep",
    "tune",
]

_MODULES = {
    "CampaignOdds": "battles.campaign_odds",
    "Comparison": "comparisons",
    "KeptGames": "kept_games",
    "Odds": "battles.battle_odds",
    "Perft": "play.perft",
    "Plan": "play.batch",
    "PlanError": "play.recipe",
    "Recipe": "play.recipe",
    "Run": "runs",
    "Standings": "measure.standings",
    "Sweep": "sweeps",
    "Tuning": "tunings",
    "campaign": "exact_odds",
    "compare": "comparisons",
    "ladder": "ladders",
    "measure_logs": "kept_games",
    "odds": "exact_odds",
    "perft": "exact_odds",
    "run": "runs",
    "sweep": "sweeps",
    "tune": "tunings",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
