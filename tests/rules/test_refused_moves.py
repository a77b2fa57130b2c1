"""A move that the rules refuse is an error and changes nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_editions.world_domination_1993 import Claim, Match
from riskcore import Game, IllegalMove, MalformedMove, Rulebook
from riskcore.moves import Assault, Attack, CallOff, Defend, Done, Fortify, MoveIn, Place, Trade

from .helpers import ANY_THREE, at, attack, capture, hand, position

ALASKA, ALBERTA, NORTHWEST, JAPAN, KAMCHATKA = 0, 1, 5, 30, 31  # as the board numbers them

WORLD: dict[str, Any] = {
    "rest": 1,
    "owners": {"Alaska": 0, "Alberta": 0, "Northwest Territory": 0, "Japan": 2},
    "armies": {"Alaska": 5, "Kamchatka": 2},
}


def claiming(rules: Rulebook) -> Game:
    game = Game(rules, players=3, seed=1)
    for territory in range(20):
        game.push(Claim(territory))
    return game


def mustering(rules: Rulebook) -> Game:
    game = claiming(rules)
    for territory in range(20, 42):
        game.push(Claim(territory))
    return game


def trading(rules: Rulebook) -> Game:
    return position(rules, **WORLD, hands={0: hand(rules, "IICCA"), 1: [9, 14, 19]})


def matching(rules: Rulebook) -> Game:
    game = position(rules, **WORLD, hands={0: list(ANY_THREE)})
    game.push(Trade(ANY_THREE))
    return game


def placing(rules: Rulebook) -> Game:
    return position(rules, **WORLD)


def attacking(rules: Rulebook) -> Game:
    return position(rules, **WORLD, phase="attack")


def defending(rules: Rulebook) -> Game:
    game = attacking(rules)
    game.push(Attack(ALASKA, KAMCHATKA, 3))
    return game


def moving_in(rules: Rulebook) -> Game:
    game = attacking(rules)
    attack(game, "Alaska", "Kamchatka", (6, 6, 6), (1, 1))
    return game


def fortifying(rules: Rulebook) -> Game:
    return position(rules, **WORLD, phase="fortify")


def won(rules: Rulebook) -> Game:
    game = position(rules, owners={"Kamchatka": 1}, armies={"Alaska": 9}, phase="attack")
    capture(game, "Alaska", "Kamchatka")
    return game


PHASES = {
    "claim": claiming,
    "muster": mustering,
    "trade": trading,
    "match": matching,
    "place": placing,
    "attack": attacking,
    "defend": defending,
    "move in": moving_in,
    "fortify": fortifying,
}

NOT_A_NUMBER: list[Any] = [-1, -(10**20), True, False, 1.0, "1", None, (1,), 1j, b"1"]
NOT_AN_INDEX = [*NOT_A_NUMBER, 42, 44, 10**20]
NOT_A_COUNT = [*NOT_A_NUMBER, 0]
NOT_DICE = [*NOT_A_NUMBER, 0, 4, 10**20]

# By phase: moves of its own kinds that are not of their shape
MALFORMED: dict[str, list[Any]] = {
    "claim": [("claim", bad) for bad in NOT_AN_INDEX] + [("claim",), ("claim", 30, 31)],
    "muster": [("place", 0, bad) for bad in NOT_A_COUNT] + [("place", bad, 1) for bad in NOT_AN_INDEX],
    "trade": [("trade", (0, 1, bad)) for bad in [*NOT_A_NUMBER, 44, 10**20]]
    + [("trade", [0, 1, 8]), ("trade", 0, 1, 8), ("trade", (0, 0, 1)), ("trade",), ("trade", 3), ("done", 1)],
    "match": [("match", bad) for bad in NOT_AN_INDEX] + [("match",), ("match", 0, 1)],
    "place": [("place", ALASKA, bad) for bad in NOT_A_COUNT]
    + [("place", bad, 1) for bad in NOT_AN_INDEX]
    + [("place",), ("place", ALASKA), ("place", ALASKA, 1, 1)],
    "attack": [("attack", ALASKA, KAMCHATKA, bad) for bad in NOT_DICE]
    + [("attack", ALASKA, bad, 1) for bad in NOT_AN_INDEX]
    + [("attack", bad, KAMCHATKA, 1) for bad in NOT_AN_INDEX]
    + [("attack",), ("attack", ALASKA, KAMCHATKA), ("attack", ALASKA, KAMCHATKA, 1, 1), ("done", None)]
    + [("assault", ALASKA, KAMCHATKA, bad, 0, 0) for bad in NOT_A_COUNT]
    + [("assault", ALASKA, KAMCHATKA, 1, bad, 0) for bad in [True, 1.0, "1", None]]
    + [("assault", ALASKA, KAMCHATKA, 1, 0, bad) for bad in NOT_A_NUMBER]
    + [("assault", ALASKA, KAMCHATKA), ("call off", 1)],
    "defend": [("defend", bad) for bad in NOT_DICE] + [("defend",), ("defend", 1, 1)],
    "move in": [("move in", bad) for bad in NOT_A_COUNT] + [("move in",), ("move in", 3, 3)],
    "fortify": [("fortify", ALASKA, ALBERTA, bad) for bad in NOT_A_COUNT]
    + [("fortify", ALASKA, bad, 1) for bad in NOT_AN_INDEX]
    + [("fortify", bad, ALBERTA, 1) for bad in NOT_AN_INDEX]
    + [("fortify", ALASKA, ALBERTA), ("fortify", ALASKA, ALBERTA, 1, 1), ("done", 0)],
}
NO_MOVE: list[Any] = [(), ("conquer", 1), ("",), ("PLACE", 0, 1), (0, 1), (None,), (("done",),)]
NO_MOVE += [None, 0, 3.5, "done", b"done", {"done"}, object(), Done]
UNHASHABLE: list[Any] = [([],), ({"done": 1},), ("trade", (0, 1, [8])), ("trade", (0, 1, {}))]

# By phase: well-formed moves of its own kinds that the position forbids
ILLEGAL: dict[str, list[Any]] = {
    "claim": [Claim(0), Claim(19)],
    "muster": [Place(1, 1), Place(2, 1), Place(0, 2), Place(0, 10**20), Done()],
    "trade": [
        Trade(()),
        Trade((0, 1)),
        Trade((0, 1, 2)),  # no set
        Trade((0, 2, 3, 1)),
        Trade((0, 1, 8)),  # one of them in the deck
        Trade((0, 42, 43)),
        Trade((9, 14, 19)),  # somebody else's
        Done(),  # with five cards
    ],
    "match": [Match(8), Match(KAMCHATKA), Match(NORTHWEST)],
    "place": [Place(ALASKA, 4), Place(ALASKA, 10**20), Place(KAMCHATKA, 1), Place(JAPAN, 3), Done()],
    "attack": [
        Attack(ALASKA, ALBERTA, 1),  # one's own
        Attack(ALASKA, JAPAN, 1),  # not adjacent
        Attack(ALASKA, ALASKA, 1),
        Attack(ALBERTA, 6, 1),  # from a single army
        Attack(KAMCHATKA, ALASKA, 1),  # somebody else's
        Attack(KAMCHATKA, JAPAN, 1),
        Assault(ALASKA, ALBERTA, 1, 0, 0),
        Assault(ALASKA, JAPAN, 1, 0, 0),
        Assault(ALBERTA, 6, 1, -9, 0),
        Assault(KAMCHATKA, JAPAN, 1, -9, 0),
        CallOff(),  # nothing is under way
    ],
    "defend": [Defend(3)],
    "move in": [MoveIn(1), MoveIn(2), MoveIn(5), MoveIn(6), MoveIn(10**20)],
    "fortify": [
        Fortify(ALASKA, ALBERTA, 5),
        Fortify(ALASKA, ALBERTA, 10**20),
        Fortify(ALASKA, ALASKA, 1),
        Fortify(ALASKA, KAMCHATKA, 1),  # an enemy's
        Fortify(ALBERTA, ALASKA, 1),  # of a single army
        Fortify(KAMCHATKA, JAPAN, 1),
        Fortify(KAMCHATKA, ALASKA, 1),
    ],
}
# One move of each kind, legal in its own phase at the positions above
OF_ITS_PHASE: list[tuple[str, Any]] = [
    ("claim", Claim(30)),
    ("muster", Place(0, 1)),
    ("trade", Trade((0, 2, 3))),
    ("match", Match(ALASKA)),
    ("place", Place(ALASKA, 3)),
    ("attack", Attack(ALASKA, KAMCHATKA, 3)),
    ("attack", Assault(ALASKA, KAMCHATKA, 1, 0, 0)),
    ("defend", Defend(1)),
    ("move in", MoveIn(3)),
    ("fortify", Fortify(ALASKA, ALBERTA, 1)),
]


def snapshot(game: Game) -> tuple[Any, ...]:
    """All that a refused move could have changed."""
    state = game.state
    return game.to_json(), state.held[:], [row[:] for row in state.held_in], state.reserve[:], state.cursor


def refused(game: Game, move: Any, error: type[Exception] | tuple[type[Exception], ...]) -> None:
    before = snapshot(game)
    with pytest.raises(error) as raised:
        game.push(move)
    assert str(raised.value)
    assert snapshot(game) == before
    assert move not in game.legal_moves
    assert snapshot(game) == before


@pytest.mark.parametrize("phase", PHASES)
def test_the_positions_wait_in_the_phase_they_are_named_for(domination: Rulebook, phase: str) -> None:
    """So that what follows refuses moves where it means to."""
    game = PHASES[phase](domination)
    assert game.phase == phase
    for home, move in OF_ITS_PHASE:
        if home == phase:
            assert move in game.legal_moves


@pytest.mark.parametrize("phase", PHASES)
def test_a_malformed_move_changes_nothing(domination: Rulebook, phase: str) -> None:
    """Out of range, negative, bool, float, text, nothing, too few, too many."""
    game = PHASES[phase](domination)
    for move in MALFORMED[phase]:
        refused(game, move, MalformedMove)


@pytest.mark.parametrize("phase", PHASES)
def test_an_illegal_move_changes_nothing(domination: Rulebook, phase: str) -> None:
    """Too many armies, too many dice, somebody else's territory, no set, no end to what must be done."""
    game = PHASES[phase](domination)
    for move in ILLEGAL[phase]:
        refused(game, move, IllegalMove)


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_no_move_at_all_changes_nothing(domination: Rulebook, phase: str) -> None:
    game = PHASES[phase](domination)
    for move in NO_MOVE:
        refused(game, move, MalformedMove)


