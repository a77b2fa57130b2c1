"""The executable rulebook: every shipped scenario goes as it is written, and every rule has one."""

import ast
from functools import cache
from pathlib import Path

import attrs
import pytest

import riskcore.scenario
from riskcore.files.shipped import shipped_root
from riskcore.scenario import RulebookCache, Scenario, load_scenarios, report, run, shipped_scenario_files
from riskcore.scenario.tables import ExpectTable, FileTable, PositionTable, ScenarioTable, StepTable

# How many rules each section of the rules has; rules are numbered from 1.
SECTIONS = {"B": 10, "C59-": 7, "W93-": 7, "G04-": 6, "M04-": 5, "S93-": 5}
SECTIONS |= {"N1-": 3, "N2-": 3, "N3-": 8, "X": 6, "H": 14}
RULES = [f"{section}{number}" for section, size in SECTIONS.items() for number in range(1, size + 1)]
FILES = shipped_scenario_files()
RULEBOOKS = RulebookCache()


def name_of(file: Path) -> str:
    return file.relative_to(shipped_root() / "scenarios").as_posix()


@cache
def scenarios(file: Path) -> list[Scenario]:
    return load_scenarios(file, RULEBOOKS)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_shipped_scenarios_go_as_written(file: Path) -> None:
    failures = [failure for scenario in scenarios(file) if (failure := run(scenario)) is not None]
    assert not failures, "\n\n".join(map(report, failures))


@pytest.mark.parametrize("rule", RULES)
def test_a_scenario_shows_the_rule(rule: str) -> None:
    assert any(rule in scenario.shows for file in FILES for scenario in scenarios(file))


def test_no_scenario_shows_a_rule_that_does_not_exist() -> None:
    assert {rule for file in FILES for scenario in scenarios(file) for rule in scenario.shows} <= set(RULES)


def test_every_scenario_expects_something() -> None:
    """One without any expectation or refusal could fail only by an illegal move."""
    idle = [
        f"{name_of(file)}: {scenario.name}"
        for file in FILES
        for scenario in scenarios(file)
        if not any(step.checks or step.refused for step in scenario.steps)
    ]
    assert idle == []


def test_the_package_imports_neither_lab_nor_commands_nor_plugins() -> None:
    imported = set()
    for file in Path(riskcore.scenario.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
    assert "riskcore.game" in imported
    assert [name for name in sorted(imported) if name.startswith(("riskcore.lab", "riskcore.cli", "risk_"))] == []


def test_every_key_of_a_scenario_file_is_documented() -> None:
    page = (shipped_root().parent / "docs" / "scenarios.md").read_text(encoding="utf-8")
    tables = (FileTable, ScenarioTable, PositionTable, StepTable, ExpectTable)
    keys = [field.name for table in tables for field in attrs.fields(table)]
    assert len(keys) > 50
    assert [key for key in keys if f"| `{key}` |" not in page] == []
