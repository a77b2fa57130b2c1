"""Secret Mission 1993: dealing, completing, and who is first."""

from pathlib import Path
from typing import Any

import pytest

from risk_missions.deck_file import load_deck
from riskcore import Game, Outcome, Rulebook, load_variant
from riskcore.events import CardsTaken, GameWon
from riskcore.moves import Fortify, Place
from riskcore.words import SEAT_COLOURS

from .helpers import at, capture, of_continents, of_kind, play_at_random, position, rulebook, some, write_deck

WON = "secret mission"
INSTEAD = 'rules.secret-mission.target_lost="24-territories"'


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return rulebook("secret-mission-1993")


def table(rules: Rulebook, missions: list[str], **given: Any) -> Game:
    """A position in which the players, as many as there are missions, hold these."""
    return position(rules, len(missions), data={"secret-mission": missions}, **given)


def dealt(rules: Rulebook, players: int, games: int) -> set[str]:
    """All missions that are dealt in so many games."""
    return {name for seed in range(games) for name in Game(rules, players, seed).state.data["secret-mission"]}


@pytest.mark.parametrize(("file", "number"), [("secret-12", 12), ("secret-14", 14)])
def test_the_two_decks(rules: Rulebook, file: str, number: int) -> None:
    """[S93-1] Twelve cards, or fourteen."""
    assert len(load_deck(Path(f"decks/{file}.toml"), rules.board).missions) == number


def test_what_the_twelve_ask_for(rules: Rulebook) -> None:
    """[S93-1] Four pairs of continents, two counts of territories, six colours."""
    missions = load_deck(Path("decks/secret-12.toml"), rules.board).missions.values()
    assert [mission.words for mission in missions] == [
        "Hold the whole of Asia and South America.",
        "Hold the whole of Asia and Africa.",
        "Hold the whole of North America and Africa.",
        "Hold the whole of North America and Australia.",
        "Hold 18 territories with at least two armies on each.",
        "Hold 24 territories.",
        *[f"Eliminate {name}; if that is yourself, hold 24 territories instead." for name in SEAT_COLOURS[:6]],
    ]


def test_what_the_fourteen_ask_for_besides(rules: Rulebook) -> None:
    """[S93-1] Two with a third continent of the player's choice."""
    twelve, fourteen = (load_deck(Path(f"decks/secret-{n}.toml"), rules.board).missions for n in (12, 14))
    more = [mission.words for name, mission in fourteen.items() if name not in twelve]
    assert all(fourteen[name] == mission for name, mission in twelve.items())
    assert more == [
        "Hold the whole of Europe, South America and one other continent.",
        "Hold the whole of Europe, Australia and one other continent.",
    ]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_unused_colours_are_removed(rules: Rulebook, players: int) -> None:
    """[S93-1] The others all turn up, and nobody shares a mission."""
    missions = load_deck(Path("decks/secret-12.toml"), rules.board).missions
    unused = {f"Feud with {colour}" for colour in SEAT_COLOURS[players:6]}
    assert dealt(rules, players, 60) == set(missions) - unused
    assert all(len(set(Game(rules, players, seed).state.data["secret-mission"])) == players for seed in range(10))


def test_the_deck_is_a_parameter() -> None:
    """[S93-1] The fourteen are dealt from where the variant says so."""
    rules = rulebook("secret-mission-1993", 'rules.secret-mission.deck="decks/secret-14.toml"')
    assert len(dealt(rules, 6, 60)) == 14


@pytest.mark.parametrize(("players", "armies"), [(3, 35), (4, 30), (5, 25), (6, 20)])
def test_territories_are_dealt_and_the_rest_placed_one_at_a_time(rules: Rulebook, players: int, armies: int) -> None:
    """[S93-2] From the first decision on every territory has an owner and one army; the left of the dealer begins."""
    game = Game(rules, players, seed=players)
    state = game.state
    assert game.phase == "muster"
    assert state.armies == [1] * 42
    assert [state.reserve[p] + state.held[p] for p in range(players)] == [armies] * players
    assert game.to_move == state.first
    for number, _ in enumerate(play_at_random(game, 1, players)):
        assert (
            state.reserve[(state.first + number) % players] == armies - state.held[(state.first + number) % players] - 1
        )
    while state.turn == 0:
        game.push(next(iter(game.legal_moves)))
    assert state.player == state.first
    assert sum(state.armies) == armies * players


@pytest.mark.parametrize("seed", range(4))
def test_no_view_shows_the_mission_of_another(rules: Rulebook, seed: int) -> None:
    """[S93-2] One secret mission each: at any moment of a game, for players and spectators."""
    players = 3 + seed
    game = Game(rules, players, seed=seed)
    for _ in play_at_random(game, seed, 500):
        missions = game.state.data["secret-mission"]
        for viewer in (None, *range(players)):
            shown = repr(game.view(viewer).to_dict())
            assert [repr(name) in shown for name in missions] == [owner == viewer for owner in range(players)]


