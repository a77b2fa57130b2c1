"""Territory cards."""

import attrs

__all__ = ["INSIGNIA", "UNKNOWN", "WILD", "Card"]

INSIGNIA = ("infantry", "cavalry", "artillery")
WILD = "wild"
UNKNOWN = -1  # a card that somebody else holds


@attrs.frozen
class Card:
    """A card: what it shows, and the territory on it (-1 on a wild card)."""

    insignia: str
    territory: int = -1
