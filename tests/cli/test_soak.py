"""The soak: sound rules pass, and every kind of planted fault is found and can be played again."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import riskcore
from riskcore import Rulebook, Variant
from riskcore.cli import main
from riskcore.events import Battle
from riskcore.files.variant import shipped_variants
from riskcore.game import Game
from riskcore.lab.play.batch import Plan
from riskcore.lab.play.soak import Failure, Soaked, soak_games
from riskcore.scenario import RulebookCache, load_scenarios
from riskcore.view import View

PLAYABLE = [shipped.id for shipped in shipped_variants() if shipped.group != "base"]

FAULTS = """
from collections.abc import Callable
import attrs
from riskcore import Action, AddedAction, Move, Phase, bare_frame, domains, hookimpl
from riskcore.flow import close
from riskcore.moves import Done
from riskcore.phases import draw_card, put, receive


@attrs.frozen(eq=False)
class SecretArmies:
    @hookimpl
    def captured(self):
        def reinforce(state, player, target, victim):
            state.armies[target] += 1
        return reinforce


@attrs.frozen(eq=False)
class LostReserve:
    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield
        def due(state, player):
            state.reserve[player] += 1
            return rule(state, player)
        return due


@attrs.frozen(eq=False)
class HonestArmies:
    @hookimpl
    def captured(self):
        def reinforce(state, player, target, victim):
            receive(state, player, 1, "plunder")
            put(state, player, target, 1)
        return reinforce


@attrs.frozen(eq=False)
class ExtraCard:
    @hookimpl
    def captured(self):
        def draw(state, player, target, victim):
            draw_card(state, player)
        return draw


@attrs.frozen(eq=False)
class TwoCards:
    @hookimpl(wrapper=True)
    def card_award(self):
        rule = yield
        return lambda state, player: 2 * rule(state, player)


@attrs.frozen(eq=False)
class LostCard:
    @hookimpl
    def captured(self):
        def lose(state, player, target, victim):
            state.deck.pop()
        return lose


@attrs.frozen(eq=False)
class Crash:
    @hookimpl
    def captured(self):
        def crash(state, player, target, victim):
            raise LookupError("no such thing")
        return crash


class Boast(Move, kind="boast"):
    territory: int = domains.territory()


@attrs.frozen(eq=False)
class ListedButRefused:
    @hookimpl
    def phases(self):
        def legal(state, frame):
            return [Boast(0)]
        def play(state, frame, move):
            return "nobody boasts"
        return (AddedAction("attack", Action(Boast, legal, play)),)


class Salute(Move, kind="salute"):
    territory: int = domains.territory()


@attrs.frozen(eq=False)
class AcceptedUnlisted:
    @hookimpl
    def phases(self):
        def legal(state, frame):
            return [Salute(0)]
        def play(state, frame, move):
            return None
        return (AddedAction("attack", Action(Salute, legal, play)),)


@attrs.frozen(eq=False)
class Stuck:
    @hookimpl(wrapper=True)
    def turn(self):
        steps = yield
        return ("brood", *steps)

    @hookimpl
    def phases(self):
        def enter(state, player):
            if state.round > 1:
                state.frames.append(bare_frame("brood", player))
        brood = Action(Boast, lambda state, frame: [], lambda state, frame, move: "no")
        return (Phase("brood", enter, (brood,)),)


@attrs.frozen(eq=False)
class OpenPhase:
    @hookimpl(wrapper=True)
    def turn(self):
        steps = yield
        return (*steps, "gloat")

    @hookimpl
    def phases(self):
        def enter(state, player):
            if any(card % 2 for card in state.hands[player]):
                state.frames.append(bare_frame("gloat", player))
        done = Action(Done, lambda state, frame: [Done()], lambda state, frame, move: close(state))
        return (Phase("gloat", enter, (done,)),)
