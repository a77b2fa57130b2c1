"""Every word of the vocabulary: when it holds and when it does not, what it says, and what it makes a player want."""

from typing import Any

import pytest

from risk_missions.feats import (
    BreakContinents,
    CaptureInOneTurn,
    CompleteContinents,
    EliminateColour,
    EliminatePlayers,
)
from risk_missions.holdings import (
    HoldAnyContinents,
    HoldChain,
    HoldContinents,
    HoldInEach,
    HoldRealm,
    HoldTerritories,
    HoldThese,
)
from risk_missions.objectives import VOCABULARY, Objective
from riskcore import Game, Rulebook, State

from .helpers import at, capture, of_continents, position, rulebook, some

NORTH_SOUTH = ("North America", "South America")


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return rulebook("mission-2004")


def board_of(rules: Rulebook, *owned: str, **given: Any) -> State:
    """A state in which player 0 has these territories and continents, and player 1 everything else."""
    owners: dict[str, int] = {}
    for name in owned:
        owners |= of_continents(rules, 0, name) if name in rules.board.continents else {name: 0}
    return position(rules, rest=1, owners=owners, **given).state


def test_so_many_territories(rules: Rulebook) -> None:
    """[M04-5] [S93-1] Exactly enough is enough."""
    state = position(rules, rest=1, owners=some(rules, 0, 12)).state
    assert HoldTerritories(12).holds(state, 0)
    assert not HoldTerritories(13).holds(state, 0)


def test_so_many_territories_with_armies(rules: Rulebook) -> None:
    """[M04-5] [S93-1] Territories with too few armies do not count."""
    owners = some(rules, 0, 4)
    garrisons = dict.fromkeys(list(owners)[:3], 2)
    state = position(rules, rest=1, owners=owners, armies=garrisons).state
    assert HoldTerritories(3, armies=2).holds(state, 0)
    assert not HoldTerritories(4, armies=2).holds(state, 0)
    assert not HoldTerritories(3, armies=3).holds(state, 0)


def test_these_continents(rules: Rulebook) -> None:
    """[M04-5] [S93-1] All of each named continent, and no other makes up for it."""
    state = board_of(rules, *NORTH_SOUTH, "Australia")
    assert HoldContinents(NORTH_SOUTH).holds(state, 0)
    assert not HoldContinents(("North America", "Africa")).holds(state, 0)


def test_these_continents_and_others(rules: Rulebook) -> None:
    """[S93-1] The further continent may be any, but it must be another one."""
    mission = HoldContinents(("Europe", "Australia"), others=1)
    assert mission.holds(board_of(rules, "Europe", "Australia", "Africa"), 0)
    assert not mission.holds(board_of(rules, "Europe", "Australia"), 0)
    assert not mission.holds(board_of(rules, "Europe", "Africa", "South America"), 0)


def test_any_continents(rules: Rulebook) -> None:
    """[M04-5] Whichever they are; one territory short of a continent is none."""
    state = board_of(rules, "Australia", "South America", "Egypt", "Congo")
    assert HoldAnyContinents(2).holds(state, 0)
    assert not HoldAnyContinents(3).holds(state, 0)


def test_territories_in_each_of_several_continents(rules: Rulebook) -> None:
    """[M04-5] More in one continent do not make up for fewer in another."""
    state = board_of(rules, "Alaska", "Alberta", "Peru", "Brazil", "Argentina", "Congo")
    assert HoldInEach(count=2, continents=2).holds(state, 0)
    assert HoldInEach(count=1, continents=3).holds(state, 0)
    assert not HoldInEach(count=2, continents=3).holds(state, 0)


def test_these_territories(rules: Rulebook) -> None:
    """[M04-5] Each of them, with the armies asked for."""
    state = board_of(rules, "Japan", "Iceland", armies={"Japan": 3, "Iceland": 3})
    assert HoldThese(("Japan", "Iceland"), armies=3).holds(state, 0)
    assert not HoldThese(("Japan", "Iceland"), armies=4).holds(state, 0)
    assert not HoldThese(("Japan", "Iceland", "Peru")).holds(state, 0)


def test_a_realm_that_hangs_together(rules: Rulebook) -> None:
    """[M04-5] The largest piece counts, not all pieces together."""
    state = board_of(rules, "Alaska", "Alberta", "Ontario", "Japan", "Mongolia")
    assert HoldRealm(3).holds(state, 0)
    assert not HoldRealm(4).holds(state, 0)


def test_a_chain_between_territories(rules: Rulebook) -> None:
    """[M04-5] Every link must be held, both ends included."""
    chain = HoldChain(("Venezuela", "Alberta"))
    links = ("Venezuela", "Central America", "Western United States", "Alberta")
    assert chain.holds(board_of(rules, *links), 0)
    assert not any(chain.holds(board_of(rules, *(set(links) - {link})), 0) for link in links)


