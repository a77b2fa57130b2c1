"""The vocabulary: the words a deck file uses for objectives, and the class behind each."""

from collections.abc import Mapping
from types import MappingProxyType

from .base import Objective
from .feats import BreakContinents, CaptureInOneTurn, CompleteContinents, EliminateColour, EliminatePlayers
from .holdings import (
    HoldAnyContinents,
    HoldChain,
    HoldContinents,
    HoldInEach,
    HoldRealm,
    HoldTerritories,
    HoldThese,
)

__all__ = ["VOCABULARY", "Objective"]

VOCABULARY: Mapping[str, type[Objective]] = MappingProxyType(
    {
        "hold-territories": HoldTerritories,
        "hold-these": HoldThese,
        "hold-in-each": HoldInEach,
        "hold-continents": HoldContinents,
        "hold-any-continents": HoldAnyContinents,
        "hold-chain": HoldChain,
        "hold-realm": HoldRealm,
        "capture-in-one-turn": CaptureInOneTurn,
        "complete-continents": CompleteContinents,
        "break-continents": BreakContinents,
        "eliminate-players": EliminatePlayers,
        "eliminate-colour": EliminateColour,
    }
)
