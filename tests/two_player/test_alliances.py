"""Allies in combat: what they attack, whose it becomes, and how they change sides."""

import pytest

from riskcore import Game, IllegalMove, Rulebook, load_variant
from riskcore.events import CardDrawn, Eliminated, Rolled
from riskcore.moves import Assault, Attack, CallOff, Defend, Done, MoveIn
from riskcore.testing import script_dice

from .helpers import (
    BLUE,
    GREEN,
    GREY,
    RED,
    UNINVOLVED,
    WHITE,
    YELLOW,
    armies,
    at,
    attack,
    attack_then_roll,
    call_off,
    changes,
    loyalty_rolls,
    owner,
    position,
    status,
    statuses,
)

LOSE = ((1,), (6,))


def test_greens_failed_invasion_makes_grey_reds_ally(active: Rulebook) -> None:
    """[N3-6] the manual's example: Green invades uninvolved grey Quebec, loses and rolls a 3."""
    game = position(active, owners={"Ontario": GREEN, "Quebec": GREY}, armies={"Ontario": 2})
    attack(game, "Ontario", "Quebec", *LOSE)
    events = call_off(game, 3)
    assert loyalty_rolls(events) == [(GREY, 3)]
    assert changes(events) == [(GREY, RED)]
    assert status(game, GREY) == RED


def test_greens_ally_blue_takes_australia_and_stays_loyal(active: Rulebook) -> None:
    """[N3-5] [N3-6] the manual's example: allied blue takes Red's territory, holds it itself, and a 5 keeps it."""
    game = position(
        active,
        owners={"Alaska": GREEN, "New Guinea": BLUE},
        armies={"New Guinea": 2},
        data=statuses(blue=GREEN),
    )
    events = attack_then_roll(game, "New Guinea", "Eastern Australia", (6,), (1,), 5)
    assert owner(game, "Eastern Australia") == BLUE
    assert armies(game, "Eastern Australia") == 1
    assert loyalty_rolls(events) == [(BLUE, 5)]
    assert status(game, BLUE) == GREEN


def test_a_capture_by_an_ally_earns_no_card(active: Rulebook) -> None:
    """[N3-5] only own armies earn one."""
    game = position(active, owners={"Alaska": GREEN, "Brazil": BLUE}, armies={"Brazil": 2}, data=statuses(blue=GREEN))
    attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 6)
    assert card_players(game) == []


def test_an_own_capture_beside_an_allys_earns_the_card(active: Rulebook) -> None:
    """[N3-5] one capture with own armies is enough."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": BLUE},
        armies={"Brazil": 2, "Alaska": 2},
        data=statuses(blue=GREEN),
    )
    attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 6)
    attack(game, "Alaska", "Kamchatka", (6,), (1,))
    assert card_players(game) == [GREEN]


def card_players(game: Game) -> list[int]:
    """End the turn: who draws a card."""
    events = []
    while game.state.player == GREEN and game.outcome is None:
        events += game.push(Done())
    return [event.player for event in events if isinstance(event, CardDrawn)]


def test_the_player_decides_how_many_of_an_allys_armies_move_in(active: Rulebook) -> None:
    """[N3-5] allied armies are moved as own ones would be; the roll waits for it."""
    game = position(active, owners={"Alaska": GREEN, "Brazil": BLUE}, armies={"Brazil": 5}, data=statuses(blue=GREEN))
    script_dice(game, [(6, 1, 1, 1), (1,)])
    game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 3))
    assert (game.phase, game.to_move) == ("move in", GREEN)
    assert status(game, BLUE) == GREEN
    game.push(MoveIn(4))
    assert (armies(game, "Brazil"), armies(game, "Peru")) == (1, 4)
    assert status(game, BLUE) == UNINVOLVED


def test_allies_attack_opponent_neutrals_and_other_allies(active: Rulebook) -> None:
    """[N3-5] but neither their own colour nor the player's own territories."""
    neighbours = {"Venezuela": RED, "Peru": WHITE, "North Africa": GREY, "Argentina": BLUE}
    game = position(
        active,
        owners={"Brazil": BLUE, "Japan": GREEN, **neighbours},
        armies={"Brazil": 5},
        data=statuses(blue=GREEN, grey=GREEN),
    )
    targets = {move[2] for move in game.legal_moves if move[0] == "attack"}
    assert targets == {at(game, place) for place in ("Venezuela", "Peru", "North Africa")}
    with pytest.raises(IllegalMove, match="Argentina is held by the same owner"):
        game.push(Attack(at(game, "Brazil"), at(game, "Argentina"), 1))