def test_a_search_redraws_the_missions_of_others(rules: Rulebook) -> None:
    """[S93-2] The own stays; the others are any that are not complete already."""
    game = table(rules, ["Wide Lands", "Feud with Orange", "Strong Garrisons"], rest=1, owners={"Peru": 0, "Siam": 2})
    guesses = [game.view(0).imagine(seed).state.data["secret-mission"] for seed in range(40)]
    assert {guess[0] for guess in guesses} == {"Wide Lands"}
    assert all(len(set(guess)) == 3 for guess in guesses)
    seconds = {guess[1] for guess in guesses}
    assert "Feud with Red" not in seconds  # nobody plays it
    assert "Eastern Empire" in seconds
    assert "Feud with Sky" not in seconds  # the own colour, and 24 territories are held


def test_the_own_colour_becomes_24_territories(rules: Rulebook) -> None:
    """[S93-3] The capture of the 24th wins."""
    missions = ["Feud with Orange", "Wide Lands", "Strong Garrisons"]
    game = table(rules, missions, rest=1, owners={**some(rules, 0, 23), "Siam": 2}, armies={"Alaska": 9})
    assert at(game, "Kamchatka") >= 23
    capture(game, "Alaska", "Kamchatka")
    assert game.outcome == Outcome(0, WON)


def test_killing_the_target_wins_before_cards_pass(rules: Rulebook) -> None:
    """[S93-4] [S93-5] The eliminator never gets the victim's cards."""
    game = table(
        rules, ["Feud with Green", "Wide Lands", "Strong Garrisons"], rest=1, hands={2: [1, 2, 3]},
        owners={"Japan": 0, "Kamchatka": 2, **some(rules, 0, 20)}, armies={"Japan": 9},
    )  # fmt: skip
    events = capture(game, "Japan", "Kamchatka")
    assert game.outcome == Outcome(0, WON)
    assert of_kind(events, CardsTaken) == []
    assert game.state.hands[2] == [1, 2, 3]
    assert events[-1] == GameWon(0, WON)


def lost_target(*settings: str, held: int) -> Game:
    """Player 0 eliminates player 2, the target of player 1, who has so many territories."""
    rules = rulebook("secret-mission-1993", *settings)
    game = table(
        rules, ["Feud with Yellow", "Feud with Green", "Wide Lands", "Strong Garrisons"], rest=0,
        owners={**some(rules, 1, held), "Kamchatka": 2, "Siam": 3}, armies={"Japan": 9},
    )  # fmt: skip
    capture(game, "Japan", "Kamchatka")
    assert not game.state.alive[2]
    return game


def test_a_target_lost_to_another_completes_the_mission() -> None:
    """[S93-4] Its holder wins on the turn of whoever did it."""
    assert lost_target(held=5).outcome == Outcome(1, WON)


@pytest.mark.parametrize(("held", "outcome"), [(5, None), (24, Outcome(1, WON))])
def test_a_target_lost_to_another_may_mean_24_territories(held: int, outcome: Outcome | None) -> None:
    """[S93-4] As other editions have it; whoever holds them already wins at once."""
    assert lost_target(INSTEAD, held=held).outcome == outcome


def test_ones_own_kill_counts_either_way() -> None:
    """[S93-4] The parameter is about targets that others eliminate."""
    rules = rulebook("secret-mission-1993", INSTEAD)
    game = table(
        rules, ["Feud with Green", "Wide Lands", "Strong Garrisons"], rest=1, owners={"Japan": 0, "Kamchatka": 2},
        armies={"Japan": 9},
    )  # fmt: skip
    game.state.data["secret-mission"][1] = "Eastern Empire"
    capture(game, "Japan", "Kamchatka")
    assert game.outcome == Outcome(0, WON)


def garrisoned(rules: Rulebook, **given: Any) -> Game:
    """Player 0 wants 18 territories with two armies, and lacks one army."""
    owners = some(rules, 0, 18)
    armies = {**dict.fromkeys(owners, 2), "Alaska": 1, "Brazil": 5}
    missions = ["Strong Garrisons", "Wide Lands", "Feud with Sky"]
    return table(rules, missions, rest=1, owners={**owners, "Siam": 2}, armies=armies, **given)


def test_a_placement_may_complete_a_mission(rules: Rulebook) -> None:
    """[S93-5] After each, while armies are left to place."""
    game = garrisoned(rules, phase="reinforce")
    game.push(Place(at(game, "Alberta"), 1))
    assert game.outcome is None
    game.push(Place(at(game, "Alaska"), 1))
    assert game.outcome == Outcome(0, WON)
    assert game.state.reserve[0] > 0


def test_a_fortification_may_complete_a_mission(rules: Rulebook) -> None:
    """[S93-5] The last move of a turn as well."""
    game = garrisoned(rules, phase="fortify")
    game.state.armies[at(game, "Alberta")] = 3
    game.push(Fortify(at(game, "Alberta"), at(game, "Alaska"), 1))
    assert game.outcome == Outcome(0, WON)


