"""What each game does to a measure by way of the lead's weights, beside what it does by its own number.

The games of a run share the weights of its lead, and the weights come from the same games: other games would have given
other weights, and with them other numbers for all. A measure's games alone do not show that; some measures vary three
times as much from run to run as their games suggest, others a third as much. Each game pulls the weights a little its
way, and a measure moves with the weights: both together say how far the measure moves for each game, its influence (as
in the influence function of a two-step estimator). A game's own number plus its influence varies as the whole does.
"""

import numpy as np
import numpy.typing as npt

from riskcore.lab.fold import CHANCES, Stack, fold_chances
from riskcore.lab.lead import Lessons, Weights, pulls

__all__ = ["influences"]

Floats = npt.NDArray[np.float64]

_MOST_GAMES = 250  # that are folded anew: enough to see which way a measure moves
_STEP = 2.0  # standard errors that the weights are moved by: measures with a threshold need a clear move


def influences(lessons: Lessons, weights: Weights) -> Floats:
    """By game and field of `CHANCES`, for games that somebody won; they add up to 0."""
    examples = lessons.examples
    games = len(examples)
    nothing = np.zeros((games, len(CHANCES)))
    if games < 2:
        return nothing
    # The weights' standard errors along directions in which they vary independently.
    parts, lengths, directions = np.linalg.svd(pulls(lessons, weights), full_matrices=False)
    errors = directions * (lengths / games)[:, None]
    chosen = examples[:: -(-games // _MOST_GAMES)]
    stack = Stack.of(*zip(*((each.log, each.winner, each.rounds) for each in chosen), strict=True))
    there = stack.rows > 1
    if not there.any():
        return nothing

    def means(at: Floats) -> Floats:
        return np.asarray(fold_chances(stack, stack.paths(at))[there].mean(axis=0))

    middle = np.asarray(weights)
    moved = [(means(middle + _STEP * error) - means(middle - _STEP * error)) / (2 * _STEP) for error in errors]
    return np.asarray(games * parts @ np.stack(moved))
