"""Bots that are given as classes and objects, not by name."""

import pickle
from random import Random
from typing import Any

import attrs
import pytest

from riskcore import View, lab
from riskcore.errors import VariantError
from riskcore.files.bots import named_bot
from riskcore.files.catalog import Catalog


@attrs.define
class Dice:
    """Plays as chance has it, and remembers how many games it has begun."""

    order = 2
    faces: int = 6
    begun: int = attrs.field(init=False, default=0)
    _random: Random = attrs.field(init=False, factory=Random)

    def start(self, view: View, seed: int) -> None:
        self.begun += 1
        assert self.begun == 1
        self._random.seed(seed)

    def decide(self, view: View) -> Any:
        return view.legal_moves.sample(self._random)


def played(*bots: Any, workers: int = 1) -> tuple[list[str], str]:
    recipe = lab.Recipe("capitals", players=3, bots=bots, max_rounds=4)
    found = lab.run(recipe.plan(), games=6, workers=workers).to_dict()
    return found["bots"], found["digest"]


def test_an_object_plays_under_the_name_of_its_class_and_what_it_changes() -> None:
    assert played(Dice(faces=8), Dice(), Dice)[0] == ["dice(faces=8)", "dice", "dice"]


def test_each_game_has_a_bot_of_its_own() -> None:
    assert played(Dice(), "greedy")[0] == ["dice", "greedy", "dice"]  # or `start` would fail


def test_workers_play_with_objects_as_one_process_does() -> None:
    assert played(Dice(faces=8), "greedy", workers=2) == played(Dice(faces=8), "greedy")


def test_bots_of_a_name_are_the_same_if_they_are_of_a_class() -> None:
    other = attrs.make_class("Dice", {"faces": attrs.field(default=6)}, bases=(Dice,))
    assert named_bot(Dice()) == named_bot(Dice) == pickle.loads(pickle.dumps(named_bot(Dice())))
    assert named_bot(Dice) != named_bot(other)


def test_the_class_of_an_installed_bot_may_be_given_and_no_other_of_its_name() -> None:
    assert named_bot(Catalog().bot_class("greedy")) == "greedy"
    with pytest.raises(VariantError, match='"greedy" is the name of an installed bot'):
        named_bot(attrs.make_class("Greedy", {}, bases=(Dice,)))


@pytest.mark.parametrize("bot", [3, None, object(), int, attrs.make_class("Mute", {})])
def test_what_is_no_bot_is_refused(bot: Any) -> None:
    with pytest.raises(VariantError, match="is no bot: a bot is a name, or an attrs class with `decide`"):
        lab.Recipe("capitals", bots=[bot]).plan()
