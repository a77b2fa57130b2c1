"""What rules keep, as a page shows it."""

from typing import Any

import pytest

import riskcore
from riskcore import domains
from riskcore.notation.names import Names
from riskcore.rules import Data
from riskcore.web.game.kept import kept_facts


def facts(variant: str, data: dict[str, Any], players: int = 3) -> list[tuple[str, int, str]]:
    rules = riskcore.Rulebook(riskcore.load_variant(variant))
    names = Names(rules, ["Orange", "Sky", "Green"][:players], rules.owners(players))
    return [(fact.name, fact.owner, fact.words) for fact in kept_facts(data, names)]


def test_territories_have_names_and_places() -> None:
    rules = riskcore.Rulebook(riskcore.load_variant("capitals"))
    brazil = rules.board.territory("Brazil")
    [fact] = kept_facts({"capitals": [-1, brazil, -1]}, Names(rules, ["Orange", "Sky", "Green"], []))
    assert (fact.owner, fact.words, fact.places) == (1, "Brazil", (brazil,))


def test_what_everybody_knows_is_not_told_again_to_its_owner() -> None:
    assert len(facts("capitals", {"capitals": [1, 2, 3], "capitals-chosen": [1, None, None]})) == 3


def test_allies_are_told_by_name() -> None:
    assert facts("two-player-active-2004", {"alliances": [-1, -1, 1, -1, -1, -1]}, 2) == [("alliances", 2, "Sky")]


def test_missions_are_told_in_words_and_empty_places_are_not() -> None:
    [(_, owner, words)] = facts("mission-2004", {"missions-claimed": [[], ["", "Fifteen Flags"], []]})
    assert (owner, words) == (1, "Fifteen Flags: Hold 15 territories")


@pytest.mark.parametrize(("start", "value", "told"), [([0, 0, 0], [3, 0, 1], [(0, "3"), (2, "1")]), (0, 7, [])])
def test_numbers_are_told_where_everybody_has_one(start: Any, value: Any, told: list[tuple[int, str]]) -> None:
    rules = riskcore.Rulebook(riskcore.load_variant("classic-1959"))
    begin = (lambda players, owners: [0] * players) if isinstance(start, list) else lambda players, owners: 0
    rules.data["points"] = Data("points", begin, seen="public", entries=domains.count())
    found = kept_facts({"points": value}, Names(rules, ["Orange", "Sky", "Green"], []))
    assert [(fact.owner, fact.words) for fact in found] == told
