"""What differs between two variants, in the sentences of their rules, chapter by chapter."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from riskcore.files.toml_source import shown
from riskcore.hookspecs import declared_hooks
from riskcore.rulebook import Rulebook
from riskcore.rules import Table
from riskcore.text.booklet.board_diff import board_differences
from riskcore.text.booklet.chapters import TITLES, requisites
from riskcore.text.booklet.tables import after_setup, dice_limits
from riskcore.text.explain import CHAPTERS, Statement, explain, plain
from riskcore.text.rewording import Stretch, reworded
from riskcore.words import listed, sentence

__all__ = ["Difference", "Side", "diff_rules"]


@attrs.frozen
class Side:
    """What one of the two variants has: its words, and the rule that says so, where it is one rule."""

    words: str
    rule: str = ""
    ids: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The side as JSON holds it."""
        return {"words": self.words, "rule": self.rule, "ids": list(self.ids)}


@attrs.frozen
class Difference:
    """One difference: what the first variant has and the second instead; None where one of them has nothing.

    Where it is the same rule with other parameters, `changed` has them: name to (first, second).
    """

    chapter: str
    about: str
    first: Side | None
    second: Side | None
    changed: Mapping[str, tuple[Any, Any]] = attrs.field(factory=dict)

    @property
    def kind(self) -> str:
        """`only in the first`, `only in the second`, `other parameters` or `replaced`."""
        if self.first is None or self.second is None:
            return "only in the second" if self.first is None else "only in the first"
        return "other parameters" if self.first.rule == self.second.rule else "replaced"

    @property
    def reworded(self) -> tuple[Stretch, ...]:
        """Both wordings as one, where they are alike and no other rule has come instead; otherwise nothing."""
        if self.first is None or self.second is None or self.first.rule != self.second.rule:
            return ()
        return reworded(self.first.words, self.second.words)

    @property
    def settings(self) -> str:
        """The parameters that changed, in words."""
        changes = [f"{name} = {shown(new)} instead of {shown(old)}" for name, (old, new) in self.changed.items()]
        return listed(changes)

    def to_dict(self) -> dict[str, Any]:
        """The difference as JSON holds it."""
        return {
            "chapter": self.chapter,
            "about": self.about,
            "kind": self.kind,
            "first": self.first and self.first.to_dict(),
            "second": self.second and self.second.to_dict(),
            "changed": {name: [plain(old), plain(new)] for name, (old, new) in self.changed.items()},
        }


def diff_rules(first: Rulebook, second: Rulebook) -> tuple[Difference, ...]:
    """What the second variant has otherwise than the first, chapter by chapter; nothing if they play alike."""
    old, new = _Told(first), _Told(second)
    found = list(_requisites(first, second))
    for chapter, title in CHAPTERS.items():
        for hook in declared_hooks():
            found += _hook(old, new, chapter, hook)
        if chapter == "turn":
            found += _steps(old, new, title)
    found += _appendix(first, second)
    found += _untold(old, new, {side.rule for each in found for side in (each.first, each.second) if side})
    return tuple(found)


class _Told:
    """What a variant tells players, by chapter and hook."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.uses = {(use.chapter, use.hook): use for use in explain(rules)}

    def statements(self, chapter: str, hook: str) -> dict[str, Statement]:
        """What each rule says about a hook."""
        use = self.uses.get((chapter, hook))
        return {each.rule: each for each in use.told} if use else {}

    def decider(self, chapter: str, hook: str) -> Statement | None:
        """The rule that decides a hook, if there is one alone and it is told."""
        use = self.uses.get((chapter, hook))
        return use.deciders[0] if use and len(use.deciders) == 1 and use.deciders[0].told else None

    def in_force(self) -> dict[str, Statement]:
        """Any statement of each rule that has a say."""
        return {each.rule: each for use in self.uses.values() for each in use.statements}


def _requisites(first: Rulebook, second: Rulebook) -> Iterator[Difference]:
    title = TITLES["need"]
    old, new = (dict(requisites(rules, dice_limits(after_setup(rules)))) for rules in (first, second))
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            before, after = (Side(sentence(f"{name}. {each[name]}")) if name in each else None for each in (old, new))
            yield Difference(title, name, before, after)
    for words in board_differences(first.board, second.board):
        before, after = (Side(each) if each else None for each in words)
        yield Difference(title, "Board", before, after)


def _hook(old: _Told, new: _Told, chapter: str, hook: str) -> Iterator[Difference]:
    """The differences in one hook; a rule that decides instead of another is told against it."""
    title = CHAPTERS[chapter]
    about = declared_hooks()[hook].label or title
    before, after = old.statements(chapter, hook), new.statements(chapter, hook)
    one, other = old.decider(chapter, hook), new.decider(chapter, hook)
    exchanged: set[str] = set()
    if one and other and one.rule not in after and other.rule not in before:
        exchanged = {one.rule, other.rule}
        yield Difference(title, about, _side(one), _side(other))
    for rule in dict.fromkeys((*before, *after)):
        one, other = before.get(rule), after.get(rule)
        if rule not in exchanged and not (one and other and one.words == other.words):
            yield Difference(title, about, _side(one), _side(other), _changed(one, other))


def _steps(old: _Told, new: _Told, title: str) -> Iterator[Difference]:
    """The steps of a turn, as all rules together leave them."""
    before, after = (", ".join(step.name for step in each.rules.turn) for each in (old, new))
    if before == after:
        return
    one, other = old.decider("turn", "turn"), new.decider("turn", "turn")
    changed = _changed(one, other) if one and other and one.rule == other.rule else {}
    rule = one.rule if one and changed else ""
    sides = [Side(f"The steps of a turn: {steps}.", rule) for steps in (before, after)]
    yield Difference(title, "Steps", sides[0], sides[1], changed)


def _side(statement: Statement | None) -> Side | None:
    return Side(statement.words, statement.rule, statement.ids) if statement else None


def _changed(one: Statement | None, other: Statement | None) -> dict[str, tuple[Any, Any]]:
    if one is None or other is None:
        return {}
    return {
        name: (one.parameters.get(name), value)
        for name, value in other.parameters.items()
        if one.parameters.get(name) != value
    }


def _appendix(first: Rulebook, second: Rulebook) -> Iterator[Difference]:
    """Tables that only one of them has are told by title, others by the rows that differ."""
    title = TITLES["lists"]
    tables = [{table.title: table for _, table in rules.appendix} for rules in (first, second)]
    for name in dict.fromkeys((*tables[0], *tables[1])):
        old, new = (each.get(name) for each in tables)
        if old is None or new is None:
            side = Side(f"A list: {name}.")
            yield Difference(title, name, side if old else None, side if new else None)
        elif old.rows != new.rows:
            yield Difference(title, name, _rows(old, new), _rows(new, old))


def _rows(table: Table, other: Table) -> Side | None:
    own = [": ".join(row).rstrip(".") for row in table.rows if row not in other.rows]
    return Side(f"{table.title}. {'; '.join(own)}.") if own else None


def _untold(old: _Told, new: _Told, told_rules: set[str]) -> Iterator[Difference]:
    """Parameters that differ although no sentence does."""
    before, after = old.in_force(), new.in_force()
    for rule in before:
        changed = _changed(before[rule], after.get(rule))
        if changed and rule not in told_rules:
            side = Side(f"The rule {rule} has other parameters.", rule)
            yield Difference("Settings", rule, side, side, changed)
