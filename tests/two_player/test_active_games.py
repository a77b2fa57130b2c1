"""Whole turns and whole games with neutrals."""

from random import Random

import pytest

from risk_editions.alliances_2004 import RollForAlly
from risk_editions.bribes_2004 import Bribe
from riskcore import Game, Rulebook
from riskcore.events import CardDrawn
from riskcore.moves import Attack, Defend, Done, Fortify, MoveIn, Place
from riskcore.testing import broken_invariants, script_dice

from .helpers import BLUE, GREEN, RED, armies, at, owner, position, status

MOVE_CAP = 1500


def test_a_turn_of_all_seven_phases(active: Rulebook) -> None:
    """[N3-2] [N3-4] [N3-5] [N3-8] bribe, reinforce, reinforce allies, combat, fortify, fortify allies, card."""
    game = position(
        active,
        phase="bribe",
        owners={"Alaska": GREEN, "Alberta": GREEN, "Siam": BLUE, "India": BLUE},
        armies={"Alaska": 4, "Siam": 3},
        hands={GREEN: [3]},
        deck=[7, 5],
        discard=[card for card in range(44) if card not in (3, 5, 7)],
    )
    phases = []

    def push(move: tuple[object, ...]) -> None:
        phases.append((game.phase, game.to_move))
        game.push(move)

    push(Bribe(BLUE, 3))
    push(Place(at(game, "Alaska"), 3))
    script_dice(game, [(2,), (6, 6, 6, 1), (6, 6, 6, 1), (5,)])
    push(RollForAlly(BLUE))
    push(Place(at(game, "Siam"), 2))
    push(Attack(at(game, "Alaska"), at(game, "Kamchatka"), 3))
    push(MoveIn(3))
    push(Attack(at(game, "Siam"), at(game, "Indonesia"), 3))
    push(MoveIn(3))
    push(Done())
    push(Fortify(at(game, "Alaska"), at(game, "Alberta"), 3))
    push(Fortify(at(game, "Siam"), at(game, "India"), 1))

    assert phases == [
        ("bribe", GREEN),
        ("place", GREEN),
        ("reinforce allies", GREEN),
        ("place", GREEN),
        ("attack", GREEN),
        ("move in", GREEN),
        ("attack", GREEN),
        ("move in", GREEN),
        ("attack", GREEN),
        ("fortify", GREEN),
        ("fortify", GREEN),
    ]
    assert game.state.player == RED
    assert [armies(game, place) for place in ("Alaska", "Alberta", "Kamchatka")] == [1, 4, 3]
    assert [armies(game, place) for place in ("Siam", "India", "Indonesia")] == [1, 2, 3]
    assert owner(game, "Indonesia") == BLUE
    assert status(game, BLUE) == GREEN
    assert game.state.hands[GREEN] == [5]
    assert game.state.hands[BLUE] == [3]


def test_the_card_is_drawn_after_allies_have_fortified(active: Rulebook) -> None:
    """[N3-8] the turn's last phase."""
    game = position(
        active,
        phase="fortify",
        captured=1,
        owners={"Alaska": GREEN, "Siam": BLUE},
        data={"alliances": [-1, -1, GREEN, -1, -1, -1]},
    )
    drawn = [[event.player for event in game.push(Done()) if isinstance(event, CardDrawn)] for _ in range(2)]
    assert drawn == [[], [GREEN]]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_break_nothing(any_game: Rulebook, seed: int) -> None:
    """[B1] [B9] whatever is played: 44 cards, true counts, no empty territory, sensible statuses."""
    game = Game(any_game, 2, seed=seed)
    random = Random(seed)
    neutrals = range(2, len(game.state.held))
    for _ in range(MOVE_CAP):
        if game.outcome is not None:
            break
        game.push(game.legal_moves.sample(random))
        assert broken_invariants(game.state) == []
        payers = game.state.data.get("bribes", [[]] * 6)
        assert [len(payers[n]) for n in neutrals] == [len(game.state.hands[n]) for n in neutrals]
        assert set(game.state.data.get("alliances", [-1])) <= {-1, 0, 1}


@pytest.mark.parametrize("seed", range(2))
def test_every_listed_move_is_accepted(active: Rulebook, seed: int) -> None:
    """What `legal_moves` lists can be pushed, at every kind of decision of a random game."""
    game = Game(active, 2, seed=seed)
    random = Random(seed)
    for number in range(600):
        if number % 20 == 0 or game.phase in ("bribe", "reinforce allies"):
            for move in game.legal_moves:
                game.copy().push(move)
        game.push(game.legal_moves.sample(random))


@pytest.mark.parametrize("seed", range(3))
def test_a_saved_game_goes_on_as_it_would_have(active: Rulebook, seed: int) -> None:
    """Statuses, bribes and half-placed allied armies survive being saved, at any decision."""
    game = Game(active, 2, seed=seed)
    random = Random(seed)
    for _ in range(400):
        game.push(game.legal_moves.sample(random))
    twin = Game.from_json(game.to_json(), active)
    for _ in range(200):
        move = game.legal_moves.sample(random)
        assert twin.push(move) == game.push(move)
    assert twin.to_json() == game.to_json()


def test_what_bots_are_advised_is_legal(active: Rulebook) -> None:
    """A bot that follows advice where there is some, and plays at random elsewhere, bribes and reinforces allies."""
    advised = set()
    for seed in range(4):
        game = Game(active, 2, seed=seed)
        random = Random(seed)
        for _ in range(MOVE_CAP):
            phase = game.phase
            assert phase is not None
            advice = next((each.advice for each in active.phases[phase].actions if each.advice is not None), None)
            if advice is None:
                game.push(game.legal_moves.sample(random))
            else:
                move = advice(game.view(game.to_move), game.state.frames[-1])
                assert move in list(game.legal_moves)
                game.push(move)
                advised.add(move[0])
    assert {"bribe", "roll for ally"} <= advised


def test_no_view_of_a_random_game_shows_anothers_bribe(active: Rulebook) -> None:
    """[N3-2] at every decision, a neutral's cards are known to those who paid them and to nobody else."""
    game = Game(active, 2, seed=8)
    random = Random(8)
    seen = 0
    for _ in range(MOVE_CAP):
        for watcher in (0, 1, None):
            hands = game.view(watcher).hands
            for neutral in range(2, 6):
                payers = game.state.data["bribes"][neutral]
                expected = [
                    card if payer == watcher else -1
                    for card, payer in zip(game.state.hands[neutral], payers, strict=True)
                ]
                assert hands[neutral] == expected
                seen += len(expected)
        game.push(game.legal_moves.sample(random))
    assert seen > 100


def test_a_defence_is_asked_of_the_opponent_in_every_battle(active: Rulebook) -> None:
    """[N3-5] in random games nobody ever defends against the own attack."""
    game = Game(active, 2, seed=4)
    random = Random(4)
    defences = 0
    for _ in range(MOVE_CAP):
        if game.phase == "defend":
            assert game.to_move == 1 - game.state.player
            defences += 1
            game.push(Defend(1))
        else:
            game.push(game.legal_moves.sample(random))
    assert defences > 20
