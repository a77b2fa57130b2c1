"""One player unlike the others: skill, and what leaving something alone costs."""

from collections import Counter
from functools import partial
from pathlib import Path

import attrs
import pytest

from riskcore import Variant, load_variant
from riskcore.lab.measure.skill import (
    RESTRICTED,
    measure_restricted,
    measure_skill,
    play_side_games,
    restricted_games,
    restrictions,
    side_game_total,
    skill_games,
)
from riskcore.lab.play.batch import Arena, GameRecord, Plan, play_game
from riskcore.lab.play.results import Batch, Results
from riskcore.lab.play.simulate import INTERRUPTED, simulate
from riskcore.lab.stats.intervals import Interval, wilson

CLASSIC = load_variant("classic-1959")


def played(wins: int, plan: Plan, games: int) -> Results:
    """Games of which the first bot wins so many, the second all others."""
    results = Results(plan)
    records = []
    for number in range(games):
        place = 0 if number < wins else 1
        seat = (place - number) % plan.players + 1
        records.append(GameRecord(seat - 1, seat, number % plan.players, "conquest", 5, 20, 90))
    results.add(Batch.of(0, records))
    return results


def test_skill_is_the_share_of_games_that_the_better_bot_wins_alone() -> None:
    asked: list[tuple[tuple[str, ...], int]] = []

    def play(plan: Plan, games: int) -> Results:
        asked.append((plan.line_up, games))
        return played(30, plan, games)

    [skill] = measure_skill(Plan(CLASSIC, 4, bots=("greedy", "random")), 38, play)
    assert asked == [(("greedy", "novice", "novice", "novice"), 40)]
    assert (skill.value, skill.interval, skill.n) == (30 / 40, wilson(30, 40), 40)
    assert skill.compared_with == 1 / 4
    assert skill.more_games is None


def test_every_step_of_the_ladder_is_measured_when_asked_for() -> None:
    measured = list(measure_skill(Plan(CLASSIC, 3), 30, partial(played, 20), every=True))
    assert [(each.key, each.front) for each in measured] == [("skill", True), ("skill.novice", False)]


def test_bots_stand_on_the_ladder_in_the_order_of_their_skill() -> None:
    for skill in measure_skill(Plan(CLASSIC, 4, seed=1), 80, partial(simulate, workers=2), every=True):
        assert skill.interval is not None
        assert skill.interval.low > 1 / 4, skill.key


def test_what_a_restriction_costs_is_missing_from_an_equal_share() -> None:
    measured = list(measure_restricted(Plan(CLASSIC, 4), 100, partial(played, 15)))
    assert [each.key for each in measured] == [f"restricted.{bot}" for bot in restrictions(Plan(CLASSIC, 4))]
    low, high = (0.25 - end for end in (wilson(15, 100).high, wilson(15, 100).low))
    for each in measured:
        assert each.value == pytest.approx(0.1)
        assert each.interval == Interval(low, high)
        assert each.more_games is None


def test_what_is_not_settled_says_how_many_games_would_do() -> None:
    unsettled = next(iter(measure_restricted(Plan(CLASSIC, 4), 100, partial(played, 20))))
    assert unsettled.interval is not None
    assert 0 in unsettled.interval
    assert unsettled.more_games == 2 * (563 - 100)  # 20 % told from 25 % with a power of 80 %; half of a run's games
    equal = next(iter(measure_restricted(Plan(CLASSIC, 4), 100, partial(played, 25))))
    assert equal.more_games is None


def test_nothing_won_is_nothing_said() -> None:
    def nobody(plan: Plan, games: int) -> Results:
        return simulate(attrs.evolve(plan, max_rounds=1), games)

    [skill] = measure_skill(Plan(CLASSIC, 3), 3, nobody)
    assert (skill.value, skill.interval, skill.n, skill.more_games) == (None, None, 0, None)


def test_own_rules_can_be_ignored_only_where_a_rule_has_advice() -> None:
    assert set(restrictions(Plan(CLASSIC, 4))) == set(RESTRICTED) - {"ignores-rules"}
    assert set(restrictions(Plan(load_variant("capitals"), 4))) == set(RESTRICTED)


