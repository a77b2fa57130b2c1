"""The recorder: it writes down what was there, and changes no game."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from riskcore import Game, Rulebook, load_variant
from riskcore.lab.measure.columns import Games
from riskcore.lab.play.batch import Arena, Plan, play_game
from riskcore.lab.play.recorded_batch import recorded_arena_for
from riskcore.lab.play.simulate import simulate
from riskcore.lab.record.game_record import ASK_EVERY, Log, Recorder, Turns
from riskcore.state import State

LUCKY = '''
from collections.abc import Generator
import attrs
from riskcore import hookimpl

@attrs.frozen(eq=False)
class Lucky:
    """A die decides how many armies come."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """A die more."""
        rule = yield
        return lambda state, player: rule(state, player) + state.roll()
'''


def recorded(plan: Plan, number: int) -> tuple[Log, Game]:
    """A game's log, and the game as it ended."""
    recorder = Recorder(Rulebook(plan.variant), plan.players)
    arena = Arena(plan, recorder.rulebook)
    play_game(arena, number, recorder)
    match = arena.open(number)
    played = match.game
    while played.to_move is not None and played.state.round <= plan.max_rounds:
        played.push(match.deciders[played.to_move]())
    return recorder.finish(), played


def replay(played: Game) -> Iterator[Game]:
    """The same game before each move and after the last."""
    state = played.state
    game = Game(played.rules, played.players, state.tape.seed, orders=state.orders)
    for move in played.moves:
        yield game
        game.push(move)
    yield game


@pytest.mark.parametrize(
    ("variant", "players", "bots"),
    [
        ("classic-1959", 3, ("greedy",)),
        ("world-domination-1993", 3, ("greedy", "random", "random")),
        ("capitals", 4, ("greedy",)),
        ("expert", 3, ("greedy",)),
        ("secret-mission-1993", 4, ("greedy",)),
        ("two-player-active-2004", 2, ("greedy",)),
    ],
)
def test_recording_changes_no_game(variant: str, players: int, bots: tuple[str, ...]) -> None:
    plan = Plan(load_variant(variant), players, seed=3, bots=bots, max_rounds=12)
    assert simulate(plan, 4, measured=True).digest() == simulate(plan, 4).digest()


def test_a_rule_that_draws_chance_does_not_notice_that_it_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "lucky.py"
    file.write_text(LUCKY)
    plan = Plan(load_variant("classic-1959", rules=["lucky"], plugin_files=[str(file)]), 3, max_rounds=8)
    assert simulate(plan, 3, measured=True).digest() == simulate(plan, 3).digest()


def test_every_turn_is_written_down_as_it_starts() -> None:
    log, game = recorded(Plan(load_variant("capitals"), 3), 0)
    turns = Turns.of(log.table(), 3)
    expected: dict[int, tuple[list[int], ...]] = {}
    for state in (again.state for again in replay(game)):
        if state.turn and state.turn not in expected:
            expected[state.turn] = picture(state)
    rows = [*expected.values(), picture(game.state)]
    assert len(turns.player) == game.state.turn + 1
    for at, (player, alive, territories, armies, income, cards) in enumerate(rows):
        assert turns.player[at] == player[0]
        assert turns.alive[at].tolist() == alive
        assert turns.territories[at].tolist() == territories
        assert turns.armies[at].tolist() == armies
        assert turns.income[at].tolist() == income
        assert turns.cards[at].tolist() == pytest.approx([each / 3 for each in cards])


def picture(state: State) -> tuple[list[int], ...]:
    values = [4, 6, 8, 10, 12, 15, *range(20, 500, 5)]
    seats = range(state.players)
    return (
        [state.player],
        [state.alive[seat] for seat in seats],
        [state.owner.count(seat) for seat in seats],
        [sum(n for n, owner in zip(state.armies, state.owner, strict=True) if owner == seat) for seat in seats],
        [state.rules.reinforcement(state, seat) if state.alive[seat] else 0 for seat in seats],
        [len(state.hands[seat]) * values[state.sets_traded] for seat in seats],
    )


def test_owners_without_a_seat_are_left_out() -> None:
    log, game = recorded(Plan(load_variant("two-player-1959"), 2), 1)
    turns = Turns.of(log.table(), 2)
    assert turns.armies.shape[1] == 2
    assert turns.territories[0].sum() == 28  # of 42; the others are neutral
    assert len(game.state.held) == 3


def test_the_legal_moves_of_every_so_manieth_decision_are_counted() -> None:
    plan = Plan(load_variant("classic-1959"), 3)
    log, game = recorded(plan, 2)
    first = plan.game_seed(2) % ASK_EVERY
    asked = (again for at, again in enumerate(replay(game)) if at % ASK_EVERY == first and again.phase)
    counts = [len(again.legal_moves) for again in asked]
    assert (log.choices, log.asked) == (sum(round(1000 * math.log(count)) for count in counts), len(counts))
    assert log.asked > 0


def test_sets_that_differ_in_value_count_with_their_mean() -> None:
    plan = Plan(load_variant("mission-2004"), 3, max_rounds=2)
    log, _ = recorded(plan, 0)
    assert set(log.table()[:, 1].tolist()) == {round((4 + 6 + 8 + 10) / 4)}


@pytest.mark.parametrize("executor", ["serial", "processes", "threads"])
def test_the_record_is_the_same_on_any_workers(executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riskcore.lab.play.simulate.PILOT", 20)
    plan = Plan(load_variant("capitals"), 3)
    options = {
        "serial": {"workers": 1},
        "processes": {"workers": 2},
        "threads": {"workers": 2, "open_executor": partial(ThreadPoolExecutor, 2)},
    }
    alone = simulate(plan, 32, measured=True)
    spread = simulate(plan, 32, measured=True, **options[executor])  # type: ignore[arg-type]  # of different kinds
    ours, others = Games.of(alone), Games.of(spread)
    assert alone.digest() == spread.digest()
    assert alone.lead == spread.lead
    for name, column in ours.columns.items():
        assert np.array_equal(column, others.columns[name], equal_nan=True), name
    assert {rule: counts.tolist() for rule, counts in ours.felt.items()} == {
        rule: counts.tolist() for rule, counts in others.felt.items()
    }


def test_a_desk_belongs_to_one_thread() -> None:
    plan = Plan(load_variant("classic-1959"), 3)
    mine = recorded_arena_for(plan)
    assert recorded_arena_for(plan) is mine
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(recorded_arena_for, plan).result() is not mine
