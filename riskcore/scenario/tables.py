"""What a scenario file may say, table by table; that its words name something is checked afterwards."""

from typing import Any

import attrs
from attrs.validators import ge, min_len, optional

__all__ = ["ExpectTable", "FileTable", "PositionTable", "ScenarioTable", "SetupTable", "StepTable"]

Texts = str | tuple[str, ...]


@attrs.frozen
class PositionTable:
    """A position in the middle of a game."""

    turn: str | None = None
    phase: str | None = None
    rest: str | None = None
    territories: dict[str, str] = attrs.field(factory=dict)
    hands: dict[str, Texts] = attrs.field(factory=dict)
    deck: tuple[str, ...] = ()
    discard: Texts = ()
    reserve: dict[str, int] = attrs.field(factory=dict)
    sets_traded: int = attrs.field(default=0, validator=ge(0))
    captured: int = attrs.field(default=0, validator=ge(0))
    round: int = attrs.field(default=1, validator=ge(1))
    data: dict[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class SetupTable:
    """The beginning of a game."""

    seed: int = attrs.field(default=0, validator=ge(0))


@attrs.frozen
class ExpectTable:
    """What must be so; only what is written is looked at."""

    territories: dict[str, str] = attrs.field(factory=dict)
    armies: dict[str, int] = attrs.field(factory=dict)
    held: dict[str, int] = attrs.field(factory=dict)
    total: dict[str, int] = attrs.field(factory=dict)
    reserve: dict[str, int] = attrs.field(factory=dict)
    hands: dict[str, int | tuple[str, ...]] = attrs.field(factory=dict)
    deck: int | None = None
    discard: int | tuple[str, ...] | None = None
    sets_traded: int | None = None
    captured: int | None = None
    turn: str | None = None
    round: int | None = None
    phase: str | None = None
    decides: str | None = None
    out: tuple[str, ...] = ()
    still_in: tuple[str, ...] = ()
    data: dict[str, Any] = attrs.field(factory=dict)
    seen_by: str | None = None
    legal: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    no_events: tuple[str, ...] = ()
    winner: str | None = None
    reason: str | None = None


@attrs.frozen
class StepTable:
    """Moves, the dice they roll, and what must follow."""

    move: Texts = ()
    dice: Texts = ()
    refused: str | None = attrs.field(default=None, validator=optional(min_len(1)))
    skip: int = attrs.field(default=0, validator=ge(0))
    expect: ExpectTable = attrs.field(factory=ExpectTable)


@attrs.frozen(kw_only=True)
class _Defaults:
    """What a file may say for all its scenarios and each scenario for itself."""

    shows: tuple[str, ...] | None = None
    variant: Texts | None = attrs.field(default=None, validator=optional(min_len(1)))
    rules: tuple[str, ...] | None = None
    settings: tuple[str, ...] | None = None
    players: tuple[str, ...] | None = None
    others: tuple[str, ...] | None = None
    position: PositionTable | None = None


@attrs.frozen(kw_only=True)
class ScenarioTable(_Defaults):
    """One scenario."""

    name: str = attrs.field(validator=min_len(1))
    setup: SetupTable | None = None
    expect: ExpectTable = attrs.field(factory=ExpectTable)
    step: tuple[StepTable, ...] = ()


@attrs.frozen(kw_only=True)
class FileTable(_Defaults):
    """A whole file."""

    scenario: tuple[ScenarioTable, ...] = attrs.field(validator=min_len(1))
