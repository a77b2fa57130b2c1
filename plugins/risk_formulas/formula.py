"""The rule `formula`: what other rules say, said anew by formulas in the variant file."""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar, Self

import attrs

from riskcore import Board, Dice, Outcome, State, WinCheck, hookimpl
from riskcore.rules import Interests, steady

from .code import compiled, looks_at_armies, places_in
from .language import FormulaError, Node, parse
from .vocabulary import ATTACK, CARDS, PLAYER, TERRITORY, Vocabulary
from .words import in_words

__all__ = ["AttackCondition", "AttackNumber", "Formula", "PlayerCondition", "PlayerNumber", "SetNumber", "Written"]

_Reinforcement = Callable[[State, int], int]
_SetValue = Callable[[State, int, Sequence[int]], int]
_Refusal = Callable[[State, int, int, int], str | None]
_MOST_DICE = 3
_WISH = 3.0  # in armies: what it is worth to hold a territory that the formula for winning names


@attrs.frozen
class Written:
    """A formula as it stands in a variant file, and its tree."""

    text: str
    node: Node = attrs.field(eq=False)
    vocabulary: ClassVar[Vocabulary]
    arguments: ClassVar[str]  # of the rule that it becomes
    yes_or_no: ClassVar[bool] = False
    toml_words: ClassVar[str] = "formula"
    toml_schema: ClassVar[Mapping[str, str]] = {"type": "string"}

    @classmethod
    def from_toml(cls, value: object, board: Board | None) -> Self:
        """Read and check it; a ValueError says what is wrong, and at which column."""
        if not isinstance(value, str):
            raise ValueError(f"{value!r} is no formula; write it in quotation marks")
        node = parse(value, cls.vocabulary, board)
        if node.yes_or_no != cls.yes_or_no:
            wanted, found = ("a yes or no", "a number") if cls.yes_or_no else ("a number", "a yes or no")
            raise FormulaError(1, f"must come to {wanted}, and comes to {found}")
        return cls(value, node)

    def function(self, board: Board, usual: Callable[..., Any]) -> Callable[..., Any]:
        """The rule that it becomes; `usual` is what it replaces."""
        return compiled(self.node, self.vocabulary, board, self.arguments, usual)

    @property
    def looks_at_armies(self) -> bool:
        """Whether what it says may change from one battle of an attack to the next."""
        return looks_at_armies(self.node, self.vocabulary)

    @property
    def words(self) -> str:
        """What it says."""
        return in_words(self.node, self.vocabulary)

    def __str__(self) -> str:
        return self.text


class PlayerNumber(Written):
    """A number about a player."""

    vocabulary, arguments = PLAYER, "state, player"


class PlayerCondition(Written):
    """A yes or no about a player."""

    vocabulary, arguments, yes_or_no, toml_words = PLAYER, "state, player", True, "formula that says yes or no"


class SetNumber(Written):
    """A number about a set of cards and the player who trades it."""

    vocabulary, arguments = CARDS, "state, player, cards"


class TerritoryNumber(Written):
    """A number about a territory."""

    vocabulary, arguments = TERRITORY, "state, territory"


class AttackNumber(Written):
    """A number about an attack."""

    vocabulary, arguments = ATTACK, "state, source, target"


class AttackCondition(Written):
    """A yes or no about an attack."""

    vocabulary, arguments, yes_or_no, toml_words = ATTACK, "state, source, target", True, "formula that says yes or no"


def _at_least_0(number: Callable[..., int]) -> Callable[..., int]:
    return lambda *asked: max(0, number(*asked))


