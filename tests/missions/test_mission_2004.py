"""Mission Risk 2004: drawing, claiming, winning."""

from pathlib import Path
from typing import Any

import pytest

from risk_missions.deck_file import load_deck
from risk_missions.mission_2004 import ClaimMission, MissionShown
from riskcore import Game, IllegalMove, Outcome, Rulebook, load_variant
from riskcore.events import CardsTaken
from riskcore.moves import Done, Fortify, Place

from .helpers import at, capture, claims, of_continents, of_kind, play_at_random, position, rulebook, write_deck

PILES = ("Captain", "Major", "Colonel", "General")
TEST_DECK = [
    {"name": "Two", "pile": "Captain", "objective": "hold-territories", "count": 2},
    {"name": "Garrison", "pile": "Major", "objective": "hold-these", "territories": ["Japan"], "armies": 5},
    {"name": "Raid", "pile": "Colonel", "objective": "capture-in-one-turn", "count": 1},
    {"name": "Kill", "pile": "General", "objective": "eliminate-players", "count": 1},
]
ALL = [str(mission["name"]) for mission in TEST_DECK]


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return rulebook("mission-2004")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """The game with a deck of four plain missions, one a pile."""
    deck = write_deck(tmp_path_factory.mktemp("deck"), TEST_DECK, PILES)
    return Rulebook(load_variant("mission-2004", settings=[f"rules.missions.deck={str(deck)!r}"]))


def table(plain: Rulebook, missions: list[str] = ALL, players: int = 3, **given: Any) -> Game:
    """Player 0 has Japan and Siam, and these missions; players 1 and 2 have none."""
    data = {"missions": [missions, *[["", "", "", ""]] * (players - 1)], **given.pop("data", {})}
    owners = {"Japan": 0, "Siam": 0, "Kamchatka": 2, "Peru": 2, **given.pop("owners", {})}
    return position(plain, players, rest=1, owners=owners, data=data, **given)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_draws_one_of_each_pile_before_claiming(rules: Rulebook, players: int) -> None:
    """[M04-1] No two players have the same mission, and no territory has an owner yet."""
    game = Game(rules, players, seed=players)
    deck = load_deck(Path("decks/missions-2004.toml"), rules.board)
    hands = game.state.data["missions"]
    assert [[deck.piles[deck.missions[name].pile] for name in hand] for hand in hands] == [list(PILES)] * players
    assert len({name for hand in hands for name in hand}) == 4 * players
    assert (game.phase, set(game.state.owner)) == ("claim", {-1})


def test_missions_differ_from_game_to_game(rules: Rulebook) -> None:
    """[M04-1] They are drawn at random."""
    draws = {tuple(Game(rules, 3, seed=seed).state.data["missions"][0]) for seed in range(20)}
    assert len(draws) > 15


def test_the_shipped_deck_has_seven_missions_a_rank(rules: Rulebook) -> None:
    """[M04-1] [M04-5] Twenty-eight in all."""
    deck = load_deck(Path("decks/missions-2004.toml"), rules.board)
    assert deck.piles == PILES
    assert [len(deck.in_pile(pile)) for pile in range(4)] == [7, 7, 7, 7]


def test_the_box_is_nowhere_in_the_game(rules: Rulebook) -> None:
    """[M04-1] The missions that nobody drew cannot be seen by anybody, not even in a saved game."""
    game = Game(rules, 3, seed=5)
    drawn = {name for hand in game.state.data["missions"] for name in hand}
    text = game.to_json()
    deck = load_deck(Path("decks/missions-2004.toml"), rules.board)
    assert not [name for name in deck.missions if name not in drawn and f'"{name}"' in text]


@pytest.mark.parametrize("seed", range(6))
def test_no_view_shows_an_unclaimed_mission_of_another(rules: Rulebook, seed: int) -> None:
    """[M04-1] [M04-4] At any moment of a game, for players, for spectators, and in what the events tell them."""
    players = 3 + seed % 4
    game = Game(rules, players, seed=seed)
    for _ in play_at_random(game, seed, 700):
        missions = game.state.data["missions"]
        for viewer in (None, *range(players)):
            shown = repr(game.view(viewer).to_dict())
            secrets = [name for owner in range(players) if owner != viewer for name in missions[owner] if name]
            assert not [name for name in secrets if repr(name) in shown]
            if viewer is not None:
                assert all(repr(name) in shown for name in missions[viewer] if name)


