"""What a rule answers that makes no sense is told with its hook and what would be right, and never played on with."""

from collections.abc import Callable
from typing import Any

import pytest

from riskcore import Game, Rulebook, RulebookError
from riskcore.moves import Assault, Place

House = Callable[..., Rulebook]

BORDER: dict[str, Any] = {
    "owners": {"Alberta": 0, "Alaska": 1},
    "armies": {"Alberta": 30, "Alaska": 9},
    "rest": 2,
    "phase": "attack",
}

PLACING = {**BORDER, "reserve": [3, 0, 0], "phase": "place"}

DICE = """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl(wrapper=True)
    def dice(self):
        dice = yield
        return attrs.evolve(dice, {part})
"""

WIN = """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl(wrapper=True)
    def win_condition(self):
        return (*(yield), WinCheck(("armies",), lambda state: {outcome}))
"""


def assault(rules: Rulebook, order: int = 2) -> Game:
    """Attack Alaska to the end; with order 0 the defender is asked for each battle."""
    game = Game.from_position(rules, 3, BORDER)
    game.state.orders[:] = [order] * 3
    alberta, alaska = (rules.board.territory(name) for name in ("Alberta", "Alaska"))
    game.push(Assault(alberta, alaska, 1, -1000, 1000))
    return game


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("defence=lambda *where: 0", "hook dice: 0 defence dice; must be at least 1"),
        ("attack=lambda *where: 0", "hook dice: 0 attack dice; must be at least 1"),
        ("attack=lambda *where: -1", "hook dice: -1 attack dice; must be at least 1"),
        ("attack=lambda *where: 2.5", "hook dice: 2.5 attack dice; must be a whole number, at least 1"),
        ("attack=lambda *where: None", "hook dice: None attack dice; must be a whole number"),
        ("defence=lambda *where: '2'", "hook dice: '2' defence dice; must be a whole number"),
        ("defence=lambda *where: float('nan')", "hook dice: nan defence dice; must be a whole number"),
        ("attack=lambda *where: True", "hook dice: True attack dice; must be a whole number"),
        ("attack=lambda *where: 8", "hook dice: 8 against 2 dice; at most 7 together"),
    ],
)
def test_dice_that_nobody_can_roll(house: House, part: str, told: str) -> None:
    rules = house(DICE.format(part=part))
    with pytest.raises(RulebookError) as error:
        assault(rules)
    assert told in str(error.value)


@pytest.mark.parametrize("losses", ["(1,)", "None", "(0.5, 1)", "(-1, 1)", "[1, 0]"])
def test_a_comparison_that_says_no_losses(house: House, losses: str) -> None:
    rules = house(DICE.format(part=f"compare=lambda attack, defence: {losses}"))
    with pytest.raises(RulebookError, match=r"hook dice: \(1, 1, 1\) compared with \(1, 1\) gave .* two whole numbers"):
        assault(rules)


def test_a_comparison_may_answer_with_yes_and_no(house: House) -> None:
    game = assault(house(DICE.format(part="compare=lambda a, d: (a[0] <= d[0], a[0] > d[0])")))
    assert game.state.owner[game.rules.board.territory("Alaska")] == 0


@pytest.mark.parametrize("order", [0, 2])
def test_a_battle_that_could_never_end(house: House, order: int) -> None:
    rules = house(DICE.format(part="compare=lambda attack, defence: (0, 0), defence=lambda *where: 1"))
    with pytest.raises(RulebookError, match="no roll of 3 against 1 dice costs an army"):
        assault(rules, order)


@pytest.mark.parametrize(
    "outcome",
    [
        "Outcome(3, 'an owner without a seat')",
        "Outcome(-2, 'out of play')",
        "Outcome('me', 'text')",
        "Outcome(None, 'nothing')",
        "Outcome(True, 'yes')",
        "Outcome(0, None)",
        "True",
    ],
)
def test_a_winner_who_is_no_player(house: House, outcome: str) -> None:
    game = Game.from_position(house(WIN.format(outcome=outcome)), 3, PLACING)
    with pytest.raises(RulebookError, match=r"hook win_condition: the game ends with .* a player, 0 to 2, or NOBODY"):
        game.push(Place(game.rules.board.territory("Alberta"), 1))
    assert game.outcome is None


@pytest.mark.parametrize("winner", [2, -1])
def test_a_player_may_win_and_so_may_nobody(house: House, winner: int) -> None:
    rules = house(WIN.format(outcome=f"Outcome({winner}, 'so')"))
    game = Game.from_position(rules, 3, PLACING)
    game.push(Place(game.rules.board.territory("Alberta"), 1))
    assert game.outcome is not None
    assert game.outcome.winner == winner


@pytest.mark.parametrize("armies", ["3.5", "None", "'3'", "float('nan')"])
def test_armies_that_cannot_be_counted(house: House, armies: str) -> None:
    rules = house(f"""
        @attrs.frozen(eq=False)
        class Odd:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                yield
                return lambda state, player: {armies}
        """)
    with pytest.raises(RulebookError, match=r"hook reinforcement: .* armies for player \d; must be a whole number"):
        Game(rules, 3)


@pytest.mark.parametrize(("armies", "right"), [("-1", "0 or more"), ("10_001", "10,000 at"), ("9**99", "10,000 at")])
def test_armies_that_nobody_can_place(house: House, armies: str, right: str) -> None:
    rules = house(f"""
        @attrs.frozen(eq=False)
        class Odd:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                yield
                return lambda state, player: {armies}
        """)
    with pytest.raises(RulebookError, match=rf"reinforcement \(.*odd.*\): .* armies for player \d; must be {right}"):
        Game(rules, 3)
