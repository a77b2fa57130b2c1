"""Capitals: whoever ends a turn without their own capital is out, and its holder inherits."""

from collections.abc import Callable, Generator, Mapping
from typing import Literal

import attrs
from attrs.validators import ge

from riskcore import (
    DECIDER,
    Action,
    Component,
    Data,
    Event,
    Frame,
    Move,
    Outcome,
    Phase,
    State,
    View,
    WinCheck,
    bare_frame,
    domains,
    hookimpl,
)
from riskcore.flow import check_win, close
from riskcore.phases import discard, eliminate, hand_over, open_place, pass_cards, put, receive, remove
from riskcore.rules import Interests, Progress
from riskcore.state import NOBODY
from riskcore.words import spelled

__all__ = ["CapitalFell", "CapitalNamed", "Capitals", "NameCapital"]

_Elimination = Callable[[State, int, int], None]

_NONE = -1
_PLACE = domains.optional(domains.territory())
_NAMED = "capitals"  # by player, known to all; _NONE until everybody has chosen
_CHOSEN = "capitals-chosen"  # by player, each player's secret until then

# What capitals are worth, in armies: one's own to guard, and to win back before the turn ends; another's to take, on
# top of what its owner's territories bring.
_GUARD = 12.0
_WIN_BACK = 60.0
_TAKE = 6.0


class NameCapital(Move, kind="name capital"):
    """Choose your capital; the others learn it when all have chosen."""

    territory: int = domains.territory(secret=True)


class CapitalNamed(Event, kind="capital named", told="{territory} is the capital of {player}"):
    """A player's capital, revealed."""

    player: int = domains.owner()
    territory: int = domains.territory()


class CapitalFell(
    Event, kind="capital fell", told="{player} is out for lack of a capital, {territory}; {heir} takes over"
):
    """A player ended the turn without their own capital; the heir takes over what that player held."""

    player: int = domains.owner()
    territory: int = domains.territory()
    heir: int = domains.owner()


