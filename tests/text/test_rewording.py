"""Two wordings of a rule as one: the words that changed, in their sentences."""

import pytest

from riskcore.text.rewording import Stretch, reworded

PAIRS = [
    ("Take one card.", "Take two cards."),
    ("First. Take one card, if any. Then stop. Done.", "First. Take two cards, if any. Then stop. Done."),
    ("Nobody attacks. Everybody rests. Then all march on.", "Nobody attacks. Everybody sleeps. Then all march on."),
    ("A b c d e f g.", "A b c x d e f g."),
]


def test_only_the_sentences_that_changed_are_told() -> None:
    assert reworded(
        "Roll. Never fewer than three, and more. Stop.", "Roll. Never fewer than five, and more. Stop."
    ) == (
        Stretch("Never fewer than", "Never fewer than"),
        Stretch(" three", " five"),
        Stretch(", and more.", ", and more."),
    )


def test_sentences_between_two_changes_are_left_out() -> None:
    stretches = reworded("Take one card. Rest a bit now. Roll one die.", "Take two card. Rest a bit now. Roll two die.")
    assert [each.before for each in stretches if not each.changed] == ["Take", " card. Roll", " die."]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_what_is_told_is_part_of_both_wordings(before: str, after: str) -> None:
    stretches = reworded(before, after)
    assert any(each.changed for each in stretches)
    for each in stretches:
        if each.changed:
            assert each.before in before
            assert each.after in after


@pytest.mark.parametrize(
    ("before", "after"), [("The same.", "The same."), ("Roll a die.", "Nobody may ever trade again.")]
)
def test_wordings_that_are_the_same_or_have_little_in_common_are_not_told_as_one(before: str, after: str) -> None:
    assert reworded(before, after) == ()


def test_a_single_word_between_two_changes_goes_with_them() -> None:
    (_, change, _) = reworded("Move it to one adjacent to it, alone.", "Move it to one that a path leads to, alone.")
    assert (change.before.strip(), change.after.strip()) == ("adjacent to it", "that a path leads to")
