"""Territory cards."""

import attrs

__all__ = ["INSIGNIA", "WILD", "Card"]

INSIGNIA = ("infantry", "cavalry", "artillery")
WILD = "wild"


@attrs.frozen
class Card:
    """A card: what it shows, and the territory on it (-1 on a wild card)."""

    insignia: str
    territory: int = -1
