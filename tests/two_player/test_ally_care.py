"""What allies get from their player: armies before combat, a move after it."""

import pytest

from risk_editions.alliances_2004 import RollForAlly
from riskcore import Game, IllegalMove, Rulebook, load_variant
from riskcore.events import ArmiesLost, Received
from riskcore.moves import Done, Fortify, Place
from riskcore.phases import FortifyFrame, PlaceFrame
from riskcore.testing import script_dice

from .helpers import (
    BLUE,
    GREEN,
    GREY,
    RED,
    WHITE,
    YELLOW,
    armies,
    at,
    attack_then_roll,
    position,
    statuses,
)


def test_allies_do_not_count_for_the_players_armies(active: Rulebook) -> None:
    """[N3-3] neither their territories nor a continent held together."""
    together = {"Argentina": GREEN, "Brazil": GREEN, "Peru": BLUE, "Venezuela": BLUE}
    game = position(active, phase="reinforce", owners=together, data=statuses(blue=GREEN))
    assert game.state.frames[-1] == PlaceFrame.new(GREEN, GREEN, 3)


def reinforcing(rules: Rulebook, **given: object) -> Game:
    """Green has two allies: blue with all of Australia, and grey."""
    australia = dict.fromkeys(("Eastern Australia", "Indonesia", "New Guinea", "Western Australia"), BLUE)
    return position(
        rules,
        phase="reinforce allies",
        owners={"Alaska": GREEN, "Congo": GREY, "Peru": WHITE, **australia},
        data=statuses(blue=GREEN, grey=GREEN, white=RED),
        **given,
    )


def test_a_die_says_how_many_armies_an_ally_gets(active: Rulebook) -> None:
    """[N3-4] and nothing else: no count of territories, no continent, no sets."""
    game = reinforcing(active, hands={BLUE: [0, 1, 8]})
    script_dice(game, [(4,)])
    events = game.push(RollForAlly(BLUE))
    assert [(event.owner, event.armies) for event in events if isinstance(event, Received)] == [(BLUE, 4)]
    assert game.state.frames[-1] == PlaceFrame.new(GREEN, BLUE, 4)


def test_an_allys_armies_may_be_divided_among_its_territories(active: Rulebook) -> None:
    """[N3-4] on its own territories, as the player likes."""
    game = reinforcing(active)
    script_dice(game, [(4,)])
    game.push(RollForAlly(BLUE))
    game.push(Place(at(game, "Indonesia"), 3))
    with pytest.raises(IllegalMove, match="belongs to somebody else"):
        game.push(Place(at(game, "Alaska"), 1))
    game.push(Place(at(game, "New Guinea"), 1))
    assert (armies(game, "Indonesia"), armies(game, "New Guinea")) == (4, 2)
    assert list(game.legal_moves) == [RollForAlly(GREY), Done()]


def test_each_ally_is_reinforced_once(active: Rulebook) -> None:
    """[N3-4] one die for each; after the last, combat begins."""
    game = reinforcing(active)
    for ally, place in ((GREY, "Congo"), (BLUE, "Indonesia")):
        script_dice(game, [(2,)])
        game.push(RollForAlly(ally))
        game.push(Place(at(game, place), 2))
    assert game.phase == "attack"


@pytest.mark.parametrize("other", [GREEN, RED, WHITE, YELLOW])
def test_only_the_players_own_allies_are_reinforced(active: Rulebook, other: int) -> None:
    """[N3-4]"""
    game = reinforcing(active)
    with pytest.raises(IllegalMove, match="not an ally"):
        game.push(RollForAlly(other))


def test_reinforcing_allies_is_not_compulsory(active: Rulebook) -> None:
    """[N3-4]"""
    game = reinforcing(active)
    game.push(Done())
    assert game.phase == "attack"


def test_armies_of_an_ally_without_room_are_lost() -> None:
    """[N3-4] [X3] under a limit of armies an ally that is full gets none, and the turn goes on."""
    variant = load_variant("two-player-active-2004", rules=["army-limit"], settings=["rules.army-limit.limit=4"])
    full = dict.fromkeys(("Eastern Australia", "Indonesia", "New Guinea", "Western Australia", "Congo"), 4)
    game = reinforcing(Rulebook(variant), armies=full)
    script_dice(game, [(3,), (2,)])
    assert ArmiesLost(BLUE, 3) in game.push(RollForAlly(BLUE))
    assert ArmiesLost(GREY, 2) in game.push(RollForAlly(GREY))
    assert game.phase == "attack"


def fortifying(rules: Rulebook) -> Game:
    """Green fortifies; ally blue stands in Siam, India and, apart from them, Brazil; ally grey in Congo."""
    return position(
        rules,
        phase="fortify",
        owners={"Alaska": GREEN, "Siam": BLUE, "India": BLUE, "Afghanistan": BLUE, "Brazil": BLUE, "Congo": GREY},
        armies={"Siam": 5, "Brazil": 3},
        data=statuses(blue=GREEN, grey=GREEN),
    )


def test_one_fortification_for_each_ally(active: Rulebook) -> None:
    """[N3-8] after the own one, each ally in turn; then the turn is over."""
    game = fortifying(active)
    asked = []
    while game.state.player == GREEN:
        asked.append(game.state.frames[-1][:])
        game.push(Done())
    assert asked == [FortifyFrame.new(GREEN, owner, 0) for owner in (GREEN, BLUE, GREY)]


def test_an_ally_moves_once_along_its_own_territories(active: Rulebook) -> None:
    """[N3-8] as the player's own armies would: connected through that ally's territories only."""
    game = fortifying(active)
    game.push(Done())
    with pytest.raises(IllegalMove, match="Brazil is out of reach from Siam"):
        game.push(Fortify(at(game, "Siam"), at(game, "Brazil"), 1))
    game.push(Fortify(at(game, "Siam"), at(game, "Afghanistan"), 4))
    assert (armies(game, "Siam"), armies(game, "Afghanistan")) == (1, 5)
    assert game.state.frames[-1] == FortifyFrame.new(GREEN, GREY, 0)


def test_a_neutral_that_left_is_not_fortified(active: Rulebook) -> None:
    """[N3-8] allies are counted when fortifying begins, after what combat did to alliances."""
    game = position(
        active,
        owners={"Alaska": GREEN, "Brazil": BLUE},
        armies={"Brazil": 2},
        data=statuses(blue=GREEN),
    )
    attack_then_roll(game, "Brazil", "Peru", (6,), (1,), 1)
    game.push(Done())
    game.push(Done())
    assert game.state.player == RED