@attrs.frozen(eq=False)
class Formula:
    """House rules as formulas: whole numbers, names that docs/formulas.md lists, comparisons, `a if b else c`.

    `usual` is what the variant's other rules say. A formula that is not given leaves its rule alone.
    """

    _reinforcement: PlayerNumber | None = attrs.field(default=None, metadata={"help": "armies at the start of a turn"})
    _set_value: SetNumber | None = attrs.field(default=None, metadata={"help": "armies for a set of cards"})
    cards_drawn: PlayerNumber | None = attrs.field(
        default=None, metadata={"help": "cards drawn for a turn; asked only for who captured a territory"}
    )
    _army_limit: TerritoryNumber | None = attrs.field(
        default=None, metadata={"help": "the most armies that may stand on a territory"}
    )
    attack_dice: AttackNumber | None = attrs.field(
        default=None, metadata={"help": "the most dice an attacker rolls, brought within 1 and 3"}
    )
    defence_dice: AttackNumber | None = attrs.field(
        default=None, metadata={"help": "the most dice a defender rolls, brought within 1 and 3"}
    )
    attack_if: AttackCondition | None = attrs.field(
        default=None, metadata={"help": "which of the usual attacks may be made"}
    )
    wins_if: PlayerCondition | None = attrs.field(
        default=None, metadata={"help": "when a player has won, besides the usual ways"}
    )

    @property
    def idle(self) -> tuple[str, ...]:
        """The hooks that no formula is given for."""
        given = {
            "reinforcement": self._reinforcement,
            "set_value": self._set_value,
            "card_award": self.cards_drawn,
            "army_limit": self._army_limit,
            "dice": self.attack_dice or self.defence_dice,
            "attack_refusal": self.attack_if,
            "win_condition": self.wins_if,
            "interests": self.wins_if,
        }
        return tuple(hook for hook, formula in given.items() if formula is None)

    @hookimpl(wrapper=True)
    def reinforcement(self, board: Board) -> Generator[None, _Reinforcement, _Reinforcement]:
        """But the armies at the start of a turn are counted so: {self._reinforcement.words}. [H14]"""
        usual = yield
        assert self._reinforcement
        return _at_least_0(self._reinforcement.function(board, usual))

    @hookimpl(wrapper=True)
    def set_value(self, board: Board) -> Generator[None, _SetValue, _SetValue]:
        """But a set brings so many armies: {self._set_value.words}. [H14]"""
        usual = yield
        assert self._set_value
        return _at_least_0(self._set_value.function(board, usual))

    @hookimpl(wrapper=True)
    def card_award(self, board: Board) -> Generator[None, _Reinforcement, _Reinforcement]:
        """But a player who captured a territory in their turn draws so many cards: {self.cards_drawn.words}. [H14]"""
        usual = yield
        assert self.cards_drawn
        number = self.cards_drawn.function(board, usual)
        return lambda state, player: max(0, number(state, player)) if state.captured else 0

    @hookimpl(wrapper=True)
    def army_limit(self, board: Board) -> Generator[None, _Reinforcement, _Reinforcement]:
        """But a territory holds no more armies than this: {self._army_limit.words}; one is always allowed. [H14]"""
        usual = yield
        assert self._army_limit
        number = self._army_limit.function(board, usual)
        return lambda state, territory: max(1, number(state, territory))

    @hookimpl(wrapper=True)
    def dice(self, board: Board) -> Generator[None, Dice, Dice]:
        """But there are other dice. {self.dice_in_words} [H14]"""
        usual = yield
        return attrs.evolve(
            usual,
            attack=_dice(self.attack_dice, board, usual.attack),
            defence=_dice(self.defence_dice, board, usual.defence),
        )

    @hookimpl(wrapper=True)
    def attack_refusal(self, board: Board) -> Generator[None, _Refusal, _Refusal]:
        """But an attack may be made only if {self.attack_if.words}. [H14]"""
        usual = yield
        formula = self.attack_if
        assert formula
        allowed = formula.function(board, lambda state, source, target: True)
        refused = f"an attack may be made only if {formula.words}"

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            reason = usual(state, player, source, target)
            return refused if reason is None and not allowed(state, source, target) else reason

        return refusal if formula.looks_at_armies else steady(refusal, usual)

    @hookimpl(wrapper=True)
    def win_condition(self, board: Board) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """Besides, a player wins once this is so after a capture, an elimination or a turn: {self.wins_if.words}.
        [H14]
        """
        checks = yield
        assert self.wins_if
        won = self.wins_if.function(board, lambda state, player: False)

        def winner(state: State) -> Outcome | None:
            for player in state.seats_from(state.player):
                if state.alive[player] and won(state, player):
                    return Outcome(player, "formula")
            return None

        return (*checks, WinCheck(("capture", "elimination", "turn start", "turn end"), winner, revocable=True))

    @hookimpl
    def interests(self, board: Board) -> Interests:
        """Players want the territories that the formula for winning names."""
        assert self.wins_if
        wanted = {
            territory: _WISH
            for place in places_in(self.wins_if.node)
            for territory in (board.members[board.continent(place)] if place in board.continents else ())
        } | {board.territory(place): _WISH for place in places_in(self.wins_if.node) if place in board.territories}
        return lambda view, player: wanted

    @property
    def dice_in_words(self) -> str:
        """Whose dice are how many."""
        sides = (("attacker", self.attack_dice), ("defender", self.defence_dice))
        return " ".join(
            f"The {side} rolls at most this many, from one to three: {dice.words}." for side, dice in sides if dice
        )


def _dice(formula: AttackNumber | None, board: Board, usual: Callable[..., int]) -> Callable[..., int]:
    if formula is None:
        return usual
    number: Callable[[State, int, int], int] = formula.function(board, usual)

    def dice(state: State, source: int, target: int) -> int:
        return min(max(number(state, source, target), 1), _MOST_DICE)

    return dice if formula.looks_at_armies else steady(dice, usual)