def test_a_mission_is_completed_when_the_armies_have_moved_in(rules: Rulebook) -> None:
    """[S93-5] Not before it is known how many stay behind."""
    owners = {**some(rules, 0, 18), "Siam": 2}
    armies = {**dict.fromkeys(owners, 2), "Venezuela": 1, "Alaska": 6}
    missions = ["Strong Garrisons", "Wide Lands", "Feud with Sky"]
    game = table(rules, missions, rest=1, owners=owners, armies=armies)
    capture(game, "Alaska", "Kamchatka", 5)
    assert game.outcome is None
    game = table(rules, missions, rest=1, owners=owners, armies=armies)
    capture(game, "Alaska", "Kamchatka", 3)
    assert game.outcome == Outcome(0, WON)


def test_two_continents_are_completed_by_a_capture(rules: Rulebook) -> None:
    """[S93-1] [S93-5] The last territory of the second."""
    owners = {**of_continents(rules, 0, "North America", "Australia"), "Alaska": 2}
    missions = ["Across the Pacific", "Wide Lands", "Strong Garrisons"]
    game = table(rules, missions, rest=1, owners={**owners, "Peru": 2}, armies={"Alberta": 8})
    game.state.data["secret-mission"][1] = "Eastern Empire"
    capture(game, "Alberta", "Alaska")
    assert game.outcome == Outcome(0, WON)


def test_the_set_up_completes_nothing(tmp_path: Path) -> None:
    """[S93-5] Missions are looked at from the first turn on: then its first placement is enough."""
    deck = write_deck(tmp_path, [{"name": f"M{n}", "objective": "hold-territories", "count": 5} for n in range(3)])
    game = Game(load_variant("secret-mission-1993", settings=[f"rules.secret-mission.deck={str(deck)!r}"]), 3)
    while game.state.turn == 0:
        game.push(next(iter(game.legal_moves)))
    assert game.outcome is None
    game.push(next(iter(game.legal_moves)))
    assert game.outcome == Outcome(game.state.first, WON)


def test_of_several_at_once_the_active_player_comes_first(rules: Rulebook) -> None:
    """[S93-5] The capture that gives player 3 the 24th territory takes the last one of player 1's target."""
    missions = ["Eastern Empire", "Feud with Green", "Strong Garrisons", "Wide Lands"]
    owners = {**some(rules, 3, 23), "Kamchatka": 2, "Siam": 1}
    game = table(rules, missions, rest=0, owners=owners, armies={"Alaska": 9}, player=3)
    capture(game, "Alaska", "Kamchatka")
    assert game.outcome == Outcome(3, WON)


@pytest.mark.parametrize(
    ("active", "hunters", "winner"), [(0, (1, 2, 3), 1), (1, (0, 2), 2), (1, (0, 3), 3), (3, (0, 1), 0), (2, (1, 2), 2)]
)
def test_of_several_others_at_once_the_order_of_play_decides(
    rules: Rulebook, active: int, hunters: tuple[int, ...], winner: int
) -> None:
    """[S93-5] Counted from the player whose turn it is; here several have player 4 as a target."""
    missions = ["Feud with Navy" if player in hunters else "Two Old Continents" for player in range(5)]
    owners = {"Peru": 0, "Egypt": 1, "Siam": 2, "Congo": 3, "Kamchatka": 4, "Japan": active}
    game = table(rules, missions, rest=0, owners=owners, armies={"Japan": 9}, player=active)
    capture(game, "Japan", "Kamchatka")
    assert game.outcome == Outcome(winner, WON)


def test_the_dead_complete_nothing(rules: Rulebook) -> None:
    """[S93-5] A mission whose holder is out wins for nobody."""
    missions = ["Eastern Empire", "Feud with Yellow", "Wide Lands", "Strong Garrisons"]
    game = table(rules, missions, rest=0, owners={"Siam": 2, "Kamchatka": 3}, armies={"Japan": 9})
    assert not game.state.alive[1]
    game.state.data["secret-mission"][0] = "Two Old Continents"
    game.state.give(at(game, "Egypt"), 2)
    capture(game, "Japan", "Kamchatka")
    assert not game.state.alive[3]
    assert game.outcome is None


def test_a_sole_survivor_wins_whatever_the_mission(rules: Rulebook) -> None:
    """[M04-4] [S93-5] With an own mission that can no longer be completed."""
    rules = rulebook("secret-mission-1993", INSTEAD)
    game = table(
        rules, ["Strong Garrisons", "Wide Lands", "Wide Lands"], rest=0, owners={"Kamchatka": 1}, armies={"Japan": 9}
    )
    capture(game, "Japan", "Kamchatka")
    assert game.outcome == Outcome(0, "conquest")


def test_players_want_what_their_mission_needs(rules: Rulebook) -> None:
    """[S93-1] Bots learn it from the rule, and nothing about others."""
    game = table(rules, ["Feud with Green", "Wide Lands", "Strong Garrisons"], rest=1, owners={"Japan": 0, "Siam": 2})
    (interests,) = rules.interests
    assert list(interests(game.view(0), 0)) == [at(game, "Siam")]
    assert interests(game.view(1), 0) == {}
