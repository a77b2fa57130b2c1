"""Positions, battles and turns in few words, and oracles written from the rules alone."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from riskcore import Board, Event, Game, Move, Rulebook
from riskcore.moves import Attack, Defend, Done, Fortify, MoveIn, Place, Trade
from riskcore.testing import script_dice

WILDS = (42, 43)
WIN = (6, 6, 6)
RISING_VALUES = [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]  # of the sets of 1959 and 1993
ANY_THREE = (0, 1, 8)  # three infantry: Alaska, Alberta, Western United States


def position(rules: Rulebook, players: int = 3, seed: int = 0, **given: Any) -> Game:
    """A game from a position whose keywords are those of `Game.from_position`."""
    return Game.from_position(rules, players, given, seed)


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def decider(game: Game) -> int:
    """Who decides now, in a game that is not over."""
    assert game.to_move is not None
    return game.to_move


def armies(game: Game, name: str) -> int:
    return game.state.armies[at(game, name)]


def owner(game: Game, name: str) -> int:
    return game.state.owner[at(game, name)]


def cards(rules: Rulebook, insignia: str) -> list[int]:
    """The cards that show one insignia, or all wild ones."""
    return [number for number, card in enumerate(rules.deck) if card.insignia == insignia]


def hand(rules: Rulebook, letters: str) -> list[int]:
    """The first cards of the deck with these insignia: `"IICW"` is two infantry, one cavalry, one wild."""
    names = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
    piles = {letter: iter(cards(rules, name)) for letter, name in names.items()}
    return [next(piles[letter]) for letter in letters]


def of_kind(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def moves(game: Game, kind: type[Move]) -> set[Any]:
    """The legal moves of one kind, as listed."""
    return {move for move in game.legal_moves if isinstance(move, kind)}


def attack(
    game: Game, source: str, target: str, faces: Sequence[int] = WIN, defence: Sequence[int] = (1,)
) -> list[Event]:
    """One battle with these faces; the defender states the dice if there is a choice."""
    script_dice(game, [(*faces, *defence)])
    events = game.push(Attack(at(game, source), at(game, target), len(faces)))
    if game.phase == "defend":
        events += game.push(Defend(len(defence)))
    return events


def capture(game: Game, source: str, target: str, move_in: int = 3) -> list[Event]:
    """Take a territory of one army with three dice and move in."""
    events = attack(game, source, target)
    if game.phase == "move in":
        events += game.push(MoveIn(move_in))
    return events


def eliminating(rules: Rulebook, own: str, taken: str, **given: Any) -> Game:
    """Player 0, with cards of the letters `own`, has just eliminated player 2, who had `taken`.

    None of the cards shows Japan or Kamchatka, which are all that player 0 has.
    """
    cards = hand(rules, own + taken)
    game = position(
        rules, rest=1, owners={"Japan": 0, "Kamchatka": 2}, armies={"Japan": 9}, phase="attack",
        hands={0: cards[: len(own)], 2: cards[len(own) :]}, **given,
    )  # fmt: skip
    capture(game, "Japan", "Kamchatka", 4)
    assert not game.state.alive[2]
    assert sorted(game.state.hands[0] + game.state.discard) == sorted(cards)
    return game


def place_all(game: Game, name: str) -> list[Event]:
    """Place whatever the player has to place on one territory."""
    assert game.phase == "place"
    return game.push(Place(at(game, name), game.state.reserve[decider(game)]))


def end_turn(game: Game) -> list[Event]:
    """Attack no more and do not fortify."""
    player = game.state.player
    events: list[Event] = []
    while game.outcome is None and game.state.player == player and game.phase in ("attack", "fortify"):
        events += game.push(Done())
    return events


def trade_any(game: Game) -> list[Event]:
    """Trade the first set there is."""
    return game.push(min(moves(game, Trade)))


def must_trade(game: Game) -> bool:
    """Whether a set has to be traded now; the listed moves and the accepted ones have to agree on it."""
    if game.phase != "trade":
        return False
    assert moves(game, Trade)
    assert (Done() in game.legal_moves) == bool(moves(game, Done))
    return Done() not in game.legal_moves


def may_trade(game: Game) -> bool:
    """Whether trading is offered and can be declined."""
    return game.phase == "trade" and bool(moves(game, Trade)) and Done() in game.legal_moves


def play_setup(game: Game, seed: int = 0) -> list[Event]:
    """Decide the set-up by chance up to the first turn; the events of the last decision."""
    chance = Random(seed)
    events: list[Event] = []
    for _ in range(42 + 200):  # more than any edition has to decide
        if game.state.turn > 0:
            return events
        events = game.push(game.legal_moves.sample(chance))
    raise AssertionError("the set-up does not end")


def fortifications(game: Game, reach: Any) -> set[Fortify]:
    """What a player may do who can move armies to the own territories in `reach(board, own, source)`."""
    state = game.state
    own = set(state.territories_of(decider(game)))
    return {
        Fortify(source, target, number)
        for source in own
        for target in reach(state.board, own, source)
        if target in own and target != source
        for number in range(1, state.armies[source])
    }


def adjacent(board: Board, own: set[int], source: int) -> set[int]:
    return set(board.neighbours[source])


def connected(board: Board, own: set[int], source: int) -> set[int]:
    """All of `own` that can be walked to: grown by one border at a time until nothing is added."""
    grown, reached = {source}, set[int]()
    while grown != reached:
        reached = grown
        grown = reached | {near for here in reached for near in board.neighbours[here] if near in own}
    return grown


def random_position(rules: Rulebook, seed: int, phase: str) -> Game:
    """A board dealt by chance among three players with one to four armies a territory."""
    chance = Random(seed)
    names = rules.board.territories
    return position(
        rules,
        owners={name: chance.randrange(3) for name in names},
        armies={name: chance.randint(1, 4) for name in names},
        phase=phase,
    )
