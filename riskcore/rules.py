"""The types that hooks return: plain callables and small objects, called in the loop of a game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import attrs

from riskcore.dice import Compare
from riskcore.domains import Domain
from riskcore.errors import RulebookError
from riskcore.frames import Frame, FrameFields

if TYPE_CHECKING:
    from riskcore.moves import Move, MoveRange
    from riskcore.state import State
    from riskcore.view import View

__all__ = [
    "MAY",
    "MUST",
    "NO",
    "UNLIMITED",
    "Action",
    "AddedAction",
    "BattleChoice",
    "Component",
    "Data",
    "Dice",
    "FortifyRule",
    "Interests",
    "InvasionEnded",
    "KnownCards",
    "Occasion",
    "Outcome",
    "Phase",
    "Progress",
    "Table",
    "Throw",
    "Trading",
    "WinCheck",
    "WinEvent",
    "nothing",
    "steady",
    "unannounced",
]

Occasion = Literal["turn", "elimination"]
# When wins are looked for; "claim": of an aim reached, by a move
WinEvent = Literal["capture", "elimination", "armies", "turn start", "turn end", "claim"]

AnyRule = TypeVar("AnyRule", bound=Callable[..., Any])

UNLIMITED = 1_000_000_000

Trading = Literal[0, 1, 2]
NO: Trading = 0
MAY: Trading = 1
MUST: Trading = 2


@attrs.frozen
class Outcome:
    """How a game ended: who won, and by which rule."""

    winner: int
    reason: str


@attrs.frozen(eq=False)
class Action:
    """One kind of move in a phase.

    `play(state, frame, move)` answers with the reason if the move is refused, before it has changed anything;
    otherwise it carries the move out. `legal(state, frame)` yields every legal move, those that differ only in a last
    number rather as a `MoveRange`; an `order` (a shorthand for a row of other moves) is accepted but not listed.
    `advice(view, frame)` is what a sensible player would do, for bots that do not know the rule; None leaves it to
    them.
    """

    move: "type[Move]"
    legal: "Callable[[State, Frame], Iterable[Move | MoveRange]]"
    play: "Callable[[State, Frame, Any], str | None]"
    order: bool = False
    advice: "Callable[[View, Frame], Move | None] | None" = None

    def moves(self, state: "State", frame: Frame) -> "Iterator[Move]":
        """Every legal move, one by one."""
        for offer in self.legal(state, frame):
            if isinstance(offer, tuple):
                yield offer
            else:
                yield from offer


def steady(rule: AnyRule, *passed_on_to: Callable[..., Any]) -> AnyRule:
    """Mark a rule about attacks or dice that does not look at armies: an attack order then asks it once.

    Any other is asked before each battle of the order; so is one that passes questions on to rules that are not steady.
    """
    rule.steady = all(getattr(each, "steady", False) for each in passed_on_to)  # type: ignore[attr-defined]  # functions take attributes
    return rule


def unannounced(rule: AnyRule) -> AnyRule:
    """Mark a rule about the end of invasions that may come unasked: a player need not call off an invasion for it."""
    rule.unannounced = True  # type: ignore[attr-defined]  # functions take attributes
    return rule


def nothing(state: "State", frame: Frame) -> None:
    """What most phases do when a decision above them has been taken: wait for the next move."""


@attrs.frozen(eq=False)
class Phase:
    """A step of the set-up, a turn or a battle.

    `enter(state, player)` does what needs no decision and, where there is one, appends a frame to `state.frames`.
    `resume(state, frame)` runs when a frame above this phase's own has been closed. `frame` declares what the phase's
    frames keep; without it they are `bare_frame(name, player)`.

    A phase that opens a decision because of what only its player knows would tell by being open. `secret(state, frame)`
    then says whether there is anything to decide: others see the frames below such a decision, and nobody to move; in
    the games that they imagine it is asked again.

    Frames also come from outside, in saves. Beyond what domains say, `mismatch(state, frame)` tells in which way one
    does not go with the position that it waits in: more dice than armies, for instance.
    """

    name: str
    enter: "Callable[[State, int], None]"
    actions: tuple[Action, ...] = ()
    resume: "Callable[[State, Frame], None]" = nothing
    words: str = ""
    frame: type[FrameFields] = FrameFields
    secret: "Callable[[State, Frame], bool] | None" = None
    mismatch: "Callable[[State, Frame], str | None] | None" = None

    def __attrs_post_init__(self) -> None:
        if self.frame is not FrameFields and self.frame.phase != self.name:
            name = self.frame.__name__
            raise RulebookError(f"phase {self.name!r}: {name} declares the frames of {self.frame.phase!r}")


@attrs.frozen(eq=False)
class AddedAction:
    """An action that a rule adds to a phase it does not own."""

    phase: str
    action: Action


@attrs.frozen
class Data:
    """Something a rule keeps in the state: plain lists, dicts with words as keys, numbers and words.

    `start(players, owners)` makes it. Who may see it: everybody ("public"), each owner their own entry of a list
    ("own"), or nobody ("hidden"). `redraw(state, player)` is for the games that a player (None: a spectator) imagines:
    it replaces what this player cannot know by something that, for all the player knows, might be so; cards have been
    redrawn. What comes out of a save must have the make of what `start` makes, with lists that were empty filled;
    `entries` says besides what each number and word in it may be: `entries=domains.owner()`. `mismatch(state)` tells
    in which way it does not go with the position otherwise, in words.

    Of what is not public a game can be imagined only with a `redraw`.
    """

    name: str
    start: Callable[[int, int], Any]
    seen: Literal["public", "own", "hidden"] = "hidden"
    redraw: "Callable[[State, int | None], None] | None" = None
    entries: Domain | None = None
    mismatch: "Callable[[State], str | None] | None" = None


@attrs.frozen(eq=False)
class Dice:
    """How battles are rolled: the most dice for either side, and how they are compared.

    The limits are functions of (state, source, target); the armies that stand there limit the dice too, always.
    """

    attack: "Callable[[State, int, int], int]"
    defence: "Callable[[State, int, int], int]"
    compare: Compare


# The faces of the attacker's dice and of the defender's, each highest first
Throw = tuple[tuple[int, ...], tuple[int, ...]]


@attrs.frozen(eq=False)
class BattleChoice:
    """What a step of a battle lets the attacker make of the thrown dice, told so that odds can be counted.

    `ways(attack, defence)` yields every way to change the dice of a throw; each is the throws that may come of it, as
    likely as one another, with as many dice as before. The dice may also be left as they lie, unless there is a way
    and the step is `forced`. Changing them `once` uses the chance up for the rest of the turn; otherwise it is there
    in every battle. `given` says what the attacker must have for it: "holding a certain card".
    """

    step: str
    ways: Callable[[tuple[int, ...], tuple[int, ...]], Iterable[Sequence[Throw]]]
    once: bool = False
    forced: bool = False
    given: str = ""


@attrs.frozen(eq=False)
class FortifyRule:
    """Moves at the end of a turn: how many, and where to.

    `targets(state, source)` gives the territories that armies may go to; `reaches(state, source, target)` says the
    same of one target.
    """

    moves: int
    targets: "Callable[[State, int], Iterable[int]]"
    reaches: "Callable[[State, int, int], bool]"


@attrs.frozen
class Table:
    """A table for people to read: `heads` says what the columns of the `rows` are; `note` goes below."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@attrs.frozen
class Component:
    """Something that lies on the table besides board, armies, cards and dice, and what it is."""

    name: str
    words: str


@attrs.frozen(eq=False)
class WinCheck:
    """A way to win: looked at only when one of the events in `on` has happened.

    Of several players who could win by it, the one whose turn it is comes first. It is `revocable` if what it asks
    for can be lost again while the game goes on; rules that let such wins wait look at that.
    """

    on: tuple[WinEvent, ...]
    check: "Callable[[State], Outcome | None]"
    revocable: bool = False


# (view, player) to what territories are worth to that player
Interests = Callable[["View", int], Mapping[int, float]]

# (view, player) to how near the player is to winning by a rule, from 0 to 1
Progress = Callable[["View", int], float]

# (state, player, or None for a spectator) to cards in others' hands
KnownCards = Callable[["State", int | None], Iterable[int]]

# (state, player, target, owners that attacked, the target's owner before)
InvasionEnded = Callable[["State", int, int, Sequence[int], int], None]