"""


def faulty(tmp_path: Path, rule: str) -> Variant:
    file = tmp_path / "faults.py"
    file.write_text(FAULTS)
    return riskcore.load_variant("classic-1959", rules=[rule], plugin_files=[file])


def soaked(variant: Variant, games: int = 2, max_moves: int = 250, players: int = 3) -> Soaked:
    return soak_games(Plan(variant, players, bots=("random",)), max_moves, range(games))


def fault(variant: Variant) -> str:
    failure = soaked(variant).failure
    assert failure is not None
    return "\n".join(failure.problems)


@pytest.mark.parametrize("name", PLAYABLE)
def test_random_games_of_every_shipped_variant_hold_together(name: str) -> None:
    variant = riskcore.load_variant(name)
    for players in {variant.players.min, variant.players.max}:
        result = soaked(variant, games=2, max_moves=300, players=players)
        assert result.failure is None, result.failure
        assert result.games == 2


def test_games_that_end_are_told_from_those_that_do_not() -> None:
    variant = riskcore.load_variant("classic-1959")
    result = soak_games(Plan(variant, 3, bots=("greedy", "random", "random")), 3000, range(2))
    assert (result.finished, result.capped, result.failure) == (2, 0, None)
    assert soaked(variant, games=2, max_moves=7) == Soaked(finished=0, capped=2, moves=14)


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("secret-armies", " armies, the events say "),
        ("lost-reserve", "reserve: ["),
        ("extra-card", "drew 2 cards in a turn that earned 1"),
        ("lost-card", "43 cards are accounted for"),
        ("crash", "LookupError: no such thing"),
        ("listed-but-refused", "nobody boasts"),
        ("accepted-unlisted", "is accepted in phase 'attack', but not listed as legal"),
        ("stuck", "no legal move in phase 'brood'"),
        ("open-phase", "the decision 'gloat' is open because of what is hidden"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, rule: str, problem: str) -> None:
    assert problem in fault(faulty(tmp_path, rule))


def test_moves_that_no_bot_makes_are_tried_too(tmp_path: Path) -> None:
    plan = Plan(faulty(tmp_path, "listed-but-refused"), 3, bots=("greedy",))
    failure = soak_games(plan, 500, range(5)).failure
    assert failure is not None
    assert failure.problems == ("'boast Alaska' is listed as legal in phase 'attack', but refused",)


@pytest.mark.parametrize("rule", ["honest-armies", "two-cards"])
def test_what_a_rule_says_openly_is_no_fault(tmp_path: Path, rule: str) -> None:
    assert soaked(faulty(tmp_path, rule)).failure is None


def test_a_view_that_shows_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "hands", property(lambda view: view._state.hands))
    assert "shows cards of owner" in fault(riskcore.load_variant("classic-1959"))


def test_totals_keep_the_first_failure() -> None:
    early, late = Failure(3, 1, ("x",), ()), Failure(9, 2, ("y",), ())
    total = Soaked(1, 2, 30, late) + Soaked(4, 0, 10, early)
    assert total == Soaked(5, 2, 40, early)


def test_a_bot_that_forfeits_is_named_and_is_no_fault() -> None:
    options = ["--players", "3", "--games", "7", "--workers", "1", "--bots", "greedy,exec:./no-such-program"]
    result = CliRunner().invoke(main, ["soak", "classic-1959", *options])
    assert result.exit_code == 0
    assert "  forfeit: game 0: exec:./no-such-program cannot be started" in result.stdout
    assert "  and 2 more forfeits" in result.stdout


def test_the_command_counts_by_variant_and_players() -> None:
    result = CliRunner().invoke(
        main, ["soak", "classic-1959", "capitals", "--players", "2-3", "--games", "2", "--max-moves", "30"]
    )
    assert result.exit_code == 0
    *lines, verdict = result.stdout.splitlines()[1:]
    rows = [line.split() for line in lines]
    assert verdict == f"No fault found in {sum(int(row[-1]) for row in rows)} moves."
    assert [row[:3] for row in rows] == [
        ["classic-1959", "2", "2"],
        ["classic-1959", "3", "2"],
        ["capitals", "2", "2"],
        ["capitals", "3", "2"],
    ]
    assert all(int(row[3]) + int(row[4]) == 2 for row in rows)


def test_rules_are_added_alone_and_in_pairs_and_what_cannot_be_is_told() -> None:
    options = ["--pairs", "no-cards,card-reroll,commander", "--players", "3", "--games", "1", "--max-moves", "20"]
    result = CliRunner().invoke(main, ["soak", "classic-1959", *options, "--workers", "1"])
    assert result.exit_code == 0
    rows = [line.split("  ")[0].strip() for line in result.stdout.splitlines()[1:-1]]
    alone = ["no-cards", "card-reroll", "commander"]
    pairs = ["no-cards + card-reroll", "no-cards + commander", "card-reroll + commander"]
    assert rows == [f"classic-1959 + {each}" for each in alone + pairs]
    refused = [line for line in result.stdout.splitlines() if "refused" in line]
    assert len(refused) == 1
    assert "conflict" in refused[0]


def test_a_failure_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    variant = faulty(tmp_path, "secret-armies")
    options = ["-p", *variant.plugin_files, "--rule", "secret-armies", "--players", "3", "--workers", "2"]
    result = CliRunner().invoke(main, ["soak", "classic-1959", *options])
    assert result.exit_code == 1
    assert " armies, the events say " in result.stderr
    told = json.loads(result.stdout.splitlines()[-1])
    game = Game(Rulebook(variant), told["players"], told["seed"])
    *first, last = [tuple(tuple(part) if isinstance(part, list) else part for part in move) for move in told["moves"]]
    for move in first:
        game.push(move)
    before = sum(game.state.armies)
    events = game.push(last)
    lost = sum(event.attacker_losses + event.defender_losses for event in events if isinstance(event, Battle))
    assert sum(game.state.armies) == before - lost + 1


@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        ("secret-armies", 1),
        ("extra-card", 3),
        ("crash", 1),
        ("listed-but-refused", 1),
        ("accepted-unlisted", 1),
        ("stuck", 1),
    ],
)
def test_a_fault_is_written_as_a_short_scenario_and_its_line_shows_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, moves: int
) -> None:
    monkeypatch.chdir(tmp_path)
    faulty(tmp_path, rule)
    Path("my game.toml").write_text('name = "Mine"\nextends = "classic-1959"\n', encoding="utf-8")
    soak = ["soak", "my game.toml", "-p", "faults.py", "--rule", rule, "--set", "rules.fortify.reach=connected"]
    result = CliRunner().invoke(main, [*soak, "--players", "3", "--workers", "1"])
    again, shown = result.stderr.splitlines()[-2:]
    assert again.startswith("again: riskvar soak 'my game.toml' --rule")
    repeated = CliRunner().invoke(main, shlex.split(again.removeprefix("again: riskvar ")))
    assert repeated.stderr == result.stderr
    words = shlex.split(shown.removeprefix("shown by: riskvar "))
    [scenario] = load_scenarios(words[1], RulebookCache(["faults.py"]))
    assert sum(len(step.moves) for step in scenario.steps) == moves
    tested = CliRunner().invoke(main, words)
    assert (tested.exit_code, "0 of 1 scenarios passed" in tested.stdout) == (1, True)


def test_a_scenario_of_a_fault_passes_once_it_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    faulty(tmp_path, "secret-armies")
    options = ["-p", "faults.py", "--rule", "secret-armies", "--players", "3", "--workers", "1"]
    CliRunner().invoke(main, ["soak", "classic-1959", *options])
    Path("faults.py").write_text(FAULTS.replace("state.armies[target] += 1", "pass"), encoding="utf-8")
    [file] = tmp_path.glob("*.scenario.toml")
    assert CliRunner().invoke(main, ["test", str(file), "-p", "faults.py"]).exit_code == 0


MEDDLER = """
import attrs


@attrs.define
class Meddler:
    order = 2

    def start(self, view, seed):
        pass

    def decide(self, view):
        if view.round > 1:
            view.armies[0] += 1
        return next(iter(view.legal_moves))
"""


def test_a_bot_that_writes_to_what_a_view_shows_is_found(tmp_path: Path) -> None:
    file = tmp_path / "meddler.py"
    file.write_text(MEDDLER, encoding="utf-8")
    plan = Plan(riskcore.load_variant("classic-1959", plugin_files=[file]), 3, bots=("meddler",))
    failure = soak_games(plan, 400, range(1)).failure
    assert failure is not None
    assert "changed the game while it decided: a view is to be read only" in failure.problems[0]
