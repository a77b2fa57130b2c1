"""From words to positions: who holds what, where the cards are, what rules keep, and how a game begins."""

from pathlib import Path

from riskcore.scenario import RulebookCache, run

from .helpers import RULEBOOKS, TABLE, compared, load, outcome, scene, write

EMPTY = 'variant = "classic-1959"\nplayers = ["Red", "Blue", "Green"]\n'


def test_a_continent_stands_for_its_territories_and_a_territory_goes_before_it(tmp_path: Path) -> None:
    text = 'position = { rest = "Blue 2", territories = { Japan = "Green 5", Asia = "Red 3", Siam = "Green" } }\n'
    text += "expect = { armies = { Japan = 5, Siam = 1, India = 3, Peru = 2 }, held = { Red = 10, Green = 2 } }"
    assert scene(tmp_path, text, EMPTY) is None


def test_a_territory_can_be_out_of_play(tmp_path: Path) -> None:
    text = 'position = { rest = "Blue", territories = { Japan = "out of play", Siam = "Red", India = "Green" } }\n'
    text += 'expect = { territories = { Japan = "out of play" }, held = { Blue = 39 } }'
    assert scene(tmp_path, text, EMPTY) is None


def test_the_first_card_of_the_deck_is_its_top(tmp_path: Path) -> None:
    text = 'position = { rest = "Red", phase = "card", captured = 1, deck = ["Siam", "Japan"] }\n'
    assert scene(tmp_path, f'{text}expect = {{ hands = {{ Red = ["Siam"] }}, deck = 43 }}', EMPTY) is None


def test_cards_that_are_named_nowhere_are_in_the_deck(tmp_path: Path) -> None:
    text = 'position = { rest = "Blue", territories.Peru = "Red", discard = ["Siam"], hands = { Blue = ["wild"] } }\n'
    assert scene(tmp_path, f"{text}expect = {{ deck = 42, discard = 1, hands = {{ Blue = 1 }} }}", EMPTY) is None


def test_or_where_rest_is(tmp_path: Path) -> None:
    text = 'position = { rest = "Blue", territories.Peru = "Red", deck = ["Siam"], hands = { Blue = "rest" } }\n'
    assert scene(tmp_path, f"{text}expect = {{ deck = 1, hands = {{ Blue = 43 }} }}", EMPTY) is None


def test_a_position_enters_its_phase(tmp_path: Path) -> None:
    text = 'position = { turn = "Green", rest = "Green" }\nexpect.reserve = { Green = 38 }\nexpect.decides = "Green"\n'
    text += 'expect.events = ["received Green 38 reinforcement"]'
    assert scene(tmp_path, text, EMPTY) is None


def test_numbers_of_a_position(tmp_path: Path) -> None:
    text = 'position = { phase = "place", rest = "Red", sets_traded = 7, captured = 2, round = 5, reserve.Red = 4 }\n'
    text += "expect = { sets_traded = 7, captured = 2, round = 5, reserve = { Red = 4 } }"
    assert scene(tmp_path, text, EMPTY) is None


def test_a_scenarios_position_goes_over_the_files_key_by_key(tmp_path: Path) -> None:
    text = 'position.territories = { Peru = "Red 4" }\n'
    text += 'expect = { territories = { Peru = "Red 4", Japan = "Blue 1" }, phase = "attack", hands = { Red = 2 } }'
    assert scene(tmp_path, text) is None


def test_a_game_from_its_beginning(tmp_path: Path) -> None:
    text = 'variant = "world-domination-1993"\nsetup.seed = 1\nexpect = { phase = "claim", decides = "Blue" }\n'
    text += "[[scenario.step]]\nskip = 42\nexpect = { phase = 'muster', held = { Red = 14 } }"
    assert scene(tmp_path, text) is None


# -- what rules keep --------------------------------------------------------------------------------------------------

CAPITALS = f'rules = ["capitals"]\n{TABLE}'


def test_data_by_names(tmp_path: Path) -> None:
    text = 'position.data.capitals = { Red = "Japan", Blue = "Siam" }\n'
    text += 'expect.data.capitals = { Red = "Japan", Blue = "siam", Green = "nobody" }'
    assert scene(tmp_path, text, CAPITALS) is None


