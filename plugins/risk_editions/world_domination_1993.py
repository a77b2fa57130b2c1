"""World Domination 1993: claimed territories, and two more armies for a traded card of a territory you hold."""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

import attrs
from attrs.validators import ge

from riskcore import DECIDER, Action, Data, Frame, FrameFields, Move, Phase, State, View, bare_frame, domains, hookimpl
from riskcore.flow import check_win, close
from riskcore.phases import choose_first, hand_over, lose, put, receive, room, shuffle_deck
from riskcore.state import NOBODY
from riskcore.words import counted

from .placement import MUSTER, give_starting_armies, roll_off, starting_words

__all__ = ["Claim", "ClaimSetup", "Match", "MatchingCard"]


class Claim(Move, kind="claim"):
    """Take an empty territory."""

    territory: int = domains.territory()


class Match(Move, kind="match"):
    """Choose which of the matching territories gets the extra armies."""

    territory: int = domains.territory()


@attrs.frozen(eq=False)
class ClaimSetup:
    """Set-up by claiming territories in turns."""

    role: ClassVar[str] = "edition"
    armies: dict[str, int] = attrs.field(
        factory=lambda: {"3": 35, "4": 30, "5": 25, "6": 20},
        metadata={"help": "starting armies by number of players"},
    )
    roll_again: bool = attrs.field(default=False, metadata={"help": "whether everybody rolls again for the first turn"})

    @hookimpl
    def setup(self) -> tuple[str, ...]:
        """Everybody starts with {self.armies_in_words}. All roll a die, and the highest begins; those who tie for it
        roll again. In turn, to the left, each player claims one empty territory with one army until all territories
        are taken. The turns go on round the table in the same order: each player adds one army at a time to any of
        their own territories until all armies are placed. {self.start_in_words} [W93-1, G04-1]
        """
        return ("claim", "muster", "roll for first turn") if self.roll_again else ("claim", "muster")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Claiming, placing in turns, and the second roll."""
        claim = Action(Claim, _legal_claims, _play_claim)
        return (
            Phase("claim", self._enter, (claim,), words="claim territories in turn"),
            MUSTER,
            Phase("roll for first turn", _roll_for_first_turn, words="roll for the first turn"),
        )

    @property
    def armies_in_words(self) -> str:
        """The table as a phrase."""
        return starting_words(self.armies)

    @property
    def start_in_words(self) -> str:
        """Who starts."""
        if self.roll_again:
            return "Then all roll again in the same way, and the highest takes the first turn."
        return "Whoever claimed first takes the first turn."

    def _enter(self, state: State, player: int) -> None:
        shuffle_deck(state)
        give_starting_armies(state, self.armies)
        choose_first(state, roll_off(state, "claiming first"))
        state.frames.append(bare_frame("claim", state.first))


def _roll_for_first_turn(state: State, player: int) -> None:
    choose_first(state, roll_off(state, "the first turn"))


def _legal_claims(state: State, frame: Frame) -> Iterator[Move]:
    return (Claim(place) for place, owner in enumerate(state.owner) if owner == NOBODY)


def _play_claim(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    place = move[1]
    player = frame[DECIDER]
    if state.owner[place] != NOBODY:
        return f"{state.board.territories[place]} is taken"
    hand_over(state, place, player)
    put(state, player, place, 1)
    frame[DECIDER] = (player + 1) % state.players
    if NOBODY not in state.owner:
        state.frames[0][DECIDER] = frame[DECIDER]  # placing goes on with the next in rotation
        close(state)
    return None


class MatchFrame(FrameFields, phase="match"):
    """The choice among matching cards."""

    places: slice = domains.rest(domains.territory())  # the player's own territories that the cards show


@attrs.frozen(eq=False)
class MatchingCard:
    """Extra armies for a traded card that shows a territory of the player's."""

    role: ClassVar[str] = "edition"
    armies: int = attrs.field(default=2, validator=ge(0), metadata={"help": "extra armies for a matching card"})

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """The turn in which the extra armies were last given."""
        return (Data("matching-card", lambda players, owners: 0, seen="public", entries=domains.count()),)

    @hookimpl
    def traded(self) -> Callable[[State, int, Sequence[int]], None]:
        """If a traded card shows a territory of the player who trades it, {self.armies_in_words} on that territory:
        only once a turn, however many sets are traded; if several cards do, the player picks one. [W93-3]
        """
        return self._look_for_match

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The choice among several matching cards."""
        choose = Action(Match, _legal_matches, self._play_match, advice=_advise_match)
        return (Phase("match", _no_entry, (choose,), words="choose the matching territory", frame=MatchFrame),)

    @property
    def armies_in_words(self) -> str:
        """What a match brings."""
        return counted(self.armies, "extra army goes", "extra armies go")

    def _look_for_match(self, state: State, player: int, cards: Sequence[int]) -> None:
        if state.data["matching-card"] == state.turn:
            return
        shown = [state.rules.deck[card].territory for card in cards]
        own = [place for place in shown if place >= 0 and state.owner[place] == player]
        if len(own) == 1:
            self._reward(state, player, own[0])
        elif own:
            state.frames.append(MatchFrame.new(player, *own))

    def _reward(self, state: State, player: int, place: int) -> None:
        state.data["matching-card"] = state.turn
        receive(state, player, self.armies, "matching card")
        armies = min(self.armies, room(state, place))
        put(state, player, place, armies)
        if armies < self.armies:
            lose(state, player, self.armies - armies)
        check_win(state, "armies")

    def _play_match(self, state: State, frame: Frame, move: tuple[str, int]) -> str | None:
        if move[1] not in frame[MatchFrame.places]:
            return f"no traded card shows {state.board.territories[move[1]]} as a territory of the player's"
        self._reward(state, frame[DECIDER], move[1])
        if state.outcome is None:
            close(state)
        return None


def _no_entry(state: State, player: int) -> None:
    """The choice is opened by a trade alone."""


def _legal_matches(state: State, frame: Frame) -> Iterator[Move]:
    return (Match(place) for place in frame[MatchFrame.places])


def _advise_match(view: View, frame: Frame) -> Move:
    """Where most enemy armies stand next door."""

    def pressure(place: int) -> int:
        near = view.board.neighbours[place]
        return sum(view.armies[other] for other in near if view.owner[other] != view.player)

    return Match(max(frame[MatchFrame.places], key=pressure))
