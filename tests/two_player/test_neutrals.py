"""Neutrals that only stand in the way."""

import pytest

from riskcore import Game, IllegalMove, Rulebook
from riskcore.events import CardDrawn, Eliminated
from riskcore.moves import Assault, Attack, Defend, Done

from .helpers import BLUE, GREEN, RED, armies, at, attack, owner, position

INFANTRY = [0, 1, 8]  # three cards alike: a set


@pytest.mark.parametrize("attacker", [GREEN, RED])
def test_the_opponent_chooses_the_dice_of_an_attacked_neutral(any_game: Rulebook, attacker: int) -> None:
    """[N1-2] [N2-2] the opponent of whoever attacks decides for the neutral."""
    game = position(
        any_game,
        rest=1 - attacker,
        player=attacker,
        owners={"Brazil": attacker, "Peru": BLUE},
        armies={"Brazil": 5, "Peru": 3},
    )
    game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 3))
    assert (game.phase, game.to_move) == ("defend", 1 - attacker)
    assert list(game.legal_moves) == [Defend(1), Defend(2)]


def test_the_opponents_standing_order_counts_for_neutrals(any_game: Rulebook) -> None:
    """[N1-2] [N2-2] an opponent who always defends with two dice is not asked for a neutral either."""
    game = position(any_game, orders=[0, 2], owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 5, "Peru": 3})
    events = attack(game, "Brazil", "Peru", (6, 5, 4), (3, 2))
    assert game.phase == "attack"
    assert armies(game, "Peru") == 1
    assert any(event[0] == "battle" and len(event.defence) == 2 for event in events)  # type: ignore[attr-defined]


def test_a_players_territory_is_defended_by_that_player(any_game: Rulebook) -> None:
    """[B5] neutrals change nothing for the players' own territories."""
    game = position(any_game, owners={"Brazil": GREEN}, armies={"Brazil": 5, "Peru": 3})
    game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 3))
    assert (game.phase, game.to_move) == ("defend", RED)


@pytest.mark.parametrize("name", ["two-player-1959", "two-player-passive-2004"])
def test_a_passive_neutral_cannot_attack(name: str, rulebooks: dict[str, Rulebook]) -> None:
    """[N1-2] [N2-2] nobody commands a neutral's armies."""
    game = position(rulebooks[name], owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Peru": 9})
    with pytest.raises(IllegalMove, match="not the player's to command"):
        game.push(Attack(at(game, "Peru"), at(game, "Argentina"), 3))
    assert all(move[0] != "attack" or owner_of(game, move[1]) == GREEN for move in game.legal_moves)


def owner_of(game: Game, territory: int) -> int:
    return game.state.owner[territory]


@pytest.mark.parametrize("name", ["two-player-1959", "two-player-passive-2004"])
def test_neutrals_take_no_turn_and_get_no_armies(name: str, rulebooks: dict[str, Rulebook]) -> None:
    """[N1-2] [N2-2] play passes between the two players; a neutral that holds a continent gets nothing."""
    south_america = ["Argentina", "Brazil", "Peru", "Venezuela"]
    game = position(rulebooks[name], owners={"Alaska": GREEN, **dict.fromkeys(south_america, BLUE)})
    game.push(Done())
    game.push(Done())
    assert game.to_move == RED
    assert game.state.reserve[BLUE] == 0
    assert [armies(game, place) for place in south_america] == [1, 1, 1, 1]


def test_capturing_a_neutrals_territory_earns_a_card(any_game: Rulebook) -> None:
    """[N1-2] [N2-2] a neutral's territory counts like any other."""
    game = position(any_game, owners={"Brazil": GREEN, "Peru": BLUE, "Siam": BLUE}, armies={"Brazil": 2, "Peru": 1})
    attack(game, "Brazil", "Peru", (6,), (1,))
    assert owner(game, "Peru") == GREEN
    game.push(Done())
    events = game.push(Done())
    assert [event.player for event in events if isinstance(event, CardDrawn)] == [GREEN]


def test_eliminating_a_neutral_gives_nothing(any_game: Rulebook) -> None:
    """[N1-2] [N2-2] no cards, and no leave to trade the set in hand: the attack goes on."""
    game = position(
        any_game,
        owners={"Brazil": GREEN, "Peru": BLUE},
        armies={"Brazil": 2},
        hands={GREEN: INFANTRY},
    )
    events = attack(game, "Brazil", "Peru", (6,), (1,))
    assert Eliminated(BLUE, GREEN) in events
    assert game.phase == "attack"
    assert game.state.hands[GREEN] == INFANTRY


def test_the_opponents_defeat_wins_though_neutrals_stand(any_game: Rulebook) -> None:
    """[N1-3] [N2-3] neutrals need not fall."""
    game = position(any_game, rest=BLUE, owners={"Brazil": GREEN, "Peru": RED}, armies={"Brazil": 2})
    attack(game, "Brazil", "Peru", (6,), (1,))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (GREEN, "conquest")


def test_the_game_goes_on_when_all_neutrals_are_gone(any_game: Rulebook) -> None:
    """[N1-3] [N2-3] the last neutral's fall decides nothing."""
    game = position(any_game, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 2})
    attack(game, "Brazil", "Peru", (6,), (1,))
    assert game.outcome is None
    assert not any(game.state.alive[2:])


def test_an_attack_order_against_a_neutral_asks_the_opponent(any_game: Rulebook) -> None:
    """[N1-2] [N2-2] in a row of battles, each asks for the neutral's dice anew."""
    game = position(any_game, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 9, "Peru": 9})
    game.push(Assault(at(game, "Brazil"), at(game, "Peru"), 1, -100, 0))
    for _ in range(2):
        assert (game.phase, game.to_move) == ("defend", RED)
        game.push(Defend(1))