def test_a_chain_between_continents(rules: Rulebook) -> None:
    """[M04-5] Any territory of a continent is its end, and the sea routes are links."""
    chain = HoldChain(("South America", "Europe"))
    assert chain.holds(board_of(rules, "Brazil", "North Africa", "Western Europe"), 0)
    assert not chain.holds(board_of(rules, "Brazil", "Peru", "Western Europe", "Egypt"), 0)


def four_in_a_row(rules: Rulebook) -> Game:
    """Player 0 starts in Peru and has Venezuela and Brazil to take; player 1 the rest of the world."""
    return position(
        rules, rest=1, owners={"Peru": 0, "Argentina": 0, "Brazil": 2, "Congo": 2}, armies={"Peru": 20}
    )  # fmt: skip


def test_captures_in_one_turn(rules: Rulebook) -> None:
    """[M04-4] [M04-5] The best turn counts, and it stays achieved on later turns."""
    game = four_in_a_row(rules)
    capture(game, "Peru", "Venezuela", 15)
    assert CaptureInOneTurn(1).holds(game.state, 0)
    assert not CaptureInOneTurn(2).holds(game.state, 0)
    capture(game, "Venezuela", "Brazil")
    while game.state.player == 0:
        game.push(("done",))
    assert CaptureInOneTurn(2).holds(game.state, 0)
    assert not CaptureInOneTurn(2).holds(game.state, 1)


def test_completing_a_continent(rules: Rulebook) -> None:
    """[M04-4] [M04-5] It takes a capture to complete a continent, and losing it again undoes nothing."""
    game = four_in_a_row(rules)
    capture(game, "Peru", "Venezuela", 15)
    assert not CompleteContinents().holds(game.state, 0)
    capture(game, "Venezuela", "Brazil")
    game.state.give(at(game, "Peru"), 1)
    assert CompleteContinents().holds(game.state, 0)
    assert CompleteContinents(continents=("Africa", "South America")).holds(game.state, 0)
    assert not CompleteContinents(continents=("Africa",)).holds(game.state, 0)
    assert not CompleteContinents(count=2).holds(game.state, 0)


def test_holding_a_continent_is_not_completing_it(rules: Rulebook) -> None:
    """[M04-5] Whoever was dealt a continent has completed nothing."""
    assert not CompleteContinents().holds(board_of(rules, "Australia"), 0)


def test_breaking_a_continent(rules: Rulebook) -> None:
    """[M04-5] The victim must have held all of it until then."""
    game = position(rules, rest=1, owners={"Peru": 0, "Congo": 2}, armies={"Peru": 20})
    capture(game, "Peru", "Brazil", 15)
    assert not BreakContinents().holds(game.state, 0)  # South America had been split before
    capture(game, "Brazil", "North Africa", 12)
    assert not BreakContinents().holds(game.state, 0)  # player 2 is in Africa
    capture(game, "North Africa", "Western Europe")
    assert BreakContinents().holds(game.state, 0)
    assert not BreakContinents(2).holds(game.state, 0)


def test_eliminating_anybody(rules: Rulebook) -> None:
    """[M04-4] [M04-5] It counts for whoever takes the last territory."""
    game = position(rules, rest=1, owners={"Japan": 0, "Kamchatka": 2}, armies={"Japan": 9})
    assert not EliminatePlayers().holds(game.state, 0)
    capture(game, "Japan", "Kamchatka")
    assert EliminatePlayers().holds(game.state, 0)
    assert not EliminatePlayers(2).holds(game.state, 0)
    assert not EliminatePlayers().holds(game.state, 1)


def test_eliminating_a_colour(rules: Rulebook) -> None:
    """[S93-1] [S93-4] By anybody, unless the objective says otherwise."""
    game = position(rules, 4, rest=1, owners={"Japan": 0, "Kamchatka": 2, "Peru": 3}, armies={"Japan": 9})
    assert not EliminateColour("Green").holds(game.state, 0)
    capture(game, "Japan", "Kamchatka")
    assert EliminateColour("Green").holds(game.state, 0)
    assert EliminateColour("Green").holds(game.state, 3)
    assert not EliminateColour("Green", by_anyone=False).holds(game.state, 3)
    assert EliminateColour("Green", by_anyone=False).holds(game.state, 0)
    assert not EliminateColour("Yellow").holds(game.state, 0)


def test_the_own_colour_means_territories(rules: Rulebook) -> None:
    """[S93-3] 24 of them."""
    mission = EliminateColour("Orange")
    assert mission.holds(position(rules, rest=1, owners=some(rules, 0, 24)).state, 0)
    assert not mission.holds(position(rules, rest=1, owners=some(rules, 0, 23)).state, 0)


