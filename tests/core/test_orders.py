"""An attack order is exactly the same battles one by one, and a battle the same with and without frames."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskcore import Game, Rulebook, load_variant

RULES = Rulebook(load_variant("classic-1959"))
ALASKA, KAMCHATKA = RULES.board.territory("Alaska"), RULES.board.territory("Kamchatka")

PAUSE = '''
import attrs
from riskcore import Phase, hookimpl

@attrs.frozen(eq=False)
class Pause:
    """A step of a battle in which nothing happens."""

    @hookimpl(wrapper=True)
    def battle(self):
        """Nothing more happens."""
        steps = yield
        return (*steps[:-1], "pause", steps[-1])

    @hookimpl
    def phases(self):
        """Nothing to decide."""
        return (Phase("pause", lambda state, player: None),)
'''


@pytest.fixture(scope="module")
def paused(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    file: Path = tmp_path_factory.mktemp("rules") / "pause.py"
    file.write_text(PAUSE)
    return Rulebook(load_variant("classic-1959", rules=["pause"], plugin_files=[file]))


def duel(rules: Rulebook, mine: int, theirs: int, seed: int, order: int) -> Game:
    position = {
        "rest": 1,
        "owners": {"Alaska": 0, "Peru": 2},
        "armies": {"Alaska": mine, "Kamchatka": theirs},
        "phase": "attack",
        "orders": [order] * 3,
    }
    return Game.from_position(rules, 3, position, seed)


def board_of(game: Game) -> tuple[object, ...]:
    state = game.state
    return state.owner, state.armies, state.cursor, state.captured, state.frames


def one_by_one(game: Game, keep: int, lead: int, move_in: int) -> None:
    """What the order says, as separate moves."""
    armies = game.state.armies
    while game.state.owner[KAMCHATKA] != 0 and armies[ALASKA] > keep and armies[ALASKA] - armies[KAMCHATKA] >= lead:
        game.push(("attack", ALASKA, KAMCHATKA, min(3, armies[ALASKA] - 1)))
        if game.phase == "defend":
            game.push(max(game.legal_moves))
    if game.phase == "move in":
        choices = [move.armies for move in game.legal_moves]
        game.push(("move in", min(max(move_in, choices[0]), choices[-1])))


orders = st.tuples(st.integers(2, 30), st.integers(1, 20), st.integers(0, 10**6))
stops = st.tuples(st.integers(1, 5), st.integers(-20, 5), st.integers(1, 40))


@settings(max_examples=200, deadline=None)
@given(orders, stops, st.sampled_from([0, 1, 2]))
def test_an_order_equals_its_battles_one_by_one(
    start: tuple[int, int, int], stop: tuple[int, int, int], order: int
) -> None:
    mine, theirs, seed = start
    keep, lead, move_in = stop
    if mine <= keep or mine - theirs < lead:
        return
    ordered = duel(RULES, mine, theirs, seed, order)
    ordered.push(("assault", ALASKA, KAMCHATKA, keep, lead, move_in))
    while ordered.phase == "defend":
        ordered.push(max(ordered.legal_moves))
    stepped = duel(RULES, mine, theirs, seed, order)
    one_by_one(stepped, keep, lead, move_in)
    assert board_of(ordered) == board_of(stepped)


@settings(max_examples=200, deadline=None)
@given(start=orders, stop=stops)
def test_a_battle_with_a_step_in_it_rolls_the_same_dice(
    paused: Rulebook, start: tuple[int, int, int], stop: tuple[int, int, int]
) -> None:
    mine, theirs, seed = start
    keep, lead, move_in = stop
    if mine <= keep or mine - theirs < lead:
        return
    plain, framed = duel(RULES, mine, theirs, seed, 2), duel(paused, mine, theirs, seed, 2)
    for game in (plain, framed):
        game.push(("assault", ALASKA, KAMCHATKA, keep, lead, move_in))
    assert board_of(plain) == board_of(framed)


def test_events_of_an_order_tell_every_battle() -> None:
    game = duel(RULES, 20, 10, 4, 2)
    told = game.push(("assault", ALASKA, KAMCHATKA, 1, -99, 1))
    battles = [event for event in told if event.kind == "battle"]
    lost = sum(event.attacker_losses for event in battles), sum(event.defender_losses for event in battles)
    left = game.state.armies[ALASKA]
    if game.state.owner[KAMCHATKA] == 0:
        assert lost == (20 - left - game.state.armies[KAMCHATKA], 10)
    else:
        assert lost == (20 - left, 10 - game.state.armies[KAMCHATKA])
    assert len(battles) > 1


def test_listening_changes_nothing() -> None:
    loud, silent = duel(RULES, 20, 10, 4, 2), duel(RULES, 20, 10, 4, 2)
    silent.events = False
    assert loud.push(("assault", ALASKA, KAMCHATKA, 1, -99, 1))
    assert silent.push(("assault", ALASKA, KAMCHATKA, 1, -99, 1)) == []
    assert board_of(loud) == board_of(silent)
