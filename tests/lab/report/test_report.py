"""The report of a run: a page that needs nothing else, says what the run says, and is written whole or not at all."""

import html
import os
import re
import shlex
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import attrs
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from riskcore import Rulebook, load_variant
from riskcore.cli import main
from riskcore.cli.output import write_file
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.measures import Measured, measure
from riskcore.lab.measure.summary import summarise
from riskcore.lab.measure.words import range_words, value_words
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.report import report_page
from riskcore.lab.report.charts import nice_top, story_chart, whisker
from riskcore.lab.report.headline import headline
from riskcore.lab.report.maps import heat_map
from riskcore.lab.report.replays import look_at_board, tell_story, telling_games
from riskcore.lab.stats.intervals import Interval

SVG = "{http://www.w3.org/2000/svg}"
GAMES = 60


@pytest.fixture(scope="module")
def results() -> Results:
    return simulate(Plan(load_variant("capitals"), 4, seed=3), GAMES, measured=True)


@pytest.fixture(scope="module")
def measured(results: Results) -> list[Measured]:
    return measure(results)


@pytest.fixture(scope="module")
def page(results: Results, measured: list[Measured]) -> str:
    return report_page(results, measured, command="riskvar run capitals --seed 3")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def words(page: str) -> str:
    """What a reader sees, blanks made alike."""
    return " ".join("".join(parsed(page).itertext()).split())


def headings(page: str) -> list[str | None]:
    return [heading.text for heading in parsed(page).iter("h2")]


def test_the_page_is_well_formed_and_every_chart_says_what_it_shows(page: str) -> None:
    charts = [picture for picture in parsed(page).iter(f"{SVG}svg") if picture.get("role") == "img"]
    assert len(charts) > 10
    assert all(picture.get("aria-label") for picture in charts)


def test_the_page_asks_nothing_of_the_network(page: str) -> None:
    apart = page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert not re.search(r"https?:|//\w|\bsrc=|\bhref=|url\(|@import|<script|<link|<iframe", apart)


def test_every_table_has_a_caption_and_headings(page: str) -> None:
    for table in parsed(page).iter("table"):
        assert table.findtext("caption")
        assert all(head.get("scope") == "col" for head in table.findall("thead/tr/th"))
        assert all(row[0].tag == "th" and row[0].get("scope") == "row" for row in table.findall("tbody/tr"))


def test_every_measure_is_there_with_its_interval_and_meaning(page: str, measured: list[Measured]) -> None:
    rows = ["".join(row.itertext()).replace("\u00a0", " ") for row in parsed(page).iter("tr")]
    for each in measured:
        wanted = (each.title, value_words(each), range_words(each.interval, each.unit), each.meaning)
        assert any(all(part in row for part in wanted) for row in rows), each.key


def test_the_page_says_once_that_bots_are_not_people(page: str) -> None:
    assert page.count("people play differently") == 1


def test_the_page_has_all_that_gives_the_same_games(page: str, results: Results) -> None:
    assert results.digest() in page
    assert "riskvar run capitals --seed 3" in page
    *_, code = parsed(page).iter("code")
    assert tomllib.loads(code.text or "") == tomllib.loads(results.plan.variant.to_toml())


def test_a_hostile_variant_is_shown_and_does_nothing(results: Results, measured: list[Measured]) -> None:
    name = "</style><script>alert('1')</script>\"&amp;"
    hostile = attrs.evolve(
        results.plan.variant, name=name + "\x07", summary="<img src=x onerror=alert(2)>", changes=("--set <i>",)
    )
    again = simulate(attrs.evolve(results.plan, variant=hostile), 4, measured=True)
    page = report_page(again, measure(again), command="riskvar run '<b>.toml'")
    assert "<script" not in page
    assert "<img" not in page
    assert parsed(page).findtext(".//h1") == name
    assert {element.tag for element in parsed(page).iter()}.isdisjoint({"b", "i", "img", "script"})


def test_a_handful_of_games_proves_nothing(results: Results) -> None:
    few = simulate(results.plan, 4, measured=True)
    gist = list(headline(summarise(few), measure(few)))
    assert any(each.startswith("The games do not show that seats differ") for each in gist)
    assert any(each.startswith("The games do not show that leading") for each in gist)


def test_games_that_nobody_wins_leave_the_pictures_out(results: Results) -> None:
    stopped = simulate(attrs.evolve(results.plan, max_rounds=1), 8, measured=True)
    page = report_page(stopped, measure(stopped), command="riskvar run capitals")
    assert "How games go" not in headings(page)
    assert "The board" not in headings(page)
    assert "100\u00a0% of the games find no winner." in page


def test_the_page_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        shown = run("capitals", "--games", "40", "--workers", workers, "--html", str(tmp_path / workers))
        assert shown.exit_code == 0, shown.output
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_the_command_on_the_page_gives_the_same_page(tmp_path: Path) -> None:
    options = ("--games", "24", "--set", "rules.capitals.cards=heir", "--players", "3", "--seed", "5")
    run("capitals", *options, "--html", str(tmp_path / "first.html"))
    first = (tmp_path / "first.html").read_text()
    code = next(parsed(first).iter("code")).text or ""
    program, command, *arguments = shlex.split(code)
    assert (program, command) == ("riskvar", "run")
    run(*arguments, "--html", str(tmp_path / "second.html"))
    assert (tmp_path / "second.html").read_text() == first


