"""Players that leave one thing alone, to learn what it is worth: each is the greedy player but for that."""

from typing import Any

import attrs

from riskcore import PHASE, View

from .greedy import GreedyBot
from .judgement import Judgement

__all__ = ["IgnoresContinentsBot", "IgnoresRulesBot", "NeverFortifiesBot", "NeverTradesBot"]

_DONE = ("done",)


@attrs.define
class NeverTradesBot(GreedyBot):
    """Greedy, but keeps its cards for as long as the rules let it."""

    def decide(self, view: View) -> tuple[Any, ...]:
        """The greedy move, unless it would trade and need not."""
        if view.frames[-1][PHASE] == "trade" and _may_pass(view):
            return _DONE
        return super().decide(view)


@attrs.define
class NeverFortifiesBot(GreedyBot):
    """Greedy, but moves no armies at the end of its turns."""

    def decide(self, view: View) -> tuple[Any, ...]:
        """The greedy move, unless it would fortify and need not."""
        if view.frames[-1][PHASE] == "fortify" and _may_pass(view):
            return _DONE
        return super().decide(view)


@attrs.define
class IgnoresContinentsBot(GreedyBot):
    """Greedy, but a territory is as good as any other, whatever continent it belongs to."""

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        super().start(view, seed)
        self._judgement = _NoContinents(view)

    def decide(self, view: View) -> tuple[Any, ...]:
        """The greedy move; when territories are claimed, one beside as many own ones as possible."""
        if view.frames[-1][PHASE] != "claim":
            return super().decide(view)
        own = [int(holder == self._judgement.me) for holder in view.owner]
        beside = [sum(own[near] for near in neighbours) for neighbours in view.board.neighbours]
        return max(view.legal_moves, key=lambda move: beside[move[1]])


@attrs.define
class IgnoresRulesBot(GreedyBot):
    """Greedy, but as if it knew only the usual game: it takes no rule's advice and values nothing for a rule's sake."""

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        super().start(view, seed)
        self._judgement = _NoInterests(view)

    def decide(self, view: View) -> tuple[Any, ...]:
        """The greedy move; where a rule has advice, to pass if that is allowed and else the first move there is."""
        if view.frames[-1][PHASE] not in self._advice:
            return super().decide(view)
        return _DONE if _may_pass(view) else next(iter(view.legal_moves))


def _may_pass(view: View) -> bool:
    return _DONE in view.legal_moves


class _NoContinents(Judgement):
    """Wishes that no continent has a part in."""

    __slots__ = ()

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._sizes = [-1] * len(self._sizes)  # none is ever held whole

    def _of_continent(self, size: int, mine: int, bonus: int, whole: bool) -> float:
        return 0.0


class _NoInterests(Judgement):
    """Wishes that no rule's interests have a part in."""

    __slots__ = ()

    def look(self, view: View) -> None:
        """Work out all wishes anew."""
        super().look(view)
        self.by_territory = []
