"""A hook is told once: what is declared beside its contract is all that the rulebook, texts and measures need."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from riskcore import Board, Game, Rulebook, RulebookError, State, View, hooks, load_variant
from riskcore.hookspecs import Hooks, declared_hooks
from riskcore.lab.record.salience import watched
from riskcore.moves import Move
from riskcore.text.booklet import diff_rules, make_booklet
from riskcore.text.booklet.chapters import Passage
from riskcore.text.explain import explain

RULES = '''
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Cheer:
    """How soldiers feel."""
    role = "edition"

    @hookimpl
    def morale(self):
        """Soldiers are as cheerful as they have territories."""
        return lambda state, player: state.held[player]

@attrs.frozen(eq=False)
class Drums:
    """Louder."""

    @hookimpl(wrapper=True)
    def morale(self):
        """Drums cheer the player whose turn it is."""
        rule = yield
        return lambda state, player: rule(state, player) + (player == state.player)

@attrs.frozen(eq=False)
class Silence:
    """Wrong."""
    role = "edition"

    @hookimpl
    def morale(self):
        """Nobody is asked."""
        return lambda state: 0
'''


class MoreHooks:
    """What somebody would add to the contract."""

    @hooks.rule(2, chapter="armies", label="Morale", felt="answer")
    def morale(self, board: Board) -> Callable[[State, int], int]:
        """(state, player) to how cheerful the player's soldiers are."""


@pytest.fixture
def rules_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A new hook, and rules that use it."""
    monkeypatch.setattr(Hooks, "morale", MoreHooks.morale, raising=False)
    file = tmp_path / "morale.py"
    file.write_text(RULES)
    return file


class MoreRules(Rulebook):
    """A rulebook of a core that declares the new hook: attributes are laid out when a program starts."""

    __slots__ = ("morale",)


def rulebook(file: Path, *names: str) -> Rulebook:
    return MoreRules(load_variant("classic-1959", rules=names, plugin_files=(file,)))


def test_a_new_hook_is_resolved(rules_file: Path) -> None:
    rules: Any = rulebook(rules_file, "cheer", "drums")
    state = Game(rules, 3, seed=1).state
    assert [rules.morale(state, player) for player in range(3)] == [
        state.held[player] + (player == state.player) for player in range(3)
    ]
    assert (rules.decisions["morale"].provider, rules.decisions["morale"].modifiers) == ("cheer", ("drums",))


def test_an_answer_to_a_new_hook_is_checked(rules_file: Path) -> None:
    with pytest.raises(RulebookError, match=r"rule 'silence': hook morale returned .*; it must take 2 arguments"):
        rulebook(rules_file, "silence")


def test_a_new_hook_is_told_everywhere(rules_file: Path) -> None:
    one, both = rulebook(rules_file, "cheer"), rulebook(rules_file, "cheer", "drums")
    (use,) = [use for use in explain(both) if use.hook == "morale"]
    assert (use.chapter, [each.rule for each in use.statements]) == ("armies", ["cheer", "drums"])
    (chapter,) = [chapter for chapter in make_booklet(both).chapters if chapter.key == "armies"]
    first, second = [part for part in chapter.parts if isinstance(part, Passage)][-2:]
    assert (first.label, first.words) == ("Morale", "Soldiers are as cheerful as they have territories.")
    assert (second.follows, second.words) == (True, "Drums cheer the player whose turn it is.")
    (difference,) = diff_rules(one, both)
    assert (difference.about, difference.second and difference.second.rule) == ("Morale", "drums")


def test_a_rule_at_a_new_hook_is_felt(rules_file: Path) -> None:
    counting, fires = watched(rulebook(rules_file, "cheer", "drums"))
    state = Game(counting, 3, seed=1).state
    fires.start(state)
    rules: Any = counting
    for player in range(3):
        rules.morale(state, player)
    assert dict(zip(fires.rules, fires.finish(), strict=True))["drums"] == 1


@pytest.mark.parametrize("name", declared_hooks())
def test_the_mark_of_a_hook_asks_for_the_arguments_of_its_contract(name: str) -> None:
    hook = declared_hooks()[name]
    there = {"State": State, "View": View, "Move": Move}
    arguments = get_args(get_type_hints(hook.contract, localns=there)["return"])[:1]
    if arguments and isinstance(arguments[0], list):
        names = [f"argument{number}" for number in range(len(arguments[0]))]
        assert hook.fault(eval(f"lambda {', '.join(names)}: None"), ()) is None
        assert hook.fault(eval(f"lambda {', '.join(names[1:])}: None"), ()) is not None