SENTENCES: dict[Objective, str] = {
    HoldTerritories(14): "Hold 14 territories.",
    HoldTerritories(5, armies=3): "Hold five territories with at least three armies on each.",
    HoldThese(("Peru", "Japan", "Egypt")): "Hold Peru, Japan and Egypt.",
    HoldThese(("Peru",), armies=2): "Hold Peru, with at least two armies on each.",
    HoldInEach(count=1, continents=4): "Hold one territory in each of four continents.",
    HoldContinents(("Asia",)): "Hold the whole of Asia.",
    HoldContinents(("Asia", "Africa"), others=1): "Hold the whole of Asia, Africa and one other continent.",
    HoldAnyContinents(1): "Hold the whole of any one continent.",
    HoldChain(("Peru", "Asia")): "Hold an unbroken chain of territories from Peru to Asia.",
    HoldRealm(9): "Hold nine connected territories.",
    CaptureInOneTurn(1): "Capture one territory in one turn.",
    CompleteContinents(): "Capture the last missing territory of one continent.",
    CompleteContinents(continents=("Asia",)): "Capture the last missing territory of Asia.",
    CompleteContinents(1, ("Asia", "Africa")): "Capture the last missing territory of one of Asia and Africa.",
    BreakContinents(2): (
        "In two different continents, capture a territory while another player holds it all; it need not be in one "
        "turn."
    ),
    EliminatePlayers(2): "Eliminate two players.",
    EliminateColour("Yellow"): "Eliminate Yellow; if that is yourself, hold 24 territories instead.",
    EliminateColour("Yellow", 20, by_anyone=False): (
        "Eliminate Yellow; if that is yourself or another player does it, hold 20 territories instead."
    ),
}


@pytest.mark.parametrize("objective", SENTENCES, ids=str)
def test_an_objective_in_words(objective: Objective) -> None:
    assert objective.describe() == SENTENCES[objective]


def test_every_word_is_put_into_words() -> None:
    """So that no class of the vocabulary goes untested."""
    assert {type(objective) for objective in SENTENCES} == set(VOCABULARY.values())


WANTED: dict[Objective, set[str]] = {
    HoldTerritories(5): set(),
    HoldTerritories(2, armies=2): {"Alaska"},
    HoldThese(("Peru", "Japan")): {"Peru", "Japan"},
    HoldInEach(count=2, continents=1): {
        "Alaska", "Alberta", "Central America", "Eastern United States", "Greenland", "Northwest Territory", "Ontario",
        "Quebec", "Western United States",
    },
    HoldContinents(("Australia",), others=1): {
        "Eastern Australia", "Indonesia", "New Guinea", "Western Australia", "Argentina", "Brazil", "Peru", "Venezuela",
    },
    HoldAnyContinents(1): {"Argentina", "Brazil", "Peru", "Venezuela"},
    HoldChain(("Alaska", "Japan")): {"Alaska", "Kamchatka", "Japan"},
    HoldRealm(9): {"Alberta", "Kamchatka", "Northwest Territory"},
    CaptureInOneTurn(4): set(),
    CompleteContinents(): {"Argentina", "Brazil", "Peru", "Venezuela"},
    BreakContinents(): {"Eastern Australia", "Indonesia", "New Guinea", "Western Australia"},
    EliminatePlayers(): {"Siam"},
    EliminateColour("Green"): {"Siam"},
    EliminateColour("Orange"): set(),
}  # fmt: skip


@pytest.mark.parametrize("objective", WANTED, ids=str)
def test_what_an_objective_makes_a_player_want(rules: Rulebook, objective: Objective) -> None:
    """Player 0 is in Alaska and Peru; player 2 in Siam; nobody but player 1 is in Australia."""
    split = {"Africa": "Egypt", "Europe": "Iceland"}
    game = position(
        rules, 4, rest=1, armies={"Peru": 5},
        owners={"Alaska": 0, "Peru": 0, "Siam": 2, **dict.fromkeys(split.values(), 3)},
    )  # fmt: skip
    wanted = objective.wanted(game.view(0), 0)
    assert {rules.board.territories[place] for place in wanted} == WANTED[objective]
    assert all(weight > 0 for weight in wanted.values())


def test_what_cannot_be_achieved_by_so_few_is_known() -> None:
    """[S93-1] Unused colours; and the last opponent's end is the end of the game anyway."""
    assert [EliminateColour("Yellow").possible(players) for players in (3, 4)] == [False, True]
    assert [EliminatePlayers(2).possible(players) for players in (3, 4)] == [False, True]
    assert HoldTerritories(30).possible(2)


def test_a_chain_through_territories_out_of_play_is_not_wanted(rules: Rulebook) -> None:
    """A way round is; where there is none, nothing is."""
    game = position(rules, rest=1, owners={"Alaska": 0}, out=["Kamchatka"])
    names = [rules.board.territories[place] for place in HoldChain(("Alaska", "Japan")).wanted(game.view(0), 0)]
    assert names[0] == "Alaska"
    assert names[-2:] == ["Mongolia", "Japan"]
    assert HoldChain(("Alaska", "Kamchatka")).wanted(game.view(0), 0) == {}


def test_continents_are_counted_without_territories_out_of_play(rules: Rulebook) -> None:
    """[M04-5] What nobody can have is not missing."""
    owners = {"Peru": 0, "Brazil": 0, "Argentina": 0}
    state = position(rules, rest=1, owners=owners, out=["Venezuela"]).state
    assert HoldContinents(("South America",)).holds(state, 0)
    assert HoldAnyContinents(1).holds(state, 0)
