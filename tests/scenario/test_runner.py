"""Running scenarios: what is not as written is found, and told with what was found instead."""

from pathlib import Path

import pytest

from riskcore.scenario import RulebookCache, report

from .helpers import TABLE, compared, outcome, scene, write

# What can be expected of the table after Red has taken Kamchatka, and what is found when something else is.
TRUE = [
    'territories = { Kamchatka = "Red 3", Siam = "Blue" }',
    "armies = { Japan = 6 }",
    "held = { Red = 2, Blue = 39, Green = 1 }",
    "total = { Red = 9, Blue = 39 }",
    "reserve = { Red = 0 }",
    'hands = { Red = ["wild", "Alaska"], Blue = 1, Green = [] }',
    "deck = 41",
    "discard = 0",
    "discard = []",
    "sets_traded = 0",
    "captured = 1",
    'turn = "Red"',
    "round = 1",
    'phase = "attack"',
    'decides = "Red"',
    'still_in = ["Red", "Blue", "Green"]',
    'seen_by = "Blue", hands = { Red = ["unknown", "unknown"], Blue = ["Siam"] }',
    'seen_by = "nobody", hands = { Blue = ["unknown"] }',
    'legal = ["Red: attack Alaska from Kamchatka with 2 dice", "done"]',
    'events = ["battle Japan", "captured target Kamchatka", "moved in Red 3"]',
    'no_events = ["card drawn", "captured target Siam", "eliminated"]',
    'winner = "nobody"',
]
FALSE = [
    ('territories = { Kamchatka = "Blue 3" }', "Kamchatka", "Blue 3", "Red 3"),
    ('territories = { Kamchatka = "Blue" }', "Kamchatka", "Blue", "Red"),
    ('territories = { Kamchatka = "Red 4" }', "Kamchatka", "Red 4", "Red 3"),
    ("armies = { Japan = 7 }", "armies on Japan", "7", "6"),
    ("held = { Red = 1 }", "territories of Red", "1", "2"),
    ("total = { Red = 10 }", "armies of Red", "10", "9"),
    ("reserve = { Red = 3 }", "armies Red has to place", "3", "0"),
    ('hands = { Red = ["Alaska"] }', "hand of Red", "Alaska", "Alaska, wild"),
    ("hands = { Red = 3 }", "cards of Red", "3", "2"),
    ("deck = 40", "cards in the deck", "40", "41"),
    ("discard = 1", "cards discarded", "1", "0"),
    ('discard = ["Siam"]', "discard pile", "Siam", "none"),
    ("sets_traded = 1", "sets traded", "1", "0"),
    ("captured = 2", "territories captured", "2", "1"),
    ('turn = "Blue"', "whose turn", "Blue", "Red"),
    ("round = 2", "round", "2", "1"),
    ('phase = "fortify"', "phase", "fortify", "attack"),
    ('decides = "Blue"', "who decides", "Blue", "Red"),
    ('out = ["Green"]', "Green", "out", "still in"),
    ('winner = "Red"', "winner", "Red", "nobody"),
    ('reason = "conquest"', "reason of the win", "conquest", "nobody has won"),
    ('seen_by = "Green", hands = { Blue = ["Siam"] }', "hand of Blue seen by Green", "Siam", "unknown"),
    ('events = ["card drawn"]', "event: card drawn", "told, in this order", "not told"),
    ('events = ["moved in", "battle"]', "event: battle", "told, in this order", "not told"),
    ('events = ["moved in Blue"]', "event: moved in Blue", "told, in this order", "not told"),
    ('no_events = ["moved in Red 3"]', "event: moved in Red 3", "not told", "told"),
    ('legal = ["Blue: done"]', "legal: Blue: done", "yes", "no: Red decides"),
]  # fmt: skip
TAKE = '[[scenario.step]]\nmove = ["attack Kamchatka from Japan with 3 dice", "move in 3"]\ndice = "6 5 1 / 4 4"\n'


