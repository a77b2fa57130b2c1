"""Whoever ends a turn without their own capital is out."""

from random import Random
from typing import Any

import pytest

from risk_options.capitals import CapitalFell, CapitalNamed, NameCapital
from riskcore import Game, IllegalMove, Rulebook
from riskcore.events import ArmiesLost, CardDrawn, CardsTaken, Eliminated, GameWon, Received
from riskcore.moves import Done, Fortify, Place
from riskcore.phases import PlaceFrame
from riskcore.testing import broken_invariants

from .helpers import EDITIONS, advice, armies, at, capture, decider, of_kind, places, play_setup, position, rulebook

RULES = rulebook("capitals")
AUSTRALIA = ("Eastern Australia", "Indonesia", "New Guinea", "Western Australia")


def robbed(rules: Rulebook = RULES, **given: Any) -> Game:
    """Player 0 holds Australia, is about to end the turn, and player 1 has taken the capital in Siam."""
    usual: dict[str, Any] = {
        "rest": 1,
        "owners": dict.fromkeys(AUSTRALIA, 0) | {"Japan": 2},
        "armies": {"Indonesia": 9},
        "data": capitals("Siam", "Alaska", "Japan"),
        "phase": "attack",
    }
    return position(rules, 3, **usual | given)


def capitals(*named: str) -> dict[str, Any]:
    """What the rule keeps when the players have named these."""
    return {"capitals": [RULES.board.territory(name) for name in named]}


def end_turn(game: Game) -> list[Any]:
    """Neither attack nor fortify."""
    return game.push(Done()) + (game.push(Done()) if game.phase == "fortify" else [])


# Naming


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_names_an_own_territory_after_the_set_up_and_before_turn_one(edition: str) -> None:
    """[X6]"""
    game = Game(rulebook(edition, "capitals"), 4, seed=1)
    chance = Random(1)
    while game.phase != "name capitals":
        game.push(game.legal_moves.sample(chance))
    assert not any(game.state.reserve)
    for _ in range(4):
        own = game.state.territories_of(decider(game))
        assert set(game.legal_moves) == {NameCapital(place) for place in own}
        assert game.state.turn == 0
        game.push(NameCapital(own[-1]))
    assert game.state.turn == 1
    assert [game.state.owner[place] for place in game.state.data["capitals"]] == [0, 1, 2, 3]


def test_capitals_are_secret_until_all_are_named() -> None:
    """[X6]"""
    game = Game(RULES, 3, seed=1)
    first = decider(game)
    second = (first + 1) % 3
    chosen = NameCapital(game.state.territories_of(first)[0])
    assert game.push(chosen) == []
    assert game.view(first).data["capitals-chosen"][first] == chosen.territory
    for other in (second, None):
        assert chosen.territory not in game.view(other).data["capitals-chosen"]
        assert game.view(other).data["capitals"] == [-1, -1, -1]
    game.push(next(iter(game.legal_moves)))
    events = game.push(next(iter(game.legal_moves)))
    revealed = of_kind(events, CapitalNamed)
    assert [event.player for event in revealed] == [first, second, (second + 1) % 3]
    assert game.view(second).data["capitals"][first] == chosen.territory


def test_a_search_does_not_know_what_others_have_chosen() -> None:
    """[X6] An imagined game has some territory of the other, not the chosen one."""
    game = Game(RULES, 3, seed=1)
    first = decider(game)
    game.push(next(iter(game.legal_moves)))
    second = decider(game)
    guesses = {game.view(second).imagine(seed).state.data["capitals-chosen"][first] for seed in range(40)}
    assert len(guesses) > 7
    assert guesses <= set(game.state.territories_of(first))
    own = game.view(first).imagine(1).state.data["capitals-chosen"]
    assert own == game.state.data["capitals-chosen"]


def test_nobody_names_the_territory_of_another() -> None:
    """[X6]"""
    game = Game(RULES, 3, seed=1)
    foreign = game.state.territories_of((decider(game) + 1) % 3)[0]
    with pytest.raises(IllegalMove, match="belongs to somebody else"):
        game.push(NameCapital(foreign))


def test_neutrals_have_no_capital() -> None:
    """[X6]"""
    game = Game(rulebook("two-player-1959", "capitals"), 2, seed=1)
    play_setup(game)
    assert [game.state.owner[place] for place in game.state.data["capitals"]] == [0, 1]


def test_the_advice_is_to_name_a_territory_with_fewest_enemies_around() -> None:
    """[X6]"""
    game = Game(RULES, 3, seed=5)
    state, player = game.state, decider(game)

    def enemies(place: int) -> int:
        return sum(state.owner[near] != player for near in state.board.neighbours[place])

    chosen = advice(game).territory
    assert state.owner[chosen] == player
    assert enemies(chosen) == min(enemies(place) for place in state.territories_of(player))


# Falling


def test_whoever_ends_the_turn_without_the_capital_is_out_and_the_holder_inherits() -> None:
    """[X6]"""
    game = robbed()
    events = end_turn(game)
    assert of_kind(events, CapitalFell) == [CapitalFell(0, at(game, "Siam"), 1)]
    assert of_kind(events, Eliminated) == [Eliminated(0, 1)]
    assert [armies(game, name) for name in AUSTRALIA] == [1, 1, 1, 1]
    assert all(game.state.owner[at(game, name)] == 1 for name in AUSTRALIA)


