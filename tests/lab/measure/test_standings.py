"""Ladders: who beats whom, every seat in turn, and when that is settled."""

import json
from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from riskcore import lab, load_variant
from riskcore.cli import main
from riskcore.lab.measure.levels import LEVELS, installed_levels
from riskcore.lab.measure.standings import Standings, climb
from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.report import ladder_page
from riskcore.lab.stats.intervals import wilson
from riskcore.lab.stats.sequential import watched_interval

CLASSIC = load_variant("classic-1959")
STRENGTH = {"strong": 3.0, "middle": 1.5, "weak": 1.0, "twin": 1.0}


def played_by_strength(plan: Plan, games: int, before: Sequence[Batch]) -> Results:
    """Games that each bot wins in proportion to its strength, wherever it sits."""
    weights = np.asarray([STRENGTH[bot] for bot in plan.line_up])
    results = Results(plan)
    records = []
    for number in range(games):
        chance = np.random.default_rng((plan.seed, number, *map(ord, "".join(plan.bots))))
        place = int(chance.choice(plan.players, p=weights / weights.sum()))
        first = number % plan.players
        records.append(GameRecord(place, (place - first) % plan.players + 1, first, "won", 9, 30, 100))
    results.add(Batch.of(0, records))
    return results


def standings(*bots: str, players: int = 4, most: int = 3000) -> Standings:
    return climb(Plan(CLASSIC, players, seed=2), bots, most, played_by_strength)


def test_the_order_is_that_of_strength_and_settled() -> None:
    found = standings("weak", "strong", "middle")
    assert (list(found.order), list(found.unsettled)) == (["strong", "middle", "weak"], [])
    assert found.cells["strong", "weak"].interval.low > 0.25 > found.cells["weak", "strong"].interval.high


def test_a_pair_that_is_settled_plays_on_no_more() -> None:
    found = standings("strong", "middle", "weak")
    assert found.cells["strong", "weak"].won < found.cells["middle", "weak"].won < 3000


def test_equals_stay_unsettled_and_play_all_games() -> None:
    found = standings("weak", "twin", most=240)
    assert [set(pair) for pair in found.unsettled] == [{"weak", "twin"}]
    assert found.cells["weak", "twin"].won == 240


def test_two_players_sit_alone_both() -> None:
    found = standings("strong", "weak", players=2)
    one, other = found.cells["strong", "weak"], found.cells["weak", "strong"]
    assert (one.wins + other.wins, one.won) == (one.won, other.won)


def test_ratings_follow_strength() -> None:
    ratings = standings("weak", "strong", "middle").ratings
    assert ratings is not None
    assert ratings["strong"].mean > ratings["middle"].mean > ratings["weak"].mean


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    assert standings("weak", "strong").ratings is None


def test_a_watched_range_hardly_ever_misses_however_often_one_looks() -> None:
    chance, missed = np.random.default_rng(5), 0
    for _ in range(200):
        wins = np.cumsum(chance.random(1200) < 0.25)
        looks = range(60, 1201, 60)
        missed += any(0.25 not in watched_interval(int(wins[n - 1]), n) for n in looks)
    assert missed <= 10
    assert watched_interval(100, 400).low < wilson(100, 400).low


def test_levels_go_from_the_weakest_on_and_only_those_that_are_there() -> None:
    assert [level for level in LEVELS if level in installed_levels()] == installed_levels()
    assert {"novice", "greedy"} <= set(installed_levels())


# -- the command


def test_a_ladder_is_the_same_for_any_number_of_workers() -> None:
    plan = lab.Recipe("two-player-1959", seed=4).plan()
    runs = [lab.ladder(plan, ("novice", "random"), 60, workers=workers).to_dict() for workers in (1, 2)]
    assert runs[0] == runs[1]


def test_the_command_says_who_beats_whom() -> None:
    few = ["--bots", "greedy,random", "--games", "60", "--workers", "1"]
    shown = CliRunner().invoke(main, ["ladder", "two-player-1959", *few])
    assert shown.stdout.startswith("Two players 1959: greedy > random\n")
    told = json.loads(CliRunner().invoke(main, ["ladder", "two-player-1959", *few, "--json"]).stdout)
    assert told["ladders"][0]["order"] == ["greedy", "random"]


@pytest.mark.parametrize("bot", ["novice", "greedy"])
def test_one_bot_makes_no_ladder(bot: str) -> None:
    done = CliRunner().invoke(main, ["ladder", "classic-1959", "--bots", bot])
    assert done.exit_code == 2
    assert f"only {bot} to play: a ladder needs two bots or more, as in --bots novice,greedy" in done.stderr


def test_the_page_draws_every_pair() -> None:
    page = ladder_page([standings("weak", "strong", "middle", most=120)], "riskvar ladder 'a<b>.toml'")
    root = ElementTree.fromstring(page.replace("<!DOCTYPE html>", ""))
    assert sum("whisker" in str(each.get("class")) for each in root.iter()) == 6
