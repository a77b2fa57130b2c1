"""For tests of rules: positions, scripted dice, and the invariants that hold in every game."""

from collections.abc import Iterable, Sequence

from riskcore.dice import roll_number
from riskcore.game import Game
from riskcore.positions.invariants import broken_invariants
from riskcore.tape import Tape

__all__ = ["broken_invariants", "script_dice"]


def script_dice(game: Game, rolls: Iterable[Sequence[int]]) -> None:
    """Let the next throws show these faces; afterwards chance goes on.

    A battle is one throw, the attacker's dice first: `(5, 4, 3, 6, 3)` is 5, 4, 3 against 6, 3. A die rolled alone is
    a throw of one: `(3,)`. Numbers drawn for anything else (a shuffle, say) count as a throw, so script only what comes
    before one.
    """
    state = game.state
    script = [(roll_number(faces) + 0.5) / 6 ** len(faces) for faces in rolls]
    state.tape = Tape(state.tape.seed, script)
    state.cursor = 0
    game.settle()
