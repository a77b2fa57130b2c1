"""Neutrals that reinforce: every round they get armies, placed by a player or by chance."""

from collections.abc import Generator
from typing import ClassVar, Literal

import attrs
from attrs.validators import ge

from risk_editions.two_player import opponent
from riskcore import DECIDER, Data, Frame, FrameFields, Phase, State, domains, hookimpl
from riskcore.flow import close
from riskcore.phases import lose, open_place, put, receive, room
from riskcore.words import counted

__all__ = ["NeutralReinforcement"]

_LAST_ROUND = "neutral-reinforcement"  # the last round in which the neutrals got armies


class NeutralsFrame(FrameFields, phase="reinforce neutrals"):
    """Armies for the neutrals, one after another."""

    waiting: slice = domains.rest(domains.owner())  # neutrals still to come


@attrs.frozen(eq=False)
class NeutralReinforcement:
    """Armies for the neutrals, every round."""

    requires: ClassVar[tuple[str, ...]] = ("neutrals",)
    armies: int = attrs.field(default=1, validator=ge(1), metadata={"help": "armies for each neutral, a round"})
    placed_by: Literal["opponent", "chance"] = attrs.field(
        default="opponent",
        metadata={"help": "who places them: the opponent of whoever has the first turn of the round, or chance"},
    )

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """Every round but the first begins with {self.armies_in_words} for each neutral that still has a territory:
        {self.placing_in_words}. [H13]
        """
        return ("reinforce neutrals", *(yield))

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Reinforcing."""
        words = "place the neutrals' armies"
        return (Phase("reinforce neutrals", self._enter, resume=self._go_on, words=words, frame=NeutralsFrame),)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """In the first round the neutrals have what the set-up gave them."""
        return (Data(_LAST_ROUND, lambda players, owners: 1, seen="public", entries=domains.count()),)

    @property
    def armies_in_words(self) -> str:
        """How many."""
        return counted(self.armies, "army", "armies")

    @property
    def placing_in_words(self) -> str:
        """Who places them."""
        if self.placed_by == "chance":
            return "each is put on one of its territories by chance"
        return "the opponent of the player whose turn it is places them"

    def _enter(self, state: State, player: int) -> None:
        if state.data[_LAST_ROUND] == state.round:
            return
        state.data[_LAST_ROUND] = state.round
        neutrals = [owner for owner in range(state.players, len(state.held)) if state.held[owner]]
        for neutral in neutrals:
            receive(state, neutral, self.armies, "round")
        if self.placed_by == "chance":
            for neutral in neutrals:
                _scatter(state, neutral, self.armies)
            return
        frame = NeutralsFrame.new(opponent(state, player), *neutrals)
        state.frames.append(frame)
        if not self._open_next(state, frame):
            state.frames.pop()

    def _go_on(self, state: State, frame: Frame) -> None:
        if not self._open_next(state, frame):
            close(state)

    def _open_next(self, state: State, frame: Frame) -> bool:
        """Let the armies of the next neutral be placed; False when all are."""
        while waiting := frame[NeutralsFrame.waiting]:
            frame[NeutralsFrame.waiting] = waiting[1:]
            open_place(state, frame[DECIDER], waiting[0], self.armies)
            if state.frames[-1] is not frame:
                return True
        return False


def _scatter(state: State, owner: int, armies: int) -> None:
    """Put each army on any territory of its owner that has room; without room anywhere the rest is lost."""
    for left in range(armies, 0, -1):
        places = [place for place in state.territories_of(owner) if room(state, place)]
        if not places:
            lose(state, owner, left)
            return
        put(state, owner, places[state.below(len(places))], 1)