def test_a_search_does_not_know_the_missions_of_others(rules: Rulebook) -> None:
    """[M04-1] An imagined game keeps that player's own missions and draws the others' anew, all still different."""
    game = Game(rules, 4, seed=3)
    real = game.state.data["missions"]
    guesses = [game.view(1).imagine(seed).state.data["missions"] for seed in range(80)]
    assert all(guess[1] == real[1] for guess in guesses)
    assert all(len({name for hand in guess for name in hand}) == 16 for guess in guesses)
    assert len({guess[0][0] for guess in guesses}) == 6  # all of the pile but the own one
    assert game.copy(seed=1).state.data["missions"] == real


def test_a_search_knows_what_has_been_claimed(rules: Rulebook) -> None:
    """[M04-4] Claimed missions are nobody's secret any more."""
    game = Game(rules, 3, seed=3)
    real = game.state.data["missions"]
    game.state.data["missions-claimed"][0].append(real[0][0])
    gone, real[0][0] = real[0][0], ""
    for seed in range(20):
        missions = game.view(1).imagine(seed).state.data["missions"]
        assert missions[0][0] == ""
        assert gone not in [name for hand in missions for name in hand]


def test_a_mission_is_claimed_while_it_holds(plain: Rulebook) -> None:
    """[M04-4] The claimed one lies face up; everybody reads it."""
    game = table(plain)
    assert claims(game) == [0]
    events = game.push(ClaimMission(0))
    assert of_kind(events, MissionShown) == [MissionShown(0, "Two", "Hold two territories.")]
    assert game.view(2).data["missions-claimed"] == [["Two"], [], []]
    assert game.view(0).data["missions"][0] == ["", "Garrison", "Raid", "Kill"]
    assert (game.phase, game.to_move) == ("attack", 0)


@pytest.mark.parametrize(
    ("pile", "reason"),
    [(1, "'Garrison' is not achieved: Hold Japan, with at least five armies"), (4, "no unclaimed mission of pile 4")],
)
def test_what_is_not_achieved_cannot_be_claimed(plain: Rulebook, pile: int, reason: str) -> None:
    """[M04-4] The refusal says why."""
    with pytest.raises(IllegalMove, match=reason):
        table(plain).push(ClaimMission(pile))


def test_one_claim_a_turn(plain: Rulebook) -> None:
    """[M04-4] A second mission waits for the next turn, also at the end of this one."""
    game = table(plain, armies={"Japan": 6})
    assert claims(game) == [0, 1]
    game.push(ClaimMission(1))
    assert claims(game) == []
    with pytest.raises(IllegalMove, match="at most 1 a turn"):
        game.push(ClaimMission(0))
    game.push(Done())
    game.push(Done())
    assert game.state.player == 1


def test_the_number_of_claims_a_turn_is_a_parameter() -> None:
    """[M04-4] With two a turn, both of two achieved missions can be claimed at the end of a turn."""
    rules = rulebook("mission-2004", "rules.missions.claims_per_turn=2")
    names = ["A Dozen Flags", "Fifteen Flags", "Nemesis", "Well Dug In"]
    game = position(rules, rest=0, owners={"Peru": 1, "Japan": 2}, data={"missions": [names, [], []]}, phase="card")
    assert game.phase == "claim missions"
    game.push(ClaimMission(0))
    assert game.phase == "claim missions"
    game.push(ClaimMission(1))
    assert game.state.player == 1


def test_a_claimed_mission_cannot_be_claimed_again(plain: Rulebook) -> None:
    """[M04-4] Not even on a later turn."""
    game = table(plain, ["", "Garrison", "Raid", "Kill"], data={"missions-claimed": [["Two"], [], []]})
    with pytest.raises(IllegalMove, match="no unclaimed mission of pile 0"):
        game.push(ClaimMission(0))


@pytest.mark.parametrize("phase", ["reinforce", "trade"])
def test_nothing_is_claimed_before_placing_is_over(plain: Rulebook, phase: str) -> None:
    """[M04-4] Neither while trading nor while placing; at once after the last army."""
    game = table(plain, hands={0: [0, 1, 8]}, phase=phase, reserve=[3, 0, 0])
    assert game.phase == "trade"
    assert claims(game) == []
    game.push(Done())
    assert game.phase == "place"
    assert claims(game) == []
    game.push(Place(at(game, "Siam"), game.state.reserve[0]))
    assert game.phase == "attack"
    assert claims(game) == [0]


