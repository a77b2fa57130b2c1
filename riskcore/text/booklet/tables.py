"""What a booklet works out for itself by asking the rules: dice and their odds, what sets bring, the board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from riskcore.cards import WILD
from riskcore.dice import MOST_DICE
from riskcore.game import Game
from riskcore.phases import SET_SIZE
from riskcore.rulebook import Rulebook
from riskcore.rules import Table
from riskcore.state import State
from riskcore.words import ordinal, percent

__all__ = ["after_setup", "border_table", "continent_table", "dice_limits", "odds_table", "set_table"]

_SETS = 12  # how many of the game's first sets are told
_PLENTY = 20  # armies on every territory, so that dice are limited by nothing else


def after_setup(rules: Rulebook) -> State:
    """A position in which rules can be asked: any game after its set-up, made by chance."""
    game = Game(rules, max(rules.variant.players.min, 2), seed=1, events=False)
    chance = Random(1)
    while game.state.turn == 0 and game.outcome is None:
        game.push(game.legal_moves.sample(chance))
    return game.state


def dice_limits(state: State) -> tuple[int, int]:
    """The most dice that the attacker and the defender roll anywhere on the board."""
    state = state.copy()
    state.armies[:] = [_PLENTY] * len(state.armies)
    dice = state.rules.dice
    borders = [(source, target) for source, near in enumerate(state.board.neighbours) for target in near]
    return max(dice.attack(state, *each) for each in borders), max(dice.defence(state, *each) for each in borders)


def odds_table(rules: Rulebook, attack: int, defence: int) -> Table:
    """How likely each loss is, for every number of dice up to these: best for the attacker first."""
    rolls = {
        (own, other): Counter(rules.loss_table(own, other))
        for own in range(attack, 0, -1)
        for other in range(defence, 0, -1)
        if own + other <= MOST_DICE
    }
    losses = sorted({loss for counts in rolls.values() for loss in counts}, key=lambda loss: (loss[0] - loss[1], loss))
    rows = [
        (f"{own} against {other}", *(percent(counts[loss] / counts.total()) if counts[loss] else "" for loss in losses))
        for (own, other), counts in rolls.items()
    ]
    note = "" if rules.plain_battle else "For the dice as they are rolled, before anybody changes one."
    title = "How likely each result of a roll is, by the dice of attacker and defender"
    return Table(title, ("dice", *map(_loss_words, losses)), tuple(rows), note)


def _loss_words(loss: tuple[int, int]) -> str:
    attacker, defender = loss
    if attacker == defender:
        return f"each loses {attacker}" if attacker else "nobody loses"
    sides = [f"{name} loses {armies}" for name, armies in (("attacker", attacker), ("defender", defender)) if armies]
    return ", ".join(sides)


def set_table(state: State) -> Table | None:
    """What the first sets of a game bring, by number and by what they show as far as each matters."""
    shown = dict(_sets(state))
    if not shown:
        return None
    values = {name: [_value(state, cards, number) for number in range(_SETS)] for name, cards in shown.items()}
    rows = list(values.values())
    numbers = tuple(ordinal(number) for number in range(1, _SETS + 1))
    if all(row == rows[0] for row in rows):
        return Table("Armies for the sets of a game", ("set", *numbers), (("armies", *map(str, rows[0])),))
    if all(len(set(row)) == 1 for row in rows):
        return Table("What sets bring", ("set", "armies"), tuple((name, str(row[0])) for name, row in values.items()))
    lines = tuple((name, *map(str, row)) for name, row in values.items())
    return Table("What sets bring", ("set", *numbers), lines)


def _sets(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Cards for each kind of set that can be made without wild ones, by name."""
    by_insignia: dict[str, list[int]] = {}
    for number, card in enumerate(state.rules.deck):
        if card.insignia != WILD:
            by_insignia.setdefault(card.insignia, []).append(number)
    for insignia, cards in by_insignia.items():
        if len(cards) >= SET_SIZE and state.rules.is_set(state, cards[:SET_SIZE]):
            yield f"three {insignia}", tuple(cards[:SET_SIZE])
    for kinds in combinations(by_insignia, SET_SIZE):
        cards = [by_insignia[kind][0] for kind in kinds]
        if state.rules.is_set(state, cards):
            yield "one of each" if len(by_insignia) == SET_SIZE else ", ".join(kinds), tuple(cards)


def _value(state: State, cards: Sequence[int], traded: int) -> int:
    state = state.copy()
    state.sets_traded = traded
    return state.rules.set_value(state, state.player, cards)


def continent_table(rules: Rulebook) -> Table:
    """The continents with what they bring and their territories."""
    board = rules.board
    rows = tuple(
        (name, str(bonus), f"{len(members)}: {', '.join(board.territories[each] for each in members)}")
        for name, bonus, members in zip(board.continents, board.bonuses, board.members, strict=True)
    )
    return Table("Continents", ("continent", "armies a turn", "territories"), rows)


def border_table(rules: Rulebook) -> Table:
    """Every territory with its neighbours."""
    board = rules.board
    rows = tuple(
        (name, ", ".join(sorted(board.territories[each] for each in near)))
        for name, near in sorted(zip(board.territories, board.neighbours, strict=True))
    )
    return Table("Borders", ("territory", "borders on"), rows)