def test_the_heir_places_five_more_among_the_vacated_territories_at_once() -> None:
    """[X6] Out of turn, nowhere else."""
    game = robbed()
    received = [Received(1, 4, "vacated territories"), Received(1, 5, "capital")]
    assert of_kind(end_turn(game), Received) == received
    assert (game.phase, game.to_move, game.state.player) == ("place", 1, 0)
    assert places(game.legal_moves) == set(AUSTRALIA)
    game.push(Place(at(game, "Indonesia"), 2))
    game.push(Place(at(game, "New Guinea"), 3))
    assert (armies(game, "Indonesia"), armies(game, "New Guinea")) == (3, 4)
    assert (game.state.player, game.state.turn) == (1, 2)
    assert broken_invariants(game.state) == []


def test_inheriting_captures_nothing_and_earns_no_card() -> None:
    """[X6]"""
    game = robbed()
    events = end_turn(game) + game.push(Place(at(game, "Indonesia"), 5))
    assert game.state.captured == 0
    assert of_kind(events, CardDrawn) == []


def test_a_robbed_player_has_the_own_turn_to_win_the_capital_back() -> None:
    """[X6]"""
    game = robbed()
    capture(game, "Indonesia", "Siam")
    events = end_turn(game)
    assert of_kind(events, CapitalFell) == []
    assert game.state.alive[0]


def test_nobody_falls_in_the_turn_of_another() -> None:
    """[X6] Player 2's capital is taken in player 0's turn, who keeps the own one."""
    owners = dict.fromkeys(AUSTRALIA, 0) | {"Siam": 2, "Japan": 2}
    game = robbed(owners=owners, data=capitals("Indonesia", "Alaska", "Siam"))
    capture(game, "Indonesia", "Siam")
    end_turn(game)
    assert game.state.alive == [True, True, True]


def test_the_capital_is_looked_for_after_every_other_step_of_the_turn() -> None:
    """[X6] Behind the fortification and the card of each edition."""
    for edition in (*EDITIONS, "two-player-active-2004", "mission-2004"):
        assert rulebook(edition, "capitals", "free-fortify").turn[-1].name == "capital"


def test_the_card_of_the_turn_is_drawn_before_the_capital_falls() -> None:
    """[X6] And discarded with the others."""
    others = [card for card in range(44) if card not in (3, 4, 7)]
    game = robbed(captured=1, hands={0: [3, 4]}, deck=[*others, 7])
    events = end_turn(game)
    assert of_kind(events, CardDrawn) == [CardDrawn(0, 7)]
    assert sorted(game.state.discard) == [3, 4, 7]


def test_the_cards_of_the_fallen_are_discarded() -> None:
    """[X6]"""
    game = robbed(hands={0: [0, 1, 8], 1: [2]})
    end_turn(game)
    assert (game.state.hands[0], game.state.hands[1]) == ([], [2])
    assert sorted(game.state.discard) == [0, 1, 8]


def test_the_cards_may_go_to_the_heir_who_trades_in_the_next_own_turn() -> None:
    """[X6] However many there are, no trade follows at once."""
    game = robbed(rulebook("capitals", settings=("rules.capitals.cards=heir",)), hands={0: [0, 1, 8], 1: [2, 3]})
    events = end_turn(game)
    assert of_kind(events, CardsTaken) == [CardsTaken(1, 0, 3, (0, 1, 8))]
    assert game.phase == "place"
    game.push(Place(at(game, "Indonesia"), 5))
    assert (game.phase, game.to_move, sorted(game.state.hands[1])) == ("trade", 1, [0, 1, 2, 3, 8])


def test_the_bonus_is_a_parameter() -> None:
    """[X6]"""
    game = robbed(rulebook("capitals", settings=("rules.capitals.bonus_armies=0",)))
    end_turn(game)
    assert game.state.player == 1
    assert (game.phase, game.state.frames[-1][PlaceFrame.left]) == ("place", game.state.reserve[1])


def test_losing_all_territories_is_an_ordinary_elimination() -> None:
    """[X6, B8] The cards pass, capital or not."""
    game = robbed(owners={"Siam": 0, "Japan": 2}, player=1, hands={0: [5]})
    capture(game, "Indonesia", "Siam")
    assert game.state.hands[1] == [5]
    assert not game.state.alive[0]


def test_the_capital_of_an_eliminated_player_means_nothing() -> None:
    """[X6] Nobody falls for it, and it is worth no more than another territory."""
    game = robbed()
    end_turn(game)
    game.push(Place(at(game, "Indonesia"), 5))
    worth = game.rules.interests[0](game.view(1), 1)
    assert set(worth) == {at(game, "Alaska"), at(game, "Japan")}


def test_the_game_ends_when_one_player_remains() -> None:
    """[X6]"""
    owners = dict.fromkeys(AUSTRALIA, 0) | {"Siam": 1}
    game = robbed(owners=owners)
    assert game.state.alive == [True, True, False]
    events = end_turn(game)
    assert of_kind(events, GameWon) == [GameWon(1, "conquest")]
    assert broken_invariants(game.state) == []


