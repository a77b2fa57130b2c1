"""A round limit: after so many rounds the game is over, and the leader wins."""

from collections.abc import Callable, Generator
from typing import Literal

import attrs
from attrs.validators import ge, min_len

from riskcore import Outcome, State, View, WinCheck, hookimpl
from riskcore.rules import Progress

__all__ = ["RoundLimit"]

Measure = Literal["territories", "armies", "continents", "income", "cards"]


def _armies(state: State, player: int) -> int:
    return sum(armies for armies, owner in zip(state.armies, state.owner, strict=True) if owner == player)


def _continents(state: State, player: int) -> int:
    return sum(held == size for held, size in zip(state.held_in[player], state.continent_sizes, strict=True))


_MEASURES: dict[Measure, Callable[[State, int], int]] = {
    "territories": lambda state, player: state.held[player],
    "armies": _armies,
    "continents": _continents,
    "income": lambda state, player: state.rules.reinforcement(state, player),
    "cards": lambda state, player: len(state.hands[player]),
}


@attrs.frozen(eq=False)
class RoundLimit:
    """The game ends after a fixed number of rounds."""

    rounds: int = attrs.field(default=15, validator=ge(1), metadata={"help": "rounds to play"})
    decided_by: tuple[Measure, ...] = attrs.field(
        default=("territories", "armies"),
        validator=min_len(1),
        metadata={
            "help": "what is compared then; the first difference counts; income is what the next turn would bring"
        },
    )
    last_tie: Literal["last seat", "first seat"] = attrs.field(
        default="last seat",
        metadata={"help": "who wins if all that is equal: the last, or the first, in order of play"},
    )

    @hookimpl(wrapper=True)
    def win_condition(self) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """But the game ends with round {self.rounds}, if nobody has won before. Then whoever has {self.order_in_words}
        wins; if all that is equal, whoever comes {self.seat_in_words} in order of play. [H10]
        """
        return (*(yield), WinCheck(("turn end",), self._decide))

    @hookimpl
    def progress(self) -> Progress:
        """The leader is the nearer, the fewer rounds are left."""

        def near(view: View, player: int) -> float:
            ahead = all(view.held[player] >= view.held[rival] for rival in range(view.players))
            return min(1.0, view.round / self.rounds) if ahead else 0.0

        return near

    @property
    def order_in_words(self) -> str:
        """The comparisons as a phrase."""
        phrase = ", or among equals ".join(f"the most {measure}" for measure in self.decided_by)
        return phrase + "," * (len(self.decided_by) > 1)

    @property
    def seat_in_words(self) -> str:
        """Who wins the last tie."""
        return self.last_tie.removesuffix(" seat")

    def _decide(self, state: State) -> Outcome | None:
        if state.round < self.rounds or not _is_last_of_round(state):
            return None
        players = [seat for seat in state.seats_from(state.first) if state.alive[seat]]
        if self.last_tie == "last seat":
            players.reverse()
        leader = max(players, key=lambda seat: [_MEASURES[name](state, seat) for name in self.decided_by])
        return Outcome(leader, "round limit")


def _is_last_of_round(state: State) -> bool:
    """Whether the next turn would begin a new round."""
    order = state.seats_from(state.first)
    return not any(state.alive[seat] for seat in order[order.index(state.player) + 1 :])
