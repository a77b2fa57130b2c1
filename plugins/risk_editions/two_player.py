"""Two players with neutrals: armies that stand in the way, and the set-up that puts them there."""

from collections.abc import Callable, Generator
from typing import ClassVar, Literal

import attrs
from attrs.validators import ge, le

from riskcore import DECIDER, Frame, FrameFields, Phase, State, domains, hookimpl
from riskcore.flow import close
from riskcore.phases import choose_first, open_place, receive, shuffle_deck
from riskcore.words import counted, spelled

from .placement import deal_territories, roll_off

__all__ = ["NeutralDeal", "Neutrals", "opponent"]

Defender = Callable[[State, int, int], int]
Eliminate = Callable[[State, int, int], None]


def opponent(state: State, player: int) -> int:
    """Who sits against a player; among more than two, the next one still in."""
    seat = (player + 1) % state.players
    while not state.alive[seat]:
        seat = (seat + 1) % state.players
    return seat


class PlaceInTurnsFrame(FrameFields, phase="place in turns"):
    """Placing in turns, below what each player places."""

    served: int = domains.count(0)  # owners that the player has placed armies of: their own, then the neutrals


@attrs.frozen(eq=False)
class Neutrals:
    """Armies that no player owns."""

    role: ClassVar[str] = "edition"
    number: int = attrs.field(default=1, validator=[ge(1), le(20)], metadata={"help": "neutral colours on the board"})

    @hookimpl
    def owners(self) -> Callable[[int], tuple[str, ...]]:
        """Some armies belong to neither player: there {self.in_words}. Neutrals take no turns, and do nothing
        that other rules do not say. Players who capture their territories earn a card as for any other, and
        they need not fall for a player to win. [N1-2, N1-3, N2-2, N2-3]
        """
        if self.number == 1:
            return lambda players: ("neutral",)
        return lambda players: tuple(f"neutral {number}" for number in range(1, self.number + 1))

    @property
    def in_words(self) -> str:
        """How many there are."""
        return f"{'is' if self.number == 1 else 'are'} {counted(self.number, 'neutral colour', 'neutral colours')}"

    @hookimpl(wrapper=True)
    def defender(self) -> Generator[None, Defender, Defender]:
        """But for an attacked neutral the attacker's opponent chooses and rolls the dice. [N1-2, N2-2]"""
        rule = yield

        def decides(state: State, owner: int, attacker: int) -> int:
            return rule(state, owner, attacker) if owner < state.players else opponent(state, attacker)

        return decides

    @hookimpl(wrapper=True)
    def elimination(self) -> Generator[None, Eliminate, Eliminate]:
        """But whoever eliminates a neutral gets nothing for it, and may not trade, unless it holds cards.
        [N1-2, N2-2]
        """
        rule = yield

        def eliminate(state: State, victim: int, by: int) -> None:
            if victim < state.players or state.hands[victim]:
                rule(state, victim, by)

        return eliminate


