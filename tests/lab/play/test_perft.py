"""Counting a game's tree, against itself and against the hard-coded yardstick."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchmarks.hard_coded_tree import Position, Tree, position_of
from riskcore import PHASE, Game, Rulebook, lab, load_variant
from riskcore.chance import outcomes
from riskcore.cli import main
from riskcore.lab.play.perft import begun, count_tree

ISLANDS = Rulebook(load_variant("classic-1959", settings=["board=islands"]))


def look(game: Game) -> tuple[Any, ...]:
    """What both programs call a position."""
    state = game.state
    phases = [frame[PHASE] for frame in state.frames] or ["over"]
    step = phases[-1]
    if "spoils" in phases:
        step = {"trade": "spoils", "place": "spoils place"}[step]
    hands = tuple(tuple(sorted(hand)) for hand in state.hands)
    return (
        tuple(state.owner),
        tuple(state.armies),
        hands,
        tuple(sorted(state.discard)),
        state.sets_traded,
        sum(state.reserve),
        step,
    )


def look_hard_coded(here: Position) -> tuple[Any, ...]:
    """The same; while it is asked how many move in, as many as dice have moved already."""
    owner, armies = list(here.owner), list(here.armies)
    if here.step == "move in":
        source, target, dice = here.about
        owner[target], armies[source], armies[target] = here.me, armies[source] - dice, dice
    return tuple(owner), tuple(armies), here.hands, here.discard, here.sets, here.reserve, here.step


def leaves(game: Game, depth: int, weight: Fraction = Fraction(1)) -> "Counter[tuple[Any, ...]]":
    """The leaves of the tree, each with the weights of all rows that lead there."""
    if depth == 0 or game.outcome is not None:
        return Counter({look(game): weight})
    found: Counter[tuple[Any, ...]] = Counter()
    for move in game.legal_moves:
        for way in outcomes(game, move):
            found.update(leaves(way.game, depth - 1, weight * way.weight))
    return found


# Players, seed, moves before: fronts of many armies, hands of two and three cards, a discard pile, rivals about to fall
STARTS = [(2, 18, 80), (2, 17, 120), (2, 59, 80), (2, 34, 120), (3, 26, 120), (3, 47, 80), (3, 47, 120), (3, 21, 120)]


@pytest.mark.parametrize(("players", "seed", "after"), STARTS)
def test_classic_has_the_tree_of_the_yardstick(players: int, seed: int, after: int) -> None:
    """C59 but for its set-up: two programs without a line in common find the same leaves with the same weights."""
    game = begun(ISLANDS, players, seed, after)
    while game.phase != "attack":
        game.push(next(iter(game.legal_moves)))
    game.state.deck.sort()
    for depth in (1, 2, 3):
        counted: Counter[tuple[Any, ...]] = Counter()
        for here, weight in Tree(game.state.board, players).leaves(position_of(game.state), depth).items():
            counted[look_hard_coded(here)] += weight
        assert leaves(game, depth) == counted


def test_numbers_of_the_small_board() -> None:
    assert [count_tree(begun(ISLANDS, 2), depth).leaves for depth in range(6)] == [1, 9, 54, 320, 1662, 8966]


def test_the_branches_of_the_first_moves_are_the_tree() -> None:
    counted = lab.perft(load_variant("classic-1959", settings=["board=islands"]), 3)
    assert sum(branch.leaves for branch in counted.divide) == counted.leaves
    assert len(counted.divide) == len(counted.game.legal_moves)


def test_another_rule_gives_another_digest_and_divide_shows_where() -> None:
    ties = Rulebook(load_variant("classic-1959", settings=["board=islands"], rules=["attacker-ties"]))
    one, two = count_tree(begun(ISLANDS, 2), 2), count_tree(begun(ties, 2), 2)
    assert one.leaves == two.leaves
    assert one.digest != two.digest
    differ = [mine.move for mine, other in zip(one.divide, two.divide, strict=True) if mine != other]
    assert differ


def test_a_game_that_is_over_is_a_leaf() -> None:
    game = begun(ISLANDS, 2)
    game.state.outcome = ISLANDS.win_condition[0].check(game.state)
    assert count_tree(game.copy(), 0).leaves == 1


def perft(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["perft", *arguments], catch_exceptions=False)


def test_the_command_prints_what_was_counted() -> None:
    shown = perft("classic-1959", "--set", "board=islands", "--depth", "2", "--divide")
    assert shown.exit_code == 0
    assert "place 3 on Harbour      1              13" in shown.output
    assert "Classic 1959, 2 players, depth 2: 54 leaves" in shown.output


def test_json_has_the_position_that_it_begins_in() -> None:
    found = json.loads(perft("classic-1959", "--set", "board=islands", "--depth", "1", "--json").output)
    assert (found["leaves"], len(found["divide"])) == (9, 9)
    again = Game.from_position(ISLANDS, 2, found["position"])
    assert count_tree(again, 1).digest == found["digest"]


def test_a_game_that_is_over_too_soon_is_told() -> None:
    shown = perft("fifteen-rounds", "--set", "board=islands", "--after", "9000")
    assert shown.exit_code == 1
    assert "the game of seed 0 is over after" in shown.output
