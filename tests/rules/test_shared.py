"""What every edition shares about armies and turns."""

from random import Random

import pytest

from riskcore import Game, Rulebook
from riskcore.events import CardDrawn, Fortified, TurnStarted
from riskcore.moves import Attack, Done, Fortify, MoveIn, Place, Trade
from riskcore.testing import broken_invariants, script_dice

from .helpers import (
    ANY_THREE,
    armies,
    at,
    attack,
    capture,
    end_turn,
    kinds,
    of_kind,
    owner,
    place_all,
    play_setup,
    position,
)

SCATTERED = [
    "Alaska", "Ontario", "Quebec", "Greenland", "Brazil", "Peru", "Iceland", "Ukraine", "Congo", "Egypt",
    "China", "India", "Japan", "Siam", "Ural", "Indonesia", "New Guinea", "Madagascar", "Scandinavia",
    "Mongolia", "Yakutsk", "Argentina", "Alberta", "Northern Europe",
]  # fmt: skip
BONUSES = {"North America": 5, "South America": 2, "Europe": 5, "Africa": 3, "Asia": 7, "Australia": 2}


def continent(rules: Rulebook, name: str) -> list[str]:
    board = rules.board
    return [board.territories[each] for each in board.members[board.continent(name)]]


# B1: no empty territories


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_set_up_leaves_no_territory_without_owner_or_army(edition: Rulebook, players: int) -> None:
    """[B1]"""
    game = Game(edition, players=players, seed=players)
    play_setup(game)
    assert all(0 <= holder < players for holder in game.state.owner)
    assert min(game.state.armies) >= 1


def test_nobody_can_empty_a_territory(edition: Rulebook) -> None:
    """[B1] Not by attacking, not by moving in, not by fortifying."""
    game = position(edition, rest=1, owners={"Alaska": 0, "Alberta": 0}, armies={"Alaska": 3}, phase="attack")
    alberta, ontario, kamchatka = at(game, "Alberta"), at(game, "Ontario"), at(game, "Kamchatka")
    assert Attack(alberta, ontario, 1) not in game.legal_moves
    script_dice(game, [(6, 1)])
    game.push(Attack(at(game, "Alaska"), kamchatka, 1))
    assert MoveIn(3) not in game.legal_moves
    game.push(MoveIn(1))
    game.push(Done())
    assert Fortify(at(game, "Alaska"), alberta, 2) not in game.legal_moves
    assert Fortify(at(game, "Alaska"), alberta, 1) in game.legal_moves


def test_no_territory_is_ever_empty_in_random_play(edition: Rulebook) -> None:
    """[B1] Also between a capture and the move into it."""
    for seed in range(3):
        chance = Random(seed)
        game = Game(edition, players=4, seed=seed)
        play_setup(game, seed)
        for _ in range(1500):
            if game.outcome is not None:
                break
            game.push(game.legal_moves.sample(chance))
            assert min(game.state.armies) >= 1
            assert broken_invariants(game.state) == []


# B2: the turn


def test_a_turn_goes_trade_place_attack_fortify(edition: Rulebook) -> None:
    """[B2]"""
    game = position(edition, rest=1, owners={"Alaska": 0, "Alberta": 0}, hands={0: list(ANY_THREE)})
    seen = [game.phase]
    game.push(Done())
    seen.append(game.phase)
    place_all(game, "Alaska")
    seen.append(game.phase)
    game.push(Done())
    seen.append(game.phase)
    assert seen == ["trade", "place", "attack", "fortify"]
    game.push(Fortify(at(game, "Alaska"), at(game, "Alberta"), 1))
    assert game.state.player == 1


def test_trading_below_the_limit_is_optional_and_precedes_placement(edition: Rulebook) -> None:
    """[B2]"""
    game = position(edition, rest=1, owners={"Alaska": 0}, hands={0: list(ANY_THREE)})
    assert set(game.legal_moves) == {Trade(ANY_THREE), Done()}
    game.push(Done())
    for _ in range(3):
        assert game.phase == "place"
        assert Trade(ANY_THREE) not in game.legal_moves
        game.push(Place(at(game, "Alaska"), 1))
    assert game.phase == "attack"
    assert Trade(ANY_THREE) not in game.legal_moves
    assert sorted(game.state.hands[0]) == sorted(ANY_THREE)


def test_all_armies_are_placed_before_the_first_attack(edition: Rulebook) -> None:
    """[B2] On own territories, in as many portions as wanted."""
    game = position(edition, rest=1, owners={"Alaska": 0, "Japan": 0}, armies={"Alaska": 5})
    assert set(game.legal_moves) == {
        Place(at(game, name), number) for name in ("Alaska", "Japan") for number in (1, 2, 3)
    }
    game.push(Place(at(game, "Japan"), 2))
    assert Done() not in game.legal_moves
    assert Attack(at(game, "Alaska"), at(game, "Kamchatka"), 1) not in game.legal_moves
    assert Place(at(game, "Alaska"), 2) not in game.legal_moves
    game.push(Place(at(game, "Alaska"), 1))
    assert game.phase == "attack"
    assert (armies(game, "Alaska"), armies(game, "Japan")) == (6, 3)


