"""A core for games of world conquest that knows no edition: rules come from plugins, variants from TOML files."""

from riskcore.board import Board, ContinentName, TerritoryName
from riskcore.cards import Card
from riskcore.errors import (
    Forfeit,
    GameError,
    IllegalMove,
    MalformedMove,
    Problem,
    RiskError,
    RulebookError,
    SaveError,
    VariantError,
    VariantWarning,
)
from riskcore.events import Event
from riskcore.files.board_file import load_board
from riskcore.files.bots import load_bot
from riskcore.files.variant import Variant, load_variant, parse_variant
from riskcore.frames import DECIDER, PHASE, Frame, FrameFields, bare_frame
from riskcore.game import Game
from riskcore.hookspecs import hookimpl
from riskcore.legal import LegalMoves
from riskcore.moves import Move
from riskcore.rulebook import Rulebook
from riskcore.rules import (
    Action,
    AddedAction,
    Component,
    Data,
    Dice,
    FortifyRule,
    Outcome,
    Phase,
    Table,
    Trading,
    WinCheck,
)
from riskcore.state import State
from riskcore.view import Spectator, View

__all__ = [
    "DECIDER",
    "PHASE",
    "Action",
    "AddedAction",
    "Board",
    "Card",
    "Component",
    "ContinentName",
    "Data",
    "Dice",
    "Event",
    "Forfeit",
    "FortifyRule",
    "Frame",
    "FrameFields",
    "Game",
    "GameError",
    "IllegalMove",
    "LegalMoves",
    "MalformedMove",
    "Move",
    "Outcome",
    "Phase",
    "Problem",
    "RiskError",
    "Rulebook",
    "RulebookError",
    "SaveError",
    "Spectator",
    "State",
    "Table",
    "TerritoryName",
    "Trading",
    "Variant",
    "VariantError",
    "VariantWarning",
    "View",
    "WinCheck",
    "bare_frame",
    "hookimpl",
    "load_board",
    "load_bot",
    "load_variant",
    "parse_variant",
]

__version__ = "0.1.0"
