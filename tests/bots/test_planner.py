"""What the planner does where a beginner errs."""

import pytest

from riskcore import Game, Rulebook, Variant, load_variant
from riskcore.files.variant import shipped_variants
from riskcore.lab.play.batch import Arena, Plan, play_game

from .players import decisions, seated

PLAYABLE = [variant for variant in shipped_variants() if variant.group != "base"]
BOARD = Rulebook(load_variant("classic-1959")).board


@pytest.mark.parametrize("variant", PLAYABLE, ids=lambda variant: variant.id)
def test_plays_every_variant_to_the_end(variant: Variant) -> None:
    chosen = load_variant(variant.id)
    players = max(chosen.players.min, min(3, chosen.players.max))
    arena = Arena(Plan(chosen, players, seed=2, bots=("planner",), max_rounds=150))
    records = [play_game(arena, number) for number in range(2)]
    assert all(record.winner is not None for record in records)
    assert records == [play_game(arena, number) for number in range(2)], "the seed decides everything"


def test_takes_a_continent_it_can_have_rather_than_more_of_what_is_near() -> None:
    position = {
        "owners": {"Brazil": 0, "Peru": 0, "Argentina": 0, "Venezuela": 1},
        "armies": {"Brazil": 6, "Venezuela": 2, "North Africa": 2},
        "rest": 2,
        "phase": "attack",
    }
    first = decisions("planner", "classic-1959", position)[0]
    assert first[:3] == ("assault", BOARD.territory("Brazil"), BOARD.territory("Venezuela"))


def test_passes_through_to_a_prize_that_a_rule_makes_valuable() -> None:
    """Its own capital is lost, two territories away: whatever else there is, it has to be won back."""
    names = {name: BOARD.territory(name) for name in ("Brazil", "Peru", "Argentina", "Kamchatka", "Ural")}
    position = {
        "owners": {"Brazil": 0},
        "armies": {"Brazil": 12, "Peru": 2, "Argentina": 2},
        "rest": 1,
        "data": {"capitals": [names["Argentina"], names["Kamchatka"], names["Ural"]]},
        "phase": "attack",
    }
    moves = [move for move in decisions("planner", "capitals", position) if move[0] == "assault"]
    assert names["Argentina"] in [move[2] for move in moves[:2]]


def test_armies_that_find_no_room_at_the_border_do_not_go_far_from_it() -> None:
    own = [place for place in range(len(BOARD.territories)) if BOARD.continent_of[place] == 0]
    names = {BOARD.territories[place]: 0 for place in own}
    borders = [place for place in own if any(near not in own for near in BOARD.neighbours[place])]
    full = {BOARD.territories[place]: 12 for place in borders}
    position = {"owners": names, "armies": full, "rest": 1, "phase": "place", "reserve": [6, 0, 0]}
    move = decisions("greedy", "classic-1959", position, rules=["army-limit"])[0]
    assert move[0] == "place"
    assert any(near in borders for near in BOARD.neighbours[move[1]])


def test_says_why() -> None:
    position = {"owners": {"Brazil": 0}, "armies": {"Brazil": 9}, "rest": 1, "phase": "attack"}
    game = Game.from_position(Rulebook(load_variant("classic-1959")), 3, position)
    planner, view = seated("planner", game)
    assert planner.decide(view)[0] == "assault"
    assert "Brazil" in planner.why()
    game = Game.from_position(Rulebook(load_variant("classic-1959")), 3, {**position, "armies": {}})
    planner, view = seated("planner", game)
    assert planner.decide(view) == ("done",)
    assert planner.why() == "No attack is worth what it would cost."


def test_a_hoarder_keeps_a_set_until_it_must_trade() -> None:
    deck = Rulebook(load_variant("classic-1959")).deck
    infantry = [number for number, card in enumerate(deck) if card.insignia == "infantry"]
    position = {
        "owners": {"Brazil": 0},
        "rest": 1,
        "hands": {0: infantry[:3]},
        "phase": "trade",
        "reserve": [3, 0, 0],
    }
    assert decisions("planner", "classic-1959", position)[0][0] == "trade"
    assert decisions("hoarder", "classic-1959", position)[0] == ("done",)


def test_stops_whoever_is_about_to_win() -> None:
    """A rival holds one continent and all but a corner of another; only there can the race be stopped."""
    board = BOARD
    europe, asia = board.continent("Europe"), board.continent("South America")
    theirs = [*board.members[europe], *board.members[asia]]
    lost = board.territory("North Africa")
    owners = {board.territories[place]: 1 for place in theirs} | {"North Africa": 0, "East Africa": 2}
    position = {
        "owners": owners,
        "armies": {"North Africa": 5, "Brazil": 2, "Southern Europe": 2, "Western Europe": 2, "East Africa": 1},
        "rest": 2,
        "phase": "attack",
    }
    moves = decisions("planner", "continent-race", position)
    taken = {move[2] for move in moves if move[0] == "assault"}
    assert taken & set(theirs), f"nothing from {board.territories[lost]} stops the rival"


def test_claims_on_where_it_has_begun_and_first_where_few_doors_lead() -> None:
    game = Game(Rulebook(load_variant("world-domination-1993")), 3, seed=3)
    me = game.to_move
    assert me is not None
    planner, view = seated("planner", game, me)
    claimed = []
    while len(claimed) < 4:
        if game.to_move == me:
            claimed.append(planner.decide(view)[1])
            game.push(("claim", claimed[-1]))
        else:
            asia = [place for place in BOARD.members[BOARD.continent("Asia")] if view.owner[place] == -1]
            game.push(("claim", asia[0]))
    assert {BOARD.continent_of[place] for place in claimed} == {BOARD.continent("Australia")}
    assert "hopes" in planner.why()
