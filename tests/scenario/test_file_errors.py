"""What is wrong with a scenario file is told at once, with place and advice."""

from pathlib import Path

import pytest

from .helpers import TABLE, problems

HEAD = f'{TABLE}[[scenario]]\nname = "It"\n'
FIRST = HEAD.count("\n") + 1  # the line after the heading


def test_everything_wrong_is_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
variant = "classic-1959"
players = ["Red", "Blue", "Green"]
[position]
turn = "Rde"
rest = "Blue"
territories = { Alska = "Red 4" }
[[scenario]]
name = "It"
[[scenario.step]]
move = ["attack Kamchatka from Alaska with 3 dice", "atack"]
dice = "4 1 7 / 4 1"
expect.armies = { Alaska = 2, Brasil = 3 }
"""
    assert problems(tmp_path, text) == [
        '4:8: position.turn: unknown player or owner "Rde"; did you mean "Red"?',
        '6:17: position.territories.Alska: unknown territory "Alska"; did you mean "Alaska"?',
        '10:53: scenario[0].step[0].move[1]: unknown move "atack"; did you mean "attack"?',
        '11:8: scenario[0].step[0].dice: "4 1 7 / 4 1": "7" is no face of a die; must be 1 to 6',
        '12:31: scenario[0].step[0].expect.armies.Brasil: unknown territory "Brasil"; did you mean "Brazil"?',
    ]


def test_unknown_keys_and_wrong_types(tmp_path: Path) -> None:
    text = 'variant = 3\n[[scenario]]\nnam = "It"\nstep = [{ moves = "done" }]\nexpect.armies = { Alaska = "2" }\n'
    assert problems(tmp_path, text) == [
        "1:11: variant: must be text or list of texts, not 3",
        "2:3: scenario[0].name: missing; must be text",
        '3:1: scenario[0].nam: unknown key; did you mean "name"?',
        '4:11: scenario[0].step[0].moves: unknown key; did you mean "move"?',
        '5:28: scenario[0].expect.armies.Alaska: must be a whole number, not "2"',
    ]


def test_a_file_without_scenarios(tmp_path: Path) -> None:
    assert problems(tmp_path, 'variant = "classic-1959"\n') == ["1:1: scenario: missing; must be a list of tables"]


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "[[scenario]\n")
    assert problem.startswith("1:11: not TOML")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('position.phase = "atack"', 'is no phase of a turn, which has reinforce, trade, place, attack, fortify, card'),
        ('position.rest = "Pink"', 'unknown player or owner "Pink"'),
        ('position.rest = "nobody"', '"nobody": a territory always has an owner'),
        ('position.territories = { Siam = "Red 0" }', '"Red 0": a territory always has at least one army'),
        ('position.territories = { Siam = "Red four" }', 'unknown player or owner "Red four"'),
        ('position.hands = { Rad = [] }', 'unknown player or owner "Rad"; did you mean "Red"?'),
        ('position.hands = { Red = ["Siam", "Siam"] }', 'the card "Siam" is somewhere else already'),
        ('position.hands = { Red = ["Siam"], Blue = ["Siam"] }', 'the card "Siam" is somewhere else already'),
        ('position.deck = ["wild", "wild"]', 'the card "wild" is somewhere else already'),
        ('position.hands = { Red = ["Sim"] }', 'unknown card "Sim"; did you mean "Siam"?'),
        ('position.hands = { Red = "all" }', 'must be a list of cards or "rest", not "all"'),
        ('position.hands = { Red = "rest", Blue = "rest" }', '"rest" can be in one place only'),
        ('position.reserve = { Rad = 3 }', 'unknown player or owner "Rad"; did you mean "Red"?'),
        ('position.data.capitals.Red = "Siam"', "unknown data; this variant has none"),
        ('position.sets_traded = -1', "-1 is out of range; must be >= 0"),
        ('setup.seed = 1\nposition.turn = "Red"', "a scenario starts from a position or from the set-up, not both"),
        ('players = ["Red"]', "1 given; Classic 1959 is for 2 to 6 players"),
        ('players = ["Red", "Blue", "red"]', '"red" cannot be one owner\'s name'),
        ('players = ["Red", "Blue", "nobody"]', '"nobody" cannot be one owner\'s name'),
        ('others = ["Grey"]', "1 given; besides its players this variant has 0 owners"),
        ('variant = "classic-195"', 'no shipped variant is called "classic-195"; did you mean "classic-1959"?'),
        ('rules = ["linear-set"]', 'rules.linear-set: unknown rule "linear-set"; did you mean "linear-sets"?'),
        ('settings = ["rules.fortify.move=2"]', 'rules.fortify.move: unknown key; did you mean "moves"?'),
        ('rules = ["missions", "secret-mission"]', "both deal missions"),
        ('expect.phase = "atack"', 'nobody decides anything in "atack"; did you mean "attack"?'),
        ('expect.decides = "Rad"', 'unknown player or owner "Rad"; did you mean "Red"?'),
        ('expect.out = ["Rad"]', 'unknown player or owner "Rad"; did you mean "Red"?'),
        ('expect.hands = { Red = ["Sim"] }', 'unknown card "Sim"; did you mean "Siam"?'),
        ('expect.seen_by = "Rad"', 'unknown player or owner "Rad"; did you mean "Red"?'),
        ('expect.legal = ["don"]', 'unknown move "don"; did you mean "done"?'),
        ('expect.events = ["card drown"]', 'unknown event "card drown"; did you mean "card drawn"?'),
        ('expect.no_events = ["card drawn Rad"]', 'unknown word "rad"; did you mean "red"?'),
        ('expect.data.capitals.Red = "Siam"', "unknown data; this variant has none"),
        ('step = [{ refused = "x" }]', "there is no move to refuse"),
        ('step = [{ skip = 1, move = "done" }]', "a step has moves or skips some, not both"),
        ('step = [{ dice = "3 / " }]', 'must look like "5 4 3 / 6 3" for a battle'),
        ('step = [{ dice = ["1 / 2 / 3"] }]', 'must look like "5 4 3 / 6 3" for a battle'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text: str, message: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, HEAD + text)
    assert message in found


def test_a_problem_is_told_once_though_it_concerns_several_variants(tmp_path: Path) -> None:
    text = 'variant = ["classic-1959", "golden-cavalry-2004"]\nexpect.turn = "Rad"'
    assert len(problems(tmp_path, HEAD + text)) == 1


def test_two_scenarios_of_one_name(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, f'{HEAD}[[scenario]]\nname = "It"')
    assert found == f'{FIRST + 1}:8: scenario[1].name: another scenario of this file is called "It"'


def test_a_scenario_without_variant_position_or_owner_of_a_territory(tmp_path: Path) -> None:
    players = 'players = ["Red", "Blue"]\n'
    (found,) = problems(tmp_path, f'{players}[[scenario]]\nname = "It"')
    assert found.startswith("2:3: scenario[0]: variant is missing")
    variant = f'variant = "classic-1959"\n{players}'
    (found,) = problems(tmp_path, f'{variant}[[scenario]]\nname = "It"')
    assert found == "3:3: scenario[0]: a scenario needs a position, here or at the top of the file, or a setup"
    (found,) = problems(tmp_path, f'{variant}[[scenario]]\nname = "It"\nposition.territories = {{ Alaska = "Red" }}')
    assert 'nobody holds Alberta; say who holds what is not named: rest = "Blue"' in found


def test_data_that_its_rule_refuses(tmp_path: Path) -> None:
    head = HEAD.replace("classic-1959", "secret-mission-1993")
    (found,) = problems(tmp_path, f'{head}position.data.secret-mission.Red = "Wide Land"')
    assert found.endswith("'Wide Land' is no entry here; did you mean 'Wide Lands'?")
    assert found.startswith(f"{FIRST}:")


def test_data_that_names_nothing(tmp_path: Path) -> None:
    rules = 'rules = ["capitals"]\n'
    (found,) = problems(tmp_path, f'{HEAD}{rules}position.data.capitals.Red = "Sim"')
    assert found.endswith('"Sim" names nothing that could be kept here; did you mean "Siam"?')
    (found,) = problems(tmp_path, f'{HEAD}{rules}position.data.capital.Red = "Siam"')
    assert found.endswith('unknown data; did you mean "capitals"?')
    (found,) = problems(tmp_path, f'{HEAD}{rules}position.data.capitals.Pink = "Siam"')
    assert found.endswith('unknown player or owner "Pink"')
