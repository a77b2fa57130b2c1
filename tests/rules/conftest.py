"""One rulebook per edition for the whole run: a rulebook serves any number of games."""

import pytest

from riskcore import Rulebook, load_variant

EDITIONS = ("classic-1959", "world-domination-1993", "golden-cavalry-2004")


@pytest.fixture(scope="session")
def rulebooks() -> dict[str, Rulebook]:
    return {name: Rulebook(load_variant(name)) for name in EDITIONS}


@pytest.fixture(scope="session", params=EDITIONS)
def edition(request: pytest.FixtureRequest, rulebooks: dict[str, Rulebook]) -> Rulebook:
    """Each edition in turn, for what all of them share."""
    return rulebooks[request.param]


@pytest.fixture(scope="session")
def classic(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["classic-1959"]


@pytest.fixture(scope="session")
def domination(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["world-domination-1993"]


@pytest.fixture(scope="session")
def cavalry(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["golden-cavalry-2004"]


@pytest.fixture(scope="session", params=["world-domination-1993", "golden-cavalry-2004"])
def claiming(request: pytest.FixtureRequest, rulebooks: dict[str, Rulebook]) -> Rulebook:
    """The editions whose players claim their territories."""
    return rulebooks[request.param]
