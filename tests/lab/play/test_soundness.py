"""No verdict on what is not a game: broken set-ups, negative armies and rules that remember are refused by name."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from riskcore import load_variant
from riskcore.cli import main
from riskcore.files.variant import shipped_variants
from riskcore.lab.play.batch import rulebook_for
from riskcore.lab.play.soundness import check_twice

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
    """More armies with every turn ever counted."""

    @hookimpl(wrapper=True)
    def reinforcement(self):
        rule = yield
        turns = []

        def more(state, player):
            turns.append(player)
            return rule(state, player) + len(turns)

        return more
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
        ("diary", "rule 'diary': the same game with the same moves by chance went two ways"),
    ],
)
def test_what_is_not_a_game_is_refused_with_the_name_of_the_rule(rules: str, rule: str, told: str) -> None:
    options = ["-p", rules, "--rule", rule, "--players", "3", "--workers", "1", "--games", "4"]
    for command in (["run", "classic-1959"], ["compare", "classic-1959"]):
        done = CliRunner().invoke(main, [*command, *options])
        assert done.exit_code == 1
        assert told in done.stderr


@pytest.mark.parametrize("variant", [each.id for each in shipped_variants() if each.group != "base"])
def test_every_shipped_game_goes_the_same_way_twice(variant: str) -> None:
    loaded = load_variant(variant)
    check_twice(loaded, loaded.players.max, rulebook_for(loaded))