def test_an_heir_with_a_limit_to_armies_loses_what_has_no_room() -> None:
    """[X3, X6]"""
    settings = ("rules.army-limit.limit=4",)
    rules = rulebook("capitals", "army-limit", settings=settings)
    game = robbed(rules, owners={"Indonesia": 0, "Japan": 2})
    end_turn(game)
    events = game.push(Place(at(game, "Indonesia"), 3))
    assert of_kind(events, ArmiesLost) == [ArmiesLost(1, 2)]
    assert game.state.reserve[1] == game.rules.reinforcement(game.state, 1)


def test_fortifying_cannot_save_a_capital() -> None:
    """[X6]"""
    game = robbed()
    game.push(Done())
    game.push(Fortify(at(game, "Indonesia"), at(game, "New Guinea"), 3))
    assert not game.state.alive[0]


# Neutrals, missions, instant wins, saves, interests


def test_a_capital_held_by_a_neutral_is_lost_and_nobody_inherits() -> None:
    """[X6] The vacated territories go to that neutral with one army each; the cards are discarded."""
    rules = rulebook("two-player-1959", "capitals", settings=("rules.capitals.cards=heir", "players.max=3"))
    owners = dict.fromkeys(AUSTRALIA, 0) | {"Siam": 3, "Japan": 2}
    game = robbed(rules, owners=owners, hands={0: [3]})
    events = end_turn(game)
    assert of_kind(events, Eliminated) == [Eliminated(0, -1)]
    assert of_kind(events, CapitalFell) == [CapitalFell(0, at(game, "Siam"), 3)]
    assert [game.state.owner[at(game, name)] for name in AUSTRALIA] == [3, 3, 3, 3]
    assert [armies(game, name) for name in AUSTRALIA] == [1, 1, 1, 1]
    assert game.state.discard == [3]
    assert (game.phase, game.to_move, game.state.turn) == ("place", 1, 2)


def test_with_two_players_the_other_wins_whoever_holds_the_capital() -> None:
    """[X6, N1-3]"""
    rules = rulebook("two-player-1959", "capitals")
    for holder in (1, 2):
        owners = dict.fromkeys(AUSTRALIA, 0) | {"Siam": holder, "Japan": 2}
        game = position(rules, 2, rest=1, owners=owners, data=capitals("Siam", "Alaska"), phase="attack")
        assert of_kind(end_turn(game), GameWon)[0].winner == 1


@pytest.mark.parametrize(("heir", "winner"), [(1, 1), (2, None)])
def test_the_heir_counts_as_the_eliminator(heir: int, winner: int | None) -> None:
    """[X6, S93-4] Player 1, whose mission is against player 0, wins by the fall only as the heir."""
    rules = rulebook("secret-mission-1993", "capitals", settings=("rules.secret-mission.target_lost=24-territories",))
    owners = dict.fromkeys(rules.board.territories, 2) | dict.fromkeys(AUSTRALIA, 0) | {"Siam": heir, "Alaska": 1}
    missions = {"secret-mission": ["Eastern Empire", "Feud with Orange", "Feud with Sky"]}
    game = robbed(rules, owners=owners, data=capitals("Siam", "Alaska", "Japan") | missions)
    won = of_kind(end_turn(game), GameWon)
    assert won == ([] if winner is None else [GameWon(winner, "secret mission")])


def test_an_instant_win_goes_to_the_only_player_who_holds_the_own_capital() -> None:
    """[X6] At once, though the robbed are still in; and not without the parameter."""
    owners = {**dict.fromkeys(AUSTRALIA, 0), "Siam": 2, "Japan": 2}
    for instant in (True, False):
        rules = rulebook("capitals", settings=(f"rules.capitals.instant_win={str(instant).lower()}",))
        game = robbed(rules, owners=owners, data=capitals("Indonesia", "Japan", "Siam"))
        capture(game, "Indonesia", "Siam")
        assert (game.outcome is not None) == instant
        if game.outcome is not None:
            assert (game.outcome.winner, game.outcome.reason) == (0, "the last capital")
            assert game.state.alive == [True, True, True]


def test_a_game_saved_while_the_heir_places_goes_on_the_same() -> None:
    """[X6]"""
    game = robbed()
    end_turn(game)
    twin = Game.from_json(game.to_json(), game.rules)
    move = Place(at(game, "Indonesia"), 5)
    assert twin.push(move) == game.push(move)
    assert twin.to_json() == game.to_json()


def test_a_lost_capital_is_dearest_then_the_own_one_and_those_of_others() -> None:
    """[X6]"""
    game = robbed()
    interests = game.rules.interests[0]
    lost = interests(game.view(0), 0)
    kept = interests(game.view(1), 1)
    siam, alaska, japan = (at(game, name) for name in ("Siam", "Alaska", "Japan"))
    assert lost[siam] > kept[alaska] > 0
    assert lost[siam] == max(lost.values())
    assert set(lost) == set(kept) == {siam, alaska, japan}
