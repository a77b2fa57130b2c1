"""One rulebook per two-player game for the whole run: a rulebook serves any number of games."""

import pytest

from riskcore import Rulebook, load_variant

GAMES = ("two-player-1959", "two-player-passive-2004", "two-player-active-2004")


@pytest.fixture(scope="session")
def rulebooks() -> dict[str, Rulebook]:
    return {name: Rulebook(load_variant(name)) for name in GAMES}


@pytest.fixture(scope="session", params=GAMES)
def any_game(request: pytest.FixtureRequest, rulebooks: dict[str, Rulebook]) -> Rulebook:
    """Each two-player game in turn, for what all of them share."""
    return rulebooks[request.param]


@pytest.fixture(scope="session")
def printed_1959(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["two-player-1959"]


@pytest.fixture(scope="session")
def passive(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["two-player-passive-2004"]


@pytest.fixture(scope="session")
def active(rulebooks: dict[str, Rulebook]) -> Rulebook:
    return rulebooks["two-player-active-2004"]
