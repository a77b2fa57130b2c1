"""No verdict on rules that remember: whether a game goes the same way twice under one rulebook."""

from functools import lru_cache
from random import Random

import attrs

from riskcore.errors import RiskError, RulebookError
from riskcore.files.variant import Variant
from riskcore.game import Game
from riskcore.lab.play.batch import is_ctrl_c
from riskcore.rulebook import Rulebook

__all__ = ["check_twice"]

_MOVES = 60  # of a game that is played twice; enough for a few turns of everybody
_SEED = 0


@lru_cache(maxsize=64)
def check_twice(variant: Variant, players: int, rules: Rulebook) -> None:
    """See that a game goes the same way twice under the same rulebook, which no rule may keep its books in."""
    if not _repeats(rules, players):
        culprit = _culprit(variant, players)
        raise RulebookError(
            f"{f'rule {culprit!r}' if culprit else 'some rule'}: the same game with the same moves by chance went two "
            "ways; what changes during a game must be kept in its state (see `data` in hooks.md)"
        )


def _repeats(rules: Rulebook, players: int) -> bool:
    return _tour(rules, players) == _tour(rules, players)


def _tour(rules: Rulebook, players: int) -> list[object]:
    """What happens in a game's first moves, each by chance; what goes wrong there is told when games are played."""
    chance = Random(_SEED)
    seen: list[object] = []
    try:
        game = Game(rules, players, _SEED)
        while game.outcome is None and len(game.moves) < _MOVES:
            game.push(game.legal_moves.sample(chance))
            state = game.state
            seen.append((game.moves[-1], *state.owner, *state.armies, *state.reserve, state.player))
    except BaseException as error:  # rules are anybody's code
        if is_ctrl_c(error):
            raise
        seen.append(type(error).__name__)
    return seen


def _culprit(variant: Variant, players: int) -> str | None:
    """The rule without which the game does repeat; None if that cannot be said of one."""
    for rule in reversed(variant.rules):
        rest = tuple(each for each in variant.rules if each is not rule)
        try:
            if _repeats(Rulebook(attrs.evolve(variant, rules=rest)), players):
                return rule.name
        except RiskError:  # without it there is no game
            continue
    return None
