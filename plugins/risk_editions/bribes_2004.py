"""Bribes of 2004: a card, paid face down, brings a neutral one step nearer."""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import ClassVar

import attrs
from attrs.validators import ge

from riskcore import DECIDER, Action, Data, Event, Frame, FrameFields, Move, Phase, State, View, domains, hookimpl
from riskcore.cards import UNKNOWN, WILD
from riskcore.events import lay_down
from riskcore.flow import close
from riskcore.moves import Done
from riskcore.phases import SET_SIZE, hand_sets
from riskcore.rules import KnownCards
from riskcore.words import counted

from .alliances_2004 import allies_of, step_towards

__all__ = ["Bribe", "Bribed", "Bribes"]


class Bribe(Move, kind="bribe"):
    """Pay a neutral with a card."""

    owner: int = domains.owner()
    card: int = domains.card(secret=True)


class Bribed(Event, kind="bribed", told="{player} pays a card to {owner}"):
    """A card paid to a neutral; others do not see which."""

    player: int = domains.owner()
    owner: int = domains.owner()
    card: int = domains.card(secret=True)

    def apply(self, state: State) -> None:
        """From hand to hand."""
        card = UNKNOWN if self.card is None else self.card
        lay_down(state, self.player, [card])
        state.hands[self.owner].append(card)


class BribeFrame(FrameFields, phase="bribe"):
    """Bribing neutrals."""

    paid: int = domains.count(0)  # bribes paid this turn


@attrs.frozen(eq=False)
class Bribes:
    """Neutrals that can be bribed."""

    role: ClassVar[str] = "edition"
    requires: ClassVar[tuple[str, ...]] = ("alliances",)
    per_turn: int = attrs.field(default=1, validator=ge(0), metadata={"help": "bribes a player may pay in a turn"})

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """That a card is paid."""
        return (Bribed,)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """By owner, who paid each card that it holds. Who paid is no secret, the cards are."""
        return (
            Data(
                "bribes", lambda players, owners: [[] for _ in range(owners)], seen="public", entries=domains.player()
            ),
        )

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """A turn begins with up to {self.in_words}: a card paid to a neutral brings it one step nearer, from
        the opponent's ally to uninvolved, or from uninvolved to the player's ally. Cards that were paid no
        longer count when it comes to trading. [N3-2]
        """
        phases = yield
        return ("bribe", *phases)

    @property
    def in_words(self) -> str:
        """How many a turn."""
        return counted(self.per_turn, "bribe", "bribes")

    @hookimpl
    def known_cards(self) -> KnownCards:
        """A card paid as a bribe lies face down with the neutral; only whoever paid it knows which it is. [N3-2]"""
        return _paid_by

    @hookimpl
    def eliminated(self) -> Callable[[State, int, int], None]:
        """Whoever eliminates a neutral, with their own armies or an ally's, gets the cards it was paid, and then
        trades as after any elimination. [N3-7]
        """
        return _forget_payers

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """Bribing: frame ["bribe", player, bribes paid this turn]."""
        return (
            Phase(
                "bribe",
                self._enter,
                (
                    Action(Bribe, _legal, self._play, advice=_advise),
                    Action(Done, _legal_done, _play_done, advice=_advise),
                ),
                words="pay a neutral with a card",
                frame=BribeFrame,
            ),
        )

    def _enter(self, state: State, player: int) -> None:
        if self.per_turn and state.hands[player] and _open_to_bribes(state, player):
            state.frames.append(BribeFrame.new(player, 0))

    def _play(self, state: State, frame: Frame, move: tuple[str, int, int]) -> str | None:
        _, neutral, card = move
        player = frame[DECIDER]
        if neutral not in _open_to_bribes(state, player):
            return f"owner {neutral} cannot be bribed: only a neutral on the board that is no ally yet can"
        if card not in state.hands[player]:
            return f"card {card} is not in hand"
        state.hands[player].remove(card)
        state.hands[neutral].append(card)
        state.data["bribes"][neutral].append(player)
        state.tell(Bribed(player, neutral, card))
        step_towards(state, neutral, player)
        frame[BribeFrame.paid] += 1
        if frame[BribeFrame.paid] >= self.per_turn or not state.hands[player] or not _open_to_bribes(state, player):
            close(state)
        return None


def _open_to_bribes(state: State, player: int) -> list[int]:
    """The neutrals on the board that are not the player's allies."""
    allies = allies_of(state, player)
    neutrals = range(state.players, len(state.held))
    return [owner for owner in neutrals if state.held[owner] and owner not in allies]


def _paid_by(state: State, player: int | None) -> Iterable[int]:
    for hand, payers in zip(state.hands, state.data["bribes"], strict=True):
        for card, payer in zip(hand, payers, strict=False):  # players' own hands were paid by nobody
            if payer == player:
                yield card


def _forget_payers(state: State, victim: int, by: int) -> None:
    """The cards themselves pass as any eliminated owner's do."""
    state.data["bribes"][victim].clear()


def _legal(state: State, frame: Frame) -> Iterator[Move]:
    for neutral in _open_to_bribes(state, frame[DECIDER]):
        for card in state.hands[frame[DECIDER]]:
            yield Bribe(neutral, card)


def _legal_done(state: State, frame: Frame) -> Iterator[Move]:
    yield Done()


def _play_done(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


def _advise(view: View, frame: Frame) -> Move:
    """With a card to spare, bribe the neutral that has most armies beside either player."""

    def armies_beside_players(neutral: int) -> int:
        return sum(
            view.armies[place]
            for place in view.territories_of(neutral)
            if any(view.owner[near] < view.players for near in view.board.neighbours[place])
        )

    card = _spare_card(view)
    best = max(view.ask(_open_to_bribes, frame[DECIDER]), key=armies_beside_players)
    return Done() if card is None or armies_beside_players(best) == 0 else Bribe(best, card)


def _spare_card(view: View) -> int | None:
    """A card that no set needs, neither one in hand nor, with few cards, one to come; never a wild one."""
    hand = view.hand
    if len(hand) < SET_SIZE:
        return None
    holds_set = any(view.ask(hand_sets, hand))
    for card in hand:
        if view.rules.deck[card].insignia != WILD:
            rest = [other for other in hand if other != card]
            if not holds_set or any(view.ask(hand_sets, rest)):
                return card
    return None
