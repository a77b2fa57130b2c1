"""An attack order under rules that look at armies, or step into every battle, is still its battles in a row."""

from collections.abc import Callable

import pytest

from riskcore import Game, Rulebook
from riskcore.moves import Assault, Attack
from riskcore.rules import steady
from riskcore.testing import script_dice

House = Callable[..., Rulebook]

CAUTION = """
@attrs.frozen(eq=False)
class Caution:
    @hookimpl(wrapper=True)
    def attack_refusal(self):
        rule = yield

        def refusal(state, player, source, target):
            reason = rule(state, player, source, target)
            if reason is None and state.armies[source] < 2 * state.armies[target]:
                return "the odds are too bad"
            return reason

        return refusal
"""

LAST_STAND = """
@attrs.frozen(eq=False)
class LastStand:
    @hookimpl(wrapper=True)
    def dice(self):
        rule = yield
        return attrs.evolve(rule, defence=lambda state, source, target: 3 if state.armies[target] <= 6 else 1)
"""

DRUMS = """
@attrs.frozen(eq=False)
class Drums:
    @hookimpl(wrapper=True)
    def battle(self):
        return insert_before((yield), "throw", "drums")

    @hookimpl
    def phases(self):
        return (Phase("drums", lambda state, player: None),)
"""


def duel(rules: Rulebook, mine: int, theirs: int, seed: int = 1) -> Game:
    position = {
        "rest": 1,
        "owners": {"Alaska": 0},
        "armies": {"Alaska": mine, "Kamchatka": theirs},
        "phase": "attack",
        "orders": [3, 3],
    }
    return Game.from_position(rules, 2, position, seed)


def fight(game: Game, *, in_one_order: bool) -> tuple[int, int, int]:
    """Attack Kamchatka as long as the rules allow; what is left of both, and the random numbers it took."""
    alaska, kamchatka = (game.rules.board.territory(name) for name in ("Alaska", "Kamchatka"))
    armies = game.state.armies
    if in_one_order:
        game.push(Assault(alaska, kamchatka, 1, -9999, 1))
    else:
        while (attack := Attack(alaska, kamchatka, min(3, armies[alaska] - 1))) in game.legal_moves:
            game.push(attack)
        if game.phase == "move in":
            game.push(next(iter(game.legal_moves)))
    return armies[alaska], armies[kamchatka], game.state.cursor


@pytest.mark.parametrize("source", [CAUTION, LAST_STAND, CAUTION + LAST_STAND, CAUTION + DRUMS, LAST_STAND + DRUMS])
def test_an_order_asks_the_rules_before_each_battle(house: House, source: str) -> None:
    rules = house(source)
    for seed in range(12):
        ordered, stepped = (duel(rules, 30, 12, seed) for _ in range(2))
        assert fight(ordered, in_one_order=True) == fight(stepped, in_one_order=False)


def test_a_refusal_ends_the_order_before_its_stops_do(house: House) -> None:
    game = duel(house(CAUTION), 30, 15)
    script_dice(game, [(1, 1, 1, 6, 6)] * 5)
    assert fight(game, in_one_order=True) == (28, 15, 1)


def test_an_order_of_a_thousand_battles_with_steps_does_not_pile_up_calls(house: House) -> None:
    plain, stepped = duel(house(LAST_STAND), 4000, 2000), duel(house(LAST_STAND + DRUMS), 4000, 2000)
    assert fight(plain, in_one_order=True) == fight(stepped, in_one_order=True)
    assert stepped.state.cursor > 1000


def test_a_wrapper_is_steady_only_if_what_it_wraps_is() -> None:
    def rule() -> None: ...

    def wrapper() -> None: ...

    assert not steady(wrapper, rule).steady  # type: ignore[attr-defined]  # functions take attributes
    assert steady(wrapper, steady(rule)).steady  # type: ignore[attr-defined]
