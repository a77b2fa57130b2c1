"""Every rule is cited, by its id in brackets (`[B1]`, `[B1, B2]`), in the name or docstring of a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

# How many rules each section has, numbered from 1, and where their tests are. A new section is a line here.
SECTIONS = {"B": 10, "C59-": 7, "W93-": 7, "G04-": 6}
FOLDERS = [Path(__file__).parent]
RULES = [f"{section}{number}" for section, size in SECTIONS.items() for number in range(1, size + 1)]

RULE = r"[A-Z]\d+(?:-\d+)?"


@cache
def cited() -> set[str]:
    """The ids in the names and docstrings of the tests."""
    found = set()
    for file in sorted(path for folder in FOLDERS for path in folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = f"{node.name} {ast.get_docstring(node) or ''}"
                for group in re.findall(rf"\[({RULE}(?:, {RULE})*)\]", text):
                    found.update(group.split(", "))
    return found


@pytest.mark.parametrize("rule", RULES)
def test_a_test_cites_the_rule(rule: str) -> None:
    assert rule in cited()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert cited() <= set(RULES)
