"""A variant's rules in words: complete, filled in, and clear about who decides and who changes what."""

import json
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import riskcore
from riskcore import Rulebook, RulebookError, hookimpl
from riskcore.cli import main
from riskcore.files.variant import shipped_variants
from riskcore.text.explain import CHAPTERS, HookUse, explain, explain_rule

PLAYABLE = [shipped.id for shipped in shipped_variants() if shipped.group != "base"]

RULE = '''
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Plunder:
    """Armies for the strong."""
    armies: int = 2

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """Everybody gets {self.armies} more. [Z1, Z2]"""
        rule = yield
        return lambda state, player: rule(state, player) + self.armies
'''


def uses_of(name: str, **options: list[str]) -> dict[str, HookUse]:
    return {use.hook: use for use in explain(Rulebook(riskcore.load_variant(name, **options)))}


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_statement_of_a_shipped_variant_reads_well(name: str) -> None:
    rules = Rulebook(riskcore.load_variant(name))
    uses = explain(rules)
    assert set(rules.decisions) <= {use.hook for use in uses}
    for use in uses:
        for statement in use.told:
            assert statement.words.endswith("."), statement
            assert not set("{}[]") & set(statement.words), statement
            assert "  " not in statement.words, statement
            assert statement.words[0].isupper(), statement


def test_the_one_who_decides_is_told_with_parameters_and_ids() -> None:
    (decider,) = uses_of("classic-1959", settings=["rules.escalating-sets.step=7"])["set_value"].deciders
    assert decider.rule == "escalating-sets"
    assert decider.parameters["step"] == 7
    assert "each later one 7 more" in decider.words
    assert "C59-3" in decider.ids


def test_modifiers_are_told_beside_the_decider(tmp_path: Path) -> None:
    file = tmp_path / "plunder.py"
    file.write_text(RULE)
    use = uses_of("classic-1959", rules=["plunder"], plugin_files=[str(file)])["reinforcement"]
    assert [decider.rule for decider in use.deciders] == ["reinforcement"]
    (modifier,) = use.modifiers
    assert (modifier.rule, modifier.words, modifier.ids) == ("plunder", "Everybody gets 2 more.", ("Z1", "Z2"))


def test_hooks_come_in_the_order_a_player_would_ask() -> None:
    chapters = list(dict.fromkeys(use.chapter for use in explain(Rulebook(riskcore.load_variant("classic-1959")))))
    assert chapters == [chapter for chapter in CHAPTERS if chapter in chapters]
    assert chapters[0] == "win"


def test_what_only_writers_of_rules_need_is_not_told_to_players() -> None:
    uses = uses_of("classic-1959")
    assert not uses["phases"].told
    assert uses["dice"].told


def test_a_docstring_that_cannot_be_filled_in_is_named() -> None:
    @attrs.frozen(eq=False)
    class Odd:
        @hookimpl
        def reinforcement(self) -> None:
            """{self.no_such_thing} armies."""

    with pytest.raises(RulebookError, match=r"rule 'odd': the docstring of its hook reinforcement .*no_such_thing"):
        explain_rule("odd", Odd)


def test_a_rule_that_needs_parameters_is_told_with_their_names() -> None:
    @attrs.frozen(eq=False)
    class Needy:
        number: int

        @hookimpl(wrapper=True)
        def reinforcement(self) -> None:
            """Another {self.number} armies. [Q1]"""

    ((hook, modifies, statement),) = explain_rule("needy", Needy)
    assert (hook, modifies, statement.words, statement.ids) == (
        "reinforcement",
        True,
        "Another <number> armies.",
        ("Q1",),
    )


def test_the_command_tells_words_rule_parameters_and_ids() -> None:
    result = CliRunner().invoke(main, ["explain", "classic-1959", "--set", "rules.fortify.moves=3"])
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "FORTIFYING In the fortify step players may fortify up to three times a turn" in text
    assert 'fortify: decided by fortify with moves = 3, reach = "adjacent" [C59-6' in text


def test_the_command_names_modifiers_and_what_was_replaced() -> None:
    text = " ".join(CliRunner().invoke(main, ["explain", "expert"]).stdout.split())
    assert "set_value: decided by linear-sets with first = 4, step = 1, instead of escalating-sets [X1]" in text
    assert "battle: changed by card-reroll" in text


def test_the_command_gives_the_same_as_json() -> None:
    result = CliRunner().invoke(main, ["explain", "capitals", "--json"])
    told = json.loads(result.stdout)
    turn = next(hook for hook in told["hooks"] if hook["hook"] == "turn")
    assert turn["deciders"][0]["rule"] == "turn"
    assert [modifier["rule"] for modifier in turn["modifiers"]] == ["capitals"]
    assert turn["modifiers"][0]["ids"] == ["X6"]
    assert turn["steps"] == ["reinforce", "trade", "place", "attack", "fortify", "card", "capital"]


def test_the_steps_of_a_turn_are_told_as_modifiers_leave_them() -> None:
    text = " ".join(CliRunner().invoke(main, ["explain", "capitals"]).stdout.split())
    assert "Its steps: reinforce, trade, place, attack, fortify, card, capital." in text


def test_a_shipped_file_is_named_as_variants_name_it_wherever_it_is_installed() -> None:
    rules = Rulebook(riskcore.load_variant("mission-2004"))
    decks = {
        each.parameters["deck"]
        for use in explain(rules)
        for each in (*use.deciders, *use.modifiers)
        if each.rule == "missions"
    }
    assert decks == {"decks/missions-2004.toml"}
