"""What each game does to a measure by way of the lead's weights, beside what it does by its own number.

The games of a run share the weights of its lead, and the weights come from games of the same run: other games would
have given other weights, and with them other numbers for all. A measure's games alone do not show that; some measures
vary three times as much from run to run as their games suggest, others a third as much. Each game pulls the weights a
little its way, and a measure moves with the weights: both together say how far the measure moves for each game, its
influence (as in the influence function of a two-step estimator). A game's own number plus its influence varies as the
whole does.

Games that come after the fit would have pulled as well. Their influences add up to what the measure would have moved
had they been fitted to, so that more games make it surer than the fit alone could.
"""

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.record.fold import CHANCES, Stack, fold_chances
from riskcore.lab.record.lead import FEATURES, Lessons, Weights, slopes

__all__ = ["Influence", "influence_of"]

Floats = npt.NDArray[np.float64]

_MOST_GAMES = 250  # that are folded anew: enough to see which way a measure moves
_STEP = 2.0  # standard errors that the weights are moved by: measures with a threshold need a clear move


@attrs.frozen(eq=False)
class Influence:
    """How the slope of a game's likelihood moves the fields of `CHANCES`; in the games fitted to, by 0 on average."""

    by_slope: Floats  # by feature and field
    centre: Floats  # by field

    def of(self, by_game: Floats) -> Floats:
        """By game and field, for games that somebody won with these slopes."""
        return np.asarray(by_game @ self.by_slope - self.centre)


def influence_of(lessons: Lessons, weights: Weights) -> Influence:
    """What games do to measures whose lead has weights that were fitted to these lessons."""
    games = len(lessons.examples)
    nothing = Influence(np.zeros((len(FEATURES), len(CHANCES))), np.zeros(len(CHANCES)))
    if games < 2:
        return nothing
    by_game, curvature = slopes(lessons, weights)
    draw = games * np.linalg.inv(curvature)
    centre = by_game.mean(axis=0) @ draw
    # The weights' standard errors along directions in which they vary independently.
    _, lengths, directions = np.linalg.svd(by_game @ draw - centre, full_matrices=False)
    chosen = lessons.examples[:: -(-games // _MOST_GAMES)]
    stack = Stack.of(*zip(*((each.log, each.winner, each.rounds) for each in chosen), strict=True))
    there = stack.rows > 1
    if not there.any():
        return nothing

    def means(at: Floats) -> Floats:
        return np.asarray(fold_chances(stack, stack.paths(at))[there].mean(axis=0))

    middle = np.asarray(weights)
    gradient = np.zeros((len(FEATURES), len(CHANCES)))
    for length, direction in zip(lengths, directions, strict=True):
        if length > 1e-9 * lengths[0]:
            step = _STEP * length / games
            moved = (means(middle + step * direction) - means(middle - step * direction)) / (2 * step)
            gradient += np.outer(direction, moved)
    return Influence(draw @ gradient, centre @ gradient)
