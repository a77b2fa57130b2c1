"""Sets that are worth what their insignia say."""

import pytest

from .helpers import position, rulebook


@pytest.mark.parametrize(
    ("letters", "armies"),
    [("III", 4), ("CCC", 6), ("AAA", 8), ("ICA", 10), ("IIW", 4), ("CCW", 6), ("AAW", 8), ("ICW", 10), ("AIW", 10),
     ("IWW", 10), ("AWW", 10)],
)  # fmt: skip
def test_what_sets_bring(letters: str, armies: int) -> None:
    """[M04-2] By insignia; a wild card counts as whatever pays best, and nothing rises."""
    rules = rulebook("mission-2004")
    kinds = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
    piles = {
        letter: iter([n for n, card in enumerate(rules.deck) if card.insignia == kinds[letter]]) for letter in kinds
    }
    cards = [next(piles[letter]) for letter in letters]
    state = position(rules, sets_traded=9).state
    assert rules.set_value(state, 0, cards) == armies


def test_a_wild_set_pays_best_when_alike_pays_more() -> None:
    """[M04-2] What pays best depends on the parameters; the rule goes with any edition."""
    rules = rulebook("classic-1959", "rules.insignia-sets.artillery=15", rules=("insignia-sets",))
    artillery = next(n for n, card in enumerate(rules.deck) if card.insignia == "artillery")
    state = position(rules).state
    assert rules.set_value(state, 0, [artillery, 42, 43]) == 15
    assert rules.set_value(state, 0, [0, 42, 43]) == 10


def test_rising_sets_of_an_option_replace_those_by_insignia() -> None:
    """[M04-2] [X1] The option is asked for, the edition's values are not."""
    rules = rulebook("mission-2004", rules=("linear-sets",))
    assert rules.decisions["set_value"].provider == "linear-sets"