def test_one_may_attack_as_often_as_wanted_or_never(edition: Rulebook) -> None:
    """[B2] From anywhere, also with armies that have just moved in."""
    game = position(edition, rest=1, owners={"Alaska": 0, "Japan": 0}, armies={"Alaska": 20}, phase="attack")
    assert Done() in game.legal_moves
    for _ in range(5):
        attack(game, "Alaska", "Kamchatka", (1,), (6,))
    assert armies(game, "Alaska") == 15
    for source, target in [("Alaska", "Kamchatka"), ("Kamchatka", "Irkutsk"), ("Irkutsk", "Siberia")]:
        capture(game, source, target, armies(game, source) - 1)
        assert game.phase == "attack"
        assert owner(game, target) == 0
    assert Done() in game.legal_moves


def test_the_card_comes_after_fortifying_unless_the_edition_says_otherwise(
    classic: Rulebook, cavalry: Rulebook
) -> None:
    """[B2]"""
    for rules in (classic, cavalry):
        game = position(rules, rest=1, owners={"Alaska": 0}, armies={"Alaska": 9}, phase="attack")
        capture(game, "Alaska", "Kamchatka")
        assert not of_kind(game.push(Done()), CardDrawn)
        events = game.push(Fortify(at(game, "Alaska"), at(game, "Kamchatka"), 1))
        assert kinds(events)[:3] == [Fortified.kind, CardDrawn.kind, TurnStarted.kind]


def test_play_passes_left_to_the_next_player_still_in(edition: Rulebook) -> None:
    """[B2]"""
    names = {"Alaska": 0, "Japan": 2, "Brazil": 4}
    game = position(edition, players=6, rest=5, owners=names, player=5, phase="attack")
    game.state.alive[1] = game.state.alive[3] = False
    order = []
    for _ in range(5):
        events = end_turn(game)
        order += [event.player for event in of_kind(events, TurnStarted)]
        place_all(game, next(name for name in [*names, "China"] if owner(game, name) == game.to_move))
    assert order == [0, 2, 4, 5, 0]


def test_an_eliminated_player_has_no_further_turn(edition: Rulebook) -> None:
    """[B2]"""
    game = position(edition, rest=2, owners={"Alaska": 0, "Kamchatka": 1}, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    end_turn(game)
    assert game.state.player == 2


def test_the_supply_of_armies_is_unlimited(edition: Rulebook) -> None:
    """[B2]"""
    game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": 1_000_000})
    place_all(game, "Alaska")
    assert armies(game, "Alaska") == 1_000_003


# B3: reinforcement


@pytest.mark.parametrize(
    ("territories", "expected"),
    [(1, 3), (2, 3), (5, 3), (8, 3), (9, 3), (11, 3), (12, 4), (13, 4), (14, 4), (15, 5), (17, 5), (18, 6), (24, 8)],
)
def test_a_third_of_the_territories_and_at_least_three(edition: Rulebook, territories: int, expected: int) -> None:
    """[B3]"""
    game = position(edition, rest=1, owners=dict.fromkeys(SCATTERED[:territories], 0))
    assert game.state.held[0] == territories
    assert game.phase == "place"
    assert game.state.reserve[0] == expected
    game.push(Place(at(game, SCATTERED[0]), expected))
    assert game.phase == "attack"


@pytest.mark.parametrize("name", BONUSES)
def test_a_continent_wholly_owned_gives_its_bonus(edition: Rulebook, name: str) -> None:
    """[B3]"""
    names = continent(edition, name)
    game = position(edition, rest=1, owners=dict.fromkeys(names, 0))
    assert game.state.reserve[0] == max(3, len(names) // 3) + BONUSES[name]


@pytest.mark.parametrize("name", BONUSES)
def test_a_continent_short_of_one_territory_gives_nothing(edition: Rulebook, name: str) -> None:
    """[B3]"""
    names = continent(edition, name)[1:]
    game = position(edition, rest=1, owners=dict.fromkeys(names, 0))
    assert game.state.reserve[0] == max(3, len(names) // 3)


def test_every_owned_continent_counts(edition: Rulebook) -> None:
    """[B3] All but one territory of Asia: 41 // 3 and the five other continents' 17."""
    game = position(edition, owners={"Japan": 1})
    assert game.state.reserve[0] == 13 + 17


def test_a_continent_completed_in_a_turn_counts_from_the_next_one(edition: Rulebook) -> None:
    """[B3]"""
    owners = dict.fromkeys(continent(edition, "Australia")[:-1], 0)
    game = position(edition, 3, rest=1, owners={**owners, "Alaska": 2}, armies={"Indonesia": 9})
    assert game.state.reserve[0] == 3
    place_all(game, "Indonesia")
    capture(game, "Indonesia", "Western Australia")
    assert sum(game.state.reserve) == 0
    end_turn(game)
    for name in ("China", "Alaska"):
        place_all(game, name)
        end_turn(game)
    assert (game.state.player, game.state.reserve[0]) == (0, 5)


def test_sets_add_to_the_reinforcement(edition: Rulebook) -> None:
    """[B3] Of cards whose territories are somebody else's."""
    game = position(edition, rest=1, owners=dict.fromkeys(SCATTERED[4:16], 0), hands={0: list(ANY_THREE)})
    assert game.state.reserve[0] == 4
    game.push(Trade(ANY_THREE))
    assert game.state.reserve[0] == 8
