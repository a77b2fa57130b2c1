"""For pytest: files that end in `.scenario.toml` are collected like test modules, each scenario as a test.

Rules that are not installed are named by the project of the file, a `riskvar.toml` beside it or above.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from riskcore.scenario import RulebookCache, Scenario

__all__ = ["ScenarioFile", "ScenarioItem", "pytest_collect_file"]

_SUFFIX = ".scenario.toml"  # not imported: most runs of pytest have nothing to do with this package
_rulebooks_key: "pytest.StashKey[dict[Path | None, RulebookCache]]" = pytest.StashKey()  # by project file


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ScenarioFile | None":
    """Collect scenario files."""
    if file_path.name.endswith(_SUFFIX):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A file of scenarios; what is wrong with it is an error of collection."""

    def collect(self) -> Iterable["ScenarioItem"]:
        """A test for each scenario."""
        from riskcore.authoring.project import find_project
        from riskcore.errors import VariantError
        from riskcore.scenario import RulebookCache, load_scenarios

        known = self.config.stash.setdefault(_rulebooks_key, {})
        try:
            project = find_project(self.path.parent)
            file, rules = (project.file, project.rules) if project else (None, ())
            scenarios = load_scenarios(self.path, known.setdefault(file, RulebookCache(rules)))
        except VariantError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioError(Exception):
    """A scenario that did not go as written; its text is the report."""


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def __init__(self, *, scenario: "Scenario", **arguments: Any) -> None:
        super().__init__(**arguments)
        self.scenario = scenario

    def runtest(self) -> None:
        """Run it."""
        from riskcore.scenario import report, run

        failure = run(self.scenario)
        if failure is not None:
            raise ScenarioError(report(failure))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report instead of a traceback."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.scenario.place.line - 1, self.name
