"""The chapters of a booklet in the order in which players need them: what rules say, and what follows from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from riskcore.board import Board
from riskcore.cards import WILD
from riskcore.hookspecs import declared_hooks
from riskcore.rulebook import Rulebook
from riskcore.rules import Phase, Table
from riskcore.text.booklet.tables import (
    after_setup,
    border_table,
    continent_table,
    dice_limits,
    odds_table,
    set_table,
)
from riskcore.text.explain import CHAPTERS, READ_UNDER, HookUse, Statement, explain, setting_words
from riskcore.words import counted, listed, sentence

__all__ = [
    "TITLES",
    "Booklet",
    "Chapter",
    "Part",
    "Passage",
    "Point",
    "Points",
    "make_booklet",
    "requisites",
]

#: Chapters by key: those in which rules are told, and what a booklet has besides.
TITLES: Mapping[str, str] = {
    "need": "What you need",
    **CHAPTERS,
    "board": "The board",
    "rules": "About this booklet",
}

_SMALL_PRINT = (
    "This booklet was made by riskvar from the rules of the game as they are set below. The small print after a "
    "paragraph names the rule that says so, and the numbers under which the documentation of riskvar lists it."
)


@attrs.frozen
class Passage:
    """A paragraph: what it is about, what a rule says, and in small print which rule; `follows` the one before."""

    words: str
    note: str = ""
    label: str = ""
    follows: bool = False


@attrs.frozen
class Point:
    """An entry of a list, which may point to another chapter."""

    name: str
    words: str
    chapter: str = ""


@attrs.frozen
class Points:
    """A list, numbered if the order matters."""

    points: tuple[Point, ...]
    numbered: bool = False


Part = Passage | Points | Table


@attrs.frozen
class Chapter:
    """A chapter of a booklet."""

    key: str
    title: str
    parts: tuple[Part, ...]


@attrs.frozen(eq=False)
class Booklet:
    """The rules of a variant, chapter by chapter, ready to be written as any kind of file."""

    title: str
    summary: str
    players: str
    chapters: tuple[Chapter, ...]
    board: Board


def make_booklet(rules: Rulebook) -> Booklet:
    """The booklet of a variant; chapters that would be empty are left out."""
    variant = rules.variant
    uses = explain(rules)
    extra = _extra(rules, uses)
    chapters = []
    for key, title in TITLES.items():
        parts = [part for use in uses if use.chapter == key for part in _parts(use, extra)]
        parts += extra.get(key, [])
        if parts:
            chapters.append(Chapter(key, title, tuple(parts)))
    return Booklet(variant.name, variant.summary, _players(rules), tuple(chapters), rules.board)


def requisites(rules: Rulebook, limits: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """What a game takes, each with its name; `limits` are the most dice of either side."""
    board = rules.board
    yield "Players", _players(rules).removesuffix(" players")
    size = counted(len(board.territories), "territory", "territories")
    yield "Board", f"{board.name}, with {size} in {counted(len(board.continents), 'continent', 'continents')}"
    others = rules.owners(rules.variant.players.min)
    yield "Armies", f"A colour for each player{_colours_of(others)}"
    if rules.deck:
        kinds = Counter(card.insignia for card in rules.deck)
        wild = kinds.pop(WILD, 0)
        numbers = [f"{number} {kind}" for kind, number in kinds.items()]
        wilds = f", and {counted(wild, 'wild card', 'wild cards')}" if wild else ""
        yield "Cards", f"{len(rules.deck)} in all: {listed(numbers)}, each with a territory{wilds}"
    attack, defence = limits
    yield "Dice", f"{attack} for the attacker and {defence} for the defender"
    yield from ((component.name, component.words) for _, component in rules.components)


def _colours_of(others: Sequence[str]) -> str:
    """The colours of those who have no seat."""
    return f", and one {'each ' if len(others) > 1 else ''}for {listed(others)}" if others else ""


def _players(rules: Rulebook) -> str:
    span = rules.variant.players
    return f"{span.min} to {span.max} players" if span.min < span.max else f"{span.min} players"


def _parts(use: HookUse, extra: Mapping[str, Sequence[Part]]) -> Iterator[Part]:
    """The paragraphs of a hook and what is listed before and after them."""
    label = declared_hooks()[use.hook].label
    yield from extra.get(f"before {use.hook}", ())
    for statement in use.told:
        follows = statement in use.modifiers
        yield Passage(statement.words, _note(use, statement), "" if follows else label, follows)
    yield from extra.get(f"after {use.hook}", ())


def _note(use: HookUse, statement: Statement) -> str:
    instead = f", instead of {listed(use.replaced)}" if use.replaced and statement in use.deciders else ""
    return " · ".join(filter(None, [f"{statement.rule}{instead}", ", ".join(statement.ids)]))


def _extra(rules: Rulebook, uses: Iterable[HookUse]) -> dict[str, list[Part]]:
    """What does not stand in any docstring: by chapter, or by the hook it comes before or after."""
    state = after_setup(rules)
    limits = dice_limits(state)
    values = set_table(state)
    extra: dict[str, list[Part]] = {
        "need": [Points(tuple(Point(name, words) for name, words in requisites(rules, limits)))],
        "before turn": [Points(tuple(_step(phase) for phase in rules.turn), numbered=True)],
        "after set_value": [values] if values else [],
        "after dice": [odds_table(rules, *limits)],
        "lists": [table for _, table in rules.appendix],
        "board": [continent_table(rules), border_table(rules)],
        "rules": [Passage(_SMALL_PRINT), _rule_table(uses)],
    }
    if len(rules.setup) > 1:
        steps = tuple(Point("", sentence(phase.words or phase.name)) for phase in rules.setup)
        extra["before setup"] = [Points(steps, numbered=True)]
    return extra


def _step(phase: Phase) -> Point:
    return Point(sentence(phase.name).rstrip("."), sentence(phase.words), READ_UNDER.get(phase.name, ""))


def _rule_table(uses: Iterable[HookUse]) -> Table:
    """The rules that have a say, with their parameters."""
    statements = [each for use in uses for each in use.statements]
    parameters = {each.rule: each.parameters for each in statements}
    rows = tuple((rule, setting_words(values)) for rule, values in sorted(parameters.items()))
    return Table("The rules in force", ("rule", "set to"), rows)
