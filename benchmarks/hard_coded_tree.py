"""The yardstick's game tree: classic 1959, every legal move and every roll with its weight, hard-coded once more.

It shares no line with the engine but the board, so that the two agree only if both read the
rules alike: `tests/lab/play/test_perft.py` compares them leaf by leaf.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from riskcore import PHASE, Board, State

__all__ = ["Position", "Tree", "position_of"]


class Position(NamedTuple):
    """A position between two decisions. `step` is what is decided, `about` what it is about."""

    owner: tuple[int, ...]
    armies: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    sets: int
    me: int
    captured: bool
    reserve: int
    step: str
    about: tuple[int, ...] = ()


VALUES = (4, 6, 8, 10, 12, 15, 20, 25)  # of sets

Outcomes = list[tuple[Fraction, Position]]
ONE = Fraction(1)


def position_of(state: State) -> Position:
    """The position of a game in its attack phase."""
    assert state.frames[-1][PHASE] == "attack"
    hands = tuple(tuple(sorted(hand)) for hand in state.hands)
    board = tuple(state.owner), tuple(state.armies)
    pile = tuple(sorted(state.discard))
    return Position(*board, hands, pile, state.sets_traded, state.player, state.captured > 0, 0, "attack")


class Tree:
    """All that may happen on a board."""

    def __init__(self, board: Board, players: int) -> None:
        self.near = board.neighbours
        self.players = players
        self.continents = list(zip(board.members, board.bonuses, strict=True))
        kinds = {"infantry": 0, "cavalry": 1, "artillery": 2}
        self.kinds = [kinds[insignia] for insignia in board.insignia] + [3, 3]

    def leaves(self, here: Position, depth: int, weight: Fraction = ONE) -> "Counter[Position]":
        """The leaves, each with the weights of the rows of moves that lead to it added up."""
        if depth == 0 or here.step == "over":
            return Counter({here: weight})
        found: Counter[Position] = Counter()
        for outcomes in self.moves(here):
            assert sum(share for share, _ in outcomes) == 1
            for share, there in outcomes:
                found.update(self.leaves(there, depth - 1, weight * share))
        return found

    def moves(self, here: Position) -> Iterator[Outcomes]:
        """The outcomes of each legal move."""
        step: dict[str, Any] = {
            "trade": self._trades,
            "spoils": self._trades,
            "place": self._placements,
            "spoils place": self._placements,
            "attack": self._attacks,
            "defend": self._defences,
            "move in": self._moves_in,
            "fortify": self._fortifications,
        }
        return step[here.step](here)  # type: ignore[no-any-return]  # all of them give outcomes

    def _trades(self, here: Position) -> Iterator[Outcomes]:
        hand = here.hands[here.me]
        for cards in self._sets(hand):
            left = tuple(card for card in hand if card not in cards)
            hands = _with(here.hands, here.me, left)
            worth = VALUES[here.sets] if here.sets < 8 else 25 + 5 * (here.sets - 7)
            pile = tuple(sorted((*here.discard, *cards)))
            after = here._replace(hands=hands, discard=pile, sets=here.sets + 1, reserve=here.reserve + worth)
            yield self._after_trade(after) if not self._sets(left) else [(ONE, after)]
        if len(hand) < 5:
            yield self._after_trade(here)

    def _after_trade(self, here: Position) -> Outcomes:
        if here.step == "spoils":
            return [(ONE, here._replace(step="spoils place" if here.reserve else "attack"))]
        return [(ONE, here._replace(step="place"))]

    def _placements(self, here: Position) -> Iterator[Outcomes]:
        for place, owner in enumerate(here.owner):
            for number in range(1, here.reserve + 1) if owner == here.me else ():
                left = here.reserve - number
                armies = _with(here.armies, place, here.armies[place] + number)
                yield [(ONE, here._replace(armies=armies, reserve=left, step=here.step if left else "attack"))]

    def _attacks(self, here: Position) -> Iterator[Outcomes]:
        for source, owner in enumerate(here.owner):
            for target in self.near[source] if owner == here.me else ():
                for dice in range(1, min(3, here.armies[source] - 1) + 1) if here.owner[target] != here.me else ():
                    declared = here._replace(step="defend", about=(source, target, dice))
                    yield [(ONE, declared)] if here.armies[target] > 1 else self._battle(declared, 1)
        yield [(ONE, here._replace(step="fortify"))]

    def _defences(self, here: Position) -> Iterator[Outcomes]:
        yield self._battle(here, 1)
        yield self._battle(here, 2)

    def _battle(self, here: Position, defence: int) -> Outcomes:
        source, target, dice = here.about
        costs: Counter[int] = Counter()
        for faces in product(range(6), repeat=dice + defence):
            pairs = zip(sorted(faces[:dice])[::-1], sorted(faces[dice:])[::-1], strict=False)
            costs[sum(theirs >= mine for mine, theirs in pairs)] += 1
        outcomes = []
        for lost, ways in costs.items():
            won = min(dice, defence) - lost
            armies = _with(here.armies, source, here.armies[source] - lost)
            armies = _with(armies, target, armies[target] - won)
            after = here._replace(armies=armies, step="attack", about=())
            share = Fraction(ways, 6 ** (dice + defence))
            if armies[target]:
                outcomes.append((share, after))
                continue
            after = after._replace(step="move in", about=here.about)
            only = armies[source] - 1 == dice
            outcomes.append((share, self._moved_in(after, dice) if only else after))
        return outcomes

    def _moves_in(self, here: Position) -> Iterator[Outcomes]:
        source, _, dice = here.about
        for number in range(dice, here.armies[source]):
            yield [(ONE, self._moved_in(here, number))]

    def _moved_in(self, here: Position, number: int) -> Position:
        source, target, _ = here.about
        victim = here.owner[target]
        owner = _with(here.owner, target, here.me)
        armies = _with(_with(here.armies, source, here.armies[source] - number), target, number)
        after = here._replace(owner=owner, armies=armies, captured=True, step="attack", about=())
        if victim in owner:
            return after
        if len(set(owner)) == 1:
            return after._replace(step="over")
        joined = tuple(sorted((*here.hands[here.me], *here.hands[victim])))
        after = after._replace(hands=_with(_with(here.hands, victim, ()), here.me, joined))
        return after._replace(step="spoils") if self._sets(joined) else after

    def _fortifications(self, here: Position) -> Iterator[Outcomes]:
        for source, owner in enumerate(here.owner):
            for target in self.near[source] if owner == here.me == owner else ():
                for number in range(1, here.armies[source]) if here.owner[target] == here.me else ():
                    armies = _with(here.armies, source, here.armies[source] - number)
                    armies = _with(armies, target, armies[target] + number)
                    yield self._next_turn(here._replace(armies=armies))
        yield self._next_turn(here)

    def _next_turn(self, here: Position) -> Outcomes:
        held = {card for hand in here.hands for card in (*hand, *here.discard)}
        deck = [card for card in range(len(self.kinds)) if card not in held]
        if not here.captured or not deck:  # the pile is never empty for long: see below
            return [(ONE, self._begin(here))]
        outcomes = []
        for card in deck:
            hand = tuple(sorted((*here.hands[here.me], card)))
            after = here._replace(hands=_with(here.hands, here.me, hand))
            outcomes.append(
                (Fraction(1, len(deck)), self._begin(after._replace(discard=()) if len(deck) == 1 else after))
            )
        return outcomes

    def _begin(self, here: Position) -> Position:
        me = here.me
        while True:
            me = (me + 1) % self.players
            if me in here.owner:
                break
        bonus = sum(bonus for members, bonus in self.continents if all(here.owner[place] == me for place in members))
        reserve = max(3, here.owner.count(me) // 3) + bonus
        step = "trade" if self._sets(here.hands[me]) else "place"
        return here._replace(me=me, captured=False, reserve=reserve, step=step)

    def _sets(self, hand: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for cards in combinations(hand, 3):
            kinds = {self.kinds[card] for card in cards}
            if 3 in kinds or len(kinds) != 2:
                found.append(cards)
        return found


def _with(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*row[:at], value, *row[at + 1 :])
