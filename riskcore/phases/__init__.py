"""The phases that games of this family share; rules say which occur, when, and with what numbers."""

from riskcore.phases.armies import choose_first, hand_over, lose, move, put, receive, remove, room, take_out
from riskcore.phases.attack import ATTACK
from riskcore.phases.battle import ASSAULT, BATTLE, COMPARE, DEFEND, THROW, AssaultFrame, BattleFrame
from riskcore.phases.conquest import MOVE_IN, AttackFrame, MoveInFrame, eliminate
from riskcore.phases.draw import CARD
from riskcore.phases.fortify import FORTIFY, FortifyFrame, open_fortify
from riskcore.phases.hands import discard, draw_card, pass_cards, return_cards, shuffle_deck
from riskcore.phases.place import PLACE, REINFORCE, PlaceFrame, open_place
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
    "choose_first",
    "discard",
    "draw_card",
    "eliminate",
    "hand_over",
    "hand_sets",
    "lose",
    "move",
    "open_fortify",
    "open_place",
    "open_spoils",
    "pass_cards",
    "put",
    "receive",
    "remove",
    "return_cards",
    "room",
    "shuffle_deck",
    "take_out",
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
