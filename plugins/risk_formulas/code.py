"""From the tree of a formula to a function: a Python expression, compiled once, that looks straight at the state."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from riskcore import State
from riskcore.board import Board
from riskcore.cards import WILD

from .language import Call, Chain, Choice, Join, Name, Negation, Node, Number, Pair
from .vocabulary import Vocabulary

__all__ = ["compiled", "looks_at_armies", "places_in"]


def compiled(
    node: Node, vocabulary: Vocabulary, board: Board, arguments: str, usual: Callable[..., Any]
) -> Callable[..., Any]:
    """A function of `arguments` ("state, player"); `usual` is asked with the same for what other rules say."""
    writer = _Writer(vocabulary, board, f"usual({arguments})")
    function: Callable[..., Any] = eval(f"lambda {arguments}: {writer.write(node)}", {**_HELPERS, "usual": usual})
    return function


def looks_at_armies(node: Node, vocabulary: Vocabulary) -> bool:
    """Whether what the formula says may change while an attack goes on."""
    return any(vocabulary.names[name.name].looks_at_armies for name in _names_in(node))


def places_in(node: Node) -> set[str]:
    """The territories and continents that a formula names."""
    return {name.place for name in _names_in(node) if name.place}


def _names_in(node: Node) -> Iterator[Name]:
    if isinstance(node, Name):
        yield node
    for child in _children(node):
        yield from _names_in(child)


def _children(node: Node) -> Sequence[Node]:
    match node:
        case Call(_, arguments):
            return arguments
        case Negation(inner):
            return (inner,)
        case Pair(_, left, right):
            return (left, right)
        case Chain(numbers):
            return numbers
        case Join(_, parts):
            return parts
        case Choice(condition, then, otherwise):
            return (condition, then, otherwise)
    return ()


class _Writer:
    def __init__(self, vocabulary: Vocabulary, board: Board, usual: str) -> None:
        self._vocabulary = vocabulary
        self._board = board
        self._usual = usual

    def write(self, node: Node) -> str:
        """The expression, with brackets wherever there could be a doubt."""
        write = self.write
        match node:
            case Number(value):
                return str(value)
            case Name("usual"):
                return self._usual
            case Name(name, _, place):
                return f"({self._vocabulary.names[name].written(place, self._board)})"
            case Call(function, arguments):
                return f"{function}({', '.join(map(write, arguments))})"
            case Negation(inner, True):
                return f"(not {write(inner)})"
            case Negation(inner):
                return f"(-{write(inner)})"
            case Pair(sign, left, right):
                return f"({write(left)} {sign} {write(right)})"
            case Chain((first, *others), signs):
                tail = [f"{sign} {write(number)}" for sign, number in zip(signs, others, strict=True)]
                return f"({' '.join([write(first), *tail])})"
            case Join(word, parts):
                return f"({f' {word} '.join(map(write, parts))})"
            case Choice(condition, then, otherwise):
                return f"({write(then)} if {write(condition)} else {write(otherwise)})"
        raise AssertionError(node)


# -- what names stand for where an expression is not enough ------------------------------------------------------------


def _bonuses(state: State, player: int) -> int:
    held_in = zip(state.held_in[player], state.continent_sizes, state.board.bonuses, strict=True)
    return sum(bonus for held, size, bonus in held_in if held == size)


def _continents_held(state: State, player: int) -> int:
    return sum(held == size for held, size in zip(state.held_in[player], state.continent_sizes, strict=True))


def _territories_of(state: State, player: int) -> int:
    return state.held[player]


def _armies_of(state: State, player: int) -> int:
    return sum(armies for armies, owner in zip(state.armies, state.owner, strict=True) if owner == player)


def _cards_of(state: State, player: int) -> int:
    return len(state.hands[player])


def _among_others(best: Callable[..., int]) -> Callable[[State, int, Callable[[State, int], int]], int]:
    def of_others(state: State, player: int, count: Callable[[State, int], int]) -> int:
        others = (other for other in range(state.players) if other != player and state.alive[other])
        return best((count(state, other) for other in others), default=0)

    return of_others


def _held_by_owner(state: State, territory: int) -> int:
    owner = state.owner[territory]
    return state.held[owner] if owner >= 0 else 0


def _wild_cards(state: State, cards: Sequence[int]) -> int:
    return sum(state.rules.deck[card].insignia == WILD for card in cards)


def _own_cards(state: State, player: int, cards: Sequence[int]) -> int:
    shown = [state.rules.deck[card].territory for card in cards]
    return sum(territory >= 0 and state.owner[territory] == player for territory in shown)


def _alike(state: State, cards: Sequence[int]) -> bool:
    return len({state.rules.deck[card].insignia for card in cards} - {WILD}) <= 1


_HELPERS: dict[str, Any] = {
    "__builtins__": {},
    "abs": abs,
    "alike": _alike,
    "alive_players": lambda state: sum(state.alive[: state.players]),
    "armies_of": _armies_of,
    "bonuses": _bonuses,
    "cards_of": _cards_of,
    "continents_held": _continents_held,
    "held_by_owner": _held_by_owner,
    "least": _among_others(min),
    "len": len,
    "max": max,
    "min": min,
    "most": _among_others(max),
    "own_cards": _own_cards,
    "territories_of": _territories_of,
    "wild_cards": _wild_cards,
}
