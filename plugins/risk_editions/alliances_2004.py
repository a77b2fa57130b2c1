"""Active neutrals of 2004: uninvolved or somebody's ally, they fight for that player and may change sides."""

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import ClassVar

import attrs
from attrs.validators import ge, le

from riskcore import (
    DECIDER,
    Action,
    Component,
    Data,
    Event,
    Frame,
    FrameFields,
    Move,
    Phase,
    State,
    View,
    domains,
    hookimpl,
)
from riskcore.events import Rolled
from riskcore.flow import close
from riskcore.moves import Done
from riskcore.phases import open_fortify, open_place, receive
from riskcore.rules import InvasionEnded
from riskcore.sequences import insert_after, insert_before
from riskcore.state import NOBODY

from .two_player import opponent

__all__ = ["AllianceChanged", "Alliances", "RollForAlly", "allies_of", "step_away", "step_towards"]

Commands = Callable[[State, int], tuple[int, ...]]
AttackRefusal = Callable[[State, int, int, int], str | None]


class RollForAlly(Move, kind="roll for ally"):
    """Roll the die that says how many armies an ally gets."""

    owner: int = domains.owner()


class AllianceChanged(Event, kind="alliance changed", told="{owner} is the ally of {ally} now"):
    """A neutral changed its status: the player it is allied with now, or -1 if it is uninvolved."""

    owner: int = domains.owner()
    ally: int = domains.owner()


def allies_of(state: State, player: int) -> tuple[int, ...]:
    """The neutrals still on the board that are allied with a player."""
    alliances = state.data["alliances"]
    neutrals = range(state.players, len(alliances))
    return tuple(owner for owner in neutrals if alliances[owner] == player and state.held[owner])


def step_towards(state: State, neutral: int, player: int) -> None:
    """From another's ally to uninvolved, from uninvolved to the player's ally."""
    _change(state, neutral, player if state.data["alliances"][neutral] == NOBODY else NOBODY)


def step_away(state: State, neutral: int, player: int) -> None:
    """From the player's ally to uninvolved, from uninvolved to the opponent's ally, and no further."""
    ally = state.data["alliances"][neutral]
    if ally == player:
        _change(state, neutral, NOBODY)
    elif ally == NOBODY:
        _change(state, neutral, opponent(state, player))


def _change(state: State, neutral: int, ally: int) -> None:
    state.data["alliances"][neutral] = ally
    state.tell(AllianceChanged(neutral, ally))