def test_nothing_is_claimed_before_the_trades_of_an_elimination_are_placed(plain: Rulebook) -> None:
    """[M04-4] The elimination may be claimed only then."""
    game = table(plain, armies={"Japan": 9}, owners={"Peru": 1}, hands={0: [0, 1], 2: [8, 9, 14]})
    capture(game, "Japan", "Kamchatka")
    seen = []
    while game.phase in ("trade", "place"):
        seen.append(game.phase)
        assert claims(game) == []
        game.push(next(iter(game.legal_moves)))
    assert {"trade", "place"} == set(seen)
    assert 3 in claims(game)


def test_only_the_own_turn_serves_for_claims(plain: Rulebook) -> None:
    """[M04-4] What holds on another's turn cannot be claimed there, nor while defending."""
    game = table(plain, armies={"Alaska": 4, "Kamchatka": 2}, player=1)
    game.push(("attack", at(game, "Alaska"), at(game, "Kamchatka"), 3))
    assert (game.phase, game.to_move) == ("defend", 2)
    assert claims(game) == []


def test_a_state_must_hold_when_claimed(plain: Rulebook) -> None:
    """[M04-4] What was held and is lost again cannot be claimed."""
    game = table(plain, armies={"Japan": 5}, phase="fortify")
    assert 1 in claims(game)
    game.state.armies[at(game, "Japan")] = 4
    assert 1 not in claims(game)


def test_an_event_stays_claimable_on_later_turns(plain: Rulebook) -> None:
    """[M04-4] A capture of an earlier turn is not forgotten."""
    game = table(plain, ["", "", "Raid", "Kill"], armies={"Siam": 9})
    capture(game, "Siam", "China")
    assert claims(game) == [2]
    while game.state.player == 0:
        game.push(Done())
    while game.state.player != 0 or game.phase != "attack":
        game.push(next(iter(game.legal_moves)) if game.phase == "place" else Done())
    assert claims(game) == [2]


def test_what_the_fortification_achieves_can_still_be_claimed(plain: Rulebook) -> None:
    """[M04-4] Any time in the turn: the last chance comes after the last move and the card."""
    game = table(
        plain, ["", "Garrison", "Raid", "Kill"], owners={"Mongolia": 0}, armies={"Mongolia": 5}, phase="fortify"
    )
    game.push(Fortify(at(game, "Mongolia"), at(game, "Japan"), 4))
    assert (game.phase, game.to_move) == ("claim missions", 0)
    assert claims(game) == [1]
    game.push(ClaimMission(1))
    assert game.state.player == 1


def test_nobody_is_asked_who_has_nothing_to_claim(plain: Rulebook) -> None:
    """[M04-4] The turn passes on at once."""
    game = table(plain, ["", "Garrison", "Raid", "Kill"], phase="fortify")
    game.push(Done())
    assert game.state.player == 1


def test_a_claim_may_be_left_for_later(plain: Rulebook) -> None:
    """[M04-4] Nobody has to claim."""
    game = table(plain, phase="fortify")
    game.push(Done())
    assert game.phase == "claim missions"
    game.push(Done())
    assert game.state.player == 1
    assert game.state.data["missions"][0] == ALL


def test_the_last_claim_wins_at_once(plain: Rulebook) -> None:
    """[M04-4] In the middle of a turn."""
    game = table(plain, ["Two", "", "", ""], data={"missions-claimed": [["Garrison", "Raid", "Kill"], [], []]})
    game.push(ClaimMission(0))
    assert game.outcome == Outcome(0, "missions")


def test_the_third_claim_does_not_win(plain: Rulebook) -> None:
    """[M04-4] All four are needed."""
    game = table(plain, ["Two", "Garrison", "", ""], data={"missions-claimed": [["Raid", "Kill"], [], []]})
    game.push(ClaimMission(0))
    assert game.outcome is None


def test_a_sole_survivor_wins_whatever_the_missions(plain: Rulebook) -> None:
    """[M04-4] With nothing claimed."""
    game = position(
        plain, rest=0, owners={"Kamchatka": 1}, armies={"Japan": 9}, data={"missions": [ALL, [""] * 4, [""] * 4]}
    )  # fmt: skip
    capture(game, "Japan", "Kamchatka")
    assert game.outcome == Outcome(0, "conquest")


