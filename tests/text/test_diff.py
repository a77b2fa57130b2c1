"""What differs between two variants, in words: only in one, only in the other, or with other parameters."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from riskcore import Rulebook, load_variant, parse_variant
from riskcore.cli import main
from riskcore.files.variant import shipped_variants
from riskcore.text.booklet import Difference, diff_rules
from riskcore.text.booklet.chapters import TITLES

PLAYABLE = [shipped.id for shipped in shipped_variants() if shipped.group != "base"]
CHAPTERS = [*TITLES.values(), "Settings"]


def rulebook(name: str, *settings: str, rules: tuple[str, ...] = (), files: tuple[Path, ...] = ()) -> Rulebook:
    return Rulebook(load_variant(name, settings=settings, rules=rules, plugin_files=files))


def changes(name: str, *settings: str, rules: tuple[str, ...] = ()) -> tuple[Difference, ...]:
    return diff_rules(rulebook(name), rulebook(name, *settings, rules=rules))


def riskvar(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["diff", *arguments], env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_variant_does_not_differ_from_itself(name: str) -> None:
    assert diff_rules(rulebook(name), rulebook(name)) == ()


@pytest.mark.parametrize("name", PLAYABLE)
def test_the_other_way_round_is_the_mirror_image(name: str) -> None:
    classic, other = rulebook("classic-1959"), rulebook(name)
    there, back = diff_rules(classic, other), diff_rules(other, classic)
    assert {(each.chapter, each.first, each.second) for each in there} == {
        (each.chapter, each.second, each.first) for each in back
    }
    assert [each.chapter for each in there] == sorted((each.chapter for each in there), key=CHAPTERS.index)
    assert bool(there) == (name != "classic-1959")


def test_the_same_rule_with_other_parameters() -> None:
    (difference,) = changes("classic-1959", "rules.fortify.moves=3", "rules.fortify.reach=connected")
    assert (difference.kind, difference.chapter) == ("other parameters", "Fortifying")
    assert difference.changed == {"moves": (1, 3), "reach": ("adjacent", "connected")}
    assert difference.settings == 'moves = 3 instead of 1 and reach = "connected" instead of "adjacent"'
    assert difference.first is not None
    assert difference.second is not None
    assert "once a turn" in difference.first.words
    assert "up to three times a turn" in difference.second.words
    assert difference.first.rule == difference.second.rule == "fortify"


def test_a_rule_instead_of_another() -> None:
    (difference,) = changes("classic-1959", rules=("free-fortify",))
    assert difference.kind == "replaced"
    assert difference.first is not None
    assert difference.second is not None
    assert (difference.first.rule, difference.second.rule) == ("fortify", "free-fortify")
    assert "as often as they like" in difference.second.words


def test_a_rule_that_only_one_of_them_has() -> None:
    (added,) = changes("classic-1959", rules=("attacker-ties",))
    assert (added.kind, added.first) == ("only in the second", None)
    assert added.second is not None
    assert added.second.words.startswith("But ties go to the attacker")
    assert added.second.ids == ("H6",)
    (gone,) = diff_rules(rulebook("attacker-ties"), rulebook("classic-1959"))
    assert (gone.kind, gone.first, gone.second) == ("only in the first", added.second, None)


def test_the_order_of_a_turn() -> None:
    """[W93-6]"""
    differences = diff_rules(rulebook("classic-1959"), rulebook("world-domination-1993"))
    (steps,) = [each for each in differences if each.about == "Steps"]
    assert steps.second is not None
    assert steps.second.words.endswith("attack, card, fortify.")
    assert "Settings" not in [each.chapter for each in differences]


def test_what_is_needed() -> None:
    differences = diff_rules(rulebook("classic-1959"), rulebook("two-player-1959"))
    needs = {each.about: each.second.words for each in differences if each.chapter == "What you need" and each.second}
    assert needs == {"Players": "Players. 2.", "Armies": "Armies. A colour for each player, and one for neutral."}


def test_another_board_of_the_same_size(tmp_path: Path) -> None:
    board = Path(load_variant("classic-1959").board)
    source = board if board.is_file() else Path(__file__).parents[2] / "variants" / "boards" / "world.toml"
    (tmp_path / "rich.toml").write_text(source.read_text().replace("bonus = 7", "bonus = 9"))
    (tmp_path / "rich-asia.toml").write_text('name = "Rich"\nextends = "classic-1959"\nboard = "rich.toml"\n')
    (difference,) = diff_rules(rulebook("classic-1959"), rulebook(str(tmp_path / "rich-asia.toml")))
    assert difference.about == "Board"


def test_lists_differ_by_their_rows() -> None:
    """[S93-1]"""
    differences = changes("secret-mission-1993", 'rules.secret-mission.deck="decks/secret-14.toml"')
    (rows,) = [each for each in differences if each.chapter == "For reference"]
    assert rows.first is None
    assert rows.second is not None
    assert rows.second.words.count("one other continent") == 2
    (setting,) = [each for each in differences if each.chapter == "Settings"]
    assert setting.settings == 'deck = "decks/secret-14.toml" instead of "decks/secret-12.toml"'


def test_a_list_that_only_one_of_them_has() -> None:
    differences = diff_rules(rulebook("golden-cavalry-2004"), rulebook("mission-2004"))
    lists = [each.about for each in differences if each.chapter == "For reference"]
    assert lists == [f"Missions: {rank}" for rank in ("Captain", "Major", "Colonel", "General")]


def test_a_parameter_that_no_sentence_tells(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    file.write_text(
        "import attrs\nfrom riskcore import hookimpl\n\n@attrs.frozen(eq=False)\nclass Silent:\n    '''Quiet.'''\n"
        "    more: int = 1\n\n    @hookimpl(wrapper=True)\n    def reinforcement(self):\n        '''And some more.'''\n"
        "        rule = yield\n        return lambda state, player: rule(state, player) + self.more\n"
    )
    one = rulebook("classic-1959", rules=("silent",), files=(file,))
    other = rulebook("classic-1959", "rules.silent.more=4", rules=("silent",), files=(file,))
    (difference,) = diff_rules(one, other)
    assert (difference.chapter, difference.kind) == ("Settings", "other parameters")
    assert difference.changed == {"more": (1, 4)}


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_both_sides_by_chapter() -> None:
    text = " ".join(riskvar("classic-1959", "golden-cavalry-2004").split())
    assert text.startswith("- Classic 1959 + World Conquest 2004 WHAT YOU NEED ~ Players. 2 → 3 to 6. + Golden")
    assert "SETTING UP - A dealer, drawn by lot" in text
    assert "+ Everybody starts with a number of armies" in text
    assert 'fortify [C59-6, W93-5, G04-4] with reach = "connected" instead of "adjacent"' in text


def test_the_command_compares_a_variant_with_itself_changed() -> None:
    text = " ".join(riskvar("classic-1959", "--rule", "capitals").split())
    assert text.startswith("- Classic 1959 + Classic 1959, changed WHAT YOU NEED + Capitals. A marker for each player")
    assert "capitals [X6]" in text


def test_the_command_says_that_nothing_differs() -> None:
    assert riskvar("classic-1959", "classic-1959") == "No difference: the rules are the same.\n"


def test_the_command_gives_the_same_as_json() -> None:
    told = json.loads(riskvar("classic-1959", "expert", "--json"))
    assert (told["first"], told["second"]) == ("classic-1959", "expert")
    kinds = {(each["chapter"], each["kind"]) for each in told["differences"]}
    assert ("Fortifying", "replaced") in kinds
    assert ("New armies", "only in the second") in kinds
    fortify = next(each for each in told["differences"] if each["chapter"] == "Fortifying")
    assert (fortify["first"]["rule"], fortify["second"]["rule"]) == ("fortify", "free-fortify")


def test_the_command_wants_something_to_compare_with() -> None:
    result = CliRunner().invoke(main, ["diff", "classic-1959"])
    assert result.exit_code == 2
    assert "name another variant, or change this one with --rule or --set" in result.output


# -- boards and sentences ---------------------------------------------------------------------------------------------


def changed_board(board: str) -> list[tuple[str, str]]:
    other = Rulebook(parse_variant(f'name = "Other"\nextends = "classic-1959"\n{board}'))
    found = diff_rules(rulebook("classic-1959"), other)
    assert {each.about for each in found} == {"Board"}
    return [(each.first.words if each.first else "", each.second.words if each.second else "") for each in found]


def test_a_continent_that_brings_more() -> None:
    changes = changed_board("[board.continents.Australia]\nbonus = 3\n")
    assert changes == [("Australia brings two armies a turn.", "Australia brings three armies a turn.")]


def test_the_command_tells_what_changed_within_a_sentence() -> None:
    text = " ".join(riskvar("classic-1959", "--set", "rules.reinforcement.minimum=5").split())
    assert "~ At the start of a turn" in text
    assert "never fewer than three → five, and" in text


def test_words_that_are_only_added_are_marked() -> None:
    text = " ".join(riskvar("classic-1959", "--set", "rules.reinforcement.continents=false").split())
    assert "{+" in text or "[-" in text
