"""Records made by hand, for formulas whose results can be worked out on paper, or by a chance that is known."""

from array import array
from collections.abc import Sequence

import attrs
import numpy as np

from riskcore.lab.record.game_record import Log, Turns
from riskcore.lab.record.lead import Example, beliefs


@attrs.frozen
class Row:
    """How things stand at the start of a turn; what is not said is the same for everybody."""

    player: int
    armies: Sequence[int]
    alive: Sequence[bool] = ()
    territories: Sequence[int] = ()
    income: Sequence[int] = ()
    hands: Sequence[int] = ()
    progress: Sequence[int] = ()
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
        numbers += row.progress or [0] * players
    return Log(players, array("i", numbers).tobytes(), choices, asked, fires)


def made_up_games(games: int, seed: int, weights: tuple[float, ...], players: int = 4) -> list[Example]:
    """Games of one turn each, won by chance as the weights have it."""
    rng = np.random.default_rng(seed)
    examples = []
    for number in range(games):
        parts = [rng.integers(1, 100, players).tolist() for _ in range(3)]
        hands = rng.integers(0, 6, players).tolist()
        near = rng.integers(0, 1000, players).tolist()
        row = Row(0, parts[0], territories=parts[1], income=parts[2], hands=hands, progress=near, set_value=60)
        log = log_of(row, row)
        chances = beliefs(Turns.of(log.table(), players), weights)[0]
        examples.append(Example(number, log, int(rng.choice(players, p=chances)), rounds=1))
    return examples
