"""How often a rule is felt: counted here once more from the moves and events of the same games."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riskcore import Event, Game, Rulebook, load_variant
from riskcore.events import Battle, Captured, Received, Traded
from riskcore.files.variant import Variant
from riskcore.lab.play.batch import Arena, Plan, play_game
from riskcore.lab.record.game_record import Recorder
from riskcore.phases import FortifyFrame

ESCALATING = [4, 6, 8, 10, 12, 15, *range(20, 500, 5)]

GIFTS = '''
from collections.abc import Generator
import attrs
from riskcore import Phase, hookimpl

@attrs.frozen(eq=False)
class Gifts:
    """Two armies for whoever holds fewer than ten territories."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """Two more armies below ten territories."""
        rule = yield
        return lambda state, player: rule(state, player) + (2 if state.held[player] < 10 else 0)

@attrs.frozen(eq=False)
class Peace:
    """No attack in every other round."""

    @hookimpl(wrapper=True)
    def attack_refusal(self):
        """No attack in even rounds."""
        rule = yield
        def refusal(state, player, source, target):
            return "peace" if state.round % 2 == 0 else rule(state, player, source, target)
        return refusal

@attrs.frozen(eq=False)
class Idle:
    """Changes nothing."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """As before."""
        rule = yield
        return lambda state, player: rule(state, player)

    @hookimpl
    def phases(self):
        """A phase in which nothing happens."""
        return (Phase("nothing", lambda state, player: None),)

    @hookimpl(wrapper=True)
    def turn(self):
        """It comes last."""
        return (*(yield), "nothing")
'''


def counted(
    variant: Variant, players: int, number: int, max_rounds: int = 200
) -> tuple[dict[str, int], Game, list[Event]]:
    """How often rules were felt in a game, the game, and its events."""
    plan = Plan(variant, players, max_rounds=max_rounds)
    recorder = Recorder(Rulebook(variant), players)
    arena = Arena(plan, recorder.rulebook)
    play_game(arena, number, recorder)
    felt = dict(zip(recorder.rules, recorder.finish().fires, strict=True))
    plain = Arena(plan)
    match = plain.open(number, events=True)
    events: list[Event] = []
    while match.game.to_move is not None and match.game.state.round <= max_rounds:
        events += match.game.push(match.deciders[match.game.to_move]())
    return felt, match.game, events


def test_a_capital_is_felt_when_named_and_when_it_falls() -> None:
    felt, _, events = counted(load_variant("capitals"), 4, 0)
    falls = sum(event.kind == "capital fell" for event in events)
    assert falls > 0
    assert felt["capitals"] == 4 + falls


def test_moves_that_a_rule_brought_are_felt_and_passing_is_not() -> None:
    felt, game, events = counted(load_variant("expert"), 3, 1)
    kinds = Counter(move[0] for move in game.moves)
    assert felt["commander"] == kinds["command"] > 0
    assert felt["card-reroll"] == kinds["reroll"] > 0
    assert kinds["done"] > 0
    values = [event.armies for event in events if isinstance(event, Traded)]
    different = sum(value != usual for value, usual in zip(values, ESCALATING, strict=False))
    assert felt["linear-sets"] == different > 0


def test_a_move_is_felt_that_the_replaced_rule_would_refuse() -> None:
    variant = load_variant("classic-1959", rules=["free-fortify"])
    felt, game, _ = counted(variant, 3, 0)
    adjacent = game.rules.board.adjacent
    again = Game(game.rules, 3, Plan(variant, 3).game_seed(0), orders=game.state.orders)
    different = 0
    for move in game.moves:
        if move[0] == "fortify":
            different += again.state.frames[-1][FortifyFrame.made] >= 1 or move[2] not in adjacent[move[1]]
        again.push(move)
    assert felt["free-fortify"] == different > 0


def test_dice_that_compare_otherwise_are_felt_in_every_battle() -> None:
    felt, _, events = counted(load_variant("classic-1959", rules=["attacker-ties"]), 3, 0)
    assert felt["attacker-ties"] == sum(isinstance(event, Battle) for event in events) > 0


@pytest.mark.parametrize(("limit", "is_felt"), [(1000, False), (6, True)])
def test_a_limit_is_felt_where_it_is_reached(limit: int, is_felt: bool) -> None:
    variant = load_variant("classic-1959", rules=["army-limit"], settings=[f"rules.army-limit.limit={limit}"])
    felt, *_ = counted(variant, 3, 0)
    assert (felt["army-limit"] > 0) == is_felt


def test_a_win_is_felt_as_the_doing_of_the_rule_that_allows_it() -> None:
    wins: Counter[str] = Counter()
    for number in range(6):
        felt, game, _ = counted(load_variant("secret-mission-1993"), 4, number)
        assert game.outcome is not None
        assert felt["secret-mission"] == (game.outcome.reason == "secret mission")
        wins[game.outcome.reason] += 1
    assert wins["secret mission"]


@pytest.fixture
def gifts(tmp_path: Path) -> Callable[..., Variant]:
    file = tmp_path / "gifts.py"
    file.write_text(GIFTS)
    return lambda *rules: load_variant("classic-1959", rules=rules, plugin_files=[str(file)])


def test_numbers_are_felt_where_they_differ(gifts: Callable[..., Variant]) -> None:
    felt, _, events = counted(gifts("gifts"), 4, 0)
    dealt = Game(gifts("gifts"), 4, Plan(gifts("gifts"), 4).game_seed(0))
    small, held = 0, Counter(dict(enumerate(dealt.state.held)))
    for event in events:
        if isinstance(event, Captured):
            held[event.owner] += 1
            held[event.victim] -= 1
        elif isinstance(event, Received) and event.reason == "reinforcement":
            small += held[event.owner] < 10
    assert felt["gifts"] == small > 0


def test_an_attack_that_a_player_had_in_mind_is_felt_when_refused(gifts: Callable[..., Variant]) -> None:
    first_round, *_ = counted(gifts("peace"), 3, 0, max_rounds=1)
    second_round, *_ = counted(gifts("peace"), 3, 0, max_rounds=2)
    assert first_round["peace"] == 0
    assert second_round["peace"] > 0


def test_a_rule_that_changes_nothing_is_never_felt(gifts: Callable[..., Variant]) -> None:
    felt, *_ = counted(gifts("idle"), 3, 0)
    assert felt["idle"] == 0


def test_a_rule_that_cannot_be_felt_is_not_counted() -> None:
    felt, *_ = counted(load_variant("classic-1959"), 3, 0)
    assert "reinforcement" not in felt


def test_what_a_player_only_thinks_of_is_not_felt() -> None:
    plan = Plan(load_variant("capitals"), 3)
    recorder = Recorder(Rulebook(plan.variant), 3)
    game = Arena(plan, recorder.rulebook).open(0).game
    recorder.start(game.state)
    move: Any = next(iter(game.legal_moves))
    assert move[0] == "name capital"
    assert move in game.legal_moves
    game.copy().push(move)
    assert sum(recorder.finish().fires) == 0
