"""A position, and the moves that led to it, as a scenario file: so that a dispute becomes a test."""

from collections.abc import Iterator, Sequence
from typing import Any

import tomli_w

from riskcore.errors import RiskError
from riskcore.notation.names import Names
from riskcore.scenario.runner import run
from riskcore.scenario.texts import read_scenarios
from riskcore.scenario.writing import Made, expected_between, file_table, position_table, step_table
from riskcore.web.game.tree import GameTree, Node
from riskcore.web.newgame import changes_of

__all__ = ["scenario_text"]

_FURTHEST = 40  # moves before the position that the scenario begins at most


def scenario_text(tree: GameTree, number: int) -> str:
    """The move that led to a position, from where a scenario may begin, with its dice and what it did.

    Every beginning is tried, the latest first, until riskvar itself finds the scenario to pass.
    """
    ways = _ways(tree, number)
    for way in ways:
        text = tomli_w.dumps(_document(tree, way, number))
        try:
            [scenario] = read_scenarios(text, tree.rules)
            if run(scenario) is None:
                return text
        except RiskError:
            continue
    raise RiskError("no scenario leads to this position: one begins at a step of a turn, and goes on without chance")


def _ways(tree: GameTree, number: int) -> Iterator[list[Node]]:
    """The moves from a possible beginning to a position, the fewest first."""
    way: list[Node] = []
    node = tree.nodes[number]
    if node.move is None:
        yield way
    while node.move is not None and len(way) < _FURTHEST:
        way = [node, *way]
        node = tree.nodes[node.parent]
        yield way


def _document(tree: GameTree, way: Sequence[Node], number: int) -> dict[str, Any]:
    names = Names(tree.rules, tree.names[: tree.players], tree.names[tree.players :])
    start = tree.at(way[0].parent if way else number)
    scenario: dict[str, Any] = {"name": "What happened here", "position": position_table(start, names)}
    made = [Made(node.mover, node.move, node.events) for node in way if node.move is not None]
    if made:
        scenario["step"] = [{**step_table(made, names), "expect": expected_between(start, tree.at(number), names)}]
    table = file_table(scenario, names)
    changes = changes_of(tree.rules.variant)
    if changes is None:
        return table
    options = {"rules": list(changes.added), "settings": changes.settings}  # the page's, too, which no variant knows
    kept = {key: value for key, value in table.items() if key not in ("variant", *options)}
    return {"variant": table["variant"], **{key: value for key, value in options.items() if value}, **kept}
