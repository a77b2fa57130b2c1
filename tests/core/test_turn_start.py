"""Wins that are looked for when a turn starts."""

from collections.abc import Callable

from riskcore import Game, Rulebook

House = Callable[..., Rulebook]


def test_a_win_may_be_looked_for_when_a_turn_starts(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class EarlyBird:
            @hookimpl(wrapper=True)
            def win_condition(self):
                checks = yield
                early = lambda state: Outcome(state.player, "early") if state.turn == 2 else None
                return (*checks, WinCheck(("turn start",), early))
        """
    )
    game = Game.from_position(rules, 2, {"owners": {"Alaska": 1}, "phase": "fortify"})
    game.push(("done",))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason, game.state.frames) == (1, "early", [])
    assert game.state.player == 1
