"""The language of formulas: whole numbers, names, comparisons, `and`, `or`, `not`, `a if b else c`, a few functions.

There is nothing in it that could run for long, reach out of the game or surprise: no attributes, no loops, no powers,
and division only by what is above 0. A formula is read into a tree of the nodes below; each node knows whether it is a
number or a yes or no, so that mixing them up is an error with its column before any game.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import attrs

from riskcore.board import Board
from riskcore.words import listed

from .vocabulary import Vocabulary

__all__ = ["Call", "Chain", "Choice", "FormulaError", "Join", "Name", "Negation", "Node", "Number", "Pair", "parse"]

LONGEST = 500
_DEEPEST = 40
_DIGITS = 9

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+)|(?P<name>[^\W\d]\w*)|(?P<text>"[^"]*"|'[^']*')|(?P<sign>//|[<>=!]=|[-+*%()<>,]))"""
)
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_WORDS = ("and", "else", "if", "not", "or")
_FUNCTIONS = ("abs", "max", "min")


class FormulaError(ValueError):
    """What is wrong with a formula, and at which of its columns, counted from 1."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(f"column {column} of the formula: {message}")
        self.column = column


class Token(NamedTuple):
    """A piece of a formula: what kind it is, its text, its column."""

    kind: str
    text: str
    column: int


@attrs.frozen
class Number:
    """A whole number."""

    value: int
    yes_or_no = False


@attrs.frozen
class Name:
    """Something the game knows, by its name; `place` for one that takes a territory or a continent."""

    name: str
    yes_or_no: bool
    place: str = ""


@attrs.frozen
class Call:
    """`min`, `max` or `abs`."""

    function: str
    arguments: tuple["Node", ...]
    yes_or_no = False


@attrs.frozen
class Negation:
    """`-a`, or `not a`."""

    inner: "Node"
    yes_or_no: bool


@attrs.frozen
class Pair:
    """Two numbers joined by `+`, `-`, `*`, `//` or `%`."""

    sign: str
    left: "Node"
    right: "Node"
    yes_or_no = False


@attrs.frozen
class Chain:
    """Numbers compared, each with the next: `2 <= a < b`."""

    numbers: tuple["Node", ...]
    signs: tuple[str, ...]
    yes_or_no = True


@attrs.frozen
class Join:
    """`a and b`, `a or b or c`."""

    word: str
    parts: tuple["Node", ...]
    yes_or_no = True


@attrs.frozen
class Choice:
    """`a if condition else b`."""

    condition: "Node"
    then: "Node"
    otherwise: "Node"
    yes_or_no: bool


Node = Number | Name | Call | Negation | Pair | Chain | Join | Choice


def parse(text: str, vocabulary: Vocabulary, board: Board | None = None) -> Node:
    """The tree of a formula, or a `FormulaError`. Without a board, names of places go unchecked."""
    if len(text) > LONGEST:
        raise FormulaError(LONGEST + 1, f"{len(text)} characters; a formula has at most {LONGEST}")
    return _Parser(list(_tokens(text)), vocabulary, board).whole()


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            column = at + len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(column + 1, f"{text[column]!r} means nothing here{_advice(text, column)}")
        kind = found.lastgroup or ""
        yield Token(kind, found[kind], found.start(kind) + 1)
        at = found.end()
    yield Token("end", "", len(text) + 1)


def _advice(text: str, at: int) -> str:
    """What people write who know another language."""
    known = {
        "/": "; whole numbers are divided with //",
        "=": "; to compare, write ==",
        "&": "; write and",
        "|": "; write or",
        "!": "; write not",
        ".": "; there are only whole numbers",
        "^": "; there are no powers",
        '"': "; the quotation mark is not closed",
        "'": "; the quotation mark is not closed",
    }
    return known.get(text[at], "")


class _Parser:
    """Reads tokens by precedence, weakest first; every method leaves `at` behind what it has read."""

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, board: Board | None) -> None:
        self._tokens = tokens
        self._vocabulary = vocabulary
        self._board = board
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._choice()
        token = self._token
        if token.kind != "end":
            raise FormulaError(token.column, f"{token.text!r} is one too many; the formula could end before it")
        return node

    @property
    def _token(self) -> Token:
        return self._tokens[self._at]

    def _take(self, *texts: str) -> Token | None:
        """The next token, if it is one of these."""
        token = self._token
        if token.text not in texts or token.kind not in ("sign", "name"):
            return None
        self._at += 1
        return token

    def _expect(self, text: str, why: str) -> None:
        if not self._take(text):
            found = repr(self._token.text) if self._token.text else "the end"
            raise FormulaError(self._token.column, f"{text!r} is missing before {found}: {why}")

    def _choice(self) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise FormulaError(self._token.column, f"more than {_DEEPEST} brackets or conditions within one another")
        start = self._token.column
        then = self._join("or")
        if self._take("if"):
            condition = self._yes_or_no("if", self._token.column, self._join("or"))
            self._expect("else", "a choice is written `a if condition else b`")
            otherwise = self._choice()
            if then.yes_or_no != otherwise.yes_or_no:
                raise FormulaError(start, "one side of the choice is a number, the other a yes or no")
            then = Choice(condition, then, otherwise, then.yes_or_no)
        self._depth -= 1
        return then

    def _join(self, word: str) -> Node:
        inner: Callable[[], Node] = self._negation if word == "and" else lambda: self._join("and")
        start = self._token.column
        parts = [inner()]
        while token := self._take(word):
            if len(parts) == 1:
                self._yes_or_no(word, start, parts[0])
            column = self._token.column
            parts.append(self._yes_or_no(token.text, column, inner()))
        return parts[0] if len(parts) == 1 else Join(word, tuple(parts))

    def _negation(self) -> Node:
        turns = 0
        while self._take("not"):
            turns += 1
        column = self._token.column
        node = self._comparison()
        if turns:
            self._yes_or_no("not", column, node)
        return Negation(node, True) if turns % 2 else node

    def _comparison(self) -> Node:
        start = self._token.column
        numbers = [self._sum()]
        signs: list[str] = []
        while token := self._take(*_COMPARISONS):
            if not signs:
                self._number(token.text, start, numbers[0])
            column = self._token.column
            signs.append(token.text)
            numbers.append(self._number(token.text, column, self._sum()))
        return Chain(tuple(numbers), tuple(signs)) if signs else numbers[0]

    def _sum(self) -> Node:
        return self._pairs(("+", "-"), self._product)

    def _product(self) -> Node:
        return self._pairs(("*", "//", "%"), self._sign)

    def _pairs(self, signs: tuple[str, ...], inner: Callable[[], Node]) -> Node:
        start = self._token.column
        node = inner()
        while token := self._take(*signs):
            self._number(token.text, start, node)
            column = self._token.column
            right = self._number(token.text, column, inner())
            if token.text in ("//", "%") and not _is_above_0(right):
                raise FormulaError(column, "divide by a number above 0, or by max(1, …), which is never 0")
            node = Pair(token.text, node, right)
        return node

    def _sign(self) -> Node:
        turns = 0
        while self._take("-"):
            turns += 1
        column = self._token.column
        node = self._atom()
        if turns:
            self._number("-", column, node)
        return Negation(node, False) if turns % 2 else node

    def _atom(self) -> Node:
        token = self._token
        if self._take("("):
            node = self._choice()
            self._expect(")", "a bracket is not closed")
            return node
        if token.kind == "number":
            self._at += 1
            if len(token.text) > _DIGITS:
                raise FormulaError(token.column, f"{len(token.text)} digits; a number has at most {_DIGITS}")
            return Number(int(token.text))
        if token.kind == "name" and token.text not in _WORDS:
            self._at += 1
            return self._named(token)
        found = repr(token.text) if token.text else "the end"
        advice = "; names of places go into brackets: held_in('Asia')" if token.kind == "text" else ""
        raise FormulaError(token.column, f"a number or a name is missing before {found}{advice}")

    def _named(self, token: Token) -> Node:
        if token.text in _FUNCTIONS:
            return self._call(token)
        word = self._vocabulary.find(token.text)
        if word is None:
            raise FormulaError(token.column, self._vocabulary.unknown(token.text, _FUNCTIONS))
        if not word.takes:
            return Name(token.text, word.yes_or_no)
        self._expect("(", f"{token.text} asks for {_one_of(word.takes)}, as in {token.text}({word.example})")
        place = self._token
        if place.kind != "text":
            raise FormulaError(place.column, f"{token.text} asks for {_one_of(word.takes)} in quotation marks")
        self._at += 1
        self._expect(")", "a bracket is not closed")
        fault = word.fault(place.text[1:-1], self._board)
        if fault:
            raise FormulaError(place.column, fault)
        return Name(token.text, word.yes_or_no, place.text[1:-1])

    def _call(self, token: Token) -> Node:
        self._expect("(", f"{token.text} is written {token.text}(…)")
        arguments: list[Node] = []
        while not arguments or self._take(","):
            column = self._token.column
            arguments.append(self._number(token.text, column, self._choice()))
        self._expect(")", "a bracket is not closed")
        if (len(arguments) == 1) != (token.text == "abs"):
            wanted = "one number" if token.text == "abs" else "two numbers or more"
            raise FormulaError(token.column, f"{token.text} takes {wanted}, not {len(arguments)}")
        return Call(token.text, tuple(arguments))

    def _number(self, sign: str, column: int, node: Node) -> Node:
        if node.yes_or_no:
            raise FormulaError(column, f"{sign!r} takes numbers, and this is a yes or no")
        return node

    def _yes_or_no(self, word: str, column: int, node: Node) -> Node:
        if not node.yes_or_no:
            raise FormulaError(column, f"{word!r} takes a yes or no, such as a comparison, and this is a number")
        return node


def _one_of(takes: tuple[str, ...]) -> str:
    return listed([f"a {kind}" for kind in takes], "or")


def _is_above_0(node: Node) -> bool:
    match node:
        case Number(value):
            return value > 0
        case Call("max", arguments):
            return any(_is_above_0(each) for each in arguments)
        case Call("min", arguments):
            return all(_is_above_0(each) for each in arguments)
    return False