def test_an_ally_does_not_attack_its_player(active: Rulebook) -> None:
    """[N3-5] allied armies attack as the player's own would."""
    game = position(active, owners={"Brazil": BLUE, "Peru": GREEN}, armies={"Brazil": 5}, data=statuses(blue=GREEN))
    with pytest.raises(IllegalMove, match="Peru is the player's own"):
        game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 1))


@pytest.mark.parametrize("ally", [UNINVOLVED, RED])
def test_only_allies_are_commanded(active: Rulebook, ally: int) -> None:
    """[N3-5] neither the uninvolved nor the opponent's allies."""
    game = position(active, owners={"Alaska": GREEN, "Brazil": BLUE}, armies={"Brazil": 5}, data=statuses(blue=ally))
    with pytest.raises(IllegalMove, match="not the player's to command"):
        game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 1))


@pytest.mark.parametrize("ally", [UNINVOLVED, GREEN, RED])
def test_own_armies_may_attack_any_neutral_and_the_opponent_rolls(active: Rulebook, ally: int) -> None:
    """[N3-5] even an ally; the opponent rolls for every neutral."""
    game = position(
        active, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 5, "Peru": 2}, data=statuses(blue=ally)
    )
    game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 3))
    assert (game.phase, game.to_move) == ("defend", RED)


def test_the_opponent_rolls_for_a_neutral_that_an_ally_attacks(active: Rulebook) -> None:
    """[N3-5] whoever of the player's side attacks."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": BLUE, "Peru": WHITE},
        armies={"Brazil": 5, "Peru": 2},
        data=statuses(blue=GREEN),
    )
    game.push(Attack(at(game, "Brazil"), at(game, "Peru"), 3))
    assert (game.phase, game.to_move) == ("defend", RED)


def test_an_ally_taking_the_opponents_last_territory_wins_for_the_player(active: Rulebook) -> None:
    """[N3-5] with nothing rolled after it: the game is over."""
    game = position(
        active,
        rest=GREEN,
        owners={"Brazil": BLUE, "Peru": RED},
        armies={"Brazil": 2},
        data=statuses(blue=GREEN),
    )
    events = attack(game, "Brazil", "Peru", (6,), (1,))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (GREEN, "conquest")
    assert Eliminated(RED, GREEN) in events
    assert not any(isinstance(event, Rolled) for event in events)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(
    ("before", "shaken"), [(GREEN, UNINVOLVED), (UNINVOLVED, RED), (RED, RED)], ids=["ally", "uninvolved", "theirs"]
)
def test_one_to_four_moves_the_attacked_neutral_a_step_away(
    active: Rulebook, before: int, shaken: int, face: int
) -> None:
    """[N3-6] ally, uninvolved, opponent's ally and no further; 5 and 6 leave it."""
    game = position(active, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 2}, data=statuses(blue=before))
    attack(game, "Brazil", "Peru", *LOSE)
    call_off(game, face)
    assert status(game, BLUE) == (shaken if face <= 4 else before)


def test_a_won_invasion_of_a_neutral_shakes_it_too(active: Rulebook) -> None:
    """[N3-6] won or not."""
    game = position(active, owners={"Brazil": GREEN, "Peru": BLUE, "Siam": BLUE}, armies={"Brazil": 2})
    attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 4)
    assert owner(game, "Peru") == GREEN
    assert status(game, BLUE) == RED