def test_an_elimination_passes_cards_but_no_missions(plain: Rulebook) -> None:
    """[M04-3] The victim's missions stay where they were, and stay secret."""
    missions = [["Two", "", "", ""], ["", "", "", ""], ["", "Garrison", "Raid", "Kill"]]
    game = table(plain, armies={"Japan": 9}, owners={"Peru": 1}, hands={2: [0, 1]}, data={"missions": missions})
    events = capture(game, "Japan", "Kamchatka")
    assert of_kind(events, CardsTaken) == [CardsTaken(0, 2, 2, (0, 1))]
    assert game.state.data["missions"] == missions
    assert game.view(0).data["missions"][2] is None


def test_advice_is_to_claim_what_could_be_lost_then_the_hardest(plain: Rulebook) -> None:
    """[M04-4] As soon as possible; events keep, states do not."""
    game = table(plain, armies={"Siam": 9, "Japan": 5})
    capture(game, "Siam", "China")
    assert claims(game) == [0, 1, 2]
    (advise,) = game.rules.advice["attack"]
    assert advise(game.view(0), game.state.frames[-1]) == ClaimMission(1)
    game.push(ClaimMission(1))
    assert advise(game.view(0), game.state.frames[-1]) is None


def test_players_want_what_their_missions_need(rules: Rulebook) -> None:
    """[M04-5] Bots learn it from the rule: added up over what is not yet claimed or done."""
    missions = ["The Narrow Atlantic", "The Strait", "The Northern Passages", "Nemesis"]
    feats = [{"captures": 0, "completed": [], "broken": [], "eliminated": [2]}] * 3
    game = position(rules, rest=1, owners={"Peru": 0}, data={"missions": [missions, [], []], "feats": feats})
    (interests,) = rules.interests
    wanted = interests(game.view(0), 0)
    names = {rules.board.territories[place] for place in wanted}
    assert names == {"Brazil", "North Africa", "Alaska", "Kamchatka", "Greenland", "Iceland"}
    assert wanted[at(game, "Alaska")] == 2 * wanted[at(game, "Brazil")]
    assert interests(game.view(1), 0) == {}


def test_a_designers_deck_replaces_the_shipped_one(tmp_path: Path) -> None:
    """[M04-5] Beside the variant that names it; a deck without piles is one pile."""
    write_deck(tmp_path, [{"name": f"Hold {n}", "objective": "hold-territories", "count": n} for n in (20, 21, 22)])
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "Mine"\nextends = "mission-2004"\n[rules.missions]\ndeck = "deck.toml"\n')
    game = Game(load_variant(variant), 3)
    assert sorted(game.state.data["missions"]) == [["Hold 20"], ["Hold 21"], ["Hold 22"]]


def test_missions_go_with_other_editions() -> None:
    """[M04-1] On dealt territories they are drawn before the deal, and a game of chance ends or goes on soundly."""
    game = Game(rulebook("classic-1959", rules=("missions",)), 2, seed=1)
    assert [len(hand) for hand in game.state.data["missions"]] == [4, 4]


def test_the_owner_of_a_captured_capital_has_eliminated(plain: Rulebook) -> None:
    """[M04-4] [X6] Whoever inherits a fallen player's lands counts as the eliminator."""
    rules = Rulebook(load_variant("mission-2004", rules=["capitals"]))
    capital = rules.board.territory("Japan")
    missions = [["Nemesis"], [""], [""]]
    game = position(
        rules, player=2, rest=1, owners={"Japan": 0, "Siam": 2, "Peru": 0}, phase="fortify",
        data={"missions": missions, "capitals": [rules.board.territory("Peru"), 0, capital]},
    )  # fmt: skip
    game.push(Done())
    assert not game.state.alive[2]
    assert game.state.data["feats"][0]["eliminated"] == [2]


def test_continents_of_the_deck_are_those_of_the_board(rules: Rulebook) -> None:
    """[M04-5] A mission of the shipped deck over whole continents, true and false."""
    objective = load_deck(Path("decks/missions-2004.toml"), rules.board).missions["Southern Empire"].objective
    whole = position(rules, rest=1, owners=of_continents(rules, 0, "South America", "Africa")).state
    assert objective.holds(whole, 0)
    assert not objective.holds(whole, 1)
