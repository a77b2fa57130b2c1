"""Rules asked about positions that do not exist yet."""

from risk_bots.asking import Supposition, passes_cards, set_worth, some_sets
from riskcore import Game, Rulebook, load_variant

CLASSIC = Rulebook(load_variant("classic-1959"))
BOARD = CLASSIC.board


def game_of(variant: str = "classic-1959", **position: object) -> Game:
    given = {"owners": {"Brazil": 0, "Peru": 0, "Argentina": 0}, "rest": 1, "phase": "attack", **position}
    return Game.from_position(Rulebook(load_variant(variant)), 3, given)


def test_income_if_a_continent_were_held() -> None:
    game = game_of()
    supposed = Supposition(game.view(0))
    venezuela = BOARD.territory("Venezuela")
    assert supposed.income(0) == 3
    assert supposed.income_with(0, [venezuela]) == 5
    assert supposed.income(0) == 3, "only asked"
    assert game.state.owner[venezuela] == 1


def test_income_of_one_who_loses_a_territory() -> None:
    supposed = Supposition(game_of(owners=dict.fromkeys(("Brazil", "Peru", "Argentina", "Venezuela"), 0)).view(0))
    assert supposed.income(0) == 5
    assert supposed.income_without(0, BOARD.territory("Peru"), 1) == 3


def test_who_would_have_won() -> None:
    supposed = Supposition(game_of("continent-race", player=0).view(0))
    assert supposed.winner(("turn end",)) is None
    for continent in (0, 1, 2):
        for place in BOARD.members[continent]:
            supposed.give(place, 0)
    outcome = supposed.winner(("turn end",))
    assert outcome is not None
    assert outcome.winner == 0


def test_a_rule_that_keeps_books_while_it_looks_for_wins_changes_nothing() -> None:
    game = game_of("held-continents", owners={}, rest=0)
    before = game.to_json()
    Supposition(game.view(0)).winner(("turn end",))
    assert game.to_json() == before


def test_whether_the_cards_of_a_victim_pass() -> None:
    assert passes_cards(CLASSIC, 3)
    assert not passes_cards(Rulebook(load_variant("lost-cards")), 3)


def test_what_a_set_brings() -> None:
    view = game_of(sets_traded=2).view(0)
    assert set_worth(view, 0, some_sets(view)) == 8


def test_where_there_are_no_sets_they_bring_nothing() -> None:
    view = game_of("no-cards").view(0)
    assert some_sets(view) == ()
    assert set_worth(view, 0, ()) == 0


def test_the_cheapest_way_to_win_and_what_it_hangs_on() -> None:
    """One territory of the second continent is missing; without any of the others it would be no win."""
    whole = [*BOARD.members[BOARD.continent("South America")], *BOARD.members[BOARD.continent("Australia")]]
    siam, own = BOARD.territory("Siam"), whole[1:]
    owners = {BOARD.territories[place]: 1 for place in own} | {"Madagascar": 0}
    armies = {BOARD.territories[place]: 9 for place in range(len(BOARD.territories)) if place not in whole}
    game = game_of("continent-race", owners=owners, armies=armies, rest=2)
    supposed = Supposition(game.view(0))
    assert supposed.missing(1) == whole[:1]
    assert supposed.keys(1, whole[:1]) == sorted(own)
    assert siam not in own
    assert supposed.owner == game.state.owner
    assert Supposition(game_of().view(0)).missing(0) is None, "the last one on the board wins, not who holds a place"
