"""The phases that games of this family share; rules say which occur, when, and with what numbers."""

from riskcore.phases.attack import ATTACK
from riskcore.phases.battle import ASSAULT, BATTLE, COMPARE, DEFEND, THROW, AssaultFrame, BattleFrame
from riskcore.phases.conquest import MOVE_IN, AttackFrame, MoveInFrame, eliminate
from riskcore.phases.draw import CARD, draw_card
from riskcore.phases.fortify import FORTIFY, FortifyFrame, open_fortify
from riskcore.phases.place import PLACE, REINFORCE, PlaceFrame, lose, open_place, put, receive, remove, room
from riskcore.phases.trade import SET_SIZE, SPOILS, TRADE, SpoilsFrame, TradeFrame, hand_sets, open_spoils

__all__ = [
    "SET_SIZE",
    "STANDARD_PHASES",
    "AssaultFrame",
    "AttackFrame",
    "BattleFrame",
    "FortifyFrame",
    "MoveInFrame",
    "PlaceFrame",
    "SpoilsFrame",
    "TradeFrame",
    "draw_card",
    "eliminate",
    "hand_sets",
    "lose",
    "open_fortify",
    "open_place",
    "open_spoils",
    "put",
    "receive",
    "remove",
    "room",
]

STANDARD_PHASES = (
    REINFORCE,
    TRADE,
    PLACE,
    ATTACK,
    ASSAULT,
    BATTLE,
    DEFEND,
    THROW,
    COMPARE,
    MOVE_IN,
    SPOILS,
    FORTIFY,
    CARD,
)