@attrs.frozen(eq=False)
class NeutralDeal:
    """Set-up by dealing to players and neutrals; the players place for the neutrals too."""

    role: ClassVar[str] = "edition"
    player_cards: int = attrs.field(default=14, validator=ge(1), metadata={"help": "territories dealt to a player"})
    neutral_cards: int = attrs.field(default=14, validator=ge(1), metadata={"help": "territories dealt to a neutral"})
    player_armies: int = attrs.field(default=40, validator=ge(1), metadata={"help": "starting armies of a player"})
    neutral_armies: int = attrs.field(default=40, validator=ge(1), metadata={"help": "starting armies of a neutral"})
    own_at_once: int = attrs.field(
        default=2,
        validator=ge(1),
        metadata={"help": "own armies a player places before the other's turn to place"},
    )
    neutral_at_once: int = attrs.field(
        default=1, validator=ge(1), metadata={"help": "armies the player then places for each neutral"}
    )
    start: Literal["dealer", "roll"] = attrs.field(
        default="dealer",
        metadata={"help": "who begins: the dealer's left neighbour, or whoever rolls highest (again for playing)"},
    )

    @hookimpl
    def setup(self) -> tuple[str, ...]:
        """Of the territory cards, {self.deal_in_words} to each neutral, and one army of its owner
        goes on each territory. Players start with {self.player_armies} armies each, and neutrals with
        {self.neutral_armies}, the armies dealt included. {self.beginner} The players place the other armies
        in turns: each time {self.own_in_words} of their own, and then {self.neutral_in_words} of each neutral.
        All cards, wild ones included, are then shuffled to make the deck. [N1-1, N2-1]
        """
        placed = ("deal piles", "place in turns")
        return placed if self.start == "dealer" else (*placed, "roll to start")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The deal, placing in turns for the player and the neutrals, and the roll for the first turn."""
        return (
            Phase("deal piles", self._deal, words="deal the territories to players and neutrals"),
            Phase(
                "place in turns",
                self._enter_placing,
                resume=self._go_on_placing,
                words="place their own and neutral armies in turns",
                frame=PlaceInTurnsFrame,
            ),
            Phase("roll to start", _roll_to_start, words="roll for the first turn"),
        )

    @property
    def deal_in_words(self) -> str:
        """Who is dealt how many."""
        return f"{counted(self.player_cards, 'is', 'are')} dealt to each player and {spelled(self.neutral_cards)}"

    @property
    def own_in_words(self) -> str:
        """What is placed at once."""
        return spelled(self.own_at_once)

    @property
    def neutral_in_words(self) -> str:
        """What is placed at once for a neutral."""
        return spelled(self.neutral_at_once)

    @property
    def beginner(self) -> str:
        """Who begins."""
        if self.start == "dealer":
            return "A dealer is drawn by lot; the other player places first and takes the first turn."
        return (
            "Both roll a die, and the higher places first; when the armies are placed, both roll again, and the "
            "higher takes the first turn. A tie is rolled again."
        )

    def _deal(self, state: State, player: int) -> None:
        shuffle_deck(state)
        first = (state.below(state.players) + 1) % state.players if self.start == "dealer" else 0
        deal_territories(state, self._piles(state, first))
        for owner, held in enumerate(state.held):
            armies = self.player_armies if owner < state.players else self.neutral_armies
            receive(state, owner, max(0, armies - held), "starting armies")
        choose_first(state, first if self.start == "dealer" else roll_off(state, "placing first"))

    def _piles(self, state: State, first: int) -> list[int]:
        """Who gets the first, second … card: a full round of the deal."""
        shares = [(seat, self.player_cards) for seat in state.seats_from(first)]
        shares += [(owner, self.neutral_cards) for owner in range(state.players, len(state.held))]
        most = min(max(self.player_cards, self.neutral_cards), len(state.owner))
        return [owner for number in range(most) for owner, cards in shares if number < cards]

    def _enter_placing(self, state: State, player: int) -> None:
        frame = PlaceInTurnsFrame.new(state.first, 0)
        state.frames.append(frame)
        if not self._open_next(state, frame):
            state.frames.pop()

    def _go_on_placing(self, state: State, frame: Frame) -> None:
        if not self._open_next(state, frame):
            close(state)

    def _open_next(self, state: State, frame: Frame) -> bool:
        """Let the player place the next owner's armies, or pass the turn to place; False when all are
        placed.
        """
        neutrals = range(state.players, len(state.held))
        while any(state.reserve):
            player, served = frame[DECIDER], frame[PlaceInTurnsFrame.served]
            if served > len(neutrals):
                frame[DECIDER] = (player + 1) % state.players
                frame[PlaceInTurnsFrame.served] = 0
                continue
            frame[PlaceInTurnsFrame.served] = served + 1
            owner = neutrals[served - 1] if served else player
            at_once = self.neutral_at_once if served else self.own_at_once
            open_place(state, player, owner, min(at_once, state.reserve[owner]))
            if state.frames[-1] is not frame:
                return True
        return False


def _roll_to_start(state: State, player: int) -> None:
    choose_first(state, roll_off(state, "the first turn"))
