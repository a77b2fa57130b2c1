"""Moves and events as lines: what people write means the move, and what is shown can be written."""

from collections.abc import Iterator
from random import Random

import pytest

from riskcore import Game, Move, Rulebook, load_variant
from riskcore.events import CardsTaken, Received
from riskcore.moves import Assault, Attack, CallOff, Defend, Done, Fortify, MoveIn, Place, Trade
from riskcore.notation.lines import event_line, move_line, show
from riskcore.notation.names import Names, WordError

COLOURS = ("Red", "Blue", "Green")
NEUTRALS = ("White", "Grey", "Yellow", "Black")


def names_of(variant: str, *rules: str, players: int = 3) -> Names:
    book = Rulebook(load_variant(variant, rules=rules))
    return Names(book, COLOURS[:players], NEUTRALS[: len(book.owners(players))])


@pytest.fixture(scope="module")
def classic() -> Names:
    return names_of("classic-1959")


def at(name: str, names: Names) -> int:
    return names.territory(name)


@pytest.mark.parametrize(
    "line",
    [
        "attack Kamchatka from Western United States with 3 dice",
        "attack from Western United States to Kamchatka with 3 dice",
        "attack Western United States Kamchatka 3",
        "ATTACK western united states, kamchatka, 3",
        "attack 3 Kamchatka from Western United States",
        "attack target Kamchatka source Western United States dice 3",
        "Red: attack Kamchatka from Western United States with 3 dice",
    ],
)
def test_one_attack_in_many_words(line: str, classic: Names) -> None:
    wanted = Attack(at("Western United States", classic), at("Kamchatka", classic), 3)
    assert move_line(line, classic).move(classic, []) == wanted


def test_the_shared_moves(classic: Names) -> None:
    alaska, japan = at("Alaska", classic), at("Japan", classic)
    written: dict[str, Move] = {
        "place 3 armies on Alaska": Place(alaska, 3),
        "place Alaska 3": Place(alaska, 3),
        "defend with 2 dice": Defend(2),
        "move in 4": MoveIn(4),
        "call off": CallOff(),
        "done": Done(),
        "fortify 5 armies from Alaska to Japan": Fortify(alaska, japan, 5),
        "assault Japan from Alaska keep 1 margin -3 move in 2": Assault(alaska, japan, 1, -3, 2),
        "trade Alaska, Japan, wild": Trade((alaska, japan, 42)),
        "trade the cards Alaska and Japan with wild and wild": Trade((alaska, japan, 42, 43)),
    }
    assert {line: move_line(line, classic).move(classic, []) for line in written} == written


def test_of_two_cards_alike_that_in_hand_is_meant(classic: Names) -> None:
    assert move_line("trade Alaska, Japan, wild", classic).move(classic, [43, 0, 30]) == Trade((0, 30, 43))


def test_who_moves_is_kept(classic: Names) -> None:
    assert move_line("Green: done", classic).by == 2
    assert move_line("done", classic).by is None


def test_moves_that_plugins_bring() -> None:
    active = names_of("two-player-active-2004", "card-reroll", players=2)
    bribe = move_line("bribe Grey with the card Alaska", active).move(active, [])
    assert bribe == ("bribe", 3, at("Alaska", active))
    assert move_line("roll for ally Yellow", active).move(active, []) == ("roll for ally", 4)
    assert move_line("reroll with Alaska the third die", active).move(active, []) == ("reroll", 0, 2)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("atack Siam Alaska 1", 'unknown move "atack Siam Alaska 1"; did you mean "attack"?'),
        ("", 'unknown move ""; known are '),
        ("attack Siam from Alsaka with 1 die", 'unknown word "alsaka"; did you mean "alaska"?'),
        ("attack Siam from Alaska", "dice missing; 'attack' takes source (territory), target (territory), dice (dice)"),
        ("attack Siam Alaska Japan 1", '"japan" is one value too many, or none that fits'),
        ("attack to Siam to Alaska 1", "target is given twice"),
        ("Rad: done", 'unknown player or owner "Rad"; did you mean "Red"?'),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, message: str, classic: Names) -> None:
    with pytest.raises(WordError) as caught:
        move_line(line, classic)
    assert message in str(caught.value)


def test_no_more_cards_alike_than_there_are(classic: Names) -> None:
    with pytest.raises(WordError, match="not that many cards"):
        move_line("trade wild, wild, wild", classic).move(classic, [])


VARIANTS = [
    ("classic-1959", ("capitals", "card-reroll", "commander"), 3),
    ("world-domination-1993", (), 3),
    ("mission-2004", (), 3),
    ("two-player-active-2004", (), 2),
]


def played(names: Names, seed: int) -> Iterator[tuple[Game, Move]]:
    """The decisions of a game by chance, each before it is taken."""
    game = Game(names.rules, names.players, seed)
    chance = Random(seed)
    for _ in range(400):
        if game.outcome is not None:
            return
        move = game.legal_moves.sample(chance)
        yield game, move
        for event in game.push(move):
            assert event_line(show(event, names), names).matches(event, names), show(event, names)


@pytest.mark.parametrize(("variant", "rules", "players"), VARIANTS)
def test_every_move_and_event_can_be_written_as_it_is_shown(variant: str, rules: tuple[str, ...], players: int) -> None:
    names = names_of(variant, *rules, players=players)
    kinds = set()
    for seed in range(3):
        for game, move in played(names, seed):
            assert game.to_move is not None
            kinds.add(move.kind)
            again = move_line(show(move, names), names).move(names, game.state.hands[game.to_move])
            assert again == move or show(again, names) == show(move, names)  # one wild card is as good as another
    assert {"attack", "defend", "place", "done"} <= kinds


def test_an_event_line_says_as_much_as_matters(classic: Names) -> None:
    taken = CardsTaken(0, 2, 2, (at("Alaska", classic), 43))
    fitting = ["cards taken", "cards taken Red", "cards taken Red, Green", "cards taken 2", "cards taken wild, Alaska"]
    others = ["card drawn", "cards taken Green", "cards taken Red from Blue", "cards taken 3", "cards taken Alaska"]
    assert [event_line(line, classic).matches(taken, classic) for line in fitting] == [True] * 5
    assert [event_line(line, classic).matches(taken, classic) for line in others] == [False] * 5


def test_a_word_of_a_reason_is_enough(classic: Names) -> None:
    received = Received(0, 2, "matching card")
    fitting = ["received Red matching", "received matching card", 'received reason "matching card" 2']
    assert [event_line(line, classic).matches(received, classic) for line in fitting] == [True] * 3
    assert not event_line("received Red reinforcement", classic).matches(received, classic)


def test_an_unknown_event_is_refused(classic: Names) -> None:
    with pytest.raises(WordError, match=r'unknown event.*did you mean "card drawn"'):
        event_line("card drown Red", classic)
