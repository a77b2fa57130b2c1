"""Set values by insignia, on any edition."""

import pytest

from tests.options.helpers import EDITIONS, WORLD

from .helpers import position, rulebook

KINDS = {kind: [card for card, shown in enumerate(WORLD.insignia) if shown == kind] for kind in set(WORLD.insignia)}
WILD = 42


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("kind", "armies"), [("infantry", 4), ("cavalry", 6), ("artillery", 8)])
def test_three_alike_bring_the_same_however_many_sets_were_traded(edition: str, kind: str, armies: int) -> None:
    """[H1]"""
    rules = rulebook(edition, "insignia-sets")
    values = [rules.set_value(position(rules, sets_traded=n).state, 0, KINDS[kind][:3]) for n in (0, 3, 20)]
    assert values == [armies] * 3


def test_the_example_pays_best_for_one_of_each_and_a_wild_card_helps() -> None:
    """[H1]"""
    rules = rulebook("fixed-sets")
    state = position(rules).state
    infantry, cavalry, artillery = KINDS["infantry"], KINDS["cavalry"], KINDS["artillery"]
    assert rules.set_value(state, 0, [infantry[0], cavalry[0], artillery[0]]) == 10
    assert rules.set_value(state, 0, [infantry[0], infantry[1], WILD]) == 4
    assert rules.set_value(state, 0, [infantry[0], cavalry[1], WILD]) == 10
