"""The house rules that bots meet unprepared do what they say."""

from functools import cache
from random import Random
from typing import Any

import pytest

from riskcore import Game, IllegalMove, Rulebook, VariantError, load_variant
from riskcore.moves import Attack, Defend, Done, MoveIn
from riskcore.testing import broken_invariants, leaks, script_dice

from .foreign_rules import DOCTRINES, Doctrines, Harbours, Strongholds, SupplyLines

RULES = (SupplyLines, Doctrines, Strongholds, Harbours)


@cache
def rulebook(*rules: type) -> Rulebook:
    return Rulebook(load_variant("classic-1959", rules=list(rules)))


def position(rules: Rulebook, **given: Any) -> Game:
    """Three players; the keywords are those of a position."""
    return Game.from_position(rules, 3, given)


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def take(game: Game, source: str, target: str) -> None:
    """Three sixes against a one, and all that may move in does."""
    script_dice(game, [(6, 6, 6, 1)])
    game.push(Attack(at(game, source), at(game, target), 3))
    if game.phase == "move in":
        game.push(MoveIn(game.state.armies[at(game, source)] - 1))


def march(rules: Rulebook) -> Game:
    """Red is about to march from Argentina northwards."""
    owners = {"Argentina": 0, "Japan": 2}
    return position(rules, owners=owners, armies={"Argentina": 20}, rest=1, phase="attack")


def test_a_march_halts_two_borders_from_home() -> None:
    game = march(rulebook(SupplyLines))
    for source, target in (("Argentina", "Peru"), ("Peru", "Venezuela")):
        take(game, source, target)
    with pytest.raises(IllegalMove, match="Venezuela is out of supply until the next turn"):
        game.push(Attack(at(game, "Venezuela"), at(game, "Central America"), 3))
    assert not any(move[0] == "attack" and move[1] == at(game, "Venezuela") for move in game.legal_moves)


def test_longer_supply_lines_let_it_go_on() -> None:
    rules = Rulebook(load_variant("classic-1959", rules=[SupplyLines], settings=["rules.supply-lines.reach=2"]))
    game = march(rules)
    for source, target in (("Argentina", "Peru"), ("Peru", "Venezuela"), ("Venezuela", "Central America")):
        take(game, source, target)
    assert not any(move[0] == "attack" and move[1] == at(game, "Central America") for move in game.legal_moves)


def test_supplies_come_from_any_side() -> None:
    """Venezuela is two borders from Argentina, but beside Brazil, which was Red's all along."""
    game = position(
        rulebook(SupplyLines),
        owners={"Argentina": 0, "Brazil": 0, "Japan": 2},
        armies={"Argentina": 20},
        rest=1,
        phase="attack",
    )
    take(game, "Argentina", "Peru")
    take(game, "Peru", "Venezuela")
    take(game, "Venezuela", "Central America")


def test_supplies_do_not_pass_through_others() -> None:
    """Peru borders Brazil, which is Blue's; with a reach of two, Brazil still leads Red's supplies nowhere."""
    rules = Rulebook(load_variant("classic-1959", rules=[SupplyLines], settings=["rules.supply-lines.reach=2"]))
    captured = [0] * len(rules.board.territories)
    for name in ("Central America", "Venezuela"):
        captured[rules.board.territory(name)] = 1
    owners = {"Central America": 0, "Venezuela": 0, "Argentina": 0, "Japan": 2}
    given = {"owners": owners, "armies": {"Central America": 4}, "rest": 1, "phase": "attack"}
    game = position(rules, **given, data={"supply lines": captured})
    with pytest.raises(IllegalMove, match="Central America is out of supply"):
        game.push(Attack(at(game, "Central America"), at(game, "Western United States"), 3))


def test_supplies_have_come_by_the_next_turn() -> None:
    game = march(rulebook(SupplyLines))
    for source, target in (("Argentina", "Peru"), ("Peru", "Venezuela")):
        take(game, source, target)
    turn = game.state.turn
    while game.state.turn < turn + 3 or game.phase != "attack":
        game.push(Done() if Done() in game.legal_moves else next(iter(game.legal_moves)))
    take(game, "Venezuela", "Central America")


def begin(doctrine: str, **given: Any) -> Game:
    """Red's turn begins with a doctrine."""
    game = position(rulebook(Doctrines), rest=1, **{"owners": {"Alaska": 0, "Japan": 2}, **given})
    assert game.phase == "doctrine"
    game.push(("adopt", doctrine))
    return game


@pytest.mark.parametrize(("doctrine", "armies"), [("levy", 5), ("plunder", 3), ("entrench", 3)])
def test_only_a_levy_brings_armies(doctrine: str, armies: int) -> None:
    assert begin(doctrine).state.reserve[0] == armies


