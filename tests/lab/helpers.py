"""Records made by hand, for formulas whose results can be worked out on paper."""

from array import array
from collections.abc import Sequence

import attrs

from riskcore.lab.record import Log


@attrs.frozen
class Row:
    """How things stand at the start of a turn; what is not said is the same for everybody."""

    player: int
    armies: Sequence[int]
    alive: Sequence[bool] = ()
    territories: Sequence[int] = ()
    income: Sequence[int] = ()
    hands: Sequence[int] = ()
    set_value: int = 6


def log_of(*rows: Row, choices: int = 0, asked: int = 0, fires: tuple[int, ...] = ()) -> Log:
    """A log as a recorder writes it; the last row is the end of the game."""
    players = len(rows[0].armies)
    numbers: list[int] = []
    for row in rows:
        numbers += [row.player, row.set_value]
        numbers += row.alive or [armies > 0 for armies in row.armies]
        numbers += row.territories or [1] * players
        numbers += row.armies
        numbers += row.income or [3] * players
        numbers += row.hands or [0] * players
    return Log(players, array("i", numbers).tobytes(), choices, asked, fires)
