"""What somebody brings along becomes a game of its own; and a dispute becomes a test."""

from pathlib import Path
from typing import Any

import pytest

import riskcore
from riskcore.lab import Recipe, run
from riskcore.scenario.file import load_scenarios
from riskcore.scenario.runner import run as run_scenario
from riskcore.web.dispute import scenario_text
from riskcore.web.game.tree import GameTree
from riskcore.web.opening import choices_in, opened
from riskcore.web.session import GameSession, new_session
from riskcore.web.store import GameStore


def session_of(variant: str = "classic-1959", moves: int = 60) -> GameSession:
    """A game of bots after so many moves."""
    session = new_session(riskcore.load_variant(variant), 3, (), ("greedy",), 3)
    tree = session.tree
    for _ in range(moves):
        session.play(tuple(session.bots.decider(tree.game, tree.game.to_move or 0, "greedy")()))
    return session


def open_only(text: str, like: GameSession) -> GameSession:
    [(_, source)] = choices_in(text, like)
    return opened(source, like)


def test_a_save_opens_with_all_its_moves() -> None:
    session = session_of()
    again = open_only(session.tree.game.to_json(), session)
    assert again.tree.game.to_json() == session.tree.game.to_json()
    assert len(again.tree.nodes) == 61
    assert not set(again.tokens) & set(session.tokens)


def test_a_save_of_a_position_opens_where_it_stands() -> None:
    session = session_of(moves=0)
    session.tree.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "armies": {"Brazil": 9}, "phase": "attack"})
    session.tree.push(("done",))
    again = open_only(session.tree.game.to_json(), session)
    assert again.tree.game.position_text() == session.tree.game.position_text()


def test_a_log_of_the_page_opens_with_its_branches(tmp_path: Path) -> None:
    session = session_of()
    log = GameStore(tmp_path).add(session)
    session.tree.go(20)
    session.write({"go": 20})
    again = open_only(log.read_text(encoding="utf-8"), session)
    assert (len(again.tree.nodes), again.tree.here) == (61, 20)


def test_of_a_log_of_many_games_one_is_chosen(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    run(Recipe("capitals", players=3).plan(), 3, log=log, front=True)
    session = session_of()
    found = choices_in(log.read_text(encoding="utf-8"), session)
    assert [name.split(",")[0] for name, _ in found] == ["game 0", "game 1", "game 2"]
    again = opened(found[1][1], session)
    assert again.variant.name == "Capitals"
    assert again.tree.game.outcome is not None


@pytest.mark.parametrize("variant", ["classic-1959", "capitals", "golden-cavalry-2004", "two-player-1959"])
def test_moves_become_scenarios_that_pass(variant: str, tmp_path: Path) -> None:
    """Some moves have chance in them that no scenario can hold; most have not."""
    session = new_session(riskcore.load_variant(variant), 3, (), ("greedy",), 3 if variant[:3] != "two" else 2)
    tree = session.tree
    while tree.game.outcome is None and tree.game.state.round < 3:
        session.play(tuple(session.bots.decider(tree.game, tree.game.to_move or 0, "greedy")()))
    told = 0
    for number in range(len(tree.nodes) - 8, len(tree.nodes)):
        try:
            text = scenario_text(tree, number)
        except riskcore.RiskError:
            continue
        file = tmp_path / f"dispute-{number}.scenario.toml"
        file.write_text(text, encoding="utf-8")
        [scenario] = load_scenarios(file)
        assert run_scenario(scenario) is None
        told += 1
    assert told >= 5


def test_a_scenario_opens_where_it_begins() -> None:
    tree = GameTree(riskcore.Rulebook(riskcore.load_variant("classic-1959")), 3, 1, (2, 2, 2))
    tree.set_up({"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "armies": {"Brazil": 9}, "phase": "attack"})
    brazil, peru = (tree.rules.board.territory(name) for name in ("Brazil", "Peru"))
    tree.push(("attack", brazil, peru, 3))
    again = open_only(scenario_text(tree, tree.here), session_of("capitals", 0))
    assert again.variant.name == "Classic 1959"
    assert [seat.who for seat in again.seats] == ["you"] * 3
    assert (again.tree.game.state.armies[brazil], again.tree.game.phase) == (9, "attack")


SCENARIO = """variant = "{}"
players = ["A", "B"]
settings = {}
[[scenario]]
name = "x"
setup.seed = 1
"""


@pytest.mark.parametrize(
    ("variant", "settings"),
    [("/etc/passwd", "[]"), ("../x.toml", "[]"), ("x.toml", "[]"), ("classic-1959", '["board=/etc/passwd"]')],
)
def test_a_scenario_from_outside_opens_no_file(variant: str, settings: str) -> None:
    with pytest.raises(riskcore.RiskError, match="may name none"):
        choices_in(SCENARIO.format(variant, settings), session_of(moves=0))


@pytest.mark.parametrize("text", ["{", "{}", "[[scenario]]", '{"log":1}', '{"format":3}', '{"log":1,"tree":true}\n{'])
def test_nonsense_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(riskcore.RiskError) as told:
        choices_in(text, session_of(moves=0))
    assert "/tmp" not in str(told.value)


def test_a_position_set_up_by_hand_can_be_told() -> None:
    session = session_of(moves=0)
    position: dict[str, Any] = {"owners": {"Brazil": 0, "Peru": 1}, "rest": 2, "phase": "attack"}
    node = session.tree.set_up(position)
    assert "[[scenario]]" in scenario_text(session.tree, node.number)
