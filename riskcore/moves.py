"""The decisions a player can take in any game. Rules bring their own by subclassing `Move`."""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from riskcore import domains
from riskcore.records import Record

if TYPE_CHECKING:
    from riskcore.state import State

__all__ = [
    "Assault",
    "Attack",
    "CallOff",
    "Defend",
    "Done",
    "Fortify",
    "MadeMove",
    "Move",
    "MoveIn",
    "MoveRange",
    "Place",
    "Trade",
    "compile_test",
    "thaw",
]


class Move(Record):
    """A decision: `("place", 3, 2)` with names. A secret field is shown only to whoever decided."""

    __slots__ = ()

    def seen_by(self, player: int | None, mover: int) -> Self:
        """A mover's decision as a player (None: a spectator) may see it: to others secret fields are None.

        Decisions of a phase that is `secret` are not to be shown to others at all, which a `MadeMove` knows; what they
        bring is told by events.
        """
        return self if player == mover else self.without_secrets()


class MadeMove(NamedTuple):
    """A move as it was made in a game: by whom, in which phase, and whether in secret."""

    mover: int
    phase: str
    move: Move
    in_secret: bool

    def seen_by(self, player: int | None) -> Move | None:
        """What a player (None: a spectator) may see of it; None if nothing, for it was made in secret."""
        if self.in_secret and player != self.mover:
            return None
        return self.move.seen_by(player, self.mover)


class MoveRange:
    """Moves that differ in nothing but their last field, a number from `low` to `high`: armies on one territory, say.

    It is a sequence of these moves that makes each of them only when it is asked for.
    """

    __slots__ = ("high", "low", "move", "start")

    def __init__(self, move: type[Move], start: tuple[Any, ...], low: int, high: int) -> None:
        self.move = move
        self.start = start  # the fields before the last
        self.low = low
        self.high = high

    def __len__(self) -> int:
        return max(0, self.high - self.low + 1)

    def __getitem__(self, number: int) -> Move:
        return self.move(*self.start, range(self.low, self.high + 1)[number])  # type: ignore[call-arg]  # each move takes its own fields

    def __iter__(self) -> Iterator[Move]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"MoveRange({self.move.__name__}, {self.start}, {self.low}, {self.high})"

    def to_list(self) -> list[Any]:
        """For JSON: `["place", 3, {"min": 1, "max": 5}]`."""
        return [self.move.kind, *self.start, {"min": self.low, "max": self.high}]


class Place(Move, kind="place"):
    """Put armies on a territory."""

    territory: int = domains.territory()
    armies: int = domains.count(1)


class Trade(Move, kind="trade"):
    """Hand in a set of cards for armies."""

    cards: tuple[int, ...] = domains.cards()


class Attack(Move, kind="attack"):
    """Fight one battle: declare source, target and the number of dice."""

    source: int = domains.territory()
    target: int = domains.territory()
    dice: int = domains.dice()


class Assault(Move, kind="assault"):
    """An attack order: battle after battle with all dice until the target falls or a stop is reached.

    It stops when the source has `keep` armies or fewer, is ahead of the target by less than `margin`, or may not attack
    any more. When the target falls, `move_in` armies (brought within the legal bounds) move in; 0 asks.
    """

    source: int = domains.territory()
    target: int = domains.territory()
    keep: int = domains.count(1)
    margin: int = domains.count(-1_000_000)
    move_in: int = domains.count(0)


class Defend(Move, kind="defend"):
    """Choose the number of dice for a defence."""

    dice: int = domains.dice()


class MoveIn(Move, kind="move in"):
    """How many armies, in all, move into a captured territory."""

    armies: int = domains.count(1)


class CallOff(Move, kind="call off"):
    """End the open invasion without having taken its target."""


class Fortify(Move, kind="fortify"):
    """Move armies from one territory to another at the end of a turn."""

    source: int = domains.territory()
    target: int = domains.territory()
    armies: int = domains.count(1)


class Done(Move, kind="done"):
    """Decide nothing more in this phase."""


class _Named(ast.NodeTransformer):
    """The test of a domain, asked of a variable of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.name, node.ctx) if node.id == "value" else node


def compile_test(move: type[Move], territories: int, cards: int) -> Callable[[Sequence[Any], "State"], bool]:
    """A function (move, state) that says whether a tuple has the move's shape; compiled, for every move pays it."""
    names = [f"field{at}" for at in range(len(move.fields))]
    tests = [
        ast.unparse(_Named(name).visit(ast.parse(domain.test, mode="eval")))
        for name, domain in zip(names, move.fields.values(), strict=True)
    ]
    sizes = {"owners": "len(state.held)", "players": "state.players"}
    source = [
        "def test(move, state):",
        "    if type(move) is not tuple and not isinstance(move, tuple):",
        "        return False",
        "    try:",
        f"        {', '.join(['_', *names])}, = move",
        "    except ValueError:",  # of another length
        "        return False",
        *(f"    {size} = {value}" for size, value in sizes.items() if any(size in test for test in tests)),
        f"    return {' and '.join(f'({test})' for test in tests) or True}",
    ]
    namespace: dict[str, Any] = {"territories": territories, "cards": cards}
    exec("\n".join(source), namespace)
    test: Callable[[Sequence[Any], State], bool] = namespace["test"]
    return test


def thaw(move: Any) -> Any:
    """A list, as JSON has it, into the tuple that a move is; fields may be lists too, but not what is in them."""
    if not isinstance(move, list):
        return move
    return tuple(tuple(field) if isinstance(field, list) else field for field in move)