@attrs.frozen(eq=False)
class Capitals:
    """A capital for every player, to be held at the end of each of their turns."""

    bonus_armies: int = attrs.field(
        default=5, validator=ge(0), metadata={"help": "armies the heir places besides one on each vacated territory"}
    )
    cards: Literal["discard", "heir"] = attrs.field(
        default="discard", metadata={"help": "where the fallen player's cards go"}
    )
    instant_win: bool = attrs.field(
        default=False, metadata={"help": "whether the only player to hold their own capital wins at once"}
    )

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """Capitals revealed and fallen."""
        return (CapitalNamed, CapitalFell)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """The capitals are secret until all have chosen."""
        return (
            Data(_NAMED, lambda players, owners: [_NONE] * players, seen="public", entries=_PLACE),
            Data(
                _CHOSEN,
                lambda players, owners: [_NONE] * players,
                seen="own",
                redraw=_guess_chosen,
                entries=_PLACE,
                mismatch=_chosen_of_others,
            ),
        )

    @hookimpl
    def components(self) -> tuple[Component, ...]:
        """Markers show where the capitals are."""
        return (Component("Capitals", "A marker for each player, and paper to write the choice on"),)

    @hookimpl(wrapper=True, tryfirst=True)  # outermost: after all that other rules add
    def setup(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """Last of all, everybody makes one of their territories their capital: all choose in secret at the same time,
        and then the capitals are revealed. [X6]
        """
        steps = yield
        return (*steps, "name capitals")

    @hookimpl(wrapper=True, tryfirst=True)  # outermost: after all that other rules add
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """A player who does not hold their own capital at the end of their own turn, after every other step, is out and
        takes all their armies off the board. The heir is whoever holds that capital then: the heir at once puts one
        army on each territory that was left{self.bonus_in_words}. These are no captures and earn no card. If it is
        not a player but a neutral who holds the capital, the neutral gets one army on each of those territories and
        nothing more. [X6]
        """
        steps = yield
        return (*steps, "capital")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Naming the capitals, and checking whether one has fallen."""
        name = Action(NameCapital, _legal, _play, advice=_advise)
        return (
            Phase("name capitals", _enter_naming, (name,), words="choose capitals in secret and reveal them"),
            Phase("capital", self._look, words="whoever does not hold their own capital is out"),
        )

    @hookimpl(wrapper=True, trylast=True)  # innermost: other rules still hear of the elimination
    def elimination(self) -> Generator[None, _Elimination, _Elimination]:
        """But the cards of a player who is out for lack of a capital {self.cards_in_words}. [X6]"""
        rule = yield

        def settle(state: State, victim: int, by: int) -> None:
            if victim == state.player:  # nobody else can bring about that a player goes out on their own turn
                self._settle_cards(state, victim, by)
            else:
                rule(state, victim, by)

        return settle

    @hookimpl(wrapper=True)
    def win_condition(self) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """{self.win_in_words} [X6]"""
        checks = yield
        if not self.instant_win:
            return checks
        return (*checks, WinCheck(("capture", "elimination"), _last_capital, revocable=True))

    @hookimpl
    def progress(self) -> Progress:
        """Every rival who is out, or whose capital is in the player's hands, is a step for whoever holds their own."""
        return _rivals_beaten

    @hookimpl
    def interests(self) -> Interests:
        """Guard your own capital, win it back at any price, and take those of others."""
        return self._interests

    @property
    def bonus_in_words(self) -> str:
        """What the heir places besides."""
        return f", and {spelled(self.bonus_armies)} more anywhere among them" if self.bonus_armies else ""

    @property
    def cards_in_words(self) -> str:
        """What becomes of the cards."""
        if self.cards == "heir":
            return "go to the heir, who may trade them from the next turn on; if no player inherits, they are discarded"
        return "are discarded"

    @property
    def win_in_words(self) -> str:
        """What capitals add to the ways to win."""
        if self.instant_win:
            return "Besides, whoever is the only player to hold their own capital wins at once."
        return (
            "Taking capitals does not win the game by itself. The print ends the game when only one player is left who "
            "controls their capital, which others read as a win at once."
        )

    def _look(self, state: State, player: int) -> None:
        place = state.data[_NAMED][player]
        if place != _NONE and state.owner[place] != player:
            self._fall(state, player, place, state.owner[place])

    def _fall(self, state: State, player: int, place: int, heir: int) -> None:
        vacated = state.territories_of(player)
        state.tell(CapitalFell(player, place, heir))
        receive(state, heir, len(vacated), "vacated territories")
        for territory in vacated:
            remove(state, territory)
            hand_over(state, territory, heir)
            put(state, heir, territory, 1)
        inherited = heir < state.players
        eliminate(state, player, heir if inherited else NOBODY)
        if inherited and state.outcome is None and not check_win(state, "armies"):
            receive(state, heir, self.bonus_armies, "capital")
            open_place(state, heir, heir, self.bonus_armies, vacated)

    def _settle_cards(self, state: State, victim: int, by: int) -> None:
        if self.cards == "heir":
            pass_cards(state, victim, by, state.hands[victim])
        else:
            discard(state, victim, state.hands[victim])

    def _interests(self, view: View, player: int) -> Mapping[int, float]:
        worth = {}
        for owner, place in enumerate(view.data[_NAMED]):
            if place != _NONE and view.alive[owner]:
                if owner == player:
                    worth[place] = _GUARD if view.owner[place] == player else _WIN_BACK
                else:
                    worth[place] = _TAKE + self.bonus_armies + view.held[owner]
        return worth


def _enter_naming(state: State, player: int) -> None:
    state.frames.append(bare_frame("name capitals", state.first))


def _legal(state: State, frame: Frame) -> list[Move]:
    return [NameCapital(place) for place in state.territories_of(frame[DECIDER])]


def _play(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    player = frame[DECIDER]
    if state.owner[move[1]] != player:
        return f"{state.board.territories[move[1]]} belongs to somebody else"
    chosen = state.data[_CHOSEN]
    chosen[player] = move[1]
    waiting = [seat for seat in state.seats_from(player) if chosen[seat] == _NONE]
    if waiting:
        frame[DECIDER] = waiting[0]
        return None
    state.data[_NAMED][:] = chosen
    for seat in state.seats_from(state.first):
        state.tell(CapitalNamed(seat, chosen[seat]))
    close(state)
    return None


def _advise(view: View, frame: Frame) -> Move:
    """Where fewest enemies stand next door, and most own armies stand by."""
    owner, armies = view.owner, view.armies
    player = frame[DECIDER]

    def safety(place: int) -> tuple[int, int, int]:
        near = view.board.neighbours[place]
        enemies = [other for other in near if owner[other] != player]
        guards = armies[place] + sum(armies[other] for other in near if owner[other] == player)
        return -len(enemies), guards - sum(armies[other] for other in enemies), -place

    return NameCapital(max(view.territories_of(player), key=safety))


def _guess_chosen(state: State, player: int | None) -> None:
    """Others may have chosen any of their territories, as far as a player knows."""
    chosen = state.data[_CHOSEN]
    if state.turn == 0:
        for other, place in enumerate(chosen):
            if other != player and place != _NONE:
                own = state.territories_of(other)
                chosen[other] = own[state.below(len(own))]


def _chosen_of_others(state: State) -> str | None:
    """While they are chosen, capitals are the players' own."""
    for player, place in enumerate(state.data[_CHOSEN]):
        if state.turn == 0 and place != _NONE and state.owner[place] != player:
            return f"player {player} has chosen {state.board.territories[place]}, of owner {state.owner[place]}"
    return None


def _rivals_beaten(view: View, player: int) -> float:
    places: list[int] = view.data[_NAMED]
    if places[player] == _NONE or view.owner[places[player]] != player:
        return 0.0
    rivals = [rival for rival in range(view.players) if rival != player]
    beaten = [not view.alive[rival] or view.owner[places[rival]] == player for rival in rivals]
    return beaten.count(True) / len(rivals)


def _last_capital(state: State) -> Outcome | None:
    holders = [
        player
        for player, place in enumerate(state.data[_NAMED])
        if place != _NONE and state.alive[player] and state.owner[place] == player
    ]
    return Outcome(holders[0], "the last capital") if len(holders) == 1 else None
