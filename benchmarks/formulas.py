"""What a formula costs beside the same rule in Python: calls and whole games, timed in turns within one run."""

import time
from collections.abc import Callable

import attrs

from riskcore import Rulebook, hookimpl, load_variant
from riskcore.lab.play.batch import Arena, Plan, play_game
from riskcore.state import State

FORMULA = "max(3, territories // 3) + continents + round // 5"
REPEATS = 15


@attrs.frozen(eq=False)
class InPython:
    """The same rule as a plugin."""

    @hookimpl(wrapper=True)
    def reinforcement(self, board):  # type: ignore[no-untyped-def]  # as a designer would write it
        """What the formula says."""
        yield
        bonuses = board.bonuses

        def armies(state: State, player: int) -> int:
            held_in = zip(state.held_in[player], state.continent_sizes, bonuses, strict=True)
            continents = sum(bonus for held, size, bonus in held_in if held == size)
            return max(3, state.held[player] // 3) + continents + state.round // 5

        return armies


def best(play: Callable[[], object]) -> float:
    start = time.process_time()
    play()
    return time.process_time() - start


def main() -> None:
    formula = load_variant("classic-1959", rules=["formula"], settings=[f'rules.formula.reinforcement="{FORMULA}"'])
    python = load_variant("classic-1959", rules=[InPython])
    arenas = [Arena(Plan(variant, 4)) for variant in (formula, python)]
    rules = [(Rulebook(arena.plan.variant).reinforcement, arena.open(1).game.state) for arena in arenas]
    calls, games = [9e9, 9e9], [9e9, 9e9]
    for _ in range(REPEATS):
        for way, (rule, state) in enumerate(rules):
            calls[way] = min(calls[way], best(lambda: [rule(state, 1) for _ in range(5000)]))  # noqa: B023 - called now
        for way, arena in enumerate(arenas):
            games[way] = min(games[way], best(lambda: [play_game(arena, number) for number in range(20)]))  # noqa: B023
    for what, (formula_time, python_time) in (("calls", calls), ("games", games)):
        print(f"{what}: a formula takes {formula_time / python_time:.2f} times as long as the same rule in Python")


if __name__ == "__main__":
    main()
