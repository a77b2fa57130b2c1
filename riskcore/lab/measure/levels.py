"""Levels of play: the bots that stand for them, from the weakest to the strongest."""

from collections.abc import Sequence

from riskcore.files.catalog import Catalog

__all__ = ["LEVELS", "installed_levels"]

#: Names of bots; those that are not installed are left out.
LEVELS = ("novice", "greedy", "planner", "search")


def installed_levels(catalog: Catalog | None = None) -> Sequence[str]:
    """The levels that can be played here."""
    known = (catalog or Catalog()).bot_names()
    return [name for name in LEVELS if name in known]