def test_goals_come_with_their_verdicts(tmp_path: Path) -> None:
    variant = tmp_path / "quick.toml"
    variant.write_text('name = "Quick"\nextends = "capitals"\n[goals]\ncompletion = { min = 0.5 }\n')
    run(str(variant), "--games", "100", "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()
    assert "Goals" in headings(page)
    assert "All goals are met." in words(page)
    assert "✓ pass" in words(page)


def test_a_page_that_cannot_be_written_costs_nothing_but_the_page(tmp_path: Path) -> None:
    shown = run("capitals", "--games", "8", "--html", str(tmp_path / "missing" / "page.html"))
    assert shown.exit_code == 1
    assert "Typical length" in shown.output
    assert "cannot write" in shown.output


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.html"
    write_file(file, "old")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(Exception, match=r"cannot write .*page\.html: no space left on device"):
        write_file(file, "new")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_file_behind_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to("real.html")
    write_file(tmp_path / "link.html", "new")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "new"


def test_winners_hold_more_and_more_until_they_hold_the_world(results: Results) -> None:
    sight = look_at_board(results)
    assert sight is not None
    assert sight.games == GAMES
    assert (sight.held[-1] == GAMES).all()
    shares = sight.held.mean(axis=1) / GAMES
    assert list(shares) == sorted(shares)
    # Of 42 territories a winner of four players begins with 11 at most, and conquers the others or inherits them.
    assert sight.battles.sum() > 0


def test_a_story_is_about_the_game_it_names(results: Results) -> None:
    records = dict(results.numbered())
    for number in (0, 7):
        story, record = tell_story(results, number), records[number]
        assert len(story.chances) == record.turns + 1
        assert len(story.rounds) == record.rounds
        assert story.chances.sum(axis=1) == pytest.approx(1)
        assert story.winner == record.seat - 1
        assert story.chances[-1, story.winner] == 1
        assert story_chart(story).count("<polyline") == 4


def test_the_dramatic_game_is_the_most_dramatic_and_the_typical_one_is_not_far_from_the_median(
    results: Results,
) -> None:
    drama = Games.of(results).columns["drama"]
    chosen = telling_games(results)
    assert chosen is not None
    typical, dramatic = chosen
    assert drama[dramatic] == drama.max()
    low, high = np.quantile(drama, (0.4, 0.6))
    assert low <= drama[typical] <= high


def test_a_whisker_is_drawn_to_scale() -> None:
    picture = ElementTree.fromstring(whisker(0.5, Interval(0.25, 0.75), (0.0, 1.0), ("0", "1"), mark=1.0, label="half"))
    dot = picture.find(f"{SVG}circle")
    assert dot is not None
    assert float(dot.get("cx", "")) == 100
    paths = {path.get("class"): path.get("d", "") for path in picture.iter(f"{SVG}path")}
    assert paths["range"].startswith("M 55.0 ")
    assert paths["range"].split()[-4] == "145.0"
    assert paths["mark"].startswith("M 190.0 ")


@given(st.floats(1e-6, 1e9))
def test_a_scale_ends_at_a_round_number_not_far_above(highest: float) -> None:
    assert highest <= nice_top(highest) <= 1.5 * highest
    assert len(f"{nice_top(highest):.6e}".split("e")[0].rstrip("0")) <= 3


def test_a_board_of_circles_keeps_its_own_small_labels(results: Results) -> None:
    rules = Rulebook(results.plan.variant)
    numbers = [0.5] * len(rules.board.territories)
    drawn, circles = (
        heat_map(board, numbers, (0.0, 1.0), "Half", percent=True, hues=("#ffffff", "#000000"))
        for board in (rules.board, attrs.evolve(rules.board, outlines=()))
    )
    assert 'class="heat drawn" style="--unit: ' in drawn
    assert 'class="heat">' in circles
    assert drawn.count('fill="#808080"') == circles.count('fill="#808080"') == len(numbers)


def test_titles_of_territories_carry_their_numbers(page: str, results: Results) -> None:
    sight = look_at_board(results)
    assert sight is not None
    share = 100 * sight.held[0][0] / sight.games
    assert html.escape(f"Alaska: {share:.0f} %") in page.replace("\u00a0", " ")


def test_the_page_brings_the_rule_files_that_it_takes(tmp_path: Path) -> None:
    file = tmp_path / "quick.py"
    file.write_text(
        "import attrs\nfrom riskcore import hookimpl\n\n\n@attrs.frozen(eq=False)\nclass Quick:\n"
        '    """Quick <games>."""\n\n    @hookimpl(wrapper=True)\n    def reinforcement(self):\n'
        '        """More armies."""\n        rule = yield\n'
        "        return lambda state, player: rule(state, player) + 1\n"
    )
    page = tmp_path / "page.html"
    few = ["--games", "4", "--workers", "1", "--html", str(page)]
    assert run("capitals", "-p", str(file), "--rule", "quick", *few).exit_code == 0
    assert file.read_text() in ["".join(code.itertext()) for code in parsed(page.read_text("utf-8")).iter("code")]
