"""What a scenario file may say, table by table; that its words name something is checked afterwards."""

from typing import Any

import attrs
from attrs.validators import ge, le, min_len, optional

__all__ = ["ExpectTable", "FileTable", "PositionTable", "ScenarioTable", "SetupTable", "StepTable"]

Texts = str | tuple[str, ...]


@attrs.frozen
class PositionTable:
    """A position in the middle of a game."""

    turn: str | None = attrs.field(default=None, metadata={"help": "whose turn it is"})
    phase: str | None = attrs.field(default=None, metadata={"help": "where in the turn it is"})
    rest: str | None = attrs.field(default=None, metadata={"help": "who holds all territories that are not named"})
    territories: dict[str, str] = attrs.field(factory=dict, metadata={"help": "who holds what with how many armies"})
    hands: dict[str, Texts] = attrs.field(factory=dict, metadata={"help": "cards in hand"})
    deck: tuple[str, ...] = attrs.field(default=(), metadata={"help": "the draw pile, the top first"})
    discard: Texts = attrs.field(default=(), metadata={"help": "discarded cards"})
    reserve: dict[str, int] = attrs.field(factory=dict, metadata={"help": "armies still to be placed"})
    sets_traded: int = attrs.field(default=0, validator=ge(0), metadata={"help": "sets that all players have traded"})
    captured: int = attrs.field(default=0, validator=ge(0), metadata={"help": "territories captured in this turn"})
    round: int = attrs.field(default=1, validator=ge(1), metadata={"help": "the round"})
    data: dict[str, Any] = attrs.field(factory=dict, metadata={"help": "what rules keep"})


@attrs.frozen
class SetupTable:
    """The beginning of a game."""

    seed: int = attrs.field(default=0, validator=ge(0), metadata={"help": "seed of the random numbers"})


@attrs.frozen
class ExpectTable:
    """What must be so; only what is written is looked at."""

    territories: dict[str, str] = attrs.field(factory=dict, metadata={"help": "who holds what with how many armies"})
    armies: dict[str, int] = attrs.field(factory=dict, metadata={"help": "armies on territories"})
    held: dict[str, int] = attrs.field(factory=dict, metadata={"help": "how many territories players hold"})
    total: dict[str, int] = attrs.field(factory=dict, metadata={"help": "how many armies players have"})
    reserve: dict[str, int] = attrs.field(factory=dict, metadata={"help": "armies still to be placed"})
    hands: dict[str, int | tuple[str, ...]] = attrs.field(factory=dict, metadata={"help": "cards in hand, or how many"})
    deck: int | None = attrs.field(default=None, metadata={"help": "how many cards are in the draw pile"})
    discard: int | tuple[str, ...] | None = attrs.field(default=None, metadata={"help": "discarded cards, or how many"})
    sets_traded: int | None = attrs.field(default=None, metadata={"help": "sets that all players have traded"})
    captured: int | None = attrs.field(default=None, metadata={"help": "territories captured in this turn"})
    turn: str | None = attrs.field(default=None, metadata={"help": "whose turn it is"})
    round: int | None = attrs.field(default=None, metadata={"help": "the round"})
    phase: str | None = attrs.field(default=None, metadata={"help": "where in the turn it is"})
    decides: str | None = attrs.field(default=None, metadata={"help": "who decides now"})
    out: tuple[str, ...] = attrs.field(default=(), metadata={"help": "who is out of the game"})
    still_in: tuple[str, ...] = attrs.field(default=(), metadata={"help": "who is not"})
    data: dict[str, Any] = attrs.field(factory=dict, metadata={"help": "what rules keep"})
    seen_by: str | None = attrs.field(default=None, metadata={"help": "the player whose view is meant"})
    legal: tuple[str, ...] = attrs.field(default=(), metadata={"help": "moves that are legal"})
    events: tuple[str, ...] = attrs.field(default=(), metadata={"help": "what has been told"})
    no_events: tuple[str, ...] = attrs.field(default=(), metadata={"help": "what has not been told"})
    winner: str | None = attrs.field(default=None, metadata={"help": "who has won"})
    reason: str | None = attrs.field(default=None, metadata={"help": "by what"})


@attrs.frozen
class StepTable:
    """Moves, the dice they roll, and what must follow."""

    move: Texts = attrs.field(default=(), metadata={"help": "a move, or several"})
    dice: Texts = attrs.field(default=(), metadata={"help": "what the dice show"})
    refused: str | None = attrs.field(
        default=None,
        validator=optional(min_len(1)),
        metadata={"help": "what is in the reason why the last move is refused"},
    )
    skip: int = attrs.field(default=0, validator=[ge(0), le(10_000)], metadata={"help": "moves to skip"})
    expect: ExpectTable = attrs.field(factory=ExpectTable, metadata={"help": "what must be so then"})


@attrs.frozen(kw_only=True)
class _Defaults:
    """What a file may say for all its scenarios and each scenario for itself."""

    shows: tuple[str, ...] | None = attrs.field(default=None, metadata={"help": "ids of the rules that it shows"})
    variant: Texts | None = attrs.field(
        default=None, validator=optional(min_len(1)), metadata={"help": "the name or the path of a variant, or several"}
    )
    rules: tuple[str, ...] | None = attrs.field(default=None, metadata={"help": "rules to add"})
    settings: tuple[str, ...] | None = attrs.field(
        default=None, metadata={"help": "parameters to change, as --set takes them"}
    )
    players: tuple[str, ...] | None = attrs.field(
        default=None, metadata={"help": "names of the players, in order of play"}
    )
    others: tuple[str, ...] | None = attrs.field(default=None, metadata={"help": "names of the other owners"})
    position: PositionTable | None = attrs.field(default=None, metadata={"help": "the position to start from"})


@attrs.frozen(kw_only=True)
class ScenarioTable(_Defaults):
    """One scenario."""

    name: str = attrs.field(validator=min_len(1), metadata={"help": "what it says, in a sentence"})
    setup: SetupTable | None = attrs.field(
        default=None, metadata={"help": "start from the beginning of a game instead"}
    )
    expect: ExpectTable = attrs.field(factory=ExpectTable, metadata={"help": "what must be so at the beginning"})
    step: tuple[StepTable, ...] = attrs.field(default=(), metadata={"help": "moves, and what must follow"})


@attrs.frozen(kw_only=True)
class FileTable(_Defaults):
    """A whole file."""

    scenario: tuple[ScenarioTable, ...] = attrs.field(validator=min_len(1), metadata={"help": "the scenarios"})
