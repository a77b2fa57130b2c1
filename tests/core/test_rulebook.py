"""A rulebook does not change: whoever wants other rules derives another one."""

from typing import Any

import pytest

from riskcore import Game, Rulebook, RulebookError, load_variant


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return Rulebook(load_variant("classic-1959"))


@pytest.mark.parametrize("name", ["reinforcement", "phases", "steady_attacks", "anything"])
def test_nothing_of_a_rulebook_can_be_set(rules: Rulebook, name: str) -> None:
    before: Any = getattr(rules, name, None)
    with pytest.raises(AttributeError, match=rf"'Classic 1959'.* does not change: .*derive\({name}=…\)"):
        setattr(rules, name, None)
    assert getattr(rules, name, None) is before


def test_nothing_of_a_rulebook_can_be_taken_away(rules: Rulebook) -> None:
    with pytest.raises(AttributeError, match="does not change"):
        del rules.reinforcement
    assert callable(rules.reinforcement)


def test_a_derived_rulebook_answers_otherwise_and_the_first_as_before(rules: Rulebook) -> None:
    generous = rules.derive(reinforcement=lambda state, player: 40)
    assert [sum(Game(each, 3, seed=1).state.reserve) for each in (rules, generous)] == [4, 40]
    assert generous.derive(interests=[]).reinforcement is generous.reinforcement


def test_what_follows_from_answers_follows_in_a_derived_rulebook(rules: Rulebook) -> None:
    """Wins are looked for only on the events that some way to win listens to."""
    endless = rules.derive(win_condition=())
    assert rules.win_checks["elimination"]
    assert not any(endless.win_checks.values())


def test_only_hooks_can_be_answered_otherwise(rules: Rulebook) -> None:
    with pytest.raises(RulebookError, match="no hook 'reinforcements'"):
        rules.derive(reinforcements=None)
