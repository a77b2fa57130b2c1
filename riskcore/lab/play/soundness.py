"""No verdict on what is not a game: some games of every run are played again, with everything checked after each move.

Played again under the same rulebook, a game must go as it went before, or some rule keeps books outside its state.
"""

from collections.abc import Iterator

import attrs

from riskcore.errors import RiskError, RulebookError
from riskcore.game import Game
from riskcore.lab.play.batch import Arena, Plan, fault_words, is_ctrl_c, rulebook_for
from riskcore.lab.play.conduct import Conduct, Observer
from riskcore.rulebook import Rulebook
from riskcore.testing import Inspector

__all__ = ["Examiner", "examined"]

_OFTEN, _EARLY, _SELDOM = 50, 200, 500  # of the early games one in so many is played again, and fewer of the others
_CHECKED = 600  # moves of a game that are checked; those that follow are only made
_QUICK, _LONG = "novice", 1000  # who plays to show which rule is to blame, and how many moves at most
_TWO_WAYS = (
    "the same game with the same moves went two ways; what changes during a game must be kept in its state (see `data` "
    "in hooks.md)"
)


def examined(number: int) -> bool:
    """Whether a game is one of those that are played again."""
    return number % (_OFTEN if number < _EARLY else _SELDOM) == 0


class Examiner:
    """Plays some of a plan's games again; `conduct` is how the players carried on in these."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.conduct = Conduct()

    def look(self, number: int, game: Game) -> None:
        """See that everything holds in a game that is over; a RulebookError says what does not, and for whom."""
        if not examined(number):
            return
        plan, observer = self._plan, Observer(game.players)
        fault = _fault(rulebook_for(plan.variant), game, observer)
        if fault:
            culprit = _culprit(plan, number)
            blamed = f"rule {culprit!r}" if culprit else "some rule or bot"
            raise RulebookError(f"{blamed}: game {number} of seed {plan.seed} with {plan.players} players: {fault}")
        self.conduct += observer.seen


def _fault(rules: Rulebook, game: Game, observer: Observer | None = None) -> str:
    """What is wrong with a game when it is played again; nothing, as a rule."""
    try:
        return next(_faults(rules, game, observer), "")
    except BaseException as error:  # rules are anybody's code
        if is_ctrl_c(error):
            raise
        return _TWO_WAYS if isinstance(error, RiskError) else fault_words(error)


def _faults(rules: Rulebook, game: Game, observer: Observer | None) -> Iterator[str]:
    orders = tuple(game.state.orders)
    twin = Game(rules, game.players, game.state.tape.seed, orders=orders, events=True)
    inspector = Inspector(twin)
    for made, move in enumerate(game.moves):
        if observer is not None:
            observer.see(twin.state, move)
        if made >= _CHECKED:
            twin.push(move)
            continue
        before = twin.state.copy()
        yield from inspector.secrets(move)
        yield from inspector.problems(before, twin.push(move))
        yield from map(str, inspector.disagreements())
    if twin.key() != game.key():
        yield _TWO_WAYS


def _culprit(plan: Plan, number: int) -> str | None:
    """The rule without which a game of quick players has no fault any more; None if that cannot be said of one."""
    quick = attrs.evolve(plan, bots=(_QUICK,))
    if not _fails(quick, number):
        return None
    for rule in reversed(plan.variant.rules):
        rest = tuple(each for each in plan.variant.rules if each is not rule)
        try:
            if not _fails(attrs.evolve(quick, variant=attrs.evolve(plan.variant, rules=rest)), number):
                return rule.name
        except RiskError:  # without it there is no game
            continue
    return None


def _fails(plan: Plan, number: int) -> bool:
    """Whether a game has a fault; it is stopped when it has gone on for long."""
    arena = Arena(plan, Rulebook(plan.variant))
    match = arena.open(number)
    game = match.game
    try:
        while game.to_move is not None and len(game.moves) < _LONG:
            game.push(match.deciders[game.to_move]())
    except BaseException as error:  # rules are anybody's code
        if is_ctrl_c(error):
            raise
        return True
    return bool(_fault(arena.rules, game))
