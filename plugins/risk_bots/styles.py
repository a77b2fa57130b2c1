"""Styles: what one player loves and another does not."""

import attrs

__all__ = ["Style"]


@attrs.frozen
class Style:
    """How a player leans; 1 is what serves best on the whole."""

    aggression: float = 1.0
    patience: float = 1.0
    grudges: float = 0.0
    continents: float = 1.0
