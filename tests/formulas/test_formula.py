"""H14, the rule `formula`: what each key decides, what it leaves alone, and how its mistakes are told."""

import pytest

from riskcore import Game, Rulebook, VariantError, load_variant
from riskcore.files.variant import parse_variant
from riskcore.lab.play.batch import Arena, Plan, play_game
from riskcore.testing import broken_invariants
from riskcore.text.explain import explain


def rules_with(**formulas: str) -> Rulebook:
    return Rulebook(load_variant("classic-1959", rules=["formula"], settings=[
        f'rules.formula.{key}="{text}"' for key, text in formulas.items()]))  # fmt: skip


def test_a_key_that_is_left_out_leaves_its_rule_alone() -> None:
    rules = rules_with(reinforcement="7")
    assert rules.decisions["reinforcement"].modifiers == ("formula",)
    assert [hook for hook, decision in rules.decisions.items() if "formula" in decision.modifiers] == ["reinforcement"]


def test_usual_is_what_the_rules_before_say() -> None:
    game = Game(rules_with(reinforcement="usual * 2"), players=3, seed=1)
    plain = Game(load_variant("classic-1959"), players=3, seed=1)
    assert game.state.reserve[game.state.player] == 2 * plain.state.reserve[plain.state.player]


@pytest.mark.parametrize(("text", "armies"), [("0 - 5", 0), ("0", 0), ("5", 5)])
def test_less_than_no_army_is_none(text: str, armies: int) -> None:
    state = Game(rules_with(reinforcement=text), players=3, seed=1).state
    assert state.rules.reinforcement(state, 0) == armies


@pytest.mark.parametrize(("text", "dice"), [("0", 1), ("9", 3), ("2", 2)])
def test_dice_are_brought_within_one_and_three(text: str, dice: int) -> None:
    state = Game(rules_with(defence_dice=text), players=3, seed=1).state
    assert state.rules.dice.defence(state, 0, 1) == dice


def test_an_attack_formula_that_looks_at_armies_is_asked_before_every_battle() -> None:
    assert rules_with(attack_if="round > 1").steady_attacks
    assert not rules_with(attack_if="attackers > defenders").steady_attacks


def test_explain_reads_formulas_back() -> None:
    uses = {use.hook: use for use in explain(rules_with(set_value="8 if alike else 10"))}
    words = uses["set_value"].modifiers[0].words
    assert words == "But a set brings so many armies: 8 if the cards show the same, wild cards apart, otherwise 10."


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('reinforcement = "teritories"', 17, 'column 1 of the formula: unknown name "teritories"'),
        ('attack_if = "round"', 13, "column 1 of the formula: must come to a yes or no, and comes to a number"),
        ('set_value = "alike"', 13, "must come to a number, and comes to a yes or no"),
        ("army_limit = 12", 14, "12 is no formula; write it in quotation marks"),
        ("wins_if = \"holds('Atlantis')\"", 11, 'has no territory or continent "Atlantis"'),
    ],
)
def test_a_mistake_is_told_with_its_place_in_the_file(line: str, column: int, message: str) -> None:
    text = f'name = "Mine"\nextends = "classic-1959"\n[rules.formula]\n{line}\n'
    with pytest.raises(VariantError) as caught:
        parse_variant(text)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (4, column)
    assert message in problem.message


EVERYTHING = {
    "reinforcement": "usual + min(round, 10) // 2",
    "set_value": "4 + 2 * sets_traded + own_cards - wild_cards",
    "cards_drawn": "2 if captured >= 2 else 1",
    "army_limit": "30 + bonus * neighbours if is_in('Asia') else 30",
    "attack_dice": "3 if attackers > 5 or from_place('Brazil') else 2",
    "defence_dice": "3 if to_place('Australia') else usual",
    "attack_if": "defender_territories > 1 or attacker_territories > 20",
    "wins_if": "held_in('Asia') + held_in('Europe') >= 15 or territories > 35",
}


@pytest.mark.parametrize("players", [2, 4])
def test_games_with_every_formula_end_and_break_nothing(players: int) -> None:
    arena = Arena(Plan(rules_with(**EVERYTHING).variant, players, bots=("greedy", "random")))
    for number in range(4):
        match = arena.open(number)
        for _ in range(400):
            if match.game.outcome is not None:
                break
            match.game.push(match.deciders[match.game.to_move or 0]())
            assert broken_invariants(match.game.state) == []
    assert play_game(Arena(Plan(load_variant("two-thirds"), players)), 1).reason == "formula"
