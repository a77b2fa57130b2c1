"""Booklets: complete for every variant, true to its parameters, and fit to be printed."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from riskcore import Board, Rulebook, load_variant
from riskcore.cli import main
from riskcore.files.variant import shipped_variants
from riskcore.pages.board_svg import board_svg
from riskcore.rules import Table
from riskcore.text.booklet import Booklet, make_booklet, to_html, to_markdown
from riskcore.text.booklet.chapters import TITLES, Passage, Points
from riskcore.text.explain import explain

PLAYABLE = [shipped.id for shipped in shipped_variants() if shipped.group != "base"]

CLUMSY = re.compile(r"\(s\)|\b1 (armies|cards|dice|moves|territories|players)\b|\bthe own\b|[{}<>]|\s[,.;:]|\.\.|,\.")

RULE = '''
import attrs
from riskcore import Table, hookimpl

@attrs.frozen(eq=False)
class Plunder:
    """Armies for the strong."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """1. But *everybody* | gets <b>more</b> & [more]."""
        rule = yield
        return lambda state, player: rule(state, player) + 1

    @hookimpl
    def appendix(self):
        """Loot."""
        return (Table("Loot | spoils", ("what", "where"), (("<gold>", "*here*"),), "A note."),)
'''


def rulebook(name: str, *settings: str, rules: tuple[str, ...] = (), files: tuple[Path, ...] = ()) -> Rulebook:
    return Rulebook(load_variant(name, settings=settings, rules=rules, plugin_files=files))


def booklet(name: str, *settings: str, rules: tuple[str, ...] = ()) -> Booklet:
    return make_booklet(rulebook(name, *settings, rules=rules))


def words(made: Booklet, key: str) -> str:
    """The paragraphs of a chapter."""
    parts = [part for chapter in made.chapters if chapter.key == key for part in chapter.parts]
    return " ".join(part.words for part in parts if isinstance(part, Passage))


def table(made: Booklet, key: str, start: str) -> Table:
    (chapter,) = [chapter for chapter in made.chapters if chapter.key == key]
    (found,) = [part for part in chapter.parts if isinstance(part, Table) and part.title.startswith(start)]
    return found


def plain_text(page: str) -> str:
    return " ".join("".join(ElementTree.fromstring(page.split("\n", 1)[1]).itertext()).split())


# -- complete ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_booklet_tells_every_rule_in_force(name: str) -> None:
    rules = rulebook(name)
    made = make_booklet(rules)
    passages = [part for chapter in made.chapters for part in chapter.parts if isinstance(part, Passage)]
    paragraphs = {passage.words: passage.note for passage in passages}
    for use in explain(rules):
        for statement in use.told:
            assert statement.words in paragraphs
            assert paragraphs[statement.words].startswith(statement.rule)
    in_force = {each.rule for use in explain(rules) for each in use.statements}
    replaced = {rule for decision in rules.decisions.values() for rule in decision.replaced}
    assert in_force | replaced == {rule for rule, _ in rules.plugins}
    assert {row[0] for row in table(made, "rules", "The rules").rows} == in_force


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_booklet_reads_well(name: str) -> None:
    made = booklet(name)
    for chapter in made.chapters:
        assert chapter.parts
        for part in chapter.parts:
            lines = [part.words] if isinstance(part, Passage) else []
            if isinstance(part, Points):
                lines = [point.words for point in part.points]
            assert [line for line in lines if CLUMSY.search(line)] == []
            assert all(line and not line[0].isspace() for line in lines)


@pytest.mark.parametrize("name", PLAYABLE)
def test_both_kinds_of_file_hold_every_paragraph(name: str) -> None:
    made = booklet(name)
    page, text = plain_text(to_html(made)), to_markdown(made).replace("\\", "")
    for chapter in made.chapters:
        assert f"## {chapter.title}\n" in text
        for part in chapter.parts:
            if isinstance(part, Passage):
                assert part.words in page
                assert part.words in text


def test_chapters_come_in_the_order_players_need() -> None:
    titles = [chapter.title for chapter in booklet("mission-2004").chapters]
    assert titles == list(TITLES.values())


def test_a_rule_that_modifies_another_comes_after_it() -> None:
    (chapter,) = [chapter for chapter in booklet("attacker-ties").chapters if chapter.key == "battle"]
    passages = [part for part in chapter.parts if isinstance(part, Passage)]
    (at,) = [number for number, part in enumerate(passages) if part.words.startswith("But ties go to the attacker")]
    assert passages[at].follows
    assert "a tie goes to the defender" in passages[at - 1].words
    assert not passages[at - 1].follows


def test_a_rule_that_replaces_another_stands_in_its_place() -> None:
    made = booklet("expert")
    notes = [part.note for chapter in made.chapters for part in chapter.parts if isinstance(part, Passage)]
    assert "linear-sets, instead of escalating-sets · X1" in notes
    assert not any(note.startswith("escalating-sets") for note in notes)


def test_without_cards_nothing_else_is_said_about_them() -> None:
    (chapter,) = [chapter for chapter in booklet("no-cards").chapters if chapter.key == "cards"]
    assert [part.words for part in chapter.parts if isinstance(part, Passage)] == ["There are no cards."]
    assert not any(isinstance(part, Table) for part in chapter.parts)


def test_the_steps_of_a_turn_are_those_played() -> None:
    (chapter,) = [chapter for chapter in booklet("two-player-active-2004").chapters if chapter.key == "turn"]
    (steps,) = [part for part in chapter.parts if isinstance(part, Points)]
    assert [point.name for point in steps.points] == [
        "Bribe",
        "Reinforce",
        "Trade",
        "Place",
        "Reinforce allies",
        "Attack",
        "Fortify",
        "Fortify allies",
        "Card",
    ]
    assert steps.numbered


def test_missions_are_listed() -> None:
    captains = table(booklet("mission-2004"), "lists", "Missions: Captain")
    assert len(captains.rows) == 7
    assert ("A Dozen Flags", "Hold twelve territories.") in captains.rows


# -- parameters in the sentences --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "key", "told_then"),
    [
        ("rules.fortify.moves=0", "fortify", "players may not fortify"),
        ("rules.fortify.moves=1", "fortify", "players may fortify once a turn"),
        ("rules.fortify.moves=3", "fortify", "players may fortify up to three times a turn"),
        ("rules.fortify.reach=connected", "fortify", "that a path through their own territories leads to"),
        ("rules.cards.per_turn=1", "cards", "takes one card, however"),
        ("rules.cards.per_turn=2", "cards", "takes two cards, however"),
        ("rules.cards.wilds=0", "cards", "The deck has a card for each territory. Traded"),
        ("rules.cards.wilds=1", "cards", "and one wild card. Traded"),
        ("rules.dice.attack_dice=1", "battle", "The attacker rolls up to one die, but"),
        ("rules.reinforcement.minimum=0", "armies", "rounded down, and the bonus"),
        ("rules.reinforcement.minimum=5", "armies", "never fewer than five, and the bonus of every continent"),
        ("rules.reinforcement.minimum=5", "armies", "So seven territories bring five armies"),
        ("rules.reinforcement.territories_per_army=1", "armies", "one army for every territory held, but"),
        ("rules.reinforcement.territories_per_army=1", "armies", "So two territories bring three armies, continents"),
        ("rules.reinforcement.continents=false", "armies", "; continents bring nothing."),
        ("rules.escalating-sets.values=[1]", "cards", "brings 1 army, and each later one 5 more"),
        ("rules.trading.one_set_up_to=6", "cards", "With five or six cards they must trade at least one set"),
        ("rules.trading.elimination_free=false", "cards", "; other sets wait for the next turn."),
    ],
)
def test_a_parameter_changes_the_sentence(setting: str, key: str, told_then: str) -> None:
    assert told_then in words(booklet("classic-1959", setting), key)


@pytest.mark.parametrize(
    ("rule", "setting", "key", "told_then"),
    [
        ("army-limit", "rules.army-limit.limit=8", "armies", "But at most eight armies may stand on a territory, in"),
        ("army-limit", "rules.army-limit.during_setup=false", "armies", "larger armies from the set-up stay"),
        ("capitals", "rules.capitals.bonus_armies=0", "turn", "on each territory that was left. These"),
        ("capitals", "rules.capitals.instant_win=true", "win", "the only player to hold their own capital wins"),
        ("linear-sets", "rules.linear-sets.step=0", "cards", "and every later set the same as the one before"),
        ("card-reroll", "rules.card-reroll.reroll_die=any", "battle", "any one die, their own or the defender's,"),
        ("defence-dice", "rules.defence-dice.most=1", "battle", "But everywhere defenders roll up to one die"),
    ],
)
def test_a_parameter_of_an_option_changes_its_sentence(rule: str, setting: str, key: str, told_then: str) -> None:
    assert told_then in words(booklet("classic-1959", setting, rules=(rule,)), key)


@pytest.mark.parametrize(("loyal_from", "told_then"), [(1, "nothing changes"), (7, "it shows, that neutral moves")])
def test_the_loyalty_of_neutrals_in_words(loyal_from: int, told_then: str) -> None:
    made = booklet("two-player-active-2004", f"rules.alliances.loyal_from={loyal_from}")
    assert told_then in words(made, "battle")


# -- what is worked out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("classic-1959", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]),
        ("golden-cavalry-2004", [4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
        ("expert", list(range(4, 16))),
    ],
)
def test_values_of_sets_by_number(name: str, values: list[int]) -> None:
    """[C59-3, G04-2, X1]"""
    found = table(booklet(name), "cards", "Armies for")
    assert found.heads[1:4] == ("1st", "2nd", "3rd")
    assert found.rows == (("armies", *map(str, values)),)


def test_values_of_sets_by_what_they_show() -> None:
    """[M04-2]"""
    found = table(booklet("mission-2004"), "cards", "What sets bring")
    values = {"three infantry": "4", "three cavalry": "6", "three artillery": "8", "one of each": "10"}
    assert dict(found.rows) == values


def test_values_of_sets_by_both(tmp_path: Path) -> None:
    file = tmp_path / "rising.py"
    file.write_text(
        "import attrs\nfrom riskcore import hookimpl\n\n@attrs.frozen(eq=False)\nclass Rising:\n    '''Both.'''\n"
        "    @hookimpl(wrapper=True)\n    def set_value(self):\n        '''And 10 more for each set before.'''\n"
        "        rule = yield\n"
        "        return lambda state, player, cards: rule(state, player, cards) + 10 * state.sets_traded\n"
    )
    found = table(make_booklet(rulebook("mission-2004", rules=("rising",), files=(file,))), "cards", "What sets bring")
    assert found.rows[1][:4] == ("three cavalry", "6", "16", "26")


def test_odds_of_the_dice() -> None:
    """[B5] The exact odds of every number of dice, to a tenth of a percent."""
    found = table(booklet("classic-1959"), "battle", "How likely")
    heads = ("defender loses 2", "defender loses 1", "each loses 1", "attacker loses 1", "attacker loses 2")
    assert found.heads[1:] == heads
    assert found.rows == (
        ("3 against 2", "37.2 %", "", "33.6 %", "", "29.3 %"),
        ("3 against 1", "", "66.0 %", "", "34.0 %", ""),
        ("2 against 2", "22.8 %", "", "32.4 %", "", "44.8 %"),
        ("2 against 1", "", "57.9 %", "", "42.1 %", ""),
        ("1 against 2", "", "25.5 %", "", "74.5 %", ""),
        ("1 against 1", "", "41.7 %", "", "58.3 %", ""),
    )
    assert found.note == ""


def test_odds_follow_the_comparison_of_the_variant() -> None:
    """[H6] With ties to the attacker, one die each wins 21 of 36."""
    rows = table(booklet("attacker-ties"), "battle", "How likely").rows
    assert rows[-1] == ("1 against 1", "", "58.3 %", "", "41.7 %", "")


@pytest.mark.parametrize("name", ["three-dice", "fortress-capitals"])
def test_dice_that_are_rolled_only_in_some_places_have_odds_too(name: str) -> None:
    """[H5]"""
    rows = table(booklet(name), "battle", "How likely").rows
    assert [row[0] for row in rows][:2] == ["3 against 3", "3 against 2"]


def test_odds_say_that_dice_may_be_changed() -> None:
    assert "before anybody changes one" in table(booklet("expert"), "battle", "How likely").note


def test_the_board_is_listed() -> None:
    made = booklet("classic-1959")
    continents = {row[0]: row[1] for row in table(made, "board", "Continents").rows}
    assert continents["Asia"] == "7"
    borders = dict(table(made, "board", "Borders").rows)
    assert borders["Japan"] == "Kamchatka, Mongolia"
    assert len(borders) == 42


def test_what_is_needed() -> None:
    (points,) = [part for part in booklet("two-player-1959").chapters[0].parts if isinstance(part, Points)]
    needed = {point.name: point.words for point in points.points}
    assert needed == {
        "Players": "2",
        "Board": "World, with 42 territories in six continents",
        "Armies": "A colour for each player, and one for neutral",
        "Cards": "44 in all: 14 infantry, 14 cavalry and 14 artillery, each with a territory, and two wild cards",
        "Dice": "3 for the attacker and 2 for the defender",
    }


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_page_is_well_formed_and_needs_nothing_else(name: str) -> None:
    page = to_html(booklet(name))
    root = ElementTree.fromstring(page.split("\n", 1)[1])
    assert page.startswith("<!DOCTYPE html>\n")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    for element in root.iter():
        assert element.tag.split("}")[-1] not in ("script", "link", "img", "iframe", "object", "image", "use")
        for attribute, value in element.items():
            if attribute in ("href", "src"):
                assert value.startswith("#")
                assert value[1:] in ids
    assert not re.search(r"""url\(|@import|:\/\/|["'=(]//""", page.replace("http://www.w3.org/2000/svg", ""))


def test_a_page_has_the_map_with_every_name() -> None:
    page = plain_text(to_html(booklet("classic-1959")))
    assert "EasternUnitedStates" in page


def test_a_label_without_a_large_line_is_small_throughout() -> None:
    board = Board("Isle", ("Alder", "Birch"), ("Isle",), (1,), (0, 0), ((1,), (0,)), ("infantry", "cavalry"))
    root = ElementTree.fromstring(board_svg(board, ["", ""], ["\none\ntwo", "9\nthree"]))
    lines = list(root.iter("{http://www.w3.org/2000/svg}tspan"))
    assert [(line.text, line.get("font-size") is not None) for line in lines] == [
        ("one", True),
        ("two", True),
        ("9", False),
        ("three", True),
    ]


def test_what_a_designer_writes_means_nothing_to_the_file(tmp_path: Path) -> None:
    file, variant = tmp_path / "plunder.py", tmp_path / "odd.toml"
    file.write_text(RULE)
    variant.write_text('name = "A <b> & *c* \\u0007"\nextends = "classic-1959"\n[rules.plunder]\n')
    made = make_booklet(rulebook(str(variant), files=(file,)))
    page = plain_text(to_html(made))
    assert "A <b> & *c*" in page
    assert "1. But *everybody* | gets <b>more</b> & [more]." in page
    text = to_markdown(made)
    assert "\n1\\. But \\*everybody\\* \\| gets \\<b\\>more\\</b\\> & \\[more\\]." in text
    assert "| \\<gold\\> | \\*here\\* |" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    for one, other in pairwise(rows):
        if other.startswith("| ---"):
            assert len(re.findall(r"(?<!\\)\|", one)) == len(re.findall(r"(?<!\\)\|", other))


def test_the_command_prints_markdown() -> None:
    result = CliRunner().invoke(main, ["rulebook", "classic-1959", "--set", "rules.fortify.moves=2"])
    assert result.exit_code == 0
    assert result.stdout.startswith("# Classic 1959\n")
    assert "players may fortify up to two times a turn" in result.stdout


@pytest.mark.parametrize(("ending", "start"), [("md", "# Capitals\n"), ("html", "<!DOCTYPE html>")])
def test_the_command_writes_the_kind_of_file_that_is_named(tmp_path: Path, ending: str, start: str) -> None:
    file = tmp_path / f"rules.{ending}"
    result = CliRunner().invoke(main, ["rulebook", "capitals", "-o", str(file)])
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_text(encoding="utf-8").startswith(start)


def test_the_command_refuses_other_kinds(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["rulebook", "capitals", "-o", str(tmp_path / "rules.pdf")])
    assert result.exit_code == 2
    assert "must end in .md or .html" in result.output


def test_the_command_tells_where_it_cannot_write(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["rulebook", "capitals", "-o", str(tmp_path / "nowhere" / "rules.md")])
    assert result.exit_code == 1
    assert "no such file or directory" in result.output
    assert "nowhere" in result.output
