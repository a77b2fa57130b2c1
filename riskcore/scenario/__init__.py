"""Scenario files: positions, scripted dice, moves and what must follow, written by people and executed here."""

from riskcore.scenario.discovery import SUFFIX, scenario_files, shipped_scenario_files
from riskcore.scenario.file import Scenario, load_scenarios
from riskcore.scenario.report import report
from riskcore.scenario.rulebooks import RulebookCache
from riskcore.scenario.runner import Failure, run

__all__ = [
    "SUFFIX",
    "Failure",
    "RulebookCache",
    "Scenario",
    "load_scenarios",
    "report",
    "run",
    "scenario_files",
    "shipped_scenario_files",
]