@pytest.mark.parametrize("move", UNHASHABLE, ids=repr)
def test_a_move_with_something_unhashable_changes_nothing(domination: Rulebook, move: Any) -> None:
    """Where cards are traded, the phase that would look into a tuple."""
    refused(trading(domination), move, MalformedMove)


@pytest.mark.parametrize(("phase", "move"), OF_ITS_PHASE, ids=repr)
def test_the_list_of_a_move_is_the_move(domination: Rulebook, phase: str, move: Any) -> None:
    """As JSON has it."""
    game = PHASES[phase](domination)
    assert list(move) in game.legal_moves
    game.push(list(move))
    assert game.moves[-1] == move


@pytest.mark.parametrize("phase", PHASES)
def test_a_move_of_another_phase_changes_nothing(domination: Rulebook, phase: str) -> None:
    game = PHASES[phase](domination)
    own = {move[0] for home, move in OF_ITS_PHASE if home == phase}
    foreign = [move for _, move in OF_ITS_PHASE if move[0] not in own]
    assert len(foreign) >= 7
    for move in foreign:
        refused(game, move, IllegalMove)


def test_after_the_end_nothing_is_accepted(domination: Rulebook) -> None:
    game = won(domination)
    assert game.outcome is not None
    for move in [Done(), *(move for _, move in OF_ITS_PHASE)]:
        refused(game, move, IllegalMove)


