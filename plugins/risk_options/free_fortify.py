"""Free fortification: at the end of a turn armies move as often and as far as a path of own territories goes."""

import attrs

from riskcore import FortifyRule, State, hookimpl
from riskcore.rules import UNLIMITED

__all__ = ["FreeFortify"]


@attrs.frozen(eq=False)
class FreeFortify:
    """Any number of moves along a player's own territories."""

    @hookimpl
    def fortify(self) -> FortifyRule:
        """In the fortify step, after all attacks, players may move armies as often as they like: each time any number
        of them from one of their territories to another that a path through their own territories leads to, leaving at
        least one behind. [X2]
        """
        return FortifyRule(UNLIMITED, _connected, _connects)


def _connected(state: State, source: int) -> list[int]:
    owner = state.owner[source]
    return sorted(state.board.reachable(source, state.territories_of(owner)) - {source})


def _connects(state: State, source: int, target: int) -> bool:
    # Neighbours are most of what is asked for, and need no search.
    return target in state.board.adjacent[source] or target in _connected(state, source)
