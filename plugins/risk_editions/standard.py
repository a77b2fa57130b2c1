"""What every edition shares: the turn, ownership, dice, reinforcements, cards, elimination, conquest, fortifying."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

import attrs
from attrs.validators import ge, le

from riskcore import Board, Card, Dice, FortifyRule, Outcome, State, View, WinCheck, hookimpl
from riskcore.cards import WILD
from riskcore.dice import compare_high
from riskcore.phases import open_spoils, pass_cards
from riskcore.rules import UNLIMITED, Progress, steady
from riskcore.words import counted, spelled

__all__ = ["Armies", "BattleDice", "Cards", "Conquest", "Elimination", "Fortification", "Reinforcement", "Turn"]


@attrs.frozen(eq=False)
class Turn:
    """The order of a turn."""

    role: ClassVar[str] = "edition"
    phases_in_order: tuple[str, ...] = attrs.field(
        default=("reinforce", "trade", "place", "attack", "fortify", "card"),
        metadata={"help": "the phases of a turn, first to last"},
    )

    @hookimpl
    def turn(self) -> tuple[str, ...]:
        """Players take turns. When all steps of a turn are done, play passes to the left, to the next player who is
        still in the game. [B2]
        """
        return self.phases_in_order


@attrs.frozen(eq=False)
class Armies:
    """Whose armies are whose, and what they may attack."""

    role: ClassVar[str] = "edition"

    @hookimpl
    def owners(self) -> Callable[[int], tuple[str, ...]]:
        """Every army on the board belongs to one of the players. [B1]"""
        return lambda players: ()

    @hookimpl
    def commands(self) -> Callable[[State, int], tuple[int, ...]]:
        """Players attack with their own armies. [B5]"""
        return lambda state, player: (player,)

    @hookimpl
    def defender(self) -> Callable[[State, int, int], int]:
        """Whoever owns the attacked territory defends it. [B5]"""
        return lambda state, owner, attacker: owner

    @hookimpl
    def army_limit(self) -> Callable[[State, int], int]:
        """Any number of armies may stand on a territory, but never fewer than one: nobody may leave a territory empty.
        The supply of armies is unlimited. [B1, B2]
        """
        return lambda state, territory: UNLIMITED

    @hookimpl
    def attack_refusal(self) -> Callable[[State, int, int, int], str | None]:
        """Players attack as often as they like, each time from a territory with at least two armies to an adjacent
        enemy territory. [B5]
        """
        return _adjacent_enemies_only


@steady
def _adjacent_enemies_only(state: State, player: int, source: int, target: int) -> str | None:
    if target not in state.board.adjacent[source]:
        return f"{state.board.territories[target]} does not border {state.board.territories[source]}"
    if state.owner[target] == state.owner[source]:
        return f"{state.board.territories[target]} is held by the same owner"
    return None


@attrs.frozen(eq=False)
class BattleDice:
    """How a battle is fought."""

    role: ClassVar[str] = "edition"
    attack_dice: int = attrs.field(
        default=3, validator=[ge(1), le(3)], metadata={"help": "most dice an attacker rolls"}
    )
    defence_dice: int = attrs.field(
        default=2, validator=[ge(1), le(3)], metadata={"help": "most dice a defender rolls"}
    )

    @hookimpl
    def battle(self) -> tuple[str, ...]:
        """A battle is one roll of the dice. The attacker says from where and against which territory, and how many
        dice to roll; then the defender says how many dice; then both roll. When the last defending army falls, the
        territory is captured: before anything else the attacker moves armies in from where the attack came, at least
        as many as the dice they rolled in that battle, and leaves at least one behind. [B5, B7]
        """
        return ("defend", "throw", "compare")

    @hookimpl
    def dice(self) -> Dice:
        """The attacker rolls up to {self.attack_in_words}, but fewer than the armies on the attacking territory; the
        defender rolls up to {self.defence_in_words}, but no more than the armies there. The highest die of each side is
        compared, then the next highest: the higher die wins, a tie goes to the defender, and each comparison costs its
        loser one army. [B5, B6]
        """
        return Dice(
            attack=steady(lambda state, source, target: self.attack_dice),
            defence=steady(lambda state, source, target: self.defence_dice),
            compare=compare_high,
        )

    @property
    def attack_in_words(self) -> str:
        """The attacker's dice."""
        return counted(self.attack_dice, "die", "dice")

    @property
    def defence_in_words(self) -> str:
        """The defender's."""
        return counted(self.defence_dice, "die", "dice")