def test_an_ally_against_a_neutral_rolls_for_both(active: Rulebook) -> None:
    """[N3-6] one die for each neutral involved: first the ally used, then the neutral attacked."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": BLUE, "Peru": WHITE, "Siam": WHITE},
        armies={"Brazil": 2},
        data=statuses(blue=GREEN),
    )
    events = attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 2, 5)
    assert loyalty_rolls(events) == [(BLUE, 2), (WHITE, 5)]
    assert (status(game, BLUE), status(game, WHITE)) == (UNINVOLVED, UNINVOLVED)


def test_own_armies_against_the_opponent_shake_nobody(active: Rulebook) -> None:
    """[N3-6] no neutral is involved."""
    game = position(active, owners={"Brazil": GREEN, "Siam": BLUE}, armies={"Brazil": 2}, data=statuses(blue=GREEN))
    assert loyalty_rolls(attack(game, "Brazil", "Peru", (6,), (1,))) == []
    assert status(game, BLUE) == GREEN


def test_an_eliminated_neutral_gets_no_roll(active: Rulebook) -> None:
    """[N3-6] nothing is rolled for a colour that is gone."""
    game = position(active, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 2})
    assert loyalty_rolls(attack(game, "Brazil", "Peru", (6,), (1,))) == []


def test_an_invasion_is_called_off_before_another_target(active: Rulebook) -> None:
    """[N3-6] calling off is a move of its own, before another attack or the end of combat."""
    game = position(active, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 9, "Peru": 9})
    attack(game, "Brazil", "Peru", *LOSE)
    for other in (Attack(at(game, "Brazil"), at(game, "Venezuela"), 1), Done()):
        with pytest.raises(IllegalMove, match="invasion of Peru must be called off first"):
            game.push(other)
    game.push(CallOff())
    assert Attack(at(game, "Brazil"), at(game, "Venezuela"), 1) in game.legal_moves


def test_battles_against_one_territory_are_one_invasion(active: Rulebook) -> None:
    """[N3-6] one roll however many battles it took."""
    game = position(active, owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 9, "Peru": 9})
    rolls = [roll for _ in range(3) for roll in loyalty_rolls(attack(game, "Brazil", "Peru", *LOSE))]
    assert rolls + loyalty_rolls(call_off(game, 6)) == [(BLUE, 6)]


def test_armies_that_share_an_invasion_each_roll_once(active: Rulebook) -> None:
    """[N3-6] the last attacker's colour takes the territory; each ally used and the attacked neutral roll once."""
    game = position(
        active,
        owners={"Brazil": BLUE, "Venezuela": YELLOW, "Argentina": GREEN, "Peru": WHITE, "Siam": WHITE},
        armies={"Brazil": 3, "Venezuela": 3, "Argentina": 3},
        data=statuses(blue=GREEN, yellow=GREEN),
    )
    attack(game, "Brazil", "Peru", *LOSE)
    attack(game, "Argentina", "Peru", *LOSE)
    attack(game, "Brazil", "Peru", *LOSE)
    events = attack_then_roll(game, "Venezuela", "Peru", (6,), (1,), 1, 6, 4)
    events += game.push(MoveIn(1))
    assert owner(game, "Peru") == YELLOW
    assert loyalty_rolls(events) == [(BLUE, 1), (YELLOW, 6), (WHITE, 4)]
    assert [status(game, each) for each in (BLUE, YELLOW, WHITE)] == [UNINVOLVED, GREEN, RED]


def test_an_order_for_an_ally_goes_through_every_battle(active: Rulebook) -> None:
    """[N3-5] [N3-6] a row of battles with allied armies: the opponent defends each, one roll at the end."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": BLUE},
        armies={"Brazil": 9, "Peru": 3},
        data=statuses(blue=GREEN),
    )
    script_dice(game, [(6, 6, 6, 1, 1), (6, 6, 6, 1), (5,)])
    events = game.push(Assault(at(game, "Brazil"), at(game, "Peru"), 2, 0, 4))
    events += game.push(Defend(2))
    assert owner(game, "Peru") == BLUE
    assert armies(game, "Peru") == 4
    assert loyalty_rolls(events) == [(BLUE, 5)]


def test_the_faces_that_keep_a_status_are_a_parameter() -> None:
    """[N3-6] with `loyal_from` 7 no face keeps it, with 1 every face does."""
    for loyal_from, expected in ((7, RED), (1, UNINVOLVED)):
        variant = load_variant("two-player-active-2004", settings=[f"rules.alliances.loyal_from={loyal_from}"])
        game = position(Rulebook(variant), owners={"Brazil": GREEN, "Peru": BLUE}, armies={"Brazil": 2})
        attack(game, "Brazil", "Peru", *LOSE)
        call_off(game, 6 if loyal_from == 7 else 1)
        assert status(game, BLUE) == expected
