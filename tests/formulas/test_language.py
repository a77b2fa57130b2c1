"""The language of formulas: what they come to, what they mean in words, and what is wrong with them, by column."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_formulas.code import compiled
from risk_formulas.language import FormulaError, parse
from risk_formulas.vocabulary import ATTACK, CARDS, PLAYER, TERRITORY
from risk_formulas.words import in_words
from riskcore import Game, Rulebook, load_variant

RULES = Rulebook(load_variant("classic-1959"))
POSITION = {
    "owners": {"Indonesia": 1, "New Guinea": 1, "Western Australia": 1, "Eastern Australia": 1, "Brazil": 1, "Peru": 2},
    "armies": {"Brazil": 7, "Peru": 3},
    "rest": 0,
    "hands": {1: [3, 5], 2: [4]},
    "player": 1,
    "round": 6,
}
STATE = Game.from_position(RULES, 3, POSITION).state


def value(text: str, player: int = 1) -> object:
    function = compiled(parse(text, PLAYER, RULES.board), PLAYER, RULES.board, "state, player", lambda *asked: 100)
    return function(STATE, player)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("17 // 3", 5),
        ("17 % 3", 2),
        ("-7 // 2", -4),
        ("--3", 3),
        ("max(1, 2, 3) - min(4, 5) + abs(2 - 9)", 6),
        ("1 if 2 > 1 else 0", 1),
        ("1 if 2 < 1 else 2 if 3 < 1 else 3", 3),
        ("1 < 2 <= 2", True),
        ("not 1 == 1 or 2 != 3 and 1 >= 1", True),
        ("not not 1 == 1", True),
        ("round", 6),
        ("territories", 5),
        ("continents", 2),
        ("continents_held", 1),
        ("armies", 11),
        ("cards", 2),
        ("players", 3),
        ("players_left", 3),
        ("held_in('Asia')", 0),
        ('held_in("South America")', 1),
        ("holds('Brazil') and holds('Australia')", True),
        ("holds('Asia')", False),
        ("armies_on('Peru')", 3),
        ("others_most_territories", 36),
        ("others_least_territories", 1),
        ("others_most_armies", 36),
        ("others_most_cards", 1),
        ("usual + 1", 101),
        ("max(3, territories // 3) + continents + round // 5", 6),
    ],
)
def test_a_formula_comes_to(text: str, expected: object) -> None:
    assert value(text) == expected


@given(st.recursive(st.integers(0, 999).map(str), lambda each: st.one_of(
    st.tuples(each, st.sampled_from(["+", "-", "*"]), each).map(lambda parts: "(" + " ".join(parts) + ")"),
    each.map(lambda inner: f"-{inner}"),
    st.tuples(each, each).map(lambda pair: f"max({pair[0]}, {pair[1]})"),
    st.tuples(each, st.integers(1, 9)).map(lambda pair: f"{pair[0]} // {pair[1]}"),
), max_leaves=8))  # fmt: skip
def test_arithmetic_is_that_of_python(text: str) -> None:
    assert value(text) == eval(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "a number or a name is missing before the end"),
        ("3 +", 4, "a number or a name is missing before the end"),
        ("3 / 2", 3, "whole numbers are divided with //"),
        ("round = 3", 7, "to compare, write =="),
        ("3 ** 2", 4, "a number or a name is missing before '*'"),
        ("1.5", 2, "there are only whole numbers"),
        ("teritories", 1, 'unknown name "teritories"; did you mean "territories"?'),
        ("min(round)", 1, "min takes two numbers or more, not 1"),
        ("abs(1, 2)", 1, "abs takes one number, not 2"),
        ("min", 4, "'(' is missing before the end"),
        ("(1 + 2", 7, "')' is missing before the end: a bracket is not closed"),
        ("1 + 2)", 6, "')' is one too many"),
        ("1 if round", 6, "'if' takes a yes or no"),
        ("1 if round > 2", 15, "'else' is missing before the end"),
        ("1 if round > 2 else 1 < 2", 1, "one side of the choice is a number, the other a yes or no"),
        ("round and 1 < 2", 1, "'and' takes a yes or no"),
        ("(1 < 2) + 3", 1, "'+' takes numbers, and this is a yes or no"),
        ("3 - (1 < 2)", 5, "'-' takes numbers, and this is a yes or no"),
        ("not 3", 5, "'not' takes a yes or no"),
        ("3 // round", 6, "divide by a number above 0, or by max(1, …)"),
        ("3 % 0", 5, "divide by a number above 0"),
        ("held_in(Asia)", 9, "held_in asks for a continent in quotation marks"),
        ("held_in", 8, "held_in asks for a continent, as in held_in('Asia')"),
        ("held_in('Brazil')", 9, 'has no continent "Brazil"'),
        ("armies_on('Brasil')", 11, 'has no territory "Brasil"; did you mean "Brazil"?'),
        ("holds('Atlantis')", 7, 'has no territory or continent "Atlantis"'),
        ("'Asia'", 1, "names of places go into brackets"),
        ("'Asia", 1, "the quotation mark is not closed"),
        ("1234567890", 1, "10 digits; a number has at most 9"),
        ("(" * 60 + "1", 41, "more than 40 brackets or conditions within one another"),
        ("1" + "+1" * 300, 501, "601 characters; a formula has at most 500"),
        ("__import__('os')", 1, 'unknown name "__import__"'),
        ("state", 1, 'unknown name "state"'),
        ("round.real", 6, "there are only whole numbers"),
        ("defenders", 1, 'unknown name "defenders"'),
    ],
)
def test_a_mistake_is_told_with_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text, PLAYER, RULES.board)
    assert message in str(caught.value)
    assert caught.value.column == column


PIECES = [
    *"+-*/%()<>=!,.'\" 019",
    " and ",
    " if ",
    " else ",
    "not ",
    "round",
    "max(",
    "held_in(",
    "'Asia'",
    "\n",
    "é",
    "٣",
]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_a_formula_or_has_a_column(text: str) -> None:
    try:
        node = parse(text, PLAYER, RULES.board)
    except FormulaError as error:
        column = error.column
        assert 1 <= column <= len(text) + 1
    else:
        assert in_words(node, PLAYER)
        compiled(node, PLAYER, RULES.board, "state, player", lambda *asked: 1)(STATE, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "max(3, territories // 3) + continents + round // 5",
            "the larger of 3 and a third of the number of territories they hold (rounded down), plus the sum of the"
            " bonuses of the continents they hold, plus a fifth of the number of the round (rounded down)",
        ),
        ("usual + 1 if holds('Asia') else usual", "the usual number, plus 1 if they hold Asia,"
         " otherwise the usual number"),
        ("2 * (cards - 1)", "2 times (the number of cards in their hand, minus 1)"),
        ("territories // 7", "one for every seven of the number of territories they hold"),
        ("held_in('Asia') >= 7 and not round < 3",
         "the number of territories they hold in Asia is at least 7 and the number of the round is at least 3"),
    ],
)  # fmt: skip
def test_a_formula_is_read_back_in_words(text: str, words: str) -> None:
    assert in_words(parse(text, PLAYER), PLAYER) == words


@pytest.mark.parametrize("vocabulary", [PLAYER, CARDS, TERRITORY, ATTACK])
def test_every_name_has_words_and_names_that_take_a_place_an_example(vocabulary: object) -> None:
    for name, word in vocabulary.names.items():  # type: ignore[attr-defined]  # a Vocabulary
        assert word.words, name
        assert bool(word.takes) == bool(word.example) == ("{place}" in word.words)


def test_the_page_lists_every_name() -> None:
    text = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text(encoding="utf-8")
    for vocabulary in (PLAYER, CARDS, TERRITORY, ATTACK):
        for name, word in vocabulary.names.items():
            shown = f"{name}({word.example})" if word.takes else name
            said = word.words.replace("{place}", word.example.strip("'"))
            assert f"| `{shown}` | {said} |" in text
