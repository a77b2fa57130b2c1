"""The hook points. A hook is called once per rulebook and returns a rule; the rule is called in the game.

The first group has one provider each (of several, the later table of the variant wins) and may be wrapped; of the
second group every plugin's answer counts. An implementation may leave out `board` if it does not need it.

All that there is to know of a hook stands here: its contract, and in the mark above it what will do as an answer,
where people read about it, and how its rules make themselves felt. Within a chapter hooks are told in this order.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

from riskcore import hooks
from riskcore.board import Board
from riskcore.cards import Card
from riskcore.events import Event
from riskcore.rules import (
    AddedAction,
    BattleChoice,
    Component,
    Data,
    Dice,
    FortifyRule,
    Interests,
    InvasionEnded,
    KnownCards,
    Occasion,
    Phase,
    Progress,
    Table,
    Trading,
    WinCheck,
)

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = ["PROJECT", "Hooks", "declared_hooks", "hookimpl"]

PROJECT = "riskcore"
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """Every hook point, with its contract."""

    # -- one provider each ------------------------------------------------------------------------------------------

    @hooks.items(Card, chapter="cards", label="The deck")
    def deck(self, board: Board) -> tuple[Card, ...]:
        """The cards. A card is known in the game by its index in this tuple."""

    @hooks.sequence(chapter="setup")
    def setup(self, board: Board) -> tuple[str, ...]:
        """The names of the set-up's phases, in order. They fill the board and the deck and set `state.first`."""

    @hooks.rule(1, chapter="setup", label="Whose armies")
    def owners(self, board: Board) -> "Callable[[int], tuple[str, ...]]":
        """Who owns armies without having a seat: a function of the number of players to the names of such owners."""

    @hooks.sequence(chapter="turn")
    def turn(self, board: Board) -> tuple[str, ...]:
        """The names of a turn's phases, in order."""

    @hooks.sequence(chapter="battle", label="Step by step")
    def battle(self, board: Board) -> tuple[str, ...]:
        """The names of a battle's steps, from the declared attack to the compared dice.

        While a step is entered, the battle's frame is on top: see `riskcore.phases.battle`.
        """

    @hooks.instance(Dice, chapter="battle", label="The dice", felt="dice")
    def dice(self, board: Board) -> Dice:
        """How many dice either side may roll, and how they are compared."""

    @hooks.rule(2, chapter="armies", label="How many", felt="answer")
    def reinforcement(self, board: Board) -> "Callable[[State, int], int]":
        """(state, player) to the armies due at the start of a turn, sets of cards apart."""

    @hooks.rule(1, chapter="cards", label="The deck used up", felt="answer")
    def reshuffle(self, board: Board) -> "Callable[[State], bool]":
        """(state) to whether the discard pile becomes the new deck as soon as the last card of the old one is drawn.

        Otherwise it does when the next card is due.
        """

    @hooks.rule(2, chapter="cards", label="Earning a card", felt="answer")
    def card_award(self, board: Board) -> "Callable[[State, int], int]":
        """(state, player) to the number of cards drawn for the turn."""

    @hooks.rule(2, chapter="cards", label="Sets")
    def is_set(self, board: Board) -> "Callable[[State, Sequence[int]], bool]":
        """(state, cards) to whether they may be traded together."""

    @hooks.rule(3, chapter="cards", label="What a set brings", felt="answer")
    def set_value(self, board: Board) -> "Callable[[State, int, Sequence[int]], int]":
        """(state, player, cards) to the armies a set brings; `state.sets_traded` counts those traded before."""

    @hooks.rule(4, chapter="cards", label="Trading", felt="answer")
    def trading(self, board: Board) -> "Callable[[State, int, Occasion, int], Trading]":
        """(state, player, occasion, sets traded so far on it) to NO, MAY or MUST trade (another) set now."""

    @hooks.rule(2, chapter="armies", label="On a territory", felt="limit")
    def army_limit(self, board: Board) -> "Callable[[State, int], int]":
        """(state, territory) to the most armies that may stand there; UNLIMITED if any number may."""

    @hooks.instance(FortifyRule, chapter="fortify", felt="marches")
    def fortify(self, board: Board) -> FortifyRule:
        """How many moves end a turn, and how far they may go."""

    @hooks.rule(4, chapter="attack", label="From where to where", felt="attempt")
    def attack_refusal(self, board: Board) -> "Callable[[State, int, int, int], str | None]":
        """(state, player, source, target) to the reason why this attack may not be made, or None if it may.

        That the player commands the source and that two armies stand there has been checked before.
        """

    @hooks.rule(2, chapter="attack", label="With which armies")
    def commands(self, board: Board) -> "Callable[[State, int], tuple[int, ...]]":
        """(state, player) to the owners whose armies that player may attack with."""

    @hooks.rule(3, chapter="attack", label="Who defends", felt="answer")
    def defender(self, board: Board) -> "Callable[[State, int, int], int]":
        """(state, owner, attacker) to the player who decides for a territory of `owner` that is attacked."""

    @hooks.rule(3, chapter="elimination")
    def elimination(self, board: Board) -> "Callable[[State, int, int], None]":
        """(state, victim, by): what becomes of the victim's cards, and what `by` may do at once.

        The victim is out already and nobody has won by it. Where nobody did it, the rule is not asked: the cards are
        discarded.
        """

    @hooks.items(WinCheck, chapter="win", felt="win")
    def win_condition(self, board: Board) -> tuple[WinCheck, ...]:
        """The ways to win, in order of precedence; a wrapper adds one by adding to the tuple."""

    # -- every answer counts ----------------------------------------------------------------------------------------

    @hooks.registered(chapter="turn", machinery=True, felt="step")
    def phases(self, board: Board) -> Iterable[Phase | AddedAction]:
        """Phases of the rule's own, and actions it adds to the phases of others."""

    @hooks.collected(BattleChoice, chapter="battle", machinery=True)
    def battle_choices(self, board: Board) -> Iterable[BattleChoice]:
        """What the rule's own steps of a battle, between throw and comparison, let the attacker make of the dice.

        The game does not ask: it enters the steps. Exact odds are counted from this, with the steps in the battle's
        order and every choice made as well as possible; a battle with a step that nobody tells of here has no odds. So
        tell of a step only if the dice are all that it changes about a battle fought to the end.
        """

    @hooks.event_types(machinery=True)
    def events(self, board: Board) -> Iterable[type[Event]]:
        """The kinds of event of its own that the rule tells, so that whoever follows a game knows them."""

    @hooks.named(Data, chapter="setup", machinery=True)
    def data(self, board: Board) -> Iterable[Data]:
        """What the rule keeps in `state.data`, under names of its own."""

    @hooks.rules(3, chapter="cards", label="With a trade", felt="change")
    def traded(self, board: Board) -> "Callable[[State, int, Sequence[int]], None]":
        """(state, player, cards): runs after a set has been traded; may add armies or open a decision."""

    @hooks.rules(4, chapter="battle", label="Captures", machinery=True)
    def captured(self, board: Board) -> "Callable[[State, int, int, int], None]":
        """(state, player, target, the target's owner before): runs once the armies have moved into a taken territory.

        It keeps books: wins are looked for after it, and what is to be decided belongs to other hooks.
        """

    @hooks.rules(3, chapter="elimination", machinery=True)
    def eliminated(self, board: Board) -> "Callable[[State, int, int], None]":
        """(state, victim, by): runs when an owner is out, before wins are looked for; `by` is NOBODY if nobody did it.

        Like `captured` it keeps books.
        """

    @hooks.rules(5, chapter="battle", label="After an invasion", felt="change")
    def invasion_ended(self, board: Board) -> InvasionEnded:
        """(state, player, target, owners that attacked, the target's owner before): an invasion was won or called off.

        With a rule that listens here, players call off an invasion by a move before they attack another target, unless
        it is marked with `riskcore.rules.unannounced`: then the attack on another target ends it, or the last attack.
        """

    @hooks.rules(2, chapter="cards", label="Open and hidden")
    def known_cards(self, board: Board) -> KnownCards:
        """(state, player, or None for a spectator) to the cards in others' hands that this player knows.

        Views show these, and copies for a player's search leave them where they are.
        """

    @hooks.rules(2, chapter="lists", machinery=True)
    def interests(self, board: Board) -> Interests:
        """(view, player) to {territory: weight above 0}: what the rule makes valuable to that player, for bots.

        A weight says how many armies it is worth to that player to hold the territory, on top of what any territory
        is worth: to guard it where the player has it, to take it where somebody else does. It may rest only on what
        the view shows.
        """

    @hooks.rules(2, chapter="lists", machinery=True)
    def progress(self, board: Board) -> Progress:
        """(view, player) to how near the player is to winning by this rule, from 0 to 1, for bots and measures.

        0 is not begun, or not known to the viewer; 1 is won, but for being looked at. It may rest only on what the view
        shows.
        """

    @hooks.collected(Component, chapter="lists", machinery=True)
    def components(self, board: Board) -> Iterable[Component]:
        """What players need on the table for this rule besides board, armies, cards and dice: markers, other cards."""

    @hooks.collected(Table, chapter="lists", machinery=True)
    def appendix(self, board: Board) -> Iterable[Table]:
        """What a printed rulebook lists for this rule besides its sentences: the cards of a deck, a table of values."""


def declared_hooks() -> dict[str, hooks.Hook[Any]]:
    """Every hook by its name, in the order of the contract."""
    return {name: hook for name, hook in vars(Hooks).items() if isinstance(hook, hooks.Hook)}