def test_data_that_is_not_so(tmp_path: Path) -> None:
    text = 'position.data.capitals = { Red = "Japan" }\nexpect.data.capitals = { Red = "Siam", Green = "Peru" }'
    assert compared(scene(tmp_path, text, CAPITALS)) == [
        ("capitals of Red", "Siam", "Japan"),
        ("capitals of Green", "Peru", "nobody"),
    ]


def test_data_that_a_player_does_not_see(tmp_path: Path) -> None:
    text = 'position.data.capitals-chosen = { Red = "Japan" }\n'
    text += 'expect = { seen_by = "Blue", data.capitals-chosen = { Red = "unknown" } }'
    assert scene(tmp_path, text, CAPITALS) is None
    text = text.replace('Red = "unknown"', 'Red = "Japan"')
    assert compared(scene(tmp_path, text, CAPITALS)) == [("capitals-chosen of Red seen by Blue", "Japan", "unknown")]


def test_data_in_words_lists_and_tables(tmp_path: Path) -> None:
    top = TABLE.replace("classic-1959", "mission-2004")
    text = 'position.data = { missions.Red = ["", "The Strait"], feats.Red = { captures = 3, completed = ["Asia"] } }\n'
    text += 'expect.data = { missions = { Red = ["", "The Strait"], Blue = 0 }, '
    text += 'feats = { Red = { captures = 3, completed = ["Asia"], broken = [] }, Blue = { captures = 0 } } }'
    assert scene(tmp_path, text, top) is None


# -- variants ---------------------------------------------------------------------------------------------------------


def test_several_variants_make_several_scenarios(tmp_path: Path) -> None:
    top = TABLE.replace('"classic-1959"', '["classic-1959", "golden-cavalry-2004"]')
    made = load(tmp_path, f'{top}[[scenario]]\nname = "It"\nexpect.phase = "attack"')
    assert [scenario.name for scenario in made] == ["It (classic-1959)", "It (golden-cavalry-2004)"]
    assert [scenario.rules.variant.id for scenario in made] == ["classic-1959", "golden-cavalry-2004"]
    assert [run(scenario) for scenario in made] == [None, None]


def test_rules_and_settings_of_the_file_and_of_a_scenario(tmp_path: Path) -> None:
    top = f'rules = ["linear-sets"]\nsettings = ["rules.linear-sets.first=9"]\nshows = ["B1"]\n{TABLE}'
    text = '[[scenario]]\nname = "a"\n[[scenario]]\nname = "b"\nrules = []\nsettings = []\nshows = ["B2"]\n'
    first, second = load(tmp_path, top + text)
    assert [name for name, _ in first.rules.plugins if name == "linear-sets"] == ["linear-sets"]
    assert [name for name, _ in second.rules.plugins if name == "linear-sets"] == []
    assert (first.shows, second.shows) == (("B1",), ("B2",))


def test_a_variants_path_is_relative_to_the_scenario_file(tmp_path: Path) -> None:
    write(tmp_path, 'name = "Mine"\nextends = "classic-1959"\n[rules.reinforcement]\nminimum = 8\n', "mine.toml")
    top = EMPTY.replace("classic-1959", "./mine.toml")
    text = 'position = { rest = "Blue", territories.Siam = "Red" }\nexpect.reserve = { Red = 8 }'
    assert scene(tmp_path, text, top) is None


def test_rules_from_a_plugin_file(tmp_path: Path) -> None:
    rule = write(
        tmp_path,
        "import attrs\nfrom riskcore import hookimpl\n\n@attrs.frozen(eq=False)\nclass Generous:\n"
        "    @hookimpl\n    def reinforcement(self):\n        return lambda state, player: 50\n",
        "generous.py",
    )
    text = f'rules = ["generous"]\n{EMPTY}[[scenario]]\nname = "It"\n'
    text += 'position = { rest = "Blue", territories.Siam = "Red" }\nexpect.reserve = { Red = 50 }'
    assert outcome(tmp_path, text, RulebookCache([rule])) is None


def test_a_cache_builds_a_rulebook_once(tmp_path: Path) -> None:
    first, second = load(tmp_path, f'{TABLE}[[scenario]]\nname = "a"\n[[scenario]]\nname = "b"', RULEBOOKS)
    assert first.rules is second.rules
