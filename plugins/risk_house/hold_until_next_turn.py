"""Hold until the next turn: the others get one turn each to undo what would win."""

from collections.abc import Callable, Generator, Mapping
from typing import ClassVar

import attrs

from riskcore import Data, Event, Outcome, State, View, WinCheck, domains, hookimpl
from riskcore.rules import Interests, Progress

__all__ = ["AimReached", "HoldUntilNextTurn"]

_Check = Callable[[State], Outcome | None]

_REACHED = "hold-until-next-turn"  # by player, the reasons for which the player would win, as of their last turn
_STOP = 5.0  # what any territory of a player who is about to win is worth


class AimReached(Event, kind="aim reached", told="{player} wins with the next turn if it stands till then: {reason}"):
    """A player ends a turn with what would win, and wins with the next turn unless somebody undoes it."""

    player: int = domains.owner()
    reason: str = domains.text()


@attrs.frozen(eq=False)
class HoldUntilNextTurn:
    """What can be lost again wins only at the start of the player's next turn."""

    conflicts: ClassVar[tuple[str, ...]] = ("missions",)
    conflict_reason: ClassVar[str] = "missions that were claimed cannot be lost again, so there is nothing to hold"

    @hookimpl(wrapper=True, tryfirst=True)  # outermost: it is about the ways to win of all other rules
    def win_condition(self) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """But nobody wins at once by what can be lost again, such as continents or what a mission asks to hold. Whoever
        has it at the end of their own turn says so, and wins if it is still so at the start of their next turn. [H12]
        """
        checks = yield
        waiting = [each.check for each in checks if each.revocable]

        def note(state: State) -> None:
            reached = [outcome for check in waiting if (outcome := _own_win(state, check))]
            state.data[_REACHED][state.player] = [outcome.reason for outcome in reached]
            for outcome in reached:
                state.tell(AimReached(outcome.winner, outcome.reason))

        def decide(state: State) -> Outcome | None:
            if not state.data[_REACHED][state.player]:
                return None
            wins = (_own_win(state, check) for check in waiting)
            return next((win for win in wins if win and win.reason in state.data[_REACHED][state.player]), None)

        at_once = [each for each in checks if not each.revocable]
        return (*at_once, WinCheck(("turn end",), note), WinCheck(("turn start",), decide))

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """That somebody is about to win."""
        return (AimReached,)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """What each player held at the end of their last turn, for all to see."""
        return (
            Data(_REACHED, lambda players, owners: [[] for _ in range(players)], seen="public", entries=domains.text()),
        )

    @hookimpl
    def interests(self) -> Interests:
        """Whoever is about to win must be stopped."""
        return _stop_others

    @hookimpl
    def progress(self) -> Progress:
        """Whoever has reached an aim wins with the next turn, unless somebody undoes it."""
        return _has_reached


def _has_reached(view: View, player: int) -> float:
    return 1.0 if view.data[_REACHED][player] else 0.0


def _own_win(state: State, check: _Check) -> Outcome | None:
    """How the player whose turn it is would win by this, if so."""
    outcome = check(state)
    return outcome if outcome is not None and outcome.winner == state.player else None


def _stop_others(view: View, player: int) -> Mapping[int, float]:
    about_to_win = {rival for rival, reasons in enumerate(view.data[_REACHED]) if reasons and rival != player}
    return {place: _STOP for place, owner in enumerate(view.owner) if owner in about_to_win}