def test_side_games_go_with_the_size_of_a_run() -> None:
    assert [skill_games(games, 4) for games in (2, 100, 1000, 100_000)] == [4, 100, 100, 10_000]
    assert [restricted_games(games, 3) for games in (2, 100, 1000)] == [3, 102, 501]
    assert side_game_total(Plan(CLASSIC, 4), 1000, restricted=False) == 100
    assert side_game_total(Plan(CLASSIC, 4), 1000, restricted=True) == 2 * 100 + 3 * 500 + 3 * 500


def test_stopped_side_games_keep_what_is_known() -> None:
    def stop(plan: Plan, games: int) -> Results:
        results = played(4, plan, games)
        results.stopped = INTERRUPTED if "never-trades" in plan.line_up else ""
        return results

    side_games = play_side_games(Plan(CLASSIC, 4), 4, stop, restricted=True)
    assert side_games.stopped == INTERRUPTED
    assert [each.key for each in side_games.measured] == ["skill", "skill.novice"]


def test_a_game_that_fails_on_the_side_costs_only_what_it_would_say(tmp_path: Path) -> None:
    file = tmp_path / "trap.py"
    file.write_text(
        "import attrs\nfrom riskcore import hookimpl\n"
        "@attrs.frozen(eq=False)\nclass Trap:\n"
        "    @hookimpl(wrapper=True)\n    def reinforcement(self):\n"
        "        rule = yield\n"
        "        return lambda state, player: rule(state, player) // (3 - state.round)\n"
    )
    variant = load_variant("classic-1959", rules=["trap"], plugin_files=[str(file)])
    side_games = play_side_games(Plan(variant, 3), 3, simulate, restricted=False)
    assert not side_games.measured
    assert "ZeroDivisionError" in side_games.fault


def moves_by_kind(variant: Variant, bot: str, games: int = 3) -> Counter[tuple[str, bool]]:
    """Moves of a bot in the first seat (True) and of greedy ones in the others."""
    plan = Plan(variant, 3, bots=(bot, "greedy", "greedy"), max_rounds=15)
    kinds: Counter[tuple[str, bool]] = Counter()
    for number in range(games):
        match = Arena(plan).open(number)
        game = match.game
        seat = (match.first - match.first_bot) % plan.players  # the first bot of the line-up sits here
        while game.to_move is not None and game.state.round <= plan.max_rounds:
            player = game.to_move
            move = match.deciders[player]()
            kinds[move[0], player == seat] += 1
            game.push(move)
    return kinds


def test_who_never_fortifies_does_not() -> None:
    kinds = moves_by_kind(CLASSIC, "never-fortifies")
    assert kinds["fortify", True] == 0 < kinds["fortify", False]


def test_who_never_trades_does_so_only_when_it_must() -> None:
    holding: Counter[int] = Counter()
    plan = Plan(CLASSIC, 3, bots=("never-trades",), max_rounds=15)
    match = Arena(plan).open(0)
    game = match.game
    while game.to_move is not None and game.state.round <= plan.max_rounds:
        player = game.to_move
        move = match.deciders[player]()
        if move[0] == "trade":
            assert ("done",) not in game.legal_moves
            holding[len(game.state.hands[player])] += 1
        game.push(move)
    assert holding
    assert min(holding) >= 5


def test_who_ignores_continents_gathers_none() -> None:
    most = {}
    for bot in ("greedy", "ignores-continents"):
        match = Arena(Plan(load_variant("world-domination-1993"), 3, bots=(bot,))).open(0)
        game = match.game
        while game.phase == "claim":
            assert game.to_move is not None
            game.push(match.deciders[game.to_move]())
        shares = [
            held / size
            for counts in game.state.held_in
            for held, size in zip(counts, game.state.continent_sizes, strict=True)
        ]
        most[bot] = sum(share**2 for share in shares)  # larger the more unevenly continents are divided
    assert most["greedy"] > most["ignores-continents"]


def test_who_ignores_rules_takes_no_advice() -> None:
    variant = load_variant("expert")
    kinds = moves_by_kind(variant, "ignores-rules", games=2)
    assert kinds["command", True] == kinds["reroll", True] == 0
    assert kinds["command", False] > 0


def test_ignoring_capitals_is_ruinous() -> None:
    plan = Plan(load_variant("capitals"), 3, bots=("ignores-rules", "greedy", "greedy"))
    arena = Arena(plan)
    records = [play_game(arena, number) for number in range(60)]
    winners = [(record.first_bot + record.seat - 1) % 3 for record in records]
    assert winners.count(0) < 12  # 20 would be an equal share
