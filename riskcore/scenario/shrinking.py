"""A fault of the rules as the shortest scenario that shows it: a position as late as possible, and few moves."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import tomli_w

from riskcore.errors import RiskError
from riskcore.game import Game
from riskcore.notation.names import Names
from riskcore.rulebook import Rulebook
from riskcore.scenario.runner import run
from riskcore.scenario.texts import read_scenarios
from riskcore.scenario.writing import Made, file_table, position_table, step_table

__all__ = ["Fault", "fault_text"]

_FURTHEST = 60  # moves before the fault that the scenario begins at most, unless it begins with the game
_LONGEST = 400  # moves of a game that is told from its beginning
_TRIES = 150  # shorter ones, of a scenario that shows the fault


@attrs.frozen
class Fault:
    """What did not hold in a game, after these moves and perhaps one more, which failed or was accepted unlisted."""

    players: int
    seed: int
    orders: tuple[int, ...]
    problems: tuple[str, ...]
    moves: tuple[tuple[Any, ...], ...] = attrs.field(repr=False)
    tried: tuple[Any, ...] | None = None
    unlisted: bool = False


def fault_text(rules: Rulebook, fault: Fault, owners: Sequence[str], variant: str | None = None) -> str | None:
    """A scenario file that fails as long as the fault is there; None if no scenario can show it.

    `owners` are names for all of them; `variant` is where the file finds the rules, if not by their own name.
    """
    names = Names(rules, owners[: fault.players], owners[fault.players :])
    for start, way in _ways(rules, fault):

        def text_of(made: list[Made], start: Game | None = start, where: str | None = None) -> str:
            return tomli_w.dumps(file_table(_scenario(start, made, fault, names), names, where))

        def shows(made: list[Made], text_of: Callable[..., str] = text_of) -> bool:
            return _fails_alike(text_of(made), rules, fault)

        if shows(way):
            return text_of(_fewest(way, shows), where=variant)
    return None


def _ways(rules: Rulebook, fault: Fault) -> Iterator[tuple[Game | None, list[Made]]]:
    """Where a scenario might begin and how it goes on, the latest first; at last, the whole game from its set-up."""
    game = Game(rules, fault.players, fault.seed, orders=fault.orders)
    kept = [game.copy()]
    made: list[Made] = []
    for move in fault.moves:
        mover = -1 if game.to_move is None else game.to_move
        made.append(Made(mover, move, game.push(move)))
        kept = [*kept[-_FURTHEST:], game.copy()]
    if fault.tried is not None:
        made.append(Made(-1 if game.to_move is None else game.to_move, fault.tried))
    else:
        kept.pop()
    for back, start in enumerate(reversed(kept), 1):
        if start.state.turn > 0:
            yield start, made[-back:]
    if len(made) <= _LONGEST:
        yield None, made


def _scenario(start: Game | None, made: list[Made], fault: Fault, names: Names) -> dict[str, Any]:
    beginning = {"setup": {"seed": fault.seed}} if start is None else {"position": position_table(start, names)}
    steps = [step_table(made, names)]
    if fault.unlisted:
        before = step_table(made[:-1], names)
        steps = [*([before] if before else []), {**step_table(made[-1:], names), "refused": "illegal"}]
    return {"name": f"Shows a fault: {fault.problems[0]}", **beginning, "step": steps}


def _fails_alike(text: str, rules: Rulebook, fault: Fault) -> bool:
    """Whether a scenario fails, with what was wrong in the game."""
    try:
        [scenario] = read_scenarios(text, rules)
        failure = run(scenario)
    except RiskError:
        return False
    if failure is None:
        return False
    if fault.unlisted:
        return any(each.found == "legal" for each in failure.mismatches)
    found = [_without_numbers(each.found) for each in failure.mismatches]
    wanted = {_without_numbers(problem) for problem in fault.problems}
    if fault.tried is not None and any("listed as legal" in problem for problem in fault.problems):
        return any(each.expected == "legal" for each in failure.mismatches)
    return any(problem in each or each in problem for problem in wanted for each in found)


def _without_numbers(words: str) -> str:
    """What is wrong, whoever it is wrong for and however much."""
    return re.sub(r"\d+", "#", re.sub(r" \([^()]*:\d+\)|; the move was .*", "", words))


def _fewest(way: list[Made], shows: Callable[[list[Made]], bool]) -> list[Made]:
    """As few of the moves as still show it: halves are left out, then quarters, down to single moves."""
    tries, size = _TRIES, len(way) // 2
    while size:
        at = 0
        while at < len(way) - 1 and tries:  # the last move is the one that it is about
            tries -= 1
            fewer = [*way[:at], *way[min(at + size, len(way) - 1) :]]
            if shows(fewer):
                way = fewer
            else:
                at += size
        size //= 2
    return way
