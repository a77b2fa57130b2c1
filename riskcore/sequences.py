"""Fitting a phase into a sequence of phases: what wrappers of `setup`, `turn` and `battle` do."""

from riskcore.errors import RulebookError

__all__ = ["insert_after", "insert_before"]


def insert_before(names: tuple[str, ...], anchor: str, *new: str) -> tuple[str, ...]:
    """The names with new ones directly before `anchor`."""
    at = _find(names, anchor, new)
    return (*names[:at], *new, *names[at:])


def insert_after(names: tuple[str, ...], anchor: str, *new: str) -> tuple[str, ...]:
    """The names with new ones directly after `anchor`."""
    at = _find(names, anchor, new) + 1
    return (*names[:at], *new, *names[at:])


def _find(names: tuple[str, ...], anchor: str, new: tuple[str, ...]) -> int:
    if anchor not in names:
        raise RulebookError(f"{', '.join(new)} goes with the phase {anchor!r}, but there are only {', '.join(names)}")
    return names.index(anchor)