@pytest.mark.parametrize("expect", TRUE)
def test_what_is_so_passes(expect: str, tmp_path: Path) -> None:
    assert scene(tmp_path, f"{TAKE}expect = {{ {expect} }}") is None


@pytest.mark.parametrize(("expect", "what", "expected", "found"), FALSE)
def test_what_is_not_so_is_found(expect: str, what: str, expected: str, found: str, tmp_path: Path) -> None:
    failure = scene(tmp_path, f"{TAKE}expect = {{ {expect} }}")
    assert compared(failure) == [(what, expected, found)]


def test_an_illegal_move_that_should_be_legal_says_why(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nexpect.legal = ["attack Siam from Japan with 1 die"]')
    ((what, expected, found),) = compared(failure)
    assert (what, expected) == ("legal: attack Siam from Japan with 1 die", "yes")
    assert "Siam does not border Japan" in found


def test_every_difference_of_a_step_is_told(tmp_path: Path) -> None:
    failure = scene(tmp_path, 'expect = { armies = { Japan = 8, Siam = 2 }, phase = "attack", decides = "Green" }')
    assert [what for what, _, _ in compared(failure)] == ["armies on Japan", "armies on Siam", "who decides"]


def test_the_first_step_that_differs_ends_the_run(tmp_path: Path) -> None:
    failure = scene(tmp_path, f"{TAKE}expect.deck = 1\n[[scenario.step]]\nexpect.deck = 2")
    assert failure is not None
    assert failure.step == 1
    assert compared(failure) == [("cards in the deck", "1", "41")]


def test_the_report_has_both_side_by_side_and_where_in_the_file(tmp_path: Path) -> None:
    text = f'shows = ["B5", "B7"]\n{TAKE}expect.armies = {{ Japan = 7 }}\nexpect.phase = "fortify"'
    failure = scene(tmp_path, text)
    assert failure is not None
    wanted = f"""\
{tmp_path / "a.scenario.toml"}:14:27: It [B5, B7]
  step 1
    attack Kamchatka from Japan with 3 dice
    move in 3
                              expected  found
    line 14  armies on Japan  7         6
    line 15  phase            fortify   attack
  what happened
    battle source Japan, target Kamchatka, attack 6 5 1, defence 4 4, attacker losses 0, defender losses 2
    captured owner Red, source Japan, target Kamchatka, victim Blue
    moved in owner Red, source Japan, target Kamchatka, armies 3
    moved in owner Red, source Japan, target Kamchatka, armies 3"""
    assert report(failure) == wanted


def test_the_report_puts_long_values_below_each_other_and_marks_the_move(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = ["done", "place 1 on Japan", "done"]')
    assert failure is not None
    lines = report(failure).splitlines()
    assert lines[1:5] == ["  step 1", "    done", "  > place 1 on Japan", "    done"]
    assert lines[6] == "      expected  legal"
    assert lines[7].startswith("      found     place 1 on Japan is illegal in phase 'fortify'")


def test_a_move_that_should_be_refused_but_is_legal(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = "done"\nrefused = "tired"')
    assert compared(failure) == [("this move", "refused: … tired …", "legal")]


def test_a_move_that_is_refused_for_another_reason(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = "attack Siam from Japan with 1 die"\nrefused = "tired"')
    ((_, expected, found),) = compared(failure)
    assert expected == "refused: … tired …"
    assert "does not border" in found


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    text = 'move = "attack Siam from Japan with 1 die"\nrefused = "DOES NOT BORDER"\nexpect.phase = "attack"'
    assert scene(tmp_path, f"[[scenario.step]]\n{text}") is None


def test_only_the_last_move_of_a_step_is_refused(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = ["move in 3", "done"]\nrefused = "x"')
    assert failure is not None
    assert failure.stopped_at == 0
    assert compared(failure)[0][1] == "legal"


def test_a_move_of_somebody_who_does_not_decide(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = "Blue: done"')
    assert compared(failure) == [("this move", "legal", "Blue cannot move: Red decides")]


def test_nobody_moves_when_the_game_is_over(tmp_path: Path) -> None:
    text = 'position = { rest = "Red 5", territories = { Kamchatka = "Blue" }, hands = {} }\n'
    text += f'{TAKE.replace("4 4", "4")}expect.winner = "Red"\n[[scenario.step]]\nmove = "Red: done"\nrefused = "over"'
    assert scene(tmp_path, text) is None


# -- dice -------------------------------------------------------------------------------------------------------------


def test_the_defender_rolls_as_many_dice_as_are_written(tmp_path: Path) -> None:
    text = '[[scenario.step]]\nmove = "attack Kamchatka from Japan with 3 dice"\ndice = "6 6 6 / 1"\n'
    assert scene(tmp_path, f"{text}expect = {{ armies = {{ Kamchatka = 1 }}, phase = 'attack' }}") is None


def test_without_dice_the_defender_is_waited_for(tmp_path: Path) -> None:
    text = '[[scenario.step]]\nmove = "attack Kamchatka from Japan with 3 dice"\nexpect.phase = "defend"\n'
    text += '[[scenario.step]]\nmove = "Blue: defend with 2 dice"\ndice = "6 6 6 / 1 1"\nexpect.phase = "move in"'
    assert scene(tmp_path, text) is None


def test_another_number_of_dice_than_written(tmp_path: Path) -> None:
    text = '[[scenario.step]]\nmove = "attack Kamchatka from Japan with 2 dice"\ndice = "6 6 6 / 1"'
    assert compared(scene(tmp_path, text)) == [("dice [6, 6, 6] / [1]", "3 against 1", "2 against 1")]


def test_dice_that_nobody_rolled(tmp_path: Path) -> None:
    failure = scene(tmp_path, '[[scenario.step]]\nmove = "done"\ndice = ["6 / 1", "3 5"]')
    assert compared(failure) == [("scripted throws", "3 rolled", "0 rolled")]


def test_a_battle_by_chance(tmp_path: Path) -> None:
    text = '[[scenario.step]]\nmove = ["attack Kamchatka from Japan with 1 die", "defend with 1 die"]'
    assert compared(scene(tmp_path, text)) == [("battles", "0 with scripted dice", "1 fought")]


def test_dice_of_several_battles_in_one_step(tmp_path: Path) -> None:
    text = (
        '[[scenario.step]]\nmove = ["attack Japan to Kamchatka with 1 die", "attack Japan to Kamchatka with 2 dice"]\n'
    )
    text += 'dice = ["1 / 6 6", "1 1 / 2 2"]\nexpect.armies = { Japan = 6, Kamchatka = 2 }'
    assert scene(tmp_path, text) is None


# -- rules under test -------------------------------------------------------------------------------------------------

FAULTY = """\
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Faulty:
    @hookimpl
    def card_award(self):
        return self.award

    def award(self, state, player):
        {body}
"""
EARNED = '[[scenario.step]]\nmove = ["done", "done"]'


def faulty(folder: Path, body: str) -> list[tuple[str, str, str]]:
    """What the rule with this fault is caught at, when a card would be drawn."""
    rule = write(folder, FAULTY.format(body=body), "faulty.py")
    top = f'rules = ["faulty"]\n{TABLE}[[scenario]]\nname = "It"\n'
    return compared(outcome(folder, top + EARNED, RulebookCache([rule])))


def test_a_rule_that_raises_fails_its_scenario_and_no_more(tmp_path: Path) -> None:
    ((what, expected, found),) = faulty(tmp_path, 'raise KeyError("lost")')
    assert (what, expected) == ("running it", "no error")
    assert found == "rule 'faulty' failed: KeyError: 'lost' (faulty.py:11); the move was done"


def test_a_rule_that_breaks_the_state_fails_its_scenario(tmp_path: Path) -> None:
    found = faulty(tmp_path, "state.deck.pop(); return 0")
    assert found[0] == ("what holds in every game", "holds", "43 cards are accounted for, not each of 44 once")
