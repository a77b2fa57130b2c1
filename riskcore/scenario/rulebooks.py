"""Rulebooks at hand, so that many scenarios of one variant build its rulebook once."""

import os
from collections.abc import Sequence

from riskcore.files.shipped import resolve_reference
from riskcore.files.variant import load_variant
from riskcore.rulebook import Rulebook

__all__ = ["RulebookCache"]


class RulebookCache:
    """Rulebooks by what was asked for; all with the same plugin files."""

    def __init__(self, plugin_files: Sequence[str | os.PathLike[str]] = ()) -> None:
        self._plugin_files = tuple(plugin_files)
        self._books: dict[tuple[object, ...], Rulebook] = {}

    def rulebook(self, variant: str, folder: str, rules: Sequence[str], settings: Sequence[str]) -> Rulebook:
        """The rulebook of a variant, by name or by path from a folder, with rules added and parameters changed.

        Raises what loading it raises, and LookupError where no variant has the name.
        """
        key = (variant, folder, tuple(rules), tuple(settings))
        if key not in self._books:
            file = resolve_reference("variant", variant, folder)
            loaded = load_variant(file, rules=rules, settings=settings, plugin_files=self._plugin_files)
            self._books[key] = Rulebook(loaded)
        return self._books[key]
