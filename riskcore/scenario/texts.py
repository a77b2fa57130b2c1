"""Scenarios in texts that come from outside: they open no file."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from riskcore.errors import RiskError
from riskcore.rulebook import Rulebook
from riskcore.scenario.discovery import SUFFIX
from riskcore.scenario.file import Scenario, load_scenarios
from riskcore.scenario.rulebooks import RulebookCache

__all__ = ["read_scenarios"]


def read_scenarios(text: str, rules: Rulebook) -> list[Scenario]:
    """The scenarios of a text, which may be about these rules, or about a shipped variant."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"opened{SUFFIX}"
        file.write_text(text, encoding="utf-8")
        try:
            return load_scenarios(file, _Known(rules))
        except RiskError as error:
            raise RiskError(str(error).replace(f"{file}:", "").replace(str(file), file.name)) from None


class _Known(RulebookCache):
    """Rulebooks for texts from outside, which name no path."""

    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules.variant.plugin_files)
        self._rules = rules

    def rulebook(self, variant: str, folder: str, rules: Sequence[str], settings: Sequence[str]) -> Rulebook:
        own = self._rules.variant
        changes = [f"--rule {rule}" for rule in rules] + [f"--set {setting}" for setting in settings]
        if variant == own.id and changes == list(own.changes):
            return self._rules
        if any(letter in word for word in (variant, *settings) for letter in "/\\") or variant.endswith(".toml"):
            raise LookupError(f"{variant!r} is a path, or its settings are: what is opened here may name none")
        return super().rulebook(variant, folder, rules, settings)