def test_a_turn_offers_all_doctrines_and_nothing_else() -> None:
    game = position(rulebook(Doctrines), owners={"Alaska": 0, "Japan": 2}, rest=1)
    assert list(game.legal_moves) == [("adopt", each) for each in DOCTRINES]


@pytest.mark.parametrize(("doctrine", "cards"), [("levy", 1), ("plunder", 2)])
def test_plunder_brings_a_second_card(doctrine: str, cards: int) -> None:
    game = begin(doctrine, armies={"Alaska": 5})
    game.push(("place", at(game, "Alaska"), game.state.reserve[0]))
    take(game, "Alaska", "Kamchatka")
    while game.state.player == 0:
        game.push(Done())
    assert len(game.state.hands[0]) == cards


def test_without_a_capture_there_is_nothing_to_plunder() -> None:
    game = begin("plunder")
    game.push(("place", at(game, "Alaska"), 3))
    while game.state.player == 0:
        game.push(Done())
    assert game.state.hands[0] == []


@pytest.mark.parametrize(("doctrine", "dice"), [("levy", 2), ("plunder", 2), ("entrench", 3)])
def test_entrenched_armies_defend_with_three_dice(doctrine: str, dice: int) -> None:
    game = position(
        rulebook(Doctrines),
        owners={"Alaska": 0, "Japan": 2},
        armies={"Alaska": 5, "Kamchatka": 5},
        rest=1,
        phase="attack",
        data={"doctrines": ["", doctrine, ""]},
    )
    game.push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3))
    assert (Defend(dice) in game.legal_moves, Defend(dice + 1) in game.legal_moves) == (True, False)


HELD = {"Alaska": 0, "Brazil": 0, "Ukraine": 0, "Siam": 0}


@pytest.mark.parametrize(
    ("owners", "begins", "winner"),
    [(HELD, 3, 0), (HELD, 2, None), ({**HELD, "Siam": 1}, 3, None), ({**HELD, "Siam": 1, "South Africa": 0}, 3, 0)],
)
def test_strongholds_win_at_the_start_of_a_turn(owners: dict[str, int], begins: int, winner: int | None) -> None:
    """Red's turn begins in that round; Green passes the one before."""
    given = {"owners": {"Kamchatka": 2, **owners}, "rest": 1, "player": 2, "first": 0, "round": begins - 1, "turn": 5}
    game = position(rulebook(Strongholds), **given, phase="fortify")
    game.push(Done())
    assert (game.state.player, game.state.round) == (0, begins)
    assert (game.outcome and (game.outcome.winner, game.outcome.reason)) == (
        None if winner is None else (winner, "strongholds")
    )


def test_strongholds_that_are_taken_do_not_win_at_once() -> None:
    owners = {**HELD, "Siam": 1, "India": 0, "Kamchatka": 2}
    game = position(rulebook(Strongholds), owners=owners, armies={"India": 9}, rest=1, phase="attack", round=5, turn=13)
    take(game, "India", "Siam")
    assert game.outcome is None


def test_more_strongholds_than_there_are_cannot_be_asked_for() -> None:
    with pytest.raises(VariantError, match="needed = 7: there are only 6 strongholds"):
        load_variant("classic-1959", rules=[Strongholds], settings=["rules.strongholds.needed=7"])


@pytest.mark.parametrize(
    ("harbours", "armies"),
    [((), 3), (("Japan",), 3), (("Japan", "Iceland"), 5), (("Japan", "Iceland", "Brazil"), 6)],
)
def test_harbours_pay_once_they_trade(harbours: tuple[str, ...], armies: int) -> None:
    """Red holds too few other territories to get more than three armies for them."""
    owners = {"Alaska": 0, "Kamchatka": 2, **dict.fromkeys(harbours, 0)}
    game = position(rulebook(Harbours), owners=owners, rest=1)
    assert game.state.reserve[0] == armies


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_keeps_the_game_sound(rule: type) -> None:
    game, chance = Game(rulebook(rule), players=3, seed=1), Random(1)
    for number in range(300):
        if game.outcome is None:
            game.push(game.legal_moves.sample(chance))
            assert broken_invariants(game.state) == []
            assert number % 50 or not any(leaks(game, player, seed=1) for player in (None, 0, 1, 2))


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_tells_bots_anything(rule: type) -> None:
    rules, usual = rulebook(rule), rulebook()
    assert (rules.interests, rules.progress) == (usual.interests, usual.progress)
    assert set(rules.advice) == set(usual.advice)
