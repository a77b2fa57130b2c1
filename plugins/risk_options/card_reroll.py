"""Re-rolling with a card: whoever holds the card of the place fought from or for may roll one die again."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Literal

import attrs

from riskcore import DECIDER, Action, Data, Event, Frame, Move, Phase, State, View, bare_frame, domains, hookimpl
from riskcore.dice import roll_number
from riskcore.flow import close
from riskcore.moves import Done
from riskcore.phases import BattleFrame
from riskcore.rules import BattleChoice, InvasionEnded, KnownCards, unannounced
from riskcore.sequences import insert_after

from .thrown_dice import DiceShown, faces, gains, show, sort_dice, ways_to_change, with_face

__all__ = ["CardReroll", "Reroll", "Rerolled"]

_SHOWN = "card-reroll"
_FACES = range(1, 7)


class Reroll(Move, kind="reroll"):
    """Show a card and roll one die of the battle again."""

    card: int = domains.card()
    die: int = domains.die()


class Rerolled(Event, kind="rerolled", told="{player} shows {card} and rolls a {before} again: a {after}"):
    """A die rolled again by showing a card, which stays in hand."""

    player: int = domains.owner()
    card: int = domains.card()
    before: int = domains.count(1, 6)
    after: int = domains.count(1, 6)


@attrs.frozen(eq=False)
class CardReroll:
    """One die of a battle re-rolled, for the card of its source or target."""

    reroll_die: Literal["own", "any"] = attrs.field(
        default="own", metadata={"help": "which die may be rolled again: one of the attacker's own, or any"}
    )

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """The dice to choose from, and the one that was rolled again."""
        return (Rerolled, DiceShown)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """The cards shown in the open invasion, all of them the attacker's."""
        card = domains.card()
        return (Data(_SHOWN, lambda players, owners: [], seen="public", entries=card, mismatch=_shown_elsewhere),)

    @hookimpl(wrapper=True)
    def battle(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """But once in each battle, after both sides have rolled, an attacker who holds the card of the territory that
        attacks, or of the one attacked, may show it and roll {self.die_in_words} again; what it shows then counts.
        Wild cards do not count. [X4]
        """
        steps = yield
        return insert_after(steps, "throw", "reroll")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The decision about the dice."""
        reroll = Action(Reroll, self._legal, self._play, advice=self._advise)
        done = Action(Done, lambda state, frame: [Done()], _decline)
        words = "the attacker may show a card and roll a die again"
        return (Phase("reroll", _enter, (reroll, done), words=words, secret=_holds_card),)

    @hookimpl
    def battle_choices(self) -> tuple[BattleChoice, ...]:
        """Any face instead of the one that is rolled again, in every battle, for whoever holds the card."""
        given = "holding the card of the source or the target"
        return (BattleChoice("reroll", ways_to_change(self._rollable), given=given),)

    @hookimpl
    def invasion_ended(self) -> InvasionEnded:
        """A card shown for a re-roll stays its owner's, and lies open until the attacked territory falls, another is
        attacked or the attacks end. [X4]
        """
        return unannounced(_take_back)

    @hookimpl
    def known_cards(self) -> KnownCards:
        """Everybody may look at a card that was shown for a re-roll, as long as it lies open. [X4]"""
        return lambda state, player: state.data[_SHOWN]

    @property
    def die_in_words(self) -> str:
        """Which die."""
        return "one of their own dice" if self.reroll_die == "own" else "any one die, their own or the defender's,"

    def _rollable(self, dice: Sequence[int], own: int) -> Mapping[int, Sequence[int]]:
        """The dice there are to choose from, whatever they show."""
        return dict.fromkeys(range(own if self.reroll_die == "own" else len(dice)), _FACES)

    def _legal(self, state: State, frame: Frame) -> Iterator[Move]:
        battle = state.frames[-2]
        for card in _qualifying(state, state.hands[frame[DECIDER]], battle):
            for die in self._rollable(faces(battle), battle[BattleFrame.attack_dice]):
                yield Reroll(card, die)

    def _play(self, state: State, frame: Frame, move: tuple[str, int, int]) -> str | None:
        _, card, die = move
        player = frame[DECIDER]
        battle = state.frames[-2]
        if card not in _qualifying(state, state.hands[player], battle):
            source, target = (state.board.territories[place] for place in _fought_over(battle))
            return f"card {card} is not a card in hand that shows {source} or {target}"
        dice = faces(battle)
        rollable = self._rollable(dice, battle[BattleFrame.attack_dice])
        if die not in rollable:
            return f"die {die} may not be rolled again: only the first {len(rollable)} may, counted from 0"
        face = state.roll()
        if card not in state.data[_SHOWN]:
            state.data[_SHOWN].append(card)
            state.hands[player].remove(card)  # to the end: its old place would tell when it was drawn
            state.hands[player].append(card)
        show(state, battle)
        state.tell(Rerolled(player, card, dice[die], face))
        battle[BattleFrame.roll] = roll_number(with_face(dice, die, face))
        close(state)
        return None

    def _advise(self, view: View, frame: Frame) -> Move:
        """Roll the die again that gains most on average, if any gains; rather with a card that is shown already."""
        battle = view.frames[-2]
        gain = gains(view.rules, battle, self._rollable)
        best = max(gain, key=gain.__getitem__)
        if gain[best] <= 0:
            return Done()
        cards = view.ask(_qualifying, view.hand, battle)
        shown = view.data[_SHOWN]
        return Reroll(min(cards, key=lambda card: card not in shown), best)


def _enter(state: State, player: int) -> None:
    battle = state.frames[-1]
    if _qualifying(state, state.hands[player], battle):
        sort_dice(battle)  # which nobody is told: it would tell of the card
        state.frames.append(bare_frame("reroll", player))


def _qualifying(state: State, hand: Sequence[int], battle: Frame) -> list[int]:
    """The cards of a hand that show the battle's source or target."""
    deck = state.rules.deck
    return [card for card in hand if deck[card].territory in _fought_over(battle)]


def _holds_card(state: State, frame: Frame) -> bool:
    return bool(_qualifying(state, state.hands[frame[DECIDER]], state.frames[-2]))


def _fought_over(battle: Frame) -> tuple[int, int]:
    return battle[BattleFrame.source], battle[BattleFrame.target]


def _decline(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


def _take_back(state: State, player: int, target: int, attackers: Sequence[int], victim: int) -> None:
    state.data[_SHOWN].clear()


def _shown_elsewhere(state: State) -> str | None:
    """Whoever has shown a card still holds it."""
    strange = next((card for card in state.data[_SHOWN] if card not in state.hands[state.player]), None)
    return None if strange is None else f"card {strange} is shown, and not in the hand of player {state.player}"
