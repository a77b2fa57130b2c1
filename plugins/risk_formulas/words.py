"""A formula read back in words, as a booklet has them."""

from riskcore.words import listed, spelled

from .language import Call, Chain, Choice, Join, Name, Negation, Node, Number, Pair
from .vocabulary import Vocabulary

__all__ = ["in_words"]

_SIGNS = {
    "<": "{} is less than {}",
    "<=": "{} is at most {}",
    ">": "{} is more than {}",
    ">=": "{} is at least {}",
    "==": "{} is {}",
    "!=": "{} is not {}",
}
_OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_PARTS = {2: "half of {}", 3: "a third of {}", 4: "a quarter of {}", 5: "a fifth of {}"}


def in_words(node: Node, vocabulary: Vocabulary) -> str:
    """The formula as a phrase; what is worked out first stands in brackets where it could be misread."""
    return _Words(vocabulary).say(node)


class _Words:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._names = vocabulary.names

    def say(self, node: Node) -> str:
        match node:
            case Number(value):
                return str(value)
            case Name(name, _, place):
                return self._names[name].words.replace("{place}", place)
            case Call("abs", (number,)):
                return f"the size of {self.say(number)}, whatever its sign"
            case Call(function, arguments):
                word = "larger" if function == "max" else "smaller"
                if len(arguments) > 2:
                    word = "largest" if function == "max" else "smallest"
                return f"the {word} of {listed([self.within(each) for each in arguments])}"
            case Negation(Chain((left, right), (sign,)), True):
                return self.say(Chain((left, right), (_OPPOSITES[sign],)))
            case Negation(inner, True):
                return f"it is not so that {self.within(inner)}"
            case Negation(inner):
                return f"minus {self.within(inner)}"
            case Pair(sign, left, right):
                return self._pair(sign, left, right)
            case Chain((first, *others), signs):
                return self._chain(first, others, signs)
            case Join(word, parts):
                return f" {word} ".join(
                    self.within(each) if isinstance(each, Join) else self.say(each) for each in parts
                )
            case Choice(condition, then, otherwise):
                return f"{self.say(then)} if {self.say(condition)}, otherwise {self.say(otherwise)}"
        raise AssertionError(node)

    def within(self, node: Node) -> str:
        """A part of something larger."""
        simple = isinstance(node, Number | Name | Chain) or (isinstance(node, Pair) and node.sign == "//")
        return self.say(node) if simple else f"({self.say(node)})"

    def _pair(self, sign: str, left: Node, right: Node) -> str:
        first = self.say(left) if sign in "+-" and isinstance(left, Pair | Call) else self.within(left)
        match sign, right:
            case "//", Number(value) if value in _PARTS:
                return f"{_PARTS[value].format(first)} (rounded down)"
            case "//", Number(value):
                return f"one for every {spelled(value)} of {first}"
            case "//", _:
                return f"{first} divided by {self.within(right)} (rounded down)"
            case "%", _:
                return f"the remainder of {first} divided by {self.within(right)}"
            case "*", _:
                return f"{first} times {self.within(right)}"
            case "+", _:
                return f"{first}, plus {self.within(right)}"
        return f"{first}, minus {self.within(right)}"

    def _chain(self, first: Node, others: list[Node], signs: tuple[str, ...]) -> str:
        said = []
        for sign, other in zip(signs, others, strict=True):
            said.append(_SIGNS[sign].format(self.within(first), self.within(other)))
            first = other
        return listed(said)
