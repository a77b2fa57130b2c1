"""Scenario files written for one test, and what running them says."""

from pathlib import Path

import pytest

from riskcore import VariantError
from riskcore.scenario import Failure, RulebookCache, Scenario, load_scenarios, run

# Red attacks from Japan; Blue has all but that and Green's Madagascar.
TABLE = """\
variant = "classic-1959"
players = ["Red", "Blue", "Green"]
[position]
phase = "attack"
rest = "Blue"
territories = { Japan = "Red 9", Kamchatka = "Blue 2", Madagascar = "Green" }
hands = { Red = ["Alaska", "wild"], Blue = ["Siam"] }
"""
RULEBOOKS = RulebookCache()  # one for all tests, for building a rulebook is what takes time


def write(folder: Path, text: str, name: str = "a.scenario.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def load(folder: Path, text: str, rulebooks: RulebookCache = RULEBOOKS) -> list[Scenario]:
    return load_scenarios(write(folder, text), rulebooks)


def outcome(folder: Path, text: str, rulebooks: RulebookCache = RULEBOOKS) -> Failure | None:
    """What running the only scenario of a text says."""
    (scenario,) = load(folder, text, rulebooks)
    return run(scenario)


def scene(folder: Path, text: str, top: str = TABLE) -> Failure | None:
    """The same for a text that follows a heading, on the usual table."""
    return outcome(folder, f'{top}[[scenario]]\nname = "It"\n{text}')


def compared(failure: Failure | None) -> list[tuple[str, str, str]]:
    """What was compared and differs: what, expected, found."""
    assert failure is not None
    return [(each.what, each.expected, each.found) for each in failure.mismatches]


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with a text: line, column and message of each problem."""
    with pytest.raises(VariantError) as caught:
        load(folder, text)
    found = caught.value.problems
    assert {problem.file for problem in found} == {str(folder / "a.scenario.toml")}
    return [f"{problem.line}:{problem.column}: {problem.message}" for problem in found]
