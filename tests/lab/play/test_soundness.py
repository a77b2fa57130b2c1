"""No verdict on what is not a game: what breaks a game is refused with the rule's name, and odd players are told."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from riskcore import lab, load_variant
from riskcore.cli import main
from riskcore.files.variant import shipped_variants
from riskcore.lab.measure.words import conduct_words
from riskcore.lab.play.simulate import simulate
from riskcore.lab.play.soundness import examined

RULES = '''
import attrs
from riskcore import Phase, hookimpl
from riskcore.state import NOBODY


@attrs.frozen
class LostDeck:
    """The deck is lost."""

    @hookimpl
    def phases(self):
        return [Phase("lose the deck", lambda state, player: state.deck.clear())]

    @hookimpl(wrapper=True)
    def setup(self):
        names = yield
        return (*names, "lose the deck")


@attrs.frozen
class NoMansLand:
    """A territory is nobody's."""

    @hookimpl
    def phases(self):
        return [Phase("leave one", lambda state, player: state.give(0, NOBODY))]

    @hookimpl(wrapper=True)
    def setup(self):
        names = yield
        return (*names, "leave one")


@attrs.frozen
class Tax:
    """Everybody gets two armies less than none."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        yield
        return lambda state, player: -2


@attrs.frozen
class Diary:
    """More or fewer armies, by how often it was ever asked."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield
        turns = []

        def more(state, player):
            turns.append(player)
            return rule(state, player) + len(turns) % 10

        return more


@attrs.frozen
class LateDiary:
    """After the fiftieth conquest ever, the next card is lost."""

    @hookimpl(wrapper=True)
    def card_award(self):
        rule = yield
        asked = []

        def award(state, player):
            asked.append(player)
            return rule(state, player) if len(asked) < 50 else 0

        return award


@attrs.frozen
class Thief:
    """Whoever takes over a territory loses the card on top of the deck for everybody."""

    @hookimpl(wrapper=True)
    def elimination(self):
        rule = yield

        def steal(state, victim, by):
            rule(state, victim, by)
            del state.deck[-1:]

        return steal


@attrs.frozen
class Ghost:
    """The first turn is a player's who has nothing."""

    @hookimpl
    def phases(self):
        return [Phase("haunt", self.haunt)]

    @hookimpl(wrapper=True)
    def setup(self):
        names = yield
        return (*names, "haunt")

    def haunt(self, state, player):
        for place in state.territories_of(0):
            state.give(place, 1)
        state.first = 0


@attrs.frozen
class SupplyLines:
    """But only a territory with two neighbours of its own side may attack."""

    @hookimpl(wrapper=True)
    def attack_refusal(self, board):
        rule = yield

        def refusal(state, player, source, target):
            if sum(state.owner[near] == player for near in board.neighbours[source]) < 2:
                return "no supply"
            return rule(state, player, source, target)

        return refusal
'''


@pytest.fixture
def rules(tmp_path: Path) -> str:
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    return str(file)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("lost-deck", "modified by 'lost-deck'): after the set-up, 0 cards are accounted for, not each of 44 once"),
        ("no-mans-land", "modified by 'no-mans-land'): after the set-up, Alaska has"),
        ("tax", "modified by 'tax'): -2 armies for player"),
        ("diary", "rule 'diary': game 0 of seed 0 with 3 players: the same game with the same moves went two ways"),
        (
            "late-diary",
            "rule 'late-diary': game 0 of seed 0 with 3 players: the same game with the same moves went two",
        ),
        ("thief", "rule 'thief': game 0 of seed 0 with 3 players: 43 cards are accounted for, not each of 44 once"),
        ("ghost", "modified by 'ghost'): after the set-up, player 0 begins, who has no territory"),
    ],
)
def test_what_is_not_a_game_is_refused_with_the_name_of_the_rule(rules: str, rule: str, told: str) -> None:
    options = ["-p", rules, "--rule", rule, "--players", "3", "--workers", "1", "--games", "4"]
    for command in (["run", "classic-1959"], ["compare", "classic-1959"]):
        done = CliRunner().invoke(main, [*command, *options])
        assert done.exit_code == 1
        assert told in done.stderr


def test_sweep_and_tune_refuse_it_too(rules: str, tmp_path: Path) -> None:
    options = ["-p", rules, "--rule", "diary", "--players", "3", "--workers", "1", "--games", "4"]
    vary = ["--vary", "rules.fortify.moves=1,2"]
    swept = CliRunner().invoke(main, ["sweep", "classic-1959", *options, *vary, "-o", str(tmp_path / "sweep")])
    assert "rule 'diary': game 0" in swept.stderr
    brisk = tmp_path / "brisk.toml"
    brisk.write_text('name = "Brisk"\nextends = "classic-1959"\n[goals]\ncompletion = { min = 0.9 }\n')
    tuned = CliRunner().invoke(main, ["tune", str(brisk), *options, *vary])
    assert tuned.exit_code == 1
    assert "rule 'diary': game 0" in tuned.stderr


def test_a_share_of_all_games_is_played_again() -> None:
    assert [number for number in range(1100) if examined(number)] == [0, 50, 100, 150, 500, 1000]


@pytest.mark.parametrize("variant", [each.id for each in shipped_variants() if each.group != "base"])
def test_every_shipped_game_goes_the_same_way_twice(variant: str) -> None:
    loaded = load_variant(variant)
    assert simulate(lab.Plan(loaded, loaded.players.max), 1).conduct.turns > 0


def test_players_that_have_no_plan_for_a_rule_are_told(rules: str) -> None:
    plan = lab.Recipe("classic-1959", rules=["supply-lines"], plugin_files=[rules], bots="greedy", max_rounds=40).plan()
    words = list(conduct_words(simulate(plan, 51)))
    assert any(each.startswith("the players have no plan for supply-lines: in ") for each in words)
    classic = lab.Recipe("classic-1959", bots="greedy").plan()
    assert list(conduct_words(simulate(classic, 51))) == []