@attrs.frozen(eq=False)
class Reinforcement:
    """Armies at the start of a turn."""

    role: ClassVar[str] = "edition"
    territories_per_army: int = attrs.field(
        default=3, validator=ge(1), metadata={"help": "territories that bring one army"}
    )
    minimum: int = attrs.field(default=3, validator=ge(0), metadata={"help": "armies that everybody gets at least"})
    continents: bool = attrs.field(default=True, metadata={"help": "whether whole continents bring their bonus"})

    @hookimpl
    def reinforcement(self, board: Board) -> Callable[[State, int], int]:
        """At the start of a turn a player gets one army for {self.territories_in_words}{self.minimum_in_words}
        {self.continents_in_words}. So {self.example_in_words}. [B3]
        """
        per, minimum = self.territories_per_army, self.minimum
        bonuses = board.bonuses if self.continents else ()

        def armies_due(state: State, player: int) -> int:
            armies = state.held[player] // per
            if armies < minimum:
                armies = minimum
            for held, size, bonus in zip(state.held_in[player], state.continent_sizes, bonuses, strict=False):
                if held == size:
                    armies += bonus
            return armies

        return armies_due

    @property
    def territories_in_words(self) -> str:
        """What territories bring."""
        if self.territories_per_army == 1:
            return "every territory held"
        return f"every {spelled(self.territories_per_army)} territories held, rounded down"

    @property
    def minimum_in_words(self) -> str:
        """What everybody gets."""
        return f", but never fewer than {spelled(self.minimum)}" if self.minimum else ""

    @property
    def continents_in_words(self) -> str:
        """What continents bring."""
        return ", and the bonus of every continent held whole" if self.continents else "; continents bring nothing"

    @property
    def example_in_words(self) -> str:
        """What a small realm brings, continents apart: one that there is on a small board, too."""
        territories = 2 * self.territories_per_army + self.territories_per_army // 2
        armies = max(territories // self.territories_per_army, self.minimum)
        apart = ", continents apart" if self.continents else ""
        return f"{spelled(territories)} territories bring {counted(armies, 'army', 'armies')}{apart}"


@attrs.frozen(eq=False)
class Cards:
    """The deck, what is a set, and how cards are earned."""

    role: ClassVar[str] = "edition"
    wilds: int = attrs.field(default=2, validator=[ge(0), le(1000)], metadata={"help": "wild cards in the deck"})
    per_turn: int = attrs.field(
        default=1, validator=ge(0), metadata={"help": "cards for a turn with at least one capture"}
    )
    reshuffled: Literal["at once", "at the next draw"] = attrs.field(
        alias="reshuffle",
        default="at once",
        metadata={"help": "when a deck that is used up is made anew from the discard pile"},
    )

    @hookimpl
    def deck(self, board: Board) -> tuple[Card, ...]:
        """The deck has a card for each territory{self.wilds_in_words}. Traded cards go to a discard pile. [B4, B9]"""
        cards = [Card(insignia, territory) for territory, insignia in enumerate(board.insignia)]
        return (*cards, *[Card(WILD)] * self.wilds)

    @hookimpl
    def reshuffle(self) -> Callable[[State], bool]:
        """When {self.used_up_in_words}, the discard pile is shuffled to be the new deck. If there is no card
        anywhere, none is taken. [B9]
        """
        at_once = self.reshuffled == "at once"
        return lambda state: at_once

    @hookimpl
    def is_set(self) -> Callable[[State, Sequence[int]], bool]:
        """Three cards are a set if they show the same, or if each shows something else{self.wild_sets}. [B4]"""
        return _alike_or_all_different

    @hookimpl
    def card_award(self) -> Callable[[State, int], int]:
        """Whoever has captured at least one territory in the turn takes {self.award_in_words}, however many fell.
        Players keep their cards hidden; everybody may know how many they hold. [B10]
        """
        per_turn = self.per_turn
        return lambda state, player: per_turn if state.captured else 0

    @property
    def used_up_in_words(self) -> str:
        """When the discard pile is shuffled."""
        return (
            "the last card has been taken" if self.reshuffled == "at once" else "a card is due and the deck is used up"
        )

    @property
    def wilds_in_words(self) -> str:
        """The wild cards, if any."""
        return f", and {counted(self.wilds, 'wild card', 'wild cards')}" if self.wilds else ""

    @property
    def wild_sets(self) -> str:
        """What a wild card is good for."""
        return "; a wild card stands for whatever is needed" if self.wilds else ""

    @property
    def award_in_words(self) -> str:
        """What captures earn."""
        return counted(self.per_turn, "card", "cards")


def _alike_or_all_different(state: State, cards: Sequence[int]) -> bool:
    deck = state.rules.deck
    shown = {deck[card].insignia for card in cards}
    return WILD in shown or len(shown) == 1 or len(shown) == len(cards)


@attrs.frozen(eq=False)
class Elimination:
    """What an eliminator gets."""

    role: ClassVar[str] = "edition"

    @hookimpl
    def elimination(self) -> Callable[[State, int, int], None]:
        """Whoever takes a player's last territory eliminates that player and gets all their cards at once, as soon as
        armies have moved in. Sets may then be traded as the chapter on cards says; the armies they bring are placed
        on their own territories, all on one or divided, before the attacks go on. [B8]
        """
        return _hand_over_cards


def _hand_over_cards(state: State, victim: int, by: int) -> None:
    pass_cards(state, victim, by, state.hands[victim])
    open_spoils(state, by)


@attrs.frozen(eq=False)
class Conquest:
    """The last player on the board wins."""

    role: ClassVar[str] = "edition"

    @hookimpl
    def win_condition(self) -> tuple[WinCheck, ...]:
        """A player who has lost their last territory is out. Whoever is the only player left has conquered the world
        and wins. [C59-7, W93-7, G04-6]
        """
        return (WinCheck(("elimination",), _sole_survivor),)

    @hookimpl
    def progress(self) -> Progress:
        """Every rival who is out is a step."""
        return _rivals_out


def _rivals_out(view: View, player: int) -> float:
    players, alive = view.players, view.alive
    return alive[:players].count(False) / (players - 1) if alive[player] else 0.0


def _sole_survivor(state: State) -> Outcome | None:
    survivors = [player for player in range(state.players) if state.alive[player]]
    return Outcome(survivors[0], "conquest") if len(survivors) == 1 else None


@attrs.frozen(eq=False)
class Fortification:
    """The move that ends a turn."""

    role: ClassVar[str] = "edition"
    moves: int = attrs.field(default=1, validator=ge(0), metadata={"help": "moves at the end of a turn"})
    reach: Literal["adjacent", "connected"] = attrs.field(
        default="adjacent",
        metadata={"help": "how far: to a neighbour, or along a path of the player's own territories"},
    )

    @hookimpl
    def fortify(self) -> FortifyRule:
        """In the fortify step players {self.moves_in_words}: that is to move any number of armies from one of their
        territories to another {self.reach_in_words}, leaving at least one behind. [C59-6, W93-5, G04-4]
        """
        if self.reach == "adjacent":
            return FortifyRule(self.moves, adjacent_own, _borders)
        return FortifyRule(self.moves, connected_own, _connects)

    @property
    def moves_in_words(self) -> str:
        """How often."""
        if self.moves == 0:
            return "may not fortify"
        return "may fortify once a turn" if self.moves == 1 else f"may fortify up to {spelled(self.moves)} times a turn"

    @property
    def reach_in_words(self) -> str:
        """How far."""
        return "adjacent to it" if self.reach == "adjacent" else "that a path through their own territories leads to"


def _borders(state: State, source: int, target: int) -> bool:
    return target in state.board.adjacent[source]


def adjacent_own(state: State, source: int) -> Iterable[int]:
    """The neighbours of a territory that the same owner holds."""
    owner = state.owner
    return [near for near in state.board.neighbours[source] if owner[near] == owner[source]]


def connected_own(state: State, source: int) -> Iterable[int]:
    """The territories that a path through the same owner's territories leads to."""
    return sorted(state.board.reachable(source, state.territories_of(state.owner[source])) - {source})


def _connects(state: State, source: int, target: int) -> bool:
    return target in state.board.adjacent[source] or target in connected_own(state, source)
