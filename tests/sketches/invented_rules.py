"""Two rules nobody printed, to see whether the hooks carry what nobody thought of when they were drawn."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import attrs
from attrs.validators import ge

from riskcore import DECIDER, Action, Data, Event, Frame, Move, Phase, State, bare_frame, domains, hookimpl
from riskcore.flow import close
from riskcore.phases import BattleFrame
from riskcore.sequences import insert_after, insert_before


class Ransom(Move, kind="ransom"):
    """The defender gives up a card, and the attack is off."""

    card: int = domains.card()


class Stand(Move, kind="stand"):
    """The defender fights."""


class RansomPaid(Event, kind="ransom paid"):
    """A battle that did not take place."""

    player: int = domains.owner()
    target: int = domains.territory()


@attrs.frozen(eq=False)
class RansomRule:
    """Between an attack's declaration and the dice, the defender may pay a card to the attacker to call it off."""

    @hookimpl(wrapper=True)
    def battle(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """The defender may pay a card instead of fighting."""
        return insert_before((yield), "defend", "ransom")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Paying or standing."""
        pay = Action(Ransom, self._legal, self._pay)
        stand = Action(Stand, lambda state, frame: iter((Stand(),)), _stand)
        return (Phase("ransom", self._enter, (pay, stand)),)

    def _enter(self, state: State, player: int) -> None:
        target = state.frames[-1][BattleFrame.target]
        defender = state.rules.defender(state, state.owner[target], player)
        if state.hands[defender]:
            state.frames.append(bare_frame("ransom", defender))

    def _legal(self, state: State, frame: Frame) -> Iterator[Move]:
        return (Ransom(card) for card in state.hands[frame[DECIDER]])

    def _pay(self, state: State, frame: Frame, move: tuple[str, int]) -> str | None:
        card = move[1]
        if card not in state.hands[frame[DECIDER]]:
            return f"card {card} is not in hand"
        battle = state.frames[-2]
        state.hands[frame[DECIDER]].remove(card)
        state.hands[battle[DECIDER]].append(card)
        state.tell(RansomPaid(frame[DECIDER], battle[BattleFrame.target]))
        battle[BattleFrame.step] = len(state.rules.battle)  # no step of the battle is left
        close(state)
        return None


def _stand(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


@attrs.frozen(eq=False)
class Storms:
    """At the start of every turn a die is rolled; on a low roll nobody may attack across continents this turn."""

    storm_up_to: int = attrs.field(default=2, validator=ge(0))

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """Whether there is a storm, for all to see."""
        return (Data("storms", lambda players, owners: False, seen="public"),)

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """The weather is rolled before reinforcements are counted."""
        return insert_after((yield), "reinforce", "weather")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The weather."""
        return (Phase("weather", self._roll),)

    def _roll(self, state: State, player: int) -> None:
        state.data["storms"] = state.roll() <= self.storm_up_to

    @hookimpl(wrapper=True)
    def attack_refusal(self) -> Generator[None, Any, Callable[[State, int, int, int], str | None]]:
        """In a storm nobody attacks across continents."""
        rule = yield

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            home = state.board.continent_of
            if state.data["storms"] and home[source] != home[target]:
                return "a storm keeps armies on their continent"
            refused: str | None = rule(state, player, source, target)
            return refused

        return refusal
