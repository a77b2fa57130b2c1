"""Comparing variants: what differs is found and told in words, and chance is not taken for a difference."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import numpy as np
import pytest
from click.testing import CliRunner, Result

from riskcore import load_variant
from riskcore.cli import main
from riskcore.lab.measure.columns import Games
from riskcore.lab.measure.compare import Change, Side, compare, single_change
from riskcore.lab.measure.findings import finding, unchanged, verdict_sentence
from riskcore.lab.measure.levels import change_by_level
from riskcore.lab.measure.measures import MEASURES
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.simulate import simulate
from riskcore.lab.stats.intervals import Interval, newcombe, rate_difference_p_value

PLAN = Plan(load_variant("classic-1959"), 4)
_DRAMA = next(each for each in MEASURES if each.key == "drama")
FEW = ["--games", "8", "--players", "3", "--workers", "1", "--bots", "greedy", "--no-levels"]


def made(rng: np.random.Generator, games: int, **other: Any) -> Side:
    """Games by chance, with the shapes that real ones have."""
    out = rng.choice([3.0, 3.0, 3.0, 2.0], games)
    columns = {
        "decided": (rng.random(games) < 0.97) * 1.0,
        "seat": rng.integers(1, 5, games).astype(float),
        "rounds": np.ceil(rng.lognormal(2.8, 0.4, games)),
        "drama": rng.beta(1, 4, games),
        "end_surprise": rng.gamma(2, 0.8, games),
        "victory_lap": rng.beta(0.5, 10, games),
        "leader_won": (rng.random(games) < 0.35) * 1.0,
        "idle": out * rng.beta(2, 8, games),
        "out": out,
    }
    return Side(Games(PLAN, columns | other))


def changed(base: Side, ours: Side) -> dict[str, Change]:
    return {change.key.partition(".")[0]: change for change in compare(base, [ours])[0]}


# -- statistics


@pytest.mark.parametrize(("adjusted", "holds"), [(0.001, "at every level"), (0.2, "not settled")])
def test_what_is_not_called_different_holds_at_no_level(adjusted: float, holds: str) -> None:
    rng = np.random.default_rng(5)
    base, ours = made(rng, 300).games, made(rng, 300, drama=rng.beta(3, 4, 300)).games
    change = attrs.evolve(single_change(_DRAMA, base, ours), adjusted=adjusted)
    found = change_by_level(change, [("novice", base, ours), ("greedy", base, ours)])
    assert found is not None
    assert found.holds == holds


def test_games_of_the_same_kind_are_called_different_at_most_once_in_twenty() -> None:
    different = 0
    for run in range(120):
        rng = np.random.default_rng(run)
        different += any(change.different for change in changed(made(rng, 150), made(rng, 150)).values())
    assert different <= 12  # of 6 expected at most; a rate of 5 % exceeds 12 in one of a hundred such tests


def test_a_rate_is_compared_by_newcombes_interval() -> None:
    rng = np.random.default_rng(0)
    sides = [made(rng, 200, decided=np.arange(200) < wins) for wins in (150, 190)]
    change = changed(*sides)["completion"]
    assert (change.base, change.ours) == (0.75, 0.95)
    assert change.change == pytest.approx(0.2)
    assert change.interval == newcombe(190, 200, 150, 200)
    assert change.different


def test_a_length_is_compared_as_a_part_of_what_it_was() -> None:
    rng = np.random.default_rng(0)
    base = made(rng, 300)
    change = changed(base, made(rng, 300, rounds=np.ceil(base.games.columns["rounds"] / 2)))["length"]
    assert change.change == pytest.approx(-0.5, abs=0.02)
    assert change.relative
    assert change.interval is not None
    assert change.interval.low < -0.5 < change.interval.high < -0.4


def test_a_change_of_less_than_a_round_shows_in_lengths() -> None:
    rng = np.random.default_rng(1)
    sides = [made(rng, 600, rounds=np.repeat([9.0, 10, 11], ends)) for ends in ([100, 400, 100], [250, 300, 50])]
    change = changed(*sides)["length"]
    assert (change.base, change.ours) == (10, 10)
    # half of the games are over after 9 + 200 / 400 rounds, then after 9 + 50 / 300
    assert change.change == pytest.approx(9.1667 / 9.5 - 1, abs=0.001)
    assert change.interval is not None
    assert change.interval.low < change.change < change.interval.high < 0


def test_games_that_were_stopped_are_longer_and_never_a_number() -> None:
    rng = np.random.default_rng(2)
    endless = np.repeat([9.0, np.inf], [100, 200])
    change = changed(made(rng, 300), made(rng, 300, rounds=endless))["length"]
    assert (change.ours, change.change, change.interval) == (np.inf, None, None)
    assert json.loads(json.dumps(change.to_dict()))["ours"] is None
    some = np.repeat([9.0, np.inf], [200, 100])
    assert changed(made(rng, 300), made(rng, 300, rounds=some))["length"].interval is not None


def test_the_seat_that_changed_most_pays_for_having_been_chosen() -> None:
    rng = np.random.default_rng(3)
    sides = [made(rng, 400, seat=np.repeat([1.0, 2, 3, 4], wins)) for wins in ([100, 100, 100, 100], [125, 90, 92, 93])]
    [change] = [each for each in compare(sides[0], sides[1:])[0] if each.key == "seat.1"]
    assert change.p_value == pytest.approx(1 - (1 - rate_difference_p_value(125, 400, 100, 400)) ** 4)


def test_idle_time_is_that_of_all_eliminated_players_together() -> None:
    rng = np.random.default_rng(0)
    one = np.arange(100) % 2 == 0
    ours = made(rng, 100, idle=np.where(one, 0.6, 0.3), out=np.where(one, 1.0, 3.0))
    base = made(rng, 100, idle=np.full(100, 0.3), out=np.full(100, 3.0))
    assert changed(base, ours)["idle"].change == pytest.approx(0.225 - 0.1)


def test_the_seat_is_named_that_changed_most() -> None:
    rng = np.random.default_rng(0)
    base = made(rng, 400, seat=np.arange(400) % 4 + 1.0)
    ours = made(rng, 400, seat=np.where(np.arange(400) < 80, 2.0, np.arange(400) % 4 + 1.0))
    (seat,) = [change for change in compare(base, [ours])[0] if change.key.startswith("seat")]
    assert (seat.key, seat.base, seat.ours, seat.different) == ("seat.2", 0.25, 0.4, True)


def test_many_comparisons_at_once_need_more_to_be_called_different() -> None:
    rng = np.random.default_rng(0)
    base, others = made(rng, 200), [made(rng, 200) for _ in range(4)]
    ours = made(rng, 200, decided=np.arange(200) < base.games.columns["decided"].sum() - 12)
    alone, among = compare(base, [ours])[0][0], compare(base, [ours, *others])[0][0]
    assert alone.p_value == among.p_value
    assert alone.adjusted < among.adjusted


def test_what_games_do_by_way_of_the_lead_makes_a_change_more_or_less_sure() -> None:
    rng = np.random.default_rng(0)
    base, ours = made(rng, 300), made(rng, 300, drama=rng.beta(1.3, 4, 300))
    drama = ours.games.columns["drama"]
    wild = rng.normal(0, 0.3, 300)

    def with_influence(influence: Any) -> dict[str, Change]:
        return changed(base, Side(Games(PLAN, ours.games.columns, influence={"drama": influence - influence.mean()})))

    plain, less_sure, surer = changed(base, ours), with_influence(wild), with_influence(-0.9 * drama)
    assert plain["length"] == less_sure["length"]  # nobody has to be ahead for that
    changes = [each["drama"] for each in (surer, plain, less_sure)]
    assert [each.change for each in changes] == pytest.approx([plain["drama"].change] * 3)
    widths = [each.interval.width for each in changes if each.interval is not None]
    assert len(widths) == 3
    assert widths == sorted(widths)
    variance = base.games.columns["drama"].var() + (drama + wild).var()
    assert widths[-1] / 3.92 == pytest.approx((variance / 300) ** 0.5, rel=0.05)
    assert plain["drama"].p_value < less_sure["drama"].p_value


def test_a_rate_that_needs_a_lead_weighs_as_many_games_as_it_is_sure_as() -> None:
    rng = np.random.default_rng(0)
    base, ours = made(rng, 400), made(rng, 400)
    won = ours.games.columns["leader_won"]
    influence = 3**0.5 * won.std() * np.where(np.arange(400) % 2 == 0, 1.0, -1.0)  # three times the variance more
    sure = changed(base, ours)["runaway"]
    unsure = changed(base, Side(Games(PLAN, ours.games.columns, influence={"leader_won": influence})))["runaway"]
    assert sure.change == pytest.approx(unsure.change)
    wins, before = won.sum(), base.games.columns["leader_won"].sum()
    quarter = newcombe(wins / 4, 100, before, 400)
    assert unsure.interval is not None
    assert unsure.interval.low == pytest.approx(quarter.low, abs=0.01)
    assert unsure.interval.high == pytest.approx(quarter.high, abs=0.01)


def test_a_measure_that_no_game_has_is_left_open() -> None:
    rng = np.random.default_rng(0)
    never = np.full(50, np.nan)
    change = changed(made(rng, 50), made(rng, 50, rounds=never))["length"]
    assert (change.ours, change.change, change.interval, change.different) == (None, None, None, False)


def test_classic_shows_no_difference_from_itself_in_other_games() -> None:
    def played(seed: int) -> Side:
        return Side(Games.of(simulate(Plan(PLAN.variant, 3, seed), 60, measured=True)))

    base, *others = (played(seed) for seed in range(4))
    assert [change.key for changes in compare(base, others) for change in changes if change.different] == []


# -- words


def change_of(key: str, unit: Any, change: float, low: float, high: float, relative: bool = False) -> Change:
    return Change(key, key, unit, 17.0, 10.0, change, Interval(low, high), 0.001, 0.001, relative)


SHORTER = "shortens the game by 41 % [38, 44], from round 17 to 10"
LONGER = "makes long games longer by 5.2 % [1.0, 12], from round 17 to 10"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_of("length", "rounds", -0.41, -0.44, -0.38, True), SHORTER),
        (change_of("long_games", "rounds", 0.052, 0.01, 0.12, True), LONGER),
        (change_of("seat.1", "share", 0.12, 0.08, 0.16), "lets seat 1 win more often, by 12 points [8.0, 16]"),
        (change_of("drama", "chance", -0.05, -0.07, -0.03), "makes games less dramatic, by 0.050 [0.030, 0.070]"),
        (change_of("skill", "share", -0.2, -0.3, -0.1), "rewards skill less, by 20 points [10, 30]"),
    ],
)
def test_findings_are_plain_words(change: Change, words: str) -> None:
    assert finding(change) == words


def test_there_are_words_for_every_measure() -> None:
    rng = np.random.default_rng(0)
    for change in compare(made(rng, 60), [made(rng, 60)])[0]:
        assert "{" not in finding(change)


def test_what_shows_no_difference_is_told_by_name() -> None:
    found = [
        change_of("length", "rounds", -0.41, -0.44, -0.38, True),
        Change("drama", "Drama", "chance", 0.1, 0.1, 0.0, Interval(-0.1, 0.1)),
    ]
    assert unchanged(found) == "drama"


# -- riskvar compare


def riskvar(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments])


def test_the_page_fits_eighty_columns_and_says_once_that_bots_are_not_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = riskvar("classic-1959", "capitals", "expert", *FEW)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert result.stdout.count("people play differently") == 1
    assert result.stdout.count(", against Classic 1959") == 2


def test_the_same_variant_plays_the_same_games_and_shows_no_difference() -> None:
    result = riskvar("classic-1959", "classic-1959", *FEW)
    assert "Exactly the same games" in result.stdout
    assert "differs" not in result.stdout.replace("what differs", "")


def test_one_variant_with_changes_is_compared_with_itself_without_them() -> None:
    result = riskvar("classic-1959", "--rule", "linear-sets", *FEW, "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["changes"] == ["--rule linear-sets"]
    assert (told["games"], told["players"], told["baseline"]["variant"]) == (8, 3, "classic-1959")
    (other,) = told["compared"]
    assert other["variant"] == "classic-1959"
    assert not other["same_games"]
    assert {"key", "base", "ours", "change", "interval", "p_value", "adjusted", "different"} <= set(
        other["measures"][0]
    )


def test_a_plain_difference_is_found_in_real_games() -> None:
    result = riskvar("classic-1959", "capitals", "--games", "60", "--players", "3", "--workers", "1", "--json")
    (other,) = json.loads(result.stdout)["compared"]
    assert any(words.startswith("shortens the game by") for words in other["findings"])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["classic-1959"], "classic-1959 extends no other game: name another variant"),
        (["two-player-1959", "mission-2004"], "no number of players suits all"),
        (["classic-1959", "mission-2004", "--players", "2"], "Mission Risk 2004 is for 3 to 6"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(arguments: list[str], reason: str) -> None:
    result = riskvar(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_a_variant_alone_is_compared_with_what_it_extends(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text('name = "Parent"\nextends = "classic-1959"\n[rules.fortify]\nmoves = 2\n')
    (tmp_path / "child.toml").write_text('name = "Child"\nextends = "parent.toml"\n[rules.fortify]\nmoves = 3\n')
    told = json.loads(riskvar(str(tmp_path / "child.toml"), *FEW, "--json").stdout)
    assert told["baseline"]["name"] == "Parent"
    assert [each["name"] for each in told["compared"]] == ["Child"]
    shipped = json.loads(riskvar("capitals", *FEW, "--json").stdout)
    assert (shipped["baseline"]["variant"], shipped["compared"][0]["variant"]) == ("classic-1959", "capitals")


def test_what_would_differ_alone_but_not_among_many_is_told_as_perhaps() -> None:
    clear = Change("drama", "Drama", "chance", 0.1, 0.2, 0.1, Interval(0.05, 0.15), 0.001, 0.01)
    maybe = Change("drama", "Drama", "chance", 0.1, 0.2, 0.1, Interval(0.001, 0.2), 0.04, 0.2)
    nothing = Change("drama", "Drama", "chance", 0.1, 0.2, 0.1, Interval(-0.001, 0.2), 0.06, 0.3)
    assert [each.perhaps for each in (clear, maybe, nothing)] == [False, True, False]
    assert maybe.to_dict()["perhaps"]


def test_one_sentence_says_what_is_surest_and_how_much_there_is_beside() -> None:
    def change(key: str, by: float, *, relative: bool = False) -> Change:
        return Change(key, key, "rounds", 17.0, 5.0, by, Interval(by - 0.1, by + 0.1), 0.001, 0.001, relative)

    same = Change("skill", "skill", "share", 0.1, 0.1, 0.0, Interval(-0.1, 0.1))
    told = [
        change("length", -0.7, relative=True),
        change("drama", 0.3),
        change("idle", 0.2),
        change("seat.2", 0.6),
    ]
    assert verdict_sentence("Mine", [*told, same]) == (
        "Mine shortens the game from round 17 to 5, makes games more dramatic and lets seat 2 win more often; "
        "1 of the other 2 measures differs."
    )
    assert verdict_sentence("Mine", [same]) == "The games show no difference that Mine makes."


def test_the_page_maps_what_changed_on_the_board(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    settings = ["--set", "board.continents.Australia.bonus=3", "--set", 'board.borders.cut=[["Alaska", "Kamchatka"]]']
    result = riskvar("classic-1959", *settings, *FEW, "--html", str(page))
    assert result.exit_code == 0, result.stderr
    tree = ElementTree.fromstring(page.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>\n"))
    (figure,) = (each for each in tree.iter("figure") if "What changed on the board" in "".join(each.itertext()))
    titles = [each.text or "" for each in figure.iter("{http://www.w3.org/2000/svg}title")]
    assert "Indonesia: Australia brings 3, not 2" in titles
    assert "Alaska: no longer borders on Kamchatka" in titles
    assert "Brazil: as before" in titles


def test_a_comparison_is_a_page_too(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = riskvar("classic-1959", "capitals", "expert", *FEW, "--html", str(page))
    assert result.exit_code == 0, result.stderr
    shown = page.read_text(encoding="utf-8")
    tree = ElementTree.fromstring(shown.removeprefix("<!DOCTYPE html>\n"))
    words = " ".join("".join(tree.itertext()).split())
    assert tree.findtext(".//h1") == "What changes from Classic 1959"
    assert {"Capitals", "Expert"} <= {heading.text for heading in tree.iter("h2")}
    assert "riskvar compare classic-1959 capitals expert --games 8 --no-levels --players 3 --bots greedy" in words
    assert "everybody makes one of their territories their capital" in words
    assert words.count("people play differently") == 1
    assert "In brackets stands the range that is plausible for a change" in words
    assert "What changed on the board" not in words


def test_a_page_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    result = riskvar("capitals", *FEW, "--html", str(tmp_path / "no" / "page.html"))
    assert result.exit_code == 1
    assert "Capitals, against Classic 1959" in result.stdout
    assert "cannot write" in result.stderr


def test_a_hostile_name_does_nothing_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "rude.toml"
    file.write_text('name = "<script>alert(1)</script>"\nsummary = "<img src=x>"\nextends = "classic-1959"\n')
    page = tmp_path / "page.html"
    assert riskvar(str(file), *FEW, "--html", str(page)).exit_code == 0
    shown = page.read_text(encoding="utf-8")
    assert "<script" not in shown
    assert "<img" not in shown
    ElementTree.fromstring(shown.removeprefix("<!DOCTYPE html>\n"))