@attrs.frozen(eq=False)
class Alliances:
    """Neutrals that take sides."""

    role: ClassVar[str] = "edition"
    requires: ClassVar[tuple[str, ...]] = ("neutrals",)
    loyal_from: int = attrs.field(
        default=5,
        validator=[ge(1), le(7)],
        metadata={"help": "lowest face with which a neutral keeps its status after an invasion; 7: never"},
    )

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """That a neutral changes sides."""
        return (AllianceChanged,)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """Each neutral is either uninvolved or the ally of one of the players, for all to see. At the start
        all are uninvolved. [N3-1]
        """
        return (
            Data(
                "alliances",
                lambda players, owners: [NOBODY] * owners,
                seen="public",
                entries=domains.optional(domains.player()),
            ),
        )

    @hookimpl
    def components(self) -> tuple[Component, ...]:
        """Markers show the status of the neutrals."""
        return (Component("Status markers", "One for each neutral, to show that it is uninvolved or whose ally it is"),)

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """Before attacking, players may roll one die for each of their allies and place as many armies on its
        territories, all on one or divided. Allies get no other armies, and what they hold brings their player none.
        After fortifying for themselves, players may fortify in the same way for each ally, between that
        ally's own territories. [N3-3, N3-4, N3-8]
        """
        phases = yield
        return insert_after(insert_before(phases, "attack", "reinforce allies"), "fortify", "fortify allies")

    @hookimpl(wrapper=True)
    def commands(self) -> Generator[None, Commands, Commands]:
        """But the armies of a player's allies attack as the player says, too. A territory that an ally takes
        becomes that ally's, is held by the ally's armies and earns no card; but an ally who takes the
        opponent's last territory wins for its player. [N3-5]
        """
        rule = yield
        return lambda state, player: rule(state, player) + allies_of(state, player)

    @hookimpl(wrapper=True)
    def attack_refusal(self) -> Generator[None, AttackRefusal, AttackRefusal]:
        """Players' own armies may attack any neutral, even an ally. Allies may attack the opponent and every
        other neutral, allied or not, but neither their own colour nor the player they are allied with.
        [N3-5]
        """
        rule = yield

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            reason = rule(state, player, source, target)
            if reason is None and state.owner[target] == player:
                return f"{state.board.territories[target]} is the player's own, which an ally does not attack"
            return reason

        return refusal

    @hookimpl
    def invasion_ended(self) -> InvasionEnded:
        """An invasion is all consecutive battles against one territory, until it falls or the attacker calls the
        invasion off, which must be done before attacking another territory or ending the attacks. After
        an invasion one die is rolled for each ally that took part in it, and for the neutral that was attacked,
        if it still has a territory. {self.loyalty_in_words} [N3-6]
        """
        return self._roll_for_loyalty

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Reinforcing and fortifying allies."""
        return (
            Phase(
                "reinforce allies",
                _enter_reinforcing,
                (
                    Action(RollForAlly, _legal_rolls, _play_roll, advice=_advise_roll),
                    Action(Done, _legal_done, _play_done, advice=_advise_roll),
                ),
                resume=_go_on_reinforcing,
                words="roll a die for each ally and place its armies",
                frame=ReinforceAlliesFrame,
            ),
            Phase(
                "fortify allies",
                _enter_fortifying,
                resume=_go_on_fortifying,
                words="move armies of each ally",
                frame=FortifyAlliesFrame,
            ),
        )

    @property
    def loyalty_in_words(self) -> str:
        """What the die decides."""
        if self.loyal_from == 1:
            return "Whatever it shows, nothing changes."
        away = "one step away from the attacker: from ally to uninvolved, from uninvolved to the opponent's ally"
        if self.loyal_from > 6:
            return f"Whatever it shows, that neutral moves {away}."
        return f"If it shows less than {self.loyal_from}, that neutral moves {away}."

    def _roll_for_loyalty(self, state: State, player: int, target: int, attackers: Sequence[int], victim: int) -> None:
        if not any(state.held[seat] for seat in range(state.players) if seat != player):
            return  # the player has won
        for owner in (*attackers, victim):
            if owner >= state.players and state.held[owner]:
                face = state.roll()
                state.tell(Rolled(owner, (face,), "loyalty"))
                if face < self.loyal_from:
                    step_away(state, owner, player)


class ReinforceAlliesFrame(FrameFields, phase="reinforce allies"):
    """Armies for allies, one after another as the player likes."""

    waiting: slice = domains.rest(domains.owner())  # allies that may still get armies


def _enter_reinforcing(state: State, player: int) -> None:
    allies = allies_of(state, player)
    if allies:
        state.frames.append(ReinforceAlliesFrame.new(player, *allies))


def _go_on_reinforcing(state: State, frame: Frame) -> None:
    if not frame[ReinforceAlliesFrame.waiting]:
        close(state)


def _legal_rolls(state: State, frame: Frame) -> Iterator[Move]:
    return (RollForAlly(owner) for owner in frame[ReinforceAlliesFrame.waiting])


def _play_roll(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    owner = move[1]
    waiting = frame[ReinforceAlliesFrame.waiting]
    if owner not in waiting:
        return f"owner {owner} is not an ally that still waits for armies"
    frame[ReinforceAlliesFrame.waiting] = [ally for ally in waiting if ally != owner]
    face = state.roll()
    state.tell(Rolled(owner, (face,), "reinforcing an ally"))
    receive(state, owner, face, "alliance")
    open_place(state, frame[DECIDER], owner, face)
    if state.frames[-1] is frame:
        _go_on_reinforcing(state, frame)
    return None


def _legal_done(state: State, frame: Frame) -> Iterator[Move]:
    yield Done()


def _play_done(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


def _advise_roll(view: View, frame: Frame) -> Move:
    """More armies never hurt."""
    return RollForAlly(frame[ReinforceAlliesFrame.waiting][0])


class FortifyAlliesFrame(FrameFields, phase="fortify allies"):
    """Moves of allies, one ally after another."""

    waiting: slice = domains.rest(domains.owner())  # allies that have not moved yet


def _enter_fortifying(state: State, player: int) -> None:
    frame = FortifyAlliesFrame.new(player, *allies_of(state, player))
    state.frames.append(frame)
    if not _fortify_next(state, frame):
        state.frames.pop()


def _go_on_fortifying(state: State, frame: Frame) -> None:
    if not _fortify_next(state, frame):
        close(state)


def _fortify_next(state: State, frame: Frame) -> bool:
    """Let the player move the next ally's armies; False when all have had their turn."""
    while waiting := frame[FortifyAlliesFrame.waiting]:
        frame[FortifyAlliesFrame.waiting] = waiting[1:]
        open_fortify(state, frame[DECIDER], waiting[0])
        if state.frames[-1] is not frame:
            return True
    return False
