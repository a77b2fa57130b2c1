"""Luck: how much of who wins the deal, the deck, the dice and the seat decide."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from riskcore import load_variant
from riskcore.lab.measure.luck import SOURCES, luck_games, measure_luck
from riskcore.lab.measure.measures import Measured
from riskcore.lab.play.batch import GameRecord, Plan
from riskcore.lab.play.replays import REPLAYS, Source, replay_batch
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import simulate

ALASKA = '''
import attrs
from riskcore import Outcome, WinCheck, hookimpl


def holder(state):
    return Outcome(state.owner[0], "Alaska")


@attrs.frozen(eq=False)
class Alaska:
    """Whoever was dealt Alaska wins at once."""

    @hookimpl(wrapper=True)
    def win_condition(self):
        """Whoever holds Alaska when the first turn starts wins."""
        return (*(yield), WinCheck(("turn start",), holder))
'''


def told(plan: Plan, games: int) -> dict[str, Measured]:
    return {each.key: each for each in measure_luck(plan, games, simulate)}


def made_up(decides: Source, same_seat: bool, plan: Plan, games: int, *, replays: Source) -> Results:
    """Games of which one source decides all, and the others nothing; or which seat 1 always wins."""
    chance = np.random.default_rng(3)
    results, records = Results(plan), []
    for number in range(games):
        if number % REPLAYS == 0 or replays != decides:
            seat = 1 if same_seat else int(chance.integers(1, plan.players + 1))
        records.append(GameRecord(seat - 1, seat, 0, "conquest", 5, 20, 90))
    results.add(Batch.of(0, records))
    return results


PLAN = Plan(load_variant("classic-1959"), 4)


@pytest.mark.parametrize("source", list(SOURCES))
def test_what_decides_all_has_all_the_luck_and_the_rest_none(source: Source) -> None:
    found = {each.key: each for each in measure_luck(PLAN, 4000, partial(made_up, source, False))}
    for key, measured in found.items():
        assert measured.value == pytest.approx(1.0 if key == f"luck.{source}" else 0.0, abs=0.06), key


def test_where_one_seat_always_wins_the_seat_has_all_the_luck() -> None:
    found = {each.key: each.value for each in measure_luck(PLAN, 100, partial(made_up, "deal", True))}
    assert found == {"luck.deal": 0, "luck.deck": 0, "luck.dice": 0, "luck.seat": 1}


def test_a_rule_that_lets_the_deal_decide_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "alaska.py"
    file.write_text(ALASKA)
    variant = load_variant("classic-1959", rules=["alaska"], plugin_files=[str(file)])
    found = told(Plan(variant, 3, max_rounds=2), 150)
    deal, deck = found["luck.deal"], found["luck.deck"]
    assert deal.value is not None
    assert deal.value > 0.9
    assert deck.interval is not None
    assert deck.interval.high < 0.5


def test_replays_do_not_depend_on_how_they_are_spread() -> None:
    plan = Plan(load_variant("capitals"), 3, max_rounds=6)
    together = list(replay_batch(plan, "dice", range(7)))
    assert together == [*replay_batch(plan, "dice", range(4)), *replay_batch(plan, "dice", range(4, 7))]
    assert len(set(together)) > 1


def test_whole_groups_are_played() -> None:
    assert [luck_games(games) for games in (2, 60, 200, 1000, 1003)] == [10, 60, 100, 500, 500]