def test_dice_beyond_the_armies_there_are_refused(edition: Rulebook) -> None:
    """[B5] Three armies attack with two dice at most, two with one."""
    for number in (2, 3):
        game = position(edition, rest=1, owners={"Alaska": 0}, armies={"Alaska": number}, phase="attack")
        for dice in range(number, 4):
            refused(game, Attack(at(game, "Alaska"), at(game, "Kamchatka"), dice), IllegalMove)


numbers = st.integers(-2, 45) | st.sampled_from([True, 1.0, "1", None, 10**20])
tuples = st.builds(
    lambda kind, fields: (kind, *fields),
    st.sampled_from(["claim", "place", "trade", "match", "attack", "assault", "defend", "move in", "fortify", "done"]),
    st.lists(numbers | st.lists(numbers, min_size=3, max_size=3).map(tuple), max_size=5),
)


changes = st.tuples(st.integers(0, 10_000), st.integers(0, 5), numbers)


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 5),
    length=st.integers(0, 250),
    anything=st.lists(tuples, max_size=10),
    nearly=st.lists(changes, min_size=5, max_size=20),
)
def test_a_move_is_accepted_exactly_where_it_is_called_legal(
    domination: Rulebook, seed: int, length: int, anything: list[Any], nearly: list[Any]
) -> None:
    """Anywhere in a game: any tuple, and legal moves with one field changed. What is refused changes nothing."""
    game = Game(domination, players=3, seed=seed)
    chance = Random(seed)
    for _ in range(length):
        game.push(game.legal_moves.sample(chance))
    listed = list(game.legal_moves)
    assert all(move in game.legal_moves for move in listed)
    for number, field, value in nearly:
        legal = listed[number % len(listed)]
        at_field = 1 + field % len(legal)  # one past the last makes a move with a field too many
        anything.append((*legal[:at_field], value, *legal[at_field + 1 :]))
    for move in anything:
        if move in game.legal_moves:
            assert move in listed or move[0] in ("assault", "trade")
            game.copy().push(move)
        else:
            refused(game, move, (IllegalMove, MalformedMove))
