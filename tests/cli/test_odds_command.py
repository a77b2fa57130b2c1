"""`riskvar odds`: the table, the JSON, the picture and the page."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from riskcore import Rulebook, load_variant
from riskcore.cli import main
from riskcore.lab.battles.battle_odds import Odds, variant_odds
from riskcore.lab.battles.picture import odds_svg
from riskcore.lab.battles.words import endings, percent_words

SVG = "{http://www.w3.org/2000/svg}"


def odds(*arguments: str) -> Result:
    environment = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm-256color"}
    return CliRunner().invoke(main, ["odds", *arguments], env=environment)


def sized(attackers: int, defenders: int, variant: str = "classic-1959") -> tuple[str, ...]:
    return variant, "--attackers", str(attackers), "--defenders", str(defenders)


def computed(attackers: int, defenders: int) -> Odds:
    return variant_odds(Rulebook(load_variant("classic-1959")), attackers, defenders)


def test_the_table_says_who_wins_and_what_is_left() -> None:
    shown = odds(*sized(3, 2)).output
    assert "3 armies attack 2 until one side cannot go on" in shown
    assert re.search(r"The attacker wins +36\.3 %", shown)
    rows = re.findall(r"^ +(\d+) +([\d.]+) %  █*$", shown, flags=re.MULTILINE)
    # 3 against 2 is won at once, or at equal losses with one die against one.
    won = {"3": 295 / 1296, "2": 420 / 1296 * 15 / 36}
    held = {"1": 420 / 1296 * 21 / 36, "2": 581 / 1296}
    assert rows == [(left, f"{100 * share:.1f}") for left, share in (*won.items(), *held.items())]


@pytest.mark.parametrize("size", [(10, 8), (300, 280), (1, 1)])
def test_the_table_fits_and_has_no_colour(size: tuple[int, int]) -> None:
    shown = odds(*sized(*size, variant="expert" if size[0] < 20 else "classic-1959"))
    assert shown.exit_code == 0
    assert max(map(len, shown.output.splitlines())) <= 80
    assert "\x1b" not in shown.output


def test_the_best_use_of_options_is_told() -> None:
    shown = " ".join(odds(*sized(6, 6, "expert")).output.split())
    assert "card-reroll The attacker may show a card and roll a die again (assumed: holding the card" in shown
    assert "It comes back with every roll, so it is used whenever it helps: in 46.2 % of first rolls" in shown
    assert "commander The attacker may turn a die to a six (assumed: not used before in this turn)." in shown
    left_out = odds(*sized(6, 6, "expert"), "--without", "card-reroll").output
    assert "card-reroll        left out: the attacker cannot use it" in left_out


def test_json_has_the_whole_distribution() -> None:
    found = json.loads(odds(*sized(10, 8), "--json").output)
    battle = computed(10, 8).battle
    assert found["win"] == found["defenders_left"][0] == battle.win
    assert found["attackers_left"] == battle.attackers_left.tolist()
    assert found["defenders_left"] == battle.defenders_left.tolist()
    assert (len(found["attackers_left"]), len(found["defenders_left"])) == (11, 9)
    assert (found["variant"], found["attackers"], found["defenders"], found["keep"]) == ("classic-1959", 10, 8, 1)


def test_json_tells_the_use_of_options() -> None:
    found = json.loads(odds(*sized(2, 1), "--rule", "commander", "--json").output)
    (use,) = found["options"]
    assert (use["rule"], use["once"]) == ("commander", True)
    assert use["used_in_battle"] == pytest.approx(15 / 36)
    assert use["first_roll"][0] == {
        "attacker_loss": 1,
        "defender_loss": 0,
        "probability": pytest.approx(21 / 36),
        "used": pytest.approx(15 / 36),
    }


def test_what_changes_the_variant_changes_the_odds() -> None:
    plain = json.loads(odds(*sized(6, 6), "--json").output)["win"]
    harder = json.loads(odds(*sized(6, 6), "--set", "rules.dice.defence_dice=3", "--json").output)["win"]
    easier = json.loads(odds(*sized(6, 6), "--rule", "attacker-ties", "--json").output)["win"]
    assert harder < plain < easier
    assert json.loads(odds(*sized(6, 6), "--keep", "4", "--json").output)["win"] < plain


def bars(picture: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(picture).iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]


def test_the_picture_has_a_bar_for_every_ending_to_scale() -> None:
    result = computed(3, 2)
    found = bars(odds_svg(result))
    shown = endings(result.battle, 60)
    heights = [float(bar.attrib["height"]) for bar in found]
    assert [height / sum(heights) for height in heights] == pytest.approx(
        [each.probability for each in shown], abs=1e-3
    )
    assert [bar.attrib["class"] for bar in found] == ["odds-won", "odds-won", "odds-held", "odds-held"]
    assert found[0][0].text == "the attacker wins with 3 left: 22.76 %"


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1000, 2), (300, 260)])
def test_a_picture_of_any_battle_stays_inside(size: tuple[int, int]) -> None:
    picture = odds_svg(computed(*size))
    root = ElementTree.fromstring(picture)
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    assert 0 < len(bars(picture)) <= 61
    for bar in bars(picture):
        x, y, wide, high = (float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= x < x + wide <= width
        assert 0 <= y <= y + high <= height


def test_picture_and_page_are_written_and_need_nothing_else(tmp_path: Path) -> None:
    svg, page = tmp_path / "odds.svg", tmp_path / "odds.html"
    shown = odds(*sized(6, 6, "expert"), "--without", "commander", "--svg", str(svg), "--html", str(page))
    assert shown.exit_code == 0
    picture, text = svg.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")
    assert len(re.findall("<svg", text)) == 2  # for wide screens and for phones
    assert (text.count("6 armies attack 6 until"), text.count(">6 armies attack 6")) == (2, 0)  # title and heading
    assert "<code>riskvar odds expert --attackers 6 --defenders 6 --without commander</code>" in text
    for written in (picture, text):
        assert "prefers-color-scheme: dark" in written
        addresses = set(re.findall(r"https?://[^\"' <]+|(?:src|href)=|url\(|@import", written))
        assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not a place


def test_the_picture_for_phones_can_be_read_there(tmp_path: Path) -> None:
    page = tmp_path / "odds.html"
    assert odds(*sized(300, 260), "--html", str(page)).exit_code == 0
    narrow = page.read_text(encoding="utf-8").partition('<div class="narrow">')[2].partition("</div>")[0]
    width = float(ElementTree.fromstring(narrow).attrib["width"])
    sizes = [float(size) for size in re.findall(r'font-size="(\d+)"', narrow)]
    assert min(sizes) * 358 / width >= 10  # as wide as a phone of 390 pixels shows it


def test_what_cannot_be_written_does_not_cost_the_odds(tmp_path: Path) -> None:
    shown = odds(*sized(3, 2), "--html", "no/such/folder.html", "--svg", str(tmp_path / "odds.svg"))
    assert shown.exit_code == 1
    assert "The attacker wins" in shown.stdout
    assert "cannot write no/such/folder.html" in shown.stderr
    assert (tmp_path / "odds.svg").exists()


def test_one_army_cannot_attack() -> None:
    shown = odds(*sized(1, 3))
    assert shown.exit_code == 0
    assert "1 army cannot attack 3: one has to stay behind" in shown.stdout
    assert json.loads(odds(*sized(1, 3), "--json").stdout)["win"] == 0


def test_a_name_is_shown_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('name = "<b>R&D</b>"\nextends = "classic-1959"\n', encoding="utf-8")
    page = tmp_path / "odds.html"
    assert odds(*sized(3, 2, str(file)), "--html", str(page)).exit_code == 0
    assert "<b>" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("classic-1959", "--attackers", "3"), 2, "--defenders"),
        (sized(0, 3), 2, "--attackers"),
        (sized(1001, 3), 1, "attackers: 1001 armies; must be a whole number from 1 to 1000"),
        ((*sized(3, 3), "--without", "commander"), 1, "cannot do without 'commander'"),
        (
            (*sized(3, 3), "--svg", "no/such/folder.svg"),
            1,
            "cannot write no/such/folder.svg: no such file or directory",
        ),
        (sized(3, 3, "nowhere"), 1, "nowhere"),
    ],
)
def test_what_cannot_be_answered_is_told(arguments: tuple[str, ...], code: int, message: str) -> None:
    result = odds(*arguments)
    assert result.exit_code == code
    assert message in result.stderr


def test_endings_are_grouped_and_none_is_lost() -> None:
    battle = computed(300, 280).battle
    shown = endings(battle, 20)
    assert len(shown) <= 21
    assert sum(ending.probability for ending in shown) == pytest.approx(1, abs=1e-3)
    for ending in shown:
        left = battle.winners_left if ending.won else battle.defenders_left
        assert ending.probability == pytest.approx(left[ending.fewest : ending.most + 1].sum())
    assert [ending.won for ending in shown] == sorted((ending.won for ending in shown), reverse=True)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.4167, "41.7 %"),
        (0.0004, "0.04 %"),
        (2e-29, "2e-27 %"),
        (0.99995, "99.995 %"),
        (1 - 1e-12, "over 99.9999999 %"),
    ],
)
def test_percentages_are_not_rounded_to_never_or_always(share: float, words: str) -> None:
    assert percent_words(share) == words


def test_a_campaign_is_told_target_by_target() -> None:
    shown = odds(*sized(72, 22), "--then", "8,2,2,2,7,1,1,3,1,2,3,5,1", "--leave", "1").output
    assert re.search(r"All of them fall +81\.1 %", shown)
    rows = re.findall(r"^ +(\d+)\. against +(\d+) +([\d.]+) %  █+$", shown, flags=re.MULTILINE)
    assert len(rows) == 14
    assert rows[-1] == ("14", "1", "81.1")
    assert max(map(len, shown.splitlines())) <= 80


def test_a_campaign_in_json() -> None:
    found = json.loads(odds(*sized(9, 3), "--then", "2, 2", "--json").output)
    assert found["targets"] == [3, 2, 2]
    assert found["taken"] == sorted(found["taken"], reverse=True)
    assert sum(found["armies_left"]) == pytest.approx(found["win"])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--then", "2,x"), "'2,x': must be numbers of armies from 1 with commas between them, like 8,2,2"),
        (("--then", "2,0"), "'2,0': must be numbers"),
        (("--then", "2", "--keep", "3"), "--keep, --svg and --html are for one battle"),
        (("--leave", "2"), "for a campaign: add --then N,N…"),
        (("--then", "2", "--target", "Japan"), "begins at one: add --source"),
        (("--then", "2000"), "2000 armies; must be a whole number from 1 to 1000"),
    ],
)
def test_a_campaign_that_cannot_be_is_told(options: tuple[str, ...], told: str) -> None:
    result = odds(*sized(9, 3), *options)
    assert result.exit_code != 0
    assert told in " ".join(result.output.split())
